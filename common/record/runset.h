/* SPDX-License-Identifier: MIT */
/* All records of one run in memory: what the collector emits, the store loads and the analyzer reads. Owns copies of every
 * string. Records of a kind are dense: row i has ordinal i.
 */
#ifndef GAM_COMMON_RECORD_RUNSET_H
#define GAM_COMMON_RECORD_RUNSET_H

#include "common/record/rows.h"

struct gam_err;

struct gam_runset {
    struct gam_rows of[GAM_RECORD_KINDS];
    struct gam_text_block *texts; /* private */
};

void gam_runset_init(struct gam_runset *set);
void gam_runset_release(struct gam_runset *set);

/* Appends a deep copy; its ordinal must be the next one (-GAM_EINVAL). */
int gam_runset_add(struct gam_runset *set, enum gam_record which, const void *record, struct gam_err *err);

/* Overwrites the record of that ordinal (a run's status, a measurement's verdict); adds it when it is the next one. */
int gam_runset_put(struct gam_runset *set, enum gam_record which, const void *record, struct gam_err *err);

/* One run record, every field as gam_record_check demands, references and subjects within the set. -GAM_EINVAL names record and
 * field. */
int gam_runset_check(const struct gam_runset *set, struct gam_err *err);

/* A copy of `text` that lives as long as the set; NULL for NULL or out of memory. */
const char *gam_runset_text(struct gam_runset *set, const char *text);

/* gam_runset_<record>(set): the rows as an array, and gam_runset_<record>_n(set): how many. */
#define GAM_RECORD(name, upper)                                                                                                  \
    static inline struct gam_##name *gam_runset_##name(const struct gam_runset *set)                                             \
    {                                                                                                                            \
        return (struct gam_##name *)set->of[GAM_RECORD_##upper].row;                                                             \
    }                                                                                                                            \
    static inline size_t gam_runset_##name##_n(const struct gam_runset *set)                                                     \
    {                                                                                                                            \
        return set->of[GAM_RECORD_##upper].n;                                                                                    \
    }
#include "common/record/record_list.def"
#undef GAM_RECORD

/* Where records go while they are made: the store, an events file, a runset in memory, or several (gam_sink_tee). `put` is
 * called for a new record (its ordinal is the next one) and again for one that changed; `commit` at the end of a visit:
 * what was put before is then durable. Both return 0 or a negative gam_code.
 */
struct gam_sink {
    int (*put)(void *ctx, enum gam_record which, const void *record, struct gam_err *err);
    int (*commit)(void *ctx, struct gam_err *err);
    void *ctx;
};

struct gam_sink gam_sink_runset(struct gam_runset *set); /* puts into a set in memory */

#endif
