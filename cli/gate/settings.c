/* SPDX-License-Identifier: MIT */
#include "cli/gate/settings.h"

#include "common/file.h"
#include "common/json.h"
#include "common/record/record.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIG_CAP = 1 << 20 };

static const char *const keys[] = { "schema",     "alpha", "power",      "looks",           "time_budget_s", "min_sample_ms",
                                    "timeout_s",  "seed",  "control",    "confirm",         "undecided",     "threshold",
                                    "thresholds", "exact", "steal_most", "fixed_addresses", "families",      NULL };
static const char *const pattern_keys[] = { "case", "metric", "ratio", "abs", NULL };

int gam_gate_ratio_parse(const char *text, double *out, struct gam_err *err)
{
    char *end;
    double value = strtod(text, &end);

    if (end != text && *end == '%') {
        value /= 100;
        end++;
    }
    if (end == text || *end || !(value > 0 && value <= 10))
        return gam_err_set(err, -GAM_EINVAL, "threshold '%s' is no share; say 3%% or 0.03", text);
    *out = value;
    return 0;
}

static void defaults(struct gam_gate_settings *s)
{
    *s = (struct gam_gate_settings){ .rule = gam_gate_rule_default,
                                     .threshold = 0.03,
                                     .steal_most = 0.25,
                                     .time_budget_ns = 300000000000u,
                                     .min_sample_ns = 100000000,
                                     .timeout_ns = 600000000000u,
                                     .seed = GAM_NULL_INT,
                                     .control = 1,
                                     .confirm = 1,
                                     .undecided = "fail" };
}

static int word_check(const char *what, const char *word, const char *const *allowed, struct gam_err *err)
{
    struct gam_strbuf list = GAM_STRBUF_INIT(200);

    for (size_t i = 0; allowed[i]; i++)
        if (!strcmp(allowed[i], word))
            return 0;
    for (size_t i = 0; allowed[i]; i++)
        gam_strbuf_printf(&list, "%s%s", i ? ", " : "", allowed[i]);
    gam_err_set(err, -GAM_EINVAL, "%s '%s' is not known; one of %s", what, word, gam_strbuf_get(&list));
    gam_strbuf_release(&list);
    return -GAM_EINVAL;
}

static int undecided_set(struct gam_gate_settings *s, const char *word, struct gam_err *err)
{
    static const char *const allowed[] = { "fail", "pass", "warn", NULL };
    int rc = word_check("undecided", word, allowed, err);

    if (!rc)
        snprintf(s->undecided, sizeof s->undecided, "%s", word);
    return rc;
}

static int confirm_set(struct gam_gate_settings *s, const char *word, struct gam_err *err)
{
    static const char *const allowed[] = { "same-host", "none", NULL };
    int rc = word_check("confirm", word, allowed, err);

    if (!rc)
        s->confirm = strcmp(word, "none") != 0;
    return rc;
}

static int looks_read(const struct gam_json *root, struct gam_gate_rule *rule, struct gam_err *err)
{
    struct gam_json looks;
    size_t n;
    int rc;

    if (!gam_json_has(root, "looks"))
        return 0;
    rc = gam_json_array(root, "looks", &looks, &n, err);
    if (!rc && (!n || n > GAM_GATE_LOOKS))
        rc = gam_json_fail(&looks, err, "between 1 and %d looks", GAM_GATE_LOOKS);
    for (size_t i = 0; i < n && !rc; i++) {
        double pairs;

        rc = gam_json_item_real(&looks, i, &pairs, err);
        if (!rc && !(pairs >= 1 && pairs <= 1e6 && pairs == floor(pairs)))
            rc = gam_json_fail(&looks, err, "looks are whole numbers of pairs");
        if (!rc)
            rule->look[i] = (size_t)pairs;
    }
    rule->n_looks = rc ? rule->n_looks : n;
    return rc;
}

static int pattern_text(const struct gam_json *at, const char *key, char *out, size_t size, struct gam_err *err)
{
    const char *text;
    int rc = gam_json_text_or(at, key, "*", &text, err);

    if (!rc && strlen(text) >= size)
        rc = gam_json_fail(at, err, "%s: the pattern is too long", key);
    if (!rc)
        snprintf(out, size, "%s", text);
    return rc;
}

static int patterns_read(const struct gam_json *root, struct gam_gate_settings *s, struct gam_err *err)
{
    struct gam_json list, item;
    size_t n = 0;
    int rc = gam_json_has(root, "thresholds") ? gam_json_array(root, "thresholds", &list, &n, err) : 0;

    if (!rc && n > GAM_GATE_PATTERNS)
        rc = gam_json_fail(&list, err, "at most %d thresholds", GAM_GATE_PATTERNS);
    for (size_t i = 0; i < n && !rc; i++) {
        struct gam_gate_pattern *p = &s->pattern[i];

        rc = gam_json_item(&list, i, &item, err);
        if (!rc)
            rc = gam_json_only(&item, pattern_keys, err);
        if (!rc)
            rc = pattern_text(&item, "case", p->name, sizeof p->name, err);
        if (!rc)
            rc = pattern_text(&item, "metric", p->metric, sizeof p->metric, err);
        if (!rc)
            rc = gam_json_real_or(&item, "ratio", NAN, &p->ratio, err);
        if (!rc)
            rc = gam_json_real_or(&item, "abs", 0, &p->absolute, err);
        if (!rc && (p->ratio <= 0 || p->ratio > 10 || p->absolute < 0))
            rc = gam_json_fail(&item, err, "ratio lies between 0 and 10, abs is not negative");
    }
    s->n_patterns = n;
    return rc;
}

static int exact_read(const struct gam_json *root, struct gam_gate_settings *s, struct gam_err *err)
{
    struct gam_json list, item;
    size_t n = 0;
    int rc = gam_json_has(root, "exact") ? gam_json_array(root, "exact", &list, &n, err) : 0;

    if (!rc && n > GAM_GATE_PATTERNS)
        rc = gam_json_fail(&list, err, "at most %d exact metrics", GAM_GATE_PATTERNS);
    for (size_t i = 0; i < n && !rc; i++) {
        const char *text;

        rc = gam_json_item(&list, i, &item, err);
        if (!rc)
            rc = gam_json_value_text(&item, &text, err);
        if (!rc && strlen(text) >= sizeof s->exact[i])
            rc = gam_json_fail(&item, err, "the pattern is too long");
        if (!rc)
            snprintf(s->exact[i], sizeof s->exact[i], "%s", text);
    }
    s->n_exact = n;
    return rc;
}

static int span_read(const struct gam_json *root, const char *key, double unit_ns, uint64_t *out, struct gam_err *err)
{
    double value;
    int rc = gam_json_real_or(root, key, (double)*out / unit_ns, &value, err);

    if (!rc && !(value * unit_ns >= 1 && value * unit_ns < 9e17))
        rc = gam_json_fail(root, err, "%s must be above 0 and below 9e17 ns", key);
    if (!rc)
        *out = (uint64_t)(value * unit_ns);
    return rc;
}

static int words_read(const struct gam_json *root, struct gam_gate_settings *s, struct gam_err *err)
{
    const char *confirm, *undecided;
    bool control, fixed;
    int rc = gam_json_text_or(root, "confirm", "same-host", &confirm, err);

    if (!rc)
        rc = confirm_set(s, confirm, err) ? gam_err_prefix(err, "%s", root->file) : 0;
    if (!rc)
        rc = gam_json_text_or(root, "undecided", "fail", &undecided, err);
    if (!rc)
        rc = undecided_set(s, undecided, err) ? gam_err_prefix(err, "%s", root->file) : 0;
    if (!rc)
        rc = gam_json_bool_or(root, "control", true, &control, err);
    if (!rc)
        s->control = control;
    if (!rc)
        rc = gam_json_bool_or(root, "fixed_addresses", false, &fixed, err);
    if (!rc)
        s->fixed_addresses = fixed;
    return rc;
}

static int schema_check(const struct gam_json *root, struct gam_err *err)
{
    static const char mine[] = "gambrel-gate-config/1";
    const char *schema;
    int rc = gam_json_text_or(root, "schema", mine, &schema, err);

    if (!rc && strcmp(schema, mine) != 0)
        rc = gam_json_fail(root, err, "schema is '%s'; this program reads %s", schema, mine);
    return rc;
}

static int config_read(const struct gam_json *root, struct gam_gate_settings *s, struct gam_err *err)
{
    int rc = gam_json_only(root, keys, err);

    if (!rc)
        rc = schema_check(root, err);
    if (!rc)
        rc = gam_json_real_or(root, "alpha", s->rule.alpha, &s->rule.alpha, err);
    if (!rc)
        rc = gam_json_real_or(root, "power", s->rule.power, &s->rule.power, err);
    if (!rc)
        rc = gam_json_real_or(root, "threshold", s->threshold, &s->threshold, err);
    if (!rc && !(s->threshold > 0 && s->threshold <= 10))
        rc = gam_json_fail(root, err, "threshold lies between 0 and 10");
    if (!rc)
        rc = gam_json_real_or(root, "steal_most", s->steal_most, &s->steal_most, err);
    if (!rc && !(s->steal_most > 0 && s->steal_most <= 1))
        rc = gam_json_fail(root, err, "steal_most lies between 0 and 1");
    if (!rc)
        rc = gam_json_int_or(root, "seed", s->seed, &s->seed, err);
    if (!rc)
        rc = span_read(root, "time_budget_s", 1e9, &s->time_budget_ns, err);
    if (!rc)
        rc = span_read(root, "min_sample_ms", 1e6, &s->min_sample_ns, err);
    if (!rc)
        rc = span_read(root, "timeout_s", 1e9, &s->timeout_ns, err);
    if (!rc)
        rc = words_read(root, s, err);
    if (!rc)
        rc = looks_read(root, &s->rule, err);
    if (!rc)
        rc = patterns_read(root, s, err);
    if (!rc)
        rc = gam_gate_families_read(root, s->family, &s->n_families, err);
    return rc ? rc : exact_read(root, s, err);
}

static int text_read(const char *label, const char *text, size_t length, struct gam_gate_settings *s, struct gam_err *err)
{
    struct gam_json root;
    int rc = gam_json_parse(label, text, length, &root, err);

    if (rc)
        return rc;
    rc = config_read(&root, s, err);
    gam_json_free(&root);
    return rc;
}

static int file_read(const char *path, struct gam_gate_settings *s, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(CONFIG_CAP);
    int rc = gam_file_read(path, &text, err);

    if (!rc)
        rc = text_read(path, gam_strbuf_get(&text), text.length, s, err);
    gam_strbuf_release(&text);
    return rc;
}

int gam_gate_settings_parse(const char *label, const char *text, size_t length, struct gam_gate_settings *out,
                            struct gam_err *err)
{
    int rc;

    defaults(out);
    rc = text_read(label, text, length, out, err);
    return rc ? rc : gam_gate_rule_check(&out->rule, err);
}

int gam_gate_settings_read(const struct gam_gate_flags *flags, struct gam_gate_settings *out, struct gam_err *err)
{
    int rc;

    defaults(out);
    rc = flags->config ? file_read(flags->config, out, err) : 0;
    if (!rc && flags->threshold)
        rc = gam_gate_ratio_parse(flags->threshold, &out->threshold, err);
    if (!rc && flags->undecided)
        rc = undecided_set(out, flags->undecided, err);
    if (!rc && flags->confirm)
        rc = confirm_set(out, flags->confirm, err);
    if (flags->budget_ns)
        out->time_budget_ns = flags->budget_ns;
    if (flags->seed != GAM_NULL_INT)
        out->seed = flags->seed;
    if (flags->no_control)
        out->control = 0;
    if (rc)
        return rc;
    rc = gam_gate_rule_check(&out->rule, err);
    return rc && flags->config ? gam_err_prefix(err, "%s", flags->config) : rc;
}

void gam_gate_thresholds(const struct gam_gate_settings *s, const char *name, const char *metric, double *ratio, double *absolute)
{
    *ratio = s->threshold;
    *absolute = 0;
    for (size_t i = 0; i < s->n_patterns; i++) {
        const struct gam_gate_pattern *p = &s->pattern[i];

        if (fnmatch(p->name, name, 0) || fnmatch(p->metric, metric, 0))
            continue;
        if (!isnan(p->ratio))
            *ratio = p->ratio;
        *absolute = p->absolute;
        return;
    }
}

int gam_gate_is_exact(const struct gam_gate_settings *s, const char *metric)
{
    for (size_t i = 0; i < s->n_exact; i++)
        if (!fnmatch(s->exact[i], metric, 0))
            return 1;
    return 0;
}
