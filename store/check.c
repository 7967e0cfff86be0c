/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdio.h>
#include <string.h>

struct check {
    struct gam_store *s;
    void (*fault)(void *ctx, const char *text);
    void *ctx;
    size_t faults;
    struct gam_err *err;
};

static void report(struct check *c, const char *text)
{
    c->faults++;
    if (c->fault)
        c->fault(c->ctx, text);
}

/* Every row of the statement is a fault; its columns follow `title`, separated by blanks. */
static int rows_report(struct check *c, const char *title, const char *sql)
{
    sqlite3_stmt *stmt;
    int rc = gam_sql_prepare(c->s, "check", sql, &stmt, c->err);

    if (rc)
        return rc;
    while ((rc = gam_sql_step(c->s, "check", stmt, c->err)) > 0) {
        char text[600];
        int used = snprintf(text, sizeof text, "%s", title);

        for (int i = 0; i < sqlite3_column_count(stmt) && used >= 0 && (size_t)used < sizeof text; i++) {
            const char *cell = (const char *)sqlite3_column_text(stmt, i);

            used += snprintf(text + used, sizeof text - (size_t)used, " %s", cell ? cell : "null");
        }
        report(c, text);
    }
    sqlite3_finalize(stmt);
    return rc;
}

/* A page that SQLite had no memory for is no damage (result codes SQLITE_NOMEM and SQLITE_IOERR_NOMEM). */
static int lacked_memory(const char *text)
{
    return strstr(text, "error code=7") || strstr(text, "error code=3082");
}

/* Damage of the file ends a pragma with an error row or an error; both are faults here. */
static int integrity_check(struct check *c)
{
    sqlite3_stmt *stmt;
    struct gam_err why = { 0 };
    int rc = gam_sql_prepare(c->s, "check", "PRAGMA integrity_check", &stmt, &why);

    while (!rc && (rc = gam_sql_step(c->s, "check", stmt, &why)) > 0) {
        const char *text = (const char *)sqlite3_column_text(stmt, 0);

        rc = text && !lacked_memory(text) ? 0 : gam_err_nomem(&why);
        if (!rc && sqlite3_stricmp(text, "ok"))
            report(c, text);
    }
    sqlite3_finalize(stmt);
    if (rc == -GAM_EPARSE) {
        report(c, why.text);
        return 0;
    }
    if (rc && c->err)
        *c->err = why;
    return rc;
}

/* Appends the condition that is true of a field's bad values; returns what is wrong with them, NULL when nothing can be. */
static const char *bad_values(struct gam_strbuf *sql, const struct gam_field *field)
{
    switch (field->type) {
    case GAM_FIELD_ENUM:
        gam_strbuf_printf(sql, "\"%s\" NOT IN (", field->name);
        for (size_t i = 0; i < field->words->n; i++)
            gam_strbuf_printf(sql, "%s'%s'", i ? ", " : "", field->words->word[i]);
        gam_strbuf_char(sql, ')');
        return "unknown word";
    case GAM_FIELD_TIME:
        gam_strbuf_printf(sql, "NOT gam_time_valid(\"%s\")", field->name);
        return "no time";
    case GAM_FIELD_INT:
        gam_strbuf_printf(sql, "\"%s\" NOT BETWEEN -9007199254740991 AND 9007199254740991", field->name);
        return "not below 2^53";
    default:
        return NULL;
    }
}

static int field_check(struct check *c, const struct gam_record_desc *desc, const struct gam_field *field)
{
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);
    const char *key = desc == gam_record_desc(GAM_RECORD_RUN) ? "id, 0" : "run, ordinal", *wrong;
    char title[120];
    int rc = 0;

    gam_strbuf_printf(&sql, "SELECT %s, \"%s\" FROM \"%s\" WHERE \"%s\" IS NOT NULL AND ", key, field->name, desc->name,
                      field->name);
    wrong = bad_values(&sql, field);
    if (wrong) {
        snprintf(title, sizeof title, "%s in %s.%s (run, ordinal, value):", wrong, desc->name, field->name);
        rc = gam_strbuf_status(&sql, c->err);
        if (!rc)
            rc = rows_report(c, title, gam_strbuf_get(&sql));
    }
    gam_strbuf_release(&sql);
    return rc;
}

static int table_check(struct check *c, enum gam_record which)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    char sql[300], title[120];
    int rc = 0;

    for (size_t i = 0; i < desc->n_fields && !rc; i++)
        rc = field_check(c, desc, &desc->fields[i]);
    if (rc || which == GAM_RECORD_RUN)
        return rc;
    sqlite3_snprintf(
        sizeof sql, sql,
        "SELECT run, count(*), max(ordinal) FROM \"%w\" GROUP BY run HAVING min(ordinal) <> 0 OR max(ordinal) + 1 <> count(*)",
        desc->name);
    snprintf(title, sizeof title, "%s: ordinals are not dense (run, rows, last):", desc->name);
    return rows_report(c, title, sql);
}

/* Subjects of readings and counts name a row of the table that the target says; no foreign key can. */
static int subjects_check(struct check *c, const char *table, int target)
{
    const char *word = gam_words_target.word[target];
    char sql[400], title[120];

    if (target == GAM_TARGET_RUN)
        sqlite3_snprintf(sizeof sql, sql, "SELECT run, ordinal, subject FROM \"%w\" WHERE target = 'run' AND subject <> 0",
                         table);
    else
        sqlite3_snprintf(sizeof sql, sql,
                         "SELECT run, ordinal, subject FROM \"%w\" t WHERE target = '%q' AND NOT EXISTS"
                         " (SELECT 1 FROM \"%w\" x WHERE x.run = t.run AND x.ordinal = t.subject)",
                         table, word, word);
    snprintf(title, sizeof title, "%s of a %s that is not there (run, ordinal, subject):", table, word);
    return rows_report(c, title, sql);
}

static int references_check(struct check *c)
{
    int rc = rows_report(
        c, "reference to nothing (table, row, parent table):", "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check");

    for (size_t i = 0; i < gam_words_target.n && !rc; i++) {
        rc = subjects_check(c, "reading", (int)i);
        if (!rc)
            rc = subjects_check(c, "count", (int)i);
    }
    if (!rc)
        rc = rows_report(c, "reading is missing without a reason (run, ordinal):",
                         "SELECT run, ordinal FROM reading WHERE ivalue IS NULL AND rvalue IS NULL AND reason IS NULL");
    return rc;
}

static void sql_time_valid(sqlite3_context *context, int n, sqlite3_value **value)
{
    const char *text = (const char *)sqlite3_value_text(value[0]);

    (void)n;
    sqlite3_result_int(context, text && gam_time_valid(text));
}

int gam_store_check(struct gam_store *s, void (*fault)(void *ctx, const char *text), void *ctx, size_t *faults,
                    struct gam_err *err)
{
    struct check c = { .s = s, .fault = fault, .ctx = ctx, .err = err };
    int rc = integrity_check(&c), whole = c.faults == 0;

    if (!rc && sqlite3_create_function(s->db, "gam_time_valid", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, sql_time_valid, NULL,
                                       NULL) != SQLITE_OK)
        rc = gam_sql_fail(s, "check", err);
    /* in a damaged file the rest would only repeat it */
    for (int i = 0; i < GAM_RECORD_KINDS && !rc && whole; i++)
        rc = table_check(&c, (enum gam_record)i);
    if (!rc && whole)
        rc = references_check(&c);
    *faults = c.faults;
    return rc;
}
