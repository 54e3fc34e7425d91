#include "base/rng.h"

#include <string.h>

static inline uint32_t rotate(uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }

#define QUARTER(a, b, c, d)                                                                                            \
    do {                                                                                                               \
        a += b, d = rotate(d ^ a, 16);                                                                                 \
        c += d, b = rotate(b ^ c, 12);                                                                                 \
        a += b, d = rotate(d ^ a, 8);                                                                                  \
        c += d, b = rotate(b ^ c, 7);                                                                                  \
    } while (0)

void cav_chacha_block(const uint32_t input[16], uint32_t output[16])
{
    uint32_t x[16];
    memcpy(x, input, sizeof x);
    for (int round = 0; round < 20; round += 2) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++)
        output[i] = x[i] + input[i];
}

void rng_open(cav_rng *rng, const uint8_t seed[CAV_SEED_SIZE], uint32_t domain, uint32_t stream, uint32_t substream)
{
    memset(rng, 0, sizeof *rng);
    for (int i = 0; i < 8; i++)
        rng->key[i] = (uint32_t)seed[4 * i] | (uint32_t)seed[4 * i + 1] << 8 | (uint32_t)seed[4 * i + 2] << 16 |
                      (uint32_t)seed[4 * i + 3] << 24;
    rng->domain = domain;
    rng->stream = stream;
    rng->substream = substream;
    rng->used = 16;
}

void cav_rng_init(cav_rng *rng, const uint8_t seed[CAV_SEED_SIZE], uint64_t stream)
{
    rng_open(rng, seed, RNG_CHOICE, (uint32_t)stream, (uint32_t)(stream >> 32));
}

static void refill(cav_rng *rng)
{
    uint32_t input[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(input + 4, rng->key, sizeof rng->key);
    input[12] = rng->counter++;
    input[13] = rng->domain;
    input[14] = rng->stream;
    input[15] = rng->substream;
    cav_chacha_block(input, rng->words);
    rng->used = 0;
}

uint32_t cav_rng_next(cav_rng *rng)
{
    if (rng->used >= 16)
        refill(rng);
    return rng->words[rng->used++];
}

/* Lemire's multiplication with rejection: exact, and seldom more than one draw. */
static uint32_t below32(cav_rng *rng, uint32_t n)
{
    uint64_t product = (uint64_t)cav_rng_next(rng) * n;
    if ((uint32_t)product < n) {
        const uint32_t reject = (0 - n) % n;
        while ((uint32_t)product < reject)
            product = (uint64_t)cav_rng_next(rng) * n;
    }
    return (uint32_t)(product >> 32);
}

uint64_t cav_rng_below(cav_rng *rng, uint64_t n)
{
    if (n <= UINT32_MAX)
        return n ? below32(rng, (uint32_t)n) : 0;
    uint64_t mask = n - 1;
    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    for (;;) {
        uint64_t draw = (uint64_t)cav_rng_next(rng) << 32;
        draw = (draw | cav_rng_next(rng)) & mask;
        if (draw < n)
            return draw;
    }
}

void rng_draw(cav_rng *rng, uint8_t *items, size_t count, size_t drawn)
{
    for (size_t i = count; i > 1 && i > count - drawn; i--) {
        const size_t j = (size_t)cav_rng_below(rng, i);
        const uint8_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

void cav_rng_shuffle(cav_rng *rng, uint8_t *items, size_t count) { rng_draw(rng, items, count, count); }

void rng_seed(cav_rng *rng, uint8_t seed[CAV_SEED_SIZE])
{
    for (int i = 0; i < CAV_SEED_SIZE; i += 4) {
        const uint32_t word = cav_rng_next(rng);
        seed[i] = (uint8_t)word;
        seed[i + 1] = (uint8_t)(word >> 8);
        seed[i + 2] = (uint8_t)(word >> 16);
        seed[i + 3] = (uint8_t)(word >> 24);
    }
}
