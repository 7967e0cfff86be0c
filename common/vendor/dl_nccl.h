/* SPDX-License-Identifier: MIT */
/* NCCL, and RCCL with the same names, opened at run time. Values: NCCL API reference (2.7, from which on it sends from point to
 * point, to 2.27). */
#ifndef GAM_COMMON_VENDOR_DL_NCCL_H
#define GAM_COMMON_VENDOR_DL_NCCL_H

#include <stddef.h>

struct gam_err;

enum { GAM_NCCL_U8 = 1, GAM_NCCL_F32 = 7, GAM_NCCL_SUM = 0, GAM_NCCL_ID_BYTES = 128 };

struct gam_nccl_id {
    char text[GAM_NCCL_ID_BYTES];
};

/* All return a status, 0 for success. `comm` and `stream` are pointers to opaque structs; counts are elements of one rank's part.
 */
struct gam_nccl {
    int (*version)(int *number);
    int (*unique_id)(struct gam_nccl_id *out);
    int (*comm_init)(void **comm, int ranks, struct gam_nccl_id id, int rank);
    int (*comm_destroy)(void *comm);
    const char *(*status_text)(int status);
    int (*group_start)(void);
    int (*group_end)(void);
    int (*all_reduce)(const void *in, void *out, size_t n, int type, int op, void *comm, void *stream);
    int (*reduce_scatter)(const void *in, void *out, size_t n, int type, int op, void *comm, void *stream);
    int (*all_gather)(const void *in, void *out, size_t n, int type, void *comm, void *stream);
    int (*broadcast)(const void *in, void *out, size_t n, int type, int root, void *comm, void *stream);
    int (*send)(const void *from, size_t n, int type, int to, void *comm, void *stream);
    int (*receive)(void *to, size_t n, int type, int from, void *comm, void *stream);
    char text[24]; /* "NCCL 2.21.5" */
};

/* One of each per process. `amd`: RCCL. Errors: as gam_dl_open. */
int gam_nccl_get(int amd, const struct gam_nccl **out, struct gam_err *err);

#endif
