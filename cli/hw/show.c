/* SPDX-License-Identifier: MIT */
#include "cli/hw/hw.h"
#include "hwdb/tables.h"

#include <stdlib.h>
#include <string.h>

enum { SHOW_MOST = 12 };

static int pick(const struct gam_hw_db *db, const char *name, const struct gam_hw_device **shown, size_t *n, struct gam_err *err)
{
    const struct gam_hw_device *d;
    int rc = gam_hw_db_find(db, name, &d, err);

    for (size_t i = 0; !rc && i < *n; i++)
        if (shown[i] == d)
            return 0;
    if (!rc && *n == SHOW_MOST)
        return gam_err_set(err, -GAM_EINVAL, "more than %d devices do not fit beside each other", SHOW_MOST);
    if (!rc)
        shown[(*n)++] = d;
    return rc;
}

/* What was measured of a device stands beside its published figures. */
static void add_measured(const struct gam_hw_db *db, const struct gam_hw_device **shown, size_t *n)
{
    size_t named = *n;

    for (size_t i = 0; i < db->n; i++)
        for (size_t k = 0; db->device[i]->beside && k < named; k++) {
            size_t have = 0;

            while (have < *n && shown[have] != db->device[i])
                have++;
            if (!strcmp(db->device[i]->beside, shown[k]->id) && have == *n && *n < SHOW_MOST)
                shown[(*n)++] = db->device[i];
        }
}

static int show_run(const struct gam_hw_options *o, const struct gam_opt_result *names, struct gam_err *err)
{
    const struct gam_hw_device *shown[SHOW_MOST];
    struct gam_hw_doc hw = { .view = GAM_HW_VIEW_SHOW, .device = shown };
    struct gam_hw_db db = { .n = 0 };
    int rc = gam_cli_hw_load(o->folder, o->db, &db, err);

    for (size_t i = 0; !rc && i < names->n_positional; i++)
        rc = pick(&db, names->positional[i], shown, &hw.n, err);
    if (!rc) {
        add_measured(&db, shown, &hw.n);
        hw.of = db.n;
        rc = gam_cli_hw_print(&hw, o, err);
    }
    gam_hw_db_release(&db);
    return rc;
}

int gam_hw_show(int argc, char **argv)
{
    struct gam_hw_options o = { .db = NULL };
    const struct gam_opt opts[] = { GAM_HW_OPTIONS(&o) };
    const struct gam_opt_spec spec = {
        "gambrel hw show",
        "one device with the source of every figure, or several beside each other; ID: an id or a part that fits "
        "only one",
        "ID...",
        "gambrel hw show h100-sxm mi300x tpu-v5p",
        opts,
        sizeof opts / sizeof opts[0],
        SHOW_MOST
    };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (!result.n_positional) {
        gam_err_set(&err, -GAM_EINVAL, "which device? 'gambrel hw list' shows their ids");
        gam_cli_fail(&err);
        return GAM_EXIT_USAGE;
    }
    return show_run(&o, &result, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}

static int tables_run(const struct gam_hw_options *o, const char *only, struct gam_err *err)
{
    struct gam_hw_table table[16];
    struct gam_hw_dated_row *rows = NULL;
    struct gam_hw_doc hw = { .view = GAM_HW_VIEW_TABLES };
    size_t n = 0, all = 0;
    int rc = 0;

    for (size_t i = 0; !rc && gam_hw_table_name(i) && n < 16; i++)
        if (!only || !strcmp(only, gam_hw_table_name(i))) {
            rc = gam_hw_table_load(gam_hw_table_name(i), &table[n], err);
            all += table[n++].n;
        }
    if (!rc && !n)
        rc = gam_err_set(err, -GAM_ENOENT, "no table '%s'; 'gambrel hw tables' shows all", only);
    if (!rc && !(rows = calloc(all, sizeof *rows)))
        rc = gam_err_nomem(err);
    for (size_t i = 0; !rc && i < n; i++)
        for (size_t k = 0; k < table[i].n; k++) {
            const struct gam_hw_table_row *r = &table[i].row[k];

            rows[hw.n_dated++] = (struct gam_hw_dated_row){ .table = table[i].id,
                                                            .key = r->key,
                                                            .name = r->name,
                                                            .unit = r->unit,
                                                            .as_of = r->as_of,
                                                            .source = r->source,
                                                            .note = r->note,
                                                            .value = r->value,
                                                            .kind = r->kind,
                                                            .confidence = r->confidence };
        }
    hw.dated = rows;
    if (!rc)
        rc = gam_cli_hw_print(&hw, o, err);
    free(rows);
    for (size_t i = 0; i < n; i++)
        gam_hw_table_release(&table[i]);
    return rc;
}

int gam_hw_tables(int argc, char **argv)
{
    struct gam_hw_options o = { .db = NULL };
    const struct gam_opt opts[] = { GAM_HW_OPTIONS(&o) };
    const struct gam_opt_spec spec = { "gambrel hw tables",
                                       "dated figures that belong to no device: electricity, grid-carbon, links",
                                       "[TABLE]",
                                       "gambrel hw tables grid-carbon",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       1 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    return tables_run(&o, result.n_positional ? result.positional[0] : NULL, &err) ? gam_cli_fail(&err)
                                                                                   : gam_cli_finish(GAM_EXIT_OK);
}
