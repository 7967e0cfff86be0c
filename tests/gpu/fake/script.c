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

static uint64_t number(const char *variable, uint64_t otherwise)
{
    return getenv(variable) ? strtoull(getenv(variable), NULL, 0) : otherwise;
}

/* Devices, clocks and what is set on the board, for programs that know nothing of the script; FAKE_COMPUTES=1: a device whose
 * kernels compute (computes.c), with the time of copies and the rates of its memory and of arithmetic as told. */
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
    script.moment[0] = (struct fake_moment){ 1500, 2000, 300000, 50, number("FAKE_SLOW_REASONS", 0) };
    script.default_mhz = 1500;
    script.application_mhz = (unsigned)number("FAKE_APPLICATION_MHZ", 1500);
    script.persistence = (int)number("FAKE_PERSISTENCE", 0);
    script.energy_step_ns = 1000000;
    script.energy_watt = 300;
    script.profiler_passes = 1;
    script.profiler_value = 1000;
    if (number("FAKE_COMPUTES", 0))
        fake_compute(&script);
    script.copy_ns = number("FAKE_COPY_NS", 0);
    script.copy_start_ns = number("FAKE_COPY_START_NS", 0);
    script.rates.bytes_per_ns =
        getenv("FAKE_BYTES_PER_NS") ? strtod(getenv("FAKE_BYTES_PER_NS"), NULL) : script.rates.bytes_per_ns;
    script.rates.flop_per_ns = getenv("FAKE_FLOP_PER_NS") ? strtod(getenv("FAKE_FLOP_PER_NS"), NULL) : script.rates.flop_per_ns;
}
