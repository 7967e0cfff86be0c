/* SPDX-License-Identifier: MIT */
/* What `gambrel hw` shows: devices of the database, faults of the lint, dated tables. */
#ifndef GAM_REPORTS_HW_DOC_H
#define GAM_REPORTS_HW_DOC_H

#include "common/record/hw.h"

enum gam_hw_view { GAM_HW_VIEW_LIST, GAM_HW_VIEW_SHOW, GAM_HW_VIEW_CHECK, GAM_HW_VIEW_TABLES };

struct gam_hw_fault_row {
    const char *device, *rule;
    const char *text;
};

struct gam_hw_dated_row {
    const char *table, *key, *name, *unit, *as_of, *source, *note;
    double value;
    enum gam_hw_kind kind;
    enum gam_hw_confidence confidence;
};

struct gam_hw_doc {
    enum gam_hw_view view;
    const struct gam_hw_device *const *device;
    size_t n;
    size_t of; /* devices in the database */
    const struct gam_hw_fault_row *fault;
    size_t n_faults;
    const struct gam_hw_dated_row *dated;
    size_t n_dated;
};

#endif
