/* SPDX-License-Identifier: MIT */
/* Gates and baselines in the run database. Texts of rows that are written are borrowed; of rows that are read they live in the
 * list. NULL, NaN and GAM_NULL_INT are NULL in the database.
 */
#ifndef GAM_STORE_GATES_H
#define GAM_STORE_GATES_H

#include "common/record/text_block.h"
#include "store/store.h"

struct gam_stored_case {
    const char *name, *metric, *unit, *verdict, *reason;
    double base, cand, ratio, ratio_low, ratio_high, p, mde;
    int64_t pairs;
};

struct gam_stored_slot {
    int64_t pair, look, exit_code, duration_ns;
    const char *arm;    /* "base" "cand" "control" */
    const char *reason; /* why it does not count; NULL: it does */
};

struct gam_stored_gate {
    const char *uuid, *kind, *started, *finished, *verdict, *reason, *order, *host_class, *base_kind, *base_name, *cand_kind,
        *cand_name;
    const char *confirms; /* uuid of the gate that this one repeats; NULL */
    const char *tool_version, *tool_commit;
    int64_t seed;
    int advisory;
    double threshold, alpha, mde, noise_floor;
    const struct gam_stored_case *cases;
    size_t n_cases;
    const struct gam_stored_slot *slot;
    size_t n_slots;
};

/* In one transaction. */
int gam_store_gate_add(struct gam_store *s, const struct gam_stored_gate *gate, struct gam_err *err);

/* What earlier gates say about this one, by its uuid: over the last GAM_GATE_HISTORY gates of its host class, this one included,
 * in how many the candidate's times were slower and faster on the whole; and how many regressions the gate before it had among
 * this one's cases, and how many of these are regressions again. */
enum { GAM_GATE_HISTORY = 50 };
struct gam_gate_history {
    size_t slower, faster, alarms_before, alarms_again;
};
int gam_store_gate_history(struct gam_store *s, const char *uuid, struct gam_gate_history *out, struct gam_err *err);

/* A value of a series at one time: the candidate of a gate. Ordered by series, then time. */
struct gam_series_point {
    const char *name, *metric, *unit, *host_class, *started, *label; /* label: revision or name of the candidate; NULL */
    double value;
};
struct gam_series_list {
    struct gam_series_point *point;
    size_t n;
    struct gam_text_block *texts;
};
int gam_store_gate_series(struct gam_store *s, struct gam_series_list *out, struct gam_err *err);
void gam_series_list_release(struct gam_series_list *l);

/* One series of a baseline; a history, never changed but for `superseded`. */
struct gam_baseline {
    const char *name, *host_class, *device_class, *op, *implementation, *implementation_version, *cache, *metric, *unit, *run,
        *accepted, *why;
    const char *superseded; /* NULL: in force */
    int64_t threads;
    double value, low, high;
};
struct gam_baseline_list {
    struct gam_baseline *row;
    size_t n;
    struct gam_text_block *texts;
};
/* Adds rows, all or none; those in force under the same name, host class and series are superseded as of `accepted`.
 * *superseded counts them. */
int gam_store_baseline_accept(struct gam_store *s, const struct gam_baseline *row, size_t n, size_t *superseded,
                              struct gam_err *err);
/* Of one name (NULL: of all); `history`: also what is superseded. By name, series, then time. */
int gam_store_baseline_list(struct gam_store *s, const char *name, int history, struct gam_baseline_list *out,
                            struct gam_err *err);
void gam_baseline_list_release(struct gam_baseline_list *l);

#endif
