/* SPDX-License-Identifier: MIT */
/* Shared by the files that describe the host. */
#ifndef GAM_COLLECTOR_HOST_PRIV_H
#define GAM_COLLECTOR_HOST_PRIV_H

#include "collector/topology.h"

struct gam_cpuinfo {
    char name[128], vendor[32];      /* empty: unknown. On Arm the vendor is "ARM", whoever made the core */
    int64_t family, model, stepping; /* Arm: implementer, part, revision; GAM_NULL_INT: unknown */
    int hypervisor;                  /* x86: the flag of that name */
};

/* From /proc/cpuinfo below the root. */
void gam_cpuinfo_read(const char *root, struct gam_cpuinfo *out);
const char *gam_arch_word(void); /* "x86_64" "aarch64": what this program was built for */

/* "kvm", "vmware", the product's name, "unknown" when there is one without a name; empty: none seen. */
void gam_hypervisor_read(const char *root, int flagged, char *out, size_t size);
/* "docker", "podman", "lxc", "kubernetes" ...; empty: none seen. */
void gam_container_read(const char *root, char *out, size_t size);
/* Hash of the product uuid or the machine id, 32 hexadecimal digits; empty when neither is readable. Containers of one image
 * share a machine id though they run on different machines: inside one the kernel's boot id is hashed instead, which names the
 * machine until it boots again. */
void gam_instance_read(const char *root, int contained, char *out, size_t size);

struct gam_emitter;
struct gam_err;
/* Facts of one host, see host_fact.c. */
int gam_host_facts(const struct gam_topology *t, const struct gam_env *env, size_t n_env, int64_t host, struct gam_emitter *emit,
                   struct gam_err *err);

#endif
