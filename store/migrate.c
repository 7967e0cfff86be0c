/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

#include <stdio.h>

static int create_version_1(struct gam_store *s, struct gam_err *err)
{
    struct gam_strbuf sql = GAM_STRBUF_INIT(GAM_SQL_CAP);
    int rc = gam_schema_sql(&sql, err);

    if (!rc)
        rc = gam_sql_exec(s, "create", gam_strbuf_get(&sql), err);
    gam_strbuf_release(&sql);
    return rc;
}

/* To change the schema: a step here, its number in GAM_STORE_VERSION, and a database of the version before as a test's fixture. */
static const struct gam_migration migrations[] = {
    { 1, create_version_1 },
};

static int steps_apply(struct gam_store *s, const struct gam_migration *steps, size_t n, struct gam_err *err)
{
    char pragma[100];
    int64_t version;
    /* asked again under the lock: another process may have been faster */
    int rc = gam_sql_int(s, "open", "PRAGMA user_version", 0, &version, err), last = steps[n - 1].to;

    if (rc || version == last)
        return rc;
    if (version > last)
        return gam_store_identity_check(s->path, GAM_STORE_APPLICATION, version, err);
    for (size_t i = 0; i < n; i++) {
        if (steps[i].to <= version)
            continue;
        rc = steps[i].apply(s, err);
        if (rc) {
            gam_err_prefix(err, "database schema %lld to %d", (long long)version, last);
            return rc;
        }
    }
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d", GAM_STORE_APPLICATION, last);
    return gam_sql_exec(s, "write", pragma, err);
}

int gam_store_migrate(struct gam_store *s, const struct gam_migration *steps, size_t n, struct gam_err *err)
{
    int rc = gam_sql_begin(s, err);

    if (rc)
        return rc;
    return gam_sql_end(s, steps_apply(s, steps, n, err), err);
}

int gam_store_migrate_all(struct gam_store *s, struct gam_err *err)
{
    return gam_store_migrate(s, migrations, sizeof migrations / sizeof *migrations, err);
}
