/* SPDX-License-Identifier: MIT */
#include "collector/meter/hwmon/hwmon.h"
#include "common/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHIPS_MAX = 64, INPUTS_MAX = 32 };
#define HWMON "/sys/class/hwmon"

/* What a driver's counters cover, by name of the driver and beginning of the label (kernel documentation, hwmon/ and gpu/). A
 * driver that is not here is left alone: what it covers is not known. */
static const struct {
    const char *driver, *label;
    enum gam_scope scope;
    int alone; /* each counter is a board of its own */
    uint64_t period_ns;
} hwmon_known[] = {
    { "amd_energy", "Esocket", GAM_SCOPE_PACKAGE, 0, 1000000u },
    { "amd_energy", "Ecore", GAM_SCOPE_CORE, 0, 1000000u },
    { "i915", "", GAM_SCOPE_DEVICE, 1, 1000000u },
    { "xe", "", GAM_SCOPE_DEVICE, 1, 1000000u },
    { "xe", "card", GAM_SCOPE_DEVICE, 1, 1000000u },
};

static int counter_read(void *ctx, size_t i, uint64_t *count)
{
    const struct gam_hwmon *hwmon = ctx;

    return gam_energy_file_read(hwmon->path[i], count);
}

static long known_find(const char *driver, const char *label)
{
    for (size_t i = 0; i < sizeof hwmon_known / sizeof hwmon_known[0]; i++)
        if (!strcmp(hwmon_known[i].driver, driver) && !strncmp(label, hwmon_known[i].label, strlen(hwmon_known[i].label)))
            return (long)i;
    return -1;
}

static void input_add(struct gam_hwmon *hwmon, const char *root, const char *driver, int chip, int input)
{
    char path[256], label[64] = "";
    struct gam_energy_counter *c;
    size_t at = hwmon->energy.n;
    uint64_t ignored;
    long known;
    int error;

    snprintf(path, sizeof path, HWMON "/hwmon%d/energy%d_label", chip, input);
    gam_file_line(root, path, label, sizeof label);
    known = known_find(driver, label);
    c = known < 0 ? NULL : gam_energy_add(&hwmon->energy);
    if (!c)
        return;
    snprintf(hwmon->path[at], sizeof hwmon->path[at], "%s" HWMON "/hwmon%d/energy%d_input", root, chip, input);
    snprintf(c->where, sizeof c->where, "%s", hwmon->path[at] + strlen(root));
    snprintf(c->name, sizeof c->name, "%s%s%.20s of hwmon%d", driver, label[0] ? " " : "", label, chip);
    c->scope = hwmon_known[known].scope;
    c->alone = hwmon_known[known].alone;
    c->joule_per_count = 1e-6;
    c->period_ns = hwmon_known[known].period_ns;
    error = gam_energy_file_read(hwmon->path[at], &ignored);
    if (error && !hwmon->refused_errno) {
        hwmon->refused_errno = error;
        gam_energy_refusal(c->where, error, hwmon->refused, sizeof hwmon->refused);
    }
}

void gam_hwmon_find(struct gam_hwmon *hwmon, const char *root)
{
    *hwmon = (struct gam_hwmon){ .energy = { .read = counter_read, .ctx = hwmon } };
    for (int chip = 0; chip < CHIPS_MAX; chip++) {
        char path[256], full[300], driver[24];

        snprintf(path, sizeof path, HWMON "/hwmon%d/name", chip);
        if (gam_file_line(root, path, driver, sizeof driver))
            continue;
        for (int input = 1; input <= INPUTS_MAX; input++) {
            snprintf(full, sizeof full, "%s" HWMON "/hwmon%d/energy%d_input", root, chip, input);
            if (!access(full, F_OK))
                input_add(hwmon, root, driver, chip, input);
        }
    }
    if (!hwmon->energy.n) {
        hwmon->refused_errno = ENOENT;
        snprintf(hwmon->refused, sizeof hwmon->refused, "no driver of " HWMON " counts energy of a part that is known here");
    }
}
