/* SPDX-License-Identifier: MIT */
/* The slots of an A/B gate: two arms, run and read. */
#ifndef GAM_CLI_GATE_SLOTS_H
#define GAM_CLI_GATE_SLOTS_H

#include "cli/gate/families.h"
#include "collector/slots/disturb.h"
#include "collector/slots/metrics.h"
#include "collector/slots/scratch.h"
#include "collector/slots/slot.h"
#include "collector/slots/slot_energy.h"

#include <signal.h>

struct gam_strbuf;

enum { GAM_ARM_BASE, GAM_ARM_CAND, GAM_ARMS };

/* What is measured of every program beside what it reports itself; the share of the roof only of suites, which report it. */
enum { GAM_ALSO_WALL = 1, GAM_ALSO_CPU = 2, GAM_ALSO_MEMORY = 4, GAM_ALSO_OUTPUT = 8, GAM_ALSO_ENERGY = 16, GAM_ALSO_SHARE = 32 };

struct gam_gate_arm_run {
    struct gam_command_line line;
    char folder[512]; /* empty: here */
};

struct gam_gate_slots {
    struct gam_gate_arm_run arm[GAM_ARMS];
    const char *name; /* of the case that the whole program is */
    unsigned also;    /* GAM_ALSO_...; 0: the wall time, when the program reports nothing */
    uint64_t timeout_ns;
    int fixed_addresses;
    const struct gam_gate_family *family; /* n_families of them; borrowed */
    size_t n_families;
    struct gam_slot_energy energy; /* open with GAM_ALSO_ENERGY */
    size_t batch;                  /* runs of the program per slot; 0: not chosen yet, 1 */
    const volatile sig_atomic_t *cancel;
    struct gam_scratch scratch; /* of this gate */
    char metrics[300], output[300], errors[300];
    char *const *environment; /* with GAMBREL_METRICS; owned */
    struct gam_disturb start; /* the machine's counters at the beginning */
};

/* Makes the scratch folder below `parent` and the environment out of `environment`. */
int gam_gate_slots_open(struct gam_gate_slots *s, const char *parent, char *const *environment, struct gam_err *err);
void gam_gate_slots_close(struct gam_gate_slots *s); /* removes the scratch files and folder; also after a failed open */

/* One slot: `batch` processes one after another. Its metrics are means over the batch. A program that fails: -GAM_EDEVICE with
 * its fate and the last line that it wrote to standard error. */
int gam_gate_slot_run(struct gam_gate_slots *s, int arm, struct gam_metrics *out, struct gam_slot_result *result,
                      struct gam_err *err);

/* SHA-256 of a file, up to 64 MiB, as hexadecimal digits. */
int gam_gate_file_hash(const char *path, char text[65], struct gam_err *err);

/* Last line of a small text file, made printable; "" when there is none. */
void gam_gate_last_line(const char *path, char *out, size_t size);

#endif
