/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_cudnn.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>
#include <stdio.h>

static const char *const sonames[] = { "libcudnn.so.9", "libcudnn.so.8", "libcudnn.so", "/usr/local/cuda/lib64/libcudnn.so",
                                       NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "cudnn" name, offsetof(struct gam_cudnn, field), 0                                                                       \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(version, "GetVersion"),
    SYMBOL(error_text, "GetErrorString"),
    SYMBOL(create, "Create"),
    SYMBOL(destroy, "Destroy"),
    SYMBOL(set_stream, "SetStream"),
    SYMBOL(tensor_create, "CreateTensorDescriptor"),
    SYMBOL(tensor_destroy, "DestroyTensorDescriptor"),
    SYMBOL(tensor_set, "SetTensor4dDescriptor"),
    SYMBOL(filter_create, "CreateFilterDescriptor"),
    SYMBOL(filter_destroy, "DestroyFilterDescriptor"),
    SYMBOL(filter_set, "SetFilter4dDescriptor"),
    SYMBOL(conv_create, "CreateConvolutionDescriptor"),
    SYMBOL(conv_destroy, "DestroyConvolutionDescriptor"),
    SYMBOL(conv_set, "SetConvolution2dDescriptor"),
    SYMBOL(conv_groups, "SetConvolutionGroupCount"),
    SYMBOL(conv_math, "SetConvolutionMathType"),
    SYMBOL(conv_propose, "GetConvolutionForwardAlgorithm_v7"),
    SYMBOL(conv_forward, "ConvolutionForward"),
    SYMBOL(softmax, "SoftmaxForward"),
    SYMBOL(backend_create, "BackendCreateDescriptor"),
    SYMBOL(backend_destroy, "BackendDestroyDescriptor"),
    SYMBOL(backend_set, "BackendSetAttribute"),
    SYMBOL(backend_get, "BackendGetAttribute"),
    SYMBOL(backend_finalize, "BackendFinalize"),
    SYMBOL(backend_execute, "BackendExecute"),
};
#undef SYMBOL

static struct {
    pthread_once_t once;
    struct gam_cudnn library;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;
    size_t v, major;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.library, &handle, &loaded.err);
    if (loaded.rc)
        return;
    v = loaded.library.version();
    major = v >= 90000 ? 10000 : 1000;
    snprintf(loaded.library.text, sizeof loaded.library.text, "%zu.%zu.%zu", v / major, v % major / 100, v % 100);
}

int gam_cudnn_get(const struct gam_cudnn **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.library;
    return 0;
}
