/* SPDX-License-Identifier: MIT */
#include "cli/cli_support.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { HELP_CAP = 64 * 1024, PATH_CAP = 4096 };

static const struct {
    int code;
    int exit_code;
} exits[] = {
    { -GAM_EINVAL, GAM_EXIT_USAGE },
    { -GAM_EUNSUPPORTED, GAM_EXIT_UNAVAILABLE },
    { -GAM_ECANCELLED, GAM_EXIT_CANCELLED },
};

int gam_cli_fail(const struct gam_err *err)
{
    fprintf(stderr, "gambrel: %s\n", err->text);
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++)
        if (exits[i].code == err->code)
            return exits[i].exit_code;
    return GAM_EXIT_FAILED;
}

void gam_cli_warn(const char *text)
{
    fprintf(stderr, "gambrel: warning: %s\n", text);
}

int gam_cli_parse(const struct gam_opt_spec *spec, int argc, char **argv, struct gam_opt_result *out)
{
    struct gam_strbuf help = GAM_STRBUF_INIT(HELP_CAP);
    struct gam_err err = { 0 };

    if (gam_opt_parse(spec, argc, argv, out, &err)) {
        gam_cli_fail(&err);
        return GAM_EXIT_USAGE;
    }
    if (!out->help)
        return -1;
    gam_opt_help(spec, gam_cli_columns(), &help);
    fputs(gam_strbuf_get(&help), stdout);
    gam_strbuf_release(&help);
    return gam_cli_finish(GAM_EXIT_OK);
}

int gam_cli_db_path(const char *option, struct gam_strbuf *out, struct gam_err *err)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int rc;

    if (option && !*option)
        return gam_err_set(err, -GAM_EINVAL, "--db: the path is empty");
    if (option)
        gam_strbuf_text(out, option);
    else if (data && *data == '/') /* the standard has relative values ignored */
        gam_strbuf_printf(out, "%s/gambrel/gambrel.db", data);
    else if (home && *home == '/')
        gam_strbuf_printf(out, "%s/.local/share/gambrel/gambrel.db", home);
    else
        return gam_err_set(
            err, -GAM_EINVAL,
            "no place for the database: neither HOME nor XDG_DATA_HOME is set to a folder; name a file with --db FILE");
    rc = gam_strbuf_status(out, err);
    return rc ? gam_err_prefix(err, "path of the database") : 0;
}

int gam_cli_db_open(const char *option, enum gam_store_mode mode, struct gam_store **out, struct gam_err *err)
{
    struct gam_strbuf path = GAM_STRBUF_INIT(PATH_CAP);
    int rc = gam_cli_db_path(option, &path, err);

    if (!rc)
        rc = gam_store_open(gam_strbuf_get(&path), mode, out, err);
    if (!rc && gam_store_warning(*out))
        gam_cli_warn(gam_store_warning(*out));
    gam_strbuf_release(&path);
    return rc;
}

static int stdout_write(void *ctx, const void *bytes, size_t n, struct gam_err *err)
{
    (void)ctx;
    if (fwrite(bytes, 1, n, stdout) != n)
        return gam_err_set(err, -GAM_EIO, "cannot write to standard output: %s", strerror(errno));
    return 0;
}

struct gam_byte_sink gam_cli_sink_stdout(void)
{
    return (struct gam_byte_sink){ .write = stdout_write, .ctx = NULL };
}

int gam_cli_finish(int code)
{
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    fprintf(stderr, "gambrel: cannot write to standard output: %s\n", strerror(errno));
    return GAM_EXIT_FAILED;
}

int gam_cli_columns(void)
{
    struct winsize size;

    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return 0;
    return size.ws_col;
}
