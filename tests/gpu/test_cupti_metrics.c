/* SPDX-License-Identifier: MIT */
/* The table of metrics against the real CUPTI where it is installed: its host side knows every chip without having one. A data
 * centre chip since Volta must count the bytes and the plain operations, each group in one pass. */
#include "tests/unit/gam_test.h"

#include "collector/meter/cupti/metrics.h"
#include "common/vendor/dl_cupti.h"

#include <stdlib.h>

/* How many passes the group takes on that chip; 0: it has not all of the metrics. */
static size_t passes_of(const struct gam_cupti *cupti, const char *chip, const struct cupti_group *group)
{
    const char *metric[CUPTI_GROUP_METRICS];
    struct gam_cupti_host_open open = { .size = GAM_CUPTI_SIZE(gam_cupti_host_open, host),
                                        .type = GAM_CUPTI_RANGE_PROFILER,
                                        .chip = chip };
    struct gam_cupti_metrics add = { .size = GAM_CUPTI_SIZE(gam_cupti_metrics, n), .names = metric };
    struct gam_cupti_config_size size = { .size = GAM_CUPTI_SIZE(gam_cupti_config_size, bytes) };
    struct gam_cupti_config get = { .size = GAM_CUPTI_SIZE(gam_cupti_config, image) };
    struct gam_cupti_passes passes = { .size = GAM_CUPTI_SIZE(gam_cupti_passes, passes) };
    struct gam_cupti_host_close close = { .size = GAM_CUPTI_SIZE(gam_cupti_host_close, host) };
    uint8_t *image = NULL;
    size_t n = 0;

    if (cupti->host_open(&open))
        return 0;
    add.host = size.host = get.host = close.host = open.host;
    add.n = cupti_group_metrics(group, metric);
    if (!cupti->host_metrics(&add) && !cupti->host_config_size(&size)) {
        image = malloc(size.bytes);
        assert_non_null(image);
        get.bytes = passes.bytes = size.bytes;
        get.image = passes.image = image;
        if (!cupti->host_config(&get) && !cupti->host_passes(&passes))
            n = passes.passes;
    }
    cupti->host_close(&close);
    free(image);
    return n;
}

static void chips_have_the_metrics(void **state)
{
    static const char *const must[] = { "GV100", "GA100", "GH100", "GB100" };
    struct gam_cupti_chips chips = { .size = GAM_CUPTI_SIZE(gam_cupti_chips, names) };
    const struct gam_cupti *cupti;
    struct gam_err err = { .code = 0 };
    size_t seen = 0;

    (void)state;
    if (gam_cupti_get(&cupti, &err)) {
        print_message("skipped: %s\n", err.text);
        skip();
    }
    assert_int_equal(cupti->chips(&chips), 0);
    for (size_t c = 0; c < chips.n; c++)
        for (size_t m = 0; m < sizeof must / sizeof must[0]; m++) {
            if (strcmp(chips.names[c], must[m]) != 0)
                continue;
            seen++;
            for (size_t g = 0; g < 4; g++)
                if (passes_of(cupti, chips.names[c], &cupti_groups[g]) != 1)
                    fail_msg("%s: group %zu takes %zu passes", chips.names[c], g,
                             passes_of(cupti, chips.names[c], &cupti_groups[g]));
        }
    print_message("%zu chips known, %zu looked at\n", chips.n, seen);
    assert_true(seen >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(chips_have_the_metrics) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
