/* SPDX-License-Identifier: MIT */
/* Shared by devices*.c only. */
#ifndef GAM_HWDB_DEVICES_PRIV_H
#define GAM_HWDB_DEVICES_PRIV_H

#include "common/json.h"
#include "hwdb/devices.h"

/* A file that was read: texts of the device are borrowed from `root`. */
struct gam_hw_document {
    struct gam_hw_document *next;
    struct gam_json root;
    char *origin, *label;
    struct gam_hw_device device;
};

/* Reads doc->root into doc->device. */
int device_read(struct gam_hw_document *doc, struct gam_err *err);
void device_release(struct gam_hw_device *d);

#endif
