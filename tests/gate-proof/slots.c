/* SPDX-License-Identifier: MIT */
/* Real slots: this program again, as a fresh process per slot. */
#include "proof.h"

#include "collector/slots/metrics.h"
#include "collector/slots/slot.h"
#include "common/clock.h"
#include "common/err.h"

#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { COLD_PAUSE_US = 300000 };

/* One slot of `units`; its time as the process itself reports it. */
static int slot_run(struct proof_slots *s, enum proof_kernel kernel, uint64_t units, double *ns, struct gam_err *err)
{
    char self[1024], word[16], number[32], variable[96];
    char *argv[] = { self, (char[]){ "slot" }, word, number, NULL }, *environment[] = { variable, NULL };
    struct gam_slot slot = { .argv = argv, .environment = environment };
    struct gam_slot_result r;
    struct gam_metrics m;
    const struct gam_metric *time;
    char fate[100];
    int rc;

    snprintf(self, sizeof self, "%s", s->self);
    snprintf(word, sizeof word, "%s", proof_kernel_word[kernel]);
    snprintf(number, sizeof number, "%" PRIu64, units);
    snprintf(variable, sizeof variable, "GAMBREL_METRICS=%s", s->metrics);
    if (truncate(s->metrics, 0))
        return gam_err_set(err, -GAM_EIO, "cannot empty '%s'", s->metrics);
    rc = gam_slot_run(&slot, &r, err);
    if (rc)
        return rc;
    if (r.exit_code) {
        gam_slot_fate(&r, fate, sizeof fate);
        return gam_err_set(err, -GAM_EIO, "a slot failed: %s", fate);
    }
    rc = gam_metrics_read(s->metrics, &m, err);
    time = rc ? NULL : gam_metrics_find(&m, word, "time");
    if (time)
        *ns = time->value;
    else if (!rc)
        rc = gam_err_set(err, -GAM_EIO, "a slot reported no time");
    gam_metrics_release(&m);
    return rc;
}

static void corunner_stop(struct proof_slots *s)
{
    if (s->corunner <= 0)
        return;
    kill(s->corunner, SIGKILL);
    waitpid(s->corunner, NULL, 0);
    s->corunner = 0;
}

static int corunner_start(struct proof_slots *s, struct gam_err *err)
{
    char self[1024];
    char *argv[] = { self, (char[]){ "disturb" }, NULL };
    pid_t pid;
    int rc;

    snprintf(self, sizeof self, "%s", s->self);
    rc = posix_spawn(&pid, self, NULL, NULL, argv, environ);
    if (rc)
        return gam_err_set(err, -GAM_EIO, "cannot start the co-runner: %s", strerror(rc));
    s->corunner = pid;
    return 0;
}

static int metrics_make(struct proof_slots *s, struct gam_err *err)
{
    int fd;

    if (s->metrics[0])
        return 0;
    snprintf(s->metrics, sizeof s->metrics, "/tmp/gambrel-proof-XXXXXX");
    fd = mkstemp(s->metrics);
    if (fd < 0) {
        s->metrics[0] = '\0';
        return gam_err_set(err, -GAM_EIO, "cannot make a file in /tmp");
    }
    close(fd);
    return 0;
}

/* A new trial: a pair that does not count warms up, except in a cold start; a co-runner lives as long as its trial. */
static int trial_begin(struct proof_slots *s, const struct proof_trial *trial, struct gam_err *err)
{
    double unused;
    int rc = 0;

    corunner_stop(s);
    if (trial->part->noise == PROOF_CORUNNER)
        rc = corunner_start(s, err);
    if (trial->part->noise == PROOF_COLD) {
        usleep(COLD_PAUSE_US);
        return rc;
    }
    for (int i = 0; i < 2 && !rc; i++)
        rc = slot_run(s, trial->kernel, s->file->units[trial->kernel], &unused, err);
    return rc;
}

int proof_slots_run(void *ctx, const struct proof_trial *trial, const struct gam_gate_step *step, struct proof_pair *out,
                    struct gam_err *err)
{
    struct proof_slots *s = ctx;
    uint64_t start, units = s->file->units[trial->kernel];
    int rc = metrics_make(s, err);

    if (!rc && s->trial_seen != out->trial + 1) {
        s->trial_seen = out->trial + 1;
        rc = trial_begin(s, trial, err);
    }
    start = gam_clock_monotonic_now();
    for (int slot = 0; slot < 2 && !rc; slot++) {
        int cand = slot ? !step->cand_first : step->cand_first;
        double work = (double)units * (cand && !step->control ? 1 + trial->part->slowdown : 1);

        if (trial->part->noise == PROOF_SLOT_BIAS && slot)
            work *= 1.03;
        rc = slot_run(s, trial->kernel, (uint64_t)(work + 0.5), cand ? &out->cand_ns : &out->base_ns, err);
    }
    out->spent_ns = (double)(gam_clock_monotonic_now() - start);
    return rc;
}

void proof_slots_close(struct proof_slots *s)
{
    corunner_stop(s);
    if (s->metrics[0])
        unlink(s->metrics);
    s->metrics[0] = '\0';
}
