/* SPDX-License-Identifier: MIT */
/* Files. Reads are capped; writes appear whole or not at all. */
#ifndef GAM_COMMON_FILE_H
#define GAM_COMMON_FILE_H

#include "common/strbuf.h"

struct gam_err;

/* Appends the whole file to `out` (its cap holds; over it: -GAM_EINVAL that names file and limit). "-" reads stdin. */
int gam_file_read(const char *path, struct gam_strbuf *out, struct gam_err *err);
/* Writes beside the path, syncs, renames. On failure the old file is untouched and no temporary stays. "-" writes stdout. */
int gam_file_write(const char *path, const void *bytes, size_t n, struct gam_err *err);
/* Whether gam_file_write() could begin, before the work whose result it shall hold: its errors, nothing written. */
int gam_file_check_write(const char *path, struct gam_err *err);
int gam_file_make_folders(const char *path_of_file, struct gam_err *err); /* parents, mode 0700 */
/* First line of a small system file below a root ("" for /), without the newline; -GAM_ENOENT, -GAM_EPERM. */
int gam_file_line(const char *root, const char *path, char *out, size_t size);

#endif
