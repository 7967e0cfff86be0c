/* SPDX-License-Identifier: MIT */
/* Over which link two ranks talk. Open MPI does not say; what it was told, and where the ranks run, decide. */
#include "comm/world.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

/* Whether the list "a,b" holds the word. */
static int listed(const char *list, const char *word)
{
    size_t n = strlen(word);

    while (list && *list) {
        size_t m = strcspn(list, ",");

        if (m == n && !strncmp(list, word, n))
            return 1;
        list += m + (list[m] == ',');
    }
    return 0;
}

/* Shared memory is what Open MPI takes by itself on one host. */
static int shares_memory(const char *btl)
{
    return !btl || *btl == '^' || listed(btl, "vader") || listed(btl, "sm") || listed(btl, "smcuda");
}

static int one_network(const char *item, char name[GAM_LINK_NAME], uint32_t *address, int *bits)
{
    char text[INET_ADDRSTRLEN];
    struct in_addr ip;

    if (sscanf(item, "%31s %15[0-9.]/%d", name, text, bits) != 3 || inet_pton(AF_INET, text, &ip) != 1)
        return 0;
    *address = ntohl(ip.s_addr);
    return *bits > 0 && *bits <= 32;
}

static const char *next_network(const char *at)
{
    at += strcspn(at, ";");
    return *at ? at + 1 : at;
}

/* The first interface of `own` whose network holds an address of `other`. */
static int common_network(const char *own, const char *other, const char *wanted, char out[GAM_LINK_NAME])
{
    int any = !wanted || strpbrk(wanted, "/") != NULL; /* given as networks: the names are not known */

    for (const char *a = own; *a; a = next_network(a)) {
        char name[GAM_LINK_NAME], there[GAM_LINK_NAME];
        uint32_t address, peer;
        int bits, ignored;

        if (!one_network(a, name, &address, &bits) || (!any && !listed(wanted, name)))
            continue;
        for (const char *b = other; *b; b = next_network(b))
            if (one_network(b, there, &peer, &ignored) && (address ^ peer) >> (32 - bits) == 0 && address != peer) {
                snprintf(out, GAM_LINK_NAME, "%s", name);
                return 1;
            }
    }
    return 0;
}

void gam_world_link(const struct gam_world *w, int a, int b, char out[GAM_LINK_NAME])
{
    const struct gam_peer *x = &w->peer[a], *y = &w->peer[b];
    int together = !strcmp(x->boot_id, y->boot_id) && !strcmp(x->host, y->host);

    if (together)
        snprintf(out, GAM_LINK_NAME, "%s", shares_memory(w->btl) ? "shared memory" : "loopback");
    else if (!common_network(x->networks, y->networks, w->networks, out))
        snprintf(out, GAM_LINK_NAME, "network");
}

void gam_world_link_of_all(const struct gam_world *w, char out[GAM_LINK_NAME])
{
    for (int i = 1; i < w->size; i++)
        if (strcmp(w->peer[i].host, w->peer[0].host) != 0) {
            gam_world_link(w, 0, i, out);
            return;
        }
    gam_world_link(w, 0, 1, out);
}
