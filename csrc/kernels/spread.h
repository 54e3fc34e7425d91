/* Cards that nobody has seen, spread over the places where they may lie, each way equally likely. */
#ifndef CAV_SPREAD_H
#define CAV_SPREAD_H

#include "base/rng.h"
#include "cardavia.h"

enum { SPREAD_PLACES = CAV_MAX_SEATS + 1 }; /* hands, and one more for what is nobody's */

/* Cards to be spread: card i may lie in the places of the set allowed[i]. */
typedef struct spread {
    int count;
    uint8_t cards[CAV_MAX_PACK];
    uint8_t allowed[CAV_MAX_PACK];
    int room[SPREAD_PLACES]; /* how many cards each place takes; together `count` */
} spread;

/* Whether there is any way. */
bool spread_is_possible(const spread *what);

/* Gives card i the place place_of[i]. Of two copies of a card each counts by itself, as in a deal. Every way is equally
 * likely as long as draws are accepted often enough, which they are unless many sets overlap without one being within
 * the other; then it is nearly so. When there is no way the sets do not bind. */
void spread_cards(const spread *what, cav_rng *rng, uint8_t place_of[CAV_MAX_PACK]);

#endif
