/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_onednn.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* 3.x first. Upstream's soname ends in the major version; Debian 13 appends a minor one. */
static const char *const sonames[] = {
    "libdnnl.so.3",   "libdnnl.so.3.12", "libdnnl.so.3.11", "libdnnl.so.3.10", "libdnnl.so.3.9", "libdnnl.so.3.8",
    "libdnnl.so.3.7", "libdnnl.so.3.6",  "libdnnl.so.3.5",  "libdnnl.so.2",    "libdnnl.so",     NULL,
};

/* Those of one version are optional here and asked for once the version is known. */
#define BOTH(field)                                                                                                              \
    {                                                                                                                            \
        "dnnl_" #field, offsetof(struct gam_onednn_api, field), 0                                                                \
    }
#define ONE(version, field)                                                                                                      \
    {                                                                                                                            \
        "dnnl_" #field, offsetof(struct gam_onednn_api, version.field), 1                                                        \
    }
static const struct gam_dl_symbol symbols[] = {
    BOTH(version),
    BOTH(engine_create),
    BOTH(engine_destroy),
    BOTH(stream_create),
    BOTH(stream_destroy),
    BOTH(stream_wait),
    BOTH(memory_create),
    BOTH(memory_destroy),
    BOTH(memory_set_data_handle),
    BOTH(memory_desc_equal),
    BOTH(memory_desc_get_size),
    BOTH(primitive_desc_query_md),
    BOTH(primitive_desc_query),
    BOTH(primitive_desc_destroy),
    BOTH(primitive_create),
    BOTH(primitive_destroy),
    BOTH(primitive_execute),
    BOTH(primitive_attr_create),
    BOTH(primitive_attr_destroy),
    BOTH(primitive_attr_set_post_ops),
    BOTH(post_ops_create),
    BOTH(post_ops_destroy),
    BOTH(reorder_primitive_desc_create),
    BOTH(sgemm),
    ONE(v2, memory_desc_init_by_strides),
    ONE(v2, memory_desc_init_by_tag),
    ONE(v2, primitive_desc_create),
    ONE(v2, matmul_desc_init),
    ONE(v2, dilated_convolution_forward_desc_init),
    ONE(v2, softmax_v2_forward_desc_init),
    ONE(v2, layer_normalization_forward_desc_init),
    ONE(v2, eltwise_forward_desc_init),
    ONE(v2, binary_desc_init),
    ONE(v2, post_ops_append_eltwise),
    ONE(v3, memory_desc_create_with_strides),
    ONE(v3, memory_desc_create_with_tag),
    ONE(v3, memory_desc_destroy),
    ONE(v3, matmul_primitive_desc_create),
    ONE(v3, convolution_forward_primitive_desc_create),
    ONE(v3, softmax_forward_primitive_desc_create),
    ONE(v3, layer_normalization_forward_primitive_desc_create),
    ONE(v3, eltwise_forward_primitive_desc_create),
    ONE(v3, binary_primitive_desc_create),
    ONE(v3, post_ops_append_eltwise),
};
#undef BOTH
#undef ONE

static struct {
    pthread_once_t once;
    struct gam_onednn_api api;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

/* Every function pointer between two offsets is filled. */
static int check_filled(const struct gam_onednn_api *api, size_t begin, size_t end, struct gam_err *err)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *pointer;

        if (symbols[i].offset < begin || symbols[i].offset >= end)
            continue;
        memcpy(&pointer, (const char *)api + symbols[i].offset, sizeof pointer);
        if (!pointer)
            return gam_err_set(err, -GAM_EVERSION, "oneDNN %s lacks %s", api->text, symbols[i].name);
    }
    return 0;
}

static int check_version(struct gam_onednn_api *api, struct gam_err *err)
{
    const struct gam_onednn_version *version = api->version();
    size_t v2 = offsetof(struct gam_onednn_api, v2), v3 = offsetof(struct gam_onednn_api, v3);

    snprintf(api->text, sizeof api->text, "%d.%d.%d", version->major, version->minor, version->patch);
    api->major = version->major;
    if (api->major == 2)
        return check_filled(api, v2, v2 + sizeof api->v2, err);
    if (api->major == 3)
        return check_filled(api, v3, v3 + sizeof api->v3, err);
    return gam_err_set(err, -GAM_EVERSION, "oneDNN %s: only 2.x and 3.x are known", api->text);
}

static void load(void)
{
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.api, &handle, &loaded.err);
    if (!loaded.rc)
        loaded.rc = check_version(&loaded.api, &loaded.err);
}

int gam_onednn_get(const struct gam_onednn_api **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.api;
    return 0;
}
