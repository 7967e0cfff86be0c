/* SPDX-License-Identifier: MIT */
/* What names and reasons of other programs can hold, and every way in which a figure can be missing. */
#include "fixture_rows.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(2)>",
    "'; DROP TABLE run; --",
    "</title></style></svg><script>alert(3)</script>",
    "]]><!--<script>alert(4)</script>-->",
    "esc \033[31mred\033[0m bell \a nul-less \x01\x02 del \x7f",
    "line\nbreak\r\ttab",
    "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xD9\x85\xD8\xB1\xD8\xAD\xD8\xA8\xD8\xA7",             /* Hebrew, Arabic */
    "over\xE2\x80\xAEride\xE2\x80\xAC",                                                      /* right-to-left override */
    "\xE8\xA1\x8C\xE5\x88\x97\xE7\xA9\x8D \xE3\x82\xAB\xE3\x83\xBC\xE3\x83\x8D\xE3\x83\xAB", /* CJK */
    "emoji \xF0\x9F\x9A\x80\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
    "bad utf8 \xC3\x28 \xFF\xFE \xED\xA0\x80 \xF0\x9F",
    "=HYPERLINK(\"http://example.invalid\",\"x\")",
    "a|b `code` **bold** [link](javascript:alert(5)) @everyone",
    "&lt;already&amp;escaped&gt;",
    "{\"json\": \"\\u003c/script>\"}",
    "\xE2\x80\xA8line separator\xE2\x80\xA9",
    "%s %n %d {{template}} ${x}",
};

static void missing_spoil(struct fixture *f)
{
    struct gam_report_operator *op = f->op;

    op[14].best = 0; /* slower than another */
    op[15].flop = op[15].flop_per_s = gam_quantity_missing("flop", "this operator's FLOPs are not known");
    op[15].intensity = gam_quantity_missing("flop/byte", "no FLOPs");
    op[16].bytes_per_s = gam_quantity_missing("bytes/s", "no bytes");
    op[16].n_bytes = 0;
    op[16].intensity_level[0] = 0;
    op[16].intensity = gam_quantity_missing("flop/byte", NULL);
    op[16].roof = NULL;
    op[16].roof_share = gam_quantity_missing("1", "no roof");
    op[16].n_resources = 0;
    op[16].t_lo_ns = op[16].t_mod_ns = op[16].t_hi_ns = op[16].epsilon = op[16].margin = NAN;
    op[16].gain_ns = op[16].relief_ns = gam_quantity_missing("ns", "no bound");
    op[16].round_ns = NULL;
    op[17].time_ns.low = op[17].time_ns.high = NAN;
    op[17].flop_per_s.value = INFINITY;
    op[17].round_ns[3] = NAN;
    op[17].implementation = NULL;
    op[17].op.kind = NULL;
    op[18].status = GAM_STATUS_WRONG;
    op[18].reason = "error 0.3 is over its tolerance 3e-06 <b>";
    op[18].error = 0.3;
    op[18].best = 0;
    op[19].status = GAM_STATUS_SKIPPED;
    op[19].reason = "onednn: library not found: libdnnl.so.3 & libdnnl.so.2";
    op[19].time_ns = gam_quantity_missing("ns", "skipped");
    op[19].round_ns = NULL;
    op[19].best = 0;
    op[19].share = op[18].share = gam_quantity_missing("1", "not the best implementation");
}

void fixture_spoil(struct fixture *f)
{
    for (size_t i = 0; i < 20; i++) {
        struct gam_report_operator *op = &f->op[i];

        if (i < sizeof names / sizeof *names)
            op->name = names[i];
        op->bound.label = (enum gam_label)(i % (GAM_LABEL_INVALID + 1));
        op->device = i % 3 == 2;
        if (op->bound.label == GAM_LABEL_COMMUNICATION || op->bound.label == GAM_LABEL_COMM_LATENCY)
            snprintf(op->bound.link, sizeof op->bound.link, "nvlink<%zu>", i);
    }
    memset(f->long_name, 'x', 300);
    f->op[18].name = f->long_name;
    f->op[19].name = NULL;
    snprintf(f->op[0].bound.reason, sizeof f->op[0].bound.reason, "</script><script>alert(6)</script> & \"quoted\" 'reason'");
    f->op[4].energy_joule = (struct gam_quantity){
        .value = 0.0421, .low = 0.040, .high = 0.044, .unit = "joule", .source = GAM_SOURCE_COUNTER, .n = 10
    };
    f->op[4].energy_scope = "package";
    f->op[4].energy_kind = "rapl";
    f->op[4].energy_gross = 1;
    missing_spoil(f);
    gam_runset_host(&f->set)->cpu = "<img src=x onerror=alert(7)> CPU";
    gam_runset_host(&f->set)->hypervisor = NULL;
    gam_runset_host(&f->set)->memory_bytes = GAM_NULL_INT;
    f->finding[0].text = "<script>alert(8)</script> & more";
    f->finding[0].operator_id = "o999";
    f->finding[1].code = NULL;
    f->finding[1].text = NULL;
    f->report.noise_fma_cv = NAN;
}
