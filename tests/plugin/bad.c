/* SPDX-License-Identifier: MIT */
/* The example gone wrong, in the way that the environment variable BAD names. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "gambrel/plugin.h"

/* The example's own definition goes by another name. */
struct abacus_plugin {
    uint32_t abi, backend_size, launch_size, info_size, caps_size;
    const struct gam_device_backend *const *device;
};
#define gam_plugin abacus_plugin
#undef _POSIX_C_SOURCE
#include "docs/examples/plugin/abacus.c"
#undef gam_plugin

static struct gam_device_backend bad;
static const struct gam_device_backend *const bad_backends[] = { &bad, NULL };

const struct gam_plugin gam_plugin = { GAM_PLUGIN_HEAD, .device = bad_backends };

static int is(const char *what)
{
    const char *bad_way = getenv("BAD");

    return bad_way && !strcmp(bad_way, what);
}

/* Says who hangs. */
static void hang(void)
{
    FILE *said = fopen(getenv("BAD_SAID"), "w");

    if (said) {
        fprintf(said, "%d\n", (int)getpid());
        fclose(said);
    }
    for (;;)
        pause();
}

static int bad_count(const struct gam_device_config *config, struct gam_err *err)
{
    return is("silent-count") ? -7 : is("many") ? 2000000000 : abacus_count(config, err);
}

static int bad_info(int index, const struct gam_device_config *config, struct gam_device_info *out, struct gam_err *err)
{
    int rc = abacus_info(index, config, out, err);

    if (is("endless-id"))
        memset(out->id, 'a', sizeof out->id);
    if (is("empty-id"))
        out->id[0] = 0;
    if (is("other-id"))
        snprintf(out->id, sizeof out->id, "cpu");
    if (is("escape-id"))
        snprintf(out->id, sizeof out->id, "abacus:\n\033[31m");
    if (is("levels"))
        out->n_memory = 77;
    return is("silent-info") ? -123456 : rc;
}

static void bad_close(void *state)
{
    const struct abacus *a = state;

    if (is("crash-close") && !a->is_open)
        abort();
    abacus_close(state);
}

static int bad_run(void *state, struct gam_launch *launch, void *const *const *set, size_t sets, uint64_t start,
                   uint64_t iterations, uint64_t *duration_ns, struct gam_err *err)
{
    static int runs;
    int rc;

    if (is("crash-run"))
        abort();
    if (is("exit-run"))
        exit(0);
    if (is("silent-run"))
        return -123456;
    if (is("lost") && ++runs > 20)
        return fail(err, -GAM_EDEVICE, "the abacus fell off the table");
    if (is("print"))
        printf("a click\n");
    rc = is("wrong") ? 0 : abacus_run(state, launch, set, sets, start, iterations, duration_ns, err);
    if (is("wrong"))
        *duration_ns = 1000;
    if (is("no-time"))
        *duration_ns = 0;
    if (is("long-time"))
        *duration_ns = UINT64_MAX / 2;
    return rc;
}

__attribute__((constructor)) static void begin(void)
{
    bad = abacus;
    bad.name = is("taken-name") ? "cpu" : is("odd-name") ? "a\nb:" : "abacus";
    bad.abi = is("backend-abi") ? 99 : GAM_DEVICE_ABI;
    bad.count = bad_count;
    bad.info = bad_info;
    bad.close = bad_close;
    bad.run = is("no-run") ? NULL : bad_run;
    if (is("print"))
        printf("beads\n");
    if (is("hang-begin"))
        hang();
    if (is("crash-begin"))
        abort();
    if (is("exit-begin"))
        exit(0);
}
