/* SPDX-License-Identifier: MIT */
#include "collector/topology.h"
#include "collector/topology_priv.h"
#include "common/err.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOPOLOGY_FILE_MAX = 1 << 20 };

static hwloc_obj_type_t core_type(hwloc_topology_t hw)
{
    return hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
}

/* Narrows `set` to the mask that this process was started with; both real and captured machines have it in /proc/self/status. */
static void affinity_apply(const char *root, hwloc_bitmap_t set)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(TOPOLOGY_FILE_MAX);
    hwloc_bitmap_t mask = hwloc_bitmap_alloc();
    char list[1024];

    if (mask && !gam_sys_read(root, "/proc/self/status", &text) &&
        gam_sys_field(gam_strbuf_get(&text), "Cpus_allowed_list", list, sizeof list) && !hwloc_bitmap_list_sscanf(mask, list) &&
        hwloc_bitmap_intersects(mask, set))
        hwloc_bitmap_and(set, set, mask);
    hwloc_bitmap_free(mask);
    gam_strbuf_release(&text);
}

struct core {
    hwloc_obj_t obj;
    int kind; /* index of hwloc's kinds, which ascend in performance; -1 unknown */
    unsigned order;
};

static int core_compare(const void *a, const void *b)
{
    const struct core *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind > y->kind ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* The cores with a usable logical cpu, fastest kind first. Caller frees. */
static struct core *cores_list(hwloc_topology_t hw, hwloc_const_bitmap_t usable, size_t *n)
{
    hwloc_obj_type_t type = core_type(hw);
    int all = hwloc_get_nbobjs_by_type(hw, type);
    struct core *list = calloc(all > 0 ? (size_t)all : 1, sizeof *list);

    *n = 0;
    if (!list)
        return NULL;
    for (int i = 0; i < all; i++) {
        hwloc_obj_t obj = hwloc_get_obj_by_type(hw, type, (unsigned)i);

        if (hwloc_bitmap_intersects(obj->cpuset, usable)) {
            list[*n] =
                (struct core){ .obj = obj, .kind = hwloc_cpukinds_get_by_cpuset(hw, obj->cpuset, 0), .order = (unsigned)i };
            (*n)++;
        }
    }
    qsort(list, *n, sizeof *list, core_compare);
    return list;
}

/* Worker i's logical cpu: the first of each core, then the siblings. */
static void workers_order(const struct core *core, size_t n, hwloc_const_bitmap_t usable, struct gam_topology *out)
{
    unsigned filled = 0;

    for (unsigned sibling = 0; sibling < out->logical_cpus; sibling++)
        for (size_t i = 0; i < n; i++) {
            unsigned at = 0;
            int cpu;

            for (cpu = hwloc_bitmap_first(core[i].obj->cpuset); cpu >= 0; cpu = hwloc_bitmap_next(core[i].obj->cpuset, cpu))
                if (hwloc_bitmap_isset(usable, (unsigned)cpu) && at++ == sibling)
                    break;
            if (cpu >= 0)
                out->worker_cpu[filled++] = cpu;
        }
    out->logical_cpus = filled;
}

/* 0: unknown */
static uint64_t meminfo_bytes(const char *root, const char *field)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(TOPOLOGY_FILE_MAX);
    uint64_t bytes = 0;
    char value[32];

    if (!gam_sys_read(root, "/proc/meminfo", &text) && gam_sys_field(gam_strbuf_get(&text), field, value, sizeof value))
        bytes = strtoull(value, NULL, 10) * 1024;
    gam_strbuf_release(&text);
    return bytes;
}

static void machine_count(hwloc_topology_t hw, struct gam_topology *out)
{
    int packages = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_PACKAGE), nodes = hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_NUMANODE);
    int cores = hwloc_get_nbobjs_by_type(hw, core_type(hw)), kinds = hwloc_cpukinds_get_nr(hw, 0);

    out->sockets = packages > 0 ? (unsigned)packages : 1;
    out->numa_nodes = nodes > 0 ? (unsigned)nodes : 1;
    out->cores_total = cores > 0 ? (unsigned)cores : 1;
    out->core_kinds = kinds > 0 ? (unsigned)kinds : 1;
    out->threads_per_core = 1;
    for (int i = 0; i < cores; i++) {
        int n = hwloc_bitmap_weight(hwloc_get_obj_by_type(hw, core_type(hw), (unsigned)i)->cpuset);

        if (n > 0 && (unsigned)n > out->threads_per_core)
            out->threads_per_core = (unsigned)n;
    }
    /* The nodes' own sums lag behind where a hypervisor adds memory while the machine runs. */
    out->memory_bytes = meminfo_bytes(out->root, "MemTotal");
    if (!out->memory_bytes)
        out->memory_bytes = hwloc_get_root_obj(hw)->total_memory;
}

static void limits_apply(struct gam_topology *out)
{
    struct gam_cgroup_limits limits;

    gam_cgroup_read(out->root, &limits);
    out->quota_cpus = limits.quota_cpus;
    if (!isnan(limits.quota_cpus) && limits.quota_cpus < out->cores)
        out->cores = limits.quota_cpus < 1 ? 1 : (unsigned)limits.quota_cpus;
    if (limits.memory_bytes != UINT64_MAX && (!out->memory_bytes || limits.memory_bytes < out->memory_bytes))
        out->memory_bytes = limits.memory_bytes;
}

static int usable_read(hwloc_topology_t hw, hwloc_bitmap_t usable, struct gam_topology *out, struct gam_err *err)
{
    hwloc_bitmap_t workers = hwloc_bitmap_alloc();
    struct core *core = NULL;
    size_t n = 0;
    int rc = 0, cpus;

    affinity_apply(out->root, usable);
    cpus = hwloc_bitmap_weight(usable);
    core = cores_list(hw, usable, &n);
    if (!workers || !core) {
        rc = gam_err_nomem(err);
        goto out;
    }
    if (cpus < 1 || !n) {
        rc = gam_err_set(err, -GAM_EUNSUPPORTED,
                         "the topology names no usable cpu; check /sys/devices/system/cpu and the cpuset of this process");
        goto out;
    }
    out->logical_cpus = (unsigned)cpus;
    out->worker_cpu = calloc(out->logical_cpus, sizeof *out->worker_cpu);
    if (!out->worker_cpu) {
        rc = gam_err_nomem(err);
        goto out;
    }
    out->cores = out->cores_allowed = (unsigned)n;
    limits_apply(out);
    workers_order(core, n, usable, out);
    for (unsigned i = 0; i < out->cores; i++)
        hwloc_bitmap_set(workers, (unsigned)out->worker_cpu[i]);
    gam_topology_read_caches(hw, usable, workers, out);
out:
    free(core);
    hwloc_bitmap_free(workers);
    return rc;
}

int gam_topology_read(const char *root, struct gam_topology *out, struct gam_err *err)
{
    hwloc_topology_t hw = NULL;
    hwloc_bitmap_t usable = NULL;
    int rc;

    *out = (struct gam_topology){ .quota_cpus = NAN };
    if (root && strlen(root) >= sizeof out->root)
        return gam_err_set(err, -GAM_EINVAL, "the path of the captured machine is longer than %zu bytes", sizeof out->root - 1);
    snprintf(out->root, sizeof out->root, "%s", root ? root : "");
    if (hwloc_topology_init(&hw))
        return gam_err_nomem(err);
    out->hwloc = hw;
    if (*out->root) /* its cpuid part would ask this machine's processor about the captured one */
        hwloc_topology_set_components(hw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
    if (hwloc_topology_set_flags(hw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) || hwloc_topology_load(hw)) {
        rc = gam_err_set(err, -GAM_EUNSUPPORTED, "hwloc cannot read the topology; is /sys mounted?");
        goto fail;
    }
    usable = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(hw));
    if (!usable) {
        rc = gam_err_nomem(err);
        goto fail;
    }
    machine_count(hw, out);
    rc = usable_read(hw, usable, out, err);
    hwloc_bitmap_free(usable);
    if (!rc)
        return 0;
fail:
    gam_topology_release(out);
    return rc;
}

void gam_topology_release(struct gam_topology *t)
{
    free(t->worker_cpu);
    if (t->hwloc)
        hwloc_topology_destroy(t->hwloc);
    t->worker_cpu = NULL;
    t->hwloc = NULL;
}

uint64_t gam_topology_memory_available(const struct gam_topology *t)
{
    struct gam_cgroup_limits limits;
    uint64_t bytes = meminfo_bytes(t->root, "MemAvailable");

    gam_cgroup_read(t->root, &limits);
    if (limits.memory_left != UINT64_MAX && (!bytes || limits.memory_left < bytes))
        bytes = limits.memory_left;
    return bytes;
}

void gam_topology_cpu_list(const struct gam_topology *t, int n, char *out, size_t size)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();

    snprintf(out, size, "%s", "");
    if (!set)
        return;
    for (int i = 0; i < n && (unsigned)i < t->logical_cpus; i++)
        hwloc_bitmap_set(set, (unsigned)t->worker_cpu[i]);
    hwloc_bitmap_list_snprintf(out, size, set);
    hwloc_bitmap_free(set);
}

int gam_topology_workers(const struct gam_topology *t, int asked, int smt, struct gam_err *err)
{
    unsigned most = smt ? t->logical_cpus : t->cores_allowed;

    if (asked == 0) {
        unsigned n = smt ? t->logical_cpus : t->cores;

        if (smt && !isnan(t->quota_cpus) && t->quota_cpus < n)
            n = t->cores;
        return (int)n;
    }
    if (asked < 0 || (unsigned)asked > most)
        return gam_err_set(err, -GAM_EINVAL, "%d threads: this process may use 1 to %u%s", asked, most,
                           smt                                  ? " logical cpus"
                           : t->logical_cpus > t->cores_allowed ? " cores; --smt allows their second threads too"
                                                                : " cores");
    return asked;
}
