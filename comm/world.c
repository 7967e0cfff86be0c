/* SPDX-License-Identifier: MIT */
#include "comm/world.h"

#include "common/clock.h"
#include "common/err.h"
#include "common/file.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLOCK_EXCHANGES = 64, TAG_CLOCK = 3 };

int gam_mpi_check(int code, const char *what, struct gam_err *err)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int n = 0;

    if (code == MPI_SUCCESS)
        return 0;
    MPI_Error_string(code, text, &n);
    return gam_err_set(err, -GAM_EDEVICE, "%s: MPI says '%.200s'; was a rank or a connection lost?", what, text);
}

/* IPv4 networks of this host, loopback left out. */
static void networks_read(char *out, size_t size)
{
    struct ifaddrs *all = NULL;
    size_t used = 0;

    *out = '\0';
    if (getifaddrs(&all))
        return;
    for (const struct ifaddrs *i = all; i && used < size; i = i->ifa_next) {
        char address[INET_ADDRSTRLEN];
        const struct sockaddr_in *ip = (const void *)i->ifa_addr, *mask = (const void *)i->ifa_netmask;

        if (!ip || !mask || ip->sin_family != AF_INET || (i->ifa_flags & IFF_LOOPBACK) || !(i->ifa_flags & IFF_UP))
            continue;
        inet_ntop(AF_INET, &ip->sin_addr, address, sizeof address);
        used += (size_t)snprintf(out + used, size - used, "%s%s %s/%d", used ? ";" : "", i->ifa_name, address,
                                 __builtin_popcount(mask->sin_addr.s_addr));
    }
    freeifaddrs(all);
}

static void self_describe(struct gam_peer *p)
{
    int n = 0;
    char name[MPI_MAX_PROCESSOR_NAME] = "";

    memset(p, 0, sizeof *p);
    MPI_Get_processor_name(name, &n);
    snprintf(p->host, sizeof p->host, "%.63s", name);
    if (gam_file_line("", "/proc/sys/kernel/random/boot_id", p->boot_id, sizeof p->boot_id))
        snprintf(p->boot_id, sizeof p->boot_id, "%.39s", p->host);
    networks_read(p->networks, sizeof p->networks);
    p->pid = getpid();
}

/* Processors of this machine, whichever the rank is bound to. */
static int oversubscribed_here(const struct gam_world *w)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    int ranks = 0;

    for (int i = 0; i < w->size; i++)
        ranks += !strcmp(w->peer[i].boot_id, w->peer[w->rank].boot_id);
    return cpus > 0 && ranks > cpus;
}

static int peers_exchange(struct gam_world *w, struct gam_err *err)
{
    struct gam_peer self;
    int here, rc;

    w->peer = calloc((size_t)w->size, sizeof *w->peer);
    if (!w->peer)
        return gam_err_nomem(err);
    self_describe(&self);
    rc = gam_mpi_check(MPI_Allgather(&self, sizeof self, MPI_BYTE, w->peer, sizeof self, MPI_BYTE, w->control),
                       "exchange of names", err);
    if (rc)
        return rc;
    here = oversubscribed_here(w);
    return gam_mpi_check(MPI_Allreduce(&here, &w->oversubscribed, 1, MPI_INT, MPI_MAX, w->control), "exchange of names", err);
}

void gam_world_bind(const struct gam_world *w)
{
    int ranks = 0, mine = 0, seen = 0, wanted;
    cpu_set_t allowed, one;

    if (sched_getaffinity(0, sizeof allowed, &allowed) || CPU_COUNT(&allowed) < 2)
        return;
    for (int i = 0; i < w->size; i++)
        if (!strcmp(w->peer[i].boot_id, w->peer[w->rank].boot_id)) {
            mine = i == w->rank ? ranks : mine;
            ranks++;
        }
    wanted = CPU_COUNT(&allowed) >= ranks ? mine * (CPU_COUNT(&allowed) / ranks) : mine % CPU_COUNT(&allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed) && seen++ == wanted) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
        }
}

int gam_world_open(struct gam_world *w, const struct gam_world_config *config, struct gam_err *err)
{
    int level, rc;

    *w = (struct gam_world){ .timeout_ns = config->timeout_ns, .btl = config->btl, .networks = config->networks };
    rc = gam_mpi_check(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level), "start", err);
    if (rc)
        return rc;
    w->ready = 1;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    rc = gam_mpi_check(MPI_Comm_dup(MPI_COMM_WORLD, &w->comm), "start", err);
    if (!rc)
        rc = gam_mpi_check(MPI_Comm_dup(MPI_COMM_WORLD, &w->control), "start", err);
    if (rc)
        return rc;
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(w->control, MPI_ERRORS_RETURN);
    MPI_Comm_rank(w->comm, &w->rank);
    MPI_Comm_size(w->comm, &w->size);
    if (w->size < 2)
        return gam_err_set(err, -GAM_EINVAL, "one rank has nobody to talk to; start at least two: gambrel comm -n 2");
    return peers_exchange(w, err);
}

void gam_world_leave(struct gam_world *w)
{
    if (w->ready)
        MPI_Finalize();
    w->ready = 0;
}

void gam_world_close(struct gam_world *w)
{
    gam_world_leave(w);
    free(w->peer);
    w->peer = NULL;
}

/* Rank 0 asks, the other answers with its clock, which rank 0 takes for that of the middle of the way. */
static int clock_ask(struct gam_world *w, int rank, struct gam_err *err)
{
    uint64_t best = UINT64_MAX;

    for (int i = 0; i < CLOCK_EXCHANGES; i++) {
        uint64_t before = gam_clock_monotonic_now(), there, after;
        int rc = gam_mpi_check(MPI_Send(&before, 1, MPI_UINT64_T, rank, TAG_CLOCK, w->control), "clocks", err);

        if (!rc)
            rc = gam_mpi_check(MPI_Recv(&there, 1, MPI_UINT64_T, rank, TAG_CLOCK, w->control, MPI_STATUS_IGNORE), "clocks", err);
        if (rc)
            return rc;
        after = gam_clock_monotonic_now();
        if (after - before >= best)
            continue;
        best = after - before;
        w->peer[rank].offset_ns = (int64_t)(there - (before + best / 2));
        w->peer[rank].error_ns = (int64_t)(best / 2 + 1);
    }
    return 0;
}

static int clock_answer(struct gam_world *w, struct gam_err *err)
{
    int rc = 0;

    for (int i = 0; i < CLOCK_EXCHANGES && !rc; i++) {
        uint64_t asked, now;

        rc = gam_mpi_check(MPI_Recv(&asked, 1, MPI_UINT64_T, 0, TAG_CLOCK, w->control, MPI_STATUS_IGNORE), "clocks", err);
        now = gam_clock_monotonic_now();
        if (!rc)
            rc = gam_mpi_check(MPI_Send(&now, 1, MPI_UINT64_T, 0, TAG_CLOCK, w->control), "clocks", err);
    }
    return rc;
}

int gam_world_clocks(struct gam_world *w, struct gam_err *err)
{
    int rc = 0;

    for (int k = 1; k < w->size && !rc; k++) {
        rc = gam_world_meet(w, err);
        if (!rc && w->rank == 0)
            rc = clock_ask(w, k, err);
        else if (!rc && w->rank == k)
            rc = clock_answer(w, err);
    }
    return rc;
}
