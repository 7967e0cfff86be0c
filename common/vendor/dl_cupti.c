/* SPDX-License-Identifier: MIT */
#include "common/vendor/dl_cupti.h"

#include "common/err.h"
#include "common/vendor/dl.h"

#include <pthread.h>

static const char *const sonames[] = { "libcupti.so.13",
                                       "libcupti.so.12",
                                       "libcupti.so",
                                       "/usr/local/cuda/lib64/libcupti.so",
                                       "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
                                       NULL };

#define SYMBOL(field, name)                                                                                                      \
    {                                                                                                                            \
        "cupti" name, offsetof(struct gam_cupti, field), 0                                                                       \
    }
static const struct gam_dl_symbol symbols[] = {
    SYMBOL(version, "GetVersion"),
    SYMBOL(error_text, "GetResultString"),
    SYMBOL(initialize, "ProfilerInitialize"),
    SYMBOL(chip, "DeviceGetChipName"),
    SYMBOL(availability, "ProfilerGetCounterAvailability"),
    SYMBOL(chips, "ProfilerHostGetSupportedChips"),
    SYMBOL(host_open, "ProfilerHostInitialize"),
    SYMBOL(host_close, "ProfilerHostDeinitialize"),
    SYMBOL(host_metrics, "ProfilerHostConfigAddMetrics"),
    SYMBOL(host_config_size, "ProfilerHostGetConfigImageSize"),
    SYMBOL(host_config, "ProfilerHostGetConfigImage"),
    SYMBOL(host_passes, "ProfilerHostGetNumOfPasses"),
    SYMBOL(host_values, "ProfilerHostEvaluateToGpuValues"),
    SYMBOL(enable, "RangeProfilerEnable"),
    SYMBOL(disable, "RangeProfilerDisable"),
    SYMBOL(data_size, "RangeProfilerGetCounterDataSize"),
    SYMBOL(data_begin, "RangeProfilerCounterDataImageInitialize"),
    SYMBOL(set_config, "RangeProfilerSetConfig"),
    SYMBOL(start, "RangeProfilerStart"),
    SYMBOL(stop, "RangeProfilerStop"),
    SYMBOL(push, "RangeProfilerPushRange"),
    SYMBOL(pop, "RangeProfilerPopRange"),
    SYMBOL(decode, "RangeProfilerDecodeData"),
};
#undef SYMBOL

static struct {
    pthread_once_t once;
    struct gam_cupti cupti;
    struct gam_err err;
    int rc;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
    void *handle = NULL;

    loaded.rc = gam_dl_open(sonames, symbols, sizeof symbols / sizeof symbols[0], &loaded.cupti, &handle, &loaded.err);
}

int gam_cupti_get(const struct gam_cupti **out, struct gam_err *err)
{
    pthread_once(&loaded.once, load);
    if (loaded.rc)
        return gam_err_set(err, loaded.rc, "%s", loaded.err.text);
    *out = &loaded.cupti;
    return 0;
}
