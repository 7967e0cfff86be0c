/* SPDX-License-Identifier: MIT */
/* Kernels recorded once and started together: what a launch costs where a program uses graphs. */
#include "collector/device/gpu/gpu.h"

int gam_gpu_has_graphs(const struct gpu_state *s)
{
    const struct gam_gpu_driver *d = s->driver;

    return d->capture_begin && d->capture_end && d->graph_instantiate && d->graph_launch && d->graph_exec_destroy &&
           d->graph_destroy;
}

void gam_gpu_graph_release(struct gpu_state *s, struct gpu_shot *shot)
{
    if (shot->exec)
        s->driver->graph_exec_destroy(shot->exec);
    if (shot->graph)
        s->driver->graph_destroy(shot->graph);
    shot->exec = shot->graph = NULL;
}

/* The capture ends whatever happened inside, or the stream would stay unusable. */
static int graph_record(struct gpu_state *s, struct gam_launch *launch, struct gpu_shot *shot, void *const *operand,
                        struct gam_err *err)
{
    int rc = gam_gpu_check(s, s->driver->capture_begin(s->stream, GAM_GPU_CAPTURE_THREAD), "cannot record a graph", err), number;

    if (rc)
        return rc;
    for (uint32_t i = 0; i < launch->graph && !rc; i++)
        rc = gam_gpu_fire(s, launch, shot, operand, err);
    number = s->driver->capture_end(s->stream, &shot->graph);
    return rc ? rc : gam_gpu_check(s, number, "cannot record a graph", err);
}

int gam_gpu_graph_make(struct gpu_state *s, struct gam_launch *launch, struct gpu_shot *shot, void *const *operand,
                       struct gam_err *err)
{
    int rc;

    if (!gam_gpu_has_graphs(s))
        return gam_err_set(err, -GAM_EUNSUPPORTED, "device '%s': its driver has no graphs", s->id);
    rc = graph_record(s, launch, shot, operand, err);
    if (!rc)
        rc = gam_gpu_check(s, s->driver->graph_instantiate(&shot->exec, shot->graph, 0), "cannot make the graph ready", err);
    if (!rc)
        rc = gam_gpu_fire(s, launch, shot, operand, err);
    if (!rc)
        rc = gam_gpu_check(s, s->driver->stream_synchronize(s->stream), "the graph failed", err);
    if (rc)
        gam_gpu_graph_release(s, shot);
    return rc;
}
