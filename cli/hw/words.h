/* SPDX-License-Identifier: MIT */
/* Words that options about the device database take, checked against what is in it: a filter that nothing can pass because it
 * is misspelt must not look like an answer. A word becomes the spelling of the database; NULL is not given and passes. */
#ifndef GAM_CLI_HW_WORDS_H
#define GAM_CLI_HW_WORDS_H

#include "hwdb/devices.h"

int gam_cli_hw_family(const char **word, struct gam_err *err);
int gam_cli_hw_vendor(const struct gam_hw_db *db, const char **word, struct gam_err *err);
int gam_cli_hw_status(const struct gam_hw_db *db, const char **word, struct gam_err *err);
int gam_cli_hw_capability(const struct gam_hw_db *db, const char **word, struct gam_err *err);
int gam_cli_hw_dtype(const char **word, struct gam_err *err);
/* Operator kinds that an implementation may have, one or several with commas between. */
int gam_cli_operator_kinds(const char *option, const char *words, struct gam_err *err);
/* The first of them, cut at `size`; what is left behind it, NULL at the end. */
const char *gam_cli_operator_kind_next(const char *words, char *out, size_t size);

#endif
