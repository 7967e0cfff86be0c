/* SPDX-License-Identifier: MIT */
#include "cli/cost/options.h"

#include "cli/cli_render.h"
#include "cli/cli_support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OPTS_MAX = 48 };

struct opt_list {
    struct gam_opt opt[OPTS_MAX];
    size_t n;
};

static void list_add(struct opt_list *l, const struct gam_opt *opts, size_t n)
{
    memcpy(&l->opt[l->n], opts, n * sizeof *opts);
    l->n += n;
}

#define ADD(list, table) list_add((list), (table), sizeof(table) / sizeof *(table))

static void add_money(struct opt_list *l, struct gam_cost_options *o)
{
    const struct gam_opt table[] = {
        { "device", 'd', GAM_OPT_TEXTS, &o->devices, "ID",
          "a device of 'gambrel hw list', 'here' for the measured one, or 'all'; repeats", 0, 0 },
        { "hwdb", 0, GAM_OPT_TEXT, &o->folder, "DIR", "your own device files (default: hwdb beside the database)", 0, 0 },
        { "prices", 'p', GAM_OPT_TEXTS, &o->prices, "CSV",
          "prices: columns of this program, or of a SkyPilot or gpuhunt catalog; repeats", 0, 0 },
        { "as-of", 0, GAM_OPT_TEXT, &o->as_of, "DATE", "of prices whose file says none, 2026-04-01", 0, 0 },
        { "alias", 0, GAM_OPT_TEXTS, &o->aliases, "NAME=ID", "which device a name in the price files means; repeats", 0, 0 },
        { "region", 0, GAM_OPT_TEXT, &o->region, "TEXT", "only rents whose region holds this", 0, 0 },
        { "spot", 0, GAM_OPT_FLAG, &o->spot, NULL, "rents that may end at any time count too", 0, 0 },
        { "set", 's', GAM_OPT_TEXTS, &o->sets, "[ID:]NAME=VALUE",
          "a cost input, of all devices or of one; 'gambrel tco --inputs' lists them; repeats", 0, 0 },
        { "finance", 0, GAM_OPT_TEXT, &o->finance, "WAY", "annuity, interest-only or straight-line (default: annuity)", 0, 0 },
        { "unit", 'u', GAM_OPT_TEXT, &o->unit, "NAME=N", "count in these, of which one unit of the run has N: tokens=128", 0, 0 },
        { "tokens", 0, GAM_OPT_TEXT, &o->tokens, "all|out|split", "which tokens are counted; needed when the unit is a token", 0,
          0 },
        { "prefill-share", 0, GAM_OPT_REAL, &o->prefill_share, "S", "with split: share of the time spent reading tokens", 0, 1 },
        { "tokens-in", 0, GAM_OPT_REAL, &o->tokens_in, "N", "with split: tokens read in a unit of the run", 1e-9, 1e15 },
        { "tokens-out", 0, GAM_OPT_REAL, &o->tokens_out, "N", "with split: tokens written in a unit of the run", 1e-9, 1e15 },
        { "energy-constants", 0, GAM_OPT_TEXT, &o->energy, "FILE",
          "energy of the measured device by the energy roofline (docs/energy.md)", 0, 0 },
        { "rank-by", 0, GAM_OPT_TEXT, &o->rank_by, "usd|energy|time", "default: usd where money is known, else time", 0, 0 },
    };

    ADD(l, table);
}

static void add_advise(struct opt_list *l, struct gam_cost_options *o)
{
    const struct gam_opt table[] = {
        { "family", 0, GAM_OPT_TEXT, &o->family, "NAME", "only gpu, tpu, npu, asic, fpga, cpu, photonic or in-memory", 0, 0 },
        { "dtype", 0, GAM_OPT_TEXT, &o->dtype, "TYPE", "with every operator in this element type", 0, 0 },
        { "memory", 0, GAM_OPT_REAL, &o->memory_gib, "GIB", "main memory at least", 0, 1e9 },
        { "max-watts", 0, GAM_OPT_REAL, &o->watts, "W", "design power at most", 0, 1e9 },
        { "max-latency", 0, GAM_OPT_SECONDS, &o->latency_ns, "S", "time of one unit at most, '20ms'", 0, 0 },
        { "min-throughput", 0, GAM_OPT_REAL, &o->throughput, "N", "units per second of a server at least", 0, 1e18 },
        { "budget", 0, GAM_OPT_REAL, &o->budget, "USD", "price of a server at most", 0, 1e12 },
        { "where", 0, GAM_OPT_TEXT, &o->where, "cloud|on-premises", "rented by the hour, or bought", 0, 0 },
        { "place", 0, GAM_OPT_TEXT, &o->place, "edge|data-centre", "for a small machine, or not", 0, 0 },
        { "operators", 0, GAM_OPT_TEXT, &o->operators, "KINDS", "operators that it must run, 'gemm,softmax'", 0, 0 },
        { "new-operators", 0, GAM_OPT_TEXT, &o->new_operators, "must|may",
          "whether operators that do not exist yet must run (default: may)", 0, 0 },
        { "max-fallback", 0, GAM_OPT_REAL, &o->fallback, "SHARE", "share of the time in operators that it does not run, at most",
          0, 1 },
        { "announced", 0, GAM_OPT_FLAG, &o->announced, NULL, "also what is not sold yet", 0, 0 },
        { "explain", 'e', GAM_OPT_FLAG, &o->explain, NULL, "print the rules; without a run, nothing else", 0, 0 },
    };

    ADD(l, table);
}

static void add_output(struct opt_list *l, struct gam_cost_options *o, const char *formats)
{
    const struct gam_opt more[] = {
        { "inputs", 'i', GAM_OPT_FLAG, &o->inputs, NULL, "list the inputs that --set takes", 0, 0 },
        { "with-report", 0, GAM_OPT_FLAG, &o->with_report, NULL, "the page also holds the run's rooflines and operators", 0, 0 },
    };
    const struct gam_opt table[] = {
        { "format", 'f', GAM_OPT_TEXT, &o->format, "NAME", formats, 0, 0 },
        { "output", 'o', GAM_OPT_TEXT, &o->out, "FILE", "write there instead of to standard output", 0, 0 },
        { "json", 0, GAM_OPT_FLAG, &o->json, NULL, "the same as --format json", 0, 0 },
        { "db", 0, GAM_OPT_TEXT, &o->db, "FILE", "the database (default: $XDG_DATA_HOME/gambrel/gambrel.db)", 0, 0 },
        { "quiet", 'q', GAM_OPT_FLAG, &o->quiet, NULL, "print only errors", 0, 0 },
    };

    if (o->command != GAM_COST_REPORT)
        ADD(l, more);
    ADD(l, table);
}

/* By enum gam_cost_command. */
static const struct {
    const char *name, *about, *example;
    enum gam_doc_kind kind; /* whose formats */
} commands[] = {
    [GAM_COST_TCO] = { "gambrel tco",
                       "what a unit of a stored run costs on some devices: buying, renting, break-even, energy, carbon. No price "
                       "is "
                       "built in: without one, what is missing is named and no money shown. RUN is an id, 'last', a tag, a uuid "
                       "or a "
                       "gambrel-run/1 file",
                       "gambrel tco last --device nvidia-l4 --prices prices.csv --set utilisation=0.5 --set availability=0.99\n"
                       "  gambrel tco last --device here --device nvidia-h200-sxm --set units_per_epoch=1e6 -o cost.html",
                       GAM_DOC_COST },
    [GAM_COST_ADVISE] = { "gambrel advise",
                          "which device a stored run should go to: what is ruled out and by which rule, and the rest in order, "
                          "with "
                          "what decided each. RUN is an id, 'last', a tag, a uuid or a gambrel-run/1 file",
                          "gambrel advise last --max-watts 300 --dtype f16\n"
                          "  gambrel advise last --where cloud --prices prices.csv --explain",
                          GAM_DOC_COST },
    [GAM_COST_REPORT] = { "gambrel report",
                          "show a stored run: RUN is an id, 'last', a tag, a uuid or a gambrel-run/1 file. With --device, what "
                          "it "
                          "would take and cost there stands below; the options about prices and units are for that",
                          "gambrel report last --format html -o report.html\n"
                          "  gambrel report last --device nvidia-l4 --device here -o report.html",
                          GAM_DOC_REPORT },
};

int gam_cost_options_parse(enum gam_cost_command command, int argc, char **argv, struct gam_cost_options *out)
{
    struct opt_list list = { .n = 0 };
    struct gam_opt_result result;
    char names[200], formats[300];
    struct gam_opt_spec spec;
    int code;

    *out = (struct gam_cost_options){ .command = command,
                                      .run = "last",
                                      .prefill_share = NAN,
                                      .tokens_in = NAN,
                                      .tokens_out = NAN,
                                      .latency_ns = UINT64_MAX,
                                      .memory_gib = NAN,
                                      .watts = NAN,
                                      .throughput = NAN,
                                      .budget = NAN,
                                      .fallback = NAN };
    gam_cli_format_names(commands[command].kind, names, sizeof names);
    snprintf(formats, sizeof formats, "one of %s (default: by the file's name, else text)", names);
    if (command == GAM_COST_ADVISE)
        add_advise(&list, out);
    add_money(&list, out);
    add_output(&list, out, formats);
    spec = (struct gam_opt_spec){
        .command = commands[command].name,
        .summary = commands[command].about,
        .positionals = "[RUN]",
        .example = commands[command].example,
        .opts = list.opt,
        .n_opts = list.n,
        .most_positionals = 1,
    };
    code = gam_cli_parse(&spec, argc, argv, &result);
    if (code < 0 && result.n_positional) {
        out->run = result.positional[0];
        out->run_given = 1;
    }
    return code;
}
