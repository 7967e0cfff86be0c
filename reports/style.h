/* SPDX-License-Identifier: MIT */
/* Style sheets that are built in: reports/plot.css (figures), reports/page.css (the page), reports/compare.css (what a comparison
 * has beside them). */
#ifndef GAM_REPORTS_STYLE_H
#define GAM_REPORTS_STYLE_H

const char *gam_style_text(const char *name); /* "plot", "page", "compare"; "" for another name */

#endif
