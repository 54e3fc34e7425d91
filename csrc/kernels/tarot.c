#include "kernels/tarot.h"

#include <string.h>

#include "base/cards.h"

enum { SETS = CAV_OTTOCENTO_COINS, KINDS = CAV_OTTOCENTO_KINDS, LEAST = 3, MANY = 3, NOWHERE = -2 };

/* ---- Card points (OT-4) ------------------------------------------------------ */

/* Every card one half; the others that much more. */
int tarot_half_points(uint64_t cards)
{
    return bits_count(cards) + 8 * bits_count(cards & tarot_honours()) +
           6 * bits_count(cards & tarot_rank(TAROT_QUEEN)) + 4 * bits_count(cards & tarot_rank(TAROT_KNIGHT)) +
           2 * bits_count(cards & tarot_rank(TAROT_JACK));
}

/* ---- Sets (OT-5) ------------------------------------------------------------- */

static uint64_t set_cards(int kind)
{
    return kind == CAV_OTTOCENTO_TAROCCHI ? tarot_honours() & ~tarot_rank(TAROT_KING)
                                          : tarot_rank(TAROT_KING + CAV_OTTOCENTO_KINGS - kind);
}

/* Three of a kind; four count twice as much. */
static int set_points(int kind, int held)
{
    static const uint8_t three[SETS] = {18, 17, 14, 13, 12};
    return held < LEAST ? 0 : three[kind] * (held - LEAST + 1);
}

/* ---- Sequences (OT-6) ---------------------------------------------------------- */

static int sequence_points(int length) { return length ? 5 * (length - 1) : 0; }

/* The contatori held: Begato and Matto. */
static uint64_t contatori(uint64_t cards) { return cards >> TAROT_BEGATO << TAROT_BEGATO; }

/* OT-6.1: how many cards count, contatori included; 0: no sequence. `suit` is the ten cards of one. */
static int suit_length(unsigned suit, int c)
{
    static const uint8_t ones[] = {0, 1, 1, 2, 1, 2, 2, 3};
    const int r = ones[suit >> TAROT_JACK & 7];
    return suit >> TAROT_KING && r >= 1 && r + c >= 2 ? 1 + r + c + (int)(suit & 1) : 0;
}

/* OT-6.2: of `held` aces or Moors. */
static int equals_length(int held, int c) { return held >= 2 && held + c >= LEAST ? held + c : 0; }

/* How many cards count, which they are without the contatori, and which places these fill. */
typedef struct sequence {
    int length;
    uint64_t cards, filled;
} sequence;

/* OT-6.3, 4: down from 16 while cards are there, or may be filled: not twice in a row. */
static void walk_down(sequence *g, uint64_t cards, int spare)
{
    enum { END = TAROT_SIXTEEN + TAROT_NUMBERS };
    uint64_t gaps = (~cards | tarot_card(END)) >> TAROT_SIXTEEN << TAROT_SIXTEEN;
    int end = bits_lowest(gaps), filled = NOWHERE;
    while (end < END && spare > 0 && end - 1 != filled) {
        g->filled |= tarot_card(end);
        filled = end;
        spare--;
        gaps &= gaps - 1;
        end = bits_lowest(gaps);
    }
    g->cards |= (tarot_card(end) - tarot_card(TAROT_SIXTEEN)) & ~g->filled;
    if (end == END)
        g->cards |= cards & tarot_moors();
}

static sequence grande_of(uint64_t cards, int c)
{
    const uint64_t high = cards & (tarot_card(TAROT_SIXTEEN) - tarot_card(TAROT_WORLD));
    const int r = bits_count(high);
    sequence g = {0};
    if (!(cards & tarot_card(TAROT_ANGEL)) || r < 1 || r + c < 2)
        return g;
    g.cards = high | tarot_card(TAROT_ANGEL);
    if (r == 1) { /* one more is needed, and is one that does not touch 16 */
        g.filled = tarot_card(high & tarot_card(TAROT_WORLD) ? TAROT_SUN : TAROT_WORLD);
        c--;
    }
    walk_down(&g, cards, c);
    g.length = bits_count(g.cards | contatori(cards));
    return g;
}

tarot_score tarot_count(uint64_t cards)
{
    const int c = bits_count(contatori(cards));
    int sets = 0, sequences = 0, set_sum = 0, sequence_sum = 0;
    for (int kind = 0; kind < SETS; kind++) {
        const int points = set_points(kind, bits_count(cards & set_cards(kind)));
        sets += points > 0;
        set_sum += points;
    }
    int lengths[KINDS - SETS];
    for (int suit = 0; suit < TAROT_SUITS; suit++)
        lengths[suit] = suit_length((unsigned)(cards >> TAROT_RANKS * suit) & 0x3ff, c);
    lengths[CAV_OTTOCENTO_ACES - SETS] = equals_length(bits_count(cards & tarot_rank(TAROT_ACE)), c);
    lengths[CAV_OTTOCENTO_MOORS - SETS] = equals_length(bits_count(cards & tarot_moors()), c);
    lengths[CAV_OTTOCENTO_GRANDE - SETS] = grande_of(cards, c).length;
    for (int i = 0; i < KINDS - SETS; i++) {
        sequences += lengths[i] > 0;
        sequence_sum += sequence_points(lengths[i]);
    }
    return (tarot_score){sets >= MANY ? 2 * set_sum : set_sum, sequences >= MANY ? 2 * sequence_sum : sequence_sum};
}

/* ---- One by one ---------------------------------------------------------------- */

/* The cards of a sequence that would be there if all were held, but for the Grande. */
static uint64_t sequence_places(int kind)
{
    if (kind == CAV_OTTOCENTO_ACES)
        return tarot_rank(TAROT_ACE);
    if (kind == CAV_OTTOCENTO_MOORS)
        return tarot_moors();
    return tarot_suit(kind - CAV_OTTOCENTO_COINS) &
           (tarot_rank(TAROT_KING) | tarot_rank(TAROT_QUEEN) | tarot_rank(TAROT_KNIGHT) | tarot_rank(TAROT_JACK) |
            tarot_rank(TAROT_ACE));
}

/* The sequence of a kind: the cards that count without the contatori, and the places that these fill. */
static sequence sequence_of(uint64_t cards, int kind)
{
    const int c = bits_count(contatori(cards));
    if (kind == CAV_OTTOCENTO_GRANDE)
        return grande_of(cards, c);
    const uint64_t places = sequence_places(kind), held = cards & places;
    const int suit = kind - CAV_OTTOCENTO_COINS;
    sequence s = {0, held, places & ~cards};
    s.length = suit < TAROT_SUITS ? suit_length((unsigned)(held >> TAROT_RANKS * suit), c)
                                  : equals_length(bits_count(held), c);
    while (bits_count(s.filled) > c)
        s.filled &= s.filled - 1; /* the ace stays open longest, then the jack */
    return s;
}

static void add_set(cav_ottocento_account *account, int kind, uint64_t cards)
{
    cav_ottocento_combination *item = &account->items[account->count++];
    item->kind = kind;
    item->length = bits_count(cards);
    item->points = set_points(kind, item->length);
    item->cards = cards_of(cards);
    item->stands_for[0] = item->stands_for[1] = -1;
    account->sets += item->points;
}

/* Each contatore held fills a place, or else is added. */
static void add_sequence(cav_ottocento_account *account, int kind, uint64_t own, sequence s)
{
    cav_ottocento_combination *item = &account->items[account->count++];
    item->kind = kind;
    item->length = s.length;
    item->points = sequence_points(s.length);
    item->cards = cards_of(s.cards | own);
    for (int i = 0; i < 2; i++) {
        const int card = TAROT_BEGATO + i;
        item->stands_for[i] = !(own & tarot_card(card)) ? -1 : s.filled ? bits_lowest(s.filled) : card;
        if (item->stands_for[i] >= 0)
            s.filled &= s.filled - 1;
    }
    account->sequences += item->points;
}

void tarot_itemise(uint64_t cards, cav_ottocento_account *account)
{
    memset(account, 0, sizeof *account);
    for (int kind = 0; kind < SETS; kind++)
        if (bits_count(cards & set_cards(kind)) >= LEAST)
            add_set(account, kind, cards & set_cards(kind));
    const int sets = account->count;
    for (int kind = SETS; kind < KINDS; kind++) {
        const sequence s = sequence_of(cards, kind);
        if (s.length)
            add_sequence(account, kind, contatori(cards), s);
    }
    account->sets_doubled = sets >= MANY;
    account->sequences_doubled = account->count - sets >= MANY;
    account->sets <<= account->sets_doubled;
    account->sequences <<= account->sequences_doubled;
    account->points = account->sets + account->sequences;
    for (int i = 0; i < account->count; i++)
        account->cards.any |= account->items[i].cards.any;
}
