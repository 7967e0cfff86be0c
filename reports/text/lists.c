/* SPDX-License-Identifier: MIT */
/* The tables of `doctor`, `devices`, `db list` and `run --dry-run`. */
#include "reports/text/priv.h"

#include "common/unit.h"
#include "reports/fmt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int state_colour(const char *state)
{
    if (!state)
        return GAM_ANSI_NONE;
    return !strcmp(state, "ready") ? 34 : !strcmp(state, "partial") ? 214 : 245;
}

static void arrow_print(const struct gam_text *t, const char *text)
{
    if (!text || !*text)
        return;
    gam_strbuf_text(t->out, t->ascii ? "    -> " : "    → ");
    gam_text_fill(t, 6, t->ascii ? 7 : 6, text);
}

void gam_text_doctor(const struct gam_text *t, const struct gam_doc *doc)
{
    const char *group = NULL;

    for (size_t i = 0; i < doc->doctor->n; i++) {
        const struct gam_doctor_row *r = &doc->doctor->row[i];
        struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);

        if (r->group && (!group || strcmp(group, r->group) != 0)) {
            gam_text_heading(t, r->group);
            group = r->group;
        }
        gam_text_colour_on(t, state_colour(r->state));
        gam_strbuf_printf(t->out, "  %-8s", r->state ? r->state : "-");
        gam_text_colour_off(t, state_colour(r->state));
        gam_strbuf_printf(&line, "%s%s%s", r->name ? r->name : "-", r->reason && *r->reason ? ": " : "",
                          r->reason ? r->reason : "");
        gam_strbuf_char(t->out, ' ');
        gam_text_fill(t, 11, 11, gam_strbuf_get(&line));
        gam_text_done(t, &line);
        arrow_print(t, r->remedy);
    }
}

static void levels_text(const struct gam_device_row *r, struct gam_strbuf *out)
{
    char size[GAM_FMT_SIZE];

    for (size_t i = 0; i < r->n_levels; i++) {
        gam_unit_size_text((double)r->level[i].size_bytes, size, sizeof size);
        gam_strbuf_printf(out, "%s%s %s", i ? ", " : "", r->level[i].level, size);
        if (r->level[i].instances > 1)
            gam_strbuf_printf(out, " x %" PRIu32, r->level[i].instances);
    }
}

void gam_text_devices(const struct gam_text *t, const struct gam_doc *doc)
{
    for (size_t i = 0; i < doc->devices->n; i++) {
        const struct gam_device_row *r = &doc->devices->row[i];
        struct gam_strbuf line = GAM_STRBUF_INIT(1 << 16);
        char size[GAM_FMT_SIZE];

        gam_strbuf_printf(&line, "%s  %s", r->id ? r->id : r->backend ? r->backend : "-", r->name ? r->name : "");
        gam_text_colour_on(t, r->ready ? GAM_ANSI_BOLD : GAM_ANSI_DIM);
        gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
        gam_text_colour_off(t, r->ready ? GAM_ANSI_BOLD : GAM_ANSI_DIM);
        gam_text_again(t, &line);
        if (r->ready) {
            gam_strbuf_printf(&line, "  %s by %s, %" PRIu32 " unit%s", r->kind ? r->kind : "device",
                              r->backend ? r->backend : "-", r->units, r->units == 1 ? "" : "s");
            if (r->isa && *r->isa)
                gam_strbuf_printf(&line, ", %s", r->isa);
            gam_unit_size_text((double)r->memory_bytes, size, sizeof size);
            gam_strbuf_printf(&line, ", memory %s", r->memory_text && *r->memory_text ? r->memory_text : size);
            gam_strbuf_text(t->out, "  ");
            gam_text_fill(t, 2, 2, gam_strbuf_get(&line));
            gam_text_again(t, &line);
            levels_text(r, &line);
            gam_strbuf_text(t->out, line.length ? "  " : "");
            if (line.length)
                gam_text_fill(t, 2, 2, gam_strbuf_get(&line));
        }
        if (r->reason && *r->reason) {
            gam_strbuf_text(t->out, "  ");
            gam_text_fill(t, 2, 2, r->reason);
        }
        gam_text_done(t, &line);
    }
    if (!doc->devices->n)
        gam_text_fill(t, 0, 0, "no device found");
}

void gam_text_runs(const struct gam_text *t, const struct gam_doc *doc)
{
    enum { ID, STARTED, SUITE, STATUS, MEASUREMENTS, ROUNDS, TAGS, PURPOSE, UUID, COLUMNS };
    static const struct gam_text_column columns[COLUMNS] = {
        [ID] = { "run", 0, 1, 0 },        [STARTED] = { "started", 1, 0, 10 }, [SUITE] = { "suite", 0, 0, 5 },
        [STATUS] = { "status", 0, 0, 6 }, [TAGS] = { "tags", 2, 0, 6 },        [MEASUREMENTS] = { "measurements", 4, 1, 0 },
        [ROUNDS] = { "rounds", 3, 1, 0 }, [PURPOSE] = { "purpose", 5, 0, 0 },  [UUID] = { "uuid", 6, 0, 0 },
    };
    struct gam_text_table table;
    char text[32];

    gam_text_table_init(&table, columns, COLUMNS);
    for (size_t i = 0; i < doc->runs->n; i++) {
        const struct gam_run_row *r = &doc->runs->row[i];

        gam_text_table_row(&table);
        snprintf(text, sizeof text, "%" PRId64, r->id);
        gam_text_table_cell(&table, ID, text, GAM_ANSI_NONE);
        gam_text_table_cell(&table, STARTED, r->started, GAM_ANSI_NONE);
        gam_text_table_cell(&table, SUITE, r->suite, GAM_ANSI_NONE);
        gam_text_table_cell(&table, STATUS, r->status, GAM_ANSI_NONE);
        snprintf(text, sizeof text, "%" PRId64, r->measurements);
        gam_text_table_cell(&table, MEASUREMENTS, r->measurements == GAM_NULL_INT ? "-" : text, GAM_ANSI_NONE);
        snprintf(text, sizeof text, "%" PRId64, r->rounds);
        gam_text_table_cell(&table, ROUNDS, r->rounds == GAM_NULL_INT ? "-" : text, GAM_ANSI_NONE);
        gam_text_table_cell(&table, TAGS, r->tags, GAM_ANSI_NONE);
        gam_text_table_cell(&table, PURPOSE, r->purpose, GAM_ANSI_NONE);
        gam_text_table_cell(&table, UUID, r->uuid, GAM_ANSI_DIM);
    }
    gam_text_table_print(t, &table);
    if (!doc->runs->n)
        gam_text_fill(t, 0, 0, "no runs yet; 'gambrel run' makes one");
    gam_text_table_release(&table);
}

static void plan_summary(const struct gam_text *t, const struct gam_plan_rows *plan)
{
    struct gam_strbuf line = GAM_STRBUF_INIT(1 << 12);
    char text[GAM_FMT_SIZE];
    size_t skipped = 0;

    for (size_t i = 0; i < plan->n; i++)
        skipped += plan->row[i].status && !strcmp(plan->row[i].status, "skipped");
    gam_strbuf_printf(&line, "%zu to measure, %zu skipped, %d rounds, seed %" PRId64, plan->n - skipped, skipped, plan->rounds,
                      plan->seed);
    if (plan->budget_ns > 0) {
        gam_unit_duration_text((uint64_t)plan->budget_ns, text, sizeof text);
        gam_strbuf_printf(&line, ", budget %s", text);
    }
    if (plan->visit_ns > 0) {
        gam_fmt_ns((double)plan->visit_ns, text, sizeof text);
        gam_strbuf_printf(&line, ", %s a visit", text);
    }
    gam_text_fill(t, 2, 0, gam_strbuf_get(&line));
    gam_text_done(t, &line);
}

enum {
    PLAN_ROLE,
    PLAN_SPEC,
    PLAN_IMPL,
    PLAN_DEVICE,
    PLAN_THREADS,
    PLAN_CACHE,
    PLAN_CALLS,
    PLAN_STATUS,
    PLAN_REASON,
    PLAN_COLUMNS
};

static void plan_row(struct gam_text_table *table, const struct gam_plan_row *r, const char *what)
{
    char text[32];

    gam_text_table_row(table);
    gam_text_table_cell(table, PLAN_ROLE, r->role, GAM_ANSI_NONE);
    gam_text_table_cell(table, PLAN_SPEC, what, GAM_ANSI_NONE);
    gam_text_table_cell(table, PLAN_IMPL, r->implementation, GAM_ANSI_NONE);
    gam_text_table_cell(table, PLAN_DEVICE, r->device, GAM_ANSI_NONE);
    snprintf(text, sizeof text, "%d", r->threads);
    gam_text_table_cell(table, PLAN_THREADS, r->threads > 0 ? text : "-", GAM_ANSI_NONE);
    gam_text_table_cell(table, PLAN_CACHE, r->cache, GAM_ANSI_NONE);
    snprintf(text, sizeof text, "%" PRId64, r->calls);
    gam_text_table_cell(table, PLAN_CALLS, r->calls == GAM_NULL_INT ? "-" : text, GAM_ANSI_NONE);
    gam_text_table_cell(table, PLAN_STATUS, r->status, GAM_ANSI_NONE);
    gam_text_table_cell(table, PLAN_REASON, r->reason, GAM_ANSI_NONE);
}

static int same_group(const struct gam_plan_row *a, const struct gam_plan_row *b)
{
    return a->group && b->group && !strcmp(a->group, b->group) && !strcmp(a->role, b->role);
}

/* Candidates of one roof follow one another but for their controls: they share a row, at the first of them. */
static void plan_group(struct gam_text_table *table, const struct gam_plan_rows *plan, size_t i)
{
    const struct gam_plan_row *r = &plan->row[i];
    char what[160];
    size_t n = 0;

    for (size_t k = 0; k < i; k++)
        if (same_group(r, &plan->row[k]))
            return;
    for (size_t k = i; k < plan->n; k++)
        n += (size_t)same_group(r, &plan->row[k]);
    if (n > 1)
        snprintf(what, sizeof what, "%s, best of %zu kernels", r->group, n);
    else
        snprintf(what, sizeof what, "%s", r->group);
    plan_row(table, r, what);
}

void gam_text_plan(const struct gam_text *t, const struct gam_doc *doc)
{
    static const struct gam_text_column columns[PLAN_COLUMNS] = {
        [PLAN_ROLE] = { "role", 3, 0, 0 },     [PLAN_SPEC] = { "operator", 0, 0, 44 },  [PLAN_IMPL] = { "by", 0, 0, 8 },
        [PLAN_DEVICE] = { "device", 6, 0, 0 }, [PLAN_THREADS] = { "threads", 4, 1, 0 }, [PLAN_CACHE] = { "cache", 7, 0, 0 },
        [PLAN_CALLS] = { "calls", 8, 1, 0 },   [PLAN_STATUS] = { "status", 0, 0, 0 },   [PLAN_REASON] = { "reason", 1, 0, 20 },
    };
    struct gam_text_table table;

    plan_summary(t, doc->plan);
    gam_text_table_init(&table, columns, PLAN_COLUMNS);
    for (size_t i = 0; i < doc->plan->n; i++) {
        const struct gam_plan_row *r = &doc->plan->row[i];

        if (r->role && !strcmp(r->role, "control"))
            continue;
        if (r->group)
            plan_group(&table, doc->plan, i);
        else
            plan_row(&table, r, r->spec);
    }
    gam_text_table_print(t, &table);
    gam_text_table_release(&table);
    gam_text_fill(t, 0, 0, "every roof also has a control: the same kernel with twice the work, in the same rounds");
}
