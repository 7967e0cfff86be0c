/* SPDX-License-Identifier: MIT */
#include "cli/doctor/rows.h"

#include "cli/cli_support.h"
#include "cli/mpi_found.h"
#include "collector/device.h"
#include "collector/meter.h"
#include "collector/topology.h"
#include "common/err.h"
#include "kernels/impl.h"
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

/* Which Debian package brings a library that an implementation opens at run time. */
static const char *remedy_of(const char *implementation)
{
    static const struct {
        const char *implementation, *remedy;
    } known[] = {
        { "openblas", "apt-get install libopenblas0-openmp" },
        { "onednn", "apt-get install libdnnl-dev" },
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strcmp(known[i].implementation, implementation))
            return known[i].remedy;
    return NULL;
}

/* A kind that the implementation serves, to ask it about. */
static const struct gam_op_kind *kind_of(const struct gam_impl *impl)
{
    if (impl->kinds[0])
        return gam_op_kind_find(impl->kinds[0]);
    for (size_t i = 0; gam_op_kinds[i]; i++)
        if (impl->serves && gam_op_kinds[i]->class == GAM_OP_SUBJECT && impl->serves(gam_op_kinds[i]->name))
            return gam_op_kinds[i];
    return NULL;
}

static void implementation_add(struct gam_doctor_rows *rows, const struct gam_impl *impl, const struct gam_caps *caps)
{
    const struct gam_op_kind *kind = kind_of(impl);
    struct gam_err why = { 0 };
    struct gam_op op;

    if (!kind || kind->class != GAM_OP_SUBJECT || gam_op_parse(kind->example, &op, &why))
        return;
    for (size_t i = 0; i < rows->n; i++)
        if (!strcmp(rows->row[i].group, "implementation") && !strcmp(rows->row[i].name, impl->name))
            return;
    if (impl->supports(&op, caps, &why))
        gam_doctor_row_add(rows, "implementation", impl->name, "missing", why.text, remedy_of(impl->name));
    else
        gam_doctor_row_add(rows, "implementation", impl->name, "ready", impl->version ? impl->version() : "built in", NULL);
}

static void implementations_add(struct gam_doctor_rows *rows)
{
    struct gam_topology topology = { 0 };
    struct gam_open_device device = { 0 };
    struct gam_device_config config = { .topology = &topology, .threads = 1 };
    struct gam_caps caps;

    if (gam_topology_read(NULL, &topology, NULL))
        return;
    if (!gam_device_open("cpu", &config, &device, NULL)) {
        device.backend->caps(device.state, 1, &caps);
        for (size_t i = 0; gam_impls[i]; i++)
            implementation_add(rows, gam_impls[i], &caps);
        gam_device_close(&device);
    }
    gam_topology_release(&topology);
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
    implementations_add(rows);
    ranks_add(rows);
    store_add(rows, db);
    gam_doctor_conditions(rows);
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
