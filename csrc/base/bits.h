/* Bit tricks with a portable fallback. */
#ifndef CAV_BITS_H
#define CAV_BITS_H

#include <stdint.h>

#if defined(__GNUC__)
static inline int bits_count(uint64_t x) { return __builtin_popcountll(x); }
/* Index of the lowest set bit; x must not be 0. */
static inline int bits_lowest(uint64_t x) { return __builtin_ctzll(x); }
#else
static inline int bits_count(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}
static inline int bits_lowest(uint64_t x) { return bits_count((x & (0 - x)) - 1); }
#endif

/* The lowest set bit alone. */
static inline uint64_t bits_low(uint64_t x) { return x & (0 - x); }

/* The set bit of that index alone, counted from the lowest; there must be as many. */
static inline uint64_t bits_nth(uint64_t x, uint64_t index)
{
    for (; index > 0; index--)
        x &= x - 1;
    return bits_low(x);
}

#endif
