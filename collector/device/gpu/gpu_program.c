/* SPDX-License-Identifier: MIT */
/* Kernels: compiled at run time, once per source and options. */
#include "collector/device/gpu/gpu.h"
#include "common/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_OPTIONS = 8 };

/* The options of a compilation as the compiler wants them: a list of words. */
struct options {
    const char *word[PROGRAM_OPTIONS];
    int n;
    char arch[64];
};

static void options_make(const struct gpu_state *s, struct options *out)
{
    out->n = 0;
    if (s->api->arch_option[0]) {
        snprintf(out->arch, sizeof out->arch, "%s%s", s->api->arch_option, s->arch);
        out->word[out->n++] = out->arch;
    }
    for (size_t i = 0; s->api->options[i] && out->n < PROGRAM_OPTIONS; i++)
        out->word[out->n++] = s->api->options[i];
}

/* The log's first line that speaks of an error, else its first line. */
static void log_error(const struct gam_gpu_rtc *c, void *program, int number, struct gam_err *err)
{
    size_t bytes = 0;
    char *text, *line;

    gam_err_set(err, -GAM_EDEVICE, "the kernel does not compile: %s", c->error_text(number));
    if (c->log_size(program, &bytes) || bytes < 2 || bytes > 1u << 24)
        return;
    text = calloc(1, bytes + 1);
    if (text && !c->log(program, text)) {
        line = strstr(text, "error");
        while (line && line > text && line[-1] != '\n')
            line--;
        line = line ? line : text;
        line[strcspn(line, "\n")] = '\0';
        gam_err_set(err, -GAM_EDEVICE, "the kernel does not compile: %.600s", line);
    }
    free(text);
}

static int program_code(const struct gam_gpu_rtc *c, void *program, const struct options *o, char **code, struct gam_err *err)
{
    size_t bytes = 0;
    int number = c->compile(program, o->n, o->word);

    if (number) {
        log_error(c, program, number, err);
        return -GAM_EDEVICE;
    }
    if (c->code_size(program, &bytes) || !bytes)
        return gam_err_set(err, -GAM_EDEVICE, "the compiler gives no machine code for this device's architecture");
    *code = malloc(bytes);
    if (!*code)
        return gam_err_nomem(err);
    number = c->code(program, *code);
    return number ? gam_err_set(err, -GAM_EDEVICE, "the compiler keeps its code: %s", c->error_text(number)) : 0;
}

static int program_build(struct gpu_state *s, struct gpu_program *p, struct gam_err *err)
{
    const struct gam_gpu_rtc *c = &s->compiler;
    struct options o;
    void *program = NULL;
    char *code = NULL;
    int rc, number = c->create(&program, p->source, "kernel", 0, NULL, NULL);

    if (number)
        return gam_err_set(err, -GAM_EDEVICE, "the compiler takes no source: %s", c->error_text(number));
    options_make(s, &o);
    rc = program_code(c, program, &o, &code, err);
    if (!rc)
        rc = gam_gpu_check(s, s->driver->module_load(&p->module, code), "the driver does not take the compiled kernel", err);
    c->destroy(&program);
    free(code);
    return rc;
}

static void program_free(struct gpu_state *s, struct gpu_program *p)
{
    if (p->module)
        s->driver->module_unload(p->module);
    free(p->source);
    free(p);
}

static int program_get(struct gpu_state *s, const char *source, struct gpu_program **out, struct gam_err *err)
{
    struct gpu_program *p = NULL;
    int rc;

    for (p = s->programs; p; p = p->next)
        if (!strcmp(p->source, source)) {
            *out = p;
            return 0;
        }
    if (s->compiler_missing.code)
        return gam_err_set(err, s->compiler_missing.code, "no kernel can be compiled: %s", s->compiler_missing.text);
    p = calloc(1, sizeof *p);
    if (!p)
        return gam_err_nomem(err);
    p->source = strdup(source);
    rc = p->source ? program_build(s, p, err) : gam_err_nomem(err);
    if (rc) {
        program_free(s, p);
        return rc;
    }
    p->next = s->programs;
    s->programs = p;
    *out = p;
    return 0;
}

int gam_gpu_function(struct gpu_state *s, const char *source, const char *entry, void **out, struct gam_err *err)
{
    struct gpu_program *p = NULL;
    char what[160];
    int rc = program_get(s, source, &p, err);

    if (rc)
        return rc;
    snprintf(what, sizeof what, "kernel '%s'", entry);
    return gam_gpu_check(s, s->driver->module_function(out, p->module, entry), what, err);
}

void gam_gpu_programs_release(struct gpu_state *s)
{
    while (s->programs) {
        struct gpu_program *p = s->programs;

        s->programs = p->next;
        program_free(s, p);
    }
}
