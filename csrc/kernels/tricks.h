/* Tricks: what must be played to one, who wins it, and what not following says. What a suit is and which card is worth
 * how much each game decides; here a suit is the mask of its cards, and worth a number. */
#ifndef CAV_TRICKS_H
#define CAV_TRICKS_H

#include <stdint.h>

/* Where the highest power of a trick was played first and last: at one place, unless several equal it. */
typedef struct tricks_top {
    int first, last;
} tricks_top;

/* Of `count` powers (at least 1), in the order played. Whether of equal cards the first wins, the last, or none, is the
 * game's rule. */
static inline tricks_top tricks_highest(const uint8_t *powers, int count)
{
    tricks_top top = {0, 0};
    for (int i = 1; i < count; i++) {
        if (powers[i] < powers[top.first])
            continue;
        if (powers[i] > powers[top.first])
            top.first = i;
        top.last = i;
    }
    return top;
}

/* The cards of a hand that follow a suit: those of the suit, or if there are none any. */
static inline uint64_t tricks_follow(uint64_t hand, uint64_t suit) { return hand & suit ? hand & suit : hand; }

/* Which cards of a trick are not of the suit of its first: bit i for the i-th. Their players hold none of that suit. */
static inline uint8_t tricks_strayed(const uint8_t *suits, int count)
{
    uint8_t strayed = 0;
    for (int i = 1; i < count; i++)
        if (suits[i] != suits[0])
            strayed |= (uint8_t)(1u << i);
    return strayed;
}

#endif
