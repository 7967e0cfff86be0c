/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl.h"

#include "common/err.h"
#include "common/strbuf.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef GAM_NO_DLOPEN
int gam_dl_open(const char *const *sonames, const struct gam_dl_symbol *symbols, size_t n, void *pointers, void **handle,
                struct gam_err *err)
{
    (void)symbols, (void)n, (void)pointers, (void)handle;
    return gam_err_set(err, -GAM_ENOENT, "%s is not opened: this program was built without libraries that are opened at run time",
                       sonames[0]);
}
#else
enum { NAMES_CAP = 600, WHY_BYTES = 400 };

/* The loader found no such file; anything else it says of a file that is there: no library, of another machine, lacking one of
 * its own libraries. */
static int is_absent(const char *soname, const char *text)
{
    size_t length = strlen(soname);

    return !strncmp(text, soname, length) &&
           strstr(text + length, "cannot open shared object file: No such file") == text + length + 2;
}

static int not_found(const char *const *sonames, struct gam_err *err)
{
    struct gam_strbuf names = GAM_STRBUF_INIT(NAMES_CAP);
    int rc;

    for (size_t i = 0; sonames[i]; i++)
        gam_strbuf_printf(&names, "%s%s", i ? ", " : "", sonames[i]);
    rc = gam_err_set(err, -GAM_ENOENT, "library not found: %s", gam_strbuf_get(&names));
    gam_strbuf_release(&names);
    return rc;
}

int gam_dl_open(const char *const *sonames, const struct gam_dl_symbol *symbols, size_t n, void *pointers, void **handle,
                struct gam_err *err)
{
    char broken[WHY_BYTES] = "";
    void *library = NULL;
    size_t which = 0;

    for (; sonames[which]; which++) {
        const char *text;

        library = dlopen(sonames[which], RTLD_NOW | RTLD_LOCAL);
        if (library)
            break;
        text = dlerror();
        if (text && !*broken && !is_absent(sonames[which], text))
            snprintf(broken, sizeof broken, "%s cannot be loaded: %.300s", sonames[which], text);
    }
    if (!library)
        return *broken ? gam_err_set(err, -GAM_ENOENT, "%s", broken) : not_found(sonames, err);
    for (size_t i = 0; i < n; i++) {
        void *symbol = dlsym(library, symbols[i].name);

        if (!symbol && !symbols[i].optional) {
            dlclose(library);
            return gam_err_set(err, -GAM_EVERSION, "%s lacks symbol %s", sonames[which], symbols[i].name);
        }
        memcpy((char *)pointers + symbols[i].offset, &symbol, sizeof symbol);
    }
    *handle = library;
    return 0;
}
#endif

int gam_dl_open_file(const char *path, void **handle, struct gam_err *err)
{
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return *handle ? 0 : gam_err_set(err, -GAM_EINVAL, "%s", dlerror());
}

void *gam_dl_find(void *handle, const char *symbol)
{
    return dlsym(handle, symbol);
}

void gam_dl_close(void *handle)
{
    dlclose(handle);
}
