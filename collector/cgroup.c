/* SPDX-License-Identifier: MIT */
/* CPU quota and memory limit of this process's control groups, version 1 and 2 (Linux: Documentation/admin-guide/cgroup-v2.rst
 * and cgroup-v1/). In a container the path in /proc/self/cgroup may lie outside what is mounted; the walk then ends at the
 * mount point, which is the container's own group.
 */
#include "collector/topology_priv.h"
#include "common/err.h"
#include "common/file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CGROUP_FILE_MAX = 1 << 20, CGROUP_PATH_MAX = 700 };

/* A limit above this is version 1's way of saying "none". */
#define CGROUP_NO_LIMIT ((uint64_t)1 << 60)

static int list_has(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (strcspn(p, ",") == n && !strncmp(p, word, n))
            return 1;
    return 0;
}

/* Path of this process below the hierarchy of `controller` ("" for version 2). */
static int cgroup_path(const char *text, const char *controller, char *out, size_t size)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char copy[CGROUP_PATH_MAX], *controllers, *path;

        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        controllers = strchr(copy, ':');
        path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *controllers++ = '\0';
        *path++ = '\0';
        if (*controller ? list_has(controllers, controller) : !*controllers) {
            snprintf(out, size, "%s", path);
            return 1;
        }
    }
    return 0;
}

/* Mount point of the hierarchy of `controller` ("" for version 2) from the text of /proc/self/mounts. */
static int cgroup_mount(const char *text, const char *controller, char *out, size_t size)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char copy[CGROUP_PATH_MAX], point[CGROUP_PATH_MAX], type[32], options[CGROUP_PATH_MAX];

        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        if (sscanf(copy, "%*s %699s %31s %699s", point, type, options) != 3)
            continue;
        if (*controller ? !strcmp(type, "cgroup") && list_has(options, controller) : !strcmp(type, "cgroup2")) {
            snprintf(out, size, "%s", point);
            return 1;
        }
    }
    return 0;
}

static void quota_v2(const char *root, const char *folder, struct gam_cgroup_limits *out)
{
    char path[2 * CGROUP_PATH_MAX], line[64];
    double quota, period;

    snprintf(path, sizeof path, "%s/cpu.max", folder);
    if (gam_file_line(root, path, line, sizeof line) || sscanf(line, "%lf %lf", &quota, &period) != 2 || period <= 0)
        return;
    out->quota_cpus = fmin(out->quota_cpus, quota / period); /* fmin ignores NaN */
}

static void quota_v1(const char *root, const char *folder, struct gam_cgroup_limits *out)
{
    char path[2 * CGROUP_PATH_MAX];
    int64_t quota, period;

    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
    if (gam_sys_number(root, path, &quota) || quota <= 0)
        return;
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    if (gam_sys_number(root, path, &period) || period <= 0)
        return;
    out->quota_cpus = fmin(out->quota_cpus, (double)quota / (double)period);
}

static int64_t droppable_bytes(const char *root, const char *folder, const char *key)
{
    char path[2 * CGROUP_PATH_MAX], value[32] = "";
    struct gam_strbuf text = GAM_STRBUF_INIT(CGROUP_FILE_MAX);
    int found;

    snprintf(path, sizeof path, "%s/memory.stat", folder);
    found = !gam_sys_read(root, path, &text) && gam_sys_field(gam_strbuf_get(&text), key, value, sizeof value);
    gam_strbuf_release(&text);
    return found ? strtoll(value, NULL, 10) : 0;
}

static void memory_limit(const char *root, const char *folder, const char *const names[3], struct gam_cgroup_limits *out)
{
    char path[2 * CGROUP_PATH_MAX];
    int64_t limit, used, left;

    snprintf(path, sizeof path, "%s/%s", folder, names[0]);
    if (gam_sys_number(root, path, &limit) || limit <= 0 || (uint64_t)limit >= CGROUP_NO_LIMIT)
        return; /* "max" is no number */
    if ((uint64_t)limit < out->memory_bytes)
        out->memory_bytes = (uint64_t)limit;
    snprintf(path, sizeof path, "%s/%s", folder, names[1]);
    if (gam_sys_number(root, path, &used))
        return;
    left = limit - used + droppable_bytes(root, folder, names[2]);
    left = left < 0 ? 0 : left > limit ? limit : left;
    if ((uint64_t)left < out->memory_left)
        out->memory_left = (uint64_t)left;
}

static void memory_v2(const char *root, const char *folder, struct gam_cgroup_limits *out)
{
    memory_limit(root, folder, (const char *const[]){ "memory.max", "memory.current", "inactive_file" }, out);
}

static void memory_v1(const char *root, const char *folder, struct gam_cgroup_limits *out)
{
    memory_limit(root, folder, (const char *const[]){ "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file" },
                 out);
}

struct cgroup_rule {
    const char *controller; /* "" for version 2 */
    void (*read)(const char *root, const char *folder, struct gam_cgroup_limits *out);
};

static const struct cgroup_rule cgroup_rules[] = {
    { "", quota_v2 },
    { "", memory_v2 },
    { "cpu", quota_v1 },
    { "memory", memory_v1 },
};

static void rule_apply(const char *root, const struct cgroup_rule *rule, const char *groups, const char *mounts,
                       struct gam_cgroup_limits *out)
{
    char path[CGROUP_PATH_MAX], point[CGROUP_PATH_MAX], folder[2 * CGROUP_PATH_MAX];
    size_t n;

    if (!cgroup_path(groups, rule->controller, path, sizeof path) || !cgroup_mount(mounts, rule->controller, point, sizeof point))
        return;
    for (;;) {
        for (n = strlen(path); n && path[n - 1] == '/'; n--)
            path[n - 1] = '\0';
        snprintf(folder, sizeof folder, "%s%s", point, path);
        rule->read(root, folder, out);
        if (!*path)
            return;
        *strrchr(path, '/') = '\0';
    }
}

void gam_cgroup_read(const char *root, struct gam_cgroup_limits *out)
{
    struct gam_strbuf groups = GAM_STRBUF_INIT(CGROUP_FILE_MAX), mounts = GAM_STRBUF_INIT(CGROUP_FILE_MAX);

    *out = (struct gam_cgroup_limits){ .quota_cpus = NAN, .memory_bytes = UINT64_MAX, .memory_left = UINT64_MAX };
    if (!gam_sys_read(root, "/proc/self/cgroup", &groups) && !gam_sys_read(root, "/proc/self/mounts", &mounts))
        for (size_t i = 0; i < sizeof cgroup_rules / sizeof cgroup_rules[0]; i++)
            rule_apply(root, &cgroup_rules[i], gam_strbuf_get(&groups), gam_strbuf_get(&mounts), out);
    gam_strbuf_release(&groups);
    gam_strbuf_release(&mounts);
}
