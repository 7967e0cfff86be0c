/* SPDX-License-Identifier: MIT */
/* Meetings that cannot wait for ever: everybody reports to rank 0, which lets them go or says who is missing. */
#include "comm/world.h"

#include "common/clock.h"
#include "common/err.h"
#include "common/strbuf.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_HERE = 1, TAG_GO = 2, TAG_LENGTH = 4, TAG_TEXT = 5 };

/* Until the request is done or the time is up: 0, -GAM_EBUSY, -GAM_EDEVICE. */
static int request_wait(const struct gam_world *w, MPI_Request *request, uint64_t deadline, struct gam_err *err)
{
    int done = 0;

    for (;;) {
        int rc = gam_mpi_check(MPI_Test(request, &done, MPI_STATUS_IGNORE), "meeting", err);

        if (rc || done)
            return rc;
        if (gam_clock_monotonic_now() > deadline)
            return -GAM_EBUSY;
        if (w->oversubscribed)
            sched_yield();
    }
}

/* "rank 1 on a (process 12), rank 3 on b (process 9)" */
static void missing_add(const struct gam_world *w, int rank, char *out, size_t size)
{
    size_t used = strlen(out);

    snprintf(out + used, size - used, "%srank %d on %s (process %lld)", used ? ", " : "", rank, w->peer[rank].host,
             (long long)w->peer[rank].pid);
}

static int missing_fail(const struct gam_world *w, const char *who, struct gam_err *err)
{
    return gam_err_set(err, -GAM_EBUSY, "no answer within %.0f s from %s: it hangs or died; --timeout sets how long to wait",
                       (double)w->timeout_ns / 1e9, who);
}

static int all_awaited(struct gam_world *w, MPI_Request *request, struct gam_err *err)
{
    uint64_t deadline = gam_clock_monotonic_now() + w->timeout_ns;
    char who[600] = "";

    for (int k = 1; k < w->size; k++) {
        int rc = request_wait(w, &request[k], deadline, err);

        if (rc)
            missing_add(w, k, who, sizeof who);
    }
    return *who ? missing_fail(w, who, err) : 0;
}

static int leader_meets(struct gam_world *w, struct gam_err *err)
{
    MPI_Request *request = malloc((size_t)w->size * sizeof *request);
    int *word = calloc((size_t)w->size, sizeof *word), go = 1, rc = request && word ? 0 : gam_err_nomem(err);

    for (int k = 1; k < w->size && !rc; k++)
        rc = gam_mpi_check(MPI_Irecv(&word[k], 1, MPI_INT, k, TAG_HERE, w->control, &request[k]), "meeting", err);
    if (!rc)
        rc = all_awaited(w, request, err);
    for (int k = 1; k < w->size && !rc; k++)
        rc = gam_mpi_check(MPI_Send(&go, 1, MPI_INT, k, TAG_GO, w->control), "meeting", err);
    free(request);
    if (rc != -GAM_EBUSY) /* else a late answer may still be written there; the program ends now */
        free(word);
    return rc;
}

static int follower_meets(struct gam_world *w, struct gam_err *err)
{
    /* Rank 0 may itself wait for the others first. */
    uint64_t deadline = gam_clock_monotonic_now() + 2 * w->timeout_ns;
    MPI_Request request;
    int here = 1, go = 0, rc = gam_mpi_check(MPI_Send(&here, 1, MPI_INT, 0, TAG_HERE, w->control), "meeting", err);

    if (!rc)
        rc = gam_mpi_check(MPI_Irecv(&go, 1, MPI_INT, 0, TAG_GO, w->control, &request), "meeting", err);
    if (!rc)
        rc = request_wait(w, &request, deadline, err);
    if (rc == -GAM_EBUSY) {
        char who[200] = "";

        MPI_Cancel(&request);
        missing_add(w, 0, who, sizeof who);
        return missing_fail(w, who, err);
    }
    return rc;
}

int gam_world_meet(struct gam_world *w, struct gam_err *err)
{
    return w->rank == 0 ? leader_meets(w, err) : follower_meets(w, err);
}

int gam_world_agree(struct gam_world *w, int rc, struct gam_err *err)
{
    struct {
        int code, rank;
    } mine = { rc, w->rank }, worst;
    char text[sizeof err->text] = "";
    int code = gam_mpi_check(MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MINLOC, w->control), "agreement", err);

    if (code || worst.code == 0)
        return code;
    if (worst.rank == w->rank && err)
        snprintf(text, sizeof text, "%s", err->text);
    code = gam_mpi_check(MPI_Bcast(text, sizeof text, MPI_CHAR, worst.rank, w->control), "agreement", err);
    return code ? code : gam_err_set(err, worst.code, "rank %d on %s: %s", worst.rank, w->peer[worst.rank].host, text);
}

static int text_receive(struct gam_world *w, int rank, char **out, int *n, struct gam_err *err)
{
    uint64_t deadline = gam_clock_monotonic_now() + w->timeout_ns;
    MPI_Request request;
    int rc = gam_mpi_check(MPI_Irecv(n, 1, MPI_INT, rank, TAG_LENGTH, w->control, &request), "records", err);

    *out = NULL;
    if (!rc)
        rc = request_wait(w, &request, deadline, err);
    if (!rc && !(*out = malloc((size_t)*n + 1)))
        return gam_err_nomem(err);
    if (!rc)
        rc = gam_mpi_check(MPI_Irecv(*out, *n, MPI_CHAR, rank, TAG_TEXT, w->control, &request), "records", err);
    if (!rc)
        rc = request_wait(w, &request, deadline, err);
    if (rc == -GAM_EBUSY) {
        char who[200] = "";

        missing_add(w, rank, who, sizeof who);
        return missing_fail(w, who, err);
    }
    return rc;
}

int gam_world_collect(struct gam_world *w, const struct gam_strbuf *text,
                      int (*take)(void *ctx, int rank, const char *text, size_t n, struct gam_err *err), void *ctx,
                      struct gam_err *err)
{
    int n = (int)text->length, rc = 0;

    if (text->length > INT_MAX)
        return gam_err_set(err, -GAM_EINVAL, "the records of a round are longer than 2 GiB");
    if (w->rank) {
        rc = gam_mpi_check(MPI_Send(&n, 1, MPI_INT, 0, TAG_LENGTH, w->control), "records", err);
        return rc ? rc : gam_mpi_check(MPI_Send(text->text, n, MPI_CHAR, 0, TAG_TEXT, w->control), "records", err);
    }
    for (int k = 1; k < w->size && !rc; k++) {
        char *part;

        rc = text_receive(w, k, &part, &n, err);
        if (!rc)
            rc = take(ctx, k, part, (size_t)n, err);
        if (rc != -GAM_EBUSY)
            free(part);
    }
    return rc;
}
