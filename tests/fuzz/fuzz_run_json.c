/* SPDX-License-Identifier: MIT */
/* Any bytes are refused with a message or read; what was read is written, read and written again to the same bytes. */
#include "common/err.h"
#include "store/run_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAP = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void demand(int condition, const char *what, const struct gam_err *err)
{
    if (condition)
        return;
    fprintf(stderr, "%s: %s\n", what, err->text);
    abort();
}

static void write_all(const struct gam_runset sets[2], struct gam_strbuf *out)
{
    struct gam_err err = { 0 };

    demand(!gam_run_json_write(&sets[0], gam_runset_run_n(&sets[1]) ? &sets[1] : NULL, out, &err),
           "what was read cannot be written", &err);
}

static int read_all(const char *text, size_t n, struct gam_runset sets[2], struct gam_err *err)
{
    gam_runset_init(&sets[0]);
    gam_runset_init(&sets[1]);
    return gam_run_json_read("fuzz.json", text, n, &sets[0], &sets[1], err);
}

static void release_all(struct gam_runset sets[2])
{
    gam_runset_release(&sets[0]);
    gam_runset_release(&sets[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct gam_strbuf first = GAM_STRBUF_INIT(CAP), second = GAM_STRBUF_INIT(CAP);
    struct gam_runset sets[2], again[2];
    struct gam_err err = { 0 };
    int rc = read_all((const char *)data, n, sets, &err);

    if (rc) {
        demand(err.code == rc && *err.text, "refused without a message", &err);
    } else {
        write_all(sets, &first);
        demand(!read_all(first.text, first.length, again, &err), "what was written cannot be read", &err);
        write_all(again, &second);
        demand(first.length == second.length && !memcmp(first.text, second.text, first.length), "the second export differs",
               &err);
        release_all(again);
    }
    release_all(sets);
    gam_strbuf_release(&first);
    gam_strbuf_release(&second);
    return 0;
}
