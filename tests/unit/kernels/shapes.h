/* SPDX-License-Identifier: MIT */
/* Awkward shapes of every operator kind: all implementations on all devices are tested with them. */
#ifndef GAM_TESTS_UNIT_KERNELS_SHAPES_H
#define GAM_TESTS_UNIT_KERNELS_SHAPES_H

#include <stddef.h>

/* Specs without their dtype: each runs in f32 and f64. */
static const char *const gemm_specs[] = {
    "gemm:m=1,n=1,k=1",
    "gemm:m=1,n=1,k=97",
    "gemm:m=2,n=3,k=5",
    "gemm:m=1,n=257,k=31",
    "gemm:m=131,n=1,k=17",
    "gemm:m=7,n=13,k=1",
    "gemm:m=16,n=16,k=16",
    "gemm:m=15,n=33,k=65",
    "gemm:m=61,n=127,k=101",
    "gemm:m=128,n=96,k=64",
    "gemm:m=150,n=257,k=133",
    "gemm:m=64,n=48,k=700",
    "gemm:m=61,n=43,k=29,ta=1",
    "gemm:m=61,n=43,k=29,tb=1",
    "gemm:m=61,n=43,k=29,ta=1,tb=1",
    "gemm:m=1,n=200,k=150,ta=1",
    "gemm:m=1,n=200,k=150,tb=1",
    "gemm:batch=3,m=17,n=19,k=23",
    "gemm:batch=5,m=9,n=31,k=12,ta=1",
    "gemm:batch=2,m=37,n=8,k=41,tb=1,alpha=0.5",
    "gemm:m=29,n=31,k=37,alpha=-2.5",
    "gemm:m=29,n=31,k=37,alpha=0",
    "gemm:m=29,n=31,k=37,beta=1",
    "gemm:m=29,n=31,k=37,alpha=0.25,beta=-0.5",
    "gemm:batch=2,m=29,n=31,k=37,beta=2,bias=1,act=relu",
    "gemm:m=33,n=65,k=7,bias=1",
    "gemm:m=33,n=65,k=7,bias=1,act=relu",
    "gemm:m=33,n=65,k=7,act=gelu",
    "gemm:m=33,n=65,k=7,bias=1,act=silu,tb=1",
    "gemm:m=70,n=300,k=259,bias=1",
    "gemm:m=40,n=300,k=1000",
    NULL,
};

static const char *const conv2d_specs[] = {
    "conv2d:c=1,h=1,k=1,r=1",
    "conv2d:c=3,h=7,k=5,r=3",
    "conv2d:c=3,h=7,k=5,r=3,pad=1",
    "conv2d:n=2,c=5,h=11,w=13,k=7,r=3,s=5,pad=2",
    "conv2d:c=3,h=31,k=17,r=7,stride=2,pad=3",
    "conv2d:c=8,h=9,w=17,k=4,r=3,s=5,stride=2,pad=2,dilation=2,groups=2",
    "conv2d:n=3,c=6,h=10,k=9,r=2,s=3,stride=3,groups=3",
    "conv2d:n=2,c=13,h=12,k=13,r=3,pad=1,groups=13",
    "conv2d:c=7,h=12,k=14,r=3,pad=1,groups=7,bias=1",
    "conv2d:c=16,h=14,k=24,r=1",
    "conv2d:n=2,c=16,h=14,k=24,r=1,stride=2",
    "conv2d:c=4,h=5,k=4,r=3,pad=4",
    "conv2d:c=2,h=20,w=3,k=3,r=5,s=1,pad=1,dilation=3,bias=1",
    "conv2d:c=32,h=28,k=32,r=3,pad=1",
    "conv2d:c=24,h=30,w=27,k=40,r=3,pad=1,stride=2,bias=1",
    "conv2d:c=1,h=9,w=300,k=2,r=3,pad=1",
    NULL,
};

static const char *const attention_specs[] = {
    "attention:hq=1,sq=1,d=1",
    "attention:hq=1,sq=1,skv=37,d=5",
    "attention:hq=3,sq=17,d=8",
    "attention:hq=2,sq=65,d=64",
    "attention:hq=2,sq=64,skv=129,d=32",
    "attention:hq=2,sq=33,skv=70,d=16,dv=24",
    "attention:hq=6,hkv=2,sq=19,d=11",
    "attention:b=2,hq=4,hkv=1,sq=13,skv=31,d=40,dv=7",
    "attention:hq=2,sq=50,d=16,mask=causal",
    "attention:hq=2,sq=20,skv=53,d=16,mask=causal",
    "attention:hq=2,sq=53,skv=20,d=16,mask=causal",
    "attention:hq=2,sq=50,d=16,mask=causal-tl",
    "attention:hq=2,sq=20,skv=53,d=16,mask=causal-tl",
    "attention:hq=2,sq=53,skv=20,d=16,mask=causal-tl",
    "attention:hq=2,sq=129,d=128,mask=causal",
    "attention:b=3,hq=8,hkv=2,sq=1,skv=300,d=64",
    "attention:b=2,hq=8,hkv=8,sq=1,skv=257,d=33,mask=causal",
    "attention:hq=2,sq=2,skv=200,d=64,mask=causal,hkv=1",
    "attention:hq=1,sq=9,d=4,scale=3",
    "attention:hq=1,sq=9,d=64,scale=0.001",
    NULL,
};

static const char *const row_specs[] = {
    "softmax:rows=1,cols=1",
    "softmax:rows=1,cols=1000",
    "softmax:rows=7,cols=33",
    "softmax:rows=65,cols=127",
    "softmax:rows=3,cols=5001",
    "softmax:rows=500,cols=1",
    "layernorm:rows=1,cols=1",
    "layernorm:rows=5,cols=3",
    "layernorm:rows=31,cols=129",
    "layernorm:rows=2,cols=4099",
    "layernorm:rows=9,cols=64,eps=0.1",
    "rmsnorm:rows=1,cols=1",
    "rmsnorm:rows=5,cols=3",
    "rmsnorm:rows=31,cols=129",
    "rmsnorm:rows=2,cols=4099",
    "rmsnorm:rows=9,cols=64,eps=0.1",
    NULL,
};

static const char *const element_specs[] = {
    "add:n=1",     "add:n=17", "add:n=10007", "mul:n=1",      "mul:n=31",     "mul:n=4096",         "gelu:n=1",
    "gelu:n=1025", "silu:n=1", "silu:n=999",  "gelu:n=10007", "silu:n=10007", "gelu:n=1,form=tanh", "gelu:n=2050,form=tanh",
    NULL,
};

#endif
