/* SPDX-License-Identifier: MIT */
#include "reports/style.h"

#include "common/embedded.h"

#include <string.h>

const char *gam_style_text(const char *name)
{
    for (size_t i = 0; gam_embedded_styles[i].name; i++)
        if (!strcmp(gam_embedded_styles[i].name, name))
            return gam_embedded_styles[i].text;
    return "";
}
