/* SPDX-License-Identifier: MIT */
/* Which implementations run here: each is asked on every device that takes its language, for its kinds' example in the element
 * types that one of them may have. */
#include "cli/doctor/rows.h"
#include "collector/device.h"
#include "collector/topology.h"
#include "common/err.h"
#include "kernels/impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES_MAX = 16, NAMES_MAX = 400 };

struct asked {
    struct gam_open_device device[DEVICES_MAX];
    size_t n;
};

/* Which Debian package brings a library that an implementation opens at run time. */
static const char *remedy_of(const char *implementation)
{
    static const struct {
        const char *implementation, *remedy;
    } known[] = {
        { "openblas", "apt-get install libopenblas0-openmp" },
        { "onednn", "apt-get install libdnnl-dev" },
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strcmp(known[i].implementation, implementation))
            return known[i].remedy;
    return NULL;
}

/* A kind that the implementation serves, to ask it about. */
static const struct gam_op_kind *kind_of(const struct gam_impl *impl)
{
    if (impl->kinds[0])
        return gam_op_kind_find(impl->kinds[0]);
    for (size_t i = 0; gam_op_kinds[i]; i++)
        if (impl->serves && gam_op_kinds[i]->class == GAM_OP_SUBJECT && impl->serves(gam_op_kinds[i]->name))
            return gam_op_kinds[i];
    return NULL;
}

/* The element type stands at the end of every example. 0 when the implementation takes one of them on that device. */
static int takes(const struct gam_impl *impl, const struct gam_op_kind *kind, const struct gam_open_device *d,
                 struct gam_err *why)
{
    static const char *const dtypes[] = { "f32", "bf16", "f16", "f64" };
    int length = (int)(strstr(kind->example, "dtype=") - kind->example);
    struct gam_caps caps = { .threads = d->threads };

    d->backend->caps(d->state, d->threads, &caps);
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++) {
        char spec[GAM_OP_SPEC_MAX];
        struct gam_err other = { .code = 0 };
        struct gam_op op;

        snprintf(spec, sizeof spec, "%.*sdtype=%s", length, kind->example, dtypes[i]);
        if (!gam_op_parse(spec, &op, &other) && !impl->supports(&op, &caps, &other))
            return 0;
        if (i == 0)
            *why = other; /* of the usual type: the reasons of the others say less */
    }
    return why->code ? why->code : -GAM_EUNSUPPORTED;
}

static const char *language_of(const struct gam_impl *impl)
{
    static const char *const words[] = { [GAM_LANG_HOST] = "functions of the host",
                                         [GAM_LANG_OPENCL] = "OpenCL C, CUDA or HIP",
                                         [GAM_LANG_CUDA] = "CUDA",
                                         [GAM_LANG_HIP] = "HIP" };

    return words[impl->lang];
}

static void implementation_add(struct gam_doctor_rows *rows, const struct gam_impl *impl, const struct asked *a)
{
    const struct gam_op_kind *kind = kind_of(impl);
    char names[NAMES_MAX] = "", reason[2 * NAMES_MAX];
    struct gam_err why = { .code = 0 };

    if (!kind || kind->class != GAM_OP_SUBJECT || !strstr(kind->example, "dtype="))
        return;
    for (size_t i = 0; i < a->n; i++) {
        struct gam_err one = { .code = 0 };
        size_t used = strlen(names);

        if (!(a->device[i].backend->langs & gam_impl_langs(impl)))
            continue;
        if (!takes(impl, kind, &a->device[i], &one))
            snprintf(names + used, sizeof names - used, "%s%.64s", used ? ", " : "", a->device[i].info.id);
        else if (!why.code)
            why = one;
    }
    if (names[0]) {
        snprintf(reason, sizeof reason, "%.300s, on %s", impl->version ? impl->version() : "built in", names);
        gam_doctor_row_add(rows, "implementation", impl->name, "ready", reason, NULL);
        return;
    }
    snprintf(reason, sizeof reason, "no device here takes %s", language_of(impl));
    gam_doctor_row_add(rows, "implementation", impl->name, "missing", why.text[0] ? why.text : reason, remedy_of(impl->name));
}

/* One name may stand for several kinds: it is asked once. */
static int named_before(size_t i)
{
    for (size_t k = 0; k < i; k++) {
        const struct gam_op_kind *kind = kind_of(gam_impls[k]);

        if (!strcmp(gam_impls[k]->name, gam_impls[i]->name) && kind && kind->class == GAM_OP_SUBJECT)
            return 1;
    }
    return 0;
}

static void devices_open(const struct gam_device_backend *const *more, const struct gam_device_config *config, struct asked *out)
{
    const struct gam_device_backend *backend;

    for (size_t b = 0; (backend = gam_device_backend_at(more, b)); b++) {
        int n = gam_device_count(backend, config, NULL);

        for (int i = 0; i < n && out->n < DEVICES_MAX; i++) {
            struct gam_device_info info;

            if (gam_device_info(backend, i, config, &info, NULL))
                continue;
            if (gam_device_open(info.id, config, &out->device[out->n], NULL))
                gam_device_close(&out->device[out->n]);
            else
                out->n++;
        }
    }
}

void gam_doctor_implementations(struct gam_doctor_rows *rows, const struct gam_device_backend *const *more)
{
    struct gam_topology topology = { 0 };
    struct gam_device_config config = { .topology = &topology, .threads = 1, .more = more };
    struct asked *a = calloc(1, sizeof *a);

    if (!a || gam_topology_read(NULL, &topology, NULL)) {
        free(a);
        return;
    }
    devices_open(more, &config, a);
    for (size_t i = 0; gam_impls[i]; i++)
        if (!named_before(i))
            implementation_add(rows, gam_impls[i], a);
    for (size_t i = 0; i < a->n; i++)
        gam_device_close(&a->device[i]);
    gam_topology_release(&topology);
    free(a);
}
