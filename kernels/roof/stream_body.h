/* SPDX-License-Identifier: MIT */
/* Streams of one element type on one instruction set; included by stream_<isa>.c once for each type, no guard by intent.
 *
 * The includer defines: VEC (of the type), WORDS (the same register as 64-bit words, may alias), ELEM, T(name) -> name of this
 * type, TRIAD(a, c, s) = a + s c, SPLAT(x), KEEP (the register constraint), STORE_NT_PAIR(to, first, second), FENCE_NT().
 *
 * Slices begin on a page and pieces are whole pages, so every access is aligned and no loop has a remainder.
 */

/* What a vector of b becomes. */
static inline __attribute__((always_inline)) WORDS T(value)(const struct gam_roof_slice *s, uint64_t at,
                                                            enum gam_roof_pattern pattern, const VEC scale, const WORDS stamp)
{
    if (pattern == GAM_PATTERN_WRITE)
        return stamp;
    if (pattern == GAM_PATTERN_COPY)
        return *(const WORDS *)(s->a + at);
    return (WORDS)TRIAD((VEC) * (const WORDS *)(s->a + at), (VEC) * (const WORDS *)(s->c + at), scale);
}

/* What read does with a vector: it must arrive in a register. One in GAM_ROOF_SUM_EVERY is added up as well, so that the launch
 * leaves a result; more additions than that would cost some cores part of their loads. */
static inline __attribute__((always_inline)) void T(consume)(WORDS value, int u, WORDS *sum)
{
    if (u % GAM_ROOF_SUM_EVERY == 0)
        *sum += value;
    else
        __asm__ volatile("" : : KEEP(value));
}

/* Moves `length` bytes at s->at. Vectors go in pairs because some machines store non-temporally only so. */
static inline __attribute__((always_inline)) void T(piece)(const struct gam_roof_slice *s, uint64_t length,
                                                           enum gam_roof_pattern pattern, int nt, const int unroll, WORDS *sum)
{
    const VEC scale = SPLAT((ELEM)s->scale);
    const WORDS stamp = (WORDS){ 0 } + s->stamp;

    for (uint64_t i = s->at; i < s->at + length; i += (uint64_t)unroll * sizeof(VEC)) {
        UNROLL
        for (int u = 0; u < unroll; u += 2) {
            const uint64_t at = i + (uint64_t)u * sizeof(VEC), next = at + sizeof(VEC);
            WORDS first, second;

            if (pattern == GAM_PATTERN_READ) {
                T(consume)(*(const WORDS *)(s->a + at), u, sum);
                T(consume)(*(const WORDS *)(s->a + next), u + 1, sum);
                continue;
            }
            first = T(value)(s, at, pattern, scale, stamp);
            second = T(value)(s, next, pattern, scale, stamp);
            if (nt) {
                STORE_NT_PAIR(s->b + at, first, second);
            } else {
                *(WORDS *)(s->b + at) = first;
                *(WORDS *)(s->b + next) = second;
            }
        }
    }
}

static inline __attribute__((always_inline)) void T(stream)(struct gam_roof_slice *slice, enum gam_roof_pattern pattern, int nt,
                                                            const int unroll)
{
    struct gam_roof_slice s = *slice;
    WORDS sum = { 0 };

    while (s.todo) {
        uint64_t length = s.bytes - s.at < s.todo ? s.bytes - s.at : s.todo;

        T(piece)(&s, length, pattern, nt, unroll, &sum);
        s.todo -= length;
        s.at = s.at + length == s.bytes ? 0 : s.at + length;
        __asm__ volatile("" : "+r"(s.a), "+r"(s.b), "+r"(s.c)); /* for all the compiler knows the next pass is over other bytes */
    }
    if (nt)
        FENCE_NT();
    for (size_t w = 0; w < sizeof(WORDS) / 8; w++)
        s.sum += sum[w];
    *slice = s;
}
