/* SPDX-License-Identifier: MIT */
#include "collector/emit.h"
#include "common/err.h"

#include <string.h>

void gam_emitter_init(struct gam_emitter *e, struct gam_sink sink)
{
    memset(e, 0, sizeof *e);
    e->sink = sink;
}

int gam_emit(struct gam_emitter *e, enum gam_record which, void *record, struct gam_err *err)
{
    int rc;

    *(int64_t *)record = e->next[which]; /* every record begins with its ordinal */
    rc = e->sink.put(e->sink.ctx, which, record, err);
    if (!rc)
        e->next[which]++;
    return rc;
}

int gam_emit_again(struct gam_emitter *e, enum gam_record which, const void *record, struct gam_err *err)
{
    return e->sink.put(e->sink.ctx, which, record, err);
}

int gam_emit_commit(struct gam_emitter *e, struct gam_err *err)
{
    return e->sink.commit ? e->sink.commit(e->sink.ctx, err) : 0;
}

int gam_emit_event(struct gam_emitter *e, enum gam_severity severity, const char *code, const char *text, const char *remedy,
                   struct gam_err *err)
{
    struct gam_event event;

    gam_record_clear(GAM_RECORD_EVENT, &event);
    event.severity = severity;
    event.code = code;
    event.text = text;
    event.remedy = remedy && *remedy ? remedy : NULL;
    return gam_emit(e, GAM_RECORD_EVENT, &event, err);
}
