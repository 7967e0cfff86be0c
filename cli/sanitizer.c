/* SPDX-License-Identifier: MIT */
/* For builds with the address sanitizer: its leak check crashes over thread-local memory of libraries that were opened at run
 * time
 * ("Tracer caught signal 11") unless it leaves that memory alone. Leaks are found all the same.
 */
__attribute__((visibility("default"), used)) const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "intercept_tls_get_addr=0";
}

/* What OpenCL's compiler keeps until the process ends is not ours to free. */
__attribute__((visibility("default"), used)) const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libpocl\nleak:libLLVM\n";
}
