/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include <string.h>

extern const struct gam_impl bench_peer_blis;

static const struct gam_impl *const peers[] = { &bench_peer_blis };

const struct gam_impl *bench_peer_find(const char *name, const char *kind)
{
    for (size_t i = 0; i < sizeof peers / sizeof peers[0]; i++)
        for (size_t k = 0; !strcmp(peers[i]->name, name) && peers[i]->kinds[k]; k++)
            if (!strcmp(peers[i]->kinds[k], kind))
                return peers[i];
    return NULL;
}
