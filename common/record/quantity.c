/* SPDX-License-Identifier: MIT */
#include "common/record/quantity.h"

#include "common/record/record.h"

const char *gam_source_word(enum gam_source source)
{
    if (source == GAM_SOURCE_NONE || (size_t)source >= gam_words_source.n)
        return NULL;
    return gam_words_source.word[source];
}
