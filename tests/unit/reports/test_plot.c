/* SPDX-License-Identifier: MIT */
#include "../gam_test.h"

#include "fixture_report.h"
#include "reports/plot.h"
#include "reports/svg/place.h"

#include <math.h>

static void test_roofs_and_points(void **state)
{
    struct fixture *f = fixture_new("twenty");
    struct gam_plot plot;

    (void)state;
    assert_int_equal(gam_plot_build(&f->report, 0, &plot, NULL), 0);
    assert_int_equal(plot.threads, 2);
    assert_int_equal(plot.n_memory, 4);
    assert_int_equal(plot.n_roofs, 6); /* the void one is not drawn */
    assert_int_equal(plot.n_points, 20);
    for (size_t i = 0; i < plot.n_roofs; i++) {
        assert_int_equal(plot.roof[i].ceiling->threads, 2);
        assert_true(plot.roof[i].x_low < plot.roof[i].x_high);
    }
    for (size_t i = 0; i < plot.n_points; i++) {
        assert_true(plot.point[i].x > plot.x_low && plot.point[i].x < plot.x_high);
        assert_true(plot.point[i].y_low > plot.y_low && plot.point[i].y_high < plot.y_high);
    }
    /* P = min(P_peak, B I): the memory roof meets the highest compute roof where its line ends */
    assert_true(fabs(gam_plot_roof_at(&plot.roof[0], plot.roof[0].x_high) / plot.roof[4].value - 1) < 1e-12);
    gam_plot_release(&plot);
    fixture_free(f);
}

/* Far to one side, nothing at all, roofs without points, points without roofs, infinities. */
static void test_extremes(void **state)
{
    struct fixture *f = fixture_new("extreme");
    struct gam_plot plot;

    (void)state;
    assert_int_equal(gam_plot_build(&f->report, 0, &plot, NULL), 0);
    assert_true(plot.x_low > 0 && plot.x_low < 1e-6 && plot.x_high > 1);
    gam_plot_release(&plot);
    f->report.n_ops = 0;
    assert_int_equal(gam_plot_build(&f->report, 0, &plot, NULL), 0);
    assert_int_equal(plot.n_points, 0);
    assert_true(plot.x_high / plot.x_low >= 99);
    gam_plot_release(&plot);
    f->report.n_ops = 4;
    f->device[0].n_ceilings = 0;
    f->op[0].intensity.value = INFINITY;
    f->op[1].flop_per_s.value = 0;
    assert_int_equal(gam_plot_build(&f->report, 0, &plot, NULL), 0);
    assert_int_equal(plot.n_points, 2);
    assert_int_equal(plot.n_unplaced, 2);
    assert_true(isfinite(plot.x_high) && isfinite(plot.y_high));
    gam_plot_release(&plot);
    f->report.n_ops = 0;
    assert_int_equal(gam_plot_build(&f->report, 0, &plot, NULL), 0);
    assert_true(plot.x_low < plot.x_high && plot.y_low < plot.y_high);
    gam_plot_release(&plot);
    assert_int_equal(gam_plot_build(&f->report, 7, &plot, NULL), -GAM_EINVAL);
    fixture_free(f);
}

static void test_ticks(void **state)
{
    double tick[12];

    (void)state;
    assert_int_equal(gam_plot_ticks(0.5, 200, tick, 12), 9); /* 0.5 1 2 5 10 20 50 100 200 */
    assert_true(fabs(tick[3] - 5) < 1e-12 && fabs(tick[8] - 200) < 1e-9);
    assert_int_equal(gam_plot_ticks(1e-9, 1e9, tick, 12), 9); /* every second decade */
    assert_int_equal(gam_plot_ticks(1e3, 1e6, tick, 12), 4);
}

static int overlap(const struct gam_svg_box *a, const struct gam_svg_box *b)
{
    return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

static void test_labels_do_not_overlap(void **state)
{
    struct gam_svg_places p;
    size_t placed = 0;

    (void)state;
    gam_svg_places_init(&p, (struct gam_svg_box){ 0, 0, 600, 400 });
    for (int i = 0; i < 60; i++) { /* a crowd in the middle */
        struct gam_svg_box box = { .w = 70, .h = 12 };

        placed += gam_svg_places_find(&p, (struct gam_svg_point){ 300 + i % 7, 200 + i % 5 }, 5, 105, &box) != 0;
    }
    assert_int_equal(placed, p.n);
    assert_true(placed >= 12 && placed < 60);
    for (size_t i = 0; i < p.n; i++) {
        assert_true(p.box[i].x >= 0 && p.box[i].x + p.box[i].w <= 600);
        for (size_t j = 0; j < i; j++)
            assert_false(overlap(&p.box[i], &p.box[j]));
    }
    gam_svg_places_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_roofs_and_points), cmocka_unit_test(test_extremes),
                                        cmocka_unit_test(test_ticks), cmocka_unit_test(test_labels_do_not_overlap) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
