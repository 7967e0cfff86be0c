/* SPDX-License-Identifier: MIT */
/* A fake cuDNN that computes softmax and convolution of f32 as its descriptors say. */
#include "script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))

/* Tensors: type n c h w. Filters: type k c h w. Convolutions: pad, stride, dilation, groups, math. */
struct fake_desc {
    int type, v[4], pad, stride, dilation, groups, math;
};

static int make(void **out)
{
    *out = calloc(1, sizeof(struct fake_desc));
    fake_script()->live_handles++;
    return *out ? 0 : 1;
}

static int drop(void *desc)
{
    free(desc);
    fake_script()->live_handles--;
    return 0;
}

API size_t cudnnGetVersion(void)
{
    return 91900;
}

API const char *cudnnGetErrorString(int status)
{
    return status == 1001 ? "CUDNN_STATUS_NOT_INITIALIZED" : "CUDNN_STATUS_FAKE";
}

API int cudnnCreate(void **handle)
{
    return fake_script()->library_error ? 1001 : make(handle);
}

API int cudnnDestroy(void *handle)
{
    return drop(handle);
}

API int cudnnSetStream(void *handle, void *stream)
{
    return handle && stream ? 0 : 1;
}

API int cudnnCreateTensorDescriptor(void **out)
{
    return make(out);
}

API int cudnnDestroyTensorDescriptor(void *desc)
{
    return drop(desc);
}

API int cudnnCreateFilterDescriptor(void **out)
{
    return make(out);
}

API int cudnnDestroyFilterDescriptor(void *desc)
{
    return drop(desc);
}

API int cudnnCreateConvolutionDescriptor(void **out)
{
    return make(out);
}

API int cudnnDestroyConvolutionDescriptor(void *desc)
{
    return drop(desc);
}

API int cudnnSetTensor4dDescriptor(void *desc, int format, int type, int n, int c, int h, int w)
{
    *(struct fake_desc *)desc = (struct fake_desc){ .type = type, .v = { n, c, h, w } };
    return format;
}

API int cudnnSetFilter4dDescriptor(void *desc, int type, int format, int k, int c, int h, int w)
{
    *(struct fake_desc *)desc = (struct fake_desc){ .type = type, .v = { k, c, h, w } };
    return format;
}

API int cudnnSetConvolution2dDescriptor(void *desc, int pad_h, int pad_w, int u, int v, int dilation_h, int dilation_w, int mode,
                                        int type)
{
    *(struct fake_desc *)desc =
        (struct fake_desc){ .type = type, .pad = pad_h, .stride = u, .dilation = dilation_h, .groups = 1 };
    return pad_h != pad_w || u != v || dilation_h != dilation_w || mode != 1;
}

API int cudnnSetConvolutionGroupCount(void *desc, int groups)
{
    ((struct fake_desc *)desc)->groups = groups;
    return 0;
}

API int cudnnSetConvolutionMathType(void *desc, int math)
{
    ((struct fake_desc *)desc)->math = math;
    return 0;
}

/* The first cannot run, of the other two the second wants memory. */
API int cudnnGetConvolutionForwardAlgorithm_v7(void *handle, void *x, void *w, void *conv, void *y, int wanted, int *found,
                                               void *out)
{
    struct {
        int algorithm, status;
        float time;
        size_t memory;
        int determinism, math, reserved[3];
    } *p = out;

    (void)handle, (void)x, (void)w, (void)conv, (void)y;
    *found = fake_script()->library_no_algorithm ? 0 : wanted < 3 ? wanted : 3;
    for (int i = 0; i < *found; i++) {
        memset(&p[i], 0, sizeof p[i]);
        p[i].algorithm = i;
        p[i].status = i == 0 ? 3000 : 0;
        p[i].memory = i == 2 ? 512 : 0;
    }
    return 0;
}

API int cudnnConvolutionForward(void *handle, const void *alpha, void *x_desc, const void *x, void *w_desc, const void *w,
                                void *conv, int algorithm, void *workspace, size_t bytes, const void *beta, void *y_desc, void *y)
{
    const struct fake_desc *tx = x_desc, *tw = w_desc, *ty = y_desc, *c = conv;
    int kg = tw->v[0] / c->groups;

    (void)handle;
    fake_script()->library_calls++;
    fake_script()->now_ns += 100000;
    if (tx->type || tw->type || ty->type || c->math != 3 || !algorithm || (bytes && !workspace) || *(const float *)alpha != 1 ||
        *(const float *)beta != 0)
        return 1;
    for (int e = 0; e < ty->v[0] * ty->v[1] * ty->v[2] * ty->v[3]; e++) {
        int q = e % ty->v[3], p = e / ty->v[3] % ty->v[2], k = e / ty->v[3] / ty->v[2] % ty->v[1];
        int n = e / ty->v[3] / ty->v[2] / ty->v[1];
        double sum = 0;

        for (int t = 0; t < tw->v[1] * tw->v[2] * tw->v[3]; t++) {
            int s = t % tw->v[3], r = t / tw->v[3] % tw->v[2], i = t / tw->v[3] / tw->v[2];
            int row = p * c->stride - c->pad + r * c->dilation, col = q * c->stride - c->pad + s * c->dilation;
            int channel = k / kg * tw->v[1] + i;

            if (row >= 0 && col >= 0 && row < tx->v[2] && col < tx->v[3])
                sum += (double)((const float *)x)[((n * tx->v[1] + channel) * tx->v[2] + row) * tx->v[3] + col] *
                       ((const float *)w)[((k * tw->v[1] + i) * tw->v[2] + r) * tw->v[3] + s];
        }
        ((float *)y)[e] = (float)sum;
    }
    return 0;
}

API int cudnnSoftmaxForward(void *handle, int algorithm, int mode, const void *alpha, void *x_desc, const void *x,
                            const void *beta, void *y_desc, void *y)
{
    const struct fake_desc *t = x_desc;
    int length = t->v[1] * t->v[2] * t->v[3];

    (void)handle, (void)alpha, (void)beta, (void)y_desc;
    fake_script()->library_calls++;
    fake_script()->now_ns += 100000;
    if (t->type || algorithm != 1 || mode != 0)
        return 1;
    for (int n = 0; n < t->v[0]; n++) {
        const float *from = (const float *)x + (size_t)n * (size_t)length;
        float *to = (float *)y + (size_t)n * (size_t)length;
        double most = from[0], sum = 0;

        for (int i = 0; i < length; i++)
            most = fmax(most, from[i]);
        for (int i = 0; i < length; i++)
            sum += exp(from[i] - most);
        for (int i = 0; i < length; i++)
            to[i] = (float)(exp(from[i] - most) / sum);
    }
    return 0;
}
