/* SPDX-License-Identifier: MIT */
#include "common/sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

/* clang-format off */
static const uint32_t constants[ROUNDS] = { /* FIPS 180-4, section 4.2.2 */
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
/* clang-format on */

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void block_add(uint32_t state[WORDS], const uint8_t *p)
{
    uint32_t w[ROUNDS], v[WORDS];

    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++)
        w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, state, sizeof v);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = v[0], e = v[4];
        uint32_t one = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + constants[i] + w[i];
        uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < WORDS; i++)
        state[i] += v[i];
}

void gam_sha256(const void *bytes, size_t n, uint8_t out[GAM_SHA256_BYTES])
{
    uint32_t state[WORDS] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    const uint8_t *p = bytes;
    uint8_t tail[2 * BLOCK] = { 0 };
    size_t whole = n / BLOCK, rest = n % BLOCK, tail_blocks = rest < BLOCK - 8 ? 1 : 2;

    for (size_t i = 0; i < whole; i++)
        block_add(state, p + i * BLOCK);
    if (rest)
        memcpy(tail, p + whole * BLOCK, rest);
    tail[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        tail[tail_blocks * BLOCK - 1 - (size_t)i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < tail_blocks; i++)
        block_add(state, tail + i * BLOCK);
    for (int i = 0; i < GAM_SHA256_BYTES; i++)
        out[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void gam_sha256_source(const void *bytes, size_t n, char out[GAM_SHA256_TEXT])
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t hash[GAM_SHA256_BYTES + 1] = { 0 }; /* one zero more: 33 bytes are 44 digits */
    size_t at = 7;

    gam_sha256(bytes, n, hash);
    memcpy(out, "sha256-", at);
    for (int i = 0; i < GAM_SHA256_BYTES + 1; i += 3) {
        uint32_t three = (uint32_t)hash[i] << 16 | (uint32_t)hash[i + 1] << 8 | hash[i + 2];

        for (int k = 18; k >= 0; k -= 6)
            out[at++] = digit[three >> k & 63];
    }
    out[at - 1] = '=';
    out[at] = 0;
}
