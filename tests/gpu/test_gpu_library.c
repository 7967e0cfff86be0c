/* SPDX-License-Identifier: MIT */
/* No libcuda, a file that is none, or one without a function that is needed. Which of them is the first argument; see
 * CMakeLists.txt.
 */
#include "tests/unit/gam_test.h"

#include "collector/device.h"

#include <dlfcn.h>

extern const struct gam_device_backend gam_device_cuda;

static void probed(const char *reason, const char *remedy, int code)
{
    struct gam_device_info info;
    struct gam_err err = { .code = 0 };
    struct gam_probe probe;

    gam_device_cuda.probe(&probe);
    assert_false(probe.ready);
    if (!strstr(probe.reason, reason) || !strstr(probe.remedy, remedy))
        fail_msg("'%s', '%s'", probe.reason, probe.remedy);
    assert_int_equal(gam_device_cuda.count(NULL, &err), code);
    assert_int_equal(gam_device_cuda.info(0, NULL, &info, &err), code);
}

static void without_library(void **state)
{
    (void)state;
    if (dlopen("libcuda.so.1", RTLD_LAZY) || dlopen("libcuda.so", RTLD_LAZY)) {
        print_message("skipped: there is a libcuda here\n");
        skip();
    }
    probed("library not found: libcuda.so.1, libcuda.so", "install NVIDIA's driver", -GAM_ENOENT);
}

static void no_library_at_all(void **state)
{
    (void)state;
    probed("libcuda.so.1 cannot be loaded: ", "install NVIDIA's driver", -GAM_ENOENT);
}

static void without_function(void **state)
{
    (void)state;
    probed("libcuda.so.1 lacks symbol cuGetErrorName", "install NVIDIA's driver", -GAM_EVERSION);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest missing[] = { cmocka_unit_test(without_library) }, lacks[] = { cmocka_unit_test(without_function) },
                            broken[] = { cmocka_unit_test(no_library_at_all) };

    if (argc == 2 && !strcmp(argv[1], "missing"))
        return cmocka_run_group_tests(missing, NULL, NULL);
    if (argc == 2 && !strcmp(argv[1], "broken"))
        return cmocka_run_group_tests(broken, NULL, NULL);
    return argc == 2 && !strcmp(argv[1], "lacks") ? cmocka_run_group_tests(lacks, NULL, NULL) : 2;
}
