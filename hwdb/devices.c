/* SPDX-License-Identifier: MIT */
#include "hwdb/devices.h"

#include "common/embedded.h"
#include "common/err.h"
#include "common/file.h"
#include "common/nearest.h"
#include "hwdb/devices_priv.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 20 };

static void document_free(struct gam_hw_document *doc)
{
    if (!doc)
        return;
    device_release(&doc->device);
    if (doc->root.node)
        gam_json_free(&doc->root);
    free(doc->origin);
    free(doc->label);
    free(doc);
}

/* Puts it in its place by id; one with that id leaves the list. */
static int place(struct gam_hw_db *db, const struct gam_hw_device *d, struct gam_err *err)
{
    const struct gam_hw_device **grown;
    size_t at = 0;

    while (at < db->n && strcmp(db->device[at]->id, d->id) < 0)
        at++;
    if (at < db->n && !strcmp(db->device[at]->id, d->id)) {
        if (!d->origin)
            return gam_err_set(err, -GAM_EPARSE, "two devices have the id '%s'", d->id);
        db->device[at] = d;
        return 0;
    }
    grown = realloc((void *)db->device, (db->n + 1) * sizeof *grown);
    if (!grown)
        return gam_err_nomem(err);
    db->device = grown;
    memmove((void *)(grown + at + 1), (const void *)(grown + at), (db->n - at) * sizeof *grown);
    grown[at] = d;
    db->n++;
    return 0;
}

int gam_hw_db_add(struct gam_hw_db *db, const char *origin, const char *label, const char *text, size_t length,
                  struct gam_err *err)
{
    struct gam_hw_document *doc = calloc(1, sizeof *doc);
    int rc = 0;

    if (!doc)
        return gam_err_nomem(err);
    doc->label = strdup(label);
    doc->origin = origin ? strdup(origin) : NULL;
    if (!doc->label || (origin && !doc->origin))
        rc = gam_err_nomem(err);
    if (!rc)
        rc = gam_json_parse(doc->label, text, length, &doc->root, err);
    if (!rc)
        rc = device_read(doc, err);
    if (!rc) {
        doc->device.origin = doc->origin;
        rc = place(db, &doc->device, err);
    }
    if (rc) {
        document_free(doc);
        return rc;
    }
    doc->next = db->document;
    db->document = doc;
    return 0;
}

static int file_add(struct gam_hw_db *db, const char *path, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_MOST);
    int rc = gam_file_read(path, &text, err);

    if (!rc)
        rc = gam_hw_db_add(db, path, path, gam_strbuf_get(&text), text.length, err);
    gam_strbuf_release(&text);
    return rc;
}

static int is_device_file(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);

    return entry->d_name[0] != '.' && n > 5 && !strcmp(entry->d_name + n - 5, ".json");
}

static int folder_add(struct gam_hw_db *db, const char *folder, struct gam_err *err)
{
    struct dirent **entry = NULL;
    int n = scandir(folder, &entry, is_device_file, alphasort), rc = 0;

    if (n < 0)
        return errno == ENOENT ? 0 : gam_err_set(err, -GAM_EIO, "cannot read the folder '%s': %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        struct gam_strbuf path = GAM_STRBUF_INIT(4096);

        gam_strbuf_printf(&path, "%s/%s", folder, entry[i]->d_name);
        if (!rc)
            rc = gam_strbuf_status(&path, err);
        if (!rc)
            rc = file_add(db, gam_strbuf_get(&path), err);
        gam_strbuf_release(&path);
        free(entry[i]);
    }
    free(entry);
    return rc;
}

int gam_hw_db_load(const char *folder, struct gam_hw_db *out, struct gam_err *err)
{
    int rc = 0;

    *out = (struct gam_hw_db){ .device = NULL };
    for (const struct gam_embedded *e = gam_embedded_devices; e->name && !rc; e++)
        rc = gam_hw_db_add(out, NULL, e->name, e->text, e->length, err);
    return rc || !folder ? rc : folder_add(out, folder, err);
}

void gam_hw_db_release(struct gam_hw_db *db)
{
    while (db->document) {
        struct gam_hw_document *next = db->document->next;

        document_free(db->document);
        db->document = next;
    }
    free((void *)db->device);
    *db = (struct gam_hw_db){ .device = NULL };
}

static int holds(const char *id, const char *part)
{
    size_t n = strlen(part);

    for (; *id; id++)
        if (!strncasecmp(id, part, n))
            return 1;
    return 0;
}

int gam_hw_db_find(const struct gam_hw_db *db, const char *name, const struct gam_hw_device **out, struct gam_err *err)
{
    const char *near = NULL;
    char list[400] = "";
    size_t fits = 0, used = 0;

    for (size_t i = 0; i < db->n; i++) {
        const char *id = db->device[i]->id;

        if (!strcasecmp(id, name)) {
            *out = db->device[i];
            return 0;
        }
        gam_nearest(name, id, &near);
        if (!*name || !holds(id, name))
            continue;
        if (!fits++)
            *out = db->device[i];
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", id);
    }
    if (fits == 1)
        return 0;
    *out = NULL;
    if (fits)
        return gam_err_set(err, -GAM_EINVAL, "'%s' fits %zu devices (%s%s); name one", name, fits, list,
                           used >= sizeof list ? " ..." : "");
    return gam_err_set(err, -GAM_ENOENT, "no device '%s'%s%s%s; see 'gambrel hw list'", name, near ? "; did you mean '" : "",
                       near ? near : "", near ? "'" : "");
}
