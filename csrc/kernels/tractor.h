/* Cards of Tractor (TR-5, 6, 7): effective suits, power, shapes, leads and follows, given trump and level rank. */
#ifndef CAV_TRACTOR_H
#define CAV_TRACTOR_H

#include "base/cards.h"
#include "kernels/choose.h"

enum {
    TRACTOR_NO_TRUMP = 4, /* instead of a trump suit */
    TRACTOR_TRUMP = 4,    /* the effective suit of trumps, behind those of the cards */
    TRACTOR_SUITS = 5,    /* effective suits */
    TRACTOR_KINDS = 54
};

/* What is trump. */
typedef struct tractor_rules {
    uint64_t trumps; /* kinds that are trump */
    int trump;       /* suit, or TRACTOR_NO_TRUMP */
    int level;       /* rank */
} tractor_rules;

static inline tractor_rules tractor_rules_of(int trump, int level)
{
    const uint64_t suit = 0x1fff, jokers = (uint64_t)3 << 52;
    const uint64_t levels = ((uint64_t)1 | (uint64_t)1 << 13 | (uint64_t)1 << 26 | (uint64_t)1 << 39) << level;
    return (tractor_rules){jokers | levels | (trump < TRACTOR_NO_TRUMP ? suit << 13 * trump : 0), trump, level};
}

/* The kinds of an effective suit (TR-5). */
static inline uint64_t tractor_kinds(const tractor_rules *rules, int suit)
{
    return suit == TRACTOR_TRUMP ? rules->trumps : ((uint64_t)0x1fff << 13 * suit) & ~rules->trumps;
}

static inline int tractor_suit_of(const tractor_rules *rules, int card)
{
    return rules->trumps >> card & 1 ? TRACTOR_TRUMP : card / 13;
}

/* Powers of trumps; below them come the other cards of the trump suit (TR-5.1). Without a trump suit all level cards are
 * equal, and next to the jokers. */
enum { TRACTOR_OFF_LEVEL = 12, TRACTOR_TRUMP_LEVEL = 13, TRACTOR_BLACK_JOKER = 14, TRACTOR_FIRST_JOKER = 52 };

/* Within the effective suit, from 0; neighbours are consecutive in a tractor (TR-5, 6). */
static inline int tractor_power_of(const tractor_rules *rules, int card)
{
    const int suit = card / 13, rank = card - 13 * suit; /* of jokers: no suit, 0 or 1 */
    const bool high = suit == rules->trump || rules->trump == TRACTOR_NO_TRUMP;
    const int level = high ? TRACTOR_TRUMP_LEVEL : TRACTOR_OFF_LEVEL, plain = rank - (rank > rules->level);
    const int suited = rank == rules->level ? level : plain;
    return card >= TRACTOR_FIRST_JOKER ? TRACTOR_BLACK_JOKER + rank : suited;
}

/* What some cards are by TR-6. */
typedef struct tractor_reading {
    int shape;  /* CAV_SINGLE, CAV_PAIR, CAV_TRACTOR; CAV_UNREAD: none, and the rest is 0 */
    int length; /* pairs of a tractor, else 1 */
    int suit;   /* effective suit */
    int power;  /* of the top card */
    int rank;   /* of the top card, within the deck */
} tractor_reading;

/* A set of at least two kinds. */
tractor_reading tractor_read_kinds(const tractor_rules *rules, cav_cards cards);

static inline tractor_reading tractor_read(const tractor_rules *rules, cav_cards cards)
{
    if (cards.any & (cards.any - 1))
        return tractor_read_kinds(rules, cards);
    if (cards.any == 0)
        return (tractor_reading){0};
    const int card = bits_lowest(cards.any), suit = card / 13;
    return (tractor_reading){cards.both ? CAV_PAIR : CAV_SINGLE, 1, tractor_suit_of(rules, card),
                             tractor_power_of(rules, card), card - 13 * (suit < 4 ? suit : 3)};
}

/* Whether a later play wins over the best so far, which led or won over the lead (TR-8). */
static inline bool tractor_beats(const tractor_reading *play, const tractor_reading *best)
{
    if (play->shape != best->shape || play->length != best->length)
        return false;
    return play->suit == best->suit ? play->power > best->power : play->suit == TRACTOR_TRUMP;
}

/* What a hand may lead, counted: any card, any pair, any tractor, in this order. */
typedef struct tractor_leads {
    cav_cards hand;
    uint32_t singles, pairs;
    uint32_t tractors[TRACTOR_SUITS]; /* by effective suit */
    uint32_t count;                   /* all together */
} tractor_leads;

void tractor_find_leads(const tractor_rules *rules, cav_cards hand, tractor_leads *leads);
cav_cards tractor_nth_lead(const tractor_rules *rules, const tractor_leads *leads, uint32_t index);
/* The index of cards that may be led. */
uint32_t tractor_lead_index(const tractor_rules *rules, const tractor_leads *leads, cav_cards lead);

/* What a hand may play to a lead, of which shape, length and suit count (TR-7). With no less cards than the lead it has
 * always something to play. */
choice tractor_follows(const tractor_rules *rules, cav_cards hand, const tractor_reading *lead);

/* How many cards a play of that reading has. */
static inline int tractor_size(const tractor_reading *reading)
{
    return reading->shape == CAV_SINGLE ? 1 : 2 * reading->length;
}

/* What a play to a lead tells about the hand that is left (TR-7). */
typedef struct tractor_tell {
    uint64_t lacks; /* kinds of which it holds none */
    bool is_void;   /* it has no card of the suit led */
    bool pairless;  /* it has no pair of the suit led */
} tractor_tell;

tractor_tell tractor_tells(const tractor_rules *rules, cav_cards play, const tractor_reading *lead);

#endif
