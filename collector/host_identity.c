/* SPDX-License-Identifier: MIT */
/* What this machine is inside of, and which one it is. */
#include "collector/host_priv.h"
#include "collector/topology_priv.h"
#include "common/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { IDENTITY_FILE_MAX = 1 << 16 };

/* A word to look for and what it means. */
struct hint {
    const char *needle, *meaning;
};

static const struct hint hypervisor_signatures[] = {
    /* CPUID leaf 0x40000000, as each hypervisor documents it */
    { "KVMKVMKVM", "kvm" },     { "VMwareVMware", "vmware" }, { "Microsoft Hv", "hyper-v" }, { "XenVMMXenVMM", "xen" },
    { "bhyve bhyve", "bhyve" }, { "TCGTCGTCGTCG", "qemu" },   { "ACRNACRNACRN", "acrn" },    { "VBoxVBoxVBox", "virtualbox" },
};

static const struct hint hypervisor_products[] = {
    /* DMI strings */
    { "KVM", "kvm" },
    { "QEMU", "qemu" },
    { "VMware", "vmware" },
    { "VirtualBox", "virtualbox" },
    { "Virtual Machine", "hyper-v" },
    { "Xen", "xen" },
    { "Amazon EC2", "nitro" },
    { "Google Compute Engine", "kvm" },
    { "OpenStack", "kvm" },
    { "Firecracker", "kvm" },
};

static const struct hint container_groups[] = {
    /* /proc/self/cgroup and /proc/1/cgroup */
    { "kubepods", "kubernetes" },   { "docker", "docker" }, { "libpod", "podman" }, { "lxc", "lxc" },
    { "containerd", "containerd" }, { "garden", "garden" },
};

static const struct hint container_files[] = { { "/.dockerenv", "docker" }, { "/run/.containerenv", "podman" } };

static const char *hint_find(const struct hint *hints, size_t n, const char *text)
{
    for (size_t i = 0; i < n; i++)
        if (strstr(text, hints[i].needle))
            return hints[i].meaning;
    return NULL;
}

#define HINT_FIND(hints, text) hint_find(hints, sizeof(hints) / sizeof(hints)[0], text)

static const char *signature_read(const char *root, char signature[13])
{
#if defined(__x86_64__)
    unsigned a, b, c, d;

    if (!*root) {
        __cpuid(0x40000000, a, b, c, d);
        memcpy(signature, &b, 4);
        memcpy(signature + 4, &c, 4);
        memcpy(signature + 8, &d, 4);
        signature[12] = '\0';
        return HINT_FIND(hypervisor_signatures, signature);
    }
#endif
    (void)root;
    signature[0] = '\0';
    return NULL;
}

void gam_hypervisor_read(const char *root, int flagged, char *out, size_t size)
{
    static const char *const files[] = { "/sys/class/dmi/id/sys_vendor", "/sys/class/dmi/id/product_name",
                                         "/proc/device-tree/hypervisor/compatible" };
    char text[160], signature[13];
    const char *word = flagged ? signature_read(root, signature) : NULL;

    if (!gam_file_line(root, "/sys/hypervisor/type", text, sizeof text) && *text) {
        snprintf(out, size, "%s", text);
        return;
    }
    for (size_t i = 0; !word && i < sizeof files / sizeof files[0]; i++)
        if (!gam_file_line(root, files[i], text, sizeof text))
            word = HINT_FIND(hypervisor_products, text);
    snprintf(out, size, "%s", word ? word : flagged ? "unknown" : "");
}

void gam_container_read(const char *root, char *out, size_t size)
{
    static const char *const groups[] = { "/proc/self/cgroup", "/proc/1/cgroup" };
    char path[1024];
    const char *word = NULL;

    snprintf(out, size, "%s", "");
    if (!gam_file_line(root, "/run/systemd/container", path, sizeof path) && *path) {
        snprintf(out, size, "%s", path);
        return;
    }
    for (size_t i = 0; !word && i < sizeof container_files / sizeof container_files[0]; i++) {
        snprintf(path, sizeof path, "%s%s", root, container_files[i].needle);
        if (!access(path, F_OK))
            word = container_files[i].meaning;
    }
    for (size_t i = 0; !word && i < sizeof groups / sizeof groups[0]; i++) {
        struct gam_strbuf text = GAM_STRBUF_INIT(IDENTITY_FILE_MAX);

        if (!gam_sys_read(root, groups[i], &text))
            word = HINT_FIND(container_groups, gam_strbuf_get(&text));
        gam_strbuf_release(&text);
    }
    if (word)
        snprintf(out, size, "%s", word);
}

/* FNV-1a, 64 bit (http://www.isthe.com/chongo/tech/comp/fnv/); a second stream from another start widens it to 128. */
static uint64_t fnv1a(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3ull;
    return h;
}

void gam_instance_read(const char *root, int contained, char *out, size_t size)
{
    static const char *const machine[] = { "/sys/class/dmi/id/product_uuid", "/etc/machine-id",
                                           "/proc/device-tree/serial-number" };
    static const char *const boot[] = { "/proc/sys/kernel/random/boot_id" };
    const char *const *files = contained ? boot : machine;
    size_t n = contained ? sizeof boot / sizeof boot[0] : sizeof machine / sizeof machine[0];
    char id[128];

    snprintf(out, size, "%s", "");
    for (size_t i = 0; i < n; i++)
        if (!gam_file_line(root, files[i], id, sizeof id) && strlen(id) >= 8) {
            uint64_t a = fnv1a(0xcbf29ce484222325ull, id);

            snprintf(out, size, "%016" PRIx64 "%016" PRIx64, a, fnv1a(a ^ 0x9e3779b97f4a7c15ull, id));
            return;
        }
}
