/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include <string.h>

extern const struct gam_impl bench_peer_blis;
extern const struct gam_impl bench_peers_composed[3]; /* openblas onednn blis */

static const struct gam_impl *const peers[] = {
    &bench_peer_blis,
    &bench_peers_composed[0],
    &bench_peers_composed[1],
    &bench_peers_composed[2],
};

const struct gam_impl *bench_peer_find(const char *name, const char *kind)
{
    for (size_t i = 0; i < sizeof peers / sizeof peers[0]; i++)
        for (size_t k = 0; !strcmp(peers[i]->name, name) && peers[i]->kinds[k]; k++)
            if (!strcmp(peers[i]->kinds[k], kind))
                return peers[i];
    return NULL;
}
