/* SPDX-License-Identifier: MIT */
/* One value of an option against the values that are known: what is none of them is refused with the list and the nearest. */
#ifndef GAM_CLI_CLI_CHOICE_H
#define GAM_CLI_CLI_CHOICE_H

#include <stddef.h>

struct gam_err;

enum { GAM_CLI_CHOICE_LIST = 400 };

struct gam_cli_choice {
    const char *option, *value; /* "--family", what was given */
    char known[GAM_CLI_CHOICE_LIST];
    size_t used, distance;
    const char *near, *match; /* match: the known spelling of the value */
    int cut;
};

struct gam_cli_choice gam_cli_choice(const char *option, const char *value);
/* A value that is known; borrowed until the end. Case does not matter, nor does offering one twice. */
void gam_cli_choice_offer(struct gam_cli_choice *c, const char *known);
/* -GAM_EINVAL when nothing of what was offered was the value. */
int gam_cli_choice_end(const struct gam_cli_choice *c, struct gam_err *err);

/* Of a NULL-terminated list; *value becomes the known spelling. */
int gam_cli_choice_check(const char *option, const char **value, const char *const *known, struct gam_err *err);

#endif
