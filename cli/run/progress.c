/* SPDX-License-Identifier: MIT */
#include "cli/run/progress.h"

#include "common/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { REDRAW_NS = 100000000, BAR = 20 };

static int columns_of_stderr(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 20)
        return 80;
    return size.ws_col;
}

void gam_run_progress_open(struct gam_run_progress *p, int quiet, const char *log)
{
    *p = (struct gam_run_progress){ .shown = !quiet && isatty(STDERR_FILENO), .columns = columns_of_stderr() };
    if (log)
        p->log_file = fopen(log, "we");
}

static const char *phase_word(const struct gam_progress *g, char *out, size_t size)
{
    if (g->phase == GAM_PHASE_PREPARE)
        snprintf(out, size, "preparing");
    else
        snprintf(out, size, "round %d of %d", g->round + 1, g->rounds);
    return out;
}

static void line_draw(const struct gam_run_progress *p, const struct gam_progress *g)
{
    uint64_t total = g->elapsed_ns + g->left_ns;
    int filled = total ? (int)(BAR * (double)g->elapsed_ns / (double)total) : 0;
    char bar[BAR + 1], left[32], phase[48], line[400], cut[400];

    for (int i = 0; i < BAR; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR] = '\0';
    gam_unit_duration_text(g->left_ns, left, sizeof left);
    snprintf(line, sizeof line, "[%s] %s left, %s: %s", bar, left, phase_word(g, phase, sizeof phase), g->what ? g->what : "");
    gam_text_cut(line, (size_t)p->columns - 1, cut, sizeof cut);
    fprintf(stderr, "\r\033[K%s", cut);
    fflush(stderr);
}

void gam_run_progress_show(void *ctx, const struct gam_progress *g)
{
    struct gam_run_progress *p = ctx;

    if (p->log_file)
        fprintf(p->log_file, "{\"elapsed_ns\":%" PRIu64 ",\"left_ns\":%" PRIu64 "}\n", g->elapsed_ns, g->left_ns);
    if (!p->shown || (p->last_ns && g->elapsed_ns - p->last_ns < REDRAW_NS))
        return;
    p->last_ns = g->elapsed_ns;
    line_draw(p, g);
}

void gam_run_progress_close(struct gam_run_progress *p)
{
    if (p->shown && p->last_ns)
        fprintf(stderr, "\r\033[K");
    if (p->log_file)
        fclose(p->log_file);
    p->log_file = NULL;
}
