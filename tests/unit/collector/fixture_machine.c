/* SPDX-License-Identifier: MIT */
#include "fixture_machine.h"

#include <ftw.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MACHINE_CPUS = 256 };

struct place {
    char root[64];
};

static void folders_make(char *path)
{
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = '\0';
        mkdir(path, 0755);
        *p = '/';
    }
}

static void put(const struct place *at, const char *path, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void put(const struct place *at, const char *path, const char *format, ...)
{
    char full[512];
    va_list args;
    FILE *f;

    snprintf(full, sizeof full, "%s%s", at->root, path);
    folders_make(full);
    f = fopen(full, "w");
    if (!f)
        abort();
    va_start(args, format);
    vfprintf(f, format, args);
    va_end(args);
    fclose(f);
}

/* A cpumap of cpus from..to-1: groups of 32 bits, highest first. */
static const char *mask(int from, int to, char *out, size_t size)
{
    size_t length = 0;

    for (int group = MACHINE_CPUS / 32 - 1; group >= 0; group--) {
        unsigned bits = 0;

        for (int i = 0; i < 32; i++)
            if (group * 32 + i >= from && group * 32 + i < to)
                bits |= 1u << i;
        length += (size_t)snprintf(out + length, size - length, "%08x%s", bits, group ? "," : "\n");
    }
    return out;
}

static int in_list(const char *list, int n)
{
    for (const char *p = list; p && *p; p += strcspn(p, ","), p += *p == ',') {
        char *end;
        long a = strtol(p, &end, 10), b = *end == '-' ? strtol(end + 1, NULL, 10) : a;

        if (n >= a && n <= b)
            return 1;
    }
    return 0;
}

static void cache_put(const struct place *at, int cpu, int index, int level, int kib, int from, int to)
{
    char path[160], map[128];
    const char *values[][2] = { { "type", level == 1 ? "Data" : "Unified" },
                                { "coherency_line_size", "64" },
                                { "physical_line_partition", "1" },
                                { "ways_of_associativity", "8" },
                                { "number_of_sets", "64" } };

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/%s", cpu, index, values[i][0]);
        put(at, path, "%s\n", values[i][1]);
    }
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/level", cpu, index);
    put(at, path, "%d\n", level);
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/size", cpu, index);
    put(at, path, "%dK\n", kib);
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/shared_cpu_map", cpu, index);
    put(at, path, "%s", mask(from, to, map, sizeof map));
}

static void topology_put(const struct place *at, int cpu, const char *name, const char *text)
{
    char path[160];

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, name);
    put(at, path, "%s", text);
}

static void cpu_put(const struct place *at, const struct machine_cores *c, int first, int core, int thread, int core_number)
{
    int cpu = first + core * c->threads + thread, group = c->l2_cores ? c->l2_cores : 1, index = 0;
    int core_from = first + core * c->threads, l2_from = first + core / group * group * c->threads;
    char text[128], path[160];

    topology_put(at, cpu, "thread_siblings", mask(core_from, core_from + c->threads, text, sizeof text));
    topology_put(at, cpu, "core_cpus", text);
    snprintf(text, sizeof text, "%d\n", c->package);
    topology_put(at, cpu, "physical_package_id", text);
    snprintf(text, sizeof text, "%d\n", core_number);
    topology_put(at, cpu, "core_id", text);
    if (c->capacity) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpu_capacity", cpu);
        put(at, path, "%d\n", c->capacity);
    }
    if (c->l1_kib)
        cache_put(at, cpu, index++, 1, c->l1_kib, core_from, core_from + c->threads);
    if (c->l2_kib)
        cache_put(at, cpu, index++, 2, c->l2_kib, l2_from, l2_from + group * c->threads);
    if (c->l3_kib)
        cache_put(at, cpu, index, 3, c->l3_kib, first, first + c->n * c->threads);
}

/* Groups of cores of one package are one package. */
static void package_put(const struct place *at, const struct machine *m, const struct machine_cores *c, int cpu)
{
    int first = 0, from = -1, to = 0;
    char text[128];

    for (const struct machine_cores *o = m->cores; o->n; o++) {
        if (o->package == c->package) {
            from = from < 0 ? first : from;
            to = first + o->n * o->threads;
        }
        first += o->n * o->threads;
    }
    topology_put(at, cpu, "core_siblings", mask(from, to, text, sizeof text));
    topology_put(at, cpu, "package_cpus", text);
}

static int cpus_put(const struct place *at, const struct machine *m, char *online, size_t size)
{
    int first = 0, core_number = 0;
    size_t length = 0;

    for (const struct machine_cores *c = m->cores; c->n; c++) {
        for (int core = 0; core < c->n; core++, core_number++)
            for (int thread = 0; thread < c->threads; thread++) {
                int cpu = first + core * c->threads + thread;

                if (in_list(m->offline, cpu))
                    continue;
                cpu_put(at, c, first, core, thread, core_number);
                package_put(at, m, c, cpu);
                length += (size_t)snprintf(online + length, size - length, "%s%d", length ? "," : "", cpu);
            }
        first += c->n * c->threads;
    }
    return first;
}

static void nodes_put(const struct place *at, const struct machine *m)
{
    int first = 0, last = 0;

    for (const struct machine_cores *c = m->cores; c->n; c++) {
        char path[96], map[128];
        int to = first + c->n * c->threads;

        for (const struct machine_cores *o = c + 1; o->n && o->node == c->node; o++, c++)
            to += o->n * o->threads;
        snprintf(path, sizeof path, "/sys/devices/system/node/node%d/cpumap", c->node);
        put(at, path, "%s", mask(first, to, map, sizeof map));
        snprintf(path, sizeof path, "/sys/devices/system/node/node%d/meminfo", c->node);
        put(at, path, "Node %d MemTotal: %d kB\n", c->node, m->node_mib * 1024);
        last = c->node;
        first = to;
    }
    put(at, "/sys/devices/system/node/online", last ? "0-%d\n" : "%d\n", last);
    put(at, "/sys/devices/system/node/possible", last ? "0-%d\n" : "%d\n", last);
    put(at, "/proc/meminfo", "MemTotal: %d kB\nMemAvailable: %d kB\n", (last + 1) * m->node_mib * 1024,
        (last + 1) * m->node_mib * 512);
}

static void groups_put(const struct place *at, const struct machine *m)
{
    if (m->cgroup1) {
        long long quota, period, memory;

        if (sscanf(m->cgroup1, "%lld %lld %lld", &quota, &period, &memory) != 3)
            abort();
        put(at, "/proc/self/cgroup", "5:memory:/job\n4:cpuset:/\n3:cpu,cpuacct:/job\n0::/\n");
        put(at, "/proc/self/mounts",
            "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0\ncgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n");
        put(at, "/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "%lld\n", quota);
        put(at, "/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "%lld\n", period);
        put(at, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        put(at, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        put(at, "/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "%lld\n", memory);
        put(at, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        return;
    }
    put(at, "/proc/self/cgroup", "0::/slice/job\n");
    put(at, "/proc/self/mounts", "proc /proc proc rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n");
    put(at, "/proc/mounts", "proc /proc proc rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n");
    put(at, "/sys/fs/cgroup/cgroup.controllers", "cpuset cpu memory\n");
    put(at, "/sys/fs/cgroup/slice/job/cpu.max", "%s\n", m->cpu_max ? m->cpu_max : "max 100000");
    put(at, "/sys/fs/cgroup/slice/cpu.max", "%s\n", m->parent_cpu_max ? m->parent_cpu_max : "max 100000");
    put(at, "/sys/fs/cgroup/slice/job/memory.max", "%s\n", m->memory_max ? m->memory_max : "max");
    if (m->memory_current)
        put(at, "/sys/fs/cgroup/slice/job/memory.current", "%s\n", m->memory_current);
    if (m->cpuset)
        put(at, "/sys/fs/cgroup/slice/job/cpuset.cpus.effective", "%s\n", m->cpuset);
}

static const char machine_cpuinfo[] =
    "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Made-up CPU 9000\n"
    "stepping\t: 8\nflags\t\t: fpu sse2 avx2\n";

const char *machine_make(const struct machine *m)
{
    struct place *at = calloc(1, sizeof *at);
    char online[1024] = "";
    int n;

    if (!at)
        abort();
    snprintf(at->root, sizeof at->root, "/tmp/gambrel-machine-XXXXXX");
    if (!mkdtemp(at->root))
        abort();
    n = cpus_put(at, m, online, sizeof online);
    put(at, "/sys/devices/system/cpu/online", "%s\n", online);
    put(at, "/sys/devices/system/cpu/possible", "0-%d\n", n - 1);
    put(at, "/sys/devices/system/cpu/present", "0-%d\n", n - 1);
    nodes_put(at, m);
    groups_put(at, m);
    put(at, "/proc/cpuinfo", "%s", m->cpuinfo ? m->cpuinfo : machine_cpuinfo);
    put(at, "/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
    if (m->affinity)
        put(at, "/proc/self/status", "Name:\tgambrel\nCpus_allowed:\tff\nCpus_allowed_list:\t%s\n", m->affinity);
    for (size_t i = 0; i < sizeof m->facts / sizeof m->facts[0] && m->facts[i][0]; i++)
        put(at, m->facts[i][0], "%s", m->facts[i][1]);
    setenv("HWLOC_FSROOT", at->root, 1);
    return at->root;
}

/* Lines after "== PATH" are that file's content. */
const char *machine_unpack(const char *file)
{
    struct place *at = calloc(1, sizeof *at);
    FILE *in = fopen(file, "r"), *out = NULL;
    char line[4096], full[512];

    if (!at || !in)
        abort();
    snprintf(at->root, sizeof at->root, "/tmp/gambrel-machine-XXXXXX");
    if (!mkdtemp(at->root))
        abort();
    while (fgets(line, sizeof line, in)) {
        if (!strncmp(line, "== ", 3)) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(full, sizeof full, "%s%s", at->root, line + 3);
            folders_make(full);
            if (out)
                fclose(out);
            out = fopen(full, "w");
            if (!out)
                abort();
        } else if (out) {
            fputs(line, out);
        }
    }
    if (out)
        fclose(out);
    fclose(in);
    setenv("HWLOC_FSROOT", at->root, 1);
    return at->root;
}

static int entry_remove(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st;
    (void)type;
    (void)at;
    return remove(path);
}

void machine_remove(const char *root)
{
    unsetenv("HWLOC_FSROOT");
    nftw(root, entry_remove, 16, FTW_DEPTH | FTW_PHYS);
    free((void *)(uintptr_t)root);
}
