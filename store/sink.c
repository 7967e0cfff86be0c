/* SPDX-License-Identifier: MIT */
/* A run being written. Records are queued in memory and go to the database at commit, in one short transaction: no statement
 * disturbs a measurement, and other processes are never locked out for longer than that.
 */
#include "common/record/text_block.h"
#include "store/store_priv.h"

static size_t row_count(const struct gam_store *s, enum gam_record which)
{
    return s->queue[which].stored + s->queue[which].fresh.n;
}

static void queue_empty(struct gam_store *s)
{
    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        s->queue[i].fresh.n = s->queue[i].changed.n = 0;
    gam_text_block_free(s->queue_texts);
    s->queue_texts = NULL;
}

void gam_store_queue_release(struct gam_store *s)
{
    queue_empty(s);
    for (int i = 0; i < GAM_RECORD_KINDS; i++) {
        gam_rows_release(&s->queue[i].fresh);
        gam_rows_release(&s->queue[i].changed);
        s->queue[i].stored = 0;
    }
    s->queue_run = 0;
    s->queue_err.code = 0;
}

static const char *row_at(const struct gam_rows *rows, enum gam_record which, size_t i)
{
    return (const char *)rows->row + i * gam_record_desc(which)->size;
}

/* Where the new contents of a stored row stand among the changed ones; their number when it is not there. */
static size_t changed_find(const struct gam_rows *changed, enum gam_record which, int64_t ordinal)
{
    size_t i = 0;

    while (i < changed->n && *(const int64_t *)(const void *)row_at(changed, which, i) != ordinal)
        i++;
    return i;
}

static int sink_put(void *ctx, enum gam_record which, const void *record, struct gam_err *err)
{
    struct gam_store *s = ctx;
    struct gam_store_queue *q = &s->queue[which];
    int64_t ordinal = *(const int64_t *)record;
    size_t n_rows[GAM_RECORD_KINDS];
    int rc;

    if (s->queue_err.code) {
        if (err)
            *err = s->queue_err;
        return s->queue_err.code;
    }
    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        n_rows[i] = row_count(s, (enum gam_record)i);
    if (which != GAM_RECORD_RUN && !n_rows[GAM_RECORD_RUN])
        return gam_err_set(err, -GAM_EINVAL, "%s: put before its run", gam_record_desc(which)->name);
    if (ordinal < 0 || (size_t)ordinal > n_rows[which] || (which == GAM_RECORD_RUN && ordinal))
        return gam_err_set(err, -GAM_EINVAL, "%s: ordinal %lld where %zu is next", gam_record_desc(which)->name,
                           (long long)ordinal, n_rows[which]);
    n_rows[which] = SIZE_MAX; /* its own kind may follow; the database looks at commit */
    rc = gam_record_check(which, record, n_rows, err);
    if (rc)
        return rc;
    if ((size_t)ordinal >= q->stored)
        return gam_rows_put(&q->fresh, which, (size_t)ordinal - q->stored, record, &s->queue_texts, err);
    return gam_rows_put(&q->changed, which, changed_find(&q->changed, which, ordinal), record, &s->queue_texts, err);
}

static int rows_write(struct gam_store *s, enum gam_record which, struct gam_err *err)
{
    struct gam_store_queue *q = &s->queue[which];
    int rc = 0;

    for (size_t i = 0; i < q->changed.n && !rc; i++)
        rc = gam_row_update(s, which, s->queue_run, row_at(&q->changed, which, i), err);
    for (size_t i = 0; i < q->fresh.n && !rc; i++)
        rc = gam_row_insert(s, which, s->queue_run, row_at(&q->fresh, which, i), which == GAM_RECORD_RUN ? &s->queue_run : NULL,
                            err);
    return rc;
}

static int queue_write(struct gam_store *s, struct gam_err *err)
{
    int64_t run = s->queue_run;
    int rc = gam_sql_begin(s, err);

    if (rc)
        return rc;
    for (int i = 0; i < GAM_RECORD_KINDS && !rc; i++)
        rc = rows_write(s, (enum gam_record)i, err);
    rc = gam_sql_end(s, rc, err);
    if (rc)
        s->queue_run = run;
    return rc;
}

static int sink_commit(void *ctx, struct gam_err *err)
{
    struct gam_store *s = ctx;
    struct gam_err why = { 0 };
    int rc = s->queue_err.code, waiting = 0;

    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        waiting |= s->queue[i].fresh.n || s->queue[i].changed.n;
    if (!rc && waiting) {
        rc = queue_write(s, &why);
        if (rc)
            s->queue_err = why;
    }
    if (rc) {
        if (err)
            *err = s->queue_err;
        return rc;
    }
    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        s->queue[i].stored += s->queue[i].fresh.n;
    queue_empty(s);
    return 0;
}

struct gam_sink gam_store_sink(struct gam_store *s)
{
    gam_store_queue_release(s);
    return (struct gam_sink){ .put = sink_put, .commit = sink_commit, .ctx = s };
}

int64_t gam_store_sink_run(const struct gam_store *s)
{
    return s->queue_run;
}
