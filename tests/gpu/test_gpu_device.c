/* SPDX-License-Identifier: MIT */
/* The CUDA backend against a fake libcuda and NVRTC, opened by the usual names. */
#include "tests/unit/gam_test.h"

#include "collector/device.h"
#include "script.h"

#include <stdlib.h>

extern const struct gam_device_backend gam_device_cuda;
static const struct gam_device_backend *const backend = &gam_device_cuda;
static const struct gam_device_config config = { .threads = 1 };

static int fresh(void **state)
{
    (void)state;
    fake_reset();
    return 0;
}

static void *device_state(void)
{
    void *s = calloc(1, backend->state_size);

    assert_non_null(s);
    return s;
}

static void *opened(void)
{
    struct gam_err err = { .code = 0 };
    void *s = device_state();

    if (backend->open(s, 0, &config, &err))
        fail_msg("%s", err.text);
    return s;
}

static void closed(void *s)
{
    backend->close(s);
    backend->close(s);
    free(s);
    assert_int_equal(fake_script()->live_contexts, 0);
    assert_int_equal(fake_script()->live_streams, 0);
    assert_int_equal(fake_script()->live_events, 0);
    assert_int_equal(fake_script()->live_modules, 0);
    assert_int_equal(fake_script()->live_buffers, 0);
}

static void not_ready(const char *reason, const char *remedy)
{
    struct gam_probe probe;

    backend->probe(&probe);
    assert_false(probe.ready);
    if (!strstr(probe.reason, reason) || !strstr(probe.remedy, remedy))
        fail_msg("'%s', '%s'; expected '%s', '%s'", probe.reason, probe.remedy, reason, remedy);
}

static void says_what_it_is(void **state)
{
    struct gam_device_info info;
    struct gam_probe probe;
    struct gam_err err = { .code = 0 };

    (void)state;
    backend->probe(&probe);
    assert_true(probe.ready);
    assert_non_null(strstr(probe.reason, "1 device, CUDA 13.0"));
    assert_non_null(strstr(probe.reason, "tested without hardware only"));
    assert_int_equal(backend->count(&config, &err), 1);
    assert_int_equal(backend->info(0, &config, &info, &err), 0);
    assert_string_equal(info.id, "cuda:0");
    assert_string_equal(info.kind, "gpu");
    assert_string_equal(info.isa, "sm_90");
    assert_string_equal(info.class_, "gpu/NVIDIA/Fake GPU F1/sm_90/7u-1024MiB");
    assert_int_equal(info.units, 7);
    assert_int_equal(info.n_memory, 2);
    assert_string_equal(info.memory[0].level, "L2");
    assert_int_equal(info.memory[0].size_bytes, 3 << 20);
    assert_string_equal(info.memory[1].level, "DRAM");
    assert_int_equal(backend->info(1, &config, &info, &err), -GAM_ENOENT);
}

/* A part with units switched off, or a slice, is another class; an unknown part still is a device. */
static void counts_what_is_there(void **state)
{
    struct gam_device_info full, part;

    (void)state;
    fake_script()->n_devices = 2;
    fake_script()->device[1].units = 3;
    fake_script()->device[1].l2_bytes = 0;
    assert_int_equal(backend->count(&config, NULL), 2);
    assert_int_equal(backend->info(0, &config, &full, NULL), 0);
    assert_int_equal(backend->info(1, &config, &part, NULL), 0);
    assert_string_equal(part.id, "cuda:1");
    assert_string_not_equal(full.class_, part.class_);
    assert_int_equal(part.units, 3);
    assert_int_equal(part.n_memory, 1); /* a cache that the driver does not name is not made up */
}

static void says_why_not(void **state)
{
    (void)state;
    fake_script()->version = 11010;
    not_ready("too old: it knows CUDA 11.1, and CUDA 11.2 is needed", "install a newer driver");
    fake_reset();
    fake_script()->init_error = 304;
    not_ready("the system refuses access to the device", "/dev/nvidia*");
    fake_reset();
    fake_script()->init_error = 803;
    not_ready("of different versions", "");
    fake_reset();
    fake_script()->init_error = 34;
    not_ready("is the stub", "");
}

/* What the device file says, says it better than the driver; on this machine it may be there or not. */
static void finds_no_device(void **state)
{
    struct gam_err err = { .code = 0 };

    (void)state;
    fake_script()->init_error = 100;
    not_ready("NVIDIA device", "");
    fake_reset();
    fake_script()->n_devices = 0;
    not_ready("NVIDIA device", "");
    assert_int_equal(backend->count(&config, &err), 0);
}

static void open_fails(void **state)
{
    struct gam_err err = { .code = 0 };
    void *s = device_state();

    (void)state;
    fake_script()->context_error = 46;
    assert_int_equal(backend->open(s, 0, &config, &err), -GAM_EBUSY);
    assert_error(&err, -GAM_EBUSY, "another process has the device for itself");
    closed(s);
    s = device_state();
    assert_int_equal(backend->open(s, 9, &config, &err), -GAM_ENOENT);
    closed(s);
}

/* ---- memory */

static void memory_runs_out(void **state)
{
    struct gam_buffer b, small;
    struct gam_err err = { .code = 0 };
    void *s = opened();
    char text[16] = "twelve bytes", back[16] = "";

    (void)state;
    assert_int_equal(backend->alloc(s, 1, 2u << 30, &b, &err), -GAM_ENOMEM);
    assert_error(&err, -GAM_ENOMEM, "no room for 2147483648 bytes: 1073741824 of its 1073741824 are free");
    backend->release(s, &b);                                     /* of a failed allocation */
    assert_int_equal(backend->alloc(s, 1, 16, &small, &err), 0); /* the device goes on */
    assert_int_equal(backend->upload(s, &small, text, 16, &err), 0);
    assert_int_equal(backend->download(s, back, &small, 16, &err), 0);
    assert_string_equal(back, text);
    assert_int_equal(backend->upload(s, &small, text, 17, &err), -GAM_EINVAL);
    assert_int_equal(backend->download(s, back, &small, 17, &err), -GAM_EINVAL);
    backend->release(s, &small);
    backend->release(s, &small);
    closed(s);
}

/* ---- launches */

static void add_run(void *const *operand, const unsigned grid[3], const unsigned group[3])
{
    for (unsigned i = 0; i < grid[0] * group[0]; i++)
        ((float *)operand[2])[i] = ((const float *)operand[0])[i] + ((const float *)operand[1])[i];
}

struct sum {
    struct gam_buffer buffer[3];
    void *operand[3];
    void *const *set[1];
    struct gam_launch launch;
    struct gam_launch_step step;
};

static void sum_make(void *s, struct sum *m)
{
    float ones[64];

    for (int i = 0; i < 64; i++)
        ones[i] = (float)i;
    fake_script()->kernel[0] = (struct fake_kernel){ .name = "add", .run = add_run, .ns = 100000 };
    for (int i = 0; i < 3; i++) {
        assert_int_equal(backend->alloc(s, 1, sizeof ones, &m->buffer[i], NULL), 0);
        assert_int_equal(backend->upload(s, &m->buffer[i], ones, sizeof ones, NULL), 0);
        m->operand[i] = m->buffer[i].handle;
    }
    m->set[0] = m->operand;
    m->step = (struct gam_launch_step){ .entry = "add", .groups = { 2, 1, 1 }, .local = { 32, 1, 1 }, .n_args = 4 };
    for (int i = 0; i < 3; i++)
        m->step.arg[i] = (struct gam_launch_arg){ .kind = GAM_ARG_OPERAND, .operand = i };
    m->step.arg[3] = (struct gam_launch_arg){ .kind = GAM_ARG_TURN };
    m->launch =
        (struct gam_launch){ .lang = GAM_LANG_CUDA, .source = "kernel add", .step = &m->step, .n_steps = 1, .threads = 1 };
}

static void sum_release(void *s, struct sum *m)
{
    for (int i = 0; i < 3; i++)
        backend->release(s, &m->buffer[i]);
}

static void computes_and_times(void **state)
{
    struct gam_err err = { .code = 0 };
    void *s = opened();
    struct sum m;
    uint64_t ns = 0;
    float out[64];

    (void)state;
    sum_make(s, &m);
    if (backend->run(s, &m.launch, m.set, 1, 0, 5, &ns, &err))
        fail_msg("%s", err.text);
    assert_in_range(ns, 499000, 501000); /* the device's clock, not the host's */
    assert_int_equal(fake_script()->kernel[0].launches, 5);
    assert_int_equal(backend->download(s, out, &m.buffer[2], sizeof out, &err), 0);
    assert_true(out[63] == 126);
    assert_non_null(strstr(fake_script()->rtc_options, "--gpu-architecture=sm_90 "));
    assert_int_equal(m.launch.turn, 5);
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), 0);
    assert_int_equal(fake_script()->rtc_compilations, 1); /* compiled once */
    assert_string_equal(m.launch.detail, "");
    fake_script()->spilled_bytes = 96;
    m.launch.source = "another kernel add";
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), 0);
    assert_int_equal(fake_script()->rtc_compilations, 2);
    assert_string_equal(m.launch.detail, "spills 96 bytes");
    sum_release(s, &m);
    closed(s);
}

static void refuses_bad_launches(void **state)
{
    struct gam_err err = { .code = 0 };
    void *s = opened();
    struct sum m;
    uint64_t ns;

    (void)state;
    sum_make(s, &m);
    m.step.groups[0] = 3000000000;
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "3000000000 work-groups in a row");
    m.step.groups[0] = 1;
    m.step.local[0] = 2048;
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_EUNSUPPORTED);
    assert_error(&err, -GAM_EUNSUPPORTED, "groups of 2048 work-items, and 'cuda:0' takes 1024");
    m.step.local[0] = 32;
    m.step.entry = "absent";
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_ENOENT);
    m.step.entry = "add";
    m.launch.source = "#error add";
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_EDEVICE);
    assert_error(&err, -GAM_EDEVICE, "does not compile: kernel(7): error: as told by the source");
    assert_null(strstr(err.text, "another"));
    m.launch.source = "kernel add";
    m.launch.scratch_bytes = 2u << 30;
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_ENOMEM);
    m.launch.scratch_bytes = 4096;
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), 0); /* none of it hurt the device */
    sum_release(s, &m);
    closed(s);
}

/* After a fault of a kernel all calls give the same error: the first is reported, the others point to it. */
static void loses_the_device(void **state)
{
    struct gam_err err = { .code = 0 };
    struct gam_buffer none;
    struct gam_caps caps;
    void *s = opened();
    struct sum m;
    uint64_t ns;

    (void)state;
    sum_make(s, &m);
    fake_script()->kernel[0].fail_at = 2;
    fake_script()->kernel[0].fail = 719;
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), 0);
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_EDEVICE);
    assert_non_null(strstr(err.text, "CUDA_ERROR_LAUNCH_FAILED"));
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_EDEVICE);
    assert_error(&err, -GAM_EDEVICE, "device 'cuda:0' was lost before");
    assert_int_equal(backend->alloc(s, 1, 8, &none, &err), -GAM_EDEVICE);
    assert_int_equal(fake_script()->kernel[0].launches, 2);
    backend->caps(s, 1, &caps);
    assert_int_equal(caps.memory_bytes, 0); /* not what it was before */
    sum_release(s, &m);
    backend->close(s);
    backend->close(s);
    free(s);
    assert_int_equal(fake_script()->live_contexts, 0);
}

static void doubts_the_clock(void **state)
{
    struct gam_err err = { .code = 0 };
    void *s = opened();
    struct sum m;
    uint64_t ns;

    (void)state;
    sum_make(s, &m);
    fake_script()->kernel[0].ns = 0;
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_ENUMERIC);
    assert_error(&err, -GAM_ENUMERIC, "says that the run took 0 ms");
    fake_script()->kernel[0].ns = 10000000000;
    fake_script()->no_waiting = 1;
    assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_ENUMERIC);
    assert_error(&err, -GAM_ENUMERIC, "of which only");
    sum_release(s, &m);
    closed(s);
}

/* Code of a newer compiler is refused by the driver: said before anything is compiled. The driver still counts and copies. */
static void compiler_is_too_new(void **state)
{
    struct gam_err err = { .code = 0 };
    struct gam_probe probe;
    struct sum m;
    uint64_t ns;
    void *s;

    (void)state;
    fake_script()->version = 12040;
    fake_script()->rtc_major = 99; /* whichever of the names is opened, real ones have other numbers */
    backend->probe(&probe);
    assert_true(probe.ready);
    if (strstr(probe.reason, "NVRTC 99.0 is newer than the driver, which knows CUDA 12")) {
        s = opened();
        sum_make(s, &m);
        assert_int_equal(backend->run(s, &m.launch, m.set, 1, 0, 1, &ns, &err), -GAM_EVERSION);
        assert_error(&err, -GAM_EVERSION, "no kernel can be compiled");
        sum_release(s, &m);
        closed(s);
    } else {
        assert_null(strstr(probe.reason, "99.0")); /* an older one of this machine was found after it */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(says_what_it_is, fresh),     cmocka_unit_test_setup(counts_what_is_there, fresh),
        cmocka_unit_test_setup(says_why_not, fresh),        cmocka_unit_test_setup(finds_no_device, fresh),
        cmocka_unit_test_setup(open_fails, fresh),          cmocka_unit_test_setup(memory_runs_out, fresh),
        cmocka_unit_test_setup(computes_and_times, fresh),  cmocka_unit_test_setup(refuses_bad_launches, fresh),
        cmocka_unit_test_setup(loses_the_device, fresh),    cmocka_unit_test_setup(doubts_the_clock, fresh),
        cmocka_unit_test_setup(compiler_is_too_new, fresh),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
