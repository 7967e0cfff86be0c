/* SPDX-License-Identifier: MIT */
/* A fake NCCL between processes of one machine: a shared file where every rank lays what it sends, and meetings around it. Device
 * memory is the host's. */
#include "script.h"

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define API __attribute__((visibility("default")))
enum { RANKS = 8, ROOM = 1 << 22, U8 = 1, F32 = 7, CALLS = 32 };

struct id {
    char text[128];
};

struct shared {
    atomic_int here, turn, pair[RANKS][RANKS]; /* pair: 1 while a message lies there */
    char room[RANKS][ROOM];
    char message[RANKS][RANKS][ROOM / 4];
};

struct comm {
    struct shared *shared;
    int ranks, rank;
};

struct call {
    void *to;
    const void *from;
    size_t bytes;
    int peer;
    struct comm *comm;
};

static struct {
    int depth, n;
    struct call call[CALLS];
} group;

static size_t bytes_of(size_t n, int type)
{
    return type == F32 ? 4 * n : n;
}

static void meet(struct comm *c)
{
    int turn = c->shared->turn;

    if (atomic_fetch_add(&c->shared->here, 1) + 1 == c->ranks) {
        c->shared->here = 0;
        atomic_fetch_add(&c->shared->turn, 1);
    }
    while (c->shared->turn == turn)
        sched_yield();
}

API int ncclGetVersion(int *version)
{
    *version = 22105;
    return 0;
}

API const char *ncclGetErrorString(int status)
{
    return status == 4 ? "invalid argument" : "fake error";
}

API int ncclGetUniqueId(struct id *out)
{
    snprintf(out->text, sizeof out->text, "/fake-nccl-%d", (int)getpid());
    shm_unlink(out->text);
    return fake_script()->library_error;
}

API int ncclCommInitRank(void **comm, int ranks, struct id id, int rank)
{
    struct comm *c = calloc(1, sizeof *c);
    int file = shm_open(id.text, O_RDWR | O_CREAT, 0600);

    if (!c || file < 0 || ranks > RANKS || ftruncate(file, sizeof(struct shared)))
        return 2;
    *c = (struct comm){ mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), ranks, rank };
    close(file);
    if (c->shared == MAP_FAILED)
        return 2;
    meet(c);
    if (rank == 0)
        shm_unlink(id.text);
    *comm = c;
    return 0;
}

API int ncclCommDestroy(void *comm)
{
    munmap(((struct comm *)comm)->shared, sizeof(struct shared));
    free(comm);
    return 0;
}

/* One of each collective on `n` elements, by pieces that fit the room. */
static int lay(struct comm *c, const void *in, size_t bytes)
{
    if (bytes > ROOM)
        return 4;
    memcpy(c->shared->room[c->rank], in, bytes);
    meet(c);
    return 0;
}

static float sum_of(const struct comm *c, size_t i)
{
    float sum = 0;

    for (int k = 0; k < c->ranks; k++)
        sum += ((const float *)(const void *)c->shared->room[k])[i];
    return sum;
}

API int ncclAllReduce(const void *in, void *out, size_t n, int type, int op, void *comm, void *stream)
{
    struct comm *c = comm;

    if (type != F32 || op != 0 || !stream || lay(c, in, 4 * n))
        return 4;
    for (size_t i = 0; i < n; i++)
        ((float *)out)[i] = sum_of(c, i);
    meet(c);
    return 0;
}

API int ncclReduceScatter(const void *in, void *out, size_t n, int type, int op, void *comm, void *stream)
{
    struct comm *c = comm;

    if (type != F32 || op != 0 || !stream || lay(c, in, 4 * n * (size_t)c->ranks))
        return 4;
    for (size_t i = 0; i < n; i++)
        ((float *)out)[i] = sum_of(c, (size_t)c->rank * n + i);
    meet(c);
    return 0;
}

API int ncclAllGather(const void *in, void *out, size_t n, int type, void *comm, void *stream)
{
    struct comm *c = comm;

    if (!stream || lay(c, in, bytes_of(n, type)))
        return 4;
    for (int k = 0; k < c->ranks; k++)
        memcpy((char *)out + (size_t)k * bytes_of(n, type), c->shared->room[k], bytes_of(n, type));
    meet(c);
    return 0;
}

API int ncclBroadcast(const void *in, void *out, size_t n, int type, int root, void *comm, void *stream)
{
    struct comm *c = comm;

    if (!stream || lay(c, in, bytes_of(n, type)))
        return 4;
    memcpy(out, c->shared->room[root], bytes_of(n, type));
    meet(c);
    return 0;
}

static void send_now(const struct call *call)
{
    struct comm *c = call->comm;

    while (c->shared->pair[c->rank][call->peer])
        sched_yield();
    memcpy(c->shared->message[c->rank][call->peer], call->from, call->bytes);
    c->shared->pair[c->rank][call->peer] = 1;
}

static void receive_now(const struct call *call)
{
    struct comm *c = call->comm;

    while (!c->shared->pair[call->peer][c->rank])
        sched_yield();
    memcpy(call->to, c->shared->message[call->peer][c->rank], call->bytes);
    c->shared->pair[call->peer][c->rank] = 0;
}

static int call_add(struct call call)
{
    if (call.bytes > ROOM / 4 || group.n == CALLS)
        return 4;
    if (group.depth)
        group.call[group.n++] = call;
    else if (call.from)
        send_now(&call);
    else
        receive_now(&call);
    return 0;
}

API int ncclSend(const void *from, size_t n, int type, int to, void *comm, void *stream)
{
    return stream ? call_add((struct call){ NULL, from, bytes_of(n, type), to, comm }) : 4;
}

API int ncclRecv(void *to, size_t n, int type, int from, void *comm, void *stream)
{
    return stream ? call_add((struct call){ to, NULL, bytes_of(n, type), from, comm }) : 4;
}

API int ncclGroupStart(void)
{
    group.depth++;
    return 0;
}

/* All that is sent first, so that nobody waits for a message that its sender has not laid down. */
API int ncclGroupEnd(void)
{
    if (--group.depth)
        return 0;
    for (int i = 0; i < group.n; i++)
        if (group.call[i].from)
            send_now(&group.call[i]);
    for (int i = 0; i < group.n; i++)
        if (!group.call[i].from)
            receive_now(&group.call[i]);
    group.n = 0;
    return 0;
}
