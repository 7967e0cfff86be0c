/* SPDX-License-Identifier: MIT */
/* Instruction sets of the cpu this runs on: what CPUID names and the system saves on a context switch (XCR0).
 * Source: Intel SDM volume 1, chapters 14.3 (AVX), 14.5 (AVX2), 15.2 (AVX-512): the order of the checks. Arm: Advanced SIMD is
 * part of the base of AArch64.
 */
#include "kernels/impl.h"

#include <string.h>

static const struct isa_name {
    enum gam_isa isa;
    const char *word;
} names[] = {
    { GAM_ISA_BASE, "base" },
    { GAM_ISA_AVX2, "avx2" },
    { GAM_ISA_AVX512, "avx512" },
    { GAM_ISA_NEON, "neon" },
};

#if defined(__x86_64__)
#include <cpuid.h>
#include <stdint.h>

enum {
    XCR0_AVX = 0x06,   /* XMM and YMM state */
    XCR0_AVX512 = 0xe6 /* and opmask, the upper halves of ZMM0-15, ZMM16-31 */
};

static uint64_t xcr0(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

unsigned gam_isa_detect(void)
{
    const unsigned avx512 = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
    const unsigned avx2 = bit_FMA | bit_AVX | bit_OSXSAVE;
    unsigned a, b, c, d, found = GAM_ISA_BASE;
    uint64_t saved;

    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & avx2) != avx2)
        return found;
    saved = xcr0();
    if ((saved & XCR0_AVX) != XCR0_AVX || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2))
        return found;
    found |= GAM_ISA_AVX2;
    if ((saved & XCR0_AVX512) == XCR0_AVX512 && (b & avx512) == avx512)
        found |= GAM_ISA_AVX512;
    return found;
}

#elif defined(__aarch64__)

unsigned gam_isa_detect(void)
{
    return GAM_ISA_BASE | GAM_ISA_NEON;
}

#else

unsigned gam_isa_detect(void)
{
    return GAM_ISA_BASE;
}

#endif

const char *gam_isa_word(enum gam_isa one)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].isa == one)
            return names[i].word;
    return "unknown";
}

int gam_isa_parse(const char *word)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i].word, word))
            return (int)names[i].isa;
    return -1;
}
