/* SPDX-License-Identifier: MIT */
#include "cli/hw/words.h"

#include "cli/cli_choice.h"
#include "common/err.h"
#include "ops/op.h"

#include <stdio.h>
#include <string.h>

enum { KIND_MAX = 48 };

static const char *vendor_of(const struct gam_hw_device *d)
{
    return d->vendor;
}

static const char *status_of(const struct gam_hw_device *d)
{
    return d->status;
}

static int word_check(const struct gam_hw_db *db, const char *(*of)(const struct gam_hw_device *d), const char *option,
                      const char **word, struct gam_err *err)
{
    struct gam_cli_choice c = gam_cli_choice(option, *word);

    if (!*word)
        return 0;
    for (size_t i = 0; i < db->n; i++)
        gam_cli_choice_offer(&c, of(db->device[i]));
    *word = c.match ? c.match : *word;
    return gam_cli_choice_end(&c, err);
}

/* Of a family that the files may have and none has yet there are no devices, which is an answer. */
int gam_cli_hw_family(const char **word, struct gam_err *err)
{
    static const char *const families[] = { "gpu", "tpu", "npu", "asic", "fpga", "cpu", "photonic", "in-memory", NULL };

    return *word ? gam_cli_choice_check("--family", word, families, err) : 0;
}

int gam_cli_hw_vendor(const struct gam_hw_db *db, const char **word, struct gam_err *err)
{
    return word_check(db, vendor_of, "--vendor", word, err);
}

int gam_cli_hw_status(const struct gam_hw_db *db, const char **word, struct gam_err *err)
{
    return word_check(db, status_of, "--status", word, err);
}

int gam_cli_hw_capability(const struct gam_hw_db *db, const char **word, struct gam_err *err)
{
    struct gam_cli_choice c = gam_cli_choice("--has", *word);

    if (!*word)
        return 0;
    for (size_t i = 0; i < db->n; i++)
        for (size_t k = 0; k < db->device[i]->n_facts; k++)
            if (db->device[i]->fact[k].what == GAM_HW_CAPABILITY)
                gam_cli_choice_offer(&c, db->device[i]->fact[k].qualifier[GAM_HW_NAME]);
    *word = c.match ? c.match : *word;
    return gam_cli_choice_end(&c, err);
}

int gam_cli_hw_dtype(const char **word, struct gam_err *err)
{
    return *word ? gam_cli_choice_check("--dtype", word, gam_hw_dtypes, err) : 0;
}

static int kind_check(const char *option, const char *word, struct gam_err *err)
{
    struct gam_cli_choice c = gam_cli_choice(option, word);

    for (size_t i = 0; gam_op_kinds[i]; i++)
        if (gam_op_kinds[i]->class == GAM_OP_SUBJECT)
            gam_cli_choice_offer(&c, gam_op_kinds[i]->name);
    if (c.match && strcmp(c.match, word) != 0) /* the words are looked up as they stand */
        return gam_err_set(err, -GAM_EINVAL, "%s '%s' is written '%s'", option, word, c.match);
    return gam_cli_choice_end(&c, err);
}

const char *gam_cli_operator_kind_next(const char *words, char *out, size_t size)
{
    size_t n = strcspn(words, ",");

    snprintf(out, size, "%.*s", (int)n, words);
    return words[n] ? words + n + 1 : NULL;
}

int gam_cli_operator_kinds(const char *option, const char *words, struct gam_err *err)
{
    int rc = 0;

    while (words && !rc) {
        char word[KIND_MAX];

        words = gam_cli_operator_kind_next(words, word, sizeof word);
        rc = kind_check(option, word, err);
    }
    return rc;
}
