/* SPDX-License-Identifier: MIT */
#include "fixture_runset.h"

#include "../gam_test.h"
#include "common/rand.h"

#include <dirent.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const texts[] = {
    "",
    "a",
    "gemm:m=512,n=512,k=512,dtype=f32",
    "it's \"quoted\" \\ back",
    "Größe 日本 \xf0\x9f\x98\x80",
    "two\nlines\tand tab",
    "<script>alert(1)</script>",
    "'); DROP TABLE run; --",
    "null",
    "\x01\x7f",
};

static const double reals[] = {
    0, 1, -1.5, 0.1, 1.0 / 3, 1e-300, DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, 9007199254740993.0, 123456789.123456789
};
static const int64_t ints[] = { 0, 1, -1, 42, 1000000007, 9007199254740991, -9007199254740991 };
static const int64_t bigs[] = { 0, -1, 9007199254740993, INT64_MAX, INT64_MIN + 1, 1234567890123456789 };

static int64_t pick(struct gam_rand *r, const int64_t *values, size_t n)
{
    return values[gam_rand_below(r, n)];
}

static const char *text_make(struct gam_rand *r, struct gam_runset *set)
{
    static char long_text[301];

    if (gam_rand_below(r, 12))
        return texts[gam_rand_below(r, sizeof texts / sizeof *texts)];
    memset(long_text, 'x', sizeof long_text - 1);
    return gam_runset_text(set, long_text);
}

static const char *time_make(struct gam_rand *r, struct gam_runset *set)
{
    char text[40];

    snprintf(text, sizeof text, "20%02d-%02d-%02dT%02d:%02d:%02d.%03dZ", (int)gam_rand_below(r, 100),
             (int)gam_rand_below(r, 12) + 1, (int)gam_rand_below(r, 28) + 1, (int)gam_rand_below(r, 24),
             (int)gam_rand_below(r, 60), (int)gam_rand_below(r, 60), (int)gam_rand_below(r, 1000));
    return gam_runset_text(set, text);
}

static double real_make(struct gam_rand *r)
{
    uint64_t bits = gam_rand_u64(r);
    double value;

    memcpy(&value, &bits, sizeof value);
    return gam_rand_below(r, 2) && isfinite(value) && value != 0 ? value : reals[gam_rand_below(r, sizeof reals / sizeof *reals)];
}

static void field_make(struct gam_rand *r, struct gam_runset *set, const struct gam_field *field, void *record)
{
    char *at = (char *)record + field->offset;
    size_t targets = set->of[field->target].n;

    if (field->nullable && (gam_rand_below(r, 3) == 0 || (field->type == GAM_FIELD_REF && !targets)))
        return;
    switch (field->type) {
    case GAM_FIELD_TEXT:
        *(const char **)(void *)at = text_make(r, set);
        break;
    case GAM_FIELD_TIME:
        *(const char **)(void *)at = time_make(r, set);
        break;
    case GAM_FIELD_REAL:
        *(double *)(void *)at = real_make(r);
        break;
    case GAM_FIELD_INT:
        *(int64_t *)(void *)at = pick(r, ints, sizeof ints / sizeof *ints);
        if (field->natural && *(int64_t *)(void *)at < 0)
            *(int64_t *)(void *)at = -*(int64_t *)(void *)at;
        break;
    case GAM_FIELD_BIG:
        *(int64_t *)(void *)at = pick(r, bigs, sizeof bigs / sizeof *bigs);
        break;
    case GAM_FIELD_ENUM:
        *(int64_t *)(void *)at = (int64_t)gam_rand_below(r, field->words->n);
        break;
    case GAM_FIELD_REF:
        *(int64_t *)(void *)at = (int64_t)gam_rand_below(r, targets);
        break;
    }
}

static int lacks_targets(const struct gam_runset *set, const struct gam_record_desc *desc)
{
    for (size_t i = 0; i < desc->n_fields; i++)
        if (desc->fields[i].type == GAM_FIELD_REF && !desc->fields[i].nullable && !set->of[desc->fields[i].target].n)
            return 1;
    return 0;
}

static void subject_make(struct gam_rand *r, const struct gam_runset *set, int64_t *target, int64_t *subject)
{
    static const enum gam_record kinds[] = { GAM_RECORD_MEASUREMENT, GAM_RECORD_SAMPLE, GAM_RECORD_SPAN, GAM_RECORD_NODE,
                                             GAM_RECORD_RUN };

    if (!set->of[kinds[*target]].n)
        *target = GAM_TARGET_RUN;
    *subject = (int64_t)gam_rand_below(r, set->of[kinds[*target]].n);
}

static void record_make(struct gam_rand *r, struct gam_runset *set, enum gam_record which)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    union gam_record_any record;
    char uuid[37];

    gam_record_clear(which, &record);
    record.ordinal = (int64_t)set->of[which].n;
    for (size_t i = 0; i < desc->n_fields; i++)
        field_make(r, set, &desc->fields[i], &record);
    if (which == GAM_RECORD_RUN) {
        snprintf(uuid, sizeof uuid, "%08x-0000-4000-8000-%012llx", (unsigned)gam_rand_u64(r),
                 (unsigned long long)gam_rand_u64(r) >> 16);
        record.run.uuid = gam_runset_text(set, uuid);
    }
    if (which == GAM_RECORD_READING)
        subject_make(r, set, &record.reading.target, &record.reading.subject);
    if (which == GAM_RECORD_READING && record.reading.ivalue == GAM_NULL_INT && isnan(record.reading.rvalue))
        record.reading.reason = "not there";
    if (which == GAM_RECORD_COUNT)
        subject_make(r, set, &record.count.target, &record.count.subject);
    assert_int_equal(gam_runset_add(set, which, &record, NULL), 0);
}

void runset_generate(struct gam_runset *out, uint64_t seed, size_t rows)
{
    struct gam_err err = { 0 };
    struct gam_rand r;

    gam_runset_init(out);
    gam_rand_seed(&r, seed);
    record_make(&r, out, GAM_RECORD_RUN);
    for (int i = GAM_RECORD_RUN + 1; i < GAM_RECORD_KINDS; i++) {
        size_t n = gam_rand_below(&r, (i == GAM_RECORD_SAMPLE ? 20 * rows : rows) + 1);

        if (lacks_targets(out, gam_record_desc((enum gam_record)i)))
            n = 0;
        for (size_t k = 0; k < n; k++)
            record_make(&r, out, (enum gam_record)i);
    }
    if (gam_runset_check(out, &err))
        fail_msg("generated run is wrong: %s", err.text);
}

void runset_small(struct gam_runset *out, const char *uuid, const char *started)
{
    struct gam_run run;
    struct gam_host host;
    struct gam_device device;
    struct gam_operator operator;
    struct gam_node node;
    struct gam_measurement m;
    struct gam_sample sample;

    gam_runset_init(out);
    gam_record_clear(GAM_RECORD_RUN, &run);
    run.uuid = uuid;
    run.purpose = GAM_PURPOSE_RUN;
    run.status = GAM_RUN_COMPLETE;
    run.started = started;
    run.seed = 1;
    run.rounds_planned = run.rounds_done = 6;
    run.suite = "quick";
    assert_int_equal(gam_runset_add(out, GAM_RECORD_RUN, &run, NULL), 0);
    gam_record_clear(GAM_RECORD_HOST, &host);
    host.instance = "machine-1";
    assert_int_equal(gam_runset_add(out, GAM_RECORD_HOST, &host, NULL), 0);
    gam_record_clear(GAM_RECORD_DEVICE, &device);
    device.host = 0;
    device.id = "cpu";
    device.backend = "cpu";
    device.kind = "cpu";
    assert_int_equal(gam_runset_add(out, GAM_RECORD_DEVICE, &device, NULL), 0);
    gam_record_clear(GAM_RECORD_OPERATOR, &operator);
    operator.spec = "gemm:m=16,n=16,k=16,dtype=f32";
    operator.kind = "gemm";
    assert_int_equal(gam_runset_add(out, GAM_RECORD_OPERATOR, &operator, NULL), 0);
    gam_record_clear(GAM_RECORD_NODE, &node);
    node.operator= 0;
    node.calls = 1;
    assert_int_equal(gam_runset_add(out, GAM_RECORD_NODE, &node, NULL), 0);
    gam_record_clear(GAM_RECORD_MEASUREMENT, &m);
    m.role = GAM_ROLE_ROOF;
    m.node = m.device = 0;
    m.implementation = "portable";
    m.threads = 1;
    m.cache = GAM_CACHE_WARM;
    m.status = GAM_STATUS_OK;
    assert_int_equal(gam_runset_add(out, GAM_RECORD_MEASUREMENT, &m, NULL), 0);
    sample = (struct gam_sample){ .measurement = 0, .iterations = 10, .duration_ns = 12345 };
    assert_int_equal(gam_runset_add(out, GAM_RECORD_SAMPLE, &sample, NULL), 0);
}

static int fields_differ(const struct gam_field *field, const void *a, const void *b)
{
    const char *x = (const char *)a + field->offset, *y = (const char *)b + field->offset;

    if (field->type == GAM_FIELD_TEXT || field->type == GAM_FIELD_TIME) {
        const char *s = *(const char *const *)(const void *)x, *t = *(const char *const *)(const void *)y;

        return s && t ? strcmp(s, t) : s != t;
    }
    if (field->type == GAM_FIELD_REAL) {
        double s = *(const double *)(const void *)x, t = *(const double *)(const void *)y;

        return !(s == t || (isnan(s) && isnan(t)));
    }
    return *(const int64_t *)(const void *)x != *(const int64_t *)(const void *)y;
}

int runset_compare(const struct gam_runset *a, const struct gam_runset *b, char *where, size_t size)
{
    for (int i = 0; i < GAM_RECORD_KINDS; i++) {
        const struct gam_record_desc *desc = gam_record_desc((enum gam_record)i);

        if (a->of[i].n != b->of[i].n) {
            snprintf(where, size, "%s: %zu and %zu rows", desc->name, a->of[i].n, b->of[i].n);
            return 1;
        }
        for (size_t k = 0; k < a->of[i].n; k++)
            for (size_t f = 0; f < desc->n_fields; f++)
                if (fields_differ(&desc->fields[f], (const char *)a->of[i].row + k * desc->size,
                                  (const char *)b->of[i].row + k * desc->size)) {
                    snprintf(where, size, "%s[%zu].%s", desc->name, k, desc->fields[f].name);
                    return 1;
                }
    }
    return 0;
}

void folder_make(char *out, size_t size)
{
    /* in memory where that is possible: nobody waits for a disk then */
    snprintf(out, size, "%s/gam_test_store.XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    assert_non_null(mkdtemp(out));
}

void folder_remove(const char *folder)
{
    DIR *dir = opendir(folder);

    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[PATH_MAX];

        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (unlink(path))
            folder_remove(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}
