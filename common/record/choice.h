/* SPDX-License-Identifier: MIT */
/* Sizes that an implementation leaves open (tiles, groups) are tried before anything is measured. What was chosen is the
 * beginning of a measurement's detail; how it was chosen stands behind it:
 *
 *     groups of 8x8 TILE=4 (best of 6)            tried in that run
 *     groups of 8x8 TILE=4 (best of 6 in run 12)  not tried again: run 12 of the database did, under the same conditions
 */
#ifndef GAM_COMMON_RECORD_CHOICE_H
#define GAM_COMMON_RECORD_CHOICE_H

#include <stddef.h>
#include <stdint.h>

/* What has to be equal for a choice to be used again. */
struct gam_choice_query {
    const char *host_instance;            /* NULL: no reuse */
    const char *device_class, *driver;    /* may be NULL: not known, then or now */
    const char *implementation, *version; /* version NULL: no reuse, since nothing would tell that the code is another */
    const char *spec;
    int64_t threads;
    const char *cache;
    int64_t max_age_days;
};

/* Appends the end to a detail. run 0: tried in this one. */
void gam_choice_end(char *detail, size_t size, uint32_t tried, int64_t run);
/* Whether that run tried for itself. */
int gam_choice_is_own(const char *detail);
/* Whether the detail is of the variant that plans as `planned` (no end). */
int gam_choice_is_of(const char *detail, const char *planned);

#endif
