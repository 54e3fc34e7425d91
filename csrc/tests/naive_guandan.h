/* Combinations of Guandan by the letter of the house rules (GD-4.2, 4.3, 5), slowly: what the core is compared with.
 * Written from the rules alone. Ranks are those of the deck: 2 ... A, black joker, red joker = 0 ... 14. */
#ifndef CAV_NAIVE_GUANDAN_H
#define CAV_NAIVE_GUANDAN_H

#include <stdlib.h>
#include <string.h>

#include "cardavia.h"

enum { GD_RANKS = 15, GD_JOKERS = 13, GD_RED = 14, GD_MOST_READINGS = 64 };

typedef struct gd_counts {
    int ranks[GD_RANKS], suits[4], total;
} gd_counts;

/* A combination: what a move says of it, and how many cards it has. */
typedef struct gd_reading {
    int shape, rank, length, total;
} gd_reading;

/* Readings of cards none of which is wild. */
typedef int gd_reader(const gd_counts *n, gd_reading *readings);

static inline int gd_rank(int card) { return card < 52 ? card % 13 : card - 39; }
static inline int gd_wild(int level) { return 26 + level; } /* GD-2: the heart of the level rank */
static inline int gd_copies(cav_cards cards, int card)
{
    return (int)(cards.any >> card & 1) + (int)(cards.both >> card & 1);
}

static inline void gd_add(gd_counts *n, int card, int copies)
{
    n->ranks[gd_rank(card)] += copies;
    if (card < 52)
        n->suits[card / 13] += copies;
    n->total += copies;
}

/* The cards but the wild ones. */
static inline gd_counts gd_natural(cav_cards cards, int level)
{
    gd_counts n = {{0}, {0}, 0};
    for (int card = 0; card < 54; card++)
        if (card != gd_wild(level))
            gd_add(&n, card, gd_copies(cards, card));
    return n;
}

/* GD-4.2 */
static inline int gd_power(int rank, int level) { return rank >= GD_JOKERS ? rank + 1 : rank == level ? 13 : rank; }

/* ---- Readings ------------------------------------------------------------------------------- */

/* Places of sequences (GD-5.3): ace, 2 ... K, ace = 0 ... 13. */
static inline int gd_rank_of_place(int place) { return (place + 12) % 13; }

/* Whether the cards are `each` of the `length` ranks from a place on. */
static inline bool gd_is_sequence(const gd_counts *n, int start, int length, int each)
{
    if (n->total != length * each || start + length > 14)
        return false;
    for (int i = 0; i < length; i++)
        if (n->ranks[gd_rank_of_place(start + i)] != each)
            return false;
    return true;
}

static inline bool gd_is_one_suit(const gd_counts *n)
{
    return n->suits[0] == n->total || n->suits[1] == n->total || n->suits[2] == n->total || n->suits[3] == n->total;
}

/* GD-5.1, 5.2, 5.6 */
static inline int gd_read_ordinary(const gd_counts *n, gd_reading *readings)
{
    int found = 0;
    for (int rank = 0; rank < GD_RANKS; rank++) {
        const bool alone = n->ranks[rank] == n->total;
        if (alone && n->total == 1)
            readings[found++] = (gd_reading){CAV_SINGLE, rank, 1, 1};
        if (alone && n->total == 2)
            readings[found++] = (gd_reading){CAV_PAIR, rank, 1, 2};
        if (alone && n->total == 3 && rank < GD_JOKERS)
            readings[found++] = (gd_reading){CAV_TRIPLE, rank, 1, 3};
        if (alone && n->total >= 4 && rank < GD_JOKERS)
            readings[found++] = (gd_reading){CAV_BOMB, rank, 1, n->total};
        for (int other = 0; other < GD_RANKS; other++)
            if (n->total == 5 && rank < GD_JOKERS && n->ranks[rank] == 3 && n->ranks[other] == 2)
                readings[found++] = (gd_reading){CAV_FULL_HOUSE_PLAY, rank, 1, 5};
    }
    for (int start = 0; start < 14; start++) {
        if (gd_is_sequence(n, start, 5, 1))
            readings[found++] = (gd_reading){gd_is_one_suit(n) ? CAV_STRAIGHT_FLUSH_PLAY : CAV_STRAIGHT,
                                             gd_rank_of_place(start + 4), 5, 5};
        if (gd_is_sequence(n, start, 3, 2))
            readings[found++] = (gd_reading){CAV_TUBE, gd_rank_of_place(start + 2), 3, 6};
        if (gd_is_sequence(n, start, 2, 3))
            readings[found++] = (gd_reading){CAV_PLATE, gd_rank_of_place(start + 1), 2, 6};
    }
    if (n->total == 4 && n->ranks[GD_JOKERS] == 2 && n->ranks[GD_RED] == 2)
        readings[found++] = (gd_reading){CAV_JOKER_BOMB, GD_RED, 2, 4};
    return found;
}

/* Adds readings that are not there yet. */
static inline int gd_merge(gd_reading *readings, int found, const gd_reading *more, int count)
{
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < found && memcmp(&readings[at], &more[i], sizeof more[i]) != 0)
            at++;
        if (at == found && found < GD_MOST_READINGS)
            readings[found++] = more[i];
    }
    return found;
}

/* GD-5.4: each wild card is replaced by each of the 52 ordinary cards. */
static inline int gd_read_with(gd_reader *read, cav_cards cards, int level, gd_reading *readings)
{
    const int wilds = gd_copies(cards, gd_wild(level));
    const gd_counts natural = gd_natural(cards, level);
    gd_reading more[GD_MOST_READINGS];
    int found = 0;
    if (natural.total == 0 && wilds > 0) {
        gd_counts alone = natural;
        gd_add(&alone, gd_wild(level), wilds);
        return read(&alone, readings);
    }
    for (int a = 0; a < (wilds > 0 ? 52 : 1); a++)
        for (int b = a; b < (wilds > 1 ? 52 : a + 1); b++) {
            gd_counts n = natural;
            gd_add(&n, a, wilds > 0);
            gd_add(&n, b, wilds > 1);
            found = gd_merge(readings, found, more, read(&n, more));
        }
    return found;
}

static inline int gd_readings(cav_cards cards, int level, gd_reading *readings)
{
    return gd_read_with(gd_read_ordinary, cards, level, readings);
}

/* GD-5.6: bombs of one rank by their number of cards, and where the others stand among them; 0: no bomb. */
static inline int gd_force(gd_reading reading)
{
    return reading.shape == CAV_BOMB                  ? 2 * reading.total
           : reading.shape == CAV_STRAIGHT_FLUSH_PLAY ? 11
           : reading.shape == CAV_JOKER_BOMB          ? 99
                                                      : 0;
}

/* GD-4.3 */
static inline bool gd_beats(gd_reading answer, gd_reading table, int level)
{
    const bool natural = answer.length > 1; /* GD-5.3: sequences go by natural ranks */
    if (gd_force(answer) != gd_force(table))
        return gd_force(answer) > gd_force(table);
    if (answer.shape != table.shape || answer.total != table.total)
        return false;
    return natural ? answer.rank > table.rank : gd_power(answer.rank, level) > gd_power(table.rank, level);
}

static inline gd_reading gd_reading_of(const cav_move *play)
{
    return (gd_reading){play->shape, play->rank, play->length, cav_cards_count(play->cards)};
}

/* ---- Classes of plays ------------------------------------------------------------------------- */

/* A class: the reading, the natural cards by rank, how many wild cards, and of a straight flush the suit. */
typedef struct gd_key {
    uint64_t cards, read;
} gd_key;

static inline gd_key gd_key_from(const int natural[GD_RANKS], int wilds, gd_reading r, int suit)
{
    gd_key key = {(uint64_t)wilds << 60, 0};
    for (int rank = 0; rank < GD_RANKS; rank++)
        key.cards |= (uint64_t)natural[rank] << 4 * rank;
    key.read = (uint64_t)r.shape | (uint64_t)r.rank << 8 | (uint64_t)r.length << 16 | (uint64_t)suit << 24;
    return key;
}

static inline gd_key gd_key_of(cav_cards cards, int level, gd_reading reading)
{
    const gd_counts n = gd_natural(cards, level);
    int suit = 0;
    while (reading.shape == CAV_STRAIGHT_FLUSH_PLAY && suit < 3 && n.suits[suit] == 0)
        suit++;
    return gd_key_from(n.ranks, gd_copies(cards, gd_wild(level)), reading, suit);
}

static inline gd_key gd_key_of_play(const cav_move *play, int level)
{
    return gd_key_of(play->cards, level, gd_reading_of(play));
}

static inline int gd_compare(const void *a, const void *b)
{
    const gd_key *x = a, *y = b;
    return x->read != y->read ? (x->read > y->read) - (x->read < y->read)
                              : (x->cards > y->cards) - (x->cards < y->cards);
}

/* Sorts and drops what is there twice. */
static inline size_t gd_unique(gd_key *keys, size_t count)
{
    size_t kept = 0;
    qsort(keys, count, sizeof keys[0], gd_compare);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || gd_compare(&keys[kept - 1], &keys[i]) != 0)
            keys[kept++] = keys[i];
    return kept;
}

/* Where plays are collected. */
typedef struct gd_search {
    cav_cards hand;
    int level, wilds;
    gd_counts held;
    const gd_reading *table; /* NULL: a lead */
    gd_key *keys;
    size_t count;
} gd_search;

/* Whether the hand has a straight of mixed suits without wild cards (GD-5.5). */
static inline bool gd_can_mix(const gd_search *s, const int natural[GD_RANKS])
{
    int suits = 0;
    for (int card = 0; card < 52; card++)
        if (card != gd_wild(s->level) && natural[card % 13] && gd_copies(s->hand, card))
            suits |= 1 << card / 13;
    return suits & (suits - 1);
}

/* Takes a combination whose natural cards are these when the hand has them; suit -1: any. */
static inline void gd_take(gd_search *s, const int natural[GD_RANKS], int wilds, gd_reading reading, int suit)
{
    int cards = 0;
    for (int rank = 0; rank < GD_RANKS; rank++) {
        int held = s->held.ranks[rank];
        if (suit >= 0 && rank < 13)
            held = 13 * suit + rank == gd_wild(s->level) ? 0 : gd_copies(s->hand, 13 * suit + rank);
        if (natural[rank] > held)
            return;
        cards += natural[rank];
    }
    if (cards == 0 && reading.rank != s->level) /* GD-5.4: wild cards alone */
        return;
    if (reading.shape == CAV_STRAIGHT && wilds == 0 && !gd_can_mix(s, natural))
        return;
    s->keys[s->count++] = gd_key_from(natural, wilds, reading, suit > 0 ? suit : 0);
}

/* A combination of these cards, in all ways to put wild cards for some of them. */
static inline void gd_fill(gd_search *s, int need[GD_RANKS], gd_reading reading, int suit)
{
    if (s->table && !gd_beats(reading, *s->table, s->level))
        return;
    gd_take(s, need, 0, reading, suit);
    for (int a = 0; a < GD_JOKERS; a++) {
        if (need[a] == 0 || s->wilds == 0)
            continue;
        need[a]--;
        gd_take(s, need, 1, reading, suit);
        for (int b = a; b < GD_JOKERS; b++)
            if (need[b] > 0 && s->wilds == 2) {
                need[b]--;
                gd_take(s, need, 2, reading, suit);
                need[b]++;
            }
        need[a]++;
    }
}

static inline void gd_fill_group(gd_search *s, int shape, int rank, int each)
{
    int need[GD_RANKS] = {0};
    need[rank] = each;
    gd_fill(s, need, (gd_reading){shape, rank, 1, each}, -1);
}

static inline void gd_fill_sequence(gd_search *s, int shape, int start, int length, int each, int suit)
{
    int need[GD_RANKS] = {0};
    if (start + length > 14)
        return;
    for (int i = 0; i < length; i++)
        need[gd_rank_of_place(start + i)] = each;
    gd_fill(s, need, (gd_reading){shape, gd_rank_of_place(start + length - 1), length, each * length}, suit);
}

/* The classes of all plays of a hand, on `table` or as a lead, each once and sorted. By what each combination needs;
 * the brute force over all sets of cards is only fit for small hands. */
static inline size_t gd_plays(cav_cards hand, int level, const gd_reading *table, gd_key *keys)
{
    gd_search s = {hand, level, gd_copies(hand, gd_wild(level)), gd_natural(hand, level), table, keys, 0};
    for (int rank = 0; rank < GD_RANKS; rank++) {
        gd_fill_group(&s, CAV_SINGLE, rank, 1);
        gd_fill_group(&s, CAV_PAIR, rank, 2);
        for (int each = 3; each <= 10 && rank < GD_JOKERS; each++)
            gd_fill_group(&s, each == 3 ? CAV_TRIPLE : CAV_BOMB, rank, each);
        for (int wing = 0; wing < GD_RANKS && rank < GD_JOKERS; wing++) {
            int need[GD_RANKS] = {0};
            need[rank] = 3;
            need[wing] += 2;
            if (wing != rank)
                gd_fill(&s, need, (gd_reading){CAV_FULL_HOUSE_PLAY, rank, 1, 5}, -1);
        }
    }
    for (int start = 0; start < 14; start++) {
        gd_fill_sequence(&s, CAV_STRAIGHT, start, 5, 1, -1);
        gd_fill_sequence(&s, CAV_TUBE, start, 3, 2, -1);
        gd_fill_sequence(&s, CAV_PLATE, start, 2, 3, -1);
        for (int suit = 0; suit < 4; suit++)
            gd_fill_sequence(&s, CAV_STRAIGHT_FLUSH_PLAY, start, 5, 1, suit);
    }
    int jokers[GD_RANKS] = {[GD_JOKERS] = 2, [GD_RED] = 2};
    gd_fill(&s, jokers, (gd_reading){CAV_JOKER_BOMB, GD_RED, 2, 4}, -1);
    return gd_unique(keys, s.count);
}

#endif
