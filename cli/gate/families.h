/* SPDX-License-Identifier: MIT */
/* Families of cases: the geometric mean of their values in one slot is a metric of its own, one paired statistic for many
 * members. A gate over a hundred members needs far more pairs than one over their family.
 */
#ifndef GAM_CLI_GATE_FAMILIES_H
#define GAM_CLI_GATE_FAMILIES_H

#include "collector/slots/metrics.h"
#include "common/json.h"

enum { GAM_GATE_FAMILIES = 16 };

struct gam_gate_family {
    char name[128], member[128], metric[128]; /* of the family's case; patterns of its members */
    int alone;                                /* the members are not judged themselves */
};

/* "families" of gate.json: [{"name", "case", "metric", "members"}]. */
int gam_gate_families_read(const struct gam_json *root, struct gam_gate_family *out, size_t *n, struct gam_err *err);

/* Adds the families' metrics to what one slot reported and takes away members of those that stand alone. Beside each mean stands
 * "<metric>_members", an exact text that says who is in it: a mean over others is not comparable. -GAM_ENUMERIC: members have
 * other units or directions, or a value that is not above zero. */
int gam_gate_families_add(const struct gam_gate_family *f, size_t n, struct gam_metrics *m, struct gam_err *err);

#endif
