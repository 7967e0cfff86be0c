/* SPDX-License-Identifier: MIT */
#include "cli/gate/slots.h"

#include "common/err.h"
#include "common/file.h"
#include "common/json.h"
#include "common/sha256.h"
#include "common/strbuf.h"
#include "common/unit.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_CAP = 64 << 20, LINES_CAP = 1 << 16, ERRORS_CAP = 4 << 20 };

static const char variable[] = "GAMBREL_METRICS";

static int environment_make(struct gam_gate_slots *s, char *const *from, struct gam_err *err)
{
    size_t n = 0, at = 0, length = strlen(variable);
    char **list, *own;

    while (from[n])
        n++;
    list = calloc(n + 2, sizeof *list);
    own = malloc(length + 1 + strlen(s->metrics) + 1);
    if (!list || !own) {
        free(list);
        free(own);
        return gam_err_nomem(err);
    }
    snprintf(own, length + 1 + strlen(s->metrics) + 1, "%s=%s", variable, s->metrics);
    list[at++] = own;
    for (size_t i = 0; i < n; i++)
        if (strncmp(from[i], variable, length) != 0 || from[i][length] != '=')
            list[at++] = from[i];
    s->environment = list;
    return 0;
}

int gam_gate_slots_open(struct gam_gate_slots *s, const char *parent, char *const *environment, struct gam_err *err)
{
    const char *folder = s->scratch.folder;
    int rc = gam_scratch_open(&s->scratch, parent, err);

    s->environment = NULL;
    if (rc)
        return rc;
    snprintf(s->metrics, sizeof s->metrics, "%s/metrics", folder);
    snprintf(s->output, sizeof s->output, "%s/output", folder);
    snprintf(s->errors, sizeof s->errors, "%s/errors", folder);
    if (s->also & GAM_ALSO_ENERGY && gam_slot_energy_open(&s->energy, gam_meters, err))
        return err->code;
    return environment_make(s, environment, err);
}

void gam_gate_slots_close(struct gam_gate_slots *s)
{
    for (int i = 0; i < GAM_ARMS; i++)
        gam_command_line_release(&s->arm[i].line);
    gam_slot_energy_close(&s->energy);
    if (s->environment) {
        free(s->environment[0]);
        free((void *)(uintptr_t)s->environment);
    }
    s->environment = NULL;
    gam_scratch_close(&s->scratch);
}

void gam_gate_last_line(const char *path, char *out, size_t size)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(ERRORS_CAP);
    char *line;

    *out = '\0';
    if (!gam_file_read(path, &text, NULL) && text.length) {
        while (text.length && strchr("\r\n \t", text.text[text.length - 1]))
            text.text[--text.length] = '\0';
        line = strrchr(text.text, '\n');
        gam_text_cut(line ? line + 1 : text.text, 200, out, size);
    }
    gam_strbuf_release(&text);
}

static int failure(struct gam_gate_slots *s, int arm, const struct gam_slot_result *r, struct gam_err *err)
{
    char fate[100], said[300];

    gam_slot_fate(r, fate, sizeof fate);
    gam_gate_last_line(s->errors, said, sizeof said);
    if (!*said && (r->exit_code == GAM_SLOT_NOT_FOUND || r->exit_code == GAM_SLOT_NOT_EXECUTABLE))
        gam_text_cut(s->arm[arm].line.argv[0], 200, said, sizeof said);
    return gam_err_set(err, -GAM_EDEVICE, "the %s failed: %s%s%s", arm == GAM_ARM_BASE ? "base" : "candidate", fate,
                       *said ? ": " : "", said);
}

int gam_gate_file_hash(const char *path, char text[65], struct gam_err *err)
{
    struct gam_strbuf bytes = GAM_STRBUF_INIT(OUTPUT_CAP);
    uint8_t hash[GAM_SHA256_BYTES];
    int rc = gam_file_read(path, &bytes, err);

    if (!rc) {
        gam_sha256(gam_strbuf_get(&bytes), bytes.length, hash);
        for (int i = 0; i < GAM_SHA256_BYTES; i++)
            snprintf(text + 2 * i, 3, "%02x", hash[i]);
    }
    gam_strbuf_release(&bytes);
    return rc;
}

/* What we saw, as lines like the program's own, so that one reader serves both. */
struct seen {
    double wall_ns, cpu_ns, peak_bytes, joule; /* mean, mean, largest, mean */
    char hash[65];
};

struct seen_row {
    unsigned also;
    const char *metric, *unit;
    double value;
};

static void line_add(struct gam_strbuf *out, const char *name, const struct seen_row *row)
{
    struct gam_jsonw w;

    gam_jsonw_init(&w, out, false);
    gam_jsonw_object(&w, NULL);
    gam_jsonw_text(&w, "case", name);
    gam_jsonw_text(&w, "metric", row->metric);
    gam_jsonw_text(&w, "unit", row->unit);
    gam_jsonw_text(&w, "better", "lower");
    gam_jsonw_real(&w, "value", row->value);
    if (row->also == GAM_ALSO_ENERGY)
        gam_jsonw_text(&w, "source", "counter");
    gam_jsonw_end(&w);
    gam_strbuf_char(out, '\n');
}

static void seen_lines(const struct gam_gate_slots *s, const struct seen *seen, unsigned also, struct gam_strbuf *out)
{
    const struct seen_row row[] = { { GAM_ALSO_WALL, "time", "ns", seen->wall_ns },
                                    { GAM_ALSO_CPU, "cpu_time", "ns", seen->cpu_ns },
                                    { GAM_ALSO_MEMORY, "memory_peak", "bytes", seen->peak_bytes },
                                    { GAM_ALSO_ENERGY, "energy", "J", seen->joule } };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (also & row[i].also)
            line_add(out, s->name, &row[i]);
    if (also & GAM_ALSO_OUTPUT) {
        struct gam_jsonw w;

        gam_jsonw_init(&w, out, false);
        gam_jsonw_object(&w, NULL);
        gam_jsonw_text(&w, "case", s->name);
        gam_jsonw_text(&w, "metric", "output_sha256");
        gam_jsonw_text(&w, "text", seen->hash);
        gam_jsonw_end(&w);
        gam_strbuf_char(out, '\n');
    }
}

static int processes_run(struct gam_gate_slots *s, int arm, struct seen *seen, struct gam_slot_result *r, struct gam_err *err)
{
    const struct gam_gate_arm_run *a = &s->arm[arm];
    struct gam_slot slot = { .argv = a->line.argv,
                             .environment = s->environment,
                             .folder = a->folder[0] ? a->folder : NULL,
                             .output = s->also & GAM_ALSO_OUTPUT ? s->output : NULL,
                             .errors = s->errors,
                             .timeout_ns = s->timeout_ns,
                             .fixed_addresses = s->fixed_addresses,
                             .cancel = s->cancel };
    size_t n = s->batch ? s->batch : 1;
    uint64_t wall = 0, cpu = 0;
    int rc = s->energy.meter ? gam_slot_energy_start(&s->energy, err) : 0;

    if (rc)
        return rc;
    for (size_t i = 0; i < n; i++) {
        rc = gam_slot_run(&slot, r, err);
        if (rc)
            return rc;
        if (r->exit_code || r->timed_out)
            return failure(s, arm, r, err);
        wall += r->wall_ns;
        cpu += r->cpu_ns;
        seen->peak_bytes = fmax(seen->peak_bytes, (double)r->peak_bytes);
    }
    r->wall_ns = wall;
    if (s->energy.meter)
        rc = gam_slot_energy_stop(&s->energy, &seen->joule, err);
    if (rc)
        return rc;
    seen->joule /= (double)n;
    seen->wall_ns = (double)wall / (double)n;
    seen->cpu_ns = (double)cpu / (double)n;
    if (!(s->also & GAM_ALSO_OUTPUT))
        return 0;
    rc = gam_gate_file_hash(s->output, seen->hash, err);
    return rc == -GAM_EINVAL ? gam_err_set(err, -GAM_EDEVICE, "the %s printed more than the %d bytes that --also output reads",
                                           arm == GAM_ARM_BASE ? "base" : "candidate", OUTPUT_CAP)
                             : rc;
}

/* Whatever a program leaves where its metrics belong is its failure, not the caller's: a pipe, say, would be waited for. */
static int metrics_read(const struct gam_gate_slots *s, struct gam_strbuf *text, struct gam_err *err)
{
    struct stat there;
    int rc;

    if (lstat(s->metrics, &there))
        return 0;
    if (!S_ISREG(there.st_mode))
        return gam_err_set(err, -GAM_EPARSE, "%s is no regular file any more", variable);
    rc = gam_file_read(s->metrics, text, err);
    return rc == -GAM_EINVAL ? gam_err_set(err, -GAM_EPARSE, "%s is larger than %d bytes", variable, OUTPUT_CAP) : rc;
}

static int metrics_parse(const struct gam_gate_slots *s, struct gam_strbuf *text, struct gam_metrics *out, struct gam_err *err)
{
    int rc = gam_metrics_parse(variable, gam_strbuf_get(text), text->length, out, err);

    if (!rc)
        rc = gam_gate_families_add(s->family, s->n_families, out, err);
    if (rc == -GAM_EINVAL)
        err->code = rc = -GAM_EPARSE;
    return rc;
}

int gam_gate_slot_run(struct gam_gate_slots *s, int arm, struct gam_metrics *out, struct gam_slot_result *result,
                      struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(OUTPUT_CAP);
    struct seen seen = { 0 };
    unsigned also = s->also;
    int rc;

    *out = (struct gam_metrics){ 0 };
    if (unlink(s->metrics) && errno != ENOENT)
        return gam_err_set(err, -GAM_EIO, "cannot remove '%s': %s", s->metrics, strerror(errno));
    rc = processes_run(s, arm, &seen, result, err);
    if (rc) {
        gam_strbuf_release(&text);
        return rc;
    }
    rc = metrics_read(s, &text, err);
    if (!text.length && !(also & ~(unsigned)GAM_ALSO_SHARE))
        also = GAM_ALSO_WALL;
    if (text.length && text.text[text.length - 1] != '\n')
        gam_strbuf_char(&text, '\n');
    seen_lines(s, &seen, also, &text);
    if (!rc)
        rc = gam_strbuf_status(&text, err);
    if (!rc)
        rc = metrics_parse(s, &text, out, err);
    if (rc)
        gam_err_prefix(err, "what the %s reported", arm == GAM_ARM_BASE ? "base" : "candidate");
    gam_strbuf_release(&text);
    return rc;
}
