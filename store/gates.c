/* SPDX-License-Identifier: MIT */
#include "store/gates.h"

#include "store/store_priv.h"

#include <math.h>
#include <stdlib.h>

/* Binds in the order of the columns; the first failure stays. */
struct binder {
    sqlite3_stmt *stmt;
    int at, rc;
};

static void bind_text(struct binder *b, const char *text)
{
    b->at++;
    if (b->rc == SQLITE_OK)
        b->rc = text ? sqlite3_bind_text(b->stmt, b->at, text, -1, SQLITE_STATIC) : sqlite3_bind_null(b->stmt, b->at);
}

static void bind_int(struct binder *b, int64_t value)
{
    b->at++;
    if (b->rc == SQLITE_OK)
        b->rc = value == GAM_NULL_INT ? sqlite3_bind_null(b->stmt, b->at) : sqlite3_bind_int64(b->stmt, b->at, value);
}

static void bind_real(struct binder *b, double value)
{
    b->at++;
    if (b->rc == SQLITE_OK)
        b->rc = isfinite(value) ? sqlite3_bind_double(b->stmt, b->at, value) : sqlite3_bind_null(b->stmt, b->at);
}

static int bound_run(struct gam_store *s, struct binder *b, struct gam_err *err)
{
    int rc = b->rc == SQLITE_OK ? gam_sql_step(s, "write", b->stmt, err) : gam_sql_fail(s, "write", err);

    sqlite3_reset(b->stmt);
    return rc;
}

static const char gate_sql[] =
    "INSERT INTO gate (uuid, kind, status, started, finished, verdict, reason, advisory, threshold_ratio, alpha, mde_ratio,"
    " noise_floor_ratio, slot_order, seed, host_class, base_kind, base_name, cand_kind, cand_name, confirms, tool_version, "
    "tool_commit)"
    " VALUES (?, ?, 'complete', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static int gate_insert(struct gam_store *s, const struct gam_stored_gate *g, int64_t *id, struct gam_err *err)
{
    struct binder b = { .rc = SQLITE_OK };
    int rc = gam_sql_prepare(s, "write", gate_sql, &b.stmt, err);

    if (rc)
        return rc;
    bind_text(&b, g->uuid);
    bind_text(&b, g->kind);
    bind_text(&b, g->started);
    bind_text(&b, g->finished);
    bind_text(&b, g->verdict);
    bind_text(&b, g->reason);
    bind_int(&b, g->advisory != 0);
    bind_real(&b, g->threshold);
    bind_real(&b, g->alpha);
    bind_real(&b, g->mde);
    bind_real(&b, g->noise_floor);
    bind_text(&b, g->order);
    bind_int(&b, g->seed);
    bind_text(&b, g->host_class);
    bind_text(&b, g->base_kind);
    bind_text(&b, g->base_name);
    bind_text(&b, g->cand_kind);
    bind_text(&b, g->cand_name);
    bind_text(&b, g->confirms);
    bind_text(&b, g->tool_version);
    bind_text(&b, g->tool_commit);
    rc = bound_run(s, &b, err);
    *id = sqlite3_last_insert_rowid(s->db);
    sqlite3_finalize(b.stmt);
    return rc;
}

static int cases_insert(struct gam_store *s, const struct gam_stored_gate *g, int64_t id, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(
        s, "write",
        "INSERT INTO gate_case (gate, ordinal, op, metric, unit, base, cand, ratio, ratio_low, ratio_high, p, mde_ratio,"
        " pairs, verdict, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &stmt, err);

    for (size_t i = 0; i < g->n_cases && !rc; i++) {
        const struct gam_stored_case *c = &g->cases[i];
        struct binder b = { .stmt = stmt, .rc = SQLITE_OK };

        bind_int(&b, id);
        bind_int(&b, (int64_t)i);
        bind_text(&b, c->name);
        bind_text(&b, c->metric);
        bind_text(&b, c->unit);
        bind_real(&b, c->base);
        bind_real(&b, c->cand);
        bind_real(&b, c->ratio);
        bind_real(&b, c->ratio_low);
        bind_real(&b, c->ratio_high);
        bind_real(&b, c->p);
        bind_real(&b, c->mde);
        bind_int(&b, c->pairs);
        bind_text(&b, c->verdict);
        bind_text(&b, c->reason);
        rc = bound_run(s, &b, err);
    }
    sqlite3_finalize(stmt);
    return rc;
}

static int slots_insert(struct gam_store *s, const struct gam_stored_gate *g, int64_t id, struct gam_err *err)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(
        s, "write",
        "INSERT INTO gate_slot (gate, ordinal, pair, look, arm, status, reason, exit_code, duration_ns) VALUES (?, "
        "?, ?, ?, ?, ?, ?, ?, ?)",
        &stmt, err);

    for (size_t i = 0; i < g->n_slots && !rc; i++) {
        struct binder b = { .stmt = stmt, .rc = SQLITE_OK };

        bind_int(&b, id);
        bind_int(&b, (int64_t)i);
        bind_int(&b, g->slot[i].pair);
        bind_int(&b, g->slot[i].look);
        bind_text(&b, g->slot[i].arm);
        bind_text(&b, g->slot[i].reason ? "skipped" : "ok");
        bind_text(&b, g->slot[i].reason);
        bind_int(&b, g->slot[i].exit_code);
        bind_int(&b, g->slot[i].duration_ns);
        rc = bound_run(s, &b, err);
    }
    sqlite3_finalize(stmt);
    return rc;
}

int gam_store_gate_add(struct gam_store *s, const struct gam_stored_gate *gate, struct gam_err *err)
{
    int64_t id = 0;
    int rc = gam_sql_begin(s, err);

    if (rc)
        return rc;
    rc = gate_insert(s, gate, &id, err);
    if (!rc)
        rc = cases_insert(s, gate, id, err);
    if (!rc)
        rc = slots_insert(s, gate, id, err);
    return gam_sql_end(s, rc, err);
}

static double real_get(sqlite3_stmt *stmt, int column)
{
    return sqlite3_column_type(stmt, column) == SQLITE_NULL ? NAN : sqlite3_column_double(stmt, column);
}

/* Room for one more of `size` bytes. */
static int grow(void **at, size_t n, size_t *capacity, size_t size, struct gam_err *err)
{
    void *more;
    size_t wanted = *capacity ? 2 * *capacity : 32;

    if (n < *capacity)
        return 0;
    more = realloc(*at, wanted * size);
    if (!more)
        return gam_err_nomem(err);
    *at = more;
    *capacity = wanted;
    return 0;
}

int gam_store_gate_series(struct gam_store *s, struct gam_series_list *out, struct gam_err *err)
{
    size_t capacity = 0;
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(
        s, "read",
        "SELECT c.op, c.metric, c.unit, g.host_class, g.started, g.cand_name, c.cand FROM gate_case c JOIN gate g ON g.id = "
        "c.gate"
        " WHERE g.kind = 'ab' AND c.cand IS NOT NULL ORDER BY g.host_class, c.op, c.metric, c.unit, g.started, g.id",
        &stmt, err);

    *out = (struct gam_series_list){ 0 };
    while (!rc && (rc = gam_sql_step(s, "read", stmt, err)) > 0) {
        struct gam_series_point *p;

        void *list = out->point;
        rc = grow(&list, out->n, &capacity, sizeof *out->point, err);
        out->point = list;
        if (rc)
            break;
        p = &out->point[out->n];
        p->name = gam_sql_text_keep(stmt, 0, &out->texts, &rc);
        p->metric = gam_sql_text_keep(stmt, 1, &out->texts, &rc);
        p->unit = gam_sql_text_keep(stmt, 2, &out->texts, &rc);
        p->host_class = gam_sql_text_keep(stmt, 3, &out->texts, &rc);
        p->started = gam_sql_text_keep(stmt, 4, &out->texts, &rc);
        p->label = gam_sql_text_keep(stmt, 5, &out->texts, &rc);
        p->value = real_get(stmt, 6);
        if (rc)
            gam_err_nomem(err);
        else
            out->n++;
    }
    sqlite3_finalize(stmt);
    if (rc)
        gam_series_list_release(out);
    return rc;
}

void gam_series_list_release(struct gam_series_list *l)
{
    free(l->point);
    gam_text_block_free(l->texts);
    *l = (struct gam_series_list){ 0 };
}

/* The columns that name a series, compared with IS so that unknown equals unknown. */
static const char supersede_sql[] =
    "UPDATE baseline SET superseded = ?1 WHERE superseded IS NULL AND name = ?2 AND host_class IS ?3 AND device_class IS ?4"
    " AND op = ?5 AND implementation IS ?6 AND threads IS ?7 AND cache IS ?8 AND metric = ?9";

static const char accept_sql[] =
    "INSERT INTO baseline (uuid, name, host_class, device_class, op, implementation, implementation_version, threads, cache,"
    " metric, unit, value, value_low, value_high, run, accepted, why)"
    " VALUES (lower(hex(randomblob(16))), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static int supersede(struct gam_store *s, sqlite3_stmt *stmt, const struct gam_baseline *r, size_t *superseded,
                     struct gam_err *err)
{
    struct binder b = { .stmt = stmt, .rc = SQLITE_OK };
    int rc;

    bind_text(&b, r->accepted);
    bind_text(&b, r->name);
    bind_text(&b, r->host_class);
    bind_text(&b, r->device_class);
    bind_text(&b, r->op);
    bind_text(&b, r->implementation);
    bind_int(&b, r->threads);
    bind_text(&b, r->cache);
    bind_text(&b, r->metric);
    rc = bound_run(s, &b, err);
    *superseded += rc ? 0 : (size_t)sqlite3_changes(s->db);
    return rc;
}

static int accept_row(struct gam_store *s, sqlite3_stmt *stmt, const struct gam_baseline *r, struct gam_err *err)
{
    struct binder b = { .stmt = stmt, .rc = SQLITE_OK };

    bind_text(&b, r->name);
    bind_text(&b, r->host_class);
    bind_text(&b, r->device_class);
    bind_text(&b, r->op);
    bind_text(&b, r->implementation);
    bind_text(&b, r->implementation_version);
    bind_int(&b, r->threads);
    bind_text(&b, r->cache);
    bind_text(&b, r->metric);
    bind_text(&b, r->unit);
    bind_real(&b, r->value);
    bind_real(&b, r->low);
    bind_real(&b, r->high);
    bind_text(&b, r->run);
    bind_text(&b, r->accepted);
    bind_text(&b, r->why);
    return bound_run(s, &b, err);
}

int gam_store_baseline_accept(struct gam_store *s, const struct gam_baseline *row, size_t n, size_t *superseded,
                              struct gam_err *err)
{
    sqlite3_stmt *old = NULL, *fresh = NULL;
    int rc = gam_sql_begin(s, err);

    *superseded = 0;
    if (rc)
        return rc;
    rc = gam_sql_prepare(s, "write", supersede_sql, &old, err);
    if (!rc)
        rc = gam_sql_prepare(s, "write", accept_sql, &fresh, err);
    for (size_t i = 0; i < n && !rc; i++)
        rc = supersede(s, old, &row[i], superseded, err);
    for (size_t i = 0; i < n && !rc; i++)
        rc = accept_row(s, fresh, &row[i], err);
    sqlite3_finalize(old);
    sqlite3_finalize(fresh);
    return gam_sql_end(s, rc, err);
}

static int baseline_get(sqlite3_stmt *stmt, struct gam_baseline *r, struct gam_text_block **texts)
{
    const char **text[] = { &r->name,      &r->host_class,     &r->device_class,
                            &r->op,        &r->implementation, &r->implementation_version,
                            &r->cache,     &r->metric,         &r->unit,
                            &r->run,       &r->accepted,       &r->why,
                            &r->superseded };
    int rc = 0, n = (int)(sizeof text / sizeof *text);

    for (int i = 0; i < n; i++)
        *text[i] = gam_sql_text_keep(stmt, i, texts, &rc);
    r->threads = sqlite3_column_type(stmt, n) == SQLITE_NULL ? GAM_NULL_INT : sqlite3_column_int64(stmt, n);
    r->value = real_get(stmt, n + 1);
    r->low = real_get(stmt, n + 2);
    r->high = real_get(stmt, n + 3);
    return rc;
}

int gam_store_baseline_list(struct gam_store *s, const char *name, int history, struct gam_baseline_list *out,
                            struct gam_err *err)
{
    size_t capacity = 0;
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(s, "read",
                             "SELECT name, host_class, device_class, op, implementation, implementation_version, cache, metric, "
                             "unit, run, accepted, why,"
                             " superseded, threads, value, value_low, value_high FROM baseline WHERE (?1 IS NULL OR name = ?1) "
                             "AND (?2 OR superseded IS NULL)"
                             " ORDER BY name, host_class, op, implementation, threads, cache, metric, accepted, id",
                             &stmt, err);

    *out = (struct gam_baseline_list){ 0 };
    if (rc)
        return rc;
    if ((name ? sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC) : sqlite3_bind_null(stmt, 1)) != SQLITE_OK ||
        sqlite3_bind_int(stmt, 2, history) != SQLITE_OK)
        rc = gam_sql_fail(s, "read", err);
    while (!rc && (rc = gam_sql_step(s, "read", stmt, err)) > 0) {
        void *list = out->row;

        rc = grow(&list, out->n, &capacity, sizeof *out->row, err);
        out->row = list;
        if (!rc && baseline_get(stmt, &out->row[out->n], &out->texts))
            rc = gam_err_nomem(err);
        if (!rc)
            out->n++;
    }
    sqlite3_finalize(stmt);
    if (rc)
        gam_baseline_list_release(out);
    return rc;
}

void gam_baseline_list_release(struct gam_baseline_list *l)
{
    free(l->row);
    gam_text_block_free(l->texts);
    *l = (struct gam_baseline_list){ 0 };
}

/* The mean of the logarithms of a gate's ratios of times; the rows come gate by gate. */
static int signs_count(struct gam_store *s, const char *uuid, struct gam_gate_history *out, struct gam_err *err)
{
    static const char sql[] =
        "SELECT c.gate, c.ratio FROM gate_case c WHERE c.unit IN ('ns', 'us', 'ms', 's') AND c.ratio > 0 AND c.pairs > 0"
        " AND c.gate IN (SELECT g.id FROM gate g JOIN gate me ON me.uuid = ? WHERE g.kind = 'ab' AND g.host_class IS"
        " me.host_class AND g.id <= me.id ORDER BY g.id DESC LIMIT 50) ORDER BY c.gate";
    struct binder b = { .rc = SQLITE_OK };
    int64_t gate = -1;
    double sum = 0;
    int rc = gam_sql_prepare(s, "read", sql, &b.stmt, err);

    _Static_assert(GAM_GATE_HISTORY == 50, "the query names the number");
    bind_text(&b, uuid);
    while (!rc && (rc = gam_sql_step(s, "read", b.stmt, err)) > 0) {
        int64_t id = sqlite3_column_int64(b.stmt, 0);

        if (id != gate) {
            out->slower += sum > 0;
            out->faster += sum < 0;
            sum = 0;
        }
        gate = id;
        sum += log(sqlite3_column_double(b.stmt, 1));
        rc = 0;
    }
    out->slower += !rc && sum > 0;
    out->faster += !rc && sum < 0;
    sqlite3_finalize(b.stmt);
    return rc;
}

int gam_store_gate_history(struct gam_store *s, const char *uuid, struct gam_gate_history *out, struct gam_err *err)
{
    static const char sql[] = "SELECT COUNT(*), COALESCE(SUM(mine.verdict = 'regression'), 0) FROM gate_case old JOIN gate_case "
                              "mine ON mine.gate = (SELECT id FROM gate WHERE uuid"
                              " = ?1) AND mine.op = old.op AND mine.metric = old.metric WHERE "
                              "old.verdict = 'regression' AND"
                              " old.gate = (SELECT MAX(g.id) FROM gate g JOIN gate me ON me.uuid = ?1 WHERE g.kind = 'ab' AND "
                              "g.host_class IS me.host_class"
                              " AND g.id < me.id)";
    struct binder b = { .rc = SQLITE_OK };
    int rc;

    *out = (struct gam_gate_history){ 0 };
    rc = signs_count(s, uuid, out, err);
    if (!rc)
        rc = gam_sql_prepare(s, "read", sql, &b.stmt, err);
    if (rc)
        return rc;
    bind_text(&b, uuid);
    rc = gam_sql_step(s, "read", b.stmt, err);
    if (rc > 0) {
        out->alarms_before = (size_t)sqlite3_column_int64(b.stmt, 0);
        out->alarms_again = (size_t)sqlite3_column_int64(b.stmt, 1);
        rc = 0;
    }
    sqlite3_finalize(b.stmt);
    return rc;
}
