/* SPDX-License-Identifier: MIT */
/* A device that operators are projected onto: its ceilings and memory levels, from the device database or from a report.
 *
 * Of the device database: peaks give compute ceilings of the class fma, main memory a bandwidth for every mix of reads and
 * writes, on-chip memory a size (what it keeps from main memory, not how fast it is, unless measured). Special functions,
 * launches and inner levels are rarely published: they are then unknown, and gam_times names them missing. Figures of a package
 * are divided by its visible devices when `per_device` asks for it.
 */
#ifndef GAM_ANALYZER_MACHINE_H
#define GAM_ANALYZER_MACHINE_H

#include "analyzer/times.h"
#include "common/record/hw.h"

/* sigma of ln of a published peak: what devices reach of it differs by about that much. */
#define GAM_DATASHEET_SIGMA 0.15

struct gam_machine {
    const char *id, *name;           /* borrowed */
    const struct gam_hw_device *hw;  /* NULL: from a report */
    struct gam_report_device device; /* ceilings: owned when from hw, borrowed otherwise */
    struct gam_levels levels;
    struct gam_crew crew;
    double capacity_bytes;   /* of main memory; NaN */
    double host_bytes_per_s; /* of the link to its host, one way; NaN: none or not known */
    double sigma;            /* of ln of a ceiling without an interval */
    struct gam_arena *memory;
};

int gam_machine_from_hw(const struct gam_hw_device *d, int per_device, struct gam_machine *out, struct gam_err *err);
/* `device`: index in the report; the report must outlive the target. */
void gam_machine_from_report(const struct gam_report *r, size_t device, int threads, struct gam_machine *out);
void gam_machine_release(struct gam_machine *t);

/* Word of the device database for an element type ("f16", "f8" ...); NULL: it has none. */
const char *gam_machine_dtype_word(enum gam_dtype dtype);

#endif
