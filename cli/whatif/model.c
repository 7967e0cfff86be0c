/* SPDX-License-Identifier: MIT */
#include "analyzer/whatif/transformer.h"
#include "cli/hw/hw.h"
#include "cli/whatif/whatif.h"

#include <math.h>

/* Rates of the device that the model names, or of another one, under the figures that the file gives itself. */
static int rates_find(const struct gam_hw_db *db, const struct gam_transformer_file *f, const char *other,
                      struct gam_transformer_rates *out, const char **name, struct gam_err *err)
{
    const char *wanted = other && *other ? other : f->device;
    const struct gam_hw_device *d;
    int rc;

    *out = (struct gam_transformer_rates){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    if (*wanted) {
        rc = gam_hw_db_find(db, wanted, &d, err);
        if (rc)
            return rc;
        gam_transformer_rates(&f->model, d, out);
        *name = d->id;
    }
    if (!other || !*other)
        gam_transformer_system(&f->system, out);
    else { /* the network between nodes is not the device's */
        out->net_bytes_per_s = f->system.net_bytes_per_s;
        out->net_alpha_s = f->system.net_alpha_s;
        out->node_devices = f->system.node_devices;
    }
    return 0;
}

static int sparse_check(const struct gam_hw_db *db, const char *name, struct gam_err *err)
{
    const struct gam_hw_device *d = NULL;

    if (name)
        gam_hw_db_find(db, name, &d, NULL);
    if (d && gam_hw_capability(d, "2:4") == 1)
        return 0;
    return gam_err_set(err, -GAM_EUNSUPPORTED,
                       "sparse=2:4: it is not known that '%s' makes use of it; 'gambrel hw list --has 2:4' lists what does",
                       name ? name : "the device");
}

static int answer(const struct gam_whatif_options *o, const struct gam_hw_db *db, const struct gam_transformer_file *f,
                  struct gam_whatif *w, struct gam_err *err)
{
    struct gam_transformer_rates rates_before, rates_after;
    struct gam_transformer_result before, after;
    struct gam_transformer_file edited = *f;
    const char *name = NULL, *other = gam_edit_given(&o->edits, GAM_EDIT_DEVICE) ? o->edits.device : NULL;
    int rc = rates_find(db, f, NULL, &rates_before, &name, err);

    if (!rc)
        rc = gam_transformer_eval(&f->model, &rates_before, &before, err);
    if (!rc)
        rc = gam_transformer_reshape(&o->edits, &edited.model, err);
    if (!rc)
        rc = rates_find(db, &edited, other, &rates_after, &name, err);
    if (!rc && gam_edit_given(&o->edits, GAM_EDIT_SPARSE))
        rc = sparse_check(db, name, err);
    if (!rc)
        rc = gam_transformer_edit(&o->edits, &edited.model, &rates_after, err);
    if (!rc)
        rc = gam_transformer_eval(&edited.model, &rates_after, &after, err);
    if (rc)
        return rc;
    gam_whatif_of_model(&edited.model, &before, &after, w);
    for (int k = 0; k < GAM_EDITS; k++)
        w->bound |= gam_edit_given(&o->edits, (enum gam_edit_key)k) && gam_edit_help((enum gam_edit_key)k)->bound;
    w->name = f->model.name;
    w->device = name;
    return gam_whatif_print(o, w, err);
}

int gam_whatif_model(const struct gam_whatif_options *o, const struct gam_strbuf *text, struct gam_err *err)
{
    struct gam_transformer_file file;
    struct gam_whatif w = { .fits = -1 };
    struct gam_hw_db db = { .n = 0 };
    int rc;

    if (o->backtest || o->from)
        return gam_err_set(err, -GAM_EINVAL, "--from and --backtest are about runs, and '%s' is a model", o->subject);
    rc = gam_transformer_read(o->subject, gam_strbuf_get(text), text->length, &file, err);
    if (!rc)
        rc = gam_cli_hw_load(o->folder, o->db, &db, err);
    if (!rc)
        rc = answer(o, &db, &file, &w, err);
    gam_hw_db_release(&db);
    return rc;
}
