/* SPDX-License-Identifier: MIT */
#include "cli/doctor/rows.h"

#include "cli/cli_support.h"
#include "cli/mpi_found.h"
#include "collector/device.h"
#include "collector/meter.h"
#include "common/err.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS_MAX = 96, TEXT_MAX = 600, PATH_CAP = 4096 };

struct gam_doctor_rows {
    struct gam_doctor_row row[ROWS_MAX];
    char text[ROWS_MAX][5][TEXT_MAX];
    size_t n;
};

static const char *text_keep(struct gam_doctor_rows *rows, size_t column, const char *text)
{
    snprintf(rows->text[rows->n][column], TEXT_MAX, "%s", text);
    return rows->text[rows->n][column];
}

void gam_doctor_row_add(struct gam_doctor_rows *rows, const char *group, const char *name, const char *state, const char *reason,
                        const char *remedy)
{
    if (rows->n == ROWS_MAX)
        return;
    rows->row[rows->n] = (struct gam_doctor_row){
        .group = text_keep(rows, 0, group),
        .name = text_keep(rows, 1, name),
        .state = text_keep(rows, 2, state),
        .reason = text_keep(rows, 3, reason),
        .remedy = remedy && remedy[0] ? text_keep(rows, 4, remedy) : NULL,
    };
    rows->n++;
}

static void probe_add(struct gam_doctor_rows *rows, const char *group, const char *name, void (*probe)(struct gam_probe *out))
{
    struct gam_probe p;

    probe(&p);
    gam_doctor_row_add(rows, group, name, p.ready ? "ready" : "missing", p.reason, p.remedy);
}

static void store_add(struct gam_doctor_rows *rows, const char *db)
{
    struct gam_strbuf path = GAM_STRBUF_INIT(PATH_CAP);
    struct gam_store *store = NULL;
    struct gam_err err = { 0 };
    char reason[TEXT_MAX];

    if (gam_cli_db_path(db, &path, &err)) {
        gam_doctor_row_add(rows, "store", "database", "missing", err.text, "gambrel ... --db FILE");
    } else if (access(gam_strbuf_get(&path), F_OK)) {
        snprintf(reason, sizeof reason, "none yet; the first run creates %s", gam_strbuf_get(&path));
        gam_doctor_row_add(rows, "store", "database", "ready", reason, NULL);
    } else if (gam_store_open(gam_strbuf_get(&path), GAM_STORE_READ, &store, &err)) {
        gam_doctor_row_add(rows, "store", "database", "missing", err.text, NULL);
    } else {
        const char *warning = gam_store_warning(store);

        gam_doctor_row_add(rows, "store", "database", warning ? "partial" : "ready", warning ? warning : gam_strbuf_get(&path),
                           NULL);
    }
    gam_store_close(store);
    gam_strbuf_release(&path);
}

static void ranks_add(struct gam_doctor_rows *rows)
{
    char path[PATH_CAP];
    struct gam_err err = { 0 };
    int program = gam_mpi_program(path, sizeof path, &err),
        launcher = program ? program : gam_mpi_launcher(path, sizeof path, &err);

    gam_doctor_row_add(rows, "ranks", "gambrel-mpi", launcher ? "missing" : "ready",
                       launcher ? err.text : "several ranks and hosts through Open MPI: gambrel comm -n 2",
                       launcher ? "apt-get install libopenmpi-dev openmpi-bin" : NULL);
}

struct gam_doctor_rows *gam_doctor_rows_new(const char *db, const struct gam_device_backend *const *more, struct gam_err *err)
{
    struct gam_doctor_rows *rows = calloc(1, sizeof *rows);
    const struct gam_device_backend *backend;

    if (!rows) {
        gam_err_nomem(err);
        return NULL;
    }
    for (size_t i = 0; (backend = gam_device_backend_at(more, i)); i++)
        probe_add(rows, "backend", backend->name, backend->probe);
    for (size_t i = 0; gam_meters[i]; i++)
        probe_add(rows, "meter", gam_meters[i]->name, gam_meters[i]->probe);
    gam_doctor_implementations(rows, more);
    ranks_add(rows);
    store_add(rows, db);
    gam_doctor_conditions(rows);
    gam_doctor_board_clocks(rows);
    return rows;
}

struct gam_doctor gam_doctor_rows_doc(const struct gam_doctor_rows *rows)
{
    return (struct gam_doctor){ rows->row, rows->n };
}

void gam_doctor_rows_free(struct gam_doctor_rows *rows)
{
    free(rows);
}
