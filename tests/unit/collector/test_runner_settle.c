/* SPDX-License-Identifier: MIT */
/* Waiting for threads that spin: it ends, though one never stops. */
#include "../gam_test.h"

#include "collector/runner_priv.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *spin(void *unused)
{
    while (!atomic_load(&stop))
        ;
    return unused;
}

static void test_ends_beside_a_thread_that_never_stops(void **state)
{
    const struct gam_device_backend device = { .langs = 1u << GAM_LANG_OPENCL };
    struct gam_open_device opened = { .backend = &device };
    struct slot slot = { .device = &opened };
    pthread_t thread;

    (void)state;
    atomic_store(&stop, 0);
    assert_int_equal(pthread_create(&thread, NULL, spin, NULL), 0);
    gam_slot_settle(&slot);
    atomic_store(&stop, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    gam_slot_settle(&slot);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_ends_beside_a_thread_that_never_stops) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
