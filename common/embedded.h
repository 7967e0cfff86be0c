/* SPDX-License-Identifier: MIT */
/* Data files built into the program (cmake/embed.cmake). */
#ifndef GAM_COMMON_EMBEDDED_H
#define GAM_COMMON_EMBEDDED_H

#include <stddef.h>

struct gam_embedded {
    const char *name; /* file name without its suffix; NULL ends a table */
    const char *text; /* NUL-terminated */
    size_t length;    /* without the NUL */
};

extern const struct gam_embedded gam_embedded_suites[];
extern const struct gam_embedded gam_embedded_gpu[]; /* sources of kernels/gpu */
extern const struct gam_embedded gam_embedded_uarch[];
extern const struct gam_embedded gam_embedded_devices[]; /* hwdb/devices, all vendors */
extern const struct gam_embedded gam_embedded_tables[];  /* hwdb/tables */
extern const struct gam_embedded gam_embedded_styles[];  /* of reports/ */
extern const struct gam_embedded gam_embedded_page[];    /* the page's script (web/), or nothing */

#endif
