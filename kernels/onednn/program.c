/* SPDX-License-Identifier: MIT */
#include "kernels/onednn/program.h"

#include "common/err.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static const char *status_word(int status)
{
    static const char *const words[] = { "success",       "out of memory", "invalid arguments", "not implemented",
                                         "iterator ends", "runtime error", "not required" };

    return status >= 0 && (size_t)status < sizeof words / sizeof words[0] ? words[status] : "unknown status";
}

int gam_onednn_check(int status, const char *what, struct gam_err *err)
{
    if (status == GAM_ONEDNN_SUCCESS)
        return 0;
    return gam_err_set(err, status == GAM_ONEDNN_UNIMPLEMENTED ? -GAM_EUNSUPPORTED : -GAM_EDEVICE, "oneDNN: %s: %s", what,
                       status_word(status));
}

const char *gam_onednn_version(void)
{
    const struct gam_onednn_api *api;

    return gam_onednn_get(&api, NULL) ? NULL : api->text;
}

int gam_onednn_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    const struct gam_onednn_api *api;
    struct gam_err reason = { 0 };

    if (!(caps->langs & 1u << GAM_LANG_HOST))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "runs on the cpu only");
    if (!gam_op_is_uniform(op, GAM_DTYPE_F32))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "used for f32 only");
    if (gam_onednn_get(&api, &reason))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "oneDNN: %s; install libdnnl", reason.text);
    return 0;
}

int gam_onednn_program_new(int threads, struct gam_onednn_program **out, struct gam_err *err)
{
    struct gam_onednn_program *p;
    const struct gam_onednn_api *api;
    int rc = gam_onednn_get(&api, err);

    if (rc)
        return rc;
    p = calloc(1, sizeof *p);
    if (!p)
        return gam_err_nomem(err);
    p->threads = threads;
    p->context.api = api;
    p->dialect = api->major == 2 ? &gam_onednn_dialect_2 : &gam_onednn_dialect_3;
    rc = gam_onednn_check(api->engine_create(&p->context.engine, GAM_ONEDNN_CPU, 0), "engine", err);
    if (!rc)
        rc = gam_onednn_check(api->stream_create(&p->stream, p->context.engine, GAM_ONEDNN_STREAM_DEFAULT), "stream", err);
    if (rc) {
        gam_onednn_program_free(p);
        return rc;
    }
    *out = p;
    return 0;
}

void gam_onednn_program_free(struct gam_onednn_program *p)
{
    const struct gam_onednn_api *api;

    if (!p)
        return;
    api = p->context.api;
    for (int i = 0; i < p->n_steps; i++)
        api->primitive_destroy(p->step[i].primitive);
    for (int i = 0; i < p->n_memories; i++)
        api->memory_destroy(p->memory[i].handle);
    if (p->stream)
        api->stream_destroy(p->stream);
    if (p->context.engine)
        api->engine_destroy(p->context.engine);
    free(p);
}

int gam_onednn_memory_add(struct gam_onednn_program *p, const void *md, int operand, struct gam_err *err)
{
    void *const library_allocates = (void *)(intptr_t)-1;
    struct gam_onednn_memory *m = &p->memory[p->n_memories];
    int rc;

    if (p->n_memories == GAM_ONEDNN_MEMORIES)
        return gam_err_set(err, -GAM_EINTERNAL, "oneDNN: more than %d memories", GAM_ONEDNN_MEMORIES);
    rc = gam_onednn_check(
        p->context.api->memory_create(&m->handle, md, p->context.engine, operand < 0 ? library_allocates : NULL), "memory", err);
    if (rc)
        return rc;
    m->operand = operand;
    return p->n_memories++;
}

int gam_onednn_step_add(struct gam_onednn_program *p, const void *pd, const struct gam_onednn_binding *bindings, int n,
                        struct gam_err *err)
{
    struct gam_onednn_step *s = &p->step[p->n_steps];
    int rc;

    if (p->n_steps == GAM_ONEDNN_STEPS || n > GAM_ONEDNN_ARGS)
        return gam_err_set(err, -GAM_EINTERNAL, "oneDNN: more than %d steps or %d arguments", GAM_ONEDNN_STEPS, GAM_ONEDNN_ARGS);
    rc = gam_onednn_check(p->context.api->primitive_create(&s->primitive, pd), "primitive", err);
    if (rc)
        return rc;
    s->n = n;
    for (int i = 0; i < n; i++)
        s->args[i] = (struct gam_onednn_exec_arg){ bindings[i].arg, p->memory[bindings[i].memory].handle };
    p->n_steps++;
    return 0;
}

int gam_onednn_reorder_add(struct gam_onednn_program *p, const void *from_md, int from, const void *to_md, int to,
                           struct gam_err *err)
{
    const struct gam_onednn_api *api = p->context.api;
    const struct gam_onednn_binding bindings[] = { { GAM_ONEDNN_ARG_SRC, from }, { GAM_ONEDNN_ARG_DST, to } };
    void *engine = p->context.engine, *pd = NULL;
    int rc = gam_onednn_check(api->reorder_primitive_desc_create(&pd, from_md, engine, to_md, engine, NULL), "reorder", err);

    if (rc)
        return rc;
    rc = gam_onednn_step_add(p, pd, bindings, 2, err);
    api->primitive_desc_destroy(pd);
    return rc;
}

int gam_onednn_program_run(struct gam_onednn_program *p, void *const *operand)
{
    const struct gam_onednn_api *api = p->context.api;
    int before = omp_get_max_threads(), status = GAM_ONEDNN_SUCCESS;

    omp_set_num_threads(p->threads); /* the library takes this thread's default number */
    for (int i = 0; i < p->n_memories && !status; i++)
        if (p->memory[i].operand >= 0)
            status = api->memory_set_data_handle(p->memory[i].handle, operand[p->memory[i].operand]);
    for (int i = 0; i < p->n_steps && !status; i++)
        status = api->primitive_execute(p->step[i].primitive, p->stream, p->step[i].n, p->step[i].args);
    if (!status)
        status = api->stream_wait(p->stream);
    omp_set_num_threads(before);
    return gam_onednn_check(status, "run", NULL);
}

static int run(struct gam_launch *launch, void *const *operand)
{
    return gam_onednn_program_run(launch->state, operand);
}

static void release(struct gam_launch *launch)
{
    gam_onednn_program_free(launch->state);
    launch->state = NULL;
}

int gam_onednn_plan(gam_onednn_build *build, const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out,
                    struct gam_err *err)
{
    struct gam_onednn_program *p = NULL;
    struct gam_launch launch = {
        .lang = GAM_LANG_HOST, .run = run, .release = release, .threads = caps->threads, .flop_scale = 1
    };
    int rc = gam_onednn_supports(op, caps, err), before = omp_get_max_threads();

    if (rc)
        return rc;
    rc = gam_onednn_program_new(caps->threads, &p, err);
    if (rc)
        return rc;
    omp_set_num_threads(caps->threads); /* primitives are made for as many as this thread may start */
    rc = build(p, op, launch.detail, err);
    omp_set_num_threads(before);
    if (rc) {
        gam_onednn_program_free(p);
        return rc;
    }
    launch.state = p;
    *out = launch;
    return 0;
}

void gam_onednn_detail(const struct gam_onednn_program *p, const void *pd, const char *more, char *detail)
{
    const char *name = NULL;

    if (p->context.api->primitive_desc_query(pd, GAM_ONEDNN_QUERY_IMPLEMENTATION, 0, &name) || !name)
        name = "unnamed code";
    snprintf(detail, GAM_ONEDNN_DETAIL, "%s%s", name, more);
}

int gam_onednn_md_rows(const struct gam_onednn_program *p, int n, const int64_t *dims, void **md)
{
    gam_onednn_dims strides = { 0 };

    for (int i = n - 1; i >= 0; i--)
        strides[i] = i == n - 1 ? 1 : strides[i + 1] * dims[i + 1];
    return p->dialect->md_strides(&p->context, n, dims, strides, md);
}
