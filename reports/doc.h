/* SPDX-License-Identifier: MIT */
/* What can be rendered. Every `--json` of a command is the JSON renderer's output of a doc. */
#ifndef GAM_REPORTS_DOC_H
#define GAM_REPORTS_DOC_H

#include "analyzer/gate/gate.h"
#include "analyzer/report.h"

struct gam_err;

enum gam_doc_kind {
    GAM_DOC_REPORT,
    GAM_DOC_DOCTOR,
    GAM_DOC_DEVICES,
    GAM_DOC_RUNS,
    GAM_DOC_PLAN,
    GAM_DOC_COMPARE,
    GAM_DOC_GATE,
    GAM_DOC_COST,
    GAM_DOC_WHATIF,
    GAM_DOC_HW
};

struct gam_doctor_row {
    const char *group;           /* backend meter implementation condition */
    const char *name, *state;    /* "ready" "partial" "missing" */
    const char *reason, *remedy; /* remedy may be NULL */
};
struct gam_doctor {
    const struct gam_doctor_row *row;
    size_t n;
};

struct gam_device_row {
    const char *id, *backend, *kind, *name, *isa, *memory_text, *reason;
    int ready;
    uint64_t memory_bytes;
    uint32_t units;
    const struct gam_device_row_level {
        const char *level;
        uint64_t size_bytes;
        uint32_t instances;
    } * level;
    size_t n_levels;
};
struct gam_device_rows {
    const struct gam_device_row *row;
    size_t n;
};

struct gam_run_row {
    int64_t id;
    const char *uuid, *started, *suite, *status, *purpose, *tags;
    int64_t measurements, rounds;
};
struct gam_run_rows {
    const struct gam_run_row *row;
    size_t n;
};

struct gam_plan_row {
    const char *role, *spec, *name, *implementation, *device, *cache, *group, *status, *reason;
    int threads;
    int64_t calls;
};
struct gam_plan_rows {
    const struct gam_plan_row *row;
    size_t n;
    int rounds;
    int64_t budget_ns, visit_ns;
    int64_t seed;
};

struct gam_compare;
struct gam_cost_report;
struct gam_hw_doc;
struct gam_whatif;

struct gam_doc {
    enum gam_doc_kind kind;
    union {
        const struct gam_report *report;
        const struct gam_doctor *doctor;
        const struct gam_device_rows *devices;
        const struct gam_run_rows *runs;
        const struct gam_plan_rows *plan;
        const struct gam_gate *gate;
        const struct gam_compare *compare;
        const struct gam_cost_report *cost;
        const struct gam_hw_doc *hw;
        const struct gam_whatif *whatif;
    };
    const struct gam_report *beside;         /* of a page of costs: the run that they are of; NULL: without it */
    const struct gam_cost_report *elsewhere; /* of a report: the same run on devices that were named, and what it costs; NULL */
    int interrupted;                         /* the report's run says `running`, but its process is gone */
    int64_t run_id;                          /* of the report, or of the candidate of a comparison; 0 when it came from a file */
    int64_t base_id;                         /* of the base of a comparison, likewise */
    const char *tool_version, *tool_commit;
};

#endif
