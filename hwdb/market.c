/* SPDX-License-Identifier: MIT */
#include "hwdb/market.h"

#include <math.h>
#include <string.h>

static const double slot_watt = 75;

/* Makers that rent out what they make and do not sell it (cloud.google.com/tpu, aws.amazon.com/machine-learning, EC2 pages). */
static const struct {
    const char *prefix; /* of the id */
} only_rented[] = {
    { "google-tpu-" },
    { "aws-" },
};

int gam_hw_only_rented(const struct gam_hw_device *device)
{
    for (size_t i = 0; i < sizeof only_rented / sizeof only_rented[0]; i++)
        if (!strncmp(device->id, only_rented[i].prefix, strlen(only_rented[i].prefix)))
            return 1;
    return 0;
}

int gam_hw_embeddable(const struct gam_hw_device *device)
{
    double watt = gam_hw_number(device, GAM_HW_TDP);

    if (!strcmp(device->part, "soc"))
        return 1;
    return isnan(watt) ? -1 : watt <= slot_watt;
}
