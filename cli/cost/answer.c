/* SPDX-License-Identifier: MIT */
#include "cli/cost/answer.h"

#include "analyzer/arena.h"
#include "cli/cli_analyze.h"
#include "cli/cli_energy.h"
#include "cli/cli_load.h"
#include "cli/cli_render.h"
#include "cli/cli_support.h"
#include "cli/cost/rows.h"
#include "cli/hw/hw.h"
#include "common/csv.h"
#include "common/file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PRICES_CAP = 512 << 20, INPUTS_CAP = 1 << 16 };

struct answer {
    struct gam_loaded run;
    struct gam_report report;
    struct gam_energy_table energy;
    struct gam_hw_db db;
    struct gam_prices prices;
    struct gam_cost_report cost;
    struct gam_arena *memory;
};

/* Names that mean no device, or may mean several: their prices count for none, which must not go unsaid. */
static void unmatched_warn(const struct gam_prices *prices)
{
    char names[200] = "", text[400];
    size_t used = 0, rows = 0, named = 0;

    for (size_t i = 0; i < prices->n; i++) {
        const struct gam_price *p = &prices->price[i];
        char quoted[80];

        if (p->device || p->here)
            continue;
        rows++;
        snprintf(quoted, sizeof quoted, "'%s'", p->name);
        if (strstr(names, quoted)) {
            named++;
            continue;
        }
        if (used + strlen(quoted) + 8 >= sizeof names)
            continue;
        named++;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", quoted);
    }
    if (!rows)
        return;
    snprintf(text, sizeof text, "%zu %s no device, or may mean several: %s%s; --alias NAME=ID says which", rows,
             rows == 1 ? "price is of a name that means" : "prices are of names that mean", names, named < rows ? " ..." : "");
    gam_cli_warn(text);
}

/* Of UTC: somewhere that day has begun. */
static void tomorrow(char *out, size_t size)
{
    time_t then = time(NULL) + 24 * 3600;
    struct tm day;

    gmtime_r(&then, &day);
    strftime(out, size, "%Y-%m-%d", &day);
}

static int prices_load(const struct gam_cost_options *o, struct answer *a, struct gam_err *err)
{
    char latest[16];
    int rc = 0;

    tomorrow(latest, sizeof latest);
    for (size_t i = 0; i < o->prices.n && !rc; i++) {
        struct gam_strbuf text = GAM_STRBUF_INIT(PRICES_CAP);
        const struct gam_price_defaults defaults = { .as_of = o->as_of, .latest = latest };

        rc = gam_file_read(o->prices.value[i], &text, err);
        if (!rc && !text.text)
            rc = gam_err_set(err, -GAM_EPARSE, "%s: no heading and no prices", o->prices.value[i]);
        if (!rc)
            rc = gam_prices_read(o->prices.value[i], text.text, text.length, &defaults, &a->prices, err);
        gam_strbuf_release(&text);
    }
    if (!rc)
        gam_prices_match(&a->prices, &a->db, &(struct gam_price_alias){ o->aliases.value, o->aliases.n });
    if (!rc && !o->quiet)
        unmatched_warn(&a->prices);
    return rc;
}

static int run_load(const struct gam_cost_options *o, struct answer *a, struct gam_err *err)
{
    int rc = gam_cli_load(o->run, o->db, &a->run, err);

    if (!rc)
        rc = gam_cli_analyze(&a->run.set, a->run.roofs, &a->report, err);
    if (!rc)
        rc = gam_cli_energy(o->energy, &a->energy, &a->report, err);
    if (!rc && !a->report.n_devices)
        rc = gam_err_set(err, -GAM_EUNSUPPORTED, "the run '%s' measured nothing that could be priced", o->run);
    return rc;
}

/* "tokens=128": the unit's name, and how many of it are in one of the run. */
static int unit_apply(const struct gam_cost_options *o, struct answer *a, double *units, struct gam_err *err)
{
    const struct gam_run *run = gam_runset_run_n(&a->run.set) ? gam_runset_run(&a->run.set) : NULL;
    const char *equals = o->unit ? strchr(o->unit, '=') : NULL;

    *units = 1;
    a->cost.run = run ? run->uuid : NULL;
    a->cost.unit = run && run->unit ? run->unit : "one pass over the run";
    if (!o->unit)
        return 0;
    if (!equals || equals == o->unit || !gam_csv_number(equals + 1, units) || !(*units > 0))
        return gam_err_set(err, -GAM_EINVAL, "--unit '%s' is not NAME=N with a number above 0", o->unit);
    a->cost.unit = gam_arena_printf(&a->memory, "%.*s, %.6g of them in a unit of the run (%s)", (int)(equals - o->unit), o->unit,
                                    *units, a->cost.unit);
    return a->cost.unit ? 0 : gam_err_nomem(err);
}

static int decide(const struct gam_cost_options *o, struct answer *a, struct gam_err *err)
{
    struct gam_cost_maker m = {
        .options = o, .report = &a->report, .db = &a->db, .prices = &a->prices, .cost = &a->cost, .memory = &a->memory
    };
    char edit[64];
    int rc = unit_apply(o, a, &m.units, err);

    gam_edits_init(&m.edits);
    if (!rc && o->dtype) {
        snprintf(edit, sizeof edit, "dtype=%.40s", o->dtype);
        rc = gam_edit_parse(&m.edits, edit, err);
        m.edited = 1;
    }
    if (!rc)
        rc = gam_cost_finance(o->finance, &m.finance, err);
    if (!rc)
        rc = gam_cost_rows_make(&m, err);
    return rc ? rc : gam_cost_decide(&a->cost, err);
}

static int write_out(const struct gam_cost_options *o, const struct answer *a, struct gam_err *err)
{
    struct gam_doc doc = { .kind = GAM_DOC_COST,
                           .cost = &a->cost,
                           .beside = o->with_report && a->cost.n ? &a->report : NULL,
                           .run_id = a->run.id,
                           .tool_version = gam_cli_version(),
                           .tool_commit = gam_cli_commit() };
    const char *format = gam_cli_format_choose(o->format, o->json, o->out);

    if (o->command == GAM_COST_REPORT) {
        doc.kind = GAM_DOC_REPORT;
        doc.report = &a->report;
        doc.elsewhere = &a->cost;
        doc.interrupted = a->run.interrupted;
    }
    if (o->out)
        return gam_cli_render_file(&doc, format, o->out, err);
    return o->quiet ? 0 : gam_cli_render_stdout(&doc, format, err);
}

int gam_cost_answer(const struct gam_cost_options *asked, struct gam_err *err)
{
    struct gam_cost_options own = *asked, *o = &own;
    struct answer a = { .memory = NULL };
    int rc;

    gam_cost_init(&a.cost);
    rc = gam_cost_options_apply(o, &a.cost, err);
    if (!rc)
        rc = gam_cli_hw_load(o->folder, o->db, &a.db, err);
    if (!rc)
        rc = prices_load(o, &a, err);
    if (!rc)
        rc = gam_cost_options_check(o, &a.db, &a.prices, err);
    if (!rc) {
        rc = run_load(o, &a, err);
        if (!rc)
            rc = decide(o, &a, err);
        if (!rc)
            rc = write_out(o, &a, err);
        gam_report_release(&a.report);
        gam_loaded_release(&a.run);
    }
    gam_cost_release(&a.cost);
    gam_prices_release(&a.prices);
    gam_hw_db_release(&a.db);
    gam_arena_free(a.memory);
    return rc;
}

int gam_cost_rules_print(const struct gam_cost_options *o, struct gam_err *err)
{
    struct answer a = { .memory = NULL };
    int rc;

    gam_cost_init(&a.cost);
    a.cost.rank_reason = "no run is named";
    rc = gam_cost_options_apply(o, &a.cost, err);
    return rc ? rc : write_out(o, &a, err);
}

int gam_cost_inputs_print(struct gam_err *err)
{
    struct gam_strbuf out = GAM_STRBUF_INIT(INPUTS_CAP);
    struct gam_byte_sink sink = gam_cli_sink_stdout();
    int rc;

    for (size_t i = 0; i < GAM_TCO_N_FIELDS; i++)
        gam_strbuf_printf(&out, "%-34s %-12s %s\n", gam_tco_fields[i].name, gam_tco_fields[i].unit, gam_tco_fields[i].help);
    rc = gam_strbuf_status(&out, err);
    if (!rc)
        rc = sink.write(sink.ctx, out.text, out.length, err);
    gam_strbuf_release(&out);
    return rc;
}
