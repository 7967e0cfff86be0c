/* SPDX-License-Identifier: MIT */
/* A gate's result back from its JSON, so that whatever continuous integration wants can be written later and elsewhere: by a job
 * that may comment, from the file that a job without rights left. */
#ifndef GAM_ANALYZER_GATE_READ_H
#define GAM_ANALYZER_GATE_READ_H

#include "analyzer/gate/gate.h"

struct gam_err;

/* Text of gambrel-gate/1; `label` stands in errors ("gate.json: cases[3].verdict: ..."). `out` owns everything and is released
 * with gam_gate_release, also after a failure. 0, -GAM_EPARSE, -GAM_EVERSION or -GAM_ENOMEM. */
int gam_gate_read(const char *label, const char *text, size_t length, struct gam_gate *out, struct gam_err *err);

#endif
