/* SPDX-License-Identifier: MIT */
#include "analyzer/findings/findings.h"

#define INFO    GAM_SEVERITY_INFO
#define WARNING GAM_SEVERITY_WARNING
#define ERROR   GAM_SEVERITY_ERROR

const struct gam_finding_rule gam_finding_rules[] = {
    /* the run and its machine */
    { "event", INFO, NULL, gam_look_events },
    { "run-incomplete", WARNING, "run it again, or read the figures as those of fewer rounds", gam_look_incomplete },
    { "too-few-rounds", WARNING, "give it at least 6 rounds: --rounds 10, or a larger --budget", gam_look_few_rounds },
    { "samples-ignored", WARNING, "check the run with 'gambrel db check'", gam_look_ignored_samples },
    { "counters-unavailable", INFO, "'gambrel doctor' says what each meter needs", gam_look_counters },
    { "counter-untrusted", WARNING, NULL, gam_look_untrusted },
    { "noisy-machine", WARNING, "stop other programs, or run longer: --budget", gam_look_noise },
    { "time-stolen", WARNING, "other guests of this host take processor time: use a dedicated machine, or more rounds",
      gam_look_steal },
    { "governor", WARNING, "sudo cpupower frequency-set -g performance", gam_look_governor },
    { "oversubscribed", WARNING, "run with fewer threads: --threads", gam_look_oversubscribed },
    /* its roofs */
    { "no-roofs", ERROR, "measure them: 'gambrel run --fresh'", gam_look_no_roofs },
    { "roofs-disagree", WARNING, "measure them again: 'gambrel run --fresh'", gam_look_roofs_disagree },
    { "roof-void", WARNING, "measure again on a quiet machine: 'gambrel run --fresh'", gam_look_roof_void },
    { "roof-noisy", INFO, "stop other programs, or run longer: --budget", gam_look_roof_noisy },
    { "roof-beaten", WARNING, NULL, gam_look_roof_beaten },
    { "roof-above-theory", WARNING, NULL, gam_look_roof_above_theory },
    { "sweep-falls", WARNING,
      "look at that kernel's code for registers that spill, and at the clock under full vectors; the overlap fitted is in doubt",
      gam_look_sweep_falls },
    { "overlap-not-measured", INFO, NULL, gam_look_overlap },
    /* operators */
    { "wrong-result", ERROR, "do not use this implementation for this shape; please report it to its makers", gam_look_wrong },
    { "implementation-failed", WARNING, NULL, gam_look_failed },
    { "skipped", INFO, NULL, gam_look_skipped },
    { "invalid", WARNING, NULL, gam_look_invalid },
    { "largest-gain", INFO, NULL, gam_look_gain },
    { "at-the-roof", INFO, "needs less work, not better code: a smaller type, fusion, another algorithm, or other hardware",
      gam_look_at_the_roof },
    { "overhead-bound", INFO, "do more per launch: batch it, fuse it with its neighbours, or use fewer threads for it",
      gam_look_overhead },
    { "count-mismatch", INFO, NULL, gam_look_count_mismatch },
    { "more-traffic", INFO, "block it for the caches, or fuse it with what reads its output", gam_look_traffic },
    { "two-modes", INFO,
      "look for memory on another node (numactl --membind), cores of two kinds, or another program that comes and goes",
      gam_look_two_modes },
    { "gpu-throttled", WARNING, "cool it, raise its power limit, or fix a clock that it keeps (nvidia-smi -lgc)",
      gam_look_gpu_throttled },
    { "gpu-clock-moved", INFO, "fix it for runs that are compared, as root: nvidia-smi -lgc MHZ,MHZ", gam_look_gpu_clock },
    /* ranks and links */
    { "oversubscribed", WARNING, "start at most as many ranks as processors, or use more hosts", gam_look_ranks_oversubscribed },
    { "slow-rank", WARNING, "look for other programs, throttling or another processor on that host", gam_look_slow_rank },
    { "slow-link", WARNING, "look at its cable, its switch port, and what else uses it", gam_look_slow_link },
    { "slow-host-link", WARNING,
      "look at its slot: lanes and generation in use ('lspci -vv', LnkSta), and whether memory lies on the processor it hangs on",
      gam_look_slow_host_link },
    { "bus-above-link", WARNING,
      "the network reduces itself, or the factor of the algorithm is not that one: trust the algorithm bandwidth",
      gam_look_bus_above_link },
    { "exposed-communication", INFO, "overlap it with computing, send less, or use a faster link", gam_look_exposed },
    { 0 },
};
