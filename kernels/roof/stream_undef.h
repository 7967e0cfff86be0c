/* SPDX-License-Identifier: MIT */
/* Clears what one inclusion of stream_body.h was given, for the next element type. */
#undef VEC
#undef ELEM
#undef T
#undef TRIAD
#undef SPLAT
