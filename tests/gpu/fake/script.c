/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <stdlib.h>
#include <string.h>

static struct fake_script script;

struct fake_script *fake_script(void)
{
    return &script;
}

static int digit(const char *text)
{
    return *text >= '0' && *text <= '0' + FAKE_DEVICES && !text[1] ? *text - '0' : 1;
}

/* Also for programs that know nothing of the script. */
__attribute__((constructor)) void fake_reset(void)
{
    memset(&script, 0, sizeof script);
    script.version = 13000;
    script.n_devices = getenv("FAKE_GPUS") ? digit(getenv("FAKE_GPUS")) : 1;
    for (int i = 0; i < FAKE_DEVICES; i++)
        script.device[i] =
            (struct fake_device){ .name = "Fake GPU F1", .memory_bytes = 1u << 30, .units = 7, .major = 9, .l2_bytes = 3 << 20 };
    script.rtc_major = 13;
    script.n_moments = 1;
    script.moment[0] = (struct fake_moment){ 1500, 2000, 300000, 50, 0 };
    script.default_mhz = 1500;
    script.application_mhz = getenv("FAKE_APPLICATION_MHZ") ? (unsigned)strtoul(getenv("FAKE_APPLICATION_MHZ"), NULL, 10) : 1500;
    script.persistence = getenv("FAKE_PERSISTENCE") ? (int)strtol(getenv("FAKE_PERSISTENCE"), NULL, 10) : 0;
    script.moment[0].throttle = getenv("FAKE_SLOW_REASONS") ? strtoull(getenv("FAKE_SLOW_REASONS"), NULL, 0) : 0;
    script.energy_step_ns = 1000000;
    script.energy_watt = 300;
    script.profiler_passes = 1;
    script.profiler_value = 1000;
}
