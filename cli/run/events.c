/* SPDX-License-Identifier: MIT */
#include "cli/run/events.h"

#include "common/err.h"
#include "common/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_CAP = 4096 };

static int visit_note(struct gam_run_events *e, const struct gam_sample *sample, struct gam_err *err)
{
    struct gam_run_visit *grown;

    for (size_t i = e->n; i-- > 0;)
        if (e->visit[i].measurement == sample->measurement && e->visit[i].round == sample->round) {
            e->visit[i].samples++;
            return 0;
        }
    if (e->n == e->capacity) {
        size_t capacity = e->capacity ? 2 * e->capacity : 16;

        grown = realloc(e->visit, capacity * sizeof *grown);
        if (!grown)
            return gam_err_nomem(err);
        e->visit = grown;
        e->capacity = capacity;
    }
    e->visit[e->n++] = (struct gam_run_visit){ sample->measurement, sample->round, 1 };
    return 0;
}

static int line_write(struct gam_run_events *e, const struct gam_run_visit *v, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(LINE_CAP);
    struct gam_jsonw w;
    int rc;

    gam_jsonw_init(&w, &text, false);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "event", "committed");
    gam_jsonw_text(&w, "run", e->uuid);
    gam_jsonw_int(&w, "measurement", v->measurement);
    gam_jsonw_int(&w, "round", v->round);
    gam_jsonw_int(&w, "samples", v->samples);
    gam_jsonw_end(&w);
    gam_strbuf_char(&text, '\n');
    rc = gam_strbuf_status(&text, err);
    if (!rc && fwrite(text.text, 1, text.length, e->file) != text.length)
        rc = gam_err_set(err, -GAM_EIO, "cannot write events to '%s': %s", e->path, strerror(errno));
    gam_strbuf_release(&text);
    return rc;
}

static int events_put(void *ctx, enum gam_record which, const void *record, struct gam_err *err)
{
    struct gam_run_events *e = ctx;
    int rc = e->next.put(e->next.ctx, which, record, err);

    if (!rc && e->file && which == GAM_RECORD_SAMPLE)
        rc = visit_note(e, record, err);
    return rc;
}

static int events_commit(void *ctx, struct gam_err *err)
{
    struct gam_run_events *e = ctx;
    int rc = e->next.commit(e->next.ctx, err);

    for (size_t i = 0; !rc && i < e->n; i++)
        rc = line_write(e, &e->visit[i], err);
    if (!rc && e->n && fflush(e->file))
        rc = gam_err_set(err, -GAM_EIO, "cannot write events to '%s': %s", e->path, strerror(errno));
    e->n = 0;
    return rc;
}

int gam_run_events_open(struct gam_run_events *e, struct gam_sink next, const char *path, const char *uuid, struct gam_err *err)
{
    *e = (struct gam_run_events){ .next = next, .path = path };
    snprintf(e->uuid, sizeof e->uuid, "%s", uuid);
    if (!path)
        return 0;
    e->file = fopen(path, "ae");
    if (!e->file)
        return gam_err_set(err, -GAM_EIO, "cannot write events to '%s': %s; choose another file", path, strerror(errno));
    return 0;
}

void gam_run_events_close(struct gam_run_events *e)
{
    if (e->file)
        fclose(e->file);
    free(e->visit);
    *e = (struct gam_run_events){ 0 };
}

struct gam_sink gam_run_events_sink(struct gam_run_events *e)
{
    return (struct gam_sink){ events_put, events_commit, e };
}
