/* SPDX-License-Identifier: MIT */
#include "common/err.h"
#include "common/record/record.h"
#include "common/record/runset.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { UUID_MOST = 39 };

static const int64_t int_limit = (int64_t)1 << 53;

/* The record whose ordinals are subjects of a target; GAM_RECORD_RUN has one row. In the order of enum gam_target. */
static const enum gam_record target_records[] = {
    GAM_RECORD_MEASUREMENT, GAM_RECORD_SAMPLE, GAM_RECORD_SPAN, GAM_RECORD_NODE, GAM_RECORD_RUN,
};

static int days_of(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days[month - 1] + (month == 2 && leap);
}

int gam_time_valid(const char *text)
{
    static const char shape[] = "dddd-dd-ddTdd:dd:dd";
    int year, month, day, hour, minute, second;
    size_t i;

    for (i = 0; shape[i]; i++)
        if (shape[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != shape[i])
            return 0;
    if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d", &year, &month, &day, &hour, &minute, &second) != 6)
        return 0;
    if (month < 1 || month > 12 || day < 1 || day > days_of(year, month) || hour > 23 || minute > 59 || second > 60)
        return 0;
    if (text[i] == '.') {
        size_t digits = strspn(text + i + 1, "0123456789");

        if (!digits || digits > 9)
            return 0;
        i += 1 + digits;
    }
    return text[i] == 'Z' && !text[i + 1];
}

struct place {
    enum gam_record which;
    int64_t ordinal;
    const size_t *n_rows;
    struct gam_err *err;
};

static int fail(const struct place *at, const char *field, const char *what)
{
    const char *name = gam_record_desc(at->which)->name;

    if (at->which == GAM_RECORD_RUN)
        return gam_err_set(at->err, -GAM_EINVAL, "%s.%s: %s", name, field, what);
    return gam_err_set(at->err, -GAM_EINVAL, "%s[%lld].%s: %s", name, (long long)at->ordinal, field, what);
}

static int text_check(const struct place *at, const struct gam_field *field, const char *text)
{
    if (!text)
        return field->nullable ? 0 : fail(at, field->name, "is missing");
    if (field->type == GAM_FIELD_TIME && !gam_time_valid(text))
        return fail(at, field->name, "is not a time like 2026-11-30T10:43:51.123Z");
    return 0;
}

static int int_check(const struct place *at, const struct gam_field *field, int64_t value)
{
    if (value == GAM_NULL_INT)
        return field->nullable ? 0 : fail(at, field->name, "is missing");
    if (field->type == GAM_FIELD_INT && (value >= int_limit || value <= -int_limit))
        return fail(at, field->name, "is not below 2^53");
    if (field->natural && value < 0)
        return fail(at, field->name, "is negative");
    if (field->type == GAM_FIELD_ENUM && (value < 0 || (size_t)value >= field->words->n))
        return fail(at, field->name, "is not one of its words");
    if (field->type == GAM_FIELD_REF && value < 0)
        return fail(at, field->name, "is negative");
    if (field->type == GAM_FIELD_REF && at->n_rows && (size_t)value >= at->n_rows[field->target]) {
        char what[80];

        snprintf(what, sizeof what, "there is no %s %lld", gam_record_desc(field->target)->name, (long long)value);
        return fail(at, field->name, what);
    }
    return 0;
}

static int subject_check(const struct place *at, int64_t target, int64_t subject)
{
    if (subject < 0 || (at->n_rows && (size_t)subject >= at->n_rows[target_records[target]])) {
        char what[80];

        snprintf(what, sizeof what, "there is no %s %lld", gam_words_target.word[target], (long long)subject);
        return fail(at, "subject", what);
    }
    return 0;
}

static int field_check(const struct place *at, const struct gam_field *field, const void *record)
{
    const char *value = (const char *)record + field->offset;

    switch (field->type) {
    case GAM_FIELD_TEXT:
    case GAM_FIELD_TIME:
        return text_check(at, field, *(const char *const *)value);
    case GAM_FIELD_REAL:
        return field->nullable || isfinite(*(const double *)value) ? 0 : fail(at, field->name, "is missing");
    default:
        return int_check(at, field, *(const int64_t *)value);
    }
}

int gam_record_check(enum gam_record which, const void *record, const size_t n_rows[GAM_RECORD_KINDS], struct gam_err *err)
{
    const struct gam_record_desc *desc = gam_record_desc(which);
    const struct place at = { which, *(const int64_t *)record, n_rows, err };
    const struct gam_reading *reading = record;
    const struct gam_count *count = record;

    for (size_t i = 0; i < desc->n_fields; i++) {
        int rc = field_check(&at, &desc->fields[i], record);

        if (rc)
            return rc;
    }
    if (which == GAM_RECORD_RUN &&
        (!*((const struct gam_run *)record)->uuid || strlen(((const struct gam_run *)record)->uuid) > UUID_MOST))
        return fail(&at, "uuid", "is empty or too long");
    if (which == GAM_RECORD_READING)
        return subject_check(&at, reading->target, reading->subject);
    if (which == GAM_RECORD_COUNT)
        return subject_check(&at, count->target, count->subject);
    return 0;
}

int gam_runset_check(const struct gam_runset *set, struct gam_err *err)
{
    size_t n_rows[GAM_RECORD_KINDS];

    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        n_rows[i] = set->of[i].n;
    if (n_rows[GAM_RECORD_RUN] != 1)
        return gam_err_set(err, -GAM_EINVAL, "run: %zu records where one is expected", n_rows[GAM_RECORD_RUN]);
    for (int i = 0; i < GAM_RECORD_KINDS; i++) {
        size_t size = gam_record_desc((enum gam_record)i)->size;

        for (size_t k = 0; k < n_rows[i]; k++) {
            int rc = gam_record_check((enum gam_record)i, (const char *)set->of[i].row + k * size, n_rows, err);

            if (rc)
                return rc;
        }
    }
    return 0;
}
