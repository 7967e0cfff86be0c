/* SPDX-License-Identifier: MIT */
#include "kernels/impl.h"

#include <string.h>

static int serves(const struct gam_impl *impl, const char *kind)
{
    size_t most = sizeof impl->kinds / sizeof impl->kinds[0];

    if (impl->serves)
        return impl->serves(kind);
    for (size_t i = 0; i < most && impl->kinds[i]; i++)
        if (!strcmp(impl->kinds[i], kind))
            return 1;
    return 0;
}

const struct gam_impl *gam_impl_next(const struct gam_impl *previous, const char *kind)
{
    size_t i = 0;

    if (previous) {
        while (gam_impls[i] && gam_impls[i] != previous)
            i++;
        i += gam_impls[i] != NULL;
    }
    while (gam_impls[i] && !serves(gam_impls[i], kind))
        i++;
    return gam_impls[i];
}

const struct gam_impl *gam_impl_find(const char *name, const char *kind)
{
    const struct gam_impl *impl = gam_impl_next(NULL, kind);

    while (impl && strcmp(impl->name, name) != 0)
        impl = gam_impl_next(impl, kind);
    return impl;
}

unsigned gam_impl_langs(const struct gam_impl *impl)
{
    return impl->langs ? impl->langs : 1u << impl->lang;
}

void gam_launch_release(struct gam_launch *launch)
{
    if (launch->release)
        launch->release(launch);
    *launch = (struct gam_launch){ .lang = GAM_LANG_HOST };
}
