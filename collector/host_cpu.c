/* SPDX-License-Identifier: MIT */
#include "collector/host_priv.h"
#include "collector/topology_priv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CPUINFO_MAX = 1 << 20 };

static int64_t number_field(const char *text, const char *key)
{
    char value[64], *end;
    long long n;

    if (!gam_sys_field(text, key, value, sizeof value))
        return GAM_NULL_INT;
    errno = 0;
    n = strtoll(value, &end, 0); /* Arm's are hexadecimal with 0x */
    return end == value || errno ? GAM_NULL_INT : n;
}

static int flags_have(const char *flags, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = flags; *p; p += strcspn(p, " "), p += *p == ' ')
        if (strcspn(p, " ") == n && !strncmp(p, word, n))
            return 1;
    return 0;
}

static void cpuinfo_x86(const char *text, struct gam_cpuinfo *out)
{
    char flags[8192];

    gam_sys_field(text, "vendor_id", out->vendor, sizeof out->vendor);
    gam_sys_field(text, "model name", out->name, sizeof out->name);
    out->family = number_field(text, "cpu family");
    out->model = number_field(text, "model");
    out->stepping = number_field(text, "stepping");
    out->hypervisor = gam_sys_field(text, "flags", flags, sizeof flags) && flags_have(flags, "hypervisor");
}

static void cpuinfo_arm(const char *text, struct gam_cpuinfo *out)
{
    snprintf(out->vendor, sizeof out->vendor, "ARM");
    out->family = number_field(text, "CPU implementer");
    out->model = number_field(text, "CPU part");
    out->stepping = number_field(text, "CPU revision");
    if (!gam_sys_field(text, "model name", out->name, sizeof out->name) && out->family != GAM_NULL_INT &&
        out->model != GAM_NULL_INT)
        snprintf(out->name, sizeof out->name, "Arm core, implementer 0x%02x part 0x%03x", (unsigned)out->family,
                 (unsigned)out->model);
}

void gam_cpuinfo_read(const char *root, struct gam_cpuinfo *out)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(CPUINFO_MAX);
    char value[32];
    const char *t;

    *out = (struct gam_cpuinfo){ .family = GAM_NULL_INT, .model = GAM_NULL_INT, .stepping = GAM_NULL_INT };
    gam_sys_read(root, "/proc/cpuinfo", &text); /* a file over the cap still holds the first cpu */
    t = gam_strbuf_get(&text);
    if (gam_sys_field(t, "vendor_id", value, sizeof value))
        cpuinfo_x86(t, out);
    else if (gam_sys_field(t, "CPU implementer", value, sizeof value))
        cpuinfo_arm(t, out);
    else if (!gam_sys_field(t, "model name", out->name, sizeof out->name))
        gam_sys_field(t, "cpu", out->name, sizeof out->name);
    gam_strbuf_release(&text);
}

const char *gam_arch_word(void)
{
#if defined(__x86_64__)
    return "x86_64";
#elif defined(__aarch64__)
    return "aarch64";
#elif defined(__riscv)
    return "riscv64";
#elif defined(__powerpc64__)
    return "ppc64le";
#else
    return "other";
#endif
}
