/* SPDX-License-Identifier: MIT */
/* What the words of `tco` and `advise` mean (declared in options.h). */
#include "cli/cost/options.h"

#include "cli/cli_choice.h"
#include "common/err.h"

#include <math.h>
#include <string.h>

/* A word of an option, and the limit or value that it stands for. */
struct word {
    const char *option, *word;
    int value;
};

static const struct word places[] = {
    { "--where", "cloud", GAM_LIMIT_CLOUD },
    { "--where", "on-premises", GAM_LIMIT_ON_PREMISES },
    { "--place", "edge", GAM_LIMIT_EDGE },
    { "--place", "data-centre", GAM_LIMIT_DATA_CENTRE },
    { "--new-operators", "must", GAM_LIMIT_NEW_OPERATORS },
    { "--new-operators", "may", GAM_LIMITS },
};
static const struct word ranks[] = {
    { "--rank-by", "usd", GAM_RANK_BY_USD },
    { "--rank-by", "energy", GAM_RANK_BY_ENERGY },
    { "--rank-by", "time", GAM_RANK_BY_TIME },
};
static const struct word finances[] = {
    { "--finance", "annuity", GAM_FINANCE_ANNUITY },
    { "--finance", "interest-only", GAM_FINANCE_INTEREST_ONLY },
    { "--finance", "straight-line", GAM_FINANCE_STRAIGHT_LINE },
};

static int word_find(const struct word *list, size_t n, const struct word *asked, int *out, struct gam_err *err)
{
    struct gam_cli_choice c = gam_cli_choice(asked->option, asked->word);

    for (size_t i = 0; i < n; i++) {
        if (strcmp(list[i].option, asked->option) != 0)
            continue;
        gam_cli_choice_offer(&c, list[i].word);
        if (c.match == list[i].word)
            *out = list[i].value;
    }
    return gam_cli_choice_end(&c, err);
}

#define FIND(list, asked_option, asked_word, out, err)                                                                           \
    word_find(list, sizeof(list) / sizeof *(list), &(struct word){ asked_option, asked_word, 0 }, out, err)

int gam_cost_finance(const char *word, enum gam_finance *out, struct gam_err *err)
{
    int value = GAM_FINANCE_ANNUITY, rc = word ? FIND(finances, "--finance", word, &value, err) : 0;

    *out = (enum gam_finance)value;
    return rc;
}

static int place_apply(const char *option, const char *word, struct gam_cost_report *cost, struct gam_err *err)
{
    int limit = GAM_LIMITS, rc = word ? FIND(places, option, word, &limit, err) : 0;

    if (!rc && limit != GAM_LIMITS)
        cost->limit[limit] = 1;
    return rc;
}

/* A cost of "a token" means nothing before it is said which tokens. */
static int tokens_apply(const struct gam_cost_options *o, struct gam_cost_report *cost, struct gam_err *err)
{
    static const char *const ways[] = { "all", "out", "split", NULL };
    int token_unit = o->unit && strstr(o->unit, "token") != NULL, rc;
    const char *tokens = o->tokens;

    if (token_unit && !o->tokens)
        return gam_err_set(err, -GAM_EINVAL, "the unit is a token: say which ones count with --tokens all, out or split");
    rc = o->tokens ? gam_cli_choice_check("--tokens", &tokens, ways, err) : 0;
    if (!rc && o->tokens && !strcmp(tokens, "split") && (isnan(o->prefill_share) || isnan(o->tokens_in) || isnan(o->tokens_out)))
        return gam_err_set(err, -GAM_EINVAL, "--tokens split needs --prefill-share, --tokens-in and --tokens-out");
    cost->tokens = tokens;
    return rc;
}

static void limits_apply(const struct gam_cost_options *o, struct gam_cost_report *cost)
{
    cost->limit[GAM_LIMIT_MEMORY_BYTES] = o->memory_gib * 1073741824.0;
    cost->limit[GAM_LIMIT_WATT] = o->watts;
    cost->limit[GAM_LIMIT_LATENCY_S] = o->latency_ns == UINT64_MAX ? (double)NAN : (double)o->latency_ns / 1e9;
    cost->limit[GAM_LIMIT_THROUGHPUT] = o->throughput;
    cost->limit[GAM_LIMIT_BUDGET_USD] = o->budget;
    cost->limit[GAM_LIMIT_FALLBACK] = o->fallback;
    cost->limit[GAM_LIMIT_DTYPE] = o->dtype ? 1 : NAN;
    cost->limit[GAM_LIMIT_OPERATORS] = o->operators ? 1 : NAN;
    cost->limit[GAM_LIMIT_RELEASED] = o->command == GAM_COST_ADVISE && !o->announced ? 1 : NAN;
    cost->dtype = o->dtype;
}

int gam_cost_options_apply(const struct gam_cost_options *o, struct gam_cost_report *cost, struct gam_err *err)
{
    int rank = GAM_RANK_BY_BEST, rc = o->rank_by ? FIND(ranks, "--rank-by", o->rank_by, &rank, err) : 0;

    cost->command = o->command == GAM_COST_ADVISE ? "advise" : "tco";
    cost->explain = o->explain;
    cost->rank_by_asked = (enum gam_rank_by)rank;
    limits_apply(o, cost);
    if (!rc)
        rc = place_apply("--where", o->where, cost, err);
    if (!rc)
        rc = place_apply("--place", o->place, cost, err);
    if (!rc)
        rc = place_apply("--new-operators", o->new_operators, cost, err);
    return rc ? rc : tokens_apply(o, cost, err);
}
