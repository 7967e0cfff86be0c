/* SPDX-License-Identifier: MIT */
#include "common/record/runset.h"

#include "common/err.h"
#include "common/record/rows.h"
#include "common/record/text_block.h"

#include <stdlib.h>
#include <string.h>

void gam_runset_init(struct gam_runset *set)
{
    memset(set, 0, sizeof *set);
}

void gam_runset_release(struct gam_runset *set)
{
    for (int i = 0; i < GAM_RECORD_KINDS; i++)
        free(set->of[i].row);
    gam_text_block_free(set->texts);
    gam_runset_init(set);
}

const char *gam_runset_text(struct gam_runset *set, const char *text)
{
    return gam_text_block_add(&set->texts, text);
}

static int ordinal_wrong(enum gam_record which, int64_t ordinal, size_t n, struct gam_err *err)
{
    return gam_err_set(err, -GAM_EINVAL, "%s: ordinal %lld where %zu is next", gam_record_desc(which)->name, (long long)ordinal,
                       n);
}

int gam_runset_add(struct gam_runset *set, enum gam_record which, const void *record, struct gam_err *err)
{
    int64_t ordinal = *(const int64_t *)record;
    size_t n = set->of[which].n;

    if (ordinal < 0 || (size_t)ordinal != n)
        return ordinal_wrong(which, ordinal, n, err);
    return gam_rows_put(&set->of[which], which, n, record, &set->texts, err);
}

int gam_runset_put(struct gam_runset *set, enum gam_record which, const void *record, struct gam_err *err)
{
    int64_t ordinal = *(const int64_t *)record;
    size_t n = set->of[which].n;

    if (ordinal < 0 || (size_t)ordinal > n)
        return ordinal_wrong(which, ordinal, n, err);
    return gam_rows_put(&set->of[which], which, (size_t)ordinal, record, &set->texts, err);
}

static int runset_sink_put(void *ctx, enum gam_record which, const void *record, struct gam_err *err)
{
    return gam_runset_put(ctx, which, record, err);
}

static int runset_sink_commit(void *ctx, struct gam_err *err)
{
    (void)ctx;
    (void)err;
    return 0;
}

struct gam_sink gam_sink_runset(struct gam_runset *set)
{
    return (struct gam_sink){ .put = runset_sink_put, .commit = runset_sink_commit, .ctx = set };
}
