/* SPDX-License-Identifier: MIT */
/* Every kernel through the real NVRTC or hiprtc (the first argument), where there is one: in f32 (those of tensor cores in every
 * type of theirs) for every architecture that NVRTC knows, for some of AMD's; in every size of f32 and bf16, and in the other
 * types, for one.
 * That they compile is all that is shown here.
 */
#include "tests/unit/gam_test.h"

#include "common/vendor/dl_hiprtc.h"
#include "common/vendor/dl_nvrtc.h"
#include "kernels/gpu/gpu.h"
#include "kernels/gpu/queue.h"

#include <stdio.h>
#include <stdlib.h>

enum { ARCHS = 64 };

static struct gam_gpu_rtc rtc;
static enum gam_lang lang;
static struct architecture {
    char option[48];
    int major, minor;
} arch[ARCHS];
static int n_archs, reference, have; /* reference: index of the one for all sizes */
static char why_not[300];

static int find_nvrtc(void **state)
{
    struct gam_err err = { .code = 0 };
    int list[ARCHS];

    (void)state;
    lang = GAM_LANG_CUDA;
    if (gam_nvrtc_open(0, &rtc, &err)) {
        snprintf(why_not, sizeof why_not, "%.290s", err.text);
        return 0;
    }
    if (rtc.archs_number(&n_archs) || n_archs < 1 || n_archs > ARCHS || rtc.archs(list))
        return -1;
    for (int i = 0; i < n_archs; i++) {
        arch[i] = (struct architecture){ .major = list[i] / 10, .minor = list[i] % 10 };
        snprintf(arch[i].option, sizeof arch[i].option, "--gpu-architecture=sm_%d", list[i]);
        reference = list[i] == 90 ? i : reference;
    }
    have = 1;
    return 0;
}

static int find_hiprtc(void **state)
{
    static const char *const names[] = { "gfx906", "gfx90a", "gfx1030" };
    struct gam_err err = { .code = 0 };

    (void)state;
    lang = GAM_LANG_HIP;
    if (gam_hiprtc_open(&rtc, &err)) {
        snprintf(why_not, sizeof why_not, "%.290s", err.text);
        return 0;
    }
    for (n_archs = 0; n_archs < 3; n_archs++)
        snprintf(arch[n_archs].option, sizeof arch[n_archs].option, "--offload-arch=%s", names[n_archs]);
    reference = 1;
    have = 1;
    return 0;
}

static void compiles(const char *source, const struct architecture *a, const char *what)
{
    const char *const options[] = { a->option, "-std=c++17" };
    char log[2000] = "";
    void *program = NULL;
    size_t bytes = 0;

    assert_int_equal(rtc.create(&program, source, "kernel", 0, NULL, NULL), 0);
    if (rtc.compile(program, 2, options)) {
        if (!rtc.log_size(program, &bytes) && bytes < sizeof log)
            rtc.log(program, log);
        fail_msg("%s for %s: %s", what, a->option, log);
    }
    assert_int_equal(rtc.code_size(program, &bytes), 0);
    assert_true(bytes > 0);
    rtc.destroy(&program);
}

/* The caps of a large GPU with everything that a kernel may ask for; for NVRTC
 * of no kind, so that sizes meant for cores are compiled too (hiprtc would take minutes for these). */
static struct gam_caps caps_of(const struct architecture *a, struct gam_gpu_queue *queue)
{
    *queue = (struct gam_gpu_queue){ .lang = lang, .major = a->major, .minor = a->minor };
    return (struct gam_caps){ .device_kind = lang == GAM_LANG_CUDA ? NULL : "gpu",
                              .langs = 1u << lang,
                              .threads = 1,
                              .memory_bytes = 1ull << 34,
                              .dtypes = 1u << GAM_DTYPE_F64 | 1u << GAM_DTYPE_F32 | 1u << GAM_DTYPE_F16 | 1u << GAM_DTYPE_BF16,
                              .local_bytes = 48 << 10,
                              .group_items = 1024,
                              .units = 100,
                              .llc_bytes = 50 << 20,
                              .host = queue };
}

static int plan_compiles(const struct gam_impl *impl, const char *spec, const struct architecture *a, uint32_t variant)
{
    struct gam_gpu_queue queue;
    struct gam_caps caps = caps_of(a, &queue);
    struct gam_launch launch = { .lang = lang };
    struct gam_err err = { .code = 0 };
    char what[GAM_OP_SPEC_MAX + 80];
    struct gam_op op;

    if (gam_op_parse(spec, &op, &err))
        fail_msg("%s", err.text);
    caps.variant = variant;
    if (impl->supports(&op, &caps, &err))
        return 0;
    if (variant && (!impl->variants || variant >= impl->variants(&op, &caps)))
        return 0;
    if (impl->plan(&op, &caps, &launch, &err))
        fail_msg("%s: %s", spec, err.text);
    snprintf(what, sizeof what, "%s of %s, variant %u", impl->name, spec, variant);
    if (launch.source)
        compiles(launch.source, a, what);
    gam_launch_release(&launch);
    return 1;
}

/* The example of a kind in another type; its text ends with "dtype=...". */
static void spec_in(const struct gam_op_kind *kind, const char *dtype, char *out, size_t size)
{
    const char *at = strstr(kind->example, "dtype=");

    snprintf(out, size, "%.*sdtype=%s", (int)(at - kind->example), kind->example, dtype);
}

/* name: of the one implementation; NULL: of all. */
static int each_implementation(const struct gam_op_kind *kind, const char *dtype, const struct architecture *a, const char *name,
                               int all_variants)
{
    char spec[GAM_OP_SPEC_MAX];
    struct gam_op op;
    int n = 0;

    spec_in(kind, dtype, spec, sizeof spec);
    if (gam_op_parse(spec, &op, NULL))
        return 0; /* the kind has no such type */
    for (const struct gam_impl *impl = gam_impl_next(NULL, kind->name); impl; impl = gam_impl_next(impl, kind->name))
        if (gam_impl_langs(impl) & 1u << lang && impl->version == gpu_version && /* a library needs its device */
            (!name || !strcmp(name, impl->name)))
            for (uint32_t variant = 0; plan_compiles(impl, spec, a, variant); variant++) {
                n++;
                if (!all_variants)
                    break;
            }
    return n;
}

static void for_every_architecture(void **state)
{
    static const char *const tensor[] = { "f16", "bf16", "tf32", "i8", "f8e4m3" };
    int n = 0;

    (void)state;
    if (!have) {
        print_message("skipped: %s\n", why_not);
        skip();
    }
    for (int a = 0; a < n_archs; a++)
        for (size_t i = 0; gam_op_kinds[i]; i++) {
            n += each_implementation(gam_op_kinds[i], gam_op_kinds[i]->class == GAM_OP_ROOF_LAUNCH ? "f64" : "f32", &arch[a],
                                     NULL, 0);
            for (size_t t = 0; t < sizeof tensor / sizeof *tensor; t++)
                n += each_implementation(gam_op_kinds[i], tensor[t], &arch[a], "mma", 0);
        }
    print_message("%d kernels for %d architectures, %s to %s\n", n, n_archs, arch[0].option, arch[n_archs - 1].option);
    assert_true(n >= 5 * n_archs);
}

static void in_every_type_and_size(void **state)
{
    static const char *const dtypes[] = { "f32", "f64", "f16", "bf16" };
    int n = 0;

    (void)state;
    if (!have) {
        print_message("skipped: %s\n", why_not);
        skip();
    }
    for (size_t i = 0; gam_op_kinds[i]; i++)
        for (size_t d = 0; d < 4; d++)
            n += each_implementation(gam_op_kinds[i], dtypes[d], &arch[reference], NULL, d == 0 || d == 3);
    print_message("%d kernels, %s\n", n, arch[reference].option);
    assert_true(n >= 20);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(for_every_architecture), cmocka_unit_test(in_every_type_and_size) };

    if (argc == 2 && !strcmp(argv[1], "hiprtc"))
        return cmocka_run_group_tests(tests, find_hiprtc, NULL);
    return argc == 2 && !strcmp(argv[1], "nvrtc") ? cmocka_run_group_tests(tests, find_nvrtc, NULL) : 2;
}
