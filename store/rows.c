/* SPDX-License-Identifier: MIT */
/* Records to rows: prepared statements, one per table, kept for the life of the handle. */
#include "store/store_priv.h"

#include <math.h>

void gam_row_columns(struct gam_strbuf *out, const struct gam_record_desc *desc)
{
    for (size_t i = 0; i < desc->n_fields; i++)
        gam_strbuf_printf(out, "%s\"%s\"", i ? ", " : "", desc->fields[i].name);
}

static int prepare(struct gam_store *s, struct gam_strbuf *sql, sqlite3_stmt **out, struct gam_err *err)
{
    int rc = gam_strbuf_status(sql, err);

    if (!rc)
        rc = sqlite3_prepare_v3(s->db, gam_strbuf_get(sql), -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK
                 ? 0
                 : gam_sql_fail(s, "write", err);
    gam_strbuf_release(sql);
    return rc;
}

/* Parameters: the fields, then for all but run: run, ordinal. */
static int insert_prepare(struct gam_store *s, enum gam_record which, struct gam_err *err)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);

    if (s->insert[which])
        return 0;
    gam_strbuf_printf(&sql, "INSERT INTO \"%s\" (", desc->name);
    gam_row_columns(&sql, desc);
    gam_strbuf_text(&sql, which == GAM_RECORD_RUN ? ") VALUES (" : ", run, ordinal) VALUES (");
    for (size_t i = 0; i < desc->n_fields; i++)
        gam_strbuf_text(&sql, i ? ",?" : "?");
    gam_strbuf_text(&sql, which == GAM_RECORD_RUN ? ")" : ",?,?)");
    return prepare(s, &sql, &s->insert[which], err);
}

/* Parameters: the fields, then run, then for all but run: ordinal. */
static int update_prepare(struct gam_store *s, enum gam_record which, struct gam_err *err)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);

    if (s->update[which])
        return 0;
    gam_strbuf_printf(&sql, "UPDATE \"%s\" SET ", desc->name);
    for (size_t i = 0; i < desc->n_fields; i++)
        gam_strbuf_printf(&sql, "%s\"%s\" = ?", i ? ", " : "", desc->fields[i].name);
    gam_strbuf_text(&sql, which == GAM_RECORD_RUN ? " WHERE id = ?" : " WHERE run = ? AND ordinal = ?");
    return prepare(s, &sql, &s->update[which], err);
}

static int field_bind(sqlite3_stmt *stmt, int at, const struct gam_field *field, const void *record)
{
    const char *value = (const char *)record + field->offset;
    const char *text;
    double real;
    int64_t whole;

    switch (field->type) {
    case GAM_FIELD_TEXT:
    case GAM_FIELD_TIME:
        text = *(const char *const *)value;
        return text ? sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC) : sqlite3_bind_null(stmt, at);
    case GAM_FIELD_REAL:
        real = *(const double *)value;
        return isfinite(real) ? sqlite3_bind_double(stmt, at, real) : sqlite3_bind_null(stmt, at);
    case GAM_FIELD_ENUM:
        whole = *(const int64_t *)value;
        if (whole == GAM_NULL_INT)
            return sqlite3_bind_null(stmt, at);
        return sqlite3_bind_text(stmt, at, field->words->word[whole], -1, SQLITE_STATIC);
    default:
        whole = *(const int64_t *)value;
        return whole == GAM_NULL_INT ? sqlite3_bind_null(stmt, at) : sqlite3_bind_int64(stmt, at, whole);
    }
}

static int row_write(struct gam_store *s, sqlite3_stmt *stmt, enum gam_record which, int64_t run, const void *record,
                     struct gam_err *err)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    int at = 1, bound = SQLITE_OK, rc;

    for (size_t i = 0; i < desc->n_fields && bound == SQLITE_OK; i++)
        bound = field_bind(stmt, at++, &desc->fields[i], record);
    if (bound == SQLITE_OK && at <= sqlite3_bind_parameter_count(stmt))
        bound = sqlite3_bind_int64(stmt, at++, run);
    if (bound == SQLITE_OK && at <= sqlite3_bind_parameter_count(stmt))
        bound = sqlite3_bind_int64(stmt, at, *(const int64_t *)record);
    rc = bound == SQLITE_OK ? gam_sql_step(s, "write", stmt, err) : gam_sql_fail(s, "write", err);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt); /* they point into the record */
    return rc;
}

int gam_row_insert(struct gam_store *s, enum gam_record which, int64_t run, const void *record, int64_t *id, struct gam_err *err)
{
    int rc = insert_prepare(s, which, err);

    if (!rc)
        rc = row_write(s, s->insert[which], which, run, record, err);
    if (!rc && id)
        *id = sqlite3_last_insert_rowid(s->db);
    return rc;
}

int gam_row_update(struct gam_store *s, enum gam_record which, int64_t run, const void *record, struct gam_err *err)
{
    int rc = update_prepare(s, which, err);

    if (!rc)
        rc = row_write(s, s->update[which], which, run, record, err);
    if (!rc && sqlite3_changes(s->db) != 1)
        return gam_err_set(err, -GAM_ENOENT, "cannot write '%s': %s %lld of run %lld is gone; was it pruned meanwhile?", s->path,
                           gam_record_desc(which)->name, (long long)*(const int64_t *)record, (long long)run);
    return rc;
}

void gam_row_statements_release(struct gam_store *s)
{
    for (int i = 0; i < GAM_RECORD_KINDS; i++) {
        sqlite3_finalize(s->insert[i]);
        sqlite3_finalize(s->update[i]);
        s->insert[i] = s->update[i] = NULL;
    }
}
