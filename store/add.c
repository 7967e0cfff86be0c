/* SPDX-License-Identifier: MIT */
#include "store/store_priv.h"

static int rows_add(struct gam_store *s, const struct gam_runset *set, int64_t *id, struct gam_err *err)
{
    int rc = 0;

    for (int i = 0; i < GAM_RECORD_KINDS; i++) {
        const struct gam_rows *rows = &set->of[i];
        size_t size = gam_record_desc((enum gam_record)i)->size;

        for (size_t k = 0; k < rows->n && !rc; k++)
            rc = gam_row_insert(s, (enum gam_record)i, *id, (const char *)rows->row + k * size, i == GAM_RECORD_RUN ? id : NULL,
                                err);
    }
    return rc;
}

int gam_store_add(struct gam_store *s, const struct gam_runset *set, int64_t *id, int *added, struct gam_err *err)
{
    struct gam_err why = { 0 };
    int rc = gam_runset_check(set, err);

    *added = 0;
    *id = 0;
    if (rc)
        return rc;
    rc = gam_sql_begin(s, err);
    if (rc)
        return rc;
    rc = gam_store_find_uuid(s, gam_runset_run(set)->uuid, id, &why);
    if (!rc) { /* already there */
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
        return 0;
    }
    if (rc == -GAM_ENOENT)
        rc = rows_add(s, set, id, err);
    else if (err)
        *err = why;
    rc = gam_sql_end(s, rc, err);
    if (rc)
        *id = 0;
    *added = !rc;
    return rc;
}
