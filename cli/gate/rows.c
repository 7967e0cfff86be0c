/* SPDX-License-Identifier: MIT */
#include "cli/gate/rows.h"

#include "analyzer/rounds.h"
#include "cli/cli_support.h"
#include "common/file.h"
#include "store/run_json.h"

#include <math.h>
#include <string.h>

enum { FILE_CAP = 1 << 30 };

static const char *operator_of(const struct gam_runset *run, const struct gam_measurement *m)
{
    const struct gam_node *node = &gam_runset_node(run)[m->node];

    return gam_runset_operator(run)[node->operator].spec;
}

static int row_fill(const struct gam_runset *run, const struct gam_measurement *m, struct gam_interval value,
                    struct gam_arena **arena, struct gam_baseline *row)
{
    const struct gam_device *device = &gam_runset_device(run)[m->device];
    const struct gam_host *host = &gam_runset_host(run)[device->host];

    *row = (struct gam_baseline){ .host_class = gam_arena_text(arena, host->class),
                                  .device_class = gam_arena_text(arena, device->class),
                                  .op = gam_arena_text(arena, operator_of(run, m)),
                                  .implementation = gam_arena_text(arena, m->implementation),
                                  .implementation_version = gam_arena_text(arena, m->implementation_version),
                                  .cache = gam_words_cache_state.word[m->cache],
                                  .metric = "time",
                                  .unit = "ns",
                                  .run = gam_arena_text(arena, gam_runset_run(run)->uuid),
                                  .threads = m->threads,
                                  .value = value.value,
                                  .low = value.low,
                                  .high = value.high };
    return row->op && row->implementation && row->run;
}

int gam_gate_rows_of_run(const struct gam_runset *run, struct gam_arena **arena, struct gam_baseline **out, size_t *n,
                         struct gam_err *err)
{
    struct gam_round_table table;
    size_t most = gam_runset_measurement_n(run);
    int rc = gam_rounds_build(run, arena, &table, err);

    *n = 0;
    *out = gam_arena_get(arena, most + 1, sizeof **out);
    if (rc)
        return rc;
    if (!*out)
        return gam_err_nomem(err);
    for (size_t i = 0; i < most; i++) {
        const struct gam_measurement *m = &gam_runset_measurement(run)[i];
        struct gam_interval value;

        if (m->role != GAM_ROLE_SUBJECT || m->status != GAM_STATUS_OK)
            continue;
        value = gam_rounds_interval(&table, gam_rounds_of(&table, i));
        if (!(value.value > 0))
            continue;
        if (!row_fill(run, m, value, arena, &(*out)[*n]))
            return gam_err_nomem(err);
        (*n)++;
    }
    return 0;
}

static int same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

int gam_gate_rows_same(const struct gam_baseline *a, const struct gam_baseline *b)
{
    return same_text(a->op, b->op) && same_text(a->implementation, b->implementation) && a->threads == b->threads &&
           same_text(a->cache, b->cache) && same_text(a->metric, b->metric);
}

const struct gam_baseline *gam_gate_rows_find(const struct gam_baseline *rows, size_t n, const struct gam_baseline *like)
{
    for (size_t i = 0; i < n; i++)
        if (gam_gate_rows_same(&rows[i], like))
            return &rows[i];
    return NULL;
}

void gam_gate_row_text(const struct gam_baseline *row, struct gam_strbuf *out)
{
    gam_strbuf_printf(out, "%s (%s", row->op, row->implementation ? row->implementation : "-");
    if (row->threads != GAM_NULL_INT)
        gam_strbuf_printf(out, ", %lld thread%s", (long long)row->threads, row->threads == 1 ? "" : "s");
    gam_strbuf_printf(out, "%s%s)", row->cache ? ", " : "", row->cache ? row->cache : "");
}

static int file_load(const char *path, struct gam_runset *out, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    struct gam_runset roofs;
    int rc = gam_file_read(path, &text, err);

    gam_runset_init(&roofs);
    if (!rc)
        rc = gam_run_json_read(path, gam_strbuf_get(&text), text.length, out, &roofs, err);
    gam_runset_release(&roofs);
    gam_strbuf_release(&text);
    return rc;
}

int gam_gate_run_load(const char *run, const char *db, struct gam_runset *out, struct gam_err *err)
{
    size_t n = strlen(run);
    struct gam_store *store = NULL;
    int64_t id;
    int rc;

    if (strchr(run, '/') || !strcmp(run, "-") || (n > 5 && !strcmp(run + n - 5, ".json")))
        return file_load(run, out, err);
    rc = gam_cli_db_open(db, GAM_STORE_READ, &store, err);
    if (!rc)
        rc = gam_store_resolve(store, run, &id, err);
    if (!rc)
        rc = gam_store_load(store, id, out, err);
    gam_store_close(store);
    return rc;
}
