/* SPDX-License-Identifier: MIT */
#include "collector/plugin.h"

#include "common/err.h"
#include "common/vendor/dl.h"
#include "gambrel/plugin.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, PLUGIN_NAME_MAX = 32 };

static int owner_check(const struct stat *is, const char *path, struct gam_err *err)
{
    if (is->st_uid != geteuid() && is->st_uid != 0)
        return gam_err_set(err, -GAM_EPERM, "plug-in '%s' belongs to user %u; it must be yours or root's", path,
                           (unsigned)is->st_uid);
    if (is->st_mode & (S_IWGRP | S_IWOTH))
        return gam_err_set(err, -GAM_EPERM, "plug-in '%s' can be written by others; chmod go-w '%s'", path, path);
    return 0;
}

/* Names stand in ids, in lists and in stored runs. */
static int name_is_plain(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");

    return length && !name[length] && length < PLUGIN_NAME_MAX;
}

static int backend_check(const struct gam_plugins *p, const struct gam_device_backend *b, const char *path, struct gam_err *err)
{
    const struct gam_device_backend *other;

    if (!b->name || !*b->name || !b->probe || !b->count || !b->info || !b->open || !b->close || !b->caps || !b->alloc ||
        !b->release || !b->upload || !b->download || !b->run)
        return gam_err_set(err, -GAM_EINVAL, "plug-in '%s': a backend lacks its name or a function that none may lack", path);
    if (!name_is_plain(b->name))
        return gam_err_set(err, -GAM_EINVAL, "plug-in '%s': '%.64s' is no name for a backend: a-z, 0-9, _ and -, fewer than %d",
                           path, b->name, PLUGIN_NAME_MAX);
    if (b->abi != GAM_DEVICE_ABI)
        return gam_err_set(err, -GAM_EVERSION, "plug-in '%s': backend '%s' is for interface %u, this program has %d", path,
                           b->name, b->abi, GAM_DEVICE_ABI);
    for (size_t i = 0; (other = gam_device_backend_at(p->backend, i)); i++)
        if (!strcmp(other->name, b->name))
            return gam_err_set(err, -GAM_EINVAL, "plug-in '%s': there is a backend '%s' already", path, b->name);
    if (p->n == GAM_PLUGIN_BACKENDS_MAX)
        return gam_err_set(err, -GAM_EINVAL, "plug-in '%s': more than %d backends", path, GAM_PLUGIN_BACKENDS_MAX);
    return 0;
}

static int interface_check(const struct gam_plugin *has, const char *path, struct gam_err *err)
{
    const struct gam_plugin want = { GAM_PLUGIN_HEAD, .device = NULL };

    if (has->abi != want.abi)
        return gam_err_set(err, -GAM_EVERSION, "plug-in '%s' is for interface %u, this program has %u; build it again", path,
                           has->abi, want.abi);
    if (has->backend_size != want.backend_size || has->launch_size != want.launch_size || has->info_size != want.info_size ||
        has->caps_size != want.caps_size)
        return gam_err_set(err, -GAM_EVERSION, "plug-in '%s' was built with other headers than this program; build it again",
                           path);
    if (!has->device)
        return gam_err_set(err, -GAM_EINVAL, "plug-in '%s' has no backends", path);
    return 0;
}

static int library_take(struct gam_plugins *p, void *library, const char *path, struct gam_err *err)
{
    const struct gam_plugin *plugin = gam_dl_find(library, "gam_plugin");
    int rc = plugin ? interface_check(plugin, path, err)
                    : gam_err_set(err, -GAM_EINVAL, "'%s' is no plug-in: it has no 'gam_plugin'", path);

    for (size_t i = 0; !rc && plugin->device[i]; i++) {
        rc = backend_check(p, plugin->device[i], path, err);
        if (!rc)
            p->backend[p->n++] = plugin->device[i];
    }
    return rc;
}

/* What was looked at is what is loaded: through the open file, which nobody can exchange between the two. */
static int plugin_load(struct gam_plugins *p, const char *path, struct gam_err *err)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc = 0; /* a pipe would wait for a writer */
    char opened[64];
    struct stat is;

    snprintf(p->at, sizeof p->at, "%s", path);
    if (file < 0 || fstat(file, &is)) {
        rc = gam_err_set(err, -GAM_EIO, "cannot open plug-in '%s': %s", path, strerror(errno));
    } else if (!S_ISREG(is.st_mode)) {
        rc = gam_err_set(err, -GAM_EINVAL, "plug-in '%s' is no regular file", path);
    } else if (!(rc = owner_check(&is, path, err)) && p->n_libraries == GAM_PLUGINS_MAX) {
        rc = gam_err_set(err, -GAM_EINVAL, "more than %d plug-ins", GAM_PLUGINS_MAX);
    } else if (!rc) {
        void *library;

        snprintf(opened, sizeof opened, "/proc/self/fd/%d", file);
        rc = gam_dl_open_file(opened, &library, err);
        if (!rc) {
            p->library[p->n_libraries++] = library;
            rc = library_take(p, library, path, err);
        } else {
            gam_err_prefix(err, "cannot load plug-in '%s'", path);
        }
    }
    if (file >= 0)
        close(file);
    return rc;
}

static int is_library(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 3 && !strcmp(entry->d_name + length - 3, ".so");
}

int gam_plugins_load(const char *folder, struct gam_plugins *out, struct gam_err *err)
{
    struct dirent **entry = NULL;
    struct stat is;
    int n, rc = 0;

    *out = (struct gam_plugins){ .n = 0 };
    if (!folder)
        return 0;
    if (stat(folder, &is))
        return gam_err_set(err, -GAM_ENOENT, "cannot look into plug-in folder '%s': %s", folder, strerror(errno));
    rc = owner_check(&is, folder, err);
    if (rc)
        return rc;
    n = scandir(folder, &entry, is_library, alphasort);
    if (n < 0)
        return gam_err_set(err, -GAM_EIO, "cannot list plug-in folder '%s': %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        char path[PATH_BYTES];

        if (!rc && snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name) >= (int)sizeof path)
            rc = gam_err_set(err, -GAM_EINVAL, "the path of plug-in '%s' is too long", entry[i]->d_name);
        if (!rc)
            rc = plugin_load(out, path, err);
        free(entry[i]);
    }
    free(entry);
    return rc;
}

void gam_plugins_release(struct gam_plugins *plugins)
{
    for (size_t i = plugins->n_libraries; i-- > 0;)
        gam_dl_close(plugins->library[i]);
    *plugins = (struct gam_plugins){ .n = 0 };
}
