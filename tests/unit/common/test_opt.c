/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "common/opt.h"

struct values {
    int quiet, verbose;
    const char *format;
    struct gam_opt_texts tags;
    int64_t rounds;
    double share;
    uint64_t budget;
};

enum { N_OPTS = 7 };

static void options_fill(struct values *v, struct gam_opt *o)
{
    const struct gam_opt table[N_OPTS] = {
        { .name = "quiet", .letter = 'q', .type = GAM_OPT_FLAG, .value = &v->quiet, .help = "print nothing" },
        { .name = "verbose", .letter = 'v', .type = GAM_OPT_FLAG, .value = &v->verbose, .help = "print more" },
        { .name = "format",
          .letter = 'f',
          .type = GAM_OPT_TEXT,
          .value = &v->format,
          .argument = "NAME",
          .help = "text, json or html" },
        { .name = "tag", .type = GAM_OPT_TEXTS, .value = &v->tags, .argument = "T", .help = "may be given again" },
        { .name = "rounds",
          .type = GAM_OPT_INT,
          .value = &v->rounds,
          .argument = "R",
          .help = "how often",
          .least = 1,
          .most = 1000 },
        { .name = "share", .type = GAM_OPT_REAL, .value = &v->share, .argument = "X", .help = "a share" },
        { .name = "budget", .type = GAM_OPT_SECONDS, .value = &v->budget, .argument = "S", .help = "time" },
    };

    memcpy(o, table, sizeof table);
}

static int parse(struct values *v, const char *const *words, struct gam_opt_result *out, struct gam_err *err)
{
    struct gam_opt opts[N_OPTS];
    struct gam_opt_spec spec = {
        .command = "gambrel test", .summary = "tests", .opts = opts, .n_opts = N_OPTS, .most_positionals = 2
    };
    char *argv[80] = { (char[]){ "test" } };
    int argc = 1;

    memset(v, 0, sizeof *v);
    options_fill(v, opts);
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)(uintptr_t)words[argc - 1];
    return gam_opt_parse(&spec, argc, argv, out, err);
}

#define WORDS(...)                                                                                                               \
    (const char *const[])                                                                                                        \
    {                                                                                                                            \
        __VA_ARGS__, NULL                                                                                                        \
    }

static void everything_at_once(void **state)
{
    struct values v;
    struct gam_opt_result r;
    struct gam_err err = { 0 };

    (void)state;
    if (parse(&v,
              WORDS("last", "-qv", "--format=html", "--tag", "a", "--tag=b", "--rounds", "12", "--share", "-0.5", "--budget",
                    "2m", "-"),
              &r, &err))
        fail_msg("%s", err.text);
    assert_true(v.quiet && v.verbose && v.rounds == 12 && v.share == -0.5 && v.budget == 120000000000u);
    assert_string_equal(v.format, "html");
    assert_int_equal(v.tags.n, 2);
    assert_string_equal(v.tags.value[1], "b");
    assert_int_equal(r.n_positional, 2);
    assert_string_equal(r.positional[0], "last");
    assert_string_equal(r.positional[1], "-");
    assert_false(r.help);
}

static void forms_of_letters(void **state)
{
    struct values v;
    struct gam_opt_result r;

    (void)state;
    assert_int_equal(parse(&v, WORDS("-fhtml", "-f", "json", "-qftext"), &r, NULL), 0);
    assert_string_equal(v.format, "text");
    assert_true(v.quiet);
    assert_int_equal(parse(&v, WORDS("--format="), &r, NULL), 0);
    assert_string_equal(v.format, "");
}

static void dashes_end_options(void **state)
{
    struct values v;
    struct gam_opt_result r;

    (void)state;
    assert_int_equal(parse(&v, WORDS("--", "--rounds", "-q"), &r, NULL), 0);
    assert_int_equal(r.n_positional, 2);
    assert_int_equal(v.quiet, 0);
}

static void help_stops_checks(void **state)
{
    struct values v;
    struct gam_opt_result r;

    (void)state;
    assert_int_equal(parse(&v, WORDS("--help", "--nonsense"), &r, NULL), 0);
    assert_true(r.help);
    assert_int_equal(parse(&v, WORDS("-qh"), &r, NULL), 0);
    assert_true(r.help);
}

static void errors(void **state)
{
    static const struct {
        const char *words[4];
        const char *error;
    } cases[] = {
        { { "--formt", "x" }, "unknown option '--formt'; did you mean '--format'?" },
        { { "--budgte=3" }, "unknown option '--budgte=3'; did you mean '--budget'?" },
        { { "--xylophone" }, "unknown option '--xylophone'; 'gambrel test --help' lists them" },
        { { "-x" }, "unknown option '-x'" },
        { { "--quiet=1" }, "--quiet takes no value" },
        { { "--rounds" }, "--rounds needs a value" },
        { { "--rounds", "3x" }, "--rounds: '3x' is not a whole number" },
        { { "--rounds", "" }, "is not a whole number" },
        { { "--rounds", "99999999999999999999" }, "is not a whole number" },
        { { "--rounds", "0" }, "--rounds: 0 is outside 1..1000" },
        { { "--share", "nan" }, "is not a number" },
        { { "--share", "1e" }, "is not a number" },
        { { "--budget", "soon" }, "is not a duration" },
        { { "--budget", "-1" }, "is not a duration" },
        { { "--budget", "2 m" }, "is not a duration" },
        { { "--budget", "1e300" }, "is not a duration" },
        { { "--budget", "nan" }, "is not a duration" },
        { { "a", "b", "c" }, "unexpected argument 'c'" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct values v;
        struct gam_opt_result r;
        struct gam_err err = { 0 };

        assert_int_equal(parse(&v, cases[i].words, &r, &err), -GAM_EINVAL);
        assert_error(&err, -GAM_EINVAL, cases[i].error);
    }
}

static void durations(void **state)
{
    static const struct {
        const char *text;
        uint64_t ns;
    } cases[] = { { "90", 90000000000u },    { "1.5s", 1500000000u },  { "500ms", 500000000u }, { "0", 0 },
                  { "2min", 120000000000u }, { "1h", 3600000000000u }, { "7us", 7000u } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct values v;
        struct gam_opt_result r;

        assert_int_equal(parse(&v, WORDS("--budget", cases[i].text), &r, NULL), 0);
        assert_true(v.budget == cases[i].ns);
    }
}

static void too_many_repeats(void **state)
{
    const char *words[140] = { NULL };
    struct values v;
    struct gam_opt_result r;
    struct gam_err err = { 0 };

    (void)state;
    for (int i = 0; i < 65; i++)
        words[i] = "--tag=x";
    assert_int_equal(parse(&v, words, &r, &err), -GAM_EINVAL);
    assert_error(&err, -GAM_EINVAL, "--tag: given more than 64 times");
}

static void help_text(void **state)
{
    int quiet;
    const char *file;
    const struct gam_opt opts[] = {
        { .name = "quiet",
          .letter = 'q',
          .type = GAM_OPT_FLAG,
          .value = &quiet,
          .help = "print nothing but errors, which is one word too many for a line" },
        { .name = "a-very-long-option-name", .type = GAM_OPT_TEXT, .value = &file, .argument = "FILE", .help = "short" },
    };
    const struct gam_opt_spec spec = { "gambrel test", "says what it does", "[RUN]", "gambrel test -q last", opts, 2, 1 };
    struct gam_strbuf out = GAM_STRBUF_INIT(10000);

    (void)state;
    assert_int_equal(gam_opt_help(&spec, 60, &out), 0);
    assert_string_equal(gam_strbuf_get(&out), "gambrel test: says what it does\n"
                                              "\n"
                                              "usage: gambrel test [OPTION]... [RUN]\n"
                                              "\n"
                                              "  -q, --quiet  print nothing but errors, which is one word\n"
                                              "               too many for a line\n"
                                              "      --a-very-long-option-name FILE\n"
                                              "               short\n"
                                              "  -h, --help   show this text\n"
                                              "\n"
                                              "example:\n"
                                              "  gambrel test -q last\n");
    gam_strbuf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_at_once), cmocka_unit_test(forms_of_letters), cmocka_unit_test(dashes_end_options),
        cmocka_unit_test(help_stops_checks),  cmocka_unit_test(errors),           cmocka_unit_test(durations),
        cmocka_unit_test(too_many_repeats),   cmocka_unit_test(help_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
