/* SPDX-License-Identifier: MIT */
#include "reports/render.h"

#include "reports/render_priv.h"

#include "common/err.h"

#include <string.h>

const struct gam_renderer *gam_renderer_find(const char *name)
{
    for (size_t i = 0; name && gam_renderers[i]; i++)
        if (!strcmp(gam_renderers[i]->name, name))
            return gam_renderers[i];
    return NULL;
}

int gam_render_flush(struct gam_strbuf *out, const struct gam_byte_sink *sink, struct gam_err *err)
{
    int rc = gam_strbuf_status(out, err);

    if (!rc && out->length)
        rc = sink->write(sink->ctx, out->text, out->length, err);
    gam_strbuf_release(out);
    return rc;
}

int gam_render_kind_check(const struct gam_doc *doc, unsigned kinds, const char *format, struct gam_err *err)
{
    if ((unsigned)doc->kind < 32 && kinds & 1u << doc->kind)
        return 0;
    return gam_err_set(err, -GAM_EUNSUPPORTED, "format '%s' cannot show this document; 'json' and 'text' can", format);
}
