/* SPDX-License-Identifier: MIT */
#include "cli/cli_load.h"

#include "cli/cli_support.h"
#include "common/file.h"
#include "store/run_json.h"

#include <stdio.h>
#include <string.h>

enum { FILE_CAP = 1 << 30 };

/* A path is told from an id, tag or uuid by what those never hold. */
static int is_file(const char *run)
{
    size_t n = strlen(run);

    return strchr(run, '/') || !strcmp(run, "-") || (n > 5 && !strcmp(run + n - 5, ".json"));
}

/* uuid of the run whose roofs this one uses; NULL: its own. */
static const char *roof_uuid(const struct gam_loaded *l)
{
    return gam_runset_run_n(&l->set) ? gam_runset_run(&l->set)->roof_run : NULL;
}

/* A run that reused roofs is held against them; without them only against what it measured itself, and that is said. */
static void roofs_missing(const char *uuid)
{
    char text[200];

    snprintf(text, sizeof text, "the run %s whose roofs this one uses is not here; import it for the full report", uuid);
    gam_cli_warn(text);
}

static int file_load(const char *path, struct gam_loaded *l, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    int rc = gam_file_read(path, &text, err);

    if (!rc)
        rc = gam_run_json_read(path, gam_strbuf_get(&text), text.length, &l->set, &l->other, err);
    if (!rc && gam_runset_run_n(&l->other))
        l->roofs = &l->other;
    else if (!rc && roof_uuid(l))
        roofs_missing(roof_uuid(l));
    gam_strbuf_release(&text);
    return rc;
}

static int roofs_load(struct gam_store *store, struct gam_loaded *l, struct gam_err *err)
{
    struct gam_err why = { 0 };
    int64_t id;
    int rc;

    if (!roof_uuid(l))
        return 0;
    rc = gam_store_find_uuid(store, roof_uuid(l), &id, &why);
    if (rc == -GAM_ENOENT) {
        roofs_missing(roof_uuid(l));
        return 0;
    }
    if (rc)
        return gam_err_set(err, rc, "%s", why.text);
    rc = gam_store_load(store, id, &l->other, err);
    if (!rc)
        l->roofs = &l->other;
    return rc;
}

static int store_load(const char *run, const char *db, struct gam_loaded *l, struct gam_err *err)
{
    struct gam_store *store = NULL;
    int rc = gam_cli_db_open(db, GAM_STORE_READ, &store, err);

    if (!rc)
        rc = gam_store_resolve(store, run, &l->id, err);
    if (!rc)
        rc = gam_store_load(store, l->id, &l->set, err);
    if (!rc && gam_runset_run_n(&l->set))
        l->interrupted = gam_store_interrupted(store, gam_runset_run(&l->set));
    if (!rc)
        rc = roofs_load(store, l, err);
    gam_store_close(store);
    return rc;
}

int gam_cli_load(const char *run, const char *db, struct gam_loaded *out, struct gam_err *err)
{
    memset(out, 0, sizeof *out);
    gam_runset_init(&out->set);
    gam_runset_init(&out->other);
    out->roofs = &out->set;
    return is_file(run) ? file_load(run, out, err) : store_load(run, db, out, err);
}

void gam_loaded_release(struct gam_loaded *loaded)
{
    gam_runset_release(&loaded->other);
    gam_runset_release(&loaded->set);
}
