/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdio.h>

struct load {
    struct gam_store *s;
    enum gam_record which;
    sqlite3_stmt *stmt;
    struct gam_runset *out;
    struct gam_err *err;
};

static int damaged(const struct load *l, int64_t ordinal, const char *field, const char *what)
{
    return gam_err_set(l->err, -GAM_EPARSE, "cannot read '%s': %s %lld%s%s: %s; 'gambrel db check' lists all faults", l->s->path,
                       gam_record_desc(l->which)->name, (long long)ordinal, field ? ", " : "", field ? field : "", what);
}

/* Texts stay SQLite's until the next step; gam_runset_add copies them. */
static int field_read(const struct load *l, int column, const struct gam_field *field, int64_t ordinal, char *value)
{
    int type = sqlite3_column_type(l->stmt, column), rc = 0;
    const char *text;

    if (type == SQLITE_NULL)
        return 0;
    switch (field->type) {
    case GAM_FIELD_TEXT:
    case GAM_FIELD_TIME:
        *(const char **)(void *)value = gam_sql_text(l->stmt, column, &rc);
        return rc ? gam_err_nomem(l->err) : 0;
    case GAM_FIELD_REAL:
        *(double *)(void *)value = sqlite3_column_double(l->stmt, column);
        return 0;
    case GAM_FIELD_ENUM:
        text = gam_sql_text(l->stmt, column, &rc);
        if (rc)
            return gam_err_nomem(l->err);
        *(int64_t *)(void *)value = gam_word_index(field->words, text);
        return *(int64_t *)(void *)value < 0 ? damaged(l, ordinal, field->name, "unknown word") : 0;
    default:
        *(int64_t *)(void *)value = sqlite3_column_int64(l->stmt, column);
        return 0;
    }
}

static int row_read(const struct load *l)
{
    const struct gam_record_desc *desc = gam_record_desc(l->which);
    int64_t next = (int64_t)l->out->of[l->which].n;
    union gam_record_any record;

    gam_record_clear(l->which, &record);
    record.ordinal = sqlite3_column_int64(l->stmt, 0);
    if (record.ordinal != next)
        return damaged(l, next, NULL, "is missing");
    for (size_t i = 0; i < desc->n_fields; i++) {
        int rc = field_read(l, (int)i + 1, &desc->fields[i], record.ordinal, (char *)&record + desc->fields[i].offset);

        if (rc)
            return rc;
    }
    return gam_runset_add(l->out, l->which, &record, l->err);
}

static int rows_read(struct load *l, int64_t id)
{
    const struct gam_record_desc *desc = gam_record_desc(l->which);
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);
    int rc, more;

    gam_strbuf_text(&sql, l->which == GAM_RECORD_RUN ? "SELECT 0, " : "SELECT ordinal, ");
    gam_row_columns(&sql, desc);
    gam_strbuf_printf(&sql,
                      l->which == GAM_RECORD_RUN ? " FROM \"%s\" WHERE id = ?" : " FROM \"%s\" WHERE run = ? ORDER BY ordinal",
                      desc->name);
    rc = gam_strbuf_status(&sql, l->err);
    if (!rc)
        rc = gam_sql_prepare(l->s, "read", gam_strbuf_get(&sql), &l->stmt, l->err);
    gam_strbuf_release(&sql);
    if (rc)
        return rc;
    sqlite3_bind_int64(l->stmt, 1, id);
    while (!rc) {
        more = gam_sql_step(l->s, "read", l->stmt, l->err);
        if (more <= 0) {
            rc = more;
            break;
        }
        rc = row_read(l);
    }
    sqlite3_finalize(l->stmt);
    return rc;
}

static int tables_read(struct gam_store *s, int64_t id, struct gam_runset *out, struct gam_err *err)
{
    int rc = 0;

    for (int i = 0; i < GAM_RECORD_KINDS && !rc; i++) {
        struct load l = { .s = s, .which = (enum gam_record)i, .out = out, .err = err };

        rc = rows_read(&l, id);
        if (!rc && i == GAM_RECORD_RUN && !out->of[i].n)
            rc = gam_err_set(err, -GAM_ENOENT, "no run %lld in '%s'; 'gambrel db list' shows what is there", (long long)id,
                             s->path);
    }
    if (!rc && gam_runset_check(out, err)) {
        gam_err_prefix(err, "run %lld of '%s' is damaged", (long long)id, s->path);
        rc = -GAM_EPARSE;
        if (err)
            err->code = rc;
    }
    return rc;
}

int gam_store_load(struct gam_store *s, int64_t id, struct gam_runset *out, struct gam_err *err)
{
    /* one read transaction: a run in work is seen as of one commit */
    int began = sqlite3_get_autocommit(s->db), rc = began ? gam_sql_exec(s, "read", "BEGIN", err) : 0;

    if (rc)
        return rc;
    rc = tables_read(s, id, out, err);
    if (began)
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return rc;
}
