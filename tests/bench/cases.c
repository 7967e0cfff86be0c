/* SPDX-License-Identifier: MIT */
#include "bench.h"

#define BLAS(text, spec, least)                                                                                                  \
    {                                                                                                                            \
        .name = (text), .op = (spec), .ours = "simd", .peers = { "openblas", "onednn", "blis" }, .target = (least)               \
    }
#define CONV(text, spec, least)                                                                                                  \
    {                                                                                                                            \
        .name = (text), .op = (spec), .ours = "simd", .peers = { "onednn" }, .target = (least)                                   \
    }
#define ATTENTION(text, spec, least, share)                                                                                      \
    {                                                                                                                            \
        .name = (text), .op = (spec), .ours = "simd", .peers = { "openblas+softmax", "onednn+softmax", "blis+softmax" },         \
        .target = (least), .roof_target = (share)                                                                                \
    }
#define PLAIN(text, spec)                                                                                                        \
    {                                                                                                                            \
        .name = (text), .op = (spec), .ours = "simd", .peers = { "onednn", "portable" }                                          \
    }

const struct bench_case bench_cases[] = {
    BLAS("gemm f32 512", "gemm:m=512,n=512,k=512,dtype=f32", 0.85),
    BLAS("gemm f32 1024", "gemm:m=1024,n=1024,k=1024,dtype=f32", 0.85),
    BLAS("gemm f32 2048", "gemm:m=2048,n=2048,k=2048,dtype=f32", 0.85),
    BLAS("gemm f64 512", "gemm:m=512,n=512,k=512,dtype=f64", 0.85),
    BLAS("gemm f64 1024", "gemm:m=1024,n=1024,k=1024,dtype=f64", 0.85),
    BLAS("gemm f64 2048", "gemm:m=2048,n=2048,k=2048,dtype=f64", 0.85),
    CONV("conv2d 7x7/2 1x3x224x224 to 64", "conv2d:c=3,h=224,k=64,r=7,stride=2,pad=3,dtype=f32", 0.7),
    CONV("conv2d 3x3 64 to 64 at 56x56", "conv2d:c=64,h=56,k=64,r=3,pad=1,dtype=f32", 0.7),
    CONV("conv2d 1x1 256 to 256 at 14x14", "conv2d:c=256,h=14,k=256,r=1,dtype=f32", 0.7),
    CONV("conv2d depthwise 3x3 128 at 56x56", "conv2d:c=128,h=56,k=128,r=3,pad=1,groups=128,dtype=f32", 0.7),
    ATTENTION("attention f32 512", "attention:hq=8,sq=512,d=64,dtype=f32", 1, 0),
    ATTENTION("attention f32 2048", "attention:hq=8,sq=2048,d=64,dtype=f32", 0, 0.6),
    ATTENTION("attention f32 2048, d 128", "attention:hq=8,sq=2048,d=128,dtype=f32", 0, 0.6),
    ATTENTION("attention f32 8192", "attention:hq=2,sq=8192,d=64,dtype=f32", 1.2, 0),

    /* nothing promised */
    BLAS("gemm f32 16", "gemm:m=16,n=16,k=16,dtype=f32", 0),
    BLAS("gemm f32 61", "gemm:m=61,n=61,k=61,dtype=f32", 0),
    BLAS("gemm f32 128", "gemm:m=128,n=128,k=128,dtype=f32", 0),
    BLAS("gemm f32 1x4096x4096", "gemm:m=1,n=4096,k=4096,dtype=f32", 0),
    BLAS("gemm f32 1x4096x4096 tb", "gemm:m=1,n=4096,k=4096,tb=1,dtype=f32", 0),
    BLAS("gemm f32 8x4096x4096", "gemm:m=8,n=4096,k=4096,dtype=f32", 0),
    BLAS("gemm f32 96 times 64x80x96", "gemm:batch=96,m=64,n=80,k=96,dtype=f32", 0),
    BLAS("gemm f32 1024 tb", "gemm:m=1024,n=1024,k=1024,tb=1,dtype=f32", 0),
    BLAS("gemm f32 1024 ta", "gemm:m=1024,n=1024,k=1024,ta=1,dtype=f32", 0),
    BLAS("gemm f32 1000", "gemm:m=1000,n=1000,k=1000,dtype=f32", 0),
    CONV("conv2d 3x3 256 to 256 at 14x14", "conv2d:c=256,h=14,k=256,r=3,pad=1,dtype=f32", 0),
    CONV("conv2d 3x3/2 128 to 256 at 28x28", "conv2d:c=128,h=28,k=256,r=3,stride=2,pad=1,dtype=f32", 0),
    CONV("conv2d 1x1/2 256 to 512 at 28x28", "conv2d:c=256,h=28,k=512,r=1,stride=2,dtype=f32", 0),
    CONV("conv2d depthwise 3x3/2 128 at 56x56", "conv2d:c=128,h=56,k=128,r=3,stride=2,pad=1,groups=128,dtype=f32", 0),
    CONV("conv2d 3x3 in 32 groups 256 at 28x28", "conv2d:c=256,h=28,k=256,r=3,pad=1,groups=32,dtype=f32", 0),
    ATTENTION("attention f64 1024", "attention:hq=8,sq=1024,d=64,dtype=f64", 0, 0),
    ATTENTION("attention f32 512, d 128", "attention:hq=8,sq=512,d=128,dtype=f32", 0, 0),
    ATTENTION("attention f32 100, d 40", "attention:hq=8,sq=100,d=40,dtype=f32", 0, 0),
    ATTENTION("attention f32 decode 4096 keys", "attention:b=8,hq=32,hkv=8,sq=1,skv=4096,d=64,dtype=f32", 0, 0),
    { .name = "attention f32 causal 1024",
      .op = "attention:hq=8,sq=1024,d=64,mask=causal,dtype=f32",
      .ours = "simd",
      .peers = { "portable" } },
    PLAIN("softmax f32 512x1024", "softmax:rows=512,cols=1024,dtype=f32"),
    PLAIN("layernorm f32 512x1024", "layernorm:rows=512,cols=1024,dtype=f32"),
    PLAIN("gelu f32 2^18", "gelu:n=262144,dtype=f32"),
    PLAIN("silu f32 2^18", "silu:n=262144,dtype=f32"),
    PLAIN("add f32 2^25", "add:n=33554432,dtype=f32"),
    { .name = NULL },
};
