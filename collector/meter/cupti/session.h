/* SPDX-License-Identifier: MIT */
/* The range profiler on one device: a group of metrics around what runs between begin and end. It is switched on for that only,
 * since it slows down launches while it is on.
 */
#ifndef GAM_COLLECTOR_METER_CUPTI_SESSION_H
#define GAM_COLLECTOR_METER_CUPTI_SESSION_H

#include "collector/meter/cupti/metrics.h"
#include "common/vendor/dl_cupti.h"

#include <stdint.h>

enum { CUPTI_GROUPS_MOST = 8, CUPTI_REASON = 200 };

/* One group made ready for this chip; `reason` says why not. */
struct cupti_plan {
    const char *metric[CUPTI_GROUP_METRICS];
    size_t n, config_bytes, data_bytes;
    void *host;
    uint8_t *config, *data;
    char reason[CUPTI_REASON];
};

struct cupti_session {
    const struct gam_cupti *cupti;
    void *context, *profiler; /* profiler: NULL while it is off */
    uint8_t *availability;
    const char *chip;
    struct cupti_plan plan[CUPTI_GROUPS_MOST];
};

/* `device`: its number among CUDA's. Errors: -GAM_EPERM when counting is not permitted, with who forbids it; -GAM_EUNSUPPORTED
 * for devices that cannot (slices, some virtual machines). A group that this chip cannot count is no error: see its reason. */
int cupti_session_open(struct cupti_session *s, const struct gam_cupti *cupti, void *context, int device, struct gam_err *err);
void cupti_session_close(struct cupti_session *s); /* also after a failed open, and twice */

int cupti_session_begin(struct cupti_session *s, size_t group, struct gam_err *err);
/* values: of the plan's metrics. Switches the profiler off in every case. */
int cupti_session_end(struct cupti_session *s, size_t group, double *values, struct gam_err *err);

#endif
