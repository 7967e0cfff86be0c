/* SPDX-License-Identifier: MIT */
#include "collector/topology_priv.h"
#include "common/err.h"
#include "common/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gam_sys_read(const char *root, const char *path, struct gam_strbuf *out)
{
    char full[1024];
    int n = snprintf(full, sizeof full, "%s%s", root, path);

    if (n < 0 || (size_t)n >= sizeof full)
        return -GAM_EINVAL;
    return gam_file_read(full, out, NULL);
}

int gam_sys_number(const char *root, const char *path, int64_t *out)
{
    char line[64], *end;
    int rc = gam_file_line(root, path, line, sizeof line);
    long long value;

    if (rc)
        return rc;
    errno = 0;
    value = strtoll(line, &end, 10);
    if (end == line || errno)
        return -GAM_EPARSE;
    *out = value;
    return 0;
}

int gam_sys_field(const char *text, const char *key, char *out, size_t size)
{
    size_t length = strlen(key);

    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        const char *p;
        size_t n;

        line += *line == '\n';
        if (strncmp(line, key, length) != 0)
            continue;
        p = line + length;
        p += strspn(p, " \t");
        if (*p == ':')
            p++;
        else if (p == line + length || memchr(p, ':', strcspn(p, "\n")))
            continue; /* a longer key */
        p += strspn(p, " \t");
        n = strcspn(p, "\n");
        while (n && (p[n - 1] == ' ' || p[n - 1] == '\t'))
            n--;
        snprintf(out, size, "%.*s", (int)n, p);
        return 1;
    }
    return 0;
}
