/* SPDX-License-Identifier: MIT */
#include "cli/hw/hw.h"
#include "cli/hw/words.h"
#include "common/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { KIND_MAX = 48 };

struct filter {
    struct gam_hw_options common;
    const char *family, *vendor, *dtype, *capability, *status, *operator_kind, *words;
    double memory_gib, bandwidth_gbs, watts, peak_tera;
    int64_t year;
};

static int holds(const char *text, const char *part)
{
    size_t n = strlen(part);

    for (; *text; text++)
        if (!strncasecmp(text, part, n))
            return 1;
    return !n;
}

/* A limit is not met by what is not known. */
static int numbers_pass(const struct filter *f, const struct gam_hw_device *d)
{
    const struct gam_hw_fact *bytes = gam_hw_capacity(d), *bandwidth = gam_hw_bandwidth(d);
    const struct gam_hw_fact *peak = f->dtype ? gam_hw_peak(d, f->dtype, "dense", NULL) : NULL;

    if (f->dtype && (!peak || peak->value < f->peak_tera * 1e12))
        return 0;
    if (f->memory_gib > 0 && !(bytes && bytes->value >= f->memory_gib * 1073741824.0))
        return 0;
    if (f->bandwidth_gbs > 0 && !(bandwidth && bandwidth->value >= f->bandwidth_gbs * 1e9))
        return 0;
    if (f->watts > 0 && !(gam_hw_number(d, GAM_HW_TDP) <= f->watts))
        return 0;
    return f->year == 0 || gam_hw_number(d, GAM_HW_YEAR) >= (double)f->year;
}

static int operators_pass(const char *kinds, const struct gam_hw_device *d)
{
    while (kinds) {
        char kind[KIND_MAX];

        kinds = gam_cli_operator_kind_next(kinds, kind, sizeof kind);
        if (gam_hw_covers(d, kind) != 1)
            return 0;
    }
    return 1;
}

static int passes(const struct filter *f, const struct gam_hw_device *d)
{
    if ((f->family && strcmp(d->family, f->family) != 0) || (f->vendor && strcmp(d->vendor, f->vendor) != 0) ||
        (f->status && strcmp(d->status, f->status) != 0))
        return 0;
    if (f->words && !holds(d->id, f->words) && !holds(d->name, f->words))
        return 0;
    if (f->capability && gam_hw_capability(d, f->capability) != 1)
        return 0;
    if (!operators_pass(f->operator_kind, d))
        return 0;
    return numbers_pass(f, d);
}

static int words_known(struct filter *f, const struct gam_hw_db *db, struct gam_err *err)
{
    int rc = gam_cli_hw_family(&f->family, err);

    if (!rc)
        rc = gam_cli_hw_vendor(db, &f->vendor, err);
    if (!rc)
        rc = gam_cli_hw_status(db, &f->status, err);
    if (!rc)
        rc = gam_cli_hw_capability(db, &f->capability, err);
    if (!rc)
        rc = gam_cli_hw_dtype(&f->dtype, err);
    if (!rc)
        rc = gam_cli_operator_kinds("--covers", f->operator_kind, err);
    if (!rc && f->peak_tera > 0 && !f->dtype)
        rc = gam_err_set(err, -GAM_EINVAL, "--min-peak needs --dtype, whose peak is meant");
    return rc;
}

static int list_run(struct filter *f, struct gam_err *err)
{
    const struct gam_hw_device **shown = NULL;
    struct gam_hw_doc hw = { .view = GAM_HW_VIEW_LIST };
    struct gam_hw_db db = { .n = 0 };
    int rc = gam_cli_hw_load(f->common.folder, f->common.db, &db, err);

    if (!rc)
        rc = words_known(f, &db, err);
    if (!rc && !(shown = calloc(db.n, sizeof *shown)))
        rc = gam_err_nomem(err);
    for (size_t i = 0; !rc && i < db.n; i++)
        if (passes(f, db.device[i]))
            shown[hw.n++] = db.device[i];
    hw.device = shown;
    hw.of = db.n;
    if (!rc)
        rc = gam_cli_hw_print(&hw, &f->common, err);
    free((void *)shown);
    gam_hw_db_release(&db);
    return rc;
}

int gam_hw_list(int argc, char **argv)
{
    struct filter f = { .year = 0 };
    const struct gam_opt opts[] = {
        { "family", 0, GAM_OPT_TEXT, &f.family, "NAME", "gpu tpu npu asic fpga cpu photonic in-memory", 0, 0 },
        { "vendor", 0, GAM_OPT_TEXT, &f.vendor, "NAME", "of this vendor", 0, 0 },
        { "dtype", 0, GAM_OPT_TEXT, &f.dtype, "TYPE", "with a published rate for f64 f32 tf32 bf16 f16 f8 f6 f4 i8 i4", 0, 0 },
        { "min-peak", 0, GAM_OPT_REAL, &f.peak_tera, "TERA", "of that type, in 10^12 operations per second", 1e-6, 1e9 },
        { "min-memory", 0, GAM_OPT_REAL, &f.memory_gib, "GIB", "of main memory", 1e-6, 1e9 },
        { "min-bandwidth", 0, GAM_OPT_REAL, &f.bandwidth_gbs, "GBS", "of main memory, in 10^9 bytes per second", 1e-6, 1e9 },
        { "max-watts", 0, GAM_OPT_REAL, &f.watts, "W", "power limit", 1e-6, 1e9 },
        { "since", 0, GAM_OPT_INT, &f.year, "YEAR", "of that year or later", 1990, 2100 },
        { "has", 0, GAM_OPT_TEXT, &f.capability, "NAME", "a capability: 2:4, f8, i4 ...", 0, 0 },
        { "covers", 0, GAM_OPT_TEXT, &f.operator_kind, "KINDS", "runs those operators: gemm,softmax ...", 0, 0 },
        { "status", 0, GAM_OPT_TEXT, &f.status, "WORD", "released or announced", 0, 0 },
        GAM_HW_OPTIONS(&f.common),
    };
    const struct gam_opt_spec spec = {
        "gambrel hw list",
        "show the devices that are known; TEXT: part of an id or name. A limit leaves out what is not known",
        "[TEXT]",
        "gambrel hw list --family gpu --dtype f8 --min-memory 100",
        opts,
        sizeof opts / sizeof opts[0],
        1
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    f.words = result.n_positional ? result.positional[0] : NULL;
    return list_run(&f, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}
