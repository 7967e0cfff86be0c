/* SPDX-License-Identifier: MIT */
/* A slot: one fresh process of one arm, timed from before it is made until it is gone. It runs in a process group of its own, so
 * that what it leaves behind can be ended with it; its standard input is empty.
 */
#ifndef GAM_COLLECTOR_SLOTS_SLOT_H
#define GAM_COLLECTOR_SLOTS_SLOT_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

struct gam_err;

/* Exit codes of a slot that are not the program's own. */
enum { GAM_SLOT_OURS = 125, GAM_SLOT_NOT_EXECUTABLE = 126, GAM_SLOT_NOT_FOUND = 127, GAM_SLOT_SIGNAL = 128 /* + its number */ };

struct gam_slot {
    char *const *argv;                   /* NULL-terminated; the program is looked for in PATH */
    char *const *environment;            /* NULL-terminated; NULL: none at all */
    const char *folder;                  /* to run in; NULL: here */
    const char *output, *errors;         /* files for standard output and error; NULL: thrown away */
    uint64_t timeout_ns;                 /* 0: none */
    int fixed_addresses;                 /* no random layout of the process, where the system allows that */
    const volatile sig_atomic_t *cancel; /* NULL or: non-zero ends the process group */
};

struct gam_slot_result {
    int exit_code;
    int timed_out;
    uint64_t wall_ns;
    uint64_t cpu_ns;     /* user and system, the process and the children that it waited for */
    uint64_t peak_bytes; /* resident, the largest process of them */
};

/* 0 when a process was made (or the program was not there: exit code 126 or 127); -GAM_ECANCELLED; -GAM_EIO. */
int gam_slot_run(const struct gam_slot *slot, struct gam_slot_result *out, struct gam_err *err);

/* "exit 3", "killed by signal 11 (Segmentation fault)", "not found", "timed out". */
void gam_slot_fate(const struct gam_slot_result *r, char *out, size_t size);

/* A command line as argv: by blanks when it has no character that a shell would look at, else for /bin/sh -c. `words` holds the
 * text that argv points into. Blank only: -GAM_EINVAL. */
struct gam_command_line {
    char *words;
    char *argv[256];
};
int gam_command_line_split(const char *text, struct gam_command_line *out, struct gam_err *err);
void gam_command_line_release(struct gam_command_line *c);

#endif
