/* Choosing cards from a multiset with up to two copies of each kind: count, unrank, rank and draw, without listing. */
#ifndef CAV_CHOOSE_H
#define CAV_CHOOSE_H

#include "base/rng.h"
#include "cardavia.h"

/* ---- Few cards of few kinds ------------------------------------------------ */

/* How many multisets of r there are over `kinds` kinds, `twice` of which may be taken two times. r at most 8,
 * kinds at most 16. */
uint32_t choose_ways(int kinds, int twice, int r);

/* The multiset of that index, in [0, choose_ways). The order is: of the lowest kind two copies, then one, then none; and
 * so on upwards. */
cav_cards choose_nth(cav_cards from, int r, uint32_t index);

/* ---- Any cards ------------------------------------------------------------- */

enum { CHOOSE_MOST = 33 }; /* the most cards that are chosen */

/* Sets of cards: all of `fixed`, and any r of `from`; with `in_pairs` any r of its pairs, each with both copies, and
 * `from` has no other cards. `fixed` and `from` together are a multiset of cards; r is at most CHOOSE_MOST.
 *
 * There must be fewer than 2^64 such sets. That is so when `from` has at most 63 cards, or at most 40 kinds; of two whole
 * packs when r is at most 24. */
typedef struct choice {
    cav_cards fixed, from;
    int r;
    bool in_pairs;
} choice;

/* How many sets there are; none when r is below 0, or more than can be had. */
uint64_t choice_count(const choice *of);

/* The set of that index, in [0, choice_count), in the order of choose_nth. */
cav_cards choice_nth(const choice *of, uint64_t index);

/* Whether it is one of the sets. */
bool choice_has(const choice *of, cav_cards set);

/* The index of one of the sets: choice_nth the other way round. */
uint64_t choice_index(const choice *of, cav_cards set);

/* One of the sets, of which there must be any, each equally likely. */
cav_cards choice_draw(const choice *of, cav_rng *rng);

#endif
