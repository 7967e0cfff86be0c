/* SPDX-License-Identifier: MIT */
/* What people found out later about the verdicts of gates. A history: rows are added, the newest of a gate counts. */
#ifndef GAM_STORE_REVIEWS_H
#define GAM_STORE_REVIEWS_H

#include "common/record/text_block.h"
#include "store/store.h"

struct gam_review {
    const char *gate, *verdict, *started; /* the gate's uuid, what it said, when it began */
    const char *reviewed, *why;           /* when somebody looked; NULL: nobody did */
    int right;                            /* whether the verdict was found to be right */
};
struct gam_review_list {
    struct gam_review *row;
    size_t n;
    struct gam_text_block *texts;
};

/* `gate` is "last", a uuid or the beginning of one. A gate that decided nothing has nothing to be right about: -GAM_EINVAL. The
 * verdict that was reviewed is put in `verdict` (at least 32 bytes). */
int gam_store_review_add(struct gam_store *s, const char *gate, int right, const char *why, const char *now, char *verdict,
                         size_t size, struct gam_err *err);

/* Every gate that decided (pass or regression) with its newest review, the newest gate first. */
int gam_store_review_list(struct gam_store *s, struct gam_review_list *out, struct gam_err *err);
void gam_review_list_release(struct gam_review_list *l);

#endif
