/* SPDX-License-Identifier: MIT */
/* Findings about the run and its machine. */
#include "analyzer/findings/findings.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct gam_finding_about nothing = { NULL, 0, NULL };

static const struct gam_run *run_of(const struct gam_finding_list *l)
{
    return gam_runset_run_n(l->analysis->run) ? gam_runset_run(l->analysis->run) : NULL;
}

static const struct gam_host *host_of(const struct gam_finding_list *l)
{
    return gam_runset_host_n(l->analysis->run) ? gam_runset_host(l->analysis->run) : NULL;
}

/* Value of a host fact; NULL. */
static const char *fact(const struct gam_finding_list *l, const char *key)
{
    const struct gam_host_fact *f = gam_runset_host_fact(l->analysis->run);
    for (size_t i = 0; i < gam_runset_host_fact_n(l->analysis->run); i++)
        if (strcmp(f[i].key, key) == 0)
            return f[i].value;
    return NULL;
}

static bool event_with(const struct gam_finding_list *l, const char *code)
{
    const struct gam_event *e = gam_runset_event(l->analysis->run);
    for (size_t i = 0; i < gam_runset_event_n(l->analysis->run); i++)
        if (strcmp(e[i].code, code) == 0)
            return true;
    return false;
}

/* What the collector wanted known, under its own codes. */
int gam_look_events(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_event *e = gam_runset_event(l->analysis->run);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < gam_runset_event_n(l->analysis->run); i++) {
        struct gam_finding_rule one = { e[i].code, (enum gam_severity)e[i].severity, e[i].remedy, rule->look };
        rc = gam_finding_say(l, &one, &nothing, err, "%s", e[i].text);
    }
    return rc;
}

int gam_look_incomplete(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_run *run = run_of(l);
    if (!run || run->status == GAM_RUN_COMPLETE)
        return 0;
    const struct gam_words *words = &gam_words_run_status;
    const char *status = run->status >= 0 && (size_t)run->status < words->n ? words->word[run->status] : "unknown";
    struct gam_finding_about at = { NULL, 0, run->stop_reason };
    return gam_finding_say(l, rule, &at, err, "the run did not end by itself: status '%s'", status);
}

int gam_look_few_rounds(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    int n = l->analysis->rounds.n_rounds;
    return n >= GAM_ROUNDS_LEAST
               ? 0
               : gam_finding_say(l, rule, &nothing, err, "%d round%s: no intervals and no labels", n, n == 1 ? "" : "s");
}

int gam_look_ignored_samples(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    size_t n = l->analysis->rounds.ignored;
    return n == 0 ? 0 : gam_finding_say(l, rule, &nothing, err, "%zu samples without a usable time were left out", n);
}

int gam_look_counters(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_run *run = run_of(l);
    if (!run || !run->counters || strcmp(run->counters, "full") == 0 || strcmp(run->counters, "off") == 0 ||
        event_with(l, rule->code))
        return 0;
    struct gam_finding_about at = { NULL, 0, run->counters_reason };
    return gam_finding_say(l, rule, &at, err, "hardware counters: %s; FLOPs and bytes come from the shapes", run->counters);
}

int gam_look_untrusted(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_quantity_def *q = gam_runset_quantity_def(l->analysis->run);
    char evidence[96];
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < gam_runset_quantity_def_n(l->analysis->run); i++) {
        if (gam_trust_passes(q[i].trust))
            continue;
        snprintf(evidence, sizeof evidence, "a loop of known counts read %.3g times the truth", q[i].trust);
        struct gam_finding_about at = { NULL, 0, evidence };
        rc = gam_finding_say(l, rule, &at, err, "counter '%s' failed its truth test and is not used", q[i].name);
    }
    return rc;
}

int gam_look_noise(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_report *r = l->analysis->report;
    char fma[64] = "", dram[64] = "", evidence[160];
    if (!(r->noise_fma_cv > 0.05) && !(r->noise_dram_cv > 0.10))
        return 0;
    if (!isnan(r->noise_fma_cv))
        snprintf(fma, sizeof fma, "the FP32 roof by %.1f %%", 100 * r->noise_fma_cv);
    if (!isnan(r->noise_dram_cv))
        snprintf(dram, sizeof dram, "%sthe roof of main memory by %.1f %%", fma[0] ? ", " : "", 100 * r->noise_dram_cv);
    snprintf(evidence, sizeof evidence, "over the rounds varied %s%s", fma, dram);
    struct gam_finding_about at = { NULL, 0, evidence };
    return gam_finding_say(l, rule, &at, err, "the machine was not quiet");
}

int gam_look_steal(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    double steal = l->analysis->report->steal_share;
    return steal > 0.02 ? gam_finding_say(l, rule, &nothing, err, "the hypervisor took %.1f %% of the time measured", 100 * steal)
                        : 0;
}

int gam_look_governor(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const char *governor = fact(l, "governor");
    if (!governor || strcmp(governor, "powersave") != 0 || event_with(l, rule->code))
        return 0;
    return gam_finding_say(l, rule, &nothing, err, "frequency governor 'powersave': the clock may change while measuring");
}

int gam_look_oversubscribed(struct gam_finding_list *l, const struct gam_finding_rule *rule, struct gam_err *err)
{
    const struct gam_run *run = run_of(l);
    const struct gam_host *host = host_of(l);
    if (!run || !host || run->threads == GAM_NULL_INT)
        return 0;
    if (host->cores != GAM_NULL_INT && run->threads > host->cores)
        return gam_finding_say(l, rule, &nothing, err, "%lld threads on %lld cores", (long long)run->threads,
                               (long long)host->cores);
    if (host->cpu_quota > 0 && (double)run->threads > host->cpu_quota + 0.01)
        return gam_finding_say(l, rule, &nothing, err, "%lld threads, but the control group allows %.2f processors",
                               (long long)run->threads, host->cpu_quota);
    return 0;
}
