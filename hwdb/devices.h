/* SPDX-License-Identifier: MIT */
/* The device database: one file per device, hwdb/devices/<vendor>/<id>.json (docs/schema/gambrel-device-1.schema.json), built
 * into the program, and the files of a folder of the user's own. A file of the user's with the id of a built-in one replaces it.
 *
 * To add one: that file; `gambrel hw check` and the tests read every file.
 */
#ifndef GAM_HWDB_DEVICES_H
#define GAM_HWDB_DEVICES_H

#include "common/record/hw.h"

struct gam_err;
struct gam_hw_document;

struct gam_hw_db {
    const struct gam_hw_device **device; /* by id */
    size_t n;
    struct gam_hw_document *document; /* private: what owns them, newest first */
};

/* `folder`: of the user's files, every *.json in it; NULL, or a folder that does not exist: none. Caller releases, after a
 * failure too. */
int gam_hw_db_load(const char *folder, struct gam_hw_db *out, struct gam_err *err);
void gam_hw_db_release(struct gam_hw_db *db);

/* Adds a device from the text of a file; `origin` names the file (copied), NULL for built in. */
int gam_hw_db_add(struct gam_hw_db *db, const char *origin, const char *label, const char *text, size_t length,
                  struct gam_err *err);

/* By id, or by a part of one that only one device has, in any case ("h100-sxm"). -GAM_ENOENT that suggests, or -GAM_EINVAL that
 * lists what the part fits. */
int gam_hw_db_find(const struct gam_hw_db *db, const char *name, const struct gam_hw_device **out, struct gam_err *err);

/* Faults of a device's numbers, one call of `found` each; the number of them. `found` may be NULL. Rules: docs/hardware.md. */
struct gam_hw_fault {
    const struct gam_hw_device *device;
    const char *rule; /* "ridge" "order" "sparsity" "link" "duplicate" ... */
    char text[240];
};
size_t gam_hw_check(const struct gam_hw_db *db, void (*found)(void *ctx, const struct gam_hw_fault *fault), void *ctx);

#endif
