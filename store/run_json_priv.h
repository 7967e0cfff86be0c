/* SPDX-License-Identifier: MIT */
/* Names that writer and reader of gambrel-run/1 share. */
#ifndef GAM_STORE_RUN_JSON_PRIV_H
#define GAM_STORE_RUN_JSON_PRIV_H

#define GAM_RUN_JSON_SCHEMA "gambrel-run/1"
#define GAM_RUN_JSON_ROOFS  "roofs"

#endif
