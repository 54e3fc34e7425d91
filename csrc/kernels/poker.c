#include "kernels/poker.h"

#include <string.h>

#include "base/cards.h"
#include "base/rng.h"
#include "kernels/poker_keys.h"
#include "kernels/poker_tables.inc"

enum { CLASSES = 7462, MAX_PLAYERS = CAV_POKER_PLAYERS, BOARD = 5, HOLE = 2 };
#define FLUSH_BITS ((uint64_t)0x8888 << 48)
#define PACK (((uint64_t)1 << POKER_CARDS) - 1)
#define SUIT_MASK ((1u << POKER_RANKS) - 1)

/* ---- Strength --------------------------------------------------------------- */

#define SUIT_OF_KEYS(suit)                                                                                             \
    KEY(suit, 0), KEY(suit, 1), KEY(suit, 2), KEY(suit, 3), KEY(suit, 4), KEY(suit, 5), KEY(suit, 6), KEY(suit, 7),    \
        KEY(suit, 8), KEY(suit, 9), KEY(suit, 10), KEY(suit, 11), KEY(suit, 12)
#define KEY(suit, rank) ((uint64_t)1 << (48 + 4 * (suit)) | POKER_KEY_##rank)

static const uint64_t card_keys[64] = {SUIT_OF_KEYS(0), SUIT_OF_KEYS(1), SUIT_OF_KEYS(2), SUIT_OF_KEYS(3)};

uint64_t poker_card(int card) { return card >= 0 && card < POKER_CARDS ? card_keys[card] : 0; }

uint64_t poker_sum(uint64_t cards)
{
    uint64_t sum = 0;
    for (; cards; cards &= cards - 1)
        sum += card_keys[bits_lowest(cards)];
    return sum;
}

static inline uint16_t strength_of_ranks(uint64_t sum)
{
    const uint32_t key = (uint32_t)sum;
    return rank_strength[(key & ((1u << POKER_COLUMN_BITS) - 1)) ^ bucket_move[key >> (32 - POKER_BUCKET_BITS)]];
}

/* Of five to seven cards only one suit can have five, and then nothing beats the best of that suit but the same. */
static uint16_t strength_of_flush(uint64_t cards)
{
    uint16_t best = 0;
    for (int suit = 0; suit < 4; suit++) {
        const uint16_t strength = flush_strength[cards >> (POKER_RANKS * suit) & SUIT_MASK];
        best = strength > best ? strength : best;
    }
    return best;
}

static inline uint16_t strength_of(uint64_t sum, uint64_t cards)
{
    return sum & FLUSH_BITS ? strength_of_flush(cards) : strength_of_ranks(sum);
}

uint16_t poker_strength(uint64_t sum, uint64_t cards) { return strength_of(sum, cards); }

int cav_poker_rank(cav_cards cards)
{
    const int count = bits_count(cards.any);
    if (cards.both || cards.any & ~PACK || count < 5 || count > 7)
        return 0;
    return strength_of(POKER_NO_CARDS + poker_sum(cards.any), cards.any);
}

/* The strength of `each` cards, 0 when they are not different cards of the 52. Inlined for each number of cards, so that
 * the loop is none. */
static inline uint16_t strength_of_list(const uint8_t *cards, int each)
{
    uint64_t sum = POKER_NO_CARDS, set = 0, added = 0;
    unsigned beyond = 0;
    for (int i = 0; i < each; i++) {
        beyond |= cards[i];
        sum += card_keys[cards[i] & 63];
    }
    /* A loop of its own: in one with the sums, compilers that unroll it run out of registers and take twice as long. */
    for (int i = 0; i < each; i++) {
        const uint64_t bit = (uint64_t)1 << (cards[i] & 63);
        set |= bit;
        added += bit; /* the same as set as long as no card comes twice */
    }
    if ((added ^ set) | (set & ~PACK) | beyond >> 6)
        return 0;
    return strength_of(sum, set);
}

size_t cav_poker_rank_array(const uint8_t *cards, size_t hands, int each, uint16_t *ranks)
{
    size_t bad = 0;
    if (each < 5 || each > 7) {
        for (size_t hand = 0; hand < hands; hand++)
            ranks[hand] = 0;
        return hands;
    }
    for (size_t hand = 0; hand < hands; hand++, cards += each) {
        switch (each) {
        case 5: ranks[hand] = strength_of_list(cards, 5); break;
        case 6: ranks[hand] = strength_of_list(cards, 6); break;
        default: ranks[hand] = strength_of_list(cards, 7);
        }
        bad += ranks[hand] == 0;
    }
    return bad;
}

int cav_poker_category(int rank)
{
    /* How many classes of five cards there are below each category. */
    static const int16_t below[CAV_POKER_CATEGORIES] = {0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452};
    if (rank < 1 || rank > CLASSES)
        return -1;
    int category = CAV_POKER_CATEGORIES - 1;
    while (rank <= below[category])
        category--;
    return category;
}

/* Leaves out the first card, in deck order, without which the rest is as strong. */
cav_cards cav_poker_best_five(cav_cards cards)
{
    const int rank = cav_poker_rank(cards);
    if (rank == 0)
        return (cav_cards){0, 0};
    while (bits_count(cards.any) > 5)
        for (uint64_t left = cards.any; left; left &= left - 1) {
            const cav_cards fewer = {cards.any ^ bits_low(left), 0};
            if (cav_poker_rank(fewer) == rank) {
                cards = fewer;
                break;
            }
        }
    return cards;
}

/* ---- Equity: what is counted -------------------------------------------------- */

static const cav_error bad_players = {CAV_BAD_CARDS, "bad-players", "", "an equity is that of 2 to 10 hands"};
static const cav_error bad_hand = {CAV_BAD_CARDS, "bad-hand", "", "a hand is two cards of the 52"};
static const cav_error bad_board = {CAV_BAD_CARDS, "bad-board", "", "a board is at most five cards of the 52"};
static const cav_error card_twice = {CAV_BAD_CARDS, "card-twice", "", "a card is in two places"};
static const cav_error too_few_cards = {CAV_BAD_CARDS, "too-few-cards", "", "there are not enough cards left for a board"};
static const cav_error no_deal = {CAV_BAD_CARDS, "no-deal", "", "the ranges leave no way, or hardly any, to deal"};

static bool is_hand(cav_cards hand) { return bits_count(hand.any) == HOLE && !hand.both && !(hand.any & ~PACK); }

static const cav_error *check_board(cav_cards board, cav_cards dead)
{
    if (board.both || dead.both || (board.any | dead.any) & ~PACK || bits_count(board.any) > BOARD)
        return &bad_board;
    return board.any & dead.any ? &card_twice : NULL;
}

/* `weight` boards came to these strengths. */
static inline void count_outcome(const uint16_t *strengths, int players, int64_t weight, cav_poker_equity *equity)
{
    uint16_t best = 0;
    int winners = 0, winner = 0;
    for (int i = 0; i < players; i++) {
        if (strengths[i] > best) {
            best = strengths[i];
            winners = 0;
        }
        if (strengths[i] == best) {
            winners++;
            winner = i;
        }
    }
    equity->boards += (uint64_t)weight;
    if (winners == 1) {
        equity->wins[winner] += (uint64_t)weight;
        equity->shares[winner] += (uint64_t)weight * CAV_POKER_SHARES;
        return;
    }
    for (int i = 0; i < players; i++)
        if (strengths[i] == best) {
            equity->ties[i] += (uint64_t)weight;
            equity->shares[i] += (uint64_t)weight * (uint64_t)(CAV_POKER_SHARES / winners);
        }
}

/* ---- Equity: exact ---------------------------------------------------------- */

/* Where no flush is made only the ranks of a board matter: boards are counted by their ranks, as many at a time as
 * there are ways to give those ranks suits. Boards that let somebody make a flush have three or more cards of one suit;
 * these are gone through suit by suit, the other cards again by rank, and put right. */
typedef struct exact {
    uint64_t sums[MAX_PLAYERS];    /* of hand and given board, with POKER_NO_CARDS */
    uint16_t flushes[MAX_PLAYERS]; /* while a suit is gone through: the hand's strength in it, 0 when it has no flush */
    int players;
    uint8_t left[POKER_RANKS]; /* cards of each rank that can still come */
    bool flush;                /* whether `flushes` is to be put right */
    cav_poker_equity *equity;
} exact;

static const uint8_t ways[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

static void count_board(const exact *e, uint64_t sum, int64_t weight)
{
    uint16_t strengths[MAX_PLAYERS];
    for (int i = 0; i < e->players; i++)
        strengths[i] = strength_of_ranks(e->sums[i] + sum);
    if (!e->flush) {
        count_outcome(strengths, e->players, weight, e->equity);
        return;
    }
    count_outcome(strengths, e->players, -weight, e->equity);
    for (int i = 0; i < e->players; i++)
        if (e->flushes[i])
            strengths[i] = e->flushes[i];
    count_outcome(strengths, e->players, weight, e->equity);
}

/* Goes through all ways to add `cards` cards from `rank` upwards, by rank. */
static void add_ranks(const exact *e, int rank, int cards, uint64_t sum, int64_t weight)
{
    if (cards == 0) {
        count_board(e, sum, weight);
        return;
    }
    for (; rank < POKER_RANKS; rank++)
        for (int copies = 1; copies <= cards && copies <= e->left[rank]; copies++)
            add_ranks(e, rank + 1, cards - copies, sum + (uint64_t)copies * (uint32_t)card_keys[rank],
                      weight * ways[e->left[rank]][copies]);
}

static void count_left(exact *e, uint64_t pack)
{
    for (int rank = 0; rank < POKER_RANKS; rank++) {
        const uint64_t cards = pack >> rank & ((uint64_t)1 | (uint64_t)1 << 13 | (uint64_t)1 << 26 | (uint64_t)1 << 39);
        e->left[rank] = (uint8_t)bits_count(cards);
    }
}

/* All boards with the cards `suited` and `rest` more that are not of that suit. */
static void count_suited(exact *e, const uint32_t *held, uint32_t board, uint32_t suited, int rest)
{
    e->flush = false;
    for (int i = 0; i < e->players; i++) {
        e->flushes[i] = flush_strength[held[i] | board | suited];
        e->flush |= e->flushes[i] > 0;
    }
    if (e->flush)
        add_ranks(e, 0, rest, poker_sum(suited) & UINT32_MAX, 1);
}

/* All boards with `cards` more of the suit: chosen from `from`. */
static void add_suited(exact *e, const uint32_t *held, uint32_t board, uint32_t from, uint32_t suited, int cards, int rest)
{
    if (cards == 0) {
        count_suited(e, held, board, suited, rest);
        return;
    }
    for (; from; from &= from - 1)
        add_suited(e, held, board, from & (from - 1), suited | (uint32_t)bits_low(from), cards - 1, rest);
}

static void put_suit_right(exact *e, const cav_cards *hands, uint64_t board, uint64_t pack, int suit, int to_come)
{
    const int shift = POKER_RANKS * suit;
    const uint32_t on_board = board >> shift & SUIT_MASK, from = pack >> shift & SUIT_MASK;
    uint32_t held[MAX_PLAYERS];
    int most = 0;
    for (int i = 0; i < e->players; i++) {
        held[i] = hands[i].any >> shift & SUIT_MASK;
        most = bits_count(held[i]) > most ? bits_count(held[i]) : most;
    }
    count_left(e, pack & ~((uint64_t)SUIT_MASK << shift));
    for (int cards = 0; cards <= to_come; cards++)
        if (most + bits_count(on_board) + cards >= 5)
            add_suited(e, held, on_board, from, 0, cards, to_come - cards);
}

const cav_error *cav_poker_equity_exact(const cav_cards *hands, int players, cav_cards board, cav_cards dead,
                                        cav_poker_equity *equity)
{
    const cav_error *error = check_board(board, dead);
    uint64_t taken = board.any | dead.any;
    if (players < 2 || players > MAX_PLAYERS)
        return &bad_players;
    for (int i = 0; i < players && !error; i++) {
        if (!is_hand(hands[i]))
            error = &bad_hand;
        else if (taken & hands[i].any)
            error = &card_twice;
        taken |= hands[i].any;
    }
    const int to_come = BOARD - bits_count(board.any);
    if (!error && bits_count(PACK & ~taken) < to_come)
        error = &too_few_cards;
    if (error)
        return error;
    exact e = {.players = players, .equity = equity};
    for (int i = 0; i < players; i++)
        e.sums[i] = POKER_NO_CARDS + poker_sum(hands[i].any) + poker_sum(board.any);
    count_left(&e, PACK & ~taken);
    add_ranks(&e, 0, to_come, 0, 1);
    for (int suit = 0; suit < 4; suit++)
        put_suit_right(&e, hands, board.any, PACK & ~taken, suit, to_come);
    return NULL;
}

/* ---- Equity: sampled -------------------------------------------------------- */

enum { MAX_REFUSALS = 10000 };

/* Draws a hand for each player so that no card is in two places; a range of one hand is that hand. */
static bool draw_hands(const cav_poker_range *ranges, int players, uint64_t taken, cav_rng *rng, uint64_t *hands)
{
    for (int refused = 0; refused < MAX_REFUSALS; refused++) {
        uint64_t used = taken;
        int i = 0;
        for (; i < players; i++) {
            const size_t which = ranges[i].count > 1 ? (size_t)cav_rng_below(rng, ranges[i].count) : 0;
            hands[i] = ranges[i].hands[which].any;
            if (hands[i] & used)
                break;
            used |= hands[i];
        }
        if (i == players)
            return true;
    }
    return false;
}

/* The first `cards` of a pack become any of it, each equally likely: all draws from one number. Their bounds multiply to
 * less than 2^32; what is left over of the number tells when to draw anew, so that none is likelier than another. */
static void draw_board(uint8_t *pack, uint32_t size, int cards, cav_rng *rng)
{
    uint32_t bounds = 1, left;
    uint8_t places[BOARD];
    for (int i = 0; i < cards; i++)
        bounds *= size - (uint32_t)i;
    const uint32_t reject = cards ? (0 - bounds) % bounds : 0;
    do {
        left = cav_rng_next(rng);
        for (int i = 0; i < cards; i++) {
            const uint64_t product = (uint64_t)left * (size - (uint32_t)i);
            places[i] = (uint8_t)(product >> 32);
            left = (uint32_t)product;
        }
    } while (left < reject);
    for (int i = 0; i < cards; i++) {
        const uint8_t card = pack[i + places[i]];
        pack[i + places[i]] = pack[i];
        pack[i] = card;
    }
}

static void sample_board(const uint64_t *hands, const uint64_t *sums, int players, uint64_t board, const uint8_t *drawn,
                         int to_come, cav_poker_equity *equity)
{
    uint16_t strengths[MAX_PLAYERS];
    uint64_t sum = 0;
    for (int i = 0; i < to_come; i++) {
        board |= (uint64_t)1 << drawn[i];
        sum += card_keys[drawn[i]];
    }
    for (int i = 0; i < players; i++)
        strengths[i] = strength_of(sums[i] + sum, hands[i] | board);
    count_outcome(strengths, players, 1, equity);
}

static void add_equity(cav_poker_equity *equity, const cav_poker_equity *more)
{
    equity->boards += more->boards;
    for (int i = 0; i < MAX_PLAYERS; i++) {
        equity->wins[i] += more->wins[i];
        equity->ties[i] += more->ties[i];
        equity->shares[i] += more->shares[i];
    }
}

const cav_error *cav_poker_equity_sampled(const cav_poker_range *ranges, int players, cav_cards board, cav_cards dead,
                                          uint64_t samples, cav_rng *rng, cav_poker_equity *equity)
{
    uint64_t hands[MAX_PLAYERS] = {0}, sums[MAX_PLAYERS] = {0};
    const uint64_t taken = board.any | dead.any;
    const int to_come = BOARD - bits_count(board.any);
    const cav_error *error = check_board(board, dead);
    bool fixed = true;
    if (players < 2 || players > MAX_PLAYERS)
        return &bad_players;
    for (int i = 0; i < players && !error; i++) {
        fixed &= ranges[i].count == 1;
        if (ranges[i].count == 0)
            error = &bad_hand;
        for (size_t j = 0; j < ranges[i].count && !error; j++)
            if (!is_hand(ranges[i].hands[j]))
                error = &bad_hand;
    }
    if (!error && POKER_CARDS - bits_count(taken) - HOLE * players < to_come)
        error = &too_few_cards;
    if (error)
        return error;
    const cav_rng before = *rng;
    cav_poker_equity counted = {0}; /* added at the end, since a refusal changes nothing */
    uint8_t pack[POKER_CARDS];
    int size = 0;
    for (uint64_t sample = 0; sample < samples; sample++) {
        if (sample == 0 || !fixed) {
            if (!draw_hands(ranges, players, taken, rng, hands)) {
                *rng = before;
                return &no_deal;
            }
            uint64_t used = taken;
            for (int i = 0; i < players; i++) {
                used |= hands[i];
                sums[i] = POKER_NO_CARDS + poker_sum(hands[i]) + poker_sum(board.any);
            }
            size = cav_cards_list(cards_of(PACK & ~used), pack);
        }
        draw_board(pack, (uint32_t)size, to_come, rng);
        sample_board(hands, sums, players, board.any, pack, to_come, &counted);
    }
    add_equity(equity, &counted);
    return NULL;
}
