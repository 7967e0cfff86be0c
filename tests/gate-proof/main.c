/* SPDX-License-Identifier: MIT */
/* gate_proof run FILE --seed N [--plan full|short] [--minutes M]   makes or goes on with a campaign (for at most about M
 * minutes), then judges it gate_proof judge FILE   judges what is there gate_proof short [FOLDER]   simulated gates, then a short
 * campaign; exit 1 on a contradiction gate_proof slot KERNEL UNITS, disturb              what slots are
 */
#include "proof.h"

#include "common/clock.h"
#include "common/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIMULATED_GATES = 10000 };

static int slot_main(const char *kernel, const char *units)
{
    const char *path = getenv("GAMBREL_METRICS");
    FILE *out;

    for (int k = 0; k < PROOF_KERNELS; k++) {
        uint64_t ns;

        if (strcmp(proof_kernel_word[k], kernel) != 0)
            continue;
        ns = proof_kernel_run((enum proof_kernel)k, strtoull(units, NULL, 10));
        out = ns && path ? fopen(path, "a") : NULL;
        if (!out)
            return 1;
        fprintf(out, "{\"case\":\"%s\",\"metric\":\"time\",\"unit\":\"ns\",\"better\":\"lower\",\"value\":%llu}\n", kernel,
                (unsigned long long)ns);
        return fclose(out) ? 1 : 0;
    }
    return 2;
}

/* Memory traffic in bursts, until it is killed or its parent is gone. */
static int disturb_main(void)
{
    pid_t parent = getppid();

    while (getppid() == parent) {
        if (!proof_kernel_run(PROOF_DRAM, 20000))
            return 1;
        usleep(20000);
    }
    return 0;
}

static void progress(size_t done, size_t all, uint64_t start)
{
    double spent = (double)(gam_clock_monotonic_now() - start) / 1e9;

    if (done % 10 == 0 || done == all)
        fprintf(stderr, "gate_proof: %zu of %zu trials, %.0f s\n", done, all, spent);
}

/* Of a slot, in the full and the short plan. The arrays of the memory kernel are passed about once in the full one. */
static const uint64_t slot_target_ns[2][PROOF_KERNELS] = { { 12000000, 3000000 }, { 6000000, 2000000 } };

static int campaign_run(const char *self, const char *path, const char *plan, uint64_t seed, double minutes, struct gam_err *err)
{
    struct proof_file head = { .seed = seed }, f;
    struct proof_slots slots = { .self = self };
    struct proof_runner runner = { proof_slots_run, &slots };
    uint64_t start = gam_clock_monotonic_now();
    struct proof_trial *trial;
    size_t n;
    int rc;

    snprintf(head.plan, sizeof head.plan, "%s", plan);
    for (int k = 0; access(path, F_OK) && k < PROOF_KERNELS; k++) /* a campaign that goes on keeps its own */
        head.units[k] = proof_kernel_calibrate((enum proof_kernel)k, slot_target_ns[!strcmp(plan, "short")][k]);
    rc = proof_file_open(path, &head, &f, err);
    if (rc)
        return rc;
    if (f.seed != seed || strcmp(f.plan, plan) != 0) {
        proof_file_close(&f);
        return gam_err_set(err, -GAM_EINVAL, "'%s' belongs to another seed or plan", path);
    }
    slots.file = &f;
    trial = proof_plan_trials(plan, seed, &n);
    rc = trial ? 0 : gam_err_set(err, -GAM_EINVAL, "plan '%s' is not known; 'full' or 'short'", plan);
    for (size_t i = 0; i < n && !rc && (double)(gam_clock_monotonic_now() - start) < minutes * 60e9; i++) {
        struct proof_outcome o;

        rc = proof_trial_judge(&f, &trial[i], i, &runner, &o, err);
        progress(i + 1, n, start);
    }
    free(trial);
    proof_slots_close(&slots);
    proof_file_close(&f);
    return rc;
}

static int campaign_judge(const char *path, int *contradictions, struct gam_err *err)
{
    struct proof_file f;
    int rc = proof_file_open(path, NULL, &f, err);

    if (rc)
        return rc;
    rc = proof_tally(&f, stdout, contradictions, err);
    proof_file_close(&f);
    return rc;
}

static int short_main(const char *self, const char *folder, struct gam_err *err)
{
    char path[1200];
    int contradictions = 0, broken = proof_simulate(SIMULATED_GATES, 1, stdout, err), rc;

    if (broken < 0)
        return err->code;
    snprintf(path, sizeof path, "%s/short-%ld.jsonl", folder, (long)getpid());
    unlink(path);
    rc = campaign_run(self, path, "short", 1, INFINITY, err);
    if (!rc)
        rc = campaign_judge(path, &contradictions, err);
    unlink(path);
    if (!rc && (broken || contradictions))
        rc = gam_err_set(err, -GAM_ENUMERIC, "%d limits of the simulation and %d trials contradict the truth", broken,
                         contradictions);
    return rc;
}

static const char *option(int argc, char **argv, const char *name, const char *fallback)
{
    for (int i = 3; i + 1 < argc; i++)
        if (!strcmp(argv[i], name))
            return argv[i + 1];
    return fallback;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    struct gam_err err = { 0 };
    int rc = 2, contradictions = 0;
    char self[1024] = { 0 };

    if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
        return 1;
    if (!strcmp(what, "slot") && argc == 4)
        return slot_main(argv[2], argv[3]);
    if (!strcmp(what, "disturb"))
        return disturb_main();
    if (!strcmp(what, "run") && argc >= 3 && option(argc, argv, "--seed", NULL))
        rc = campaign_run(self, argv[2], option(argc, argv, "--plan", "full"),
                          strtoull(option(argc, argv, "--seed", "0"), NULL, 10),
                          strtod(option(argc, argv, "--minutes", "inf"), NULL), &err);
    if (!rc)
        rc = campaign_judge(argv[2], &contradictions, &err);
    else if (!strcmp(what, "judge") && argc == 3)
        rc = campaign_judge(argv[2], &contradictions, &err);
    else if (!strcmp(what, "short"))
        rc = short_main(self, argc > 2 ? argv[2] : "/tmp", &err);
    if (rc < 0)
        fprintf(stderr, "gate_proof: %s\n", err.text);
    else if (rc == 2)
        fprintf(stderr, "usage: gate_proof run FILE --seed N [--plan full|short] [--minutes M] | judge FILE | short [FOLDER]\n");
    return rc < 0 ? 1 : rc;
}
