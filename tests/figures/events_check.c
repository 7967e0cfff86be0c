/* SPDX-License-Identifier: MIT */
/* events_check DB EVENTS: whether every visit that an events file announced is in the database. Exit 1 and a line each if not. */
#include "common/err.h"
#include "common/file.h"
#include "common/json.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

enum { FILE_CAP = 64 * 1024 * 1024 };

static int64_t samples_of(const struct gam_runset *set, int64_t measurement, int64_t round)
{
    const struct gam_sample *s = gam_runset_sample(set);
    int64_t n = 0;

    for (size_t i = 0; i < gam_runset_sample_n(set); i++)
        n += s[i].measurement == measurement && s[i].round == round;
    return n;
}

/* A line that a kill cut short announces nothing. */
static int line_check(struct gam_store *store, struct gam_runset *set, const char *line, size_t length, struct gam_err *err)
{
    struct gam_json root;
    const char *uuid;
    int64_t id, measurement, round, samples, found;

    if (gam_json_parse("events", line, length, &root, err))
        return 0;
    if (gam_json_text(&root, "run", &uuid, err) || gam_json_int(&root, "measurement", &measurement, err) ||
        gam_json_int(&root, "round", &round, err) || gam_json_int(&root, "samples", &samples, err)) {
        gam_json_free(&root);
        return 1;
    }
    if (!gam_runset_run_n(set) && (gam_store_find_uuid(store, uuid, &id, err) || gam_store_load(store, id, set, err))) {
        gam_json_free(&root);
        return 1;
    }
    found = samples_of(set, measurement, round);
    gam_json_free(&root);
    if (found < samples) {
        gam_err_set(err, -GAM_ENUMERIC, "measurement %lld round %lld: announced %lld samples, found %lld", (long long)measurement,
                    (long long)round, (long long)samples, (long long)found);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct gam_strbuf text = GAM_STRBUF_INIT(FILE_CAP);
    struct gam_store *store = NULL;
    struct gam_runset set;
    struct gam_err err = { 0 };
    int bad = 0;

    if (argc != 3)
        return 2;
    gam_runset_init(&set);
    if (gam_store_open(argv[1], GAM_STORE_READ, &store, &err) || gam_file_read(argv[2], &text, &err)) {
        fprintf(stderr, "events_check: %s\n", err.text);
        bad = 1;
    }
    for (const char *p = gam_strbuf_get(&text), *end; !bad && (end = strchr(p, '\n')); p = end + 1)
        if (line_check(store, &set, p, (size_t)(end - p), &err)) {
            fprintf(stderr, "events_check: %s\n", err.text);
            bad = 1;
        }
    gam_runset_release(&set);
    gam_store_close(store);
    gam_strbuf_release(&text);
    return bad;
}
