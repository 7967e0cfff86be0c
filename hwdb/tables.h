/* SPDX-License-Identifier: MIT */
/* Dated figures that belong to no device: electricity, carbon of the grid, links. hwdb/tables/<id>.json
 * (docs/schema/gambrel-table-1.schema.json). A row says its date, kind, confidence and sources; nothing is a default.
 *
 * To add one: that file; the tests read every file.
 */
#ifndef GAM_HWDB_TABLES_H
#define GAM_HWDB_TABLES_H

#include "common/record/hw.h"

struct gam_err;

struct gam_hw_table_row {
    const char *key, *name, *unit;
    const char *as_of; /* "2024" or "2024-06" or "2024-06-30" */
    double value;
    enum gam_hw_kind kind;
    enum gam_hw_confidence confidence;
    const char *source, *note; /* title of the first source; note may be NULL */
};

struct gam_hw_table {
    const char *id, *title, *notes;
    struct gam_hw_table_row *row;
    size_t n;
    void *document; /* private: owns the texts */
};

/* "electricity" "grid-carbon" "links". Release after a failure too. */
int gam_hw_table_load(const char *id, struct gam_hw_table *out, struct gam_err *err);
void gam_hw_table_release(struct gam_hw_table *t);
const struct gam_hw_table_row *gam_hw_table_find(const struct gam_hw_table *t, const char *key); /* NULL */

/* Ids of all tables, NULL at the end of them. */
const char *gam_hw_table_name(size_t i);

#endif
