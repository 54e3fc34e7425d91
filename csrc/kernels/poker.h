/* Poker hands: strength of the best five of five to seven cards. No state; the tables are constant.
 *
 * A hand is a sum: each card adds its number, so that a hand and a board are ranked by one addition and two look-ups.
 * The low 32 bits of the sum stand for the ranks, four bits from bit 48 on for each suit: 3 and one for each card, so
 * that the fifth card of a suit sets its high bit. */
#ifndef CAV_POKER_H
#define CAV_POKER_H

#include "cardavia.h"

enum { POKER_CARDS = 52, POKER_RANKS = 13 };

/* The sum of no cards; add poker_card of each card to it. */
#define POKER_NO_CARDS ((uint64_t)0x3333 << 48)

/* The number of a card of the 52, 0 of any other. */
uint64_t poker_card(int card);

/* The sum of a set of cards, without POKER_NO_CARDS. */
uint64_t poker_sum(uint64_t cards);

/* The strength of five to seven different cards, 1 to 7462, given as their sum (POKER_NO_CARDS included) and as a set. */
uint16_t poker_strength(uint64_t sum, uint64_t cards);

#endif
