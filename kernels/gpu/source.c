/* SPDX-License-Identifier: MIT */
#include "kernels/gpu/source.h"

#include "common/embedded.h"
#include "common/err.h"
#include "common/strbuf.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#ifndef GAM_GPU_BUILD
#error "GAM_GPU_BUILD: hash of the sources and descriptions of GPU kernels; set by kernels/CMakeLists.txt"
#endif

enum { SOURCE_CAP = 1 << 20, SOURCE_NAME_MAX = 64 };

static const struct {
    enum gam_lang lang;
    const char *part[4]; /* before the kernel's own text */
} preludes[] = {
    { GAM_LANG_OPENCL, { "paste", "prelude_opencl", "prelude_common" } },
    { GAM_LANG_CUDA, { "paste", "prelude_cuda", "prelude_cpp", "prelude_common" } },
    { GAM_LANG_HIP, { "paste", "prelude_hip", "prelude_cpp", "prelude_common" } },
};

static const struct {
    enum gam_dtype type;
    const char *word;
} type_words[] = {
    { GAM_DTYPE_F64, "f64" },
    { GAM_DTYPE_F32, "f32" },
    { GAM_DTYPE_F16, "f16" },
    { GAM_DTYPE_BF16, "bf16" },
};

const char *gpu_version(void)
{
    return "kernels " GAM_GPU_BUILD;
}

const char *gpu_type_word(enum gam_dtype type)
{
    for (size_t i = 0; i < sizeof type_words / sizeof type_words[0]; i++)
        if (type_words[i].type == type)
            return type_words[i].word;
    return NULL;
}

static enum gam_dtype type_of(const struct gam_op *op, const char *key)
{
    return gam_op_has(op, key) ? (enum gam_dtype)gam_op_int(op, key) : gam_op_dtype(op);
}

enum gam_dtype gpu_type_in(const struct gam_op *op)
{
    return gam_op_dtype(op);
}

enum gam_dtype gpu_type_weights(const struct gam_op *op)
{
    return type_of(op, "wdtype");
}

enum gam_dtype gpu_type_out(const struct gam_op *op)
{
    return type_of(op, "out");
}

enum gam_dtype gpu_type_acc(const struct gam_op *op)
{
    return type_of(op, "acc");
}

static int embedded_put(const char *name, struct gam_strbuf *out, struct gam_err *err)
{
    for (const struct gam_embedded *e = gam_embedded_gpu; e->name; e++)
        if (!strcmp(e->name, name)) {
            gam_strbuf_text(out, e->text);
            return 0;
        }
    return gam_err_set(err, -GAM_EINTERNAL, "no gpu source '%s' is built in", name);
}

/* The sources named, one after another. */
static int sources_put(const char *names, struct gam_strbuf *out, struct gam_err *err)
{
    char name[SOURCE_NAME_MAX];
    int rc = 0;

    for (const char *p = names; *p && !rc; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");

        snprintf(name, sizeof name, "%.*s", (int)length, p);
        rc = embedded_put(name, out, err);
        p += length;
    }
    return rc;
}

static void define_put(struct gam_strbuf *out, const char *name, size_t length, int64_t value)
{
    gam_strbuf_text(out, "#define ");
    for (size_t i = 0; i < length; i++)
        gam_strbuf_char(out, (char)toupper((unsigned char)name[i]));
    gam_strbuf_printf(out, " %" PRId64 "\n", value);
}

static int constants_put(const char *names, const struct gpu_values *values, struct gam_strbuf *out, struct gam_err *err)
{
    for (const char *p = names; p && *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " "), i = 0;

        while (i < values->n && (strlen(values->v[i].name) != length || strncmp(values->v[i].name, p, length) != 0))
            i++;
        if (i == values->n)
            return gam_err_set(err, -GAM_EINTERNAL, "gpu kernel: constant '%.*s' is no known name", (int)length, p);
        define_put(out, p, length, values->v[i].value);
        p += length;
    }
    return 0;
}

static void types_put(const struct gam_gpu_kernel *kernel, const struct gam_op *op, struct gam_strbuf *out)
{
    if (kernel->moves_only) {
        gam_strbuf_text(out, "#define IN f32\n#define W f32\n#define OUT f32\n#define ACC f32\n");
        return;
    }
    gam_strbuf_printf(out, "#define IN %s\n#define W %s\n#define OUT %s\n#define ACC %s\n", gpu_type_word(gpu_type_in(op)),
                      gpu_type_word(gpu_type_weights(op)), gpu_type_word(gpu_type_out(op)), gpu_type_word(gpu_type_acc(op)));
    if (gpu_type_in(op) == GAM_DTYPE_F64 || gpu_type_weights(op) == GAM_DTYPE_F64 || gpu_type_out(op) == GAM_DTYPE_F64 ||
        gpu_type_acc(op) == GAM_DTYPE_F64)
        gam_strbuf_text(out, "#define HAS_F64 1\n");
}

static int prelude_put(const struct gam_caps *caps, struct gam_strbuf *out, struct gam_err *err)
{
    for (size_t i = 0; i < sizeof preludes / sizeof preludes[0]; i++)
        if (caps->langs & 1u << preludes[i].lang) {
            int rc = 0;

            for (size_t p = 0; p < sizeof preludes[i].part / sizeof preludes[i].part[0] && preludes[i].part[p] && !rc; p++)
                rc = embedded_put(preludes[i].part[p], out, err);
            return rc;
        }
    return gam_err_set(err, -GAM_EUNSUPPORTED, "gpu: the device takes no language that the kernels are written in");
}

int gpu_source(const struct gam_gpu_kernel *kernel, const struct gam_op *op, const struct gam_caps *caps,
               const struct gpu_tuning *tuning, const struct gpu_values *values, char **out, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(SOURCE_CAP);
    int rc;

    types_put(kernel, op, &text);
    for (int i = 0; i < 3; i++)
        gam_strbuf_printf(&text, "#define GROUP_%c %u\n", 'X' + i,
                          tuning->local[i] ? tuning->local[i] : (uint32_t)gam_op_int(op, "items"));
    for (int i = 0; i < GPU_TUNING_VALUES && tuning->v[i].name; i++)
        define_put(&text, tuning->v[i].name, strlen(tuning->v[i].name), tuning->v[i].value);
    rc = constants_put(kernel->constants, values, &text, err);
    if (!rc)
        rc = prelude_put(caps, &text, err);
    if (!rc)
        rc = sources_put(tuning->source ? tuning->source : kernel->source, &text, err);
    if (!rc)
        rc = gam_strbuf_status(&text, err);
    if (!rc)
        *out = gam_strbuf_take(&text);
    gam_strbuf_release(&text);
    return rc;
}
