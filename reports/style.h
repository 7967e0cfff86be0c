/* SPDX-License-Identifier: MIT */
/* Style sheets that are built in: reports/plot.css (figures), reports/page.css (the page). */
#ifndef GAM_REPORTS_STYLE_H
#define GAM_REPORTS_STYLE_H

const char *gam_style_text(const char *name); /* "plot", "page"; "" for another name */

#endif
