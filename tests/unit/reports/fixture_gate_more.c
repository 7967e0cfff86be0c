/* SPDX-License-Identifier: MIT */
/* Gates at the ends of what outputs must bear: names that try to break out of every format, and more cases than any system shows.
 */
#include "fixture_gate_more.h"

#include "analyzer/gate/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(2)>",
    "]]><!-- --><failure/>",
    "::error title=x::owned\n::set-output name=a::b\r\n%0A::warning::c",
    "```\n# heading\n<details open><b>",
    "|a|b|\n|--|--|\n[link](javascript:alert(3)) @everyone #1 **bold**",
    "quote\" backslash\\ newline\n# EOF\nfake_metric{a=\"b\"} 1",
    "\033[31mred\033[0m bell\a \x01\x02 del\x7f",
    "over\xE2\x80\xAEride bad utf8 \xC3\x28 \xFF\xFE \xED\xA0\x80",
    "%s %n %d {{template}} ${{ secrets.TOKEN }} $(id)",
    "../../../etc/passwd",
    "",
};
enum { NAMES = sizeof names / sizeof *names };

static struct gam_gate_outcome outcome_of(double worse, double spread)
{
    return (struct gam_gate_outcome){ .pairs = 20,
                                      .looks = 2,
                                      .base = 1e6,
                                      .cand = 1e6 * (1 + worse),
                                      .ratio = 1 + worse,
                                      .ratio_low = 1 + worse - spread,
                                      .ratio_high = 1 + worse + spread,
                                      .worse = worse,
                                      .worse_low = worse - spread,
                                      .worse_high = worse + spread,
                                      .level = 0.9875,
                                      .p = 0.001,
                                      .p_adjusted = 0.002,
                                      .p_pass = 0.9,
                                      .sd = 0.02,
                                      .mde = 0.021,
                                      .noise_floor = 0.01 };
}

static void case_fill(struct fixture_gate *f, size_t i)
{
    struct gam_gate_case *c = &f->cases[i];
    double worse = 0.001 * (double)(i % 97) - 0.02;

    *c = (struct gam_gate_case){ .name = names[i % NAMES],
                                 .metric = i % 5 ? "time" : names[(i + 3) % NAMES],
                                 .unit = i % 3 ? "ns" : names[i % NAMES],
                                 .source = "program",
                                 .file = i % 4 ? names[(i + 1) % NAMES] : NULL,
                                 .line = (int64_t)(i % 7),
                                 .threshold_ratio = 0.03,
                                 .verdict = (enum gam_gate_verdict)(i % (GAM_GATE_FAILED + 1)),
                                 .why = GAM_GATE_WHY_NOISE,
                                 .reason = names[(i + 2) % NAMES],
                                 .first = outcome_of(worse, 0.01) };
    if (f->n_names) {
        snprintf(f->name[i], sizeof f->name[i], "case %zu", i);
        c->name = f->name[i];
        c->metric = "time";
        c->unit = "ns";
        c->reason = "a sentence with numbers";
        c->file = "bench/cases.c";
    }
    if (c->verdict >= GAM_GATE_NO_BASELINE)
        gam_gate_outcome_clear(&c->first);
}

static void head_fill(struct fixture_gate *f, const char *kind)
{
    f->gate = (struct gam_gate){ .kind = "ab",
                                 .uuid = "0b8f6c9e-3f0e-4d4e-9d53-0a8c6a3d2f10",
                                 .verdict = f->n ? GAM_GATE_FAILED : GAM_GATE_PASS,
                                 .exit_code = f->n ? 70 : 0,
                                 .undecided = "warn",
                                 .advisory = !strcmp(kind, "gate-advisory"),
                                 .base = { .kind = "command", .age_days = NAN },
                                 .cand = { .kind = "command", .age_days = NAN },
                                 .cases = f->cases,
                                 .n_cases = f->n,
                                 .diagnostics = { NAN, NAN, NAN, NAN, NAN, NAN, 0, 0 } };
    if (!strcmp(kind, "gate-hostile")) {
        f->gate.reason = f->gate.advice = names[3];
        f->gate.command = names[4];
        f->gate.host_class = names[0];
        f->gate.base.name = names[2];
        f->gate.warning[0] = names[5];
        f->gate.n_warnings = 1;
    }
}

struct fixture_gate *fixture_gate_new(const char *name)
{
    static const struct {
        const char *name;
        size_t n;
        int named;
    } kinds[] = { { "gate-hostile", 24, 0 }, { "gate-large", 7000, 1 }, { "gate-empty", 0, 0 }, { "gate-advisory", 12, 1 } };
    struct fixture_gate *f = NULL;

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && !f; k++) {
        if (strcmp(kinds[k].name, name) != 0)
            continue;
        f = calloc(1, sizeof *f);
        if (!f)
            return NULL;
        f->n = kinds[k].n;
        f->n_names = kinds[k].named ? f->n : 0;
        f->cases = calloc(f->n + 1, sizeof *f->cases);
        f->name = calloc(f->n + 1, sizeof *f->name);
    }
    if (f && (!f->cases || !f->name)) {
        fixture_gate_free(f);
        return NULL;
    }
    for (size_t i = 0; f && i < f->n; i++)
        case_fill(f, i);
    if (f) {
        head_fill(f, name);
        f->doc = (struct gam_doc){ .kind = GAM_DOC_GATE, .gate = &f->gate, .tool_version = "0.1.0" };
    }
    return f;
}

void fixture_gate_free(struct fixture_gate *f)
{
    if (!f)
        return;
    free(f->cases);
    free(f->name);
    free(f);
}
