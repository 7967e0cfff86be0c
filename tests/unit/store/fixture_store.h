/* SPDX-License-Identifier: MIT */
/* A database in a folder of its own for each test, and the sentences that all store tests repeat. */
#ifndef GAM_TESTS_UNIT_STORE_FIXTURE_STORE_H
#define GAM_TESTS_UNIT_STORE_FIXTURE_STORE_H

#include "../gam_test.h"
#include "fixture_runset.h"
#include "store/store.h"

#include <sqlite3.h>

extern char store_folder[64], store_path[100]; /* of the test in work */

int store_setup(void **state);    /* makes the folder; the database is not there yet */
int store_teardown(void **state); /* removes it */
#define store_test(f) cmocka_unit_test_setup_teardown(f, store_setup, store_teardown)

void ok(int rc, const struct gam_err *err);
struct gam_store *store_open(enum gam_store_mode mode);
void expect_sound(struct gam_store *s);                                    /* gam_store_check finds nothing */
void expect_refused(enum gam_store_mode mode, int code, const char *part); /* opening fails so */
void expect_equal(struct gam_store *s, int64_t id, const struct gam_runset *set);
/* A run as runset_small makes it; `tag` and `roof_run` may be NULL. Returns its id. */
int64_t add_small(struct gam_store *s, const char *uuid, const char *started, const char *tag, const char *roof_run);

void sql_run(const char *sql); /* on the database, past the store */
int64_t sql_int(const char *sql);
void sql_text(const char *sql, char *out, size_t size);
void file_fill(const char *path, const void *bytes, size_t n);
char *file_bytes(const char *path, size_t *n); /* caller frees */
size_t folder_count(void);                     /* files in the folder */

#endif
