/* SPDX-License-Identifier: MIT */
/* What gam_isa_detect says against the kernel's own list of flags: Linux shows only what it saves the state of. */
#include "kernels/impl.h"
#include "tests/unit/gam_test.h"

#include <stdio.h>
#include <stdlib.h>

static int flag_listed(const char *flags, const char *flag)
{
    size_t n = strlen(flag);

    for (const char *at = flags; (at = strstr(at, flag)); at += n)
        if (at[-1] == ' ' && (at[n] == ' ' || at[n] == '\n' || !at[n]))
            return 1;
    return 0;
}

static void test_detect_agrees_with_the_kernel(void **state)
{
    static const char *const avx512[] = { "avx512f", "avx512bw", "avx512dq", "avx512vl" };
    FILE *file = fopen("/proc/cpuinfo", "r");
    size_t size = 0;
    char *line = NULL, *flags = NULL;
    unsigned isa = gam_isa_detect();
    int all = 1;

    (void)state;
    while (file && !flags && getline(&line, &size, file) > 0)
        flags = strncmp(line, "flags", 5) ? NULL : line;
    if (file)
        fclose(file);
    if (!flags) { /* not x86, or no /proc */
        free(line);
        skip();
    }
    for (size_t i = 0; i < 4; i++)
        all &= flag_listed(flags, avx512[i]);
    assert_int_equal(!!(isa & GAM_ISA_AVX2), flag_listed(flags, "avx2") && flag_listed(flags, "fma"));
    assert_int_equal(!!(isa & GAM_ISA_AVX512), all && isa & GAM_ISA_AVX2);
    free(line);
}

static void test_words(void **state)
{
    static const char *const words[] = { "base", "avx2", "avx512", "neon" };

    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(gam_isa_word((enum gam_isa)gam_isa_parse(words[i])), words[i]);
    assert_int_equal(gam_isa_parse("mmx"), -1);
    assert_true(gam_isa_detect() & GAM_ISA_BASE);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_detect_agrees_with_the_kernel), cmocka_unit_test(test_words) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
