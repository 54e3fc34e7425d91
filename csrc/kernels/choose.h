/* Choosing r cards from a multiset with up to two copies of each kind: count and unrank, without listing. */
#ifndef CAV_CHOOSE_H
#define CAV_CHOOSE_H

#include "cardavia.h"

/* How many multisets of r there are over `kinds` kinds, `twice` of which may be taken two times. r at most 8,
 * kinds at most 16. */
uint32_t choose_ways(int kinds, int twice, int r);

/* The multiset of that index, in [0, choose_ways). The order is: of the lowest kind two copies, then one, then none; and
 * so on upwards. */
cav_cards choose_nth(cav_cards from, int r, uint32_t index);

#endif
