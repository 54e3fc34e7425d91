/* Multisets of cards: the inline forms that the core uses. */
#ifndef CAV_CARDS_H
#define CAV_CARDS_H

#include "base/bits.h"
#include "cardavia.h"

static inline int cards_count(cav_cards cards) { return bits_count(cards.any) + bits_count(cards.both); }

static inline bool cards_contain(cav_cards whole, cav_cards part)
{
    return !((part.any & ~whole.any) | (part.both & ~whole.both));
}

static inline bool cards_equal(cav_cards a, cav_cards b) { return a.any == b.any && a.both == b.both; }

static inline cav_cards cards_minus(cav_cards whole, cav_cards part)
{
    return (cav_cards){(whole.both & ~part.both) | (whole.any & ~part.any), whole.both & ~part.any};
}

/* One card; none for a number that no card has. */
static inline cav_cards cards_one(int card)
{
    return (cav_cards){card >= 0 && card < 64 ? (uint64_t)1 << card : 0, 0};
}

/* A set of cards of a single pack. */
static inline cav_cards cards_of(uint64_t mask) { return (cav_cards){mask, 0}; }

#endif
