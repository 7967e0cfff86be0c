/* SPDX-License-Identifier: MIT */
#ifndef GAM_TESTS_FIXTURE_NETWORK_H
#define GAM_TESTS_FIXTURE_NETWORK_H

#include "fixture_report.h"

/* Three ranks, a slow one and a slow link, collectives and steps, beside the operators that are there (at least four). Static: of
 * one fixture at a time. */
void fixture_network(struct fixture *f);

#endif
