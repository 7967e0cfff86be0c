/* SPDX-License-Identifier: MIT */
/* `gambrel hw add`: the roofs that a run measured become a device file beside the database. */
#include "cli/hw/add.h"
#include "cli/cli_analyze.h"
#include "cli/cli_load.h"
#include "cli/hw/hw.h"
#include "common/file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct add_options {
    struct gam_hw_options common;
    const char *from, *id, *name, *beside, *device;
    int64_t threads;
};

static int device_choose(const struct add_options *o, const struct gam_report *r, size_t *out, struct gam_err *err)
{
    for (size_t i = 0; i < r->n_devices; i++)
        if (!o->device || !strcmp(r->device[i].record->id, o->device)) {
            *out = i;
            return 0;
        }
    return gam_err_set(err, -GAM_ENOENT, "the run has no device '%s'; the first is '%s'", o->device ? o->device : "",
                       r->n_devices ? r->device[0].record->id : "none");
}

/* The file must pass what every device file passes, before it is written. */
static int checked_write(const struct add_options *o, const struct gam_strbuf *text, const char *path, struct gam_err *err)
{
    struct gam_hw_db one = { .n = 0 };
    int rc = gam_hw_db_add(&one, path, path, gam_strbuf_get(text), text->length, err);

    gam_hw_db_release(&one);
    if (!rc)
        rc = gam_file_make_folders(path, err);
    if (!rc)
        rc = gam_file_write(path, gam_strbuf_get(text), text->length, err);
    if (!rc && !o->common.quiet)
        printf("%s\n", path);
    return rc;
}

static int beside_find(const struct add_options *o, const char **out, struct gam_hw_db *db, struct gam_err *err)
{
    const struct gam_hw_device *d;
    int rc;

    *out = NULL;
    if (!o->beside)
        return 0;
    /* the folder that the new file goes to may not be there yet */
    rc = gam_cli_hw_load(o->common.folder && access(o->common.folder, F_OK) ? NULL : o->common.folder, o->common.db, db, err);
    if (!rc)
        rc = gam_hw_db_find(db, o->beside, &d, err);
    if (!rc)
        *out = d->id;
    return rc;
}

static int add_write(const struct add_options *o, const struct gam_report *r, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(1 << 20), path = GAM_STRBUF_INIT(4096);
    struct gam_hw_db db = { .n = 0 };
    struct gam_hw_new n = { .id = o->id, .name = o->name, .threads = (int)o->threads };
    int rc = device_choose(o, r, &n.device, err);

    if (!rc)
        rc = beside_find(o, &n.beside, &db, err);
    if (!rc)
        rc = gam_hw_new_write(r, &n, &text, err);
    if (!rc)
        rc = gam_cli_hw_folder(o->common.folder, o->common.db, &path, err);
    if (!rc && !path.length)
        rc = gam_err_set(err, -GAM_EINVAL, "no folder to write to; name one with --hwdb");
    gam_strbuf_printf(&path, "/%s.json", o->id);
    if (!rc)
        rc = checked_write(o, &text, gam_strbuf_get(&path), err);
    gam_strbuf_release(&text);
    gam_strbuf_release(&path);
    gam_hw_db_release(&db);
    return rc;
}

static int add_run(const struct add_options *o, struct gam_err *err)
{
    struct gam_report report = { 0 };
    struct gam_loaded l;
    int rc = gam_cli_load(o->from, o->common.db, &l, err);

    if (!rc)
        rc = gam_cli_analyze(&l.set, l.roofs, &report, err);
    if (!rc)
        rc = add_write(o, &report, err);
    gam_report_release(&report);
    gam_loaded_release(&l);
    return rc;
}

static int usage(const char *text)
{
    struct gam_err err = { 0 };

    gam_err_set(&err, -GAM_EINVAL, "%s", text);
    gam_cli_fail(&err);
    return GAM_EXIT_USAGE;
}

int gam_hw_add(int argc, char **argv)
{
    struct add_options o = { .threads = 0 };
    const struct gam_opt opts[] = {
        { "from", 0, GAM_OPT_TEXT, &o.from, "RUN", "the run that measured it: an id, 'last', a tag, a uuid or a file", 0, 0 },
        { "id", 0, GAM_OPT_TEXT, &o.id, "ID", "of the new device: small letters, digits and -", 0, 0 },
        { "name", 0, GAM_OPT_TEXT, &o.name, "TEXT", "what to call it (default: its own name)", 0, 0 },
        { "beside", 0, GAM_OPT_TEXT, &o.beside, "ID", "the known device whose published figures these stand beside", 0, 0 },
        { "device", 0, GAM_OPT_TEXT, &o.device, "ID", "of the run (default: its first)", 0, 0 },
        { "threads", 0, GAM_OPT_INT, &o.threads, "N", "roofs of that many threads (default: the most that were measured)", 1,
          65536 },
        GAM_HW_OPTIONS(&o.common),
    };
    const struct gam_opt_spec spec = { "gambrel hw add",
                                       "add a device with the roofs that a run measured of it",
                                       NULL,
                                       "gambrel hw add --from last --id my-server --beside xeon-8480plus",
                                       opts,
                                       sizeof opts / sizeof opts[0],
                                       0 };
    struct gam_opt_result result;
    struct gam_err err = { 0 };
    int code = gam_cli_parse(&spec, argc, argv, &result);

    if (code >= 0)
        return code;
    if (!o.from || !o.id)
        return usage("hw add needs --from RUN and --id ID");
    if (!o.id[0] || strlen(o.id) > 63 || strspn(o.id, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(o.id))
        return usage("--id: up to 63 small letters, digits and -");
    return add_run(&o, &err) ? gam_cli_fail(&err) : gam_cli_finish(GAM_EXIT_OK);
}
