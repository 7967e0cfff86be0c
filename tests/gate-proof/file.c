/* SPDX-License-Identifier: MIT */
/* The campaign's file: a head, then a line per pair. */
#include "proof.h"

#include "common/err.h"
#include "common/file.h"
#include "common/json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_CAP = 256 << 20, LINE_MAX_BYTES = 400 };

static int write_line(int fd, const char *line, size_t n, struct gam_err *err)
{
    ssize_t done = write(fd, line, n);

    return done == (ssize_t)n ? 0 : gam_err_set(err, -GAM_EIO, "cannot append to the campaign's file: %s", strerror(errno));
}

static int head_write(int fd, const struct proof_file *f, struct gam_err *err)
{
    char line[LINE_MAX_BYTES];
    int n = snprintf(line, sizeof line,
                     "{\"plan\":\"%s\",\"seed\":\"%" PRIu64 "\",\"compute_units\":%" PRIu64 ",\"dram_units\":%" PRIu64 "}\n",
                     f->plan, f->seed, f->units[PROOF_COMPUTE], f->units[PROOF_DRAM]);

    return write_line(fd, line, (size_t)n, err);
}

static int head_read(const struct gam_json *root, struct proof_file *f, struct gam_err *err)
{
    const char *plan, *seed;
    int64_t units[PROOF_KERNELS];
    int rc = gam_json_text(root, "plan", &plan, err);

    if (!rc)
        rc = gam_json_text(root, "seed", &seed, err);
    if (!rc)
        rc = gam_json_int(root, "compute_units", &units[PROOF_COMPUTE], err);
    if (!rc)
        rc = gam_json_int(root, "dram_units", &units[PROOF_DRAM], err);
    if (rc)
        return rc;
    snprintf(f->plan, sizeof f->plan, "%s", plan);
    f->seed = strtoull(seed, NULL, 10);
    for (int i = 0; i < PROOF_KERNELS; i++)
        f->units[i] = (uint64_t)units[i];
    return 0;
}

static int pair_keep(struct proof_file *f, const struct proof_pair *p, struct gam_err *err)
{
    if (f->n == f->capacity) {
        size_t capacity = f->capacity ? 2 * f->capacity : 4096;
        struct proof_pair *more = realloc(f->pair, capacity * sizeof *more);

        if (!more)
            return gam_err_nomem(err);
        f->pair = more;
        f->capacity = capacity;
    }
    f->pair[f->n++] = *p;
    return 0;
}

static int pair_read(const struct gam_json *root, struct proof_file *f, struct gam_err *err)
{
    struct proof_pair p;
    int64_t trial, job, control, first;
    int rc = gam_json_int(root, "trial", &trial, err);

    if (!rc)
        rc = gam_json_int(root, "job", &job, err);
    if (!rc)
        rc = gam_json_int(root, "control", &control, err);
    if (!rc)
        rc = gam_json_int(root, "cand_first", &first, err);
    if (!rc)
        rc = gam_json_real(root, "base_ns", &p.base_ns, err);
    if (!rc)
        rc = gam_json_real(root, "cand_ns", &p.cand_ns, err);
    if (!rc)
        rc = gam_json_real(root, "spent_ns", &p.spent_ns, err);
    if (rc)
        return rc;
    p.trial = (size_t)trial;
    p.job = (int)job;
    p.control = (int)control;
    p.cand_first = (int)first;
    return pair_keep(f, &p, err);
}

static int lines_read(const char *path, const char *text, size_t length, struct proof_file *f, struct gam_err *err)
{
    size_t number = 0;
    int rc = 0;

    while (length && !rc) {
        const char *end = memchr(text, '\n', length);
        struct gam_json root;
        size_t n = (size_t)(end - text);

        rc = gam_json_parse(path, text, n, &root, err);
        if (!rc) {
            rc = number++ ? pair_read(&root, f, err) : head_read(&root, f, err);
            gam_json_free(&root);
        }
        text += n + 1;
        length -= n + 1;
    }
    return rc ? gam_err_prefix(err, "line %zu", number + 1) : 0;
}

int proof_file_open(const char *path, const struct proof_file *create, struct proof_file *out, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    size_t whole = 0;
    int rc = 0;

    *out = (struct proof_file){ .fd = -1 };
    if (create)
        *out = *create;
    out->fd = open(path, (create ? O_RDWR | O_CREAT | O_APPEND : O_RDONLY) | O_CLOEXEC, 0644);
    if (out->fd < 0)
        return gam_err_set(err, -GAM_EIO, "cannot open '%s': %s", path, strerror(errno));
    rc = gam_file_read(path, &text, err);
    for (size_t i = 0; !rc && i < text.length; i++)
        if (text.text[i] == '\n')
            whole = i + 1;
    if (!rc && create && whole < text.length && ftruncate(out->fd, (off_t)whole))
        rc = gam_err_set(err, -GAM_EIO, "cannot cut the torn end of '%s': %s", path, strerror(errno));
    if (!rc && !whole)
        rc = create ? head_write(out->fd, out, err) : gam_err_set(err, -GAM_EPARSE, "'%s' is empty", path);
    else if (!rc)
        rc = lines_read(path, text.text, whole, out, err);
    gam_strbuf_release(&text);
    if (rc)
        proof_file_close(out);
    return rc;
}

int proof_file_append(struct proof_file *f, const struct proof_pair *p, struct gam_err *err)
{
    char line[LINE_MAX_BYTES];
    int n = snprintf(
        line, sizeof line,
        "{\"trial\":%zu,\"job\":%d,\"control\":%d,\"cand_first\":%d,\"base_ns\":%.0f,\"cand_ns\":%.0f,\"spent_ns\":%.0f}\n",
        p->trial, p->job, p->control, p->cand_first, p->base_ns, p->cand_ns, p->spent_ns);
    int rc = write_line(f->fd, line, (size_t)n, err);

    return rc ? rc : pair_keep(f, p, err);
}

void proof_file_close(struct proof_file *f)
{
    if (f->fd >= 0)
        close(f->fd);
    free(f->pair);
    *f = (struct proof_file){ .fd = -1 };
}
