/* SPDX-License-Identifier: MIT */
/* Chains of one element type on one instruction set; included by fma_<isa>.c once for each type, no guard by intent.
 *
 * The includer defines: VEC, ELEM, UINT (as wide as ELEM), T(name) -> name of this type, FMA(a, b, c) = a b + c, FMA_STEP(x, u,
 * v), SQRT(x), SPLAT(x), KEEP (the register constraint), EXP_MANTISSA (bits), EXP_LN2_HIGH, EXP_LN2_LOW, EXP_MAGIC, EXP_DEGREE
 * and EXP_COEFFICIENTS.
 *
 * Every step passes its accumulator through an empty asm statement: the compiler can neither drop, merge nor contract steps, and
 * has to keep the value in a vector register.
 */
typedef UINT T(bits) __attribute__((vector_size(sizeof(VEC))));

static const ELEM T(exp_coefficient)[EXP_DEGREE + 1] = EXP_COEFFICIENTS;

/* exp(-x): -x = k ln 2 - r with |r| <= ln 2 / 2; p(r) is the minimax polynomial of exp(-r); then k goes into the exponent. Adding
 * EXP_MAGIC rounds to an integer and leaves k in the low bits. No special cases: |x| < 80. */
static inline __attribute__((always_inline)) VEC T(exp_negative)(VEC x)
{
    const VEC magic = SPLAT((ELEM)EXP_MAGIC);
    VEC shifted = FMA(x, SPLAT((ELEM)-1.44269504088896340736), magic);
    VEC k = shifted - magic;
    VEC r = FMA(k, SPLAT((ELEM)EXP_LN2_LOW), FMA(k, SPLAT((ELEM)EXP_LN2_HIGH), x));
    VEC p = SPLAT(T(exp_coefficient)[EXP_DEGREE]);

    UNROLL
    for (int i = EXP_DEGREE - 1; i >= 0; i--)
        p = FMA(p, r, SPLAT(T(exp_coefficient)[i]));
    return (VEC)((T(bits))p + ((T(bits))shifted << EXP_MANTISSA));
}

static inline __attribute__((always_inline)) VEC T(step)(VEC x, enum gam_roof_mix mix, int chain, const VEC u, const VEC v,
                                                         const VEC d)
{
    if (mix == GAM_MIX_MULADD) {
        x = x * u;
        __asm__ volatile("" : "+" KEEP(x));
        return x + v;
    }
    if (mix == GAM_MIX_FMA || (mix == GAM_MIX_FMAADD && chain % 2 == 0))
        return FMA_STEP(x, u, v);
    if (mix == GAM_MIX_FMAADD)
        return x + d;
    if (mix == GAM_MIX_DIV)
        return x / u;
    if (mix == GAM_MIX_SQRT)
        return SQRT(FMA(x * x, u, v));
    return T(exp_negative)(x);
}

static inline __attribute__((always_inline)) void T(chains)(ELEM *at, enum gam_roof_mix mix, const int chains, int64_t n,
                                                            const struct gam_roof_coef *coef)
{
    const VEC u[2] = { SPLAT((ELEM)coef->u[0]), SPLAT((ELEM)coef->u[1]) },
              v[2] = { SPLAT((ELEM)coef->v[0]), SPLAT((ELEM)coef->v[1]) };
    const VEC d = SPLAT((ELEM)coef->d);
    VEC x[CHAINS_MOST];

    UNROLL
    for (int c = 0; c < chains; c++)
        memcpy(&x[c], (const unsigned char *)at + (size_t)c * sizeof(VEC), sizeof(VEC));
    for (int64_t i = 0; i < n; i += 2) {
        UNROLL
        for (int c = 0; c < 2 * chains; c++) {
            VEC *chain = &x[c % chains];

            *chain = T(step)(*chain, mix, c % chains, u[c / chains], v[c / chains], d);
            __asm__ volatile("" : "+" KEEP(*chain));
        }
    }
    UNROLL
    for (int c = 0; c < chains; c++)
        memcpy((unsigned char *)at + (size_t)c * sizeof(VEC), &x[c], sizeof(VEC));
}
