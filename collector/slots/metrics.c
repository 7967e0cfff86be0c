/* SPDX-License-Identifier: MIT */
#include "collector/slots/metrics.h"

#include "common/err.h"
#include "common/file.h"
#include "common/json.h"
#include "common/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_CAP = 64 << 20, LINE_LABEL = 4200 };

/* Values of one metric while the lines are read. */
struct values {
    double *v;
    size_t n, capacity;
};

struct reader {
    struct gam_metrics *out;
    struct values *values; /* beside out->metric */
    size_t capacity;
    struct gam_err *err;
};

static const char *const known[] = { "case", "metric", "unit", "better", "value", "text", "file", "line", "source", NULL };

static int better_read(const struct gam_json *at, int is_text, enum gam_metric_better *out, struct gam_err *err)
{
    static const char *const words[] = { "lower", "higher", "equal" };
    const char *word;
    int rc = gam_json_text_or(at, "better", is_text ? "equal" : NULL, &word, err);

    if (rc)
        return rc;
    for (int i = 0; word && i < 3; i++)
        if (!strcmp(words[i], word)) {
            *out = (enum gam_metric_better)i;
            if (is_text && *out != GAM_METRIC_EQUAL)
                break;
            return 0;
        }
    return gam_json_fail(at, err,
                         is_text ? "better: a text can only be \"equal\"" : "better: say \"lower\", \"higher\" or \"equal\"");
}

static int energy_check(const struct gam_json *at, const char *unit, struct gam_err *err)
{
    const char *source;
    int rc = gam_json_text_or(at, "source", NULL, &source, err);

    if (rc || (strcmp(unit, "J") != 0 && strcmp(unit, "joule") != 0))
        return rc;
    if (!source || strcmp(source, "counter") != 0)
        return gam_json_fail(at, err, "energy must come from a counter: say \"source\": \"counter\", or leave it out");
    return 0;
}

static char *copy(const char *text, struct reader *r)
{
    char *c = strdup(text);

    if (!c)
        gam_err_nomem(r->err);
    return c;
}

static int grow(struct reader *r)
{
    size_t capacity = r->capacity ? 2 * r->capacity : 16;
    struct gam_metric *m = realloc(r->out->metric, capacity * sizeof *m);
    struct values *v;

    if (!m)
        return gam_err_nomem(r->err);
    r->out->metric = m;
    v = realloc(r->values, capacity * sizeof *v);
    if (!v)
        return gam_err_nomem(r->err);
    r->values = v;
    r->capacity = capacity;
    return 0;
}

/* The entry of that name, made when new. */
static int entry_get(struct reader *r, const char *name, const char *metric, const char *unit, struct gam_metric **out,
                     int *fresh)
{
    struct gam_metrics *all = r->out;
    struct gam_metric *m;

    *fresh = 0;
    for (size_t i = 0; i < all->n; i++)
        if (!strcmp(all->metric[i].name, name) && !strcmp(all->metric[i].metric, metric)) {
            *out = &all->metric[i];
            return 0;
        }
    if (all->n == GAM_METRICS_MOST)
        return gam_err_set(r->err, -GAM_EINVAL, "more than %d metrics", GAM_METRICS_MOST);
    if (all->n == r->capacity && grow(r))
        return -GAM_ENOMEM;
    m = &all->metric[all->n];
    *m = (struct gam_metric){ .value = NAN };
    r->values[all->n] = (struct values){ 0 };
    all->n++;
    m->name = copy(name, r);
    m->metric = copy(metric, r);
    m->unit = copy(unit, r);
    *fresh = 1;
    *out = m;
    return m->name && m->metric && m->unit ? 0 : -GAM_ENOMEM;
}

static int value_add(struct reader *r, struct gam_metric *m, double value)
{
    struct values *v = &r->values[m - r->out->metric];

    if (v->n == v->capacity) {
        size_t capacity = v->capacity ? 2 * v->capacity : 4;
        double *more = realloc(v->v, capacity * sizeof *more);

        if (!more)
            return gam_err_nomem(r->err);
        v->v = more;
        v->capacity = capacity;
    }
    v->v[v->n++] = value;
    return 0;
}

struct line {
    const char *name, *metric, *unit, *text, *file;
    enum gam_metric_better better;
    double value;
    int64_t at_line;
};

static int line_read(const struct gam_json *root, struct line *l, struct gam_err *err)
{
    int rc = gam_json_only(root, known, err);

    *l = (struct line){ .value = NAN };
    if (!rc)
        rc = gam_json_text(root, "case", &l->name, err);
    if (!rc)
        rc = gam_json_text(root, "metric", &l->metric, err);
    if (!rc)
        rc = gam_json_text_or(root, "text", NULL, &l->text, err);
    if (!rc)
        rc = l->text ? gam_json_text_or(root, "unit", "1", &l->unit, err) : gam_json_text(root, "unit", &l->unit, err);
    if (!rc && !l->text)
        rc = gam_json_real(root, "value", &l->value, err);
    if (!rc && l->text && gam_json_has(root, "value"))
        rc = gam_json_fail(root, err, "give \"value\" or \"text\", not both");
    if (!rc)
        rc = better_read(root, l->text != NULL, &l->better, err);
    if (!rc)
        rc = energy_check(root, l->unit, err);
    if (!rc)
        rc = gam_json_text_or(root, "file", NULL, &l->file, err);
    if (!rc)
        rc = gam_json_int_or(root, "line", 0, &l->at_line, err);
    if (!rc && (!*l->name || !*l->metric || strlen(l->name) > GAM_METRIC_NAME_MAX || strlen(l->metric) > GAM_METRIC_NAME_MAX))
        rc = gam_json_fail(root, err, "names must have 1 to %d bytes", GAM_METRIC_NAME_MAX);
    return rc;
}

static int line_put(struct reader *r, const struct gam_json *root, const struct line *l)
{
    struct gam_metric *m = NULL;
    int fresh, rc = entry_get(r, l->name, l->metric, l->unit, &m, &fresh);

    if (rc)
        return rc;
    if (fresh) {
        m->better = l->better;
        m->line = l->at_line > 0 ? l->at_line : 0;
        m->text = l->text ? copy(l->text, r) : NULL;
        m->file = l->file ? copy(l->file, r) : NULL;
        if ((l->text && !m->text) || (l->file && !m->file))
            return -GAM_ENOMEM;
    }
    m->n++;
    if (m->better != l->better || strcmp(m->unit, l->unit) != 0 || !m->text != !l->text)
        return gam_json_fail(root, r->err, "%s of case %s came before with another unit or direction", l->metric, l->name);
    if (l->text)
        return strcmp(m->text, l->text)
                   ? gam_json_fail(root, r->err, "%s of case %s came before with another text", l->metric, l->name)
                   : 0;
    return value_add(r, m, l->value);
}

static int medians_set(struct reader *r)
{
    for (size_t i = 0; i < r->out->n; i++) {
        struct gam_metric *m = &r->out->metric[i];
        struct values *v = &r->values[i];

        if (m->text || !v->n)
            continue;
        gam_stats_sort(v->v, v->n);
        m->value = gam_stats_median_sorted(v->v, v->n);
        if (m->better == GAM_METRIC_EQUAL && v->v[0] != v->v[v->n - 1])
            return gam_err_set(r->err, -GAM_ENUMERIC, "%s of case %s is said to be exact and came as %g and %g", m->metric,
                               m->name, v->v[0], v->v[v->n - 1]);
    }
    return 0;
}

/* The text ends where its length says. */
static int is_blank(const char *text, size_t n)
{
    size_t i = 0;

    while (i < n && memchr(" \t\r", text[i], 3))
        i++;
    return i == n;
}

static int lines_read(const char *label, const char *text, size_t length, struct reader *r)
{
    char name[LINE_LABEL];
    size_t number = 0;
    int rc = 0;

    while (length && !rc) {
        const char *end = memchr(text, '\n', length);
        size_t n = end ? (size_t)(end - text) : length;
        struct gam_json root = { 0 };
        struct line l;

        number++;
        snprintf(name, sizeof name, "%s:%zu", label, number);
        if (!is_blank(text, n)) {
            rc = gam_json_parse(name, text, n, &root, r->err);
            if (!rc) {
                rc = line_read(&root, &l, r->err);
                if (!rc)
                    rc = line_put(r, &root, &l);
                gam_json_free(&root);
            }
        }
        text += n + (end != NULL);
        length -= n + (end != NULL);
    }
    return rc;
}

int gam_metrics_parse(const char *label, const char *text, size_t length, struct gam_metrics *out, struct gam_err *err)
{
    struct reader r = { .out = out, .err = err };
    int rc;

    *out = (struct gam_metrics){ 0 };
    rc = lines_read(label, text, length, &r);
    if (!rc)
        rc = medians_set(&r);
    for (size_t i = 0; r.values && i < out->n; i++)
        free(r.values[i].v);
    free(r.values);
    return rc;
}

int gam_metrics_read(const char *path, struct gam_metrics *out, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    int rc;

    *out = (struct gam_metrics){ 0 };
    if (access(path, F_OK))
        return 0;
    rc = gam_file_read(path, &text, err);
    if (!rc)
        rc = gam_metrics_parse("GAMBREL_METRICS", gam_strbuf_get(&text), text.length, out, err);
    gam_strbuf_release(&text);
    return rc;
}

static void metric_free(struct gam_metric *m)
{
    free(m->name);
    free(m->metric);
    free(m->unit);
    free(m->text);
    free(m->file);
}

int gam_metrics_add(struct gam_metrics *m, const struct gam_metric *like, struct gam_err *err)
{
    struct gam_metric *more, *one;

    if (gam_metrics_find(m, like->name, like->metric))
        return gam_err_set(err, -GAM_EINVAL, "%s of case %s is there already", like->metric, like->name);
    more = realloc(m->metric, (m->n + 1) * sizeof *more);
    if (!more)
        return gam_err_nomem(err);
    m->metric = more;
    one = &m->metric[m->n];
    *one = (struct gam_metric){ .name = strdup(like->name),
                                .metric = strdup(like->metric),
                                .unit = strdup(like->unit),
                                .text = like->text ? strdup(like->text) : NULL,
                                .better = like->better,
                                .value = like->value,
                                .n = 1 };
    if (one->name && one->metric && one->unit && (!like->text || one->text)) {
        m->n++;
        return 0;
    }
    metric_free(one);
    return gam_err_nomem(err);
}

void gam_metrics_drop(struct gam_metrics *m, size_t i)
{
    metric_free(&m->metric[i]);
    memmove(&m->metric[i], &m->metric[i + 1], (m->n - i - 1) * sizeof *m->metric);
    m->n--;
}

void gam_metrics_release(struct gam_metrics *m)
{
    for (size_t i = 0; i < m->n; i++)
        metric_free(&m->metric[i]);
    free(m->metric);
    *m = (struct gam_metrics){ 0 };
}

const struct gam_metric *gam_metrics_find(const struct gam_metrics *m, const char *name, const char *metric)
{
    for (size_t i = 0; i < m->n; i++)
        if (!strcmp(m->metric[i].name, name) && !strcmp(m->metric[i].metric, metric))
            return &m->metric[i];
    return NULL;
}
