/* SPDX-License-Identifier: MIT */
/* gambrel-run/1: the rows of a run as JSON. Export, import, export gives the same bytes. */
#ifndef GAM_STORE_RUN_JSON_H
#define GAM_STORE_RUN_JSON_H

#include "common/record/runset.h"
#include "common/strbuf.h"

struct gam_err;

/* `roofs`: the run whose roofs `set` uses, embedded; NULL: none. */
int gam_run_json_write(const struct gam_runset *set, const struct gam_runset *roofs, struct gam_strbuf *out, struct gam_err *err);
/* Checks every key, type, word and reference; errors name the file and the path ("run.json: sample[12].duration_ns: ..."). Both
 * sets are initialised by the caller and released by it after a failure too; `roofs` stays empty when none are embedded. A
 * nullable key may be absent. Another version of the schema: -GAM_EVERSION. */
int gam_run_json_read(const char *label, const char *text, size_t length, struct gam_runset *set, struct gam_runset *roofs,
                      struct gam_err *err);

#endif
