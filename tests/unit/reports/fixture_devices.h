/* SPDX-License-Identifier: MIT */
#ifndef GAM_TESTS_FIXTURE_DEVICES_H
#define GAM_TESTS_FIXTURE_DEVICES_H

#include "fixture_report.h"

/* The last two operators are the first two on the second device, which has a link to the host; of equal devices it would be a
 * slow one. Static: of one fixture at a time. */
void fixture_devices(struct fixture *f);

#endif
