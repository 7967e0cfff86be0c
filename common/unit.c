/* SPDX-License-Identifier: MIT */
#include "common/unit.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct unit {
    const char *name;
    const char *symbol;
    double scale;    /* of the symbol's unit per named unit */
    int least, most; /* powers of 1000 that its prefixes may take */
};

static const struct unit units[] = {
    { "ns", "s", 1e-9, -3, 0 },         { "s", "s", 1, -3, 0 },        { "flop/s", "FLOP/s", 1, 0, 6 },
    { "flop", "FLOP", 1, 0, 6 },        { "bytes/s", "B/s", 1, 0, 6 }, { "bytes", "B", 1, 0, 6 },
    { "flop/byte", "FLOP/B", 1, 0, 0 }, { "hz", "Hz", 1, 0, 4 },       { "joule", "J", 1, -3, 3 },
    { "watt", "W", 1, -3, 3 },          { "1", "", 1, 0, 0 },
};

static const char *const prefixes[] = { "n", "µ", "m", "", "k", "M", "G", "T", "P", "E" };

/* printf writes the locale's decimal sign; texts here have a point whatever the locale. */
static void point_set(char *text)
{
    const char *sign = localeconv()->decimal_point;
    char *at = *sign && strcmp(sign, ".") ? strstr(text, sign) : NULL;

    if (!at)
        return;
    *at = '.';
    memmove(at + 1, at + strlen(sign), strlen(at + strlen(sign)) + 1);
}

/* Three significant digits without an exponent where that stays short. */
static void digits(double v, char *out, size_t size)
{
    double size_of = fabs(v);

    if (size_of >= 1e6 || (size_of < 1e-3 && size_of > 0))
        snprintf(out, size, "%.2e", v);
    else if (size_of >= 99.95 || v == 0)
        snprintf(out, size, "%.0f", v);
    else if (size_of >= 9.995)
        snprintf(out, size, "%.1f", v);
    else if (size_of >= 0.9995)
        snprintf(out, size, "%.2f", v);
    else
        snprintf(out, size, "%.3g", v);
    point_set(out);
}

static const struct unit *unit_find(const char *name)
{
    for (size_t i = 0; name && i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i].name, name))
            return &units[i];
    return NULL;
}

void gam_unit_text(double value, const char *unit, char *out, size_t size)
{
    const struct unit *u = unit_find(unit);
    struct unit plain = { unit, unit ? unit : "", 1, 0, 0 };
    char number[32];
    const char *prefix;
    double v;
    int power = 0;

    if (isnan(value)) {
        snprintf(out, size, "-");
        return;
    }
    if (!u)
        u = &plain;
    v = value * u->scale;
    while (power < u->most && fabs(v) >= 999.5) {
        v /= 1000;
        power++;
    }
    while (power > u->least && fabs(v) < 0.9995 && v != 0) {
        v *= 1000;
        power--;
    }
    digits(v, number, sizeof number);
    prefix = prefixes[power + 3];
    snprintf(out, size, "%s%s%s%s", number, *prefix || *u->symbol ? " " : "", prefix, u->symbol);
}

void gam_unit_size_text(double bytes, char *out, size_t size)
{
    static const char *const binary[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    size_t i = 0;

    if (isnan(bytes)) {
        snprintf(out, size, "-");
        return;
    }
    while (fabs(bytes) >= 1023.5 && i + 1 < sizeof binary / sizeof *binary) {
        bytes /= 1024;
        i++;
    }
    if (fabs(bytes) >= 99.95)
        snprintf(out, size, "%.0f %s", bytes, binary[i]);
    else
        snprintf(out, size, "%.3g %s", bytes, binary[i]);
    point_set(out);
}

void gam_unit_percent_text(double share, char *out, size_t size)
{
    double percent = 100 * share;

    if (isnan(share))
        snprintf(out, size, "-");
    else if (percent == 0 || fabs(percent) >= 9.95)
        snprintf(out, size, "%.0f %%", percent);
    else
        snprintf(out, size, "%.1f %%", percent);
    point_set(out);
}

void gam_unit_duration_text(uint64_t ns, char *out, size_t size)
{
    double seconds = (double)ns * 1e-9;
    uint64_t whole = (ns + 500000000u) / 1000000000u, minutes = (whole + 30) / 60, hours = (minutes + 30) / 60;

    if (seconds < 59.5)
        gam_unit_text((double)ns, "ns", out, size);
    else if (whole < 3600)
        snprintf(out, size, "%llu min %llu s", (unsigned long long)(whole / 60), (unsigned long long)(whole % 60));
    else if (minutes < 24 * 60)
        snprintf(out, size, "%llu h %llu min", (unsigned long long)(minutes / 60), (unsigned long long)(minutes % 60));
    else
        snprintf(out, size, "%llu d %llu h", (unsigned long long)(hours / 24), (unsigned long long)(hours % 24));
}
