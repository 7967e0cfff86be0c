/* SPDX-License-Identifier: MIT */
/* Sources are compiled once per device: shapes are arguments of the kernels, so that few sources serve many operators. */
#include "collector/device/opencl/opencl_priv.h"
#include "common/err.h"

#include <stdlib.h>
#include <string.h>

enum { PROGRAMS_MAX = 256, KERNELS_MAX = 4, LOG_MAX = 1 << 16 };

struct cl_program {
    struct cl_program *next;
    char *source;
    gam_cl program, kernel[KERNELS_MAX];
    char entry[KERNELS_MAX][40];
    size_t n_kernels;
};

static void program_free(struct cl_state *s, struct cl_program *p)
{
    for (size_t i = 0; i < p->n_kernels; i++)
        s->cl->release_kernel(p->kernel[i]);
    if (p->program)
        s->cl->release_program(p->program);
    free(p->source);
    free(p);
}

void cl_programs_release(struct cl_state *s)
{
    while (s->programs) {
        struct cl_program *next = s->programs->next;

        program_free(s, s->programs);
        s->programs = next;
    }
    s->n_programs = 0;
}

/* The first line of the log that speaks of an error, else the first that says anything. */
static int build_failed(struct cl_state *s, gam_cl program, int rc, struct gam_err *err)
{
    char *log = calloc(1, LOG_MAX + 1), *line;

    if (!log)
        return gam_err_nomem(err);
    s->cl->get_program_build_info(program, s->at.device, GAM_CL_PROGRAM_BUILD_LOG, LOG_MAX, log, NULL);
    line = strstr(log, "error:");
    while (line && line > log && line[-1] != '\n')
        line--;
    if (!line)
        line = log + strspn(log, " \t\n");
    line[strcspn(line, "\n")] = 0;
    gam_err_set(err, -GAM_EDEVICE, "the device's compiler refused the kernel: %.300s", *line ? line : gam_opencl_error(rc));
    free(log);
    return -GAM_EDEVICE;
}

static int program_build(struct cl_state *s, struct cl_program *p, struct gam_err *err)
{
    const char *text = p->source;
    int rc = 0;

    p->program = s->cl->create_program_with_source(s->context, 1, &text, NULL, &rc);
    if (!p->program)
        return cl_fail(s, rc, "the kernel's source was refused", err);
    rc = s->cl->build_program(p->program, 1, &s->at.device, "-cl-std=CL1.2", NULL, NULL);
    return rc ? build_failed(s, p->program, rc, err) : 0;
}

static int program_get(struct cl_state *s, const char *source, struct cl_program **out, struct gam_err *err)
{
    struct cl_program *p = s->programs;
    int rc;

    while (p && strcmp(p->source, source) != 0)
        p = p->next;
    *out = p;
    if (p)
        return 0;
    if (s->n_programs == PROGRAMS_MAX)
        cl_programs_release(s);
    p = calloc(1, sizeof *p);
    if (!p)
        return gam_err_nomem(err);
    p->source = strdup(source);
    rc = p->source ? program_build(s, p, err) : gam_err_nomem(err);
    if (rc) {
        program_free(s, p);
        return rc;
    }
    p->next = s->programs;
    s->programs = p;
    s->n_programs++;
    *out = p;
    return 0;
}

int cl_kernel_get(struct cl_state *s, const char *source, const char *entry, gam_cl *out, struct gam_err *err)
{
    struct cl_program *p;
    int rc = program_get(s, source, &p, err);
    gam_cl kernel;

    if (rc)
        return rc;
    for (size_t i = 0; i < p->n_kernels; i++)
        if (!strcmp(p->entry[i], entry)) {
            *out = p->kernel[i];
            return 0;
        }
    if (p->n_kernels == KERNELS_MAX || strlen(entry) >= sizeof p->entry[0])
        return gam_err_set(err, -GAM_EINTERNAL, "opencl: kernel '%s' is one too many of its source, or its name too long", entry);
    kernel = s->cl->create_kernel(p->program, entry, &rc);
    if (!kernel)
        return cl_fail(s, rc, entry, err);
    memcpy(p->entry[p->n_kernels], entry, strlen(entry) + 1);
    p->kernel[p->n_kernels++] = kernel;
    *out = kernel;
    return 0;
}
