/* What the tests of Guandan share: set-ups out of two packs, and the tribute by the letter of the house rules. */
#ifndef CAV_TABLE_GUANDAN_H
#define CAV_TABLE_GUANDAN_H

#include "naive_guandan.h"
#include "table.h"

enum { GD_SEATS = 4, GD_NONE = -1 };

static const cav_cards gd_two_packs = {((uint64_t)1 << 54) - 1, ((uint64_t)1 << 54) - 1};

static inline const cav_game *gd_game(void) { return cav_game_find("guandan"); }

static inline cav_guandan_table gd_table_of(const cav_state *state)
{
    cav_guandan_table table;
    cav_state_table(state, &table);
    return table;
}

static inline cav_cards gd_one(int card)
{
    cav_cards cards = {0, 0};
    cav_cards_add(&cards, card);
    return cards;
}

static inline bool gd_same(cav_cards a, cav_cards b) { return a.any == b.any && a.both == b.both; }

/* The cards of a text, by rank ("333", the first that are left) or with their suit ("3H"). They are taken out of
 * `from`. */
static inline cav_cards gd_take_from(cav_cards *from, const char *text)
{
    static const char letters[] = "23456789TJQKA", suits[] = "CDHS";
    cav_cards taken = {0, 0};
    for (; *text; text++) {
        const char *letter = strchr(letters, *text);
        int rank = letter ? (int)(letter - letters) : -1, suit = -1;
        if (text[0] == 'B' || text[0] == 'R')
            rank = *text++ == 'B' ? 13 : 14;
        else if (rank >= 0 && text[1] && strchr(suits, text[1]))
            suit = (int)(strchr(suits, *++text) - suits);
        for (int card = 0; card < 54 && rank >= 0; card++)
            if (gd_rank(card) == rank && (suit < 0 || card / 13 == suit) && gd_copies(*from, card)) {
                cav_cards_add(&taken, card);
                *from = cav_cards_minus(*from, gd_one(card));
                break;
            }
    }
    return taken;
}

static inline cav_guandan_options gd_defaults(void)
{
    cav_guandan_options options;
    cav_game_defaults(gd_game(), &options);
    return options;
}

/* Both sides at a level; the seats by their places in the last deal as digits, "" for none: then seat 0 leads. */
static inline cav_guandan_options gd_options(int level, const char *previous)
{
    cav_guandan_options options = gd_defaults();
    options.levels[0] = options.levels[1] = level;
    options.leader = *previous ? GD_NONE : 0;
    for (int i = 0; i < GD_SEATS && *previous; i++)
        options.previous[i] = previous[i] - '0';
    return options;
}

/* A deal with the cards that are given; what is left open is dealt from the seed of that number. */
static inline const cav_error *gd_start(const cav_guandan_options *options, const char *const hands[GD_SEATS],
                                        uint32_t number, cav_state *state, cav_log *log)
{
    cav_cards pack = gd_two_packs;
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    memset(&setup, 0, sizeof setup);
    memset(state, 0, sizeof *state);
    seed_of(number, seed);
    for (int seat = 0; seat < GD_SEATS; seat++)
        setup.hands[seat] = gd_take_from(&pack, hands[seat]);
    return cav_game_start(gd_game(), options, seed, &setup, state, log);
}

/* ---- Tribute (GD-3) ------------------------------------------------------------------------------ */

typedef struct gd_tribute {
    int payers[2], cards[2]; /* who gives what to the first and to the second; GD_NONE */
    bool cancelled;
} gd_tribute;

/* The strongest card but the wild ones, of equals the first in deck order (GD-3.1, 3.5). */
static inline int gd_strongest(cav_cards hand, int level)
{
    int best = GD_NONE;
    for (int card = 0; card < 54; card++)
        if (gd_copies(hand, card) && card != gd_wild(level) &&
            (best == GD_NONE || gd_power(gd_rank(card), level) > gd_power(gd_rank(best), level)))
            best = card;
    return best;
}

/* What has to be given, by the cards as dealt (GD-3.1, 3.2). */
static inline gd_tribute gd_tribute_of(const cav_cards dealt[GD_SEATS], const int32_t previous[GD_SEATS], int level)
{
    gd_tribute t = {{GD_NONE, GD_NONE}, {GD_NONE, GD_NONE}, false};
    if (previous[0] == GD_NONE)
        return t;
    const int third = previous[2], last = previous[3];
    if ((previous[0] + 2) % 4 != previous[1]) {
        t.cancelled = gd_copies(dealt[last], 53) == 2;
        t.payers[0] = last;
        t.cards[0] = gd_strongest(dealt[last], level);
    } else {
        const int next = (previous[0] + 1) % 4, across = next == third ? last : third;
        const int a = gd_strongest(dealt[next], level), b = gd_strongest(dealt[across], level);
        const bool other = gd_power(gd_rank(b), level) > gd_power(gd_rank(a), level);
        t.cancelled = gd_copies(dealt[third], 53) + gd_copies(dealt[last], 53) == 2;
        t.payers[0] = other ? across : next;
        t.payers[1] = other ? next : across;
        t.cards[0] = other ? b : a;
        t.cards[1] = other ? a : b;
    }
    if (t.cancelled)
        t = (gd_tribute){{GD_NONE, GD_NONE}, {GD_NONE, GD_NONE}, true};
    return t;
}

/* Whether a card may be given back out of a hand (GD-3.3). */
static inline bool gd_may_return(cav_cards hand, int level, int card)
{
    int low = 0, least = 99;
    for (int other = 0; other < 54; other++)
        if (gd_copies(hand, other) && other != gd_wild(level)) {
            low += gd_rank(other) <= 8;
            least = gd_power(gd_rank(other), level) < least ? gd_power(gd_rank(other), level) : least;
        }
    return gd_copies(hand, card) && card != gd_wild(level) &&
           (low ? gd_rank(card) <= 8 : gd_power(gd_rank(card), level) == least);
}

static inline bool gd_move_card(cav_cards hands[GD_SEATS], int from, int to, int card)
{
    if (!gd_copies(hands[from], card))
        return false;
    hands[from] = cav_cards_minus(hands[from], gd_one(card));
    return cav_cards_add(&hands[to], card);
}

/* Whether those hands, with what was played, can have come from a deal with the tribute that lies open: it is taken
 * back, step by step. */
static inline bool gd_fits_tribute(const cav_guandan_table *t, const cav_cards hands[GD_SEATS],
                                   const cav_cards played[GD_SEATS])
{
    cav_cards dealt[GD_SEATS];
    for (int seat = 0; seat < GD_SEATS; seat++) {
        dealt[seat] = hands[seat];
        for (int card = 0; card < 54; card++)
            for (int copy = 0; copy < gd_copies(played[seat], card); copy++)
                if (!cav_cards_add(&dealt[seat], card))
                    return false;
    }
    for (int i = 1; i >= 0; i--)
        if (t->returned[i] != GD_NONE && (!gd_move_card(dealt, t->payers[i], t->previous[i], t->returned[i]) ||
                                          !gd_may_return(dealt[t->previous[i]], t->level, t->returned[i])))
            return false;
    for (int i = 1; i >= 0; i--)
        if (t->payers[i] != GD_NONE && !gd_move_card(dealt, t->previous[i], t->payers[i], t->tribute[i]))
            return false;
    const gd_tribute expected = gd_tribute_of(dealt, t->previous, t->level);
    for (int i = 0; i < 2; i++)
        if (expected.payers[i] != t->payers[i] || expected.cards[i] != t->tribute[i])
            return false;
    return expected.cancelled == t->cancelled;
}

#endif
