/* SPDX-License-Identifier: MIT */
#include "cli/cost/rows.h"

#include "analyzer/arena.h"
#include "common/err.h"

#include <string.h>

static int wanted(const struct gam_cost_options *o, const struct gam_hw_device *d)
{
    return !o->family || !strcmp(o->family, d->family);
}

static int row_add(struct gam_cost_maker *m, const struct gam_hw_device *device, struct gam_err *err)
{
    struct gam_cost_row *row = &m->cost->row[m->cost->n];
    int rc = device ? gam_cost_row_device(m, device, row, err) : gam_cost_row_here(m, row, err);

    if (!rc)
        m->cost->n++;
    return rc;
}

static int all_add(struct gam_cost_maker *m, struct gam_err *err)
{
    /* the measured one stands among them when nobody asked for others only */
    int rc = m->options->devices.n || m->options->family ? 0 : row_add(m, NULL, err);

    for (size_t i = 0; i < m->db->n && !rc; i++)
        if (wanted(m->options, m->db->device[i]))
            rc = row_add(m, m->db->device[i], err);
    if (!rc && !m->cost->n)
        return gam_err_set(err, -GAM_ENOENT, "--family '%s': no device of that family is known; 'gambrel hw list' shows all",
                           m->options->family);
    return rc;
}

static int named_add(struct gam_cost_maker *m, struct gam_err *err)
{
    const struct gam_opt_texts *names = &m->options->devices;
    int rc = 0;

    for (size_t i = 0; i < names->n && !rc; i++) {
        const struct gam_hw_device *d = NULL;

        if (strcmp(names->value[i], "here") != 0)
            rc = gam_hw_db_find(m->db, names->value[i], &d, err);
        for (size_t k = 0; k < m->cost->n && !rc; k++)
            if (!strcmp(m->cost->row[k].id, d ? d->id : "here"))
                rc = gam_err_set(err, -GAM_EINVAL, "--device '%s' is given twice", names->value[i]);
        if (!rc)
            rc = row_add(m, d, err);
    }
    return rc;
}

int gam_cost_rows_make(struct gam_cost_maker *m, struct gam_err *err)
{
    const struct gam_opt_texts *names = &m->options->devices;
    int all = !names->n || (names->n == 1 && !strcmp(names->value[0], "all")), rc;

    m->all = all;
    m->cost->n = 0;
    m->cost->row = gam_arena_get(m->memory, all ? m->db->n + 1 : names->n, sizeof *m->cost->row);
    if (!m->cost->row)
        return gam_err_nomem(err);
    rc = all ? all_add(m, err) : named_add(m, err);
    return rc ? rc : gam_cost_sets_check(m, err);
}
