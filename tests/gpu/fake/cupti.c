/* SPDX-License-Identifier: MIT */
/* A fake CUPTI: every metric has the value that the script says, and the order of calls is looked at. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))

/* The members that are used of each call's struct, as words of 8 bytes after size and priv. */
static uint64_t *words(void *p)
{
    return (uint64_t *)p + 2;
}

enum { WRONG_ORDER = 7, NO_METRIC = 17 };
static int state; /* 0 off, 1 on, 2 configured, 3 started, 4 in a range, 5 range done, 6 stopped, 7 decoded */

API int cuptiGetVersion(uint32_t *version)
{
    *version = 130000;
    return 0;
}

API int cuptiGetResultString(int error, const char **text)
{
    *text = error == WRONG_ORDER ? "CUPTI_ERROR_INVALID_OPERATION" : "CUPTI_ERROR_FAKE";
    return 0;
}

API int cuptiProfilerInitialize(void *p)
{
    return *(size_t *)p == 16 ? 0 : 1;
}

API int cuptiDeviceGetChipName(void *p)
{
    words(p)[1] = (uint64_t)(uintptr_t) "FAKE100";
    return *(size_t *)p == 32 ? 0 : 1;
}

API int cuptiProfilerGetCounterAvailability(void *p)
{
    if (fake_script()->profiler_error)
        return fake_script()->profiler_error;
    if (words(p)[2])
        memset((void *)(uintptr_t)words(p)[2], 1, words(p)[1]);
    words(p)[1] = 10;
    return 0;
}

API int cuptiProfilerHostGetSupportedChips(void *p)
{
    words(p)[0] = 0;
    return 0;
}

API int cuptiProfilerHostInitialize(void *p)
{
    words(p)[3] = (uint64_t)(uintptr_t)calloc(1, 8);
    fake_script()->live_hosts++;
    return words(p)[2] ? 0 : 1;
}

API int cuptiProfilerHostDeinitialize(void *p)
{
    free((void *)(uintptr_t)words(p)[0]);
    fake_script()->live_hosts--;
    return 0;
}

API int cuptiProfilerHostConfigAddMetrics(void *p)
{
    const char *const *names = (const char *const *)(uintptr_t)words(p)[1];

    for (uint64_t i = 0; i < words(p)[2]; i++)
        if (fake_script()->profiler_lacks && !strcmp(names[i], fake_script()->profiler_lacks))
            return NO_METRIC;
    return 0;
}

API int cuptiProfilerHostGetConfigImageSize(void *p)
{
    words(p)[1] = 24;
    return 0;
}

API int cuptiProfilerHostGetConfigImage(void *p)
{
    memset((void *)(uintptr_t)words(p)[2], 2, words(p)[1]);
    return 0;
}

API int cuptiProfilerHostGetNumOfPasses(void *p)
{
    words(p)[2] = (uint64_t)fake_script()->profiler_passes;
    return 0;
}

API int cuptiProfilerHostEvaluateToGpuValues(void *p)
{
    double *values = (double *)(uintptr_t)words(p)[6];

    if (state != 7)
        return WRONG_ORDER;
    for (uint64_t i = 0; i < words(p)[5]; i++)
        values[i] = fake_script()->profiler_value;
    return 0;
}

API int cuptiRangeProfilerEnable(void *p)
{
    if (state || !words(p)[0])
        return WRONG_ORDER;
    state = 1;
    fake_script()->profiler_enabled++;
    words(p)[1] = (uint64_t)(uintptr_t)&state;
    return 0;
}

API int cuptiRangeProfilerDisable(void *p)
{
    (void)p;
    state = 0;
    fake_script()->profiler_enabled--;
    return 0;
}

API int cuptiRangeProfilerGetCounterDataSize(void *p)
{
    words(p)[5] = 100;
    return state ? 0 : WRONG_ORDER;
}

API int cuptiRangeProfilerCounterDataImageInitialize(void *p)
{
    memset((void *)(uintptr_t)words(p)[2], 0, words(p)[1]);
    return 0;
}

static int next(int from, int to)
{
    if (state != from)
        return WRONG_ORDER;
    state = to;
    return 0;
}

API int cuptiRangeProfilerSetConfig(void *p)
{
    (void)p;
    return next(1, 2);
}

API int cuptiRangeProfilerStart(void *p)
{
    (void)p;
    return next(2, 3);
}

API int cuptiRangeProfilerPushRange(void *p)
{
    (void)p;
    return next(3, 4);
}

API int cuptiRangeProfilerPopRange(void *p)
{
    (void)p;
    return next(4, 5);
}

API int cuptiRangeProfilerStop(void *p)
{
    *(uint8_t *)&words(p)[3] = !fake_script()->profiler_incomplete;
    return next(5, 6);
}

API int cuptiRangeProfilerDecodeData(void *p)
{
    words(p)[1] = 0;
    return next(6, 7);
}
