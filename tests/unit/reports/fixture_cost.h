/* SPDX-License-Identifier: MIT */
/* Costs of known content, with made-up devices and prices. */
#ifndef GAM_TESTS_UNIT_REPORTS_FIXTURE_COST_H
#define GAM_TESTS_UNIT_REPORTS_FIXTURE_COST_H

#include "reports/doc.h"

/* "cost": money for two of four devices, one ruled out; "cost-no-price"; "cost-hostile": names that are markup; "cost-empty": no
 * device, with the rules. NULL for another name. Lives until the next call. */
const struct gam_doc *fixture_cost(const char *name);
void fixture_cost_release(void);

#endif
