/* SPDX-License-Identifier: MIT */
/* A growing array of one kind of record, below gam_runset and the store's queue. */
#ifndef GAM_COMMON_RECORD_ROWS_H
#define GAM_COMMON_RECORD_ROWS_H

#include "common/record/record.h"

struct gam_err;
struct gam_text_block;

struct gam_rows {
    void *row; /* array of the record's struct */
    size_t n, capacity;
};

/* Writes row `at` (<= n; n appends) as a copy whose strings lie in *texts. The ordinal is not looked at. `record` may be a row of
 * these rows. On failure (-GAM_ENOMEM) the rows are as before. */
int gam_rows_put(struct gam_rows *rows, enum gam_record which, size_t at, const void *record, struct gam_text_block **texts,
                 struct gam_err *err);
void gam_rows_release(struct gam_rows *rows);

#endif
