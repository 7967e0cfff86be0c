/* SPDX-License-Identifier: MIT */
#include "cli/hw/hw.h"
#include "common/record/text_block.h"

#include <stdlib.h>

struct heard {
    struct gam_hw_fault_row *row;
    struct gam_text_block *texts;
    size_t n, room;
    int failed;
};

static void hear(void *ctx, const struct gam_hw_fault *f)
{
    struct heard *h = ctx;

    if (h->n == h->room) {
        size_t room = h->room ? 2 * h->room : 16;
        struct gam_hw_fault_row *row = realloc(h->row, room * sizeof *row);

        if (!row) {
            h->failed = 1;
            return;
        }
        h->row = row;
        h->room = room;
    }
    h->row[h->n] = (struct gam_hw_fault_row){ f->device->id, f->rule, gam_text_block_add(&h->texts, f->text) };
    h->failed |= !h->row[h->n++].text;
}

static int check_run(const struct gam_hw_options *o, size_t *faults, struct gam_err *err)
{
    struct heard h = { .n = 0 };
    struct gam_hw_doc hw = { .view = GAM_HW_VIEW_CHECK };
    struct gam_hw_db db = { .n = 0 };
    int rc = gam_cli_hw_load(o->folder, o->db, &db, err);

    if (!rc) {
        *faults = gam_hw_check(&db, hear, &h);
        rc = h.failed ? gam_err_nomem(err) : 0;
    }
    hw.fault = h.row;
    hw.n_faults = h.n;
    hw.of = db.n;
    if (!rc)
        rc = gam_cli_hw_print(&hw, o, err);
    free(h.row);
    gam_text_block_free(h.texts);
    gam_hw_db_release(&db);
    return rc;
}

int gam_hw_check_main(int argc, char **argv)
{
    struct gam_hw_options o = { .db = NULL };
    const struct gam_opt opts[] = { GAM_HW_OPTIONS(&o) };
    const struct gam_opt_spec spec = { "gambrel hw check",
                                       "look for numbers that cannot be true together; exit code 1 when there are some",
                                       NULL,
                                       "gambrel hw check --hwdb ./my-devices",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       0 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    size_t faults = 0;
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (check_run(&o, &faults, &err))
        return gam_cli_fail(&err);
    return gam_cli_finish(faults ? GAM_EXIT_FAILED : GAM_EXIT_OK);
}
