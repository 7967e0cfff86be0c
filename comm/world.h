/* SPDX-License-Identifier: MIT */
/* The ranks of a job: who they are, over which links they reach each other, and meeting points that name whoever does not come.
 * Built with Open MPI only; nothing here prints or reads the environment.
 */
#ifndef GAM_COMM_WORLD_H
#define GAM_COMM_WORLD_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

struct gam_err;
struct gam_strbuf;

enum { GAM_LINK_NAME = 32 };

struct gam_peer {
    char host[64], boot_id[40]; /* as it calls itself; equal boot ids share a machine (containers, namespaces) */
    char networks[400];         /* "eth0 10.0.0.1/24;..." of its IPv4 interfaces */
    int64_t pid;
    int64_t offset_ns, error_ns; /* its monotonic clock minus rank 0's; set on rank 0 only */
};

struct gam_world_config {
    uint64_t timeout_ns;  /* of a meeting */
    const char *btl;      /* what Open MPI was told to use (OMPI_MCA_btl); NULL: nothing */
    const char *networks; /* OMPI_MCA_btl_tcp_if_include; NULL */
};

struct gam_world {
    MPI_Comm comm, control; /* measured; meetings and records */
    int rank, size;
    int oversubscribed; /* more ranks than processors on a machine: they take turns, and no roof is drawn */
    uint64_t timeout_ns;
    struct gam_peer *peer; /* size long */
    const char *btl, *networks;
    int ready; /* MPI was initialised here */
};

int gam_world_open(struct gam_world *w, const struct gam_world_config *config, struct gam_err *err);
void gam_world_leave(struct gam_world *w); /* ends MPI; every rank must come. Who the peers are stays known */
void gam_world_close(struct gam_world *w);

/* A processor for each rank of a machine where the launcher bound none: the first of every rank's would else be the same. */
void gam_world_bind(const struct gam_world *w);

/* What ranks a and b reach each other through, as rank a sees it: "shared memory", "loopback", an interface, "network". */
void gam_world_link(const struct gam_world *w, int a, int b, char out[GAM_LINK_NAME]);
/* The link of a collective over all ranks: of the first pair on different hosts, else of ranks 0 and 1. */
void gam_world_link_of_all(const struct gam_world *w, char out[GAM_LINK_NAME]);

/* All ranks meet. -GAM_EBUSY names those that did not come within the timeout ("rank 2 on b, process 17, ..."). */
int gam_world_meet(struct gam_world *w, struct gam_err *err);

/* The worst of all ranks' results, with the text of the lowest rank that has it. `rc` 0 everywhere: 0. */
int gam_world_agree(struct gam_world *w, int rc, struct gam_err *err);

/* Rank 0 gets every other rank's text, one call of `take` each; -GAM_EBUSY as in gam_world_meet. */
int gam_world_collect(struct gam_world *w, const struct gam_strbuf *text,
                      int (*take)(void *ctx, int rank, const char *text, size_t n, struct gam_err *err), void *ctx,
                      struct gam_err *err);

/* Fills offset_ns and error_ns of every peer (on rank 0): the exchange with the shortest way there and back of 64. */
int gam_world_clocks(struct gam_world *w, struct gam_err *err);

/* 0, or -GAM_EDEVICE with MPI's own text. */
int gam_mpi_check(int code, const char *what, struct gam_err *err);

#endif
