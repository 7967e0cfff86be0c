/* SPDX-License-Identifier: MIT */
/* A fake NVRTC (or, with FAKE_HIP, hiprtc): the code is the source; a source that holds "#error" does not compile. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FAKE_HIP
#define NAME(name) hiprtc##name
#define CODE_SIZE  hiprtcGetCodeSize
#define CODE       hiprtcGetCode
#else
#define NAME(name) nvrtc##name
#define CODE_SIZE  nvrtcGetCUBINSize
#define CODE       nvrtcGetCUBIN
#endif
#define API __attribute__((visibility("default")))

static const char log_text[] =
    "warning: the first line says nothing\nkernel(7): error: as told by the source\nkernel(9): error: another\n";

API int NAME(Version)(int *major, int *minor)
{
    *major = fake_script()->rtc_major;
    *minor = 0;
    return 0;
}

API int NAME(CreateProgram)(void **program, const char *source, const char *name, int n, const char *const *headers,
                            const char *const *names)
{
    (void)name, (void)n, (void)headers, (void)names;
    *program = strdup(source);
    return *program ? 0 : 1;
}

API int NAME(DestroyProgram)(void **program)
{
    free(*program);
    *program = NULL;
    return 0;
}

API int NAME(CompileProgram)(void *program, int n, const char *const *options)
{
    char *out = fake_script()->rtc_options;
    size_t length = 0, size = sizeof fake_script()->rtc_options;

    fake_script()->rtc_compilations++;
    out[0] = '\0';
    for (int i = 0; i < n && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s ", options[i]);
    return strstr(program, "#error") ? 6 : 0;
}

API int NAME(GetProgramLogSize)(void *program, size_t *bytes)
{
    (void)program;
    *bytes = sizeof log_text;
    return 0;
}

API int NAME(GetProgramLog)(void *program, char *log)
{
    (void)program;
    memcpy(log, log_text, sizeof log_text);
    return 0;
}

API int CODE_SIZE(void *program, size_t *bytes)
{
    *bytes = strlen(program) + 1;
    return 0;
}

API int CODE(void *program, char *code)
{
    memcpy(code, program, strlen(program) + 1);
    return 0;
}

API const char *NAME(GetErrorString)(int error)
{
    return error == 6 ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_FAKE";
}

#ifndef FAKE_HIP
API int nvrtcGetNumSupportedArchs(int *n)
{
    *n = 2;
    return 0;
}

API int nvrtcGetSupportedArchs(int *list)
{
    list[0] = 80;
    list[1] = 90;
    return 0;
}
#endif
