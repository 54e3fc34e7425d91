/* Combinations over rank counts, for the climbing games: which combinations some cards are, which a hand holds, and
 * which of them answer another. A game says by a table of facts which combinations it has; nothing here knows a game.
 *
 * Ranks are positions in order of strength: 3 ... A, 2, black joker, red joker = 0 ... 14. Only the ranks of cards
 * matter; of the cards of a rank, those first in deck order are taken. */
#ifndef CAV_RANKS_H
#define CAV_RANKS_H

#include "cardavia.h"

enum {
    RANKS_ACE = 11,
    RANKS_TWO = 12,
    RANKS_BLACK = 13,
    RANKS_RED = 14,
    RANKS_POSITIONS = 15,
    RANKS_MAX_GROUPS = 48
};

/* One kind of combination: a core of `length` consecutive ranks with `core` cards each, and wings beside it. */
typedef struct ranks_shape {
    uint8_t shape;       /* cav_shape */
    uint8_t core;        /* cards of each core rank */
    uint8_t least, most; /* length */
    uint8_t wings;       /* wings for each core rank */
    uint8_t wing;        /* cards of a wing: 1 or 2 of a rank */
    uint8_t power;       /* it beats every combination of lower power */
    uint16_t ranks;      /* the positions that its core may hold */
} ranks_shape;

/* The combinations of a game, in order of power. */
typedef struct ranks_facts {
    const ranks_shape *shapes;
    int count;
    uint16_t apart; /* two positions of one card each that single wings must not hold together; 0: no wings */
} ranks_facts;

/* How often each rank is held: bit p of at[k] is set when there are more than k cards of position p. */
typedef struct ranks_counts {
    uint32_t at[5];
} ranks_counts;

/* What some cards are read as. */
typedef struct ranks_reading {
    uint8_t row;    /* index into facts->shapes */
    uint8_t length; /* ranks of the core */
    uint8_t top;    /* highest position of the core */
} ranks_reading;

/* The combinations of a hand that share shape and length: one core for each start, and with each `ways` sets of wings. */
typedef struct ranks_group {
    uint8_t row, length;
    uint16_t starts;
    uint32_t ways;
} ranks_group;

typedef struct ranks_plays {
    uint32_t total;
    int count;
    ranks_group groups[RANKS_MAX_GROUPS];
} ranks_plays;

/* The position of a card's rank, and the other way round. */
int ranks_position(int rank);
int ranks_rank(int position);

/* Counts the ranks of a set of cards of the 54-card French pack. */
ranks_counts ranks_count(uint64_t cards);

/* All readings of some cards; at most `capacity`, returns how many. */
int ranks_readings(const ranks_facts *facts, uint64_t cards, ranks_reading *readings, int capacity);

/* Whether a combination may be played on another. */
bool ranks_beat(const ranks_facts *facts, ranks_reading answer, ranks_reading table);

/* What a hand can play: on `beating`, or as a lead when that is NULL. Nothing is listed yet. */
void ranks_find(const ranks_facts *facts, const ranks_counts *hand, const ranks_reading *beating, ranks_plays *plays);

/* The play of that index in [0, plays->total). */
cav_move ranks_nth(const ranks_facts *facts, uint64_t hand, const ranks_plays *plays, uint32_t index);

/* The plays from the first, at most `capacity`, in the order of ranks_nth; returns how many were written. */
size_t ranks_list(const ranks_facts *facts, uint64_t hand, const ranks_plays *plays, cav_move *moves, size_t capacity);

#endif
