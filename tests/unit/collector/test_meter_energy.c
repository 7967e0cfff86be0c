/* SPDX-License-Identifier: MIT */
/* Meters of energy on trees of files that were written here: what a counter may do, and what must come of it. */
#include "../gam_test.h"

#include "collector/meter/energy/energy.h"
#include "collector/meter/hwmon/hwmon.h"
#include "collector/meter/rapl/rapl.h"
#include "fixture_tree.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define ZONE "/sys/class/powercap/"
static const uint64_t ms = 1000000u;

/* A clock and a sleep without time. */
static uint64_t now;
static const char *idle_root, *idle_path, *idle_text; /* what the counter says after the idle window */

static uint64_t fake_now(void)
{
    return now;
}

static void fake_sleep(uint64_t ns)
{
    now += ns;
    if (ns > 200 * ms && idle_path)
        tree_put(idle_root, idle_path, idle_text);
}

static void zone_put(const char *root, const char *zone, const char *name, const char *energy)
{
    char path[256];

    snprintf(path, sizeof path, ZONE "%s/name", zone);
    tree_put(root, path, name);
    snprintf(path, sizeof path, ZONE "%s/max_energy_range_uj", zone);
    tree_put(root, path, "262143328850\n");
    snprintf(path, sizeof path, ZONE "%s/energy_uj", zone);
    tree_put(root, path, energy);
}

static void energy_put(const char *root, const char *zone, const char *energy)
{
    char path[256];

    snprintf(path, sizeof path, ZONE "%s/energy_uj", zone);
    tree_put(root, path, energy);
}

static struct gam_rapl *rapl_of(const char *root)
{
    struct gam_rapl *rapl = malloc(sizeof *rapl);

    assert_non_null(rapl);
    gam_rapl_find(rapl, root);
    rapl->energy.now_ns = fake_now;
    rapl->energy.sleep_ns = fake_sleep;
    return rapl;
}

/* Index of the gross energy of a scope; fails when it is not there. */
static size_t gross_of(const struct gam_energy *e, enum gam_scope scope)
{
    for (size_t g = 0; g < e->n_groups; g++)
        if (e->group[g].scope == scope)
            return g * GAM_ENERGY_QUANTITIES;
    fail_msg("no quantity of scope %d", (int)scope);
    return 0;
}

static const struct gam_meter_reading *visit(struct gam_rapl *rapl, uint64_t length_ns, void (*meanwhile)(const char *root),
                                             const char *root)
{
    static struct gam_meter_reading reading[GAM_ENERGY_GROUPS * GAM_ENERGY_QUANTITIES];

    gam_energy_start(&rapl->energy);
    now += length_ns;
    if (meanwhile)
        meanwhile(root);
    gam_energy_stop(&rapl->energy);
    assert_int_equal(gam_energy_read(&rapl->energy, reading, sizeof reading / sizeof *reading), 0);
    return reading;
}

static void two_packages(const char *root)
{
    zone_put(root, "intel-rapl:0", "package-0\n", "1000000\n");
    zone_put(root, "intel-rapl:0:0", "dram\n", "500000\n");
    zone_put(root, "intel-rapl:1", "package-1\n", "7000000\n");
    zone_put(root, "intel-rapl:1:0", "dram\n", "900000\n");
    zone_put(root, "intel-rapl:2", "psys\n", "5000000\n");
    zone_put(root, "intel-rapl-mmio:0", "package-0\n", "1000000\n");
    tree_put(root, ZONE "dtpm/name", "not ours\n");
}

static void two_packages_on(const char *root)
{
    energy_put(root, "intel-rapl:0", "11000000\n");  /* 10 J */
    energy_put(root, "intel-rapl:1", "12000000\n");  /* 5 J */
    energy_put(root, "intel-rapl:0:0", "1500000\n"); /* 1 J */
    energy_put(root, "intel-rapl:1:0", "2900000\n"); /* 2 J */
    energy_put(root, "intel-rapl:2", "35000000\n");  /* 30 J */
    energy_put(root, "intel-rapl-mmio:0", "11000000\n");
}

/* Scopes stay apart; the package that two interfaces show counts once. */
static void test_scopes_and_duplicates(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;
    const struct gam_meter_reading *r;
    const struct gam_energy *e;

    (void)state;
    two_packages(root);
    rapl = rapl_of(root);
    e = &rapl->energy;
    assert_int_equal(e->n, 5);
    gam_energy_ready(&rapl->energy, NULL);
    assert_int_equal(e->n_groups, 3);
    r = visit(rapl, 100 * ms, two_packages_on, root);
    assert_true(fabs(r[gross_of(e, GAM_SCOPE_PACKAGE)].rvalue - 15) < 1e-9);
    assert_true(fabs(r[gross_of(e, GAM_SCOPE_DRAM)].rvalue - 3) < 1e-9);
    assert_true(fabs(r[gross_of(e, GAM_SCOPE_NODE)].rvalue - 30) < 1e-9);
    assert_string_equal(e->group[gross_of(e, GAM_SCOPE_DRAM) / 3].domain, "dram of package-0, dram of package-1");
    assert_string_equal(e->quantity[gross_of(e, GAM_SCOPE_PACKAGE)].name, "energy_joule");
    assert_int_equal(e->quantity[gross_of(e, GAM_SCOPE_PACKAGE)].energy.net, 0);
    assert_int_equal(e->quantity[gross_of(e, GAM_SCOPE_PACKAGE) + 1].energy.net, 1);
    assert_int_equal(e->quantity[gross_of(e, GAM_SCOPE_PACKAGE)].energy.period_ns, (int64_t)ms);
    free(rapl);
    tree_remove(root);
}

static void one_package_on(const char *root)
{
    energy_put(root, "intel-rapl:0", "31000000\n");
}

/* Idle: 10 J in the half second of the window are 20 W; a visit of 0.5 s that takes 20 J is 10 J net. */
static void test_idle_and_net(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;
    const struct gam_meter_reading *r;

    (void)state;
    zone_put(root, "intel-rapl:0", "package-0\n", "1000000\n");
    rapl = rapl_of(root);
    idle_root = root, idle_path = ZONE "intel-rapl:0/energy_uj", idle_text = "11000000\n";
    gam_energy_ready(&rapl->energy, NULL);
    idle_path = NULL;
    r = visit(rapl, 500 * ms, one_package_on, root);
    assert_true(fabs(r[0].rvalue - 20) < 1e-9);
    assert_true(fabs(r[1].rvalue - 10) < 1e-9);
    assert_true(fabs(r[2].rvalue - 20) < 1e-9);
    free(rapl);
    tree_remove(root);
}

/* Without idle power the gross energy is known and the net one is not. */
static void test_no_idle_no_net(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;
    const struct gam_meter_reading *r;

    (void)state;
    zone_put(root, "intel-rapl:0", "package-0\n", "1000000\n");
    rapl = rapl_of(root);
    gam_energy_ready(&rapl->energy, NULL); /* the counter stands still */
    r = visit(rapl, 100 * ms, one_package_on, root);
    assert_true(fabs(r[0].rvalue - 30) < 1e-9);
    assert_true(isnan(r[1].rvalue) && isnan(r[2].rvalue));
    assert_non_null(strstr(r[1].reason, "stood still"));
    free(rapl);
    tree_remove(root);
}

static void wrapped(const char *root)
{
    energy_put(root, "intel-rapl:0", "1000000\n");
}

static void test_wrap(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;
    const struct gam_meter_reading *r;

    (void)state;
    zone_put(root, "intel-rapl:0", "package-0\n", "262142328850\n"); /* 1 J before its end */
    rapl = rapl_of(root);
    gam_energy_ready(&rapl->energy, NULL);
    r = visit(rapl, 100 * ms, wrapped, root);
    assert_true(fabs(r[0].rvalue - 2) < 1e-6);
    free(rapl);
    tree_remove(root);
}

static void backwards(const char *root)
{
    energy_put(root, "intel-rapl:0", "1000000\n");
}

/* A step down of 2 J is no wrap of 262 kJ. */
static void test_backwards(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;
    const struct gam_meter_reading *r;

    (void)state;
    zone_put(root, "intel-rapl:0", "package-0\n", "3000000\n");
    rapl = rapl_of(root);
    gam_energy_ready(&rapl->energy, NULL);
    r = visit(rapl, 100 * ms, backwards, root);
    assert_true(isnan(r[0].rvalue));
    assert_string_equal(r[0].reason, "package-0 went backwards by 2 J");
    free(rapl);
    tree_remove(root);
}

static void test_frozen_and_short(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;
    const struct gam_meter_reading *r;

    (void)state;
    zone_put(root, "intel-rapl:0", "package-0\n", "3000000\n");
    rapl = rapl_of(root);
    gam_energy_ready(&rapl->energy, NULL);
    r = visit(rapl, 100 * ms, NULL, root);
    assert_true(isnan(r[0].rvalue));
    assert_string_equal(r[0].reason, "package-0 stood still for 100 ms");
    r = visit(rapl, 3 * ms, wrapped, root);
    assert_true(isnan(r[0].rvalue));
    assert_non_null(strstr(r[0].reason, "updated every 1 ms, too seldom for an interval of 3 ms"));
    free(rapl);
    tree_remove(root);
}

static void closed_half(const char *root)
{
    char path[256];

    energy_put(root, "intel-rapl:0", "11000000\n");
    snprintf(path, sizeof path, "%s" ZONE "intel-rapl:1/energy_uj", root);
    assert_int_equal(chmod(path, 0), 0);
    if (geteuid() == 0)
        assert_int_equal(seteuid(65534), 0);
}

/* A counter that is closed between two readings: no value, not the sum of the rest, not 262 kJ; and its errno is said. */
static void test_closed_in_the_middle(void **state)
{
    const char *root = tree_make();
    uid_t me = geteuid();
    struct gam_rapl *rapl;
    const struct gam_meter_reading *r;

    (void)state;
    two_packages(root);
    rapl = rapl_of(root);
    gam_energy_ready(&rapl->energy, NULL);
    r = visit(rapl, 100 * ms, closed_half, root);
    assert_int_equal(seteuid(me), 0);
    assert_true(isnan(r[gross_of(&rapl->energy, GAM_SCOPE_PACKAGE)].rvalue));
    assert_string_equal(r[gross_of(&rapl->energy, GAM_SCOPE_PACKAGE)].reason,
                        "cannot read '" ZONE "intel-rapl:1/energy_uj': Permission denied (errno 13)");
    free(rapl);
    tree_remove(root);
}

/* What is there but closed from the start: found, with errno and what helps. */
static void test_closed_from_the_start(void **state)
{
    const char *root = tree_make();
    uid_t me = geteuid();
    char path[256];
    struct gam_rapl *rapl;

    (void)state;
    zone_put(root, "intel-rapl:0", "package-0\n", "3000000\n");
    snprintf(path, sizeof path, "%s" ZONE "intel-rapl:0/energy_uj", root);
    assert_int_equal(chmod(path, 0), 0);
    if (!me)
        assert_int_equal(seteuid(65534), 0);
    rapl = rapl_of(root);
    assert_int_equal(seteuid(me), 0);
    assert_int_equal(rapl->refused_errno, EACCES);
    assert_non_null(strstr(rapl->refused, "Permission denied (errno 13)"));
    assert_non_null(strstr(gam_energy_remedy(rapl->refused_errno, ""), "since Linux 5.10"));
    free(rapl);
    tree_remove(root);
}

/* A domain that the machine lacks (AMD: no memory) is no quantity at all, least of all 0. No powercap: said so. */
/* What is no count is no energy, from the start or in the middle of a visit; it is never taken for a number. */
static const char *junk_text;
static void turns_to_junk(const char *root)
{
    energy_put(root, "intel-rapl:0", junk_text);
}

static void test_junk(void **state)
{
    static const char *const junk[] = {
        "", "\n", "-5\n", "+5\n", " 5\n", "12abc\n", "0x10\n", "1.5\n", "99999999999999999999\n", "\xff\xfe\n"
    };

    (void)state;
    for (size_t i = 0; i < sizeof junk / sizeof *junk; i++) {
        const char *root = tree_make();
        const struct gam_meter_reading *r;
        struct gam_rapl *rapl;

        zone_put(root, "intel-rapl:0", "package-0\n", junk[i]);
        rapl = rapl_of(root);
        assert_true(rapl->refused_errno != 0);
        assert_non_null(strstr(rapl->refused, "errno"));
        free(rapl);
        zone_put(root, "intel-rapl:0", "package-0\n", "3000000\n");
        junk_text = junk[i];
        rapl = rapl_of(root);
        gam_energy_ready(&rapl->energy, NULL);
        r = visit(rapl, 100 * ms, turns_to_junk, root);
        assert_true(isnan(r[0].rvalue));
        assert_non_null(r[0].reason);
        free(rapl);
        tree_remove(root);
    }
}

static void test_missing_domain_and_none(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;

    (void)state;
    zone_put(root, "intel-rapl:0", "package-0\n", "3000000\n");
    zone_put(root, "intel-rapl:0:0", "core\n", "2000000\n");
    rapl = rapl_of(root);
    gam_energy_ready(&rapl->energy, NULL);
    assert_int_equal(rapl->energy.n_groups, 2);
    for (size_t g = 0; g < 2; g++)
        assert_int_not_equal(rapl->energy.group[g].scope, GAM_SCOPE_DRAM);
    free(rapl);
    tree_remove(root);
    root = tree_make();
    rapl = rapl_of(root);
    assert_int_equal(rapl->energy.n, 0);
    assert_string_equal(rapl->refused, "cannot read '/sys/class/powercap': No such file or directory (errno 2)");
    free(rapl);
    tree_remove(root);
}

static void alive_sleep(uint64_t ns)
{
    now += ns;
    tree_put(idle_root, idle_path, idle_text);
}

/* A machine may show a counter that never counts: no meter, said with its name. */
static void test_never_counts(void **state)
{
    const char *root = tree_make();
    struct gam_rapl *rapl;
    struct gam_err err = { 0 };
    char reason[GAM_ENERGY_REASON];

    (void)state;
    zone_put(root, "intel-rapl:0", "psys\n", "3000000\n");
    rapl = rapl_of(root);
    assert_int_equal(gam_energy_alive(&rapl->energy, reason), 0);
    assert_string_equal(reason, "psys stood still for 8 ms");
    assert_int_equal(gam_energy_ready(&rapl->energy, &err), -GAM_EDEVICE);
    assert_error(&err, -GAM_EDEVICE, "psys stood still for 500 ms");
    idle_root = root, idle_path = ZONE "intel-rapl:0/energy_uj", idle_text = "3500000\n";
    rapl->energy.sleep_ns = alive_sleep;
    assert_int_equal(gam_energy_alive(&rapl->energy, reason), 1);
    assert_string_equal(reason, "");
    idle_path = NULL;
    free(rapl);
    tree_remove(root);
}

/* More than the largest limit allows twice over is not believed. */
static void test_implausible(void **state)
{
    struct gam_energy_counter c = { .name = "package-0", .joule_per_count = 1e-6, .period_ns = 1000000u, .watt_most = 500 };
    const struct gam_energy_mark from = { .count = 1 }, to = { .count = 100000001, .at_ns = 100 * ms };
    char reason[GAM_ENERGY_REASON];

    (void)state;
    assert_true(isnan(gam_energy_between(&c, &from, &to, reason)));
    assert_string_equal(reason, "package-0 says 1000 W, more than twice its limit allows (500 W)");
    c.watt_most = NAN;
    assert_true(fabs(gam_energy_between(&c, &from, &to, reason) - 100) < 1e-9);
    c.range = 262143328850u;
    assert_true(isnan(gam_energy_between(&c, &from, &(struct gam_energy_mark){ .count = 2, .at_ns = 121000 * ms }, reason)));
    assert_non_null(strstr(reason, "wrapped more than once"));
}

/* Counters of drivers that are known; another driver's are left alone. */
static void test_hwmon(void **state)
{
    const char *root = tree_make();
    struct gam_hwmon *h = malloc(sizeof *h);

    (void)state;
    assert_non_null(h);
    tree_put(root, "/sys/class/hwmon/hwmon0/name", "nvme\n");
    tree_put(root, "/sys/class/hwmon/hwmon0/energy1_input", "5\n");
    tree_put(root, "/sys/class/hwmon/hwmon1/name", "amd_energy\n");
    tree_put(root, "/sys/class/hwmon/hwmon1/energy1_label", "Esocket0\n");
    tree_put(root, "/sys/class/hwmon/hwmon1/energy1_input", "5\n");
    tree_put(root, "/sys/class/hwmon/hwmon1/energy2_label", "Ecore000\n");
    tree_put(root, "/sys/class/hwmon/hwmon1/energy2_input", "5\n");
    tree_put(root, "/sys/class/hwmon/hwmon2/name", "xe\n");
    tree_put(root, "/sys/class/hwmon/hwmon2/energy1_input", "5\n");
    tree_put(root, "/sys/class/hwmon/hwmon3/name", "xe\n");
    tree_put(root, "/sys/class/hwmon/hwmon3/energy1_input", "5\n");
    gam_hwmon_find(h, root);
    h->energy.now_ns = fake_now;
    h->energy.sleep_ns = fake_sleep;
    gam_energy_ready(&h->energy, NULL);
    assert_int_equal(h->energy.n, 4);
    assert_int_equal(h->energy.n_groups, 4); /* two boards are not one */
    assert_int_equal(h->energy.counter[0].scope, GAM_SCOPE_PACKAGE);
    assert_int_equal(h->energy.counter[2].scope, GAM_SCOPE_DEVICE);
    free(h);
    tree_remove(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scopes_and_duplicates),
        cmocka_unit_test(test_idle_and_net),
        cmocka_unit_test(test_no_idle_no_net),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_backwards),
        cmocka_unit_test(test_frozen_and_short),
        cmocka_unit_test(test_closed_in_the_middle),
        cmocka_unit_test(test_closed_from_the_start),
        cmocka_unit_test(test_junk),
        cmocka_unit_test(test_missing_domain_and_none),
        cmocka_unit_test(test_implausible),
        cmocka_unit_test(test_never_counts),
        cmocka_unit_test(test_hwmon),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
