/* SPDX-License-Identifier: MIT */
#include "kernels/suite.h"

#include "common/embedded.h"
#include "common/err.h"
#include "common/file.h"
#include "common/json.h"
#include "common/nearest.h"
#include "kernels/suite_line.h"
#include "kernels/suite_spec.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPS_MAX = 4096, IMPLEMENTATIONS_MAX = 16, LABEL_MAX = 300, BUILTIN_MAX = 32 };

static const size_t file_most = (size_t)1 << 20;

/* A text being read, for messages with lines. */
struct source {
    const char *label, *text;
    size_t length;
    const struct gam_machine_sizes *sizes;
    struct gam_err *err;
};

static int text_copy(const char *text, char **out, struct gam_err *err)
{
    *out = text ? strdup(text) : NULL;
    return text && !*out ? gam_err_nomem(err) : 0;
}

static void op_release(struct gam_suite_op *op)
{
    for (char **name = op->implementations; name && *name; name++)
        free(*name);
    free(op->implementations);
    free(op->name);
}

void gam_suite_release(struct gam_suite *suite)
{
    for (size_t i = 0; i < suite->n_ops; i++)
        op_release(&suite->ops[i]);
    free(suite->ops);
    free(suite->name);
    free(suite->unit);
    *suite = (struct gam_suite){ .name = NULL };
}

/* All names, or all exclusions: a list of both would not say what happens to the rest. */
static int implementations_read(const struct gam_json *object, struct gam_suite_op *op, struct gam_err *err)
{
    struct gam_json list;
    size_t n;
    int rc;

    if (!gam_json_has(object, "implementations"))
        return 0;
    rc = gam_json_array(object, "implementations", &list, &n, err);
    if (rc)
        return rc;
    if (!n || n > IMPLEMENTATIONS_MAX)
        return gam_json_fail(&list, err, "expected 1 to %d names; leave the key out for all", IMPLEMENTATIONS_MAX);
    op->implementations = calloc(n + 1, sizeof *op->implementations);
    if (!op->implementations)
        return gam_err_nomem(err);
    for (size_t i = 0; i < n && !rc; i++) {
        const char *name;
        struct gam_json at;

        rc = gam_json_item(&list, i, &at, err);
        if (!rc)
            rc = gam_json_value_text(&at, &name, err);
        if (!rc && (!*name || (*name == '-') != (op->implementations[0] ? *op->implementations[0] == '-' : *name == '-')))
            rc = gam_json_fail(&at, err, "'%.40s': expected names, or names that all begin with '-' to leave them out", name);
        if (!rc)
            rc = text_copy(name, &op->implementations[i], err);
    }
    return rc;
}

/* "bytes": a number or an expression, as text. */
static int bytes_read(const struct gam_json *object, char *number, size_t size, const char **out, struct gam_err *err)
{
    struct gam_json at;
    double value;
    int rc;

    *out = NULL;
    if (!gam_json_has(object, "bytes"))
        return 0;
    rc = gam_json_member(object, "bytes", &at, err);
    if (rc || !gam_json_value_text(&at, out, NULL))
        return rc;
    if (gam_json_real(object, "bytes", &value, NULL))
        return gam_json_fail(&at, err, "expected a number or text like \"4*LLC\"");
    snprintf(number, size, "%.0f", value);
    *out = number;
    return 0;
}

/* Sets the message "label:line: ops[i].key: text" from the text that is in err. */
static int fail_at(const struct source *s, const struct gam_json *object, const char *key)
{
    return gam_err_prefix(s->err, "%s:%zu: %s.%s", s->label, gam_suite_line(s->text, s->length, object->index, key), object->path,
                          key);
}

static int transfer_read(const struct gam_json *object, struct gam_suite_op *op, struct gam_err *err)
{
    const char *word;
    int rc = gam_json_text_or(object, "transfer", NULL, &word, err);

    if (rc || !word)
        return rc;
    op->host = gam_host_memory_parse(word);
    return op->host ? 0 : gam_json_fail(object, err, "transfer '%.40s': expected 'pinned' or 'pageable'", word);
}

static int op_read(const struct source *s, const struct gam_json *object, struct gam_suite_op *out)
{
    static const char *const keys[] = { "op", "count", "name", "bytes", "implementations", "transfer", NULL };
    const char *spec, *name = NULL, *bytes;
    struct gam_err *err = s->err;
    char number[64];
    int rc = gam_json_only(object, keys, err);

    if (!rc)
        rc = gam_json_text(object, "op", &spec, err);
    if (!rc)
        rc = gam_json_text_or(object, "name", NULL, &name, err);
    if (!rc)
        rc = gam_json_int_or(object, "count", 1, &out->count, err);
    if (!rc && out->count < 1)
        rc = gam_json_fail(object, err, "count=%lld: expected 1 or more", (long long)out->count);
    if (!rc)
        rc = bytes_read(object, number, sizeof number, &bytes, err);
    if (!rc)
        rc = implementations_read(object, out, err);
    if (!rc)
        rc = transfer_read(object, out, err);
    if (!rc)
        rc = text_copy(name, &out->name, err);
    if (!rc && gam_suite_spec(spec, bytes, s->sizes, &out->op, err))
        rc = fail_at(s, object, "op");
    return rc;
}

static int ops_read(const struct source *s, const struct gam_json *root, struct gam_suite *out)
{
    struct gam_json list, at = { .node = NULL };
    char label[LABEL_MAX];
    size_t n, line;
    int rc = gam_json_array(root, "ops", &list, &n, s->err);

    if (rc)
        return rc;
    if (!n || n > OPS_MAX)
        return gam_json_fail(&list, s->err, "expected 1 to %d operators", OPS_MAX);
    out->ops = calloc(n, sizeof *out->ops);
    if (!out->ops)
        return gam_err_nomem(s->err);
    while (!rc && gam_json_next(&list, &at)) {
        struct gam_json object = at;

        out->n_ops++;
        line = gam_suite_line(s->text, s->length, at.index, NULL);
        snprintf(label, sizeof label, "%s:%zu", s->label, line);
        if (line)                /* 0: no object, so no line of its own */
            object.file = label; /* messages about this object tell its line */
        rc = op_read(s, &object, &out->ops[out->n_ops - 1]);
    }
    return rc;
}

static const double budget_most_s = 1e6;

static int suite_read(const struct source *s, const struct gam_json *root, struct gam_suite *out)
{
    static const char *const keys[] = { "$schema", "schema", "name", "unit", "roofs", "budget_s", "ops", NULL };
    const char *schema = "gambrel-suite/1", *name, *unit = NULL, *roofs = "best";
    struct gam_err *err = s->err;
    int rc = gam_json_only(root, keys, err);

    if (!rc)
        rc = gam_json_text_or(root, "schema", schema, &schema, err);
    if (!rc && strcmp(schema, "gambrel-suite/1") != 0)
        rc = gam_json_fail(root, err, "schema '%.40s': expected 'gambrel-suite/1'", schema);
    if (!rc)
        rc = gam_json_text(root, "name", &name, err);
    if (!rc)
        rc = gam_json_text_or(root, "unit", NULL, &unit, err);
    if (!rc)
        rc = gam_json_text_or(root, "roofs", roofs, &roofs, err);
    if (!rc && strcmp(roofs, "best") != 0 && strcmp(roofs, "all") != 0)
        rc = gam_json_fail(root, err, "roofs '%.40s': expected 'best' or 'all'", roofs);
    if (!rc)
        rc = gam_json_real_or(root, "budget_s", 0, &out->budget_s, err);
    if (!rc && !(out->budget_s >= 0 && out->budget_s <= budget_most_s))
        rc = gam_json_fail(root, err, "budget_s: expected seconds from 0 to %.0f", budget_most_s);
    if (!rc)
        rc = text_copy(name, &out->name, err);
    if (!rc)
        rc = text_copy(unit, &out->unit, err);
    if (!rc)
        rc = ops_read(s, root, out);
    out->all_roofs = !strcmp(roofs, "all");
    return rc;
}

int gam_suite_parse(const char *label, const char *text, size_t length, const struct gam_machine_sizes *sizes,
                    struct gam_suite *out, struct gam_err *err)
{
    struct source source = { .label = label, .text = text, .length = length, .sizes = sizes, .err = err };
    struct gam_err local = { 0 };
    struct gam_json root;
    int rc;

    source.err = err ? err : &local; /* messages are put together from it */
    *out = (struct gam_suite){ .name = NULL };
    rc = gam_json_parse(label, text, length, &root, source.err);
    if (rc)
        return rc;
    rc = suite_read(&source, &root, out);
    gam_json_free(&root);
    if (rc)
        gam_suite_release(out);
    return rc;
}

static int load_file(const char *path, const struct gam_machine_sizes *sizes, struct gam_suite *out, struct gam_err *err)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(file_most);
    int rc = gam_file_read(path, &text, err);

    if (!rc)
        rc = gam_suite_parse(path, gam_strbuf_get(&text), text.length, sizes, out, err);
    gam_strbuf_release(&text);
    return rc;
}

/* A word that is neither built in nor looks like a path is more likely a typing error than a file. */
static int fail_name(const char *name, struct gam_err *err)
{
    const char *near = NULL;
    char list[300] = "";

    for (const struct gam_embedded *e = gam_embedded_suites; e->name; e++) {
        size_t used = strlen(list);

        gam_nearest(name, e->name, &near);
        snprintf(list + used, sizeof list - used, " %s", e->name);
    }
    return gam_err_set(err, -GAM_ENOENT, "no suite '%s'%s%s%s; built in are%s; a file's name ends in .json", name,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", list);
}

int gam_suite_load(const char *name_or_path, const struct gam_machine_sizes *sizes, struct gam_suite *out, struct gam_err *err)
{
    char label[LABEL_MAX];

    *out = (struct gam_suite){ .name = NULL };
    for (const struct gam_embedded *e = gam_embedded_suites; e->name; e++)
        if (!strcmp(e->name, name_or_path)) {
            snprintf(label, sizeof label, "%s.json (built in)", e->name);
            return gam_suite_parse(label, e->text, e->length, sizes, out, err);
        }
    if (!strpbrk(name_or_path, "./") && strcmp(name_or_path, "-") != 0)
        return fail_name(name_or_path, err);
    return load_file(name_or_path, sizes, out, err);
}

int gam_suite_from_specs(const char *const *specs, size_t n, const struct gam_machine_sizes *sizes, struct gam_suite *out,
                         struct gam_err *err)
{
    int rc = 0;

    *out = (struct gam_suite){ .name = NULL };
    if (!n || n > OPS_MAX)
        return gam_err_set(err, -GAM_EINVAL, "expected 1 to %d operators", OPS_MAX);
    out->ops = calloc(n, sizeof *out->ops);
    if (!out->ops)
        return gam_err_nomem(err);
    for (; !rc && out->n_ops < n; out->n_ops++) {
        out->ops[out->n_ops].count = 1;
        rc = gam_suite_spec(specs[out->n_ops], NULL, sizes, &out->ops[out->n_ops].op, err);
    }
    if (rc)
        gam_suite_release(out);
    return rc;
}

int gam_suite_wants(const struct gam_suite_op *op, const char *implementation)
{
    int without = op->implementations && *op->implementations[0] == '-';

    for (char **name = op->implementations; name && *name; name++)
        if (!strcmp(*name + without, implementation))
            return !without;
    return without || !op->implementations;
}

static const char *builtin_names[BUILTIN_MAX + 1];
static pthread_once_t builtin_once = PTHREAD_ONCE_INIT;

static void builtin_fill(void)
{
    for (size_t i = 0; i < BUILTIN_MAX && gam_embedded_suites[i].name; i++)
        builtin_names[i] = gam_embedded_suites[i].name;
}

const char *const *gam_suite_builtin_names(void)
{
    pthread_once(&builtin_once, builtin_fill);
    return builtin_names;
}
