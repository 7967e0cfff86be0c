/* SPDX-License-Identifier: MIT */
#include "analyzer/cost/energy_apply.h"

#include "common/err.h"
#include "common/json.h"
#include "ops/dtype.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char schema[] = "gambrel-energy/1";

static int row_parse(const struct gam_json *at, struct gam_energy_table *out, struct gam_err *err)
{
    static const char *const keys[] = { "dtype", "joule_per_flop", "joule_per_byte", "constant_watt", "source", NULL };
    struct gam_energy_constants c = { .joule_per_flop = 0 };
    const char *dtype, *source;
    int rc = gam_json_only(at, keys, err);

    if (!rc)
        rc = gam_json_text(at, "dtype", &dtype, err);
    if (!rc)
        rc = gam_json_real(at, "joule_per_flop", &c.joule_per_flop, err);
    if (!rc)
        rc = gam_json_real(at, "joule_per_byte", &c.joule_per_byte, err);
    if (!rc)
        rc = gam_json_real(at, "constant_watt", &c.constant_watt, err);
    if (!rc)
        rc = gam_json_text(at, "source", &source, err);
    if (rc)
        return rc;
    if (!(c.joule_per_flop > 0) || !(c.joule_per_byte > 0) || !(c.constant_watt >= 0))
        return gam_json_fail(at, err, "constants must be above 0 (constant_watt: 0 or more)");
    if (!*source)
        return gam_json_fail(at, err, "a constant without a source is a guess; name where it comes from");
    if (out->n == GAM_ENERGY_CONSTANTS_MAX)
        return gam_json_fail(at, err, "more than %d rows", GAM_ENERGY_CONSTANTS_MAX);
    snprintf(c.source, sizeof c.source, "%s", source);
    snprintf(out->row[out->n].dtype, sizeof out->row[0].dtype, "%s", dtype);
    out->row[out->n++].constants = c;
    return 0;
}

static int table_parse(const struct gam_json *root, struct gam_energy_table *out, struct gam_err *err)
{
    static const char *const keys[] = { "schema", "device", "constants", NULL };
    const char *word, *device;
    struct gam_json rows, row;
    size_t n;
    int rc = gam_json_only(root, keys, err);

    if (!rc)
        rc = gam_json_text(root, "schema", &word, err);
    if (!rc && strcmp(word, schema) != 0)
        return gam_json_fail(root, err, "schema '%s' is not %s", word, schema);
    if (!rc)
        rc = gam_json_text(root, "device", &device, err);
    if (!rc)
        rc = gam_json_array(root, "constants", &rows, &n, err);
    if (rc)
        return rc;
    snprintf(out->device, sizeof out->device, "%s", device);
    for (size_t i = 0; i < n && !rc; i++) {
        rc = gam_json_item(&rows, i, &row, err);
        if (!rc)
            rc = row_parse(&row, out, err);
    }
    return rc;
}

int gam_energy_table_parse(const char *label, const char *text, size_t length, struct gam_energy_table *out, struct gam_err *err)
{
    struct gam_json root;
    int rc = gam_json_parse(label, text, length, &root, err);

    *out = (struct gam_energy_table){ .n = 0 };
    if (rc)
        return rc;
    rc = table_parse(&root, out, err);
    gam_json_free(&root);
    return rc;
}

static const struct gam_energy_constants *constants_of(const struct gam_energy_table *table, const struct gam_op *op)
{
    const char *dtype = op->kind ? gam_dtype_info(gam_op_dtype(op))->name : NULL;

    for (size_t i = 0; dtype && i < table->n; i++)
        if (!strcmp(table->row[i].dtype, dtype))
            return &table->row[i].constants;
    return NULL;
}

static void operator_apply(struct gam_report_operator *op, const struct gam_energy_table *table)
{
    const struct gam_energy_constants *c = constants_of(table, &op->op);
    const struct gam_bytes_at *main = op->n_bytes ? &op->bytes[op->n_bytes - 1] : NULL; /* innermost first */
    double bytes = main ? main->read.value + main->written.value : NAN, joule;

    if (!c) {
        op->energy_joule = gam_quantity_missing("joule", "no energy constants of its element type are given");
        return;
    }
    joule = gam_energy_roofline(c, op->flop.value, bytes, op->time_ns.value / 1e9);
    if (isnan(joule)) {
        op->energy_joule = gam_quantity_missing("joule", "its FLOPs, bytes or time are not known");
        return;
    }
    op->energy_joule = (struct gam_quantity){
        .value = joule, .low = NAN, .high = NAN, .unit = "joule", .source = GAM_SOURCE_ASSUMED, .reason = c->source
    };
    op->energy_scope = "device";
    op->energy_kind = "modelled";
    op->energy_gross = 1;
}

int gam_energy_apply(struct gam_report *report, const struct gam_energy_table *table, struct gam_err *err)
{
    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_quantity_known(&report->op[i].energy_joule))
            return gam_err_set(
                err, -GAM_EINVAL,
                "energy was metered in this run, and measured and modelled energy are never in one report; leave the "
                "constants out");
    for (size_t i = 0; i < report->n_ops; i++)
        if (gam_quantity_known(&report->op[i].time_ns))
            operator_apply(&report->op[i], table);
    return 0;
}
