/* SPDX-License-Identifier: MIT */
/* Clears what one inclusion of chain_body.h was given, for the next element type. */
#undef VEC
#undef ELEM
#undef UINT
#undef T
#undef FMA
#undef SQRT
#undef SPLAT
#undef EXP_MANTISSA
#undef EXP_MAGIC
#undef EXP_LN2_HIGH
#undef EXP_LN2_LOW
#undef EXP_DEGREE
#undef EXP_COEFFICIENTS
