/* SPDX-License-Identifier: MIT */
#include "common/record/choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char choice_begin[] = " (best of ";

void gam_choice_end(char *detail, size_t size, uint32_t tried, int64_t run)
{
    size_t used = strlen(detail);

    if (run)
        snprintf(detail + used, size - used, "%s%" PRIu32 " in run %" PRId64 ")", choice_begin, tried, run);
    else
        snprintf(detail + used, size - used, "%s%" PRIu32 ")", choice_begin, tried);
}

int gam_choice_is_own(const char *detail)
{
    const char *at = strstr(detail, choice_begin);

    if (!at)
        return 0;
    at += sizeof choice_begin - 1;
    return at[strspn(at, "0123456789")] == ')';
}

int gam_choice_is_of(const char *detail, const char *planned)
{
    size_t length = strlen(planned);

    return !strncmp(detail, planned, length) && !strncmp(detail + length, choice_begin, sizeof choice_begin - 1);
}
