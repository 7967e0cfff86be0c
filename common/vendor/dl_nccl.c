/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_nccl.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stdio.h>

static const char *const nvidia[] = { "libnccl.so.2", "libnccl.so", NULL };
static const char *const amd_names[] = { "librccl.so.1", "librccl.so", NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "nccl" name, offsetof(struct gam_nccl, field), 0                                                                         \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(version, "GetVersion"),
    SYMBOL(unique_id, "GetUniqueId"),
    SYMBOL(comm_init, "CommInitRank"),
    SYMBOL(comm_destroy, "CommDestroy"),
    SYMBOL(status_text, "GetErrorString"),
    SYMBOL(group_start, "GroupStart"),
    SYMBOL(group_end, "GroupEnd"),
    SYMBOL(all_reduce, "AllReduce"),
    SYMBOL(reduce_scatter, "ReduceScatter"),
    SYMBOL(all_gather, "AllGather"),
    SYMBOL(broadcast, "Broadcast"),
    SYMBOL(send, "Send"),
    SYMBOL(receive, "Recv"),
};
#undef SYMBOL

struct loaded {
    struct gam_nccl library;
    struct gam_err err;
    int rc;
};

static struct {
    pthread_once_t once;
    struct loaded nvidia, amd;
} all = { .once = PTHREAD_ONCE_INIT };

/* 21005 is 2.10.5; before 2.9 it was 2708 for 2.7.8. */
static void version_write(struct gam_nccl *library, const char *name)
{
    int v = 0;

    if (library->version(&v) || v < 1000)
        snprintf(library->text, sizeof library->text, "%s", name);
    else if (v < 10000)
        snprintf(library->text, sizeof library->text, "%s %d.%d.%d", name, v / 1000, v / 100 % 10, v % 100);
    else
        snprintf(library->text, sizeof library->text, "%s %d.%d.%d", name, v / 10000, v / 100 % 100, v % 100);
}

static void load_one(const char *const *sonames, const char *name, struct loaded *out)
{
    void *handle = NULL;

    out->rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &out->library, &handle, &out->err);
    if (!out->rc)
        version_write(&out->library, name);
}

static void load(void)
{
    load_one(nvidia, "NCCL", &all.nvidia);
    load_one(amd_names, "RCCL", &all.amd);
}

int gam_nccl_get(int amd, const struct gam_nccl **out, struct gam_err *err)
{
    const struct loaded *one = amd ? &all.amd : &all.nvidia;

    pthread_once(&all.once, load);
    if (one->rc)
        return gam_err_set(err, one->rc, "%s", one->err.text);
    *out = &one->library;
    return 0;
}
