/* Combinations by the letter of the house rules (DDZ-3, DDZ-4), slowly: what the core is compared with. Written from
 * the rules alone. Ranks are counted by strength: 3 ... A, 2, black joker, red joker = 0 ... 14. */
#ifndef CAV_NAIVE_H
#define CAV_NAIVE_H

#include "cardavia.h"

enum { NAIVE_RANKS = 15, NAIVE_ACE = 11, NAIVE_BLACK = 13, NAIVE_RED = 14 };

typedef struct naive_counts {
    int of[NAIVE_RANKS];
} naive_counts;

typedef struct naive_reading {
    int shape, length, top;
} naive_reading;

/* The strength of a rank of the deck (2 ... A, jokers), and of a card. */
static inline int naive_strength(int rank) { return rank >= 13 ? rank : (rank + 12) % 13; }
static inline int naive_of_card(int card) { return naive_strength(card < 52 ? card % 13 : card - 39); }

static inline naive_counts naive_count(uint64_t cards)
{
    naive_counts n = {{0}};
    for (int card = 0; card < 54; card++)
        n.of[naive_of_card(card)] += (int)(cards >> card & 1);
    return n;
}

static inline int naive_total(const naive_counts *n)
{
    int total = 0;
    for (int rank = 0; rank < NAIVE_RANKS; rank++)
        total += n->of[rank];
    return total;
}

/* Takes `each` cards of the ranks up to `top` out; false when a rank has not exactly that many (DDZ-4.3, 4.5: what is
 * attached is never of a core rank). */
static inline bool naive_take_core(naive_counts *n, int top, int length, int each)
{
    for (int rank = top; rank > top - length; rank--) {
        if (rank < 0 || n->of[rank] != each)
            return false;
        n->of[rank] = 0;
    }
    return true;
}

/* DDZ-4.3, 4.4: as many single cards, pairs among them allowed; no triple, no bomb, not both jokers. */
static inline bool naive_are_singles(const naive_counts *rest, int wings)
{
    for (int rank = 0; rank < NAIVE_RANKS; rank++)
        if (rest->of[rank] >= 3)
            return false;
    return naive_total(rest) == wings && !(rest->of[NAIVE_BLACK] && rest->of[NAIVE_RED]);
}

/* DDZ-4.3, 4.4: as many pairs of distinct ranks. */
static inline bool naive_are_pairs(const naive_counts *rest, int wings)
{
    for (int rank = 0; rank < NAIVE_RANKS; rank++)
        if (rest->of[rank] != 0 && rest->of[rank] != 2)
            return false;
    return naive_total(rest) == 2 * wings;
}

/* Whether cards are that combination (DDZ-4.1, 4.2, 4.4, 3.4). */
static inline bool naive_is(const naive_counts *n, naive_reading reading)
{
    /* Of each shape: cards of each core rank, least and most length; the longest that fits into a hand of 20. */
    static const struct {
        int each, least, most;
    } cores[CAV_SHAPES] = {
        [CAV_SINGLE] = {1, 1, 1},         [CAV_PAIR] = {2, 1, 1},         [CAV_TRIPLE] = {3, 1, 1},
        [CAV_TRIPLE_SINGLE] = {3, 1, 1},  [CAV_TRIPLE_PAIR] = {3, 1, 1},  [CAV_STRAIGHT] = {1, 5, 20},
        [CAV_PAIR_RUN] = {2, 3, 10},      [CAV_AIRPLANE] = {3, 2, 6},     [CAV_AIRPLANE_SINGLES] = {3, 2, 5},
        [CAV_AIRPLANE_PAIRS] = {3, 2, 4}, [CAV_FOUR_SINGLES] = {4, 1, 1}, [CAV_FOUR_PAIRS] = {4, 1, 1},
        [CAV_BOMB] = {4, 1, 1},
    };
    if (reading.shape == CAV_ROCKET)
        return reading.length == 2 && reading.top == NAIVE_RED && naive_total(n) == 2 && n->of[NAIVE_BLACK] &&
               n->of[NAIVE_RED];
    if (reading.length < cores[reading.shape].least || reading.length > cores[reading.shape].most)
        return false;
    if (cores[reading.shape].most > 1 && reading.top > NAIVE_ACE) /* DDZ-4.2: no 2 and no joker in a sequence */
        return false;
    if (n->of[reading.top] != cores[reading.shape].each)
        return false; /* only to be quick */
    naive_counts rest = *n;
    if (!naive_take_core(&rest, reading.top, reading.length, cores[reading.shape].each))
        return false;
    switch (reading.shape) {
    case CAV_TRIPLE_SINGLE:
    case CAV_AIRPLANE_SINGLES:
        return naive_are_singles(&rest, reading.length);
    case CAV_TRIPLE_PAIR:
    case CAV_AIRPLANE_PAIRS:
        return naive_are_pairs(&rest, reading.length);
    case CAV_FOUR_SINGLES:
        return naive_are_singles(&rest, 2);
    case CAV_FOUR_PAIRS:
        return naive_are_pairs(&rest, 2);
    default:
        return naive_total(&rest) == 0;
    }
}

/* All readings of some cards; there is room for CAV_MAX_READINGS. */
static inline int naive_readings(const naive_counts *n, naive_reading *readings)
{
    const int total = naive_total(n);
    int found = 0;
    for (int shape = CAV_SINGLE; shape <= CAV_ROCKET; shape++)
        for (int length = 1; length <= 12 && length <= total; length++)
            for (int top = length - 1; top < NAIVE_RANKS; top++)
                if (n->of[top] && n->of[top - length + 1] && naive_is(n, (naive_reading){shape, length, top}) &&
                    found < CAV_MAX_READINGS)
                    readings[found++] = (naive_reading){shape, length, top};
    return found;
}

/* DDZ-3.1, 3.4 */
static inline bool naive_beats(naive_reading answer, naive_reading table)
{
    if (table.shape == CAV_ROCKET)
        return false;
    if (answer.shape == CAV_ROCKET)
        return true;
    if (answer.shape == CAV_BOMB && table.shape != CAV_BOMB)
        return true;
    return answer.shape == table.shape && answer.length == table.length && answer.top > table.top;
}

/* A combination as one number: three bits for the count of each rank, then what it is read as. */
static inline uint64_t naive_key(const naive_counts *n, naive_reading reading)
{
    uint64_t key = 0;
    for (int rank = 0; rank < NAIVE_RANKS; rank++)
        key |= (uint64_t)n->of[rank] << 3 * rank;
    return key | (uint64_t)reading.shape << 45 | (uint64_t)reading.length << 49 | (uint64_t)reading.top << 53;
}

static inline uint64_t naive_key_of_play(const cav_move *play)
{
    const naive_counts n = naive_count(play->cards.any);
    return naive_key(&n, (naive_reading){play->shape, play->length, naive_strength(play->rank)});
}

static inline int naive_compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

#endif
