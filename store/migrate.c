/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdio.h>

static int create_current(struct gam_store *s, struct gam_err *err)
{
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);
    int rc = gam_schema_sql(&sql, err);

    if (!rc)
        rc = gam_sql_exec(s, "create", gam_strbuf_get(&sql), err);
    gam_strbuf_release(&sql);
    return rc;
}

/* Energy and power say what they cover, how they were had and whether idle power is taken off. */
static int energy_columns(struct gam_store *s, struct gam_err *err)
{
    return gam_sql_exec(
        s, "migrate",
        "ALTER TABLE quantity_def ADD COLUMN energy_method TEXT; ALTER TABLE quantity_def ADD COLUMN energy_domain TEXT;"
        "ALTER TABLE quantity_def ADD COLUMN energy_net INTEGER;"
        "ALTER TABLE quantity_def ADD COLUMN energy_period_ns INTEGER;"
        "ALTER TABLE quantity_def ADD COLUMN energy_coverage REAL",
        err);
}

/* What people found out later about the verdicts of gates. */
static int gate_reviews(struct gam_store *s, struct gam_err *err)
{
    return gam_sql_exec(s, "migrate",
                        "CREATE TABLE \"gate_review\" (\n  id INTEGER PRIMARY KEY,\n"
                        "  gate INTEGER NOT NULL REFERENCES \"gate\" (id),\n  held INTEGER NOT NULL,\n  why TEXT NOT NULL,\n"
                        "  reviewed TEXT NOT NULL\n) STRICT;\n"
                        "CREATE INDEX \"gate_review_gate\" ON \"gate_review\" (gate)",
                        err);
}

static const struct gam_migration steps[] = { { 2, energy_columns }, { 3, gate_reviews } };

/* To change the schema: the .def or schema.c, which make new databases; a step that brings the version before to the same, added
 * as { version, step } to the list above; its number in GAM_STORE_VERSION. tests/unit/store/schema_1.sql stays what version 1
 * was, and a test holds what the steps make of it against a new database. */
static const struct gam_schema current = {
    .version = GAM_STORE_VERSION, .create = create_current, .steps = steps, .n_steps = sizeof steps / sizeof steps[0]
};

static int steps_apply(struct gam_store *s, const struct gam_schema *to, int64_t version, struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < to->n_steps && !rc; i++)
        if (to->steps[i].to > version)
            rc = to->steps[i].apply(s, err);
    if (rc)
        gam_err_prefix(err, "database schema %lld to %d", (long long)version, to->version);
    return rc;
}

static int bring_to(struct gam_store *s, const struct gam_schema *to, struct gam_err *err)
{
    char pragma[100];
    int64_t version;
    /* asked again under the lock: another process may have been faster */
    int rc = gam_sql_int(s, "open", "PRAGMA user_version", 0, &version, err);

    if (rc || version == to->version)
        return rc;
    if (version > to->version)
        return gam_store_identity_check(s->path, GAM_STORE_APPLICATION, version, err);
    rc = version ? steps_apply(s, to, version, err) : to->create(s, err);
    if (rc)
        return rc;
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d", GAM_STORE_APPLICATION, to->version);
    return gam_sql_exec(s, "write", pragma, err);
}

int gam_store_migrate(struct gam_store *s, const struct gam_schema *to, struct gam_err *err)
{
    int rc = gam_sql_begin(s, err);

    if (rc)
        return rc;
    return gam_sql_end(s, bring_to(s, to, err), err);
}

int gam_store_migrate_current(struct gam_store *s, struct gam_err *err)
{
    return gam_store_migrate(s, &current, err);
}
