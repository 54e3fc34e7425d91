/* The Bolognese tarot: what cards are worth, and the combinations that they hold (sets and sequences, OT-4 to 6). Cards
 * are sets of the deck CAV_BOLOGNESE. */
#ifndef CAV_TAROT_H
#define CAV_TAROT_H

#include "cardavia.h"

enum {
    TAROT_KINDS = 62,
    TAROT_SUITS = 4,
    TAROT_RANKS = 10, /* of a suit */
    TAROT_ANGEL = 40,
    TAROT_WORLD = 41,
    TAROT_SUN = 42,
    TAROT_MOON = 43,
    TAROT_SIXTEEN = 44, /* 16 ... 5 downwards */
    TAROT_NUMBERS = 12,
    TAROT_MOORS = 56, /* four of them */
    TAROT_BEGATO = 60,
    TAROT_MATTO = 61
};

/* Ranks of a suit. */
enum { TAROT_ACE = 0, TAROT_JACK = 6, TAROT_KNIGHT = 7, TAROT_QUEEN = 8, TAROT_KING = 9 };

static inline uint64_t tarot_card(int card) { return (uint64_t)1 << card; }

/* The ten cards of a suit. */
static inline uint64_t tarot_suit(int suit) { return (((uint64_t)1 << TAROT_RANKS) - 1) << TAROT_RANKS * suit; }

/* The four cards of a rank. */
static inline uint64_t tarot_rank(int rank) { return (uint64_t)0x40100401 << rank; }

/* Angel ... Begato: the trumps. The Matto is none. */
static inline uint64_t tarot_trumps(void) { return tarot_card(TAROT_MATTO) - tarot_card(TAROT_ANGEL); }

static inline uint64_t tarot_moors(void) { return (uint64_t)0xf << TAROT_MOORS; }

/* The four tarocchi and the four kings. */
static inline uint64_t tarot_honours(void)
{
    return tarot_rank(TAROT_KING) | tarot_card(TAROT_ANGEL) | tarot_card(TAROT_WORLD) | tarot_card(TAROT_BEGATO) |
           tarot_card(TAROT_MATTO);
}

/* Twice what the cards are worth at the end, so that halves are exact (OT-4). */
int tarot_half_points(uint64_t cards);

/* What combinations come to, each of the two doubled where it is (OT-5, 6). */
typedef struct tarot_score {
    int sets, sequences;
} tarot_score;

tarot_score tarot_count(uint64_t cards);

static inline int tarot_points(uint64_t cards)
{
    const tarot_score score = tarot_count(cards);
    return score.sets + score.sequences;
}

/* The combinations one by one: kinds in order, those that there are. */
void tarot_itemise(uint64_t cards, cav_ottocento_account *account);

#endif
