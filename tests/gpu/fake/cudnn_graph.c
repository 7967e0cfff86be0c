/* SPDX-License-Identifier: MIT */
/* The fake cuDNN's graphs: descriptors that remember their attributes, refuse what comes out of order, and compute one attention
 * of bf16 when a plan is executed. */
#include "script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))

enum {
    ATTRIBUTES = 8,
    VALUE_BYTES = 64,
    KIND_ENGINE = 3,
    KIND_HEURISTIC = 4,
    KIND_PLAN = 5,
    KIND_GRAPH = 15,
    KIND_PACK = 16,
    KIND_TENSOR = 17,
    KIND_SDPA = 41,
    ENGINES = 3,
    BAD = 2000,
    REFUSED = 3000
};

struct desc {
    int kind, final, engine; /* engine: number of the proposal */
    struct {
        int name, type;
        int64_t n;
        unsigned char value[VALUE_BYTES];
    } attribute[ATTRIBUTES];
    int n;
};

/* Bytes of an element by cudnnBackendAttributeType_t: handle, data type, boolean, int64, ..., pointer, heuristic, descriptor. */
static size_t size_of(int type)
{
    return type == 2 ? 1 : type == 1 || type == 8 ? 4 : 8;
}

static const void *value_of(const struct desc *d, int name)
{
    for (int i = 0; i < d->n; i++)
        if (d->attribute[i].name == name)
            return d->attribute[i].value;
    return NULL;
}

static struct desc *desc_of(const struct desc *d, int name)
{
    const void *value = value_of(d, name);
    struct desc *out = NULL;

    if (value)
        memcpy(&out, value, sizeof out);
    return out;
}

API int cudnnBackendCreateDescriptor(int kind, void **out)
{
    struct desc *d = calloc(1, sizeof *d);

    *out = d;
    if (!d)
        return BAD;
    d->kind = kind;
    fake_script()->live_handles++;
    return 0;
}

API int cudnnBackendDestroyDescriptor(void *desc)
{
    free(desc);
    fake_script()->live_handles--;
    return 0;
}

API int cudnnBackendSetAttribute(void *desc, int name, int type, int64_t n, const void *values)
{
    struct desc *d = desc;
    size_t bytes = (size_t)n * size_of(type);

    if (d->final || d->n == ATTRIBUTES || bytes > VALUE_BYTES)
        return BAD;
    d->attribute[d->n].name = name;
    d->attribute[d->n].type = type;
    d->attribute[d->n].n = n;
    memcpy(d->attribute[d->n++].value, values, bytes);
    return 0;
}

/* Attributes that a kind must have, descriptors among them finalised; the last engine is one that cannot run. */
API int cudnnBackendFinalize(void *desc)
{
    static const struct {
        int kind, name, is_desc;
    } needs[] = { { KIND_TENSOR, 901, 0 },    { KIND_TENSOR, 902, 0 }, { KIND_TENSOR, 903, 0 }, { KIND_TENSOR, 906, 0 },
                  { KIND_TENSOR, 900, 0 },    { KIND_SDPA, 2800, 1 },  { KIND_SDPA, 2801, 1 },  { KIND_SDPA, 2802, 1 },
                  { KIND_SDPA, 2803, 1 },     { KIND_SDPA, 2805, 1 },  { KIND_GRAPH, 801, 1 },  { KIND_HEURISTIC, 200, 0 },
                  { KIND_HEURISTIC, 201, 1 }, { KIND_PLAN, 400, 0 },   { KIND_PLAN, 401, 0 },   { KIND_PACK, 1000, 0 },
                  { KIND_PACK, 1001, 0 },     { KIND_PACK, 1003, 0 } };
    struct desc *d = desc;

    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i].kind == d->kind && (!value_of(d, needs[i].name) || (needs[i].is_desc && !desc_of(d, needs[i].name)->final)))
            return BAD;
    if (d->kind == KIND_PLAN && desc_of(d, 401)->engine == ENGINES)
        return REFUSED;
    d->final = 1;
    return 0;
}

API int cudnnBackendGetAttribute(void *desc, int name, int type, int64_t wanted, int64_t *n, void *values)
{
    struct desc *d = desc;

    (void)type;
    if (!d->final)
        return BAD;
    if (d->kind == KIND_PLAN && name == 402) {
        int64_t bytes = desc_of(d, 401)->engine == 2 ? 512 : 0;

        memcpy(values, &bytes, sizeof bytes);
        *n = 1;
        return 0;
    }
    if (d->kind != KIND_HEURISTIC || name != 202)
        return BAD;
    *n = fake_script()->library_no_algorithm ? 0 : wanted < ENGINES ? wanted : ENGINES;
    for (int64_t i = 0; i < *n; i++) {
        struct desc *engine = ((struct desc **)values)[i];

        engine->engine = (int)i + 1;
        cudnnBackendSetAttribute(engine, 0, 15, 1, &(void *){ desc_of(d, 201) }); /* the graph that it is for */
    }
    return 0;
}

static float bf16_read(const void *p, int64_t i)
{
    uint32_t bits = (uint32_t)((const uint16_t *)p)[i] << 16;
    float v;

    memcpy(&v, &bits, sizeof v);
    return v;
}

static void bf16_write(void *p, int64_t i, double v)
{
    float f = (float)v;
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    ((uint16_t *)p)[i] = (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

struct shape {
    int64_t b, hq, hkv, sq, skv, d, dv;
};

/* Query i of a head: q k and v k-v head `kv`. */
static void row_attend(const struct shape *s, const void *const p[5], int64_t head, int64_t kv, int64_t i, void *o)
{
    double *score = calloc((size_t)s->skv, sizeof *score), most = -INFINITY, sum = 0;
    float scale = *(const float *)p[4];

    if (!score)
        abort();
    for (int64_t j = 0; j < s->skv; j++) {
        for (int64_t e = 0; e < s->d; e++)
            score[j] += (double)bf16_read(p[0], (head * s->sq + i) * s->d + e) * bf16_read(p[1], (kv * s->skv + j) * s->d + e);
        score[j] *= scale;
        most = fmax(most, score[j]);
    }
    for (int64_t j = 0; j < s->skv; j++)
        sum += score[j] = exp(score[j] - most);
    for (int64_t e = 0; e < s->dv; e++) {
        double out = 0;

        for (int64_t j = 0; j < s->skv; j++)
            out += score[j] / sum * bf16_read(p[2], (kv * s->skv + j) * s->dv + e);
        bf16_write(o, (head * s->sq + i) * s->dv + e, out);
    }
    free(score);
}

API int cudnnBackendExecute(void *handle, void *plan, void *pack)
{
    struct desc *graph = desc_of(desc_of(plan, 401), 0), *operation = desc_of(graph, 801);
    const int64_t *q = value_of(desc_of(operation, 2800), 902), *k = value_of(desc_of(operation, 2801), 902);
    const int64_t *v = value_of(desc_of(operation, 2802), 902);
    struct shape s = { q[0], q[1], k[1], q[2], k[2], q[3], v[3] };
    const void *pointer[5];
    void *o;

    fake_script()->library_calls++;
    fake_script()->now_ns += 100000;
    memcpy(pointer, value_of(pack, 1001), sizeof pointer);
    memcpy(&o, &pointer[3], sizeof o);
    if (!handle || *(const int *)value_of(desc_of(operation, 2800), 901) != 9)
        return BAD;
    for (int64_t h = 0; h < s.b * s.hq; h++)
        for (int64_t i = 0; i < s.sq; i++)
            row_attend(&s, pointer, h, h / s.hq * s.hkv + h % s.hq / (s.hq / s.hkv), i, o);
    return 0;
}
