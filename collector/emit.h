/* SPDX-License-Identifier: MIT */
/* Records on their way into a sink: hands out the ordinals, so that several parts can emit into one run. */
#ifndef GAM_COLLECTOR_EMIT_H
#define GAM_COLLECTOR_EMIT_H

#include "common/record/runset.h"

struct gam_emitter {
    struct gam_sink sink;
    int64_t next[GAM_RECORD_KINDS]; /* ordinal of the next new record */
};

void gam_emitter_init(struct gam_emitter *e, struct gam_sink sink);
/* Sets the record's ordinal to the next one and puts it. */
int gam_emit(struct gam_emitter *e, enum gam_record which, void *record, struct gam_err *err);
/* Puts a record again that changed since. */
int gam_emit_again(struct gam_emitter *e, enum gam_record which, const void *record, struct gam_err *err);
int gam_emit_commit(struct gam_emitter *e, struct gam_err *err);
/* remedy may be NULL. */
int gam_emit_event(struct gam_emitter *e, enum gam_severity severity, const char *code, const char *text, const char *remedy,
                   struct gam_err *err);

#endif
