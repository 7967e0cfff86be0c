/* SPDX-License-Identifier: MIT */
#include "reports/svg/svg.h"

#include "common/unit.h"
#include "reports/escape.h"
#include "reports/fmt.h"

#include <string.h>

double gam_svg_text_width(const char *text, double font)
{
    return (double)gam_text_columns(text) * font * GAM_SVG_EM_PER_COLUMN;
}

void gam_svg_number(struct gam_strbuf *out, double value)
{
    char text[GAM_FMT_SIZE];
    size_t n;

    gam_fmt_fixed(isfinite(value) ? value : 0, 1, text, sizeof text);
    n = strlen(text);
    if (n > 2 && !strcmp(text + n - 2, ".0"))
        text[n - 2] = 0;
    gam_strbuf_text(out, text);
}

static void attribute(struct gam_strbuf *out, const char *name, double value)
{
    gam_strbuf_printf(out, " %s=\"", name);
    gam_svg_number(out, value);
    gam_strbuf_char(out, '"');
}

void gam_svg_open(struct gam_strbuf *out, const struct gam_svg_frame *frame, double height, const char *title,
                  const char *description)
{
    gam_strbuf_printf(out,
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot %s\" role=\"%s\" aria-labelledby=\"%s-t %s-d\"",
                      frame->narrow ? "narrow" : "wide", frame->links ? "group" : "img", frame->id, frame->id);
    if (frame->y > 0)
        attribute(out, "y", frame->y);
    attribute(out, "width", frame->width);
    attribute(out, "height", height);
    gam_strbuf_text(out, " viewBox=\"0 0 ");
    gam_svg_number(out, frame->width);
    gam_strbuf_char(out, ' ');
    gam_svg_number(out, height);
    gam_strbuf_printf(out, "\">\n<title id=\"%s-t\">", frame->id);
    gam_escape_xml(out, title);
    gam_strbuf_printf(out, "</title>\n<desc id=\"%s-d\">", frame->id);
    gam_escape_xml(out, description);
    gam_strbuf_text(out, "</desc>\n");
}

void gam_svg_close(struct gam_strbuf *out)
{
    gam_strbuf_text(out, "</svg>\n");
}

void gam_svg_line(struct gam_strbuf *out, const char *css, struct gam_svg_point a, struct gam_svg_point b)
{
    gam_strbuf_printf(out, "<line class=\"%s\"", css);
    attribute(out, "x1", a.x);
    attribute(out, "y1", a.y);
    attribute(out, "x2", b.x);
    attribute(out, "y2", b.y);
    gam_strbuf_text(out, "/>\n");
}

void gam_svg_rect(struct gam_strbuf *out, const char *css, struct gam_svg_box box)
{
    gam_strbuf_printf(out, "<rect class=\"%s\"", css);
    attribute(out, "x", box.x);
    attribute(out, "y", box.y);
    attribute(out, "width", fmax(box.w, 0));
    attribute(out, "height", fmax(box.h, 0));
    gam_strbuf_text(out, "/>\n");
}

void gam_svg_text(struct gam_strbuf *out, const char *css, struct gam_svg_point at, const char *text)
{
    gam_strbuf_printf(out, "<text class=\"%s\"", css);
    attribute(out, "x", at.x);
    attribute(out, "y", at.y);
    gam_strbuf_char(out, '>');
    gam_escape_xml(out, text);
    gam_strbuf_text(out, "</text>\n");
}

void gam_svg_text_turned(struct gam_strbuf *out, const char *css, struct gam_svg_point at, double degrees, const char *text)
{
    gam_strbuf_printf(out, "<text class=\"%s\" transform=\"translate(", css);
    gam_svg_number(out, at.x);
    gam_strbuf_char(out, ' ');
    gam_svg_number(out, at.y);
    gam_strbuf_text(out, ") rotate(");
    gam_svg_number(out, degrees);
    gam_strbuf_text(out, ")\">");
    gam_escape_xml(out, text);
    gam_strbuf_text(out, "</text>\n");
}

void gam_svg_title(struct gam_strbuf *out, const char *text)
{
    gam_strbuf_text(out, "<title>");
    gam_escape_xml(out, text);
    gam_strbuf_text(out, "</title>");
}
