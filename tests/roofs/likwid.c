/* SPDX-License-Identifier: MIT */
#include "roofs.h"

#include "common/err.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { OUTPUT_BYTES = 1 << 16 };

/* Runs it with its standard output into `text`; its standard error goes nowhere. */
static int output_of(char *const argv[], char *text, size_t size, struct gam_err *err)
{
    posix_spawn_file_actions_t actions;
    int ends[2], status, rc;
    size_t length = 0;
    ssize_t got;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC))
        return gam_err_set(err, -GAM_EIO, "pipe: %s", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    rc = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    while (!rc && length + 1 < size && (got = read(ends[0], text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    if (rc)
        return gam_err_set(err, -GAM_ENOENT, "%s: %s", argv[0], strerror(rc));
    if (waitpid(child, &status, 0) != child || status)
        return gam_err_set(err, -GAM_EDEVICE, "%s -t %s failed", argv[0], argv[2]);
    return 0;
}

/* A child inherits where its parent may run, and the device has bound our thread to one cpu. Returns what was there before. */
static cpu_set_t affinity_swap(const cpu_set_t *to)
{
    cpu_set_t before, all;

    CPU_ZERO(&all);
    for (int i = 0; i < CPU_SETSIZE; i++)
        CPU_SET(i, &all);
    CPU_ZERO(&before);
    (void)sched_getaffinity(0, sizeof before, &before);
    (void)sched_setaffinity(0, sizeof all, to ? to : &all);
    return before;
}

int likwid_rate(const char *kernel, uint64_t bytes, int threads, int flops, double *rate, struct gam_err *err)
{
    const char *key = flops ? "MFlops/s:" : "MByte/s:", *at;
    char workgroup[64], program[] = "likwid-bench", t[] = "-t", w[] = "-w", *name = strdup(kernel);
    char *argv[] = { program, t, name, w, workgroup, NULL };
    char *text = malloc(OUTPUT_BYTES);
    int rc = name && text ? 0 : gam_err_nomem(err);

    snprintf(workgroup, sizeof workgroup, "N:%llukB:%d", (unsigned long long)(bytes / 1000), threads);
    if (!rc) {
        cpu_set_t bound = affinity_swap(NULL);

        rc = output_of(argv, text, OUTPUT_BYTES, err);
        affinity_swap(&bound);
    }
    if (!rc) {
        at = strstr(text, key);
        *rate = at ? strtod(at + strlen(key), NULL) * 1e6 : 0;
        if (!(*rate > 0))
            rc = gam_err_set(err, -GAM_EPARSE, "likwid-bench -t %s: no '%s' in its output", kernel, key);
    }
    free(name);
    free(text);
    return rc;
}
