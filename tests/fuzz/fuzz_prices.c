/* SPDX-License-Identifier: MIT */
/* Price files: a text is refused with a message, or gives prices that have a name, a date and a value above 0. */
#include "common/err.h"
#include "hwdb/prices.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct gam_price_defaults defaults = { .as_of = "2026-01-01" };
    struct gam_prices prices = { .n = 0 };
    struct gam_err err = { 0 };
    char *text = malloc(size + 1);

    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (gam_prices_read("fuzz.csv", text, size, &defaults, &prices, &err) && (err.code >= 0 || !err.text[0]))
        abort();
    for (size_t i = 0; i < prices.n; i++)
        if (!prices.price[i].name[0] || !(prices.price[i].usd > 0) || !(prices.price[i].accelerators > 0) ||
            strlen(prices.price[i].as_of) != 10)
            abort();
    gam_prices_release(&prices);
    free(text);
    return 0;
}
