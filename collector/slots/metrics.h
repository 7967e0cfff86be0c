/* SPDX-License-Identifier: MIT */
/* What a program says about itself (gambrel-metrics/1): it appends JSON lines to the file that the variable GAMBREL_METRICS
 * names, one object each:
 *
 *     {"case": "parse", "metric": "time", "unit": "ns", "better": "lower", "value": 12345.6}
 *     {"case": "parse", "metric": "output_sha256", "text": "9f86..."}
 *
 * better: lower, higher, or equal (exact: any difference counts). A text is always exact. Optional: "file" and "line" (where the
 * case is defined), "source" ("counter": required where the unit is "J", since an energy that is no counter's is a guess).
 * The same case and metric may come several times: the median stands for the process, since one process is one observation.
 */
#ifndef GAM_COLLECTOR_SLOTS_METRICS_H
#define GAM_COLLECTOR_SLOTS_METRICS_H

#include <stddef.h>
#include <stdint.h>

struct gam_err;

enum gam_metric_better { GAM_METRIC_LOWER, GAM_METRIC_HIGHER, GAM_METRIC_EQUAL };

enum { GAM_METRICS_MOST = 4096, GAM_METRIC_NAME_MAX = 200 };

struct gam_metric {
    char *name, *metric, *unit; /* owned; name: of the case */
    char *text;                 /* NULL: a number */
    char *file;                 /* NULL: unknown */
    int64_t line;               /* 0: unknown */
    enum gam_metric_better better;
    double value; /* median over what came; NaN for a text */
    size_t n;     /* how many came */
};

struct gam_metrics {
    struct gam_metric *metric; /* in the order of their first line */
    size_t n;
};

/* Reads lines of `text`; `label` names the file in errors ("label:3: ..."). -GAM_EPARSE: not of this form. -GAM_ENUMERIC: a value
 * that is not finite, or an exact one that came twice with different values. Also after a failure: release. */
int gam_metrics_parse(const char *label, const char *text, size_t length, struct gam_metrics *out, struct gam_err *err);
/* The same from a file; one that is not there or empty gives none. */
int gam_metrics_read(const char *path, struct gam_metrics *out, struct gam_err *err);
void gam_metrics_release(struct gam_metrics *m);
/* A copy of `like` (its texts too, but for the file), whose name and metric must be new: else -GAM_EINVAL. Or one less. Pointers
 * into the list do not survive either. */
int gam_metrics_add(struct gam_metrics *m, const struct gam_metric *like, struct gam_err *err);
void gam_metrics_drop(struct gam_metrics *m, size_t i);
const struct gam_metric *gam_metrics_find(const struct gam_metrics *m, const char *name, const char *metric); /* NULL */

#endif
