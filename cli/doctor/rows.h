/* SPDX-License-Identifier: MIT */
/* What `gambrel doctor` looks at. To add a check of the machine: a row in conditions.c. */
#ifndef GAM_CLI_DOCTOR_ROWS_H
#define GAM_CLI_DOCTOR_ROWS_H

#include "reports/doc.h"

struct gam_doctor_rows; /* owns the texts of its rows */

/* more: backends beside those that are built in, NULL-terminated. */
struct gam_device_backend;
struct gam_doctor_rows *gam_doctor_rows_new(const char *db, const struct gam_device_backend *const *more, struct gam_err *err);
struct gam_doctor gam_doctor_rows_doc(const struct gam_doctor_rows *rows); /* borrowed */
void gam_doctor_rows_free(struct gam_doctor_rows *rows);

/* Appends a row; texts are copied, remedy may be NULL or empty. Rows beyond the room are dropped. */
void gam_doctor_row_add(struct gam_doctor_rows *rows, const char *group, const char *name, const char *state, const char *reason,
                        const char *remedy);

/* Implementations, each asked on the devices that are here (implementations.c). */
void gam_doctor_implementations(struct gam_doctor_rows *rows, const struct gam_device_backend *const *more);

/* Whether the clocks of NVIDIA's boards are held (board_clocks.c); no row for what NVML does not tell. */
void gam_doctor_board_clocks(struct gam_doctor_rows *rows);

/* Conditions of the machine that spoil measurements (conditions.c). */
void gam_doctor_conditions(struct gam_doctor_rows *rows);

#endif
