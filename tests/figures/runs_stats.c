/* SPDX-License-Identifier: MIT */
/* runs_stats REPORT.json...: how well several runs of the same suite agree. Prints key=value lines:
 *   coverage        share of (operator, run) whose interval holds the median of the other runs' medians
 *   half_compute    median relative half-width of intervals, operators whose nearest resource is compute
 *   half_dram       the same for DRAM
 *   theory          highest compute roof, as a share of width x pipes x the clock measured beside it
 *   decided         share of operators (best implementation) with a decided label
 *   right.NAME, other.NAME, runs.NAME  for each expectation: runs with the right label, with another decided one, looked at
 */
#include "common/err.h"
#include "common/file.h"
#include "common/json.h"
#include "common/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 20000, FILE_CAP = 64 * 1024 * 1024, KEY_MAX = 480 };

struct row {
    char key[KEY_MAX]; /* spec and implementation */
    char kind[32], label[32], resource[32], level[16];
    int run, best;
    double median, low, high;
};

static struct row *rows;
static size_t n_rows;

static const char *const undecided[] = { "indeterminate", "mixed", "invalid" };

/* Which label the report must give to which operators; `spec` must begin the key, `reject` must not occur in it. */
static const struct expectation {
    const char *name, *spec, *labels[2], *level;
} expectations[] = {
    { "gemm1024", "gemm:m=1024,n=1024,k=1024,", { "compute-bound", NULL }, NULL },
    { "gemm2048", "gemm:m=2048,n=2048,k=2048,", { "compute-bound", NULL }, NULL },
    { "add", "add:", { "memory-bound", NULL }, "DRAM" },
    { "decode", "attention:", { "memory-bound", NULL }, "DRAM" },
    { "gemm16", "gemm:m=16,n=16,k=16,", { "overhead-bound", "latency-bound" }, NULL },
};

static int is_undecided(const char *label)
{
    for (size_t i = 0; i < sizeof undecided / sizeof undecided[0]; i++)
        if (!strcmp(label, undecided[i]))
            return 1;
    return 0;
}

static void text_copy(const struct gam_json *object, const char *key, char *out, size_t size)
{
    const char *text = "";
    struct gam_err err;

    gam_json_text_or(object, key, "", &text, &err);
    snprintf(out, size, "%s", text);
}

static int row_read(const struct gam_json *op, int run, struct gam_err *err)
{
    struct gam_json time, bound, ci;
    struct row *r = &rows[n_rows];
    char spec[KEY_MAX / 2], implementation[64];
    bool best = false;
    size_t n;

    if (n_rows == ROWS_MAX)
        return gam_err_set(err, -GAM_EINVAL, "more than %d rows", ROWS_MAX);
    *r = (struct row){ .run = run, .low = NAN, .high = NAN };
    text_copy(op, "op", spec, sizeof spec);
    text_copy(op, "implementation", implementation, sizeof implementation);
    text_copy(op, "kind", r->kind, sizeof r->kind);
    snprintf(r->key, sizeof r->key, "%s %s", spec, implementation);
    gam_json_bool_or(op, "best", false, &best, err);
    r->best = best;
    if (gam_json_member(op, "time_ns", &time, err) || gam_json_real_or(&time, "median", NAN, &r->median, err))
        return err->code;
    if (isnan(r->median))
        return 0;
    if (gam_json_has(&time, "ci") && !gam_json_array(&time, "ci", &ci, &n, err) && n == 2) {
        gam_json_item_real(&ci, 0, &r->low, err);
        gam_json_item_real(&ci, 1, &r->high, err);
    }
    if (gam_json_member(op, "bound", &bound, err))
        return err->code;
    text_copy(&bound, "label", r->label, sizeof r->label);
    text_copy(&bound, "resource", r->resource, sizeof r->resource);
    text_copy(&bound, "level", r->level, sizeof r->level);
    n_rows++;
    return 0;
}

static double highest_theory = NAN;

static void ceiling_read(const struct gam_json *ceiling)
{
    double value = NAN, theoretical = NAN;
    char kind[16];

    text_copy(ceiling, "kind", kind, sizeof kind);
    gam_json_real_or(ceiling, "value", NAN, &value, NULL);
    gam_json_real_or(ceiling, "theoretical", NAN, &theoretical, NULL);
    if (!strcmp(kind, "compute"))
        highest_theory = fmax(highest_theory, value / theoretical);
}

static int ceilings_read(const struct gam_json *root, struct gam_err *err)
{
    struct gam_json devices, device = { 0 }, list;
    size_t n;
    int rc = gam_json_array(root, "devices", &devices, &n, err);

    while (!rc && gam_json_next(&devices, &device)) {
        struct gam_json ceiling = { 0 };

        rc = gam_json_array(&device, "ceilings", &list, &n, err);
        while (!rc && gam_json_next(&list, &ceiling))
            ceiling_read(&ceiling);
    }
    return rc;
}

static int report_read(const char *path, int run, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    struct gam_json root, ops, op = { 0 };
    size_t n;
    int rc = gam_file_read(path, &text, err);

    if (!rc)
        rc = gam_json_parse(path, gam_strbuf_get(&text), text.length, &root, err);
    if (rc) {
        gam_strbuf_release(&text);
        return rc;
    }
    rc = gam_json_array(&root, "operators", &ops, &n, err);
    while (!rc && gam_json_next(&ops, &op))
        rc = row_read(&op, run, err);
    if (!rc)
        rc = ceilings_read(&root, err);
    gam_json_free(&root);
    gam_strbuf_release(&text);
    return rc;
}

/* Median of the medians that the other runs gave this operator; NaN when fewer than two did. */
static double others_median(const struct row *r)
{
    double v[64];
    size_t n = 0;

    for (size_t i = 0; i < n_rows && n < 64; i++)
        if (rows[i].run != r->run && !strcmp(rows[i].key, r->key))
            v[n++] = rows[i].median;
    return n < 2 ? NAN : gam_stats_median(v, n);
}

static void coverage_print(void)
{
    size_t inside = 0, looked = 0;

    for (size_t i = 0; i < n_rows; i++) {
        double truth = others_median(&rows[i]);

        if (isnan(truth) || isnan(rows[i].low))
            continue;
        looked++;
        inside += truth >= rows[i].low && truth <= rows[i].high;
    }
    printf("coverage=%.4f\ncoverage_n=%zu\n", looked ? (double)inside / (double)looked : NAN, looked);
}

static void half_width_print(const char *name, const char *resource, const char *level)
{
    double *v = calloc(n_rows + 1, sizeof *v);
    size_t n = 0;

    if (!v)
        return;
    for (size_t i = 0; i < n_rows; i++)
        if (!strcmp(rows[i].resource, resource) && (!level || !strcmp(rows[i].level, level)) && !isnan(rows[i].low))
            v[n++] = (rows[i].high - rows[i].low) / 2 / rows[i].median;
    printf("%s=%.4f\n%s_n=%zu\n", name, n ? gam_stats_median(v, n) : NAN, name, n);
    free(v);
}

static void decided_print(void)
{
    size_t decided = 0, looked = 0;

    for (size_t i = 0; i < n_rows; i++) {
        if (!rows[i].best)
            continue;
        looked++;
        decided += !is_undecided(rows[i].label);
    }
    printf("theory=%.4f\n", highest_theory);
    printf("decided=%.4f\n", looked ? (double)decided / (double)looked : NAN);
}

static int label_right(const struct expectation *e, const struct row *r)
{
    for (size_t k = 0; k < 2 && e->labels[k]; k++)
        if (!strcmp(e->labels[k], r->label))
            return !e->level || !strcmp(e->level, r->level);
    return 0;
}

/* The decode attention is the one whose query is one token long. */
static int row_is_of(const struct expectation *e, const struct row *r)
{
    if (!r->best || strncmp(r->key, e->spec, strlen(e->spec)))
        return 0;
    return strcmp(e->name, "decode") || strstr(r->key, "sq=1,");
}

static void expectation_print(const struct expectation *e)
{
    size_t right = 0, other = 0, looked = 0;

    for (size_t i = 0; i < n_rows; i++) {
        if (!row_is_of(e, &rows[i]))
            continue;
        looked++;
        if (label_right(e, &rows[i]))
            right++;
        else
            other += !is_undecided(rows[i].label);
    }
    printf("right.%s=%zu\nother.%s=%zu\nruns.%s=%zu\n", e->name, right, e->name, other, e->name, looked);
}

int main(int argc, char **argv)
{
    struct gam_err err = { 0 };

    rows = calloc(ROWS_MAX, sizeof *rows);
    for (int i = 1; rows && i < argc; i++)
        if (report_read(argv[i], i, &err)) {
            fprintf(stderr, "runs_stats: %s\n", err.text);
            return 1;
        }
    if (!rows || !n_rows) {
        fprintf(stderr, "runs_stats: no operators in these reports\n");
        return 1;
    }
    coverage_print();
    half_width_print("half_compute", "compute", NULL);
    half_width_print("half_dram", "memory", "DRAM");
    decided_print();
    for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++)
        expectation_print(&expectations[i]);
    free(rows);
    return 0;
}
