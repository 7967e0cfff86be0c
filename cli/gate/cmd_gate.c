/* SPDX-License-Identifier: MIT */
#include "cli/cli_group.h"
#include "cli/gate/gate.h"
#include "cli/gate/show.h"

static const struct gam_command subcommands[] = {
    { .name = "ab", .summary = "measure two commands or revisions here, side by side; may block a change", .main = gam_gate_ab },
    { .name = "baseline", .summary = "hold a run against a stored one of the same kind of machine", .main = gam_gate_baseline },
    { .name = "accept", .summary = "make a run the new baseline, with a reason; lists them", .main = gam_gate_accept },
    { .name = "trend", .summary = "where stored series moved, between which commits; never blocks", .main = gam_gate_trend },
    { .name = "review", .summary = "note whether a verdict turned out right; how often they did", .main = gam_gate_review },
    { .name = "selftest", .summary = "prove that the gate can fail and can pass here", .main = gam_gate_selftest },
    { .name = "measure", .summary = "one slot of our own kernels, as metrics for 'ab'", .main = gam_gate_measure },
    { .name = "show", .summary = "print or convert a stored result (gambrel-gate/1)", .main = gam_gate_show },
    { .name = "spin", .main = gam_gate_spin },
};

static void exit_codes_print(FILE *out)
{
    fprintf(out, "\nexit codes: ");
    for (int v = GAM_GATE_PASS; v <= GAM_GATE_FAILED; v++)
        fprintf(out, "%s%d %s", v ? ", " : "", gam_gate_verdict_exit((enum gam_gate_verdict)v),
                gam_gate_verdict_word((enum gam_gate_verdict)v));
    fprintf(out, "\n");
}

static int gate_main(int argc, char **argv)
{
    static const struct gam_command_group group = { .name = "gate",
                                                    .about = "is the candidate worse than its base?",
                                                    .commands = subcommands,
                                                    .n_commands = sizeof subcommands / sizeof *subcommands,
                                                    .more = exit_codes_print,
                                                    .example = "gambrel gate ab --base ./bench-old --cand ./bench-new" };

    return gam_cli_group(&group, argc, argv);
}

const struct gam_command gam_command_gate = {
    .name = "gate",
    .summary = "say whether a candidate is slower than its base, with an exit code",
    .order = 30,
    .main = gate_main,
};
