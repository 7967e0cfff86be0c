/* SPDX-License-Identifier: MIT */
/* roof_transfer: copies, and no kernel. The runner makes them, with what the device's backend has for it. */
#include "common/err.h"
#include "kernels/impl.h"
#include "ops/link.h"

#include <stdio.h>
#include <string.h>

static int transfer_supports(const struct gam_op *op, const struct gam_caps *caps, struct gam_err *why)
{
    if (!(caps->langs & GAM_LANGS_GPU))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "copy: the device works in the host's memory");
    if (gam_host_memory_parse(gam_op_word(op, "host")) == GAM_HOST_PINNED && !(caps->offers & GAM_OFFER_PINNED))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "copy: the device's backend has no page-locked memory");
    if (!strcmp(gam_op_word(op, "way"), "both") && !(caps->offers & GAM_OFFER_EXCHANGE))
        return gam_err_set(why, -GAM_EUNSUPPORTED, "copy: the device's backend copies one way at a time");
    return 0;
}

static int transfer_plan(const struct gam_op *op, const struct gam_caps *caps, struct gam_launch *out, struct gam_err *err)
{
    int rc = transfer_supports(op, caps, err);

    if (rc)
        return rc;
    *out = (struct gam_launch){ .lang = GAM_LANG_OPENCL, .threads = 1, .flop_scale = 1 };
    snprintf(out->detail, sizeof out->detail, "%s",
             strcmp(gam_op_word(op, "way"), "both") ? "one copy after the other" : "two queues");
    return 0;
}

const struct gam_impl gam_impl_transfer = {
    .name = "copy",
    .kinds = { "roof_transfer" },
    .lang = GAM_LANG_OPENCL,
    .langs = GAM_LANGS_GPU,
    .supports = transfer_supports,
    .plan = transfer_plan,
};
