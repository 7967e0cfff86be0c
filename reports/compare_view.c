/* SPDX-License-Identifier: MIT */
#include "reports/compare_view.h"

#include "reports/fmt.h"
#include "reports/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* In the order of enum gam_compare_change. Down is worse here as in the figure, where rates go up. */
static const struct gam_change_look looks[] = {
    { "c-worse", "▼", 196 }, { "c-worse", "▽", 196 }, { "c-better", "▲", 34 }, { "c-better", "△", 34 }, { "c-unclear", "?", 214 },
    { "c-plain", "−", 0 },   { "c-plain", "+", 0 },   { "c-plain", "=", 245 }, { "c-plain", "·", 245 },
};

const struct gam_change_look *gam_compare_look(enum gam_compare_change change)
{
    return &looks[(size_t)change < sizeof looks / sizeof *looks ? (size_t)change : (size_t)GAM_CHANGE_UNCLEAR];
}

const char *gam_compare_name(const struct gam_compare_row *row)
{
    return gam_view_name(row->cand ? row->cand : row->base);
}

static const char *text_or(const char *text)
{
    return text && *text ? text : "-";
}

void gam_compare_by(const struct gam_compare_row *row, const char *arrow, char *out, size_t size)
{
    const char *b = row->base ? row->base->implementation : NULL, *c = row->cand ? row->cand->implementation : NULL;

    if (row->base && row->cand && strcmp(text_or(b), text_or(c)) != 0)
        snprintf(out, size, "%s%s%s", text_or(b), arrow, text_or(c));
    else
        snprintf(out, size, "%s", text_or(row->cand ? c : b));
}

void gam_compare_share(const struct gam_compare_row *row, const char *arrow, char *out, size_t size)
{
    char b[GAM_FMT_SIZE], c[GAM_FMT_SIZE];

    gam_fmt_roof_share(row->base ? row->base->roof_share.value : NAN, b, sizeof b);
    gam_fmt_roof_share(row->cand ? row->cand->roof_share.value : NAN, c, sizeof c);
    snprintf(out, size, "%s%s%s", b, arrow, c);
}

const char *gam_compare_moved(const struct gam_compare_row *row)
{
    return text_or(gam_compare_moved_word(row->moved));
}

int gam_compare_stands_out(const struct gam_compare_row *row)
{
    return row->change < GAM_CHANGE_SAME || row->moved == GAM_MOVED_ROOF || row->moved == GAM_MOVED_OTHER_ROOF;
}

void gam_compare_counts(const struct gam_compare *compare, char *out, size_t size)
{
    size_t used = 0;

    out[0] = 0;
    for (int i = 0; i < GAM_CHANGES && used < size; i++)
        if (compare->count[i])
            used += (size_t)snprintf(out + used, size - used, "%s%zu %s", used ? ", " : "", compare->count[i],
                                     gam_compare_change_word((enum gam_compare_change)i));
    if (!used)
        snprintf(out, size, "no operators");
}

static size_t moved_count(const struct gam_compare *c, enum gam_compare_moved moved)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n_rows; i++)
        n += c->row[i].moved == moved;
    return n;
}

void gam_compare_headline(const struct gam_compare *c, char *out, size_t size)
{
    char threshold[GAM_FMT_SIZE];
    size_t point = moved_count(c, GAM_MOVED_POINT), roof = moved_count(c, GAM_MOVED_ROOF), both = moved_count(c, GAM_MOVED_BOTH),
           other = moved_count(c, GAM_MOVED_OTHER_ROOF), unclear = moved_count(c, GAM_MOVED_UNCLEAR);

    gam_fmt_share(c->threshold, threshold, sizeof threshold);
    if (c->n_rows == c->count[GAM_CHANGE_GONE] + c->count[GAM_CHANGE_NEW] + c->count[GAM_CHANGE_UNTIMED])
        snprintf(out, size, "Nothing to compare: no operator was timed in both runs");
    else if (c->n_differences)
        snprintf(out, size, "Other machines: compared by shares of their roofs, not by times");
    else if (point + roof + both + other + unclear == 0)
        snprintf(out, size, "Nothing moved by more than %s", threshold);
    else if (point + roof + both + other == 0)
        snprintf(out, size, "Nothing moved that these runs could tell; %zu unclear", unclear);
    else
        snprintf(out, size,
                 "Moved: %zu by their own doing, %zu with their roof, %zu with and against it, %zu to another roof; %zu unclear",
                 point, roof, both, other, unclear);
}

void gam_compare_run(const struct gam_report *report, int64_t id, char *out, size_t size)
{
    const struct gam_run *run = gam_view_run(report);
    const struct gam_host *host = gam_view_host(report);
    char number[32] = "";

    if (id > 0)
        snprintf(number, sizeof number, "run %" PRId64 ", ", id);
    snprintf(out, size, "%s%s, %s, %s", number, text_or(run ? run->suite : NULL), text_or(run ? run->started : NULL),
             text_or(host ? host->cpu : NULL));
}

long gam_compare_base_device(const struct gam_compare *compare, size_t cand)
{
    const struct gam_report *b = compare->base, *c = compare->cand;

    for (size_t i = 0; i < b->n_devices; i++)
        if (*gam_view_device_id(b, i) && !strcmp(gam_view_device_id(b, i), gam_view_device_id(c, cand)))
            return (long)i;
    return b->n_devices == 1 && c->n_devices == 1 ? 0 : -1;
}
