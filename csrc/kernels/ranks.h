/* Combinations over rank counts, for the climbing games: which combinations some cards are, which a hand holds, and
 * which of them answer another. A game says by a table of facts which combinations it has; nothing here knows a game.
 *
 * Cards are of one or two French packs. Two orders of the ranks are in use, each as bits of a mask:
 *   strength: the ranks without jokers but the level rank, upwards, then the level rank, black joker, red joker = 0 ...
 *             14. A game without levels has the two as its level rank: 3 ... A, 2, jokers.
 *   line:     places in sequences: ace, 2 ... K, ace = 0 ... 13; the ace stands at both ends.
 * Of the cards of a rank those first in deck order are taken. */
#ifndef CAV_RANKS_H
#define CAV_RANKS_H

#include "cardavia.h"

enum {
    RANKS_TWO = 0, /* the level rank of a game without levels */
    RANKS_LEVEL = 12,
    RANKS_BLACK = 13,
    RANKS_RED = 14,
    RANKS_POSITIONS = 15,
    RANKS_JOKERS = 1 << RANKS_BLACK | 1 << RANKS_RED,
    RANKS_NO_WILD = -1,
    RANKS_COPIES = 8, /* the most cards of a rank, and with wild cards among them: */
    RANKS_FILLED = 10,
    RANKS_MAX_GROUPS = 160
};

/* What the suits of a combination have to be. Wild cards take any. */
enum { RANKS_ANY_SUITS, RANKS_ONE_SUIT, RANKS_NOT_ONE_SUIT };

/* One kind of combination: a core of `length` consecutive ranks with `core` cards each, and wings beside it. */
typedef struct ranks_shape {
    uint8_t shape;       /* cav_shape */
    uint8_t core;        /* cards of each core rank */
    uint8_t least, most; /* length */
    uint8_t wings;       /* wings for each core rank; wild cards are known only in one wing of two cards */
    uint8_t wing;        /* cards of a wing: 1 or 2 of a rank */
    uint8_t power;       /* it beats every combination of lower power */
    bool line;           /* its ranks are places of the line, not of strength */
    uint8_t suits;       /* of cores of single cards */
    uint16_t ranks;      /* the ranks that its core may hold */
} ranks_shape;

/* The combinations of a game, in order of power. */
typedef struct ranks_facts {
    const ranks_shape *shapes;
    int count;
    uint16_t apart; /* two ranks (strength) of one card each that single wings must not hold together; 0: no such wings */
} ranks_facts;

/* Cards, counted. Bit p of strength[k] or line[k] is set when there are more than k of that rank, wild cards apart. */
typedef struct ranks_hand {
    cav_cards natural; /* all but the wild cards */
    int8_t wild;       /* the card that is wild, or RANKS_NO_WILD */
    uint8_t wilds;     /* how many of it */
    uint8_t level;     /* the level rank */
    uint32_t strength[RANKS_FILLED + 1];
    uint32_t line[RANKS_FILLED + 1];
} ranks_hand;

/* What some cards are read as. */
typedef struct ranks_reading {
    uint8_t row;    /* index into facts->shapes */
    uint8_t length; /* ranks of the core */
    uint8_t top;    /* highest rank of the core, in the order of the row */
} ranks_reading;

/* The combinations of a hand that share shape, length and the places of wild cards: one core for each start, and with each
 * `ways` sets of wings. */
typedef struct ranks_group {
    uint8_t row, length;
    uint8_t wilds;      /* wild cards in the core, and where they are: ranks from the start */
    uint8_t gaps[2];
    uint8_t wing_wilds; /* wild cards in the wing */
    uint8_t suit;       /* of a core of one suit */
    uint16_t starts;
    uint32_t ways;
} ranks_group;

typedef struct ranks_plays {
    uint32_t total;
    int count;
    ranks_group groups[RANKS_MAX_GROUPS];
} ranks_plays;

/* The strength of a rank (cav_card_rank), and the other way round. */
int ranks_strength(int rank, int level);
int ranks_rank(int strength, int level);

/* Counts cards. */
void ranks_hold(cav_cards cards, int level, int wild, ranks_hand *hand);

/* All readings of some cards; at most `capacity` are written, returns how many there are. */
int ranks_readings(const ranks_facts *facts, const ranks_hand *cards, ranks_reading *readings, int capacity);

/* A reading as the fields of a move, and the other way round for a row that is known. */
void ranks_read_as(const ranks_facts *facts, int level, ranks_reading reading, cav_move *play);
ranks_reading ranks_reading_of(const ranks_facts *facts, int level, int row, const cav_move *play);

/* Whether a combination may be played on another. */
bool ranks_beat(const ranks_facts *facts, ranks_reading answer, ranks_reading table);

/* What a hand can play: on `beating`, or as a lead when that is NULL. Nothing is listed yet. */
void ranks_find(const ranks_facts *facts, const ranks_hand *hand, const ranks_reading *beating, ranks_plays *plays);

/* Drops all plays whose core does not begin with that rank (as cav_card_rank gives it). */
void ranks_keep_from(const ranks_facts *facts, int level, int rank, ranks_plays *plays);

/* The play of that index in [0, plays->total). */
cav_move ranks_nth(const ranks_facts *facts, const ranks_hand *hand, const ranks_plays *plays, uint32_t index);

/* The plays from the first, at most `capacity`, in the order of ranks_nth; returns how many were written. */
size_t ranks_list(const ranks_facts *facts, const ranks_hand *hand, const ranks_plays *plays, cav_move *moves,
                  size_t capacity);

/* Puts, for the cards of a play of that reading that the hand can make, those of its class that ranks_nth takes. */
void ranks_canonical(const ranks_facts *facts, const ranks_hand *hand, ranks_reading reading, cav_move *play);

#endif
