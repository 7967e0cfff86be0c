/* SPDX-License-Identifier: MIT */
#include "store/merge_ranks.h"

#include "common/err.h"

#include <string.h>

#define HOST_FACT "mpi.host"

static const char *host_name(const struct gam_runset *set, int64_t host)
{
    for (size_t i = 0; i < gam_runset_host_fact_n(set); i++)
        if (gam_runset_host_fact(set)[i].host == host && !strcmp(gam_runset_host_fact(set)[i].key, HOST_FACT))
            return gam_runset_host_fact(set)[i].value;
    return NULL;
}

static int whole_copy(struct gam_runset *all, const struct gam_runset *part, struct gam_err *err)
{
    int rc = 0;

    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        for (size_t k = 0; k < part->of[i].n && !rc; k++)
            rc = gam_runset_add(all, (enum gam_record)i,
                                (const char *)part->of[i].row + k * gam_record_desc((enum gam_record)i)->size, err);
    return rc;
}

/* The same operators in the same order: ordinals of measurements may be taken over. */
static int same_work(const struct gam_runset *a, const struct gam_runset *b, struct gam_err *err)
{
    int same = gam_runset_measurement_n(a) == gam_runset_measurement_n(b) &&
               gam_runset_operator_n(a) == gam_runset_operator_n(b) && !strcmp(gam_runset_run(a)->uuid, gam_runset_run(b)->uuid);

    for (size_t i = 0; same && i < gam_runset_operator_n(a); i++)
        same = !strcmp(gam_runset_operator(a)[i].spec, gam_runset_operator(b)[i].spec);
    return same ? 0
                : gam_err_set(err, -GAM_EPARSE,
                              "the records of a rank are not of the same run: do all ranks start the same program?");
}

/* The ordinal in `all` of a host of `part`, added with its facts when it is new. */
static int host_take(struct gam_runset *all, const struct gam_runset *part, int64_t host, int64_t *ordinal, struct gam_err *err)
{
    const char *name = host_name(part, host);
    struct gam_host record = gam_runset_host(part)[host];
    int rc;

    for (size_t i = 0; name && i < gam_runset_host_n(all); i++) {
        const char *other = host_name(all, (int64_t)i);

        if (other && !strcmp(name, other)) {
            *ordinal = (int64_t)i;
            return 0;
        }
    }
    record.ordinal = *ordinal = (int64_t)gam_runset_host_n(all);
    rc = gam_runset_add(all, GAM_RECORD_HOST, &record, err);
    for (size_t i = 0; i < gam_runset_host_fact_n(part) && !rc; i++) {
        struct gam_host_fact fact = gam_runset_host_fact(part)[i];

        if (fact.host != host)
            continue;
        fact.ordinal = (int64_t)gam_runset_host_fact_n(all);
        fact.host = *ordinal;
        rc = gam_runset_add(all, GAM_RECORD_HOST_FACT, &fact, err);
    }
    return rc;
}

static int rank_known(const struct gam_runset *all, int64_t rank)
{
    for (size_t i = 0; i < gam_runset_rank_n(all); i++)
        if (gam_runset_rank(all)[i].rank == rank)
            return 1;
    return 0;
}

static int ranks_take(struct gam_runset *all, const struct gam_runset *part, struct gam_err *err)
{
    int rc = 0;

    for (size_t i = 0; i < gam_runset_rank_n(part) && !rc; i++) {
        struct gam_rank rank = gam_runset_rank(part)[i];

        if (rank_known(all, rank.rank))
            continue;
        rc = host_take(all, part, rank.host, &rank.host, err);
        rank.ordinal = (int64_t)gam_runset_rank_n(all);
        rc = rc ? rc : gam_runset_add(all, GAM_RECORD_RANK, &rank, err);
    }
    return rc;
}

/* Quantities by name: most parts have the same. */
static int quantity_take(struct gam_runset *all, const struct gam_runset *part, int64_t which, int64_t *ordinal,
                         struct gam_err *err)
{
    struct gam_quantity_def def = gam_runset_quantity_def(part)[which];

    for (size_t i = 0; i < gam_runset_quantity_def_n(all); i++)
        if (!strcmp(gam_runset_quantity_def(all)[i].name, def.name)) {
            *ordinal = (int64_t)i;
            return 0;
        }
    def.ordinal = *ordinal = (int64_t)gam_runset_quantity_def_n(all);
    return gam_runset_add(all, GAM_RECORD_QUANTITY_DEF, &def, err);
}

static int samples_take(struct gam_runset *all, const struct gam_runset *part, struct gam_err *err)
{
    int64_t first = (int64_t)gam_runset_sample_n(all);
    int rc = 0;

    for (size_t i = 0; i < gam_runset_sample_n(part) && !rc; i++) {
        struct gam_sample sample = gam_runset_sample(part)[i];

        sample.ordinal = first + (int64_t)i;
        rc = gam_runset_add(all, GAM_RECORD_SAMPLE, &sample, err);
    }
    for (size_t i = 0; i < gam_runset_reading_n(part) && !rc; i++) {
        struct gam_reading reading = gam_runset_reading(part)[i];

        reading.ordinal = (int64_t)gam_runset_reading_n(all);
        reading.subject += reading.target == GAM_TARGET_SAMPLE ? first : 0;
        rc = quantity_take(all, part, reading.quantity, &reading.quantity, err);
        rc = rc ? rc : gam_runset_add(all, GAM_RECORD_READING, &reading, err);
    }
    return rc;
}

int gam_ranks_merge(struct gam_runset *all, const struct gam_runset *part, struct gam_err *err)
{
    int rc = gam_runset_check(part, err);

    if (rc)
        return rc;
    if (!gam_runset_run_n(all))
        return whole_copy(all, part, err);
    rc = same_work(all, part, err);
    rc = rc ? rc : ranks_take(all, part, err);
    return rc ? rc : samples_take(all, part, err);
}

void gam_ranks_clock(struct gam_runset *all, int64_t rank, int64_t offset_ns, int64_t error_ns)
{
    for (size_t i = 0; i < gam_runset_rank_n(all); i++)
        if (gam_runset_rank(all)[i].rank == rank) {
            gam_runset_rank(all)[i].clock_offset_ns = offset_ns;
            gam_runset_rank(all)[i].clock_error_ns = error_ns;
        }
}
