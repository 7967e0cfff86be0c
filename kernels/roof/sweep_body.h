/* SPDX-License-Identifier: MIT */
/* The sweep's loop of one element type on one instruction set; included by sweep_<isa>.c once for each type, no guard by intent.
 *
 * The includer defines: VEC (of the type), ELEM, T(name) -> name of this type, TRIAD(a, c, s) = a + s c, SPLAT(x), IN_FLIGHT:
 * vectors worked on at once, as many as hide the latency of an FMA and leave registers for the rest; it divides a page.
 *
 * A page ahead is asked for: with many FMAs per element a core's own window reaches no further than the vectors in flight, and
 * the question is how far the machine can overlap, as kernels that prefetch or block make it, not how far it looks ahead by
 * itself.
 */

static double T(sweep_page)(const unsigned char *page, int64_t fmas)
{
    const VEC u = SPLAT((ELEM)GAM_SWEEP_U), v = SPLAT((ELEM)GAM_SWEEP_V);
    VEC sum[2] = { SPLAT((ELEM)0), SPLAT((ELEM)0) };
    double all = 0;

    for (unsigned at = 0; at < GAM_ROOF_PAGE; at += IN_FLIGHT * sizeof(VEC)) {
        VEC x[IN_FLIGHT];

        UNROLL
        for (unsigned i = 0; i < IN_FLIGHT; i++) {
            __builtin_prefetch(page + at + i * sizeof(VEC) + GAM_ROOF_PAGE);
            x[i] = *(const VEC *)(page + at + i * sizeof(VEC));
        }
        for (int64_t k = 1; k < fmas; k++) {
            UNROLL
            for (unsigned i = 0; i < IN_FLIGHT; i++)
                x[i] = TRIAD(v, x[i], u);
        }
        UNROLL
        for (unsigned i = 0; i < IN_FLIGHT; i++)
            sum[i % 2] = TRIAD(sum[i % 2], x[i], u);
    }
    sum[0] += sum[1];
    for (unsigned lane = 0; lane < sizeof(VEC) / sizeof(ELEM); lane++)
        all += (double)sum[0][lane];
    return all;
}

static double T(sweep)(const unsigned char *a, uint64_t bytes, int64_t fmas)
{
    double sum = 0;

    for (uint64_t at = 0; at < bytes; at += GAM_ROOF_PAGE)
        sum += T(sweep_page)(a + at, fmas);
    return sum;
}
