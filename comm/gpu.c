/* SPDX-License-Identifier: MIT */
#include "comm/gpu.h"

#include "common/err.h"

#include <stdio.h>
#include <string.h>

/* How many ranks of this machine come before this one: each has a device of its own, as the libraries demand. */
static int rank_here(const struct gam_world *w)
{
    int before = 0;

    for (int i = 0; i < w->rank; i++)
        before += !strcmp(w->peer[i].boot_id, w->peer[w->rank].boot_id);
    return before;
}

static const struct gam_device_backend *backend_of(const char *name)
{
    for (size_t i = 0; gam_device_backend_at(NULL, i); i++)
        if (!strcmp(gam_device_backend_at(NULL, i)->name, name))
            return gam_device_backend_at(NULL, i);
    return NULL;
}

/* -GAM_ENOENT: this machine has no device of the backend. */
static int device_open(struct gam_comm_gpu *g, const char *backend, int index, struct gam_err *err)
{
    const struct gam_device_config config = { .threads = 1 };
    const struct gam_device_backend *b = backend_of(backend);
    struct gam_caps caps;
    char id[64];
    int n = b ? b->count(&config, NULL) : 0, rc;

    if (n <= 0)
        return -GAM_ENOENT;
    if (index >= n)
        return gam_err_set(err, -GAM_EUNSUPPORTED, "%d GPU%s for more ranks: each needs one of its own", n, n == 1 ? "" : "s");
    snprintf(id, sizeof id, "%s:%d", backend, index);
    rc = gam_device_open(id, &config, &g->device, err);
    if (!rc) {
        g->device.backend->caps(g->device.state, 1, &caps);
        g->queue = caps.host;
    }
    return rc;
}

static int own_open(struct gam_comm_gpu *g, const struct gam_world *w, struct gam_err *err)
{
    static const char *const backends[] = { "cuda", "hip" };
    int rc = -GAM_ENOENT;

    for (int amd = 0; amd < 2 && rc == -GAM_ENOENT; amd++) {
        rc = device_open(g, backends[amd], rank_here(w), err);
        if (!rc)
            rc = gam_nccl_get(amd, &g->nccl, err) ? gam_err_set(err, -GAM_EUNSUPPORTED, "%s", err->text) : 0;
    }
    return rc;
}

/* Everybody's worst, and whether anybody has a GPU. */
static int agree(struct gam_world *w, int rc, struct gam_err *err)
{
    int mine = rc != -GAM_ENOENT, some = 0;
    int code = gam_mpi_check(MPI_Allreduce(&mine, &some, 1, MPI_INT, MPI_MAX, w->control), "devices", err);

    if (code)
        return code;
    if (!some)
        return -GAM_ENOENT;
    if (rc == -GAM_ENOENT)
        rc = gam_err_set(err, -GAM_EUNSUPPORTED, "no GPU here, but on others");
    return gam_world_agree(w, rc, err);
}

static int join(struct gam_comm_gpu *g, struct gam_world *w, struct gam_err *err)
{
    struct gam_nccl_id id = { "" };
    int rc = w->rank == 0 ? gam_comm_gpu_check(g, g->nccl->unique_id(&id), "GetUniqueId", err) : 0;

    rc = gam_world_agree(w, rc, err);
    if (!rc)
        rc = gam_mpi_check(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, w->control), "devices", err);
    if (!rc)
        rc = gam_world_agree(w, gam_comm_gpu_check(g, g->nccl->comm_init(&g->comm, w->size, id, w->rank), "CommInitRank", err),
                             err);
    return rc;
}

int gam_comm_gpu_open(struct gam_comm_gpu *g, struct gam_world *w, struct gam_err *err)
{
    int rc;

    *g = (struct gam_comm_gpu){ .nccl = NULL };
    rc = agree(w, own_open(g, w, err), err);
    if (!rc)
        rc = join(g, w, err);
    if (!rc)
        snprintf(g->link, sizeof g->link, "GPU %s", g->nccl->text);
    if (rc)
        gam_comm_gpu_close(g);
    return rc;
}

void gam_comm_gpu_close(struct gam_comm_gpu *g)
{
    if (g->comm)
        g->nccl->comm_destroy(g->comm);
    if (g->device.backend) {
        g->device.backend->release(g->device.state, &g->in);
        g->device.backend->release(g->device.state, &g->out);
    }
    gam_device_close(&g->device);
    *g = (struct gam_comm_gpu){ .nccl = NULL };
}

int gam_comm_gpu_buffers(struct gam_comm_gpu *g, uint64_t bytes, struct gam_err *err)
{
    int rc = g->device.backend->alloc(g->device.state, 1, bytes, &g->in, err);

    return rc ? rc : g->device.backend->alloc(g->device.state, 1, bytes, &g->out, err);
}

int gam_comm_gpu_check(const struct gam_comm_gpu *g, int status, const char *what, struct gam_err *err)
{
    return status ? gam_err_set(err, -GAM_EDEVICE, "%s: %s says '%.120s'", what, g->nccl->text, g->nccl->status_text(status)) : 0;
}

int gam_comm_gpu_finish(const struct gam_comm_gpu *g, struct gam_err *err)
{
    int status = g->queue->driver->stream_synchronize(g->queue->stream);

    return status ? gam_err_set(err, -GAM_EDEVICE, "the GPU's queue ended with error %d", status) : 0;
}
