/* SPDX-License-Identifier: MIT */
/* An allocator that fails at call N. Link with --wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup. */
#ifndef GAM_TESTS_LIB_FAILING_MEMORY_H
#define GAM_TESTS_LIB_FAILING_MEMORY_H

void failing_memory_start(long n); /* the n-th call from now fails, once */
int failing_memory_stop(void);     /* 1 when it has failed */

#endif
