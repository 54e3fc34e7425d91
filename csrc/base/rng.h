/* Chance: a ChaCha20 stream keyed by the 256-bit seed. */
#ifndef CAV_RNG_H
#define CAV_RNG_H

#include "cardavia.h"

/* What a stream is for: no two uses of a seed share numbers. */
enum rng_domain {
    RNG_DEAL = 0,   /* the shuffle and draws of a deal: stream = number of the deal, substream = redeal */
    RNG_CHOICE = 1, /* choices of bots, samples and playouts */
    RNG_SEED = 2,   /* seeds of the matches of a batch: stream = number of the match */
    RNG_DRAW = 3    /* what is drawn before the first deal */
};

void rng_open(cav_rng *rng, const uint8_t seed[CAV_SEED_SIZE], uint32_t domain, uint32_t stream, uint32_t substream);
/* Makes the last `drawn` of `count` items any of them in any order, each outcome equally likely. */
void rng_draw(cav_rng *rng, uint8_t *items, size_t count, size_t drawn);
/* 32 bytes of a stream, to serve as a seed. */
void rng_seed(cav_rng *rng, uint8_t seed[CAV_SEED_SIZE]);

#endif
