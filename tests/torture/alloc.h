/* SPDX-License-Identifier: MIT */
/* Allocations that fail on purpose. The linker sends every malloc, calloc, realloc, strdup, ... of our own objects here (--wrap),
 * and cJSON and SQLite are told to allocate here, so that each allocation of a piece of code can be made to fail in turn.
 */
#ifndef GAM_TESTS_TORTURE_ALLOC_H
#define GAM_TESTS_TORTURE_ALLOC_H

struct gam_err;

/* A piece of code: returns 0 when all went well and its results were right, else a negative gam_code with a text in `err`. It
 * must release all that it took in either case, and behave the same way each time. */
typedef int torture_body(void *ctx, struct gam_err *err);

void torture_setup(void); /* once, before anything uses cJSON or SQLite */

/* Runs the body with its allocation number N failing, alone and with all after it, for N = 1, 2, ... until it needs fewer. Fails
 * the test when the body crashes, reports anything but -GAM_ENOMEM or success, gives no text, or keeps memory. Returns how many
 * allocations a run makes. `step` > 1 tries only every step-th. */
long torture_run(const char *name, torture_body *body, void *ctx, long step);

#endif
