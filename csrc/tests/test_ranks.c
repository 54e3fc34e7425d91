/* Combinations over rank counts: what cards are read as, what a hand can play, and what beats what, against brute force
 * over all sets of cards; with the facts of Dou Dizhu and of Guandan and with tables made up here. */
#include "kernels/ranks.h"

#include "base/bits.h"

#include <stdlib.h>

#include "naive.h"
#include "naive_guandan.h"
#include "table.h"
#include "test.h"

enum { PACK = 54, MOST_PLAYS = 40000 };

static uint64_t random_hand(cav_rng *rng, int count)
{
    uint8_t cards[PACK];
    uint64_t hand = 0;
    for (int card = 0; card < PACK; card++)
        cards[card] = (uint8_t)card;
    cav_rng_shuffle(rng, cards, PACK);
    for (int i = 0; i < count; i++)
        hand |= (uint64_t)1 << cards[i];
    return hand;
}

/* A hand of few ranks, so that it is full of combinations: cards are drawn from `window` neighbouring ranks and the
 * jokers. */
static uint64_t dense_hand(cav_rng *rng, int count, int window)
{
    const int low = (int)cav_rng_below(rng, (uint64_t)(14 - window));
    uint64_t hand = 0;
    while (count > 0) {
        const int card = (int)cav_rng_below(rng, PACK), strength = naive_of_card(card);
        if (hand >> card & 1 || (strength < 13 && (strength < low || strength >= low + window)))
            continue;
        hand |= (uint64_t)1 << card;
        count--;
    }
    return hand;
}

/* Cards of two packs. `window` ranks in sequence, ace low or high, of the first `suits` suits from one on, now and then
 * the jokers, and `wilds` wild cards of the level. */
static cav_cards double_hand(cav_rng *rng, int level, int count, int window, int suits, int wilds)
{
    const int low = (int)cav_rng_below(rng, (uint64_t)(15 - window)), suit = (int)cav_rng_below(rng, 4);
    const bool jokers = cav_rng_below(rng, 3) == 0;
    uint8_t pool[CAV_MAX_PACK];
    size_t size = 0;
    cav_cards hand = {0, 0};
    for (int i = 0; i < wilds; i++)
        cav_cards_add(&hand, gd_wild(level));
    for (int card = 0; card < PACK; card++) {
        const int rank = gd_rank(card), place = rank == 12 && low > 0 ? 13 : (rank + 1) % 13;
        const bool chosen =
            card < 52 ? place >= low && place < low + window && (card / 13 - suit + 4) % 4 < suits : jokers;
        for (int copy = 0; copy < 2 && chosen && card != gd_wild(level); copy++)
            pool[size++] = (uint8_t)card;
    }
    cav_rng_shuffle(rng, pool, size);
    for (size_t i = 0; i < size && cav_cards_count(hand) < count; i++)
        cav_cards_add(&hand, pool[i]);
    return hand;
}

static cav_cards random_double(cav_rng *rng, int level, int count, int wilds)
{
    return double_hand(rng, level, count, 14, 4, wilds);
}

/* ---- Counting ---------------------------------------------------------------------- */

static void check_counts(cav_cards cards, int level, int wild)
{
    ranks_hand hand;
    memset(&hand, 0xee, sizeof hand);
    ranks_hold(cards, level, wild, &hand);
    int ranks[NAIVE_RANKS] = {0}, wilds = 0;
    cav_cards natural = {0, 0};
    for (int card = 0; card < PACK; card++)
        for (int copy = 0; copy < gd_copies(cards, card); copy++) {
            ranks[gd_rank(card)] += card != wild;
            wilds += card == wild;
            if (card != wild)
                cav_cards_add(&natural, card);
        }
    CHECK(hand.level == level && hand.wild == wild && hand.wilds == wilds);
    CHECK(memcmp(&hand.natural, &natural, sizeof natural) == 0);
    for (int k = 0; k < RANKS_FILLED + 1; k++) {
        uint32_t strength = 0, line = 0;
        for (int rank = 0; rank < NAIVE_RANKS; rank++)
            strength |= (uint32_t)(ranks[rank] > k) << ranks_strength(rank, level);
        for (int place = 0; place < 14; place++)
            line |= (uint32_t)(ranks[gd_rank_of_place(place)] > k) << place;
        CHECK(hand.strength[k] == strength && hand.line[k] == line);
    }
}

static void test_count(void)
{
    cav_rng rng = rng_of(1);
    const uint64_t pack = ((uint64_t)1 << PACK) - 1;
    for (int level = 0; level < 13; level++)
        for (int wild = level; wild < 52; wild += 13) {
            check_counts((cav_cards){0, 0}, level, wild);
            check_counts((cav_cards){pack, 0}, level, wild);
            check_counts((cav_cards){pack, pack}, level, wild);
            check_counts((cav_cards){pack, pack}, level, RANKS_NO_WILD);
            for (int card = 0; card < PACK; card++) {
                check_counts((cav_cards){(uint64_t)1 << card, 0}, level, wild);
                check_counts((cav_cards){(uint64_t)1 << card, (uint64_t)1 << card}, level, wild);
            }
            for (int round = 0; round < 200; round++) {
                const uint64_t any = random_hand(&rng, (int)cav_rng_below(&rng, PACK + 1));
                const uint64_t both = any & random_hand(&rng, (int)cav_rng_below(&rng, PACK + 1));
                check_counts((cav_cards){any, 0}, level, round % 2 ? wild : RANKS_NO_WILD);
                check_counts((cav_cards){any, both}, level, round % 2 ? wild : RANKS_NO_WILD);
            }
        }
    /* All sets of the eight cards of each rank. */
    for (int rank = 0; rank < 13; rank++)
        for (int set = 0; set < 81; set++) {
            cav_cards cards = {0, 0};
            for (int suit = 0, left = set; suit < 4; suit++, left /= 3)
                for (int copy = 0; copy < left % 3; copy++)
                    cav_cards_add(&cards, 13 * suit + rank);
            check_counts(cards, rank, gd_wild(rank));
            check_counts(cards, (rank + 5) % 13, RANKS_NO_WILD);
        }
}

static void test_strength(void)
{
    static const char order[] = "3456789TJQKA2";
    for (int strength = 0; strength < RANKS_POSITIONS; strength++) {
        const int rank = ranks_rank(strength, RANKS_TWO);
        CHECK(strength > RANKS_LEVEL ? rank == strength : cav_rank_text(CAV_FRENCH, rank)[0] == order[strength]);
    }
    for (int level = 0; level < 13; level++)
        for (int rank = 0; rank < RANKS_POSITIONS; rank++) {
            CHECK(ranks_rank(ranks_strength(rank, level), level) == rank);
            for (int other = 0; other < RANKS_POSITIONS; other++)
                CHECK((ranks_strength(rank, level) < ranks_strength(other, level)) ==
                      (gd_power(rank, level) < gd_power(other, level)));
        }
    CHECK(ranks_strength(4, 3) == 3 && ranks_strength(3, 3) == RANKS_LEVEL && ranks_strength(2, 3) == 2);
    CHECK(ranks_strength(12, 12) == RANKS_LEVEL && ranks_strength(11, 12) == 11 && ranks_strength(14, 12) == RANKS_RED);
}

/* ---- Brute force ---------------------------------------------------------------------- */

typedef int reader(const naive_counts *n, naive_reading *readings);
typedef bool beater(naive_reading answer, naive_reading table);

/* What a game allows, by naive code: its readings, what beats what, and what is to be beaten if anything. */
typedef struct naive_game {
    reader *read;
    beater *beats;
    const naive_reading *table;
    int level;
} naive_game;

/* The cards that at level 2, which the naive code knows, are as strong as these at another. */
static uint64_t as_at_two(uint64_t cards, int level)
{
    uint64_t same = 0;
    for (int card = 0; card < PACK; card++) {
        int weaker = 0;
        for (int rank = 0; rank < 13 && card < 52; rank++)
            weaker += gd_power(rank, level) < gd_power(card % 13, level);
        if (cards >> card & 1)
            same |= (uint64_t)1 << (card < 52 ? card / 13 * 13 + (weaker + 1) % 13 : card);
    }
    return same;
}

/* Collects the keys of all combinations among the cards of a hand, by going through all its sub-multisets of ranks. */
static int brute_force(const naive_game *game, const naive_counts *hand, int rank, naive_counts *chosen, uint64_t *keys)
{
    if (rank == NAIVE_RANKS) {
        naive_reading readings[CAV_MAX_READINGS];
        const int count = game->read(chosen, readings);
        int kept = 0;
        for (int i = 0; i < count; i++)
            if (!game->table || game->beats(readings[i], *game->table))
                keys[kept++] = naive_key(chosen, readings[i]);
        return kept;
    }
    int found = 0;
    for (int n = 0; n <= hand->of[rank]; n++) {
        chosen->of[rank] = n;
        found += brute_force(game, hand, rank + 1, chosen, keys + found);
    }
    chosen->of[rank] = 0;
    return found;
}

/* Whether the plays stand for exactly the combinations that brute force finds, each once. */
static bool are_plays(const naive_game *game, uint64_t hand, const cav_move *plays, int count)
{
    static uint64_t keys[MOST_PLAYS], expected[MOST_PLAYS];
    const naive_counts n = naive_count(as_at_two(hand, game->level));
    naive_counts chosen = {{0}};
    if (brute_force(game, &n, 0, &chosen, expected) != count)
        return false;
    for (int i = 0; i < count; i++) {
        cav_move play = plays[i];
        play.cards.any = as_at_two(play.cards.any, game->level);
        if (play.rank < 13)
            play.rank =
                (uint8_t)cav_card_rank(CAV_FRENCH, bits_lowest(as_at_two((uint64_t)1 << play.rank, game->level)));
        keys[i] = naive_key_of_play(&play);
    }
    qsort(keys, (size_t)count, sizeof keys[0], naive_compare);
    qsort(expected, (size_t)count, sizeof expected[0], naive_compare);
    return memcmp(keys, expected, (size_t)count * sizeof keys[0]) == 0;
}

/* Of the cards of each rank that the hand holds, a play has those first in deck order. */
static bool takes_first(uint64_t hand, uint64_t cards)
{
    bool left[NAIVE_RANKS] = {false};
    for (int card = 0; card < PACK; card++) {
        const int rank = cav_card_rank(CAV_FRENCH, card);
        if (cards >> card & 1 && (left[rank] || !(hand >> card & 1)))
            return false;
        left[rank] |= (hand & ~cards) >> card & 1;
    }
    return cards >> PACK == 0;
}

static bool same_move(const cav_move *a, const cav_move *b) { return memcmp(a, b, sizeof *a) == 0; }

/* ---- The facts of Dou Dizhu --------------------------------------------------------------- */

static cav_move plays[MOST_PLAYS];

static void check_doudizhu_hand(uint64_t hand, const cav_move *beating)
{
    naive_reading table = {0};
    naive_game game = {naive_readings, naive_beats, NULL, RANKS_TWO};
    if (beating) {
        table = (naive_reading){beating->shape, beating->length, naive_strength(beating->rank)};
        game.table = &table;
    }
    const size_t count = cav_doudizhu_plays((cav_cards){hand, 0}, beating, plays, MOST_PLAYS);
    CHECK(are_plays(&game, hand, plays, (int)count));
    for (size_t i = 0; i < count; i++) {
        cav_move reading;
        CHECK(takes_first(hand, plays[i].cards.any));
        CHECK(cav_doudizhu_readings(plays[i].cards, &reading, 1) == 1 && same_move(&reading, &plays[i]));
    }
}

static void test_doudizhu_leads(void)
{
    cav_rng rng = rng_of(2);
    check_doudizhu_hand(0, NULL);
    for (int round = 0; round < 40; round++)
        check_doudizhu_hand(random_hand(&rng, 1 + (int)cav_rng_below(&rng, 11)), NULL);
    for (int round = 0; round < 40; round++)
        check_doudizhu_hand(dense_hand(&rng, 10 + (int)cav_rng_below(&rng, 5), 4 + round % 3), NULL);
    /* The most combinations: chains of triples and quads, with both jokers beside. */
    check_doudizhu_hand(ranks_from("3333 4444 5555 666 777 BJ RJ").any, NULL);
    check_doudizhu_hand(ranks_from("TTT JJJ QQQ KKKK AAAA 2 BJ RJ").any, NULL);
}

static void test_doudizhu_answers(void)
{
    cav_rng rng = rng_of(3);
    for (int round = 0; round < 50; round++) {
        /* Something to beat out of another hand, low so that there are answers. */
        const uint64_t other = dense_hand(&rng, 14, 5);
        const size_t leads = cav_doudizhu_plays((cav_cards){other, 0}, NULL, plays, MOST_PLAYS);
        const cav_move beating = plays[cav_rng_below(&rng, leads)];
        check_doudizhu_hand(dense_hand(&rng, 12, 5), &beating);
    }
    for (int shape = CAV_SINGLE; shape <= CAV_ROCKET; shape++) {
        static const char *const lowest[CAV_SHAPES] = {"",           "3",      "33",       "333",    "3335",
                                                       "33355",      "34567",  "334455",   "333444", "33344456",
                                                       "3334445566", "333345", "33334455", "3333",   "BJ RJ"};
        cav_move beating;
        CHECK(cav_doudizhu_readings(ranks_from(lowest[shape]), &beating, 1) == 1 && beating.shape == shape);
        check_doudizhu_hand(ranks_from("4444 555 666 77 88 BJ RJ").any, &beating);
    }
}

/* `beating` is read by its cards; what is no combination, or no cards of one pack, nothing beats. */
static void test_doudizhu_answers_to_nothing(void)
{
    const cav_cards hand = ranks_from("3333 4444 5555 66 BJ RJ");
    const cav_cards nothing[] = {{0, 0},
                                 ranks_from("34"),
                                 ranks_from("3334445556667"),
                                 {1, 1},
                                 {3, 2},
                                 {1 | (uint64_t)1 << 54, 0},
                                 {7, 0},
                                 {(uint64_t)1 << 63, 0},
                                 {ranks_from("333").any | (uint64_t)1 << 60, 0}};
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++) {
        const cav_move beating = {.kind = CAV_PLAY, .cards = nothing[i]};
        CHECK(cav_doudizhu_plays(hand, &beating, plays, MOST_PLAYS) == 0);
        CHECK(cav_doudizhu_readings(nothing[i], plays, 1) == 0);
    }
    const cav_cards strange[] = {{1, 1}, {3, 1}, {(uint64_t)1 << 54, 0}, {UINT64_MAX, 0}, {0, 1}};
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++)
        CHECK(cav_doudizhu_plays(strange[i], NULL, plays, MOST_PLAYS) == 0);
    /* The named reading is not looked at: cards say what they are. */
    cav_move single = {.kind = CAV_PLAY, .shape = CAV_ROCKET, .rank = 9, .length = 200, .cards = ranks_from("5")};
    CHECK(cav_doudizhu_plays(ranks_from("345 6"), &single, plays, MOST_PLAYS) == 1);
}

static void test_doudizhu_capacity(void)
{
    const cav_cards hand = ranks_from("333 444 555 6789 BJ RJ");
    const size_t count = cav_doudizhu_plays(hand, NULL, plays, MOST_PLAYS);
    static cav_move few[MOST_PLAYS];
    CHECK(cav_doudizhu_plays(hand, NULL, NULL, 0) == count);
    for (size_t capacity = 0; capacity <= count; capacity++) {
        memset(few, 0xee, (capacity + 1) * sizeof few[0]);
        CHECK(cav_doudizhu_plays(hand, NULL, few, capacity) == count);
        CHECK(memcmp(few, plays, capacity * sizeof few[0]) == 0 && few[capacity].kind == 0xee);
    }
    CHECK(cav_doudizhu_readings(ranks_from("33"), NULL, 0) == 1);
}

/* Gives the core its wings, `left` more cards, in all ways: each rank `step` cards at a time. */
static int count_wings(naive_counts *n, naive_reading reading, int rank, int left, int step, uint64_t *keys)
{
    if (left == 0) {
        naive_reading found[CAV_MAX_READINGS];
        if (!naive_is(n, reading))
            return 0;
        CHECK(naive_readings(n, found) == 1); /* DDZ-4.6 */
        keys[0] = naive_key(n, reading);
        return 1;
    }
    if (rank == NAIVE_RANKS)
        return 0;
    const int held = n->of[rank], most = rank >= NAIVE_BLACK ? 1 : 4;
    int count = count_wings(n, reading, rank + 1, left, step, keys);
    for (int more = step; held == 0 && more <= most && more <= left; more += step) {
        n->of[rank] = more;
        count += count_wings(n, reading, rank + 1, left - more, step, keys + count);
    }
    n->of[rank] = held;
    return count;
}

static int count_pack(uint64_t *keys)
{
    static const struct {
        int core, wings, wing; /* cards of each core rank, wings for each of them, cards of a wing */
    } cards[CAV_SHAPES] = {{0, 0, 0}, {1, 0, 1}, {2, 0, 1}, {3, 0, 1}, {3, 1, 1}, {3, 1, 2}, {1, 0, 1}, {2, 0, 1},
                           {3, 0, 1}, {3, 1, 1}, {3, 1, 2}, {4, 2, 1}, {4, 2, 2}, {4, 0, 1}, {1, 0, 1}};
    int count = 0;
    for (int shape = CAV_SINGLE; shape <= CAV_ROCKET; shape++)
        for (int length = 1; length <= 12; length++)
            for (int top = length - 1; top < NAIVE_RANKS; top++) {
                naive_counts n = {{0}};
                const int wings = cards[shape].wings * cards[shape].wing * length;
                if (cards[shape].core * length + wings > 20)
                    continue;
                for (int rank = top; rank > top - length; rank--)
                    n.of[rank] = cards[shape].core;
                if (n.of[NAIVE_BLACK] > 1 || n.of[NAIVE_RED] > 1)
                    continue;
                count +=
                    count_wings(&n, (naive_reading){shape, length, top}, 0, wings, cards[shape].wing, keys + count);
            }
    return count;
}

/* DDZ-4.6: the pack holds 24,639 combinations, and each has one reading. */
static void test_doudizhu_pack(void)
{
    static uint64_t expected[MOST_PLAYS], keys[MOST_PLAYS];
    const int naive = count_pack(expected);
    const size_t count = cav_doudizhu_plays((cav_cards){((uint64_t)1 << PACK) - 1, 0}, NULL, plays, MOST_PLAYS);
    CHECK(naive == 24639 && count == 24639);
    for (size_t i = 0; i < count; i++) {
        cav_move reading;
        keys[i] = naive_key_of_play(&plays[i]);
        CHECK(cav_doudizhu_readings(plays[i].cards, &reading, 1) == 1 && same_move(&reading, &plays[i]));
    }
    qsort(keys, count, sizeof keys[0], naive_compare);
    qsort(expected, (size_t)naive, sizeof expected[0], naive_compare);
    CHECK(memcmp(keys, expected, sizeof keys[0] * 24639) == 0);
    for (size_t i = 1; i < count; i++)
        CHECK(keys[i - 1] < keys[i]);
}

/* Random cards, most of them no combination. */
static void test_doudizhu_readings(void)
{
    cav_rng rng = rng_of(4);
    for (int round = 0; round < 5000; round++) {
        const int window = 1 + (int)cav_rng_below(&rng, 4), most = 4 * window + 2;
        const uint64_t cards =
            dense_hand(&rng, 1 + (int)cav_rng_below(&rng, (uint64_t)(most < 12 ? most : 12)), window);
        const naive_counts n = naive_count(cards);
        naive_reading expected[CAV_MAX_READINGS];
        cav_move reading;
        const int count = naive_readings(&n, expected);
        CHECK(cav_doudizhu_readings((cav_cards){cards, 0}, &reading, 1) == (size_t)count);
        if (count == 1)
            CHECK(reading.kind == CAV_PLAY && reading.cards.any == cards && !reading.cards.both && !reading.amount &&
                  naive_key_of_play(&reading) == naive_key(&n, expected[0]));
    }
}

/* ---- Facts made up here, one pack without wild cards ------------------------------------------------- */

enum {
    STRONGEST = RANKS_LEVEL - 1, /* of the ranks below the level rank: the ace, at level 2 */
    CHAIN = (1 << RANKS_LEVEL) - 1,
    SUITED = (1 << RANKS_BLACK) - 1,
    ANY = SUITED | RANKS_JOKERS
};

/* Pair runs from two pairs, straights of four to seven with the level rank as well, in order of strength, no wings;
 * three of the rank below the level rank are a triple or, above all fours, a bomb. Nothing is a rocket. */
static const ranks_shape plain_shapes[] = {
    {CAV_SINGLE, 1, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, ANY},
    {CAV_PAIR, 2, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_TRIPLE, 3, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_STRAIGHT, 1, 4, 7, 0, 0, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_PAIR_RUN, 2, 2, 5, 0, 0, 0, false, RANKS_ANY_SUITS, CHAIN},
    {CAV_BOMB, 4, 1, 1, 0, 0, 1, false, RANKS_ANY_SUITS, SUITED & ~(1 << STRONGEST)},
    {CAV_BOMB, 3, 1, 1, 0, 0, 2, false, RANKS_ANY_SUITS, 1 << STRONGEST},
};
static const ranks_facts plain = {plain_shapes, sizeof plain_shapes / sizeof plain_shapes[0], 0};

/* Runs of `each` cards of `length` ranks and nothing else. */
static bool is_run(const naive_counts *n, int top, int length, int each)
{
    if (n->of[top] != each)
        return false; /* only to be quick */
    naive_counts rest = *n;
    return naive_take_core(&rest, top, length, each) && naive_total(&rest) == 0;
}

static int read_plain(const naive_counts *n, naive_reading *readings)
{
    int found = 0;
    for (int top = 0; top < NAIVE_RANKS; top++) {
        if (is_run(n, top, 1, 1))
            readings[found++] = (naive_reading){CAV_SINGLE, 1, top};
        if (is_run(n, top, 1, 2))
            readings[found++] = (naive_reading){CAV_PAIR, 1, top};
        if (is_run(n, top, 1, 3))
            readings[found++] = (naive_reading){CAV_TRIPLE, 1, top};
        if (top == NAIVE_ACE ? is_run(n, top, 1, 3) : is_run(n, top, 1, 4))
            readings[found++] = (naive_reading){CAV_BOMB, 1, top};
        for (int length = 4; length <= 7; length++)
            if (top < NAIVE_BLACK && is_run(n, top, length, 1))
                readings[found++] = (naive_reading){CAV_STRAIGHT, length, top};
        for (int length = 2; length <= 5; length++)
            if (top <= NAIVE_ACE && is_run(n, top, length, 2))
                readings[found++] = (naive_reading){CAV_PAIR_RUN, length, top};
    }
    return found;
}

static bool beats_plain(naive_reading answer, naive_reading table)
{
    if (answer.shape == CAV_BOMB && table.shape == CAV_BOMB)
        return table.top != NAIVE_ACE && (answer.top == NAIVE_ACE || answer.top > table.top);
    if (answer.shape == CAV_BOMB || table.shape == CAV_BOMB)
        return answer.shape == CAV_BOMB;
    return answer.shape == table.shape && answer.length == table.length && answer.top > table.top;
}

/* Runs of two or three pairs with as many single wings, runs of two triples with two pairs, a four with three singles;
 * never both jokers among singles. */
static const ranks_shape winged_shapes[] = {
    {CAV_AIRPLANE_SINGLES, 2, 2, 3, 1, 1, 0, false, RANKS_ANY_SUITS, CHAIN},
    {CAV_AIRPLANE_PAIRS, 3, 2, 2, 1, 2, 0, false, RANKS_ANY_SUITS, CHAIN},
    {CAV_FOUR_SINGLES, 4, 1, 1, 3, 1, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_ROCKET, 1, 2, 2, 0, 0, 1, false, RANKS_ANY_SUITS, RANKS_JOKERS},
};
static const ranks_facts winged = {winged_shapes, sizeof winged_shapes / sizeof winged_shapes[0], RANKS_JOKERS};

static int read_winged(const naive_counts *n, naive_reading *readings)
{
    int found = 0;
    for (int top = 0; top < NAIVE_RANKS; top++) {
        for (int length = 2; length <= 3; length++) {
            naive_counts pairs = *n;
            if (top <= NAIVE_ACE && naive_take_core(&pairs, top, length, 2) && naive_are_singles(&pairs, length))
                readings[found++] = (naive_reading){CAV_AIRPLANE_SINGLES, length, top};
        }
        naive_counts triples = *n, four = *n;
        if (top <= NAIVE_ACE && naive_take_core(&triples, top, 2, 3) && naive_are_pairs(&triples, 2))
            readings[found++] = (naive_reading){CAV_AIRPLANE_PAIRS, 2, top};
        if (naive_take_core(&four, top, 1, 4) && naive_are_singles(&four, 3))
            readings[found++] = (naive_reading){CAV_FOUR_SINGLES, 1, top};
        if (top == NAIVE_RED && is_run(n, top, 2, 1))
            readings[found++] = (naive_reading){CAV_ROCKET, 2, top};
    }
    return found;
}

static ranks_hand held(uint64_t cards, int level)
{
    ranks_hand hand;
    ranks_hold((cav_cards){cards, 0}, level, RANKS_NO_WILD, &hand);
    return hand;
}

/* Every reading of every set of cards of the hand can be played, is listed where it is numbered, and no other is. */
static void check_hand(const ranks_facts *facts, reader *read, beater *beats, int level, uint64_t cards,
                       const ranks_reading *beating)
{
    const ranks_hand hand = held(cards, level);
    naive_reading table = {0};
    naive_game game = {read, beats, NULL, level};
    ranks_plays found;
    if (beating) {
        table = (naive_reading){facts->shapes[beating->row].shape, beating->length, beating->top};
        game.table = &table;
    }
    ranks_find(facts, &hand, beating, &found);
    CHECK(found.count <= RANKS_MAX_GROUPS);
    CHECK(ranks_list(facts, &hand, &found, plays, MOST_PLAYS) == found.total);
    CHECK(are_plays(&game, cards, plays, (int)found.total));
    for (uint32_t i = 0; i < found.total; i++) {
        const cav_move nth = ranks_nth(facts, &hand, &found, i);
        ranks_reading readings[CAV_MAX_READINGS];
        CHECK(same_move(&nth, &plays[i]) && nth.kind == CAV_PLAY && !nth.amount && !nth.cards.both);
        CHECK(takes_first(cards, nth.cards.any));
        bool itself = false;
        const ranks_hand played = held(nth.cards.any, level);
        const int count = ranks_readings(facts, &played, readings, CAV_MAX_READINGS);
        for (int j = 0; j < count; j++)
            itself |= facts->shapes[readings[j].row].shape == nth.shape && readings[j].length == nth.length &&
                      ranks_rank(readings[j].top, level) == nth.rank &&
                      (!beating || ranks_beat(facts, readings[j], *beating));
        CHECK(itself);
    }
    /* A list that is too short keeps to its room. */
    if (found.total > 1) {
        const uint32_t room = found.total / 2;
        const cav_move last = plays[room - 1];
        memset(&plays[room], 0xee, sizeof plays[0]);
        CHECK(ranks_list(facts, &hand, &found, plays, room) == room);
        CHECK(plays[room].kind == 0xee && same_move(&plays[room - 1], &last));
    }
}

static void check_facts(const ranks_facts *facts, reader *read, beater *beats, uint32_t seed)
{
    cav_rng rng = rng_of(seed);
    int answered = 0;
    for (int round = 0; round < 65; round++) {
        const int level = round % 13;
        const uint64_t cards = round % 2 ? random_hand(&rng, 12) : dense_hand(&rng, 14, 5);
        check_hand(facts, read, beats, level, cards, NULL);
        /* Something to beat, out of another hand. */
        const ranks_hand other = held(dense_hand(&rng, 12, 4), level);
        ranks_plays leads;
        ranks_reading beating[CAV_MAX_READINGS];
        ranks_find(facts, &other, NULL, &leads);
        if (leads.total == 0)
            continue;
        const cav_move lead = ranks_nth(facts, &other, &leads, (uint32_t)cav_rng_below(&rng, leads.total));
        const ranks_hand played = held(lead.cards.any, level);
        const int count = ranks_readings(facts, &played, beating, CAV_MAX_READINGS);
        CHECK(count >= 1);
        for (int i = 0; i < count; i++, answered++)
            check_hand(facts, read, beats, level, cards, &beating[i]);
    }
    CHECK(answered > 50);
}

static void test_plain_facts(void) { check_facts(&plain, read_plain, beats_plain, 5); }
static void test_winged_facts(void) { check_facts(&winged, read_winged, naive_beats, 6); }

static int read_all(const ranks_facts *facts, const char *text, ranks_reading *readings, int capacity)
{
    const ranks_hand cards = held(ranks_from(text).any, RANKS_TWO);
    return ranks_readings(facts, &cards, readings, capacity);
}

static void test_two_readings(void)
{
    ranks_reading readings[CAV_MAX_READINGS];
    CHECK(read_all(&plain, "AAA", readings, CAV_MAX_READINGS) == 2);
    CHECK(readings[0].row == 2 && readings[1].row == 6);
    CHECK(readings[0].top == STRONGEST && readings[1].top == STRONGEST);
    CHECK(read_all(&plain, "AAA", readings, 1) == 1 + 1 && readings[0].row == 2); /* how many there are */
    CHECK(read_all(&plain, "AAA", readings, 0) == 2);
    CHECK(read_all(&plain, "AAAA", readings, CAV_MAX_READINGS) == 0);
    CHECK(read_all(&plain, "", readings, CAV_MAX_READINGS) == 0);
    /* 334455 with 667, or 445566 with 337. Of eight cards none are left over for a third wing. */
    CHECK(read_all(&winged, "334455667", readings, CAV_MAX_READINGS) == 2);
    CHECK(read_all(&winged, "33445566", readings, CAV_MAX_READINGS) == 0);
}

/* What is beyond the capacity is not written. */
static void test_readings_keep_to_their_room(void)
{
    ranks_reading readings[3];
    memset(readings, 0xee, sizeof readings);
    CHECK(read_all(&plain, "AAA", readings, 1) == 2 && readings[0].row == 2 && readings[1].row == 0xee);
}

/* Every reading that the pack has, on every other. */
static void test_beat(void)
{
    static ranks_reading readings[1000];
    int count = 0;
    for (int row = 0; row < plain.count; row++)
        for (int length = plain_shapes[row].least; length <= plain_shapes[row].most; length++)
            for (int top = length - 1; top < RANKS_POSITIONS; top++)
                if (plain_shapes[row].ranks >> top & 1)
                    readings[count++] = (ranks_reading){(uint8_t)row, (uint8_t)length, (uint8_t)top};
    CHECK(count > 100);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const naive_reading answer = {plain_shapes[readings[i].row].shape, readings[i].length, readings[i].top};
            const naive_reading table = {plain_shapes[readings[j].row].shape, readings[j].length, readings[j].top};
            CHECK(ranks_beat(&plain, readings[i], readings[j]) == beats_plain(answer, table));
        }
}

/* ---- Wild cards ---------------------------------------------------------------------------------------- */

/* A game with wild cards, and what it allows by naive code. */
typedef struct wild_game {
    const ranks_facts *facts;
    gd_reader *read;
    bool (*beats)(gd_reading answer, gd_reading table, int level);
} wild_game;

enum { LINE = 0x3fff };

/* Guandan (GD-5), as csrc/games/guandan.c has it. */
static const ranks_shape guandan_shapes[] = {
    {CAV_SINGLE, 1, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, ANY},
    {CAV_PAIR, 2, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, ANY},
    {CAV_TRIPLE, 3, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_FULL_HOUSE_PLAY, 3, 1, 1, 1, 2, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_STRAIGHT, 1, 5, 5, 0, 0, 0, true, RANKS_NOT_ONE_SUIT, LINE},
    {CAV_TUBE, 2, 3, 3, 0, 0, 0, true, RANKS_ANY_SUITS, LINE},
    {CAV_PLATE, 3, 2, 2, 0, 0, 0, true, RANKS_ANY_SUITS, LINE},
    {CAV_BOMB, 4, 1, 1, 0, 0, 1, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 5, 1, 1, 0, 0, 2, false, RANKS_ANY_SUITS, SUITED},
    {CAV_STRAIGHT_FLUSH_PLAY, 1, 5, 5, 0, 0, 3, true, RANKS_ONE_SUIT, LINE},
    {CAV_BOMB, 6, 1, 1, 0, 0, 4, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 7, 1, 1, 0, 0, 5, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 8, 1, 1, 0, 0, 6, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 9, 1, 1, 0, 0, 7, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 10, 1, 1, 0, 0, 8, false, RANKS_ANY_SUITS, SUITED},
    {CAV_JOKER_BOMB, 2, 2, 2, 0, 0, 9, false, RANKS_ANY_SUITS, RANKS_JOKERS},
};
static const ranks_facts guandan_facts = {guandan_shapes, sizeof guandan_shapes / sizeof guandan_shapes[0], 0};
static const wild_game guandan = {&guandan_facts, gd_read_ordinary, gd_beats};

/* Straights of three to five mixed suits up to the queen, flushes of three or four above them and below the fours, pair
 * runs of two or three without the low ace, triples and triples with a pair of them up to the ace. */
static const ranks_shape short_shapes[] = {
    {CAV_TRIPLE, 3, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, CHAIN},
    {CAV_FULL_HOUSE_PLAY, 3, 1, 1, 1, 2, 0, false, RANKS_ANY_SUITS, CHAIN},
    {CAV_STRAIGHT, 1, 3, 5, 0, 0, 0, true, RANKS_NOT_ONE_SUIT, 0xfff},
    {CAV_PAIR_RUN, 2, 2, 3, 0, 0, 0, true, RANKS_ANY_SUITS, 0x3ffe},
    {CAV_STRAIGHT_FLUSH_PLAY, 1, 3, 4, 0, 0, 1, true, RANKS_ONE_SUIT, LINE},
    {CAV_BOMB, 4, 1, 1, 0, 0, 2, false, RANKS_ANY_SUITS, SUITED},
};
static const ranks_facts short_facts = {short_shapes, sizeof short_shapes / sizeof short_shapes[0], 0};

/* That no triple here is of the level rank, naive_wild sees to. */
static int read_short(const gd_counts *n, gd_reading *readings)
{
    int found = 0;
    for (int rank = 0; rank < GD_JOKERS; rank++) {
        if (n->ranks[rank] == 3 && n->total == 3)
            readings[found++] = (gd_reading){CAV_TRIPLE, rank, 1, 3};
        if (n->ranks[rank] == 4 && n->total == 4)
            readings[found++] = (gd_reading){CAV_BOMB, rank, 1, 4};
        for (int wing = 0; wing < GD_RANKS; wing++)
            if (n->ranks[rank] == 3 && n->ranks[wing] == 2 && n->total == 5)
                readings[found++] = (gd_reading){CAV_FULL_HOUSE_PLAY, rank, 1, 5};
    }
    for (int start = 0; start < 14; start++)
        for (int length = 2; length <= 5; length++) {
            const int top = gd_rank_of_place(start + length - 1);
            if (length >= 3 && start + length <= 12 && gd_is_sequence(n, start, length, 1) && !gd_is_one_suit(n))
                readings[found++] = (gd_reading){CAV_STRAIGHT, top, length, length};
            if (length <= 3 && start >= 1 && gd_is_sequence(n, start, length, 2))
                readings[found++] = (gd_reading){CAV_PAIR_RUN, top, length, 2 * length};
            if (length >= 3 && length <= 4 && gd_is_sequence(n, start, length, 1) && gd_is_one_suit(n))
                readings[found++] = (gd_reading){CAV_STRAIGHT_FLUSH_PLAY, top, length, length};
        }
    return found;
}

static int short_force(gd_reading r) { return r.shape == CAV_STRAIGHT_FLUSH_PLAY ? 1 : r.shape == CAV_BOMB ? 2 : 0; }

static bool beats_short(gd_reading answer, gd_reading table, int level)
{
    if (short_force(answer) != short_force(table))
        return short_force(answer) > short_force(table);
    if (answer.shape != table.shape || answer.length != table.length)
        return false;
    return answer.length > 1 ? answer.rank > table.rank : gd_power(answer.rank, level) > gd_power(table.rank, level);
}

static const wild_game short_runs = {&short_facts, read_short, beats_short};

/* The readings of cards by naive code. */
static int naive_wild(const wild_game *game, cav_cards cards, int level, gd_reading *readings)
{
    int kept = 0;
    const int count = gd_read_with(game->read, cards, level, readings);
    for (int i = 0; i < count; i++)
        if (game != &short_runs || readings[i].rank != level || readings[i].length > 1 || readings[i].shape == CAV_BOMB)
            readings[kept++] = readings[i]; /* the triples of short_facts end with the rank below the level rank */
    return kept;
}

static int kernel_wild(const wild_game *game, cav_cards cards, int level, ranks_reading readings[CAV_MAX_READINGS])
{
    ranks_hand hand;
    ranks_hold(cards, level, gd_wild(level), &hand);
    return ranks_readings(game->facts, &hand, readings, CAV_MAX_READINGS);
}

static gd_reading as_naive(const wild_game *game, ranks_reading reading, int level, cav_cards cards)
{
    cav_move play = {.kind = CAV_PLAY, .cards = cards};
    ranks_read_as(game->facts, level, reading, &play);
    const ranks_reading back = ranks_reading_of(game->facts, level, reading.row, &play);
    CHECK(memcmp(&back, &reading, sizeof back) == 0);
    return gd_reading_of(&play);
}

/* The same readings, each once. */
static int check_wild_readings(const wild_game *game, cav_cards cards, int level,
                               ranks_reading readings[CAV_MAX_READINGS])
{
    gd_reading expected[GD_MOST_READINGS];
    const int count = kernel_wild(game, cards, level, readings);
    CHECK(count <= CAV_MAX_READINGS && count == naive_wild(game, cards, level, expected));
    for (int i = 0; i < count; i++) {
        const gd_reading found = as_naive(game, readings[i], level, cards);
        int at = 0;
        while (at < count && memcmp(&expected[at], &found, sizeof found) != 0)
            at++;
        CHECK(at < count);
        for (int j = 0; j < i; j++)
            CHECK(memcmp(&readings[i], &readings[j], sizeof readings[i]) != 0);
    }
    return count;
}

/* The set of cards number `set` of a hand. */
static cav_cards subset(const uint8_t *list, int count, uint32_t set)
{
    cav_cards cards = {0, 0};
    for (int i = 0; i < count; i++)
        if (set >> i & 1)
            cav_cards_add(&cards, list[i]);
    return cards;
}

/* Whether a set, of cards in deck order, is the first of those that are the same but for copies. */
static bool is_first_set(const uint8_t *list, int count, uint32_t set)
{
    for (int i = 1; i < count; i++)
        if (list[i] == list[i - 1] && (set >> i & 1) && !(set >> (i - 1) & 1))
            return false;
    return true;
}

/* What the hand's plays are: a class, and the cards that stand for it. */
typedef struct listed {
    gd_key key;
    cav_cards cards;
} listed;

static int compare_listed(const void *a, const void *b)
{
    return gd_compare(&((const listed *)a)->key, &((const listed *)b)->key);
}

/* Natural cards first in deck order; a straight that would then be of one suit has, at its highest place that has one,
 * the first card of another. */
static bool stands_first(const ranks_hand *hand, const cav_move *play)
{
    const gd_counts n = gd_natural(play->cards, hand->level);
    const bool mixed = play->shape == CAV_STRAIGHT && n.total == play->length;
    cav_cards first = {0, 0};
    for (int rank = 0; rank < GD_RANKS; rank++) {
        int left = n.ranks[rank];
        for (int card = 0; card < PACK; card++)
            for (int copy = 0; copy < gd_copies(hand->natural, card) && gd_rank(card) == rank && left > 0;
                 copy++, left--)
                cav_cards_add(&first, card);
    }
    const gd_counts chosen = gd_natural(first, hand->level);
    for (int i = 0; i < play->length && mixed && gd_is_one_suit(&chosen); i++) {
        const int rank = (play->rank - i + 13) % 13, suit = (int)(chosen.suits[1]   ? 1
                                                                  : chosen.suits[2] ? 2
                                                                  : chosen.suits[3] ? 3
                                                                                    : 0);
        for (int other = 0; other < 4; other++)
            if (other != suit && gd_copies(hand->natural, 13 * other + rank)) {
                first.any ^= (uint64_t)1 << (13 * suit + rank) | (uint64_t)1 << (13 * other + rank);
                i = play->length;
                break;
            }
    }
    for (int i = 0; i < gd_copies(play->cards, hand->wild); i++)
        cav_cards_add(&first, hand->wild);
    return memcmp(&first, &play->cards, sizeof first) == 0;
}

/* The plays of a hand: nth is what the list says, each class is there once, and its cards come first. */
static size_t list_wild(const wild_game *game, const ranks_hand *hand, const ranks_reading *beating, listed *into)
{
    ranks_plays found;
    ranks_find(game->facts, hand, beating, &found);
    CHECK(found.count <= RANKS_MAX_GROUPS && found.total <= MOST_PLAYS);
    CHECK(ranks_list(game->facts, hand, &found, plays, MOST_PLAYS) == found.total);
    const cav_cards cards = {hand->natural.any | (hand->wilds ? (uint64_t)1 << hand->wild : 0),
                             hand->natural.both | (hand->wilds == 2 ? (uint64_t)1 << hand->wild : 0)};
    for (uint32_t i = 0; i < found.total; i++) {
        const cav_move nth = ranks_nth(game->facts, hand, &found, i);
        CHECK(same_move(&nth, &plays[i]) && nth.kind == CAV_PLAY && !nth.amount && cav_cards_contain(cards, nth.cards));
        CHECK(nth.shape == CAV_STRAIGHT_FLUSH_PLAY || stands_first(hand, &nth));
        into[i] = (listed){gd_key_of_play(&nth, hand->level), nth.cards};
    }
    if (found.total > 1) { /* a list that is too short keeps to its room */
        const uint32_t room = found.total / 2;
        const cav_move last = plays[room - 1];
        memset(&plays[room], 0xee, sizeof plays[0]);
        CHECK(ranks_list(game->facts, hand, &found, plays, room) == room);
        CHECK(plays[room].kind == 0xee && same_move(&plays[room - 1], &last));
    }
    qsort(into, found.total, sizeof into[0], compare_listed);
    for (uint32_t i = 1; i < found.total; i++)
        CHECK(gd_compare(&into[i - 1].key, &into[i].key) < 0);
    return found.total;
}

static listed leads[MOST_PLAYS], answers[MOST_PLAYS];

/* All sets of cards of a hand: their readings; that each is a class of the list, and which cards stand for it; and
 * that there are no other classes. With answers to some of `tables`. */
static void check_wild_hand(const wild_game *game, cav_cards cards, int level, const ranks_reading *tables, int count)
{
    static gd_key keys[MOST_PLAYS];
    static gd_reading read[MOST_PLAYS];
    uint8_t list[CAV_MAX_PACK];
    ranks_hand hand;
    ranks_hold(cards, level, gd_wild(level), &hand);
    const int held_count = cav_cards_list(cards, list);
    const size_t lead_count = list_wild(game, &hand, NULL, leads);
    size_t found = 0;
    for (uint32_t set = 0; set < 1u << held_count; set++) {
        ranks_reading readings[CAV_MAX_READINGS];
        const cav_cards part = subset(list, held_count, set);
        if (cav_cards_count(part) > 10 || !is_first_set(list, held_count, set))
            continue;
        const int number = check_wild_readings(game, part, level, readings);
        for (int i = 0; i < number && i < CAV_MAX_READINGS; i++) {
            const gd_reading reading = as_naive(game, readings[i], level, part);
            const listed wanted = {.key = gd_key_of(part, level, reading)};
            const listed *at = bsearch(&wanted, leads, lead_count, sizeof leads[0], compare_listed);
            cav_move canonical = {.kind = CAV_PLAY, .cards = part};
            ranks_read_as(game->facts, level, readings[i], &canonical);
            const cav_move before = canonical;
            ranks_canonical(game->facts, &hand, readings[i], &canonical);
            CHECK(at && memcmp(&canonical.cards, &at->cards, sizeof at->cards) == 0);
            canonical.cards = before.cards;
            CHECK(same_move(&canonical, &before)); /* the cards alone are changed */
            read[found] = reading;
            keys[found++] = wanted.key;
        }
    }
    static gd_key wanted[MOST_PLAYS];
    memcpy(wanted, keys, found * sizeof keys[0]);
    CHECK(gd_unique(wanted, found) == lead_count);
    for (int t = 0; t < count; t++) {
        const int row = tables[t].row, each = game->facts->shapes[row].core, length = tables[t].length;
        cav_move named = {.kind = CAV_PLAY};
        ranks_read_as(game->facts, level, tables[t], &named);
        const gd_reading table = {named.shape, named.rank, named.length,
                                  each * length + 2 * game->facts->shapes[row].wings};
        size_t kept = 0;
        for (size_t i = 0; i < found; i++)
            if (game->beats(read[i], table, level))
                wanted[kept++] = keys[i];
        kept = gd_unique(wanted, kept);
        const size_t listed_count = list_wild(game, &hand, &tables[t], answers);
        CHECK(listed_count == kept);
        for (size_t i = 0; i < kept && i < listed_count; i++)
            CHECK(gd_compare(&answers[i].key, &wanted[i]) == 0);
    }
}

enum { MOST_TABLES = 400 };

/* All that can lie on the table. */
static int all_tables(const ranks_facts *facts, ranks_reading *tables)
{
    int count = 0;
    for (int row = 0; row < facts->count; row++)
        for (int length = facts->shapes[row].least; length <= facts->shapes[row].most; length++)
            for (int start = 0; start + length <= RANKS_POSITIONS; start++) {
                const uint32_t core = ((1u << length) - 1) << start;
                if ((core & ~(uint32_t)facts->shapes[row].ranks) == 0)
                    tables[count++] = (ranks_reading){(uint8_t)row, (uint8_t)length, (uint8_t)(start + length - 1)};
            }
    return count;
}

static void check_wild_game(const wild_game *game, uint32_t seed, int small, int large)
{
    ranks_reading tables[MOST_TABLES], some[8];
    cav_rng rng = rng_of(seed);
    const int count = all_tables(game->facts, tables);
    CHECK(count > 60 && count <= MOST_TABLES);
    for (int round = 0; round < small + large; round++) {
        const int level = round % 13, wilds = round / 13 % 3;
        const bool is_small = round < small;
        for (size_t i = 0; i < 8; i++)
            some[i] = tables[cav_rng_below(&rng, (uint64_t)count)];
        const int window = 2 + (int)cav_rng_below(&rng, 5), suits = 1 + (int)cav_rng_below(&rng, 4);
        const int size = (is_small ? 5 : 10) + (int)cav_rng_below(&rng, is_small ? 5 : 3);
        check_wild_hand(game, double_hand(&rng, level, size, window, suits, wilds), level, some, 8);
        if (is_small)
            check_wild_hand(game, random_double(&rng, level, size, wilds), level, some, 8);
    }
}

#ifdef NDEBUG
enum { SMALL = 130, LARGE = 78 };
#else
enum { SMALL = 39, LARGE = 13 };
#endif

static void test_guandan_hands(void) { check_wild_game(&guandan, 7, SMALL, LARGE); }
static void test_short_hands(void) { check_wild_game(&short_runs, 8, SMALL, LARGE); }

/* Hands that say much: wild cards at their own place, aces at both ends, all cards of a rank, jokers. */
static void test_guandan_chosen_hands(void)
{
    static const struct {
        const char *cards;
        int level; /* as a rank */
    } hands[] = {
        {"3H 4H 5H 5H 6H 7H 8H 5C 5C", 3},        {"AC AD AS AH AH 2C 2C 2D 2S 3C 3D 2H", 0},
        {"KC KD KS KH KH KC KD KS QC QD", 11},    {"AC AD AS AH AH QC QD QS KC KD KS", 12},
        {"KC KC KD KD KH KH KS KS 5H 5H", 3},     {"BJ BJ RJ RJ 5H 5H 4C 4D 4S", 3},
        {"2H 2H 2C 2C 2D 2D 2S 2S BJ RJ RJ", 0},  {"AH 2H 3H 4H 5H AS 2S 3S 4S 5S", 4},
        {"TH JH QH KH AH TD JD QD KD AD AH", 12},
    };
    ranks_reading tables[MOST_TABLES];
    const int count = all_tables(&guandan_facts, tables);
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        const cav_cards cards = cards_from(hands[i].cards);
        CHECK(cards.any);
        check_wild_hand(&guandan, cards, hands[i].level, tables, count);
    }
}

/* Large hands, up to the whole two packs, against what each combination needs. */
static void test_guandan_large_hands(void)
{
    static gd_key keys[MOST_PLAYS];
    ranks_reading tables[MOST_TABLES];
    cav_rng rng = rng_of(9);
    const int count = all_tables(&guandan_facts, tables);
    for (int round = 0; round < 300; round++) {
        const int level = round % 13, wilds = round / 13 % 3;
        const int size = round % 10 == 9 ? CAV_MAX_PACK : 20 + (int)cav_rng_below(&rng, 20);
        const cav_cards cards = round % 2 ? double_hand(&rng, level, size, 4 + round % 6, 4, wilds)
                                          : random_double(&rng, level, size, wilds);
        ranks_hand hand;
        ranks_hold(cards, level, gd_wild(level), &hand);
        for (int answer = 0; answer < 6; answer++) {
            const ranks_reading *beating = answer ? &tables[cav_rng_below(&rng, (uint64_t)count)] : NULL;
            gd_reading table = {0};
            if (beating) {
                cav_move named = {.kind = CAV_PLAY};
                const ranks_shape *shape = &guandan_shapes[beating->row];
                ranks_read_as(&guandan_facts, level, *beating, &named);
                table =
                    (gd_reading){named.shape, named.rank, named.length, shape->core * named.length + 2 * shape->wings};
            }
            const size_t expected = gd_plays(cards, level, beating ? &table : NULL, keys);
            CHECK(list_wild(&guandan, &hand, beating, leads) == expected);
            for (size_t i = 0; i < expected; i++)
                CHECK(gd_compare(&leads[i].key, &keys[i]) == 0);
        }
    }
}

/* The two naive codes agree, so that either can be used. */
static void test_naive_codes_agree(void)
{
    static gd_key by_sets[MOST_PLAYS], by_need[MOST_PLAYS];
    cav_rng rng = rng_of(10);
    for (int round = 0; round < 39; round++) {
        const int level = round % 13;
        const cav_cards cards = double_hand(&rng, level, 9, 3 + round % 4, 1 + round % 4, round / 13 % 3);
        uint8_t list[CAV_MAX_PACK];
        const int held_count = cav_cards_list(cards, list);
        size_t found = 0;
        for (uint32_t set = 0; set < 1u << held_count; set++) {
            gd_reading readings[GD_MOST_READINGS];
            const cav_cards part = subset(list, held_count, set);
            const int number = is_first_set(list, held_count, set) ? gd_readings(part, level, readings) : 0;
            for (int i = 0; i < number; i++)
                by_sets[found++] = gd_key_of(part, level, readings[i]);
        }
        found = gd_unique(by_sets, found);
        CHECK(gd_plays(cards, level, NULL, by_need) == found);
        CHECK(memcmp(by_sets, by_need, found * sizeof by_sets[0]) == 0);
    }
}

/* What is counted by hand, and by another program. */
static void test_guandan_counts(void)
{
    static const struct {
        const char *cards;
        int level; /* as a rank */
        size_t plays;
    } cases[] = {
        {"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", 3, 23},
        {"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 5H", 3, 137},
        {"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 5H 5H", 3, 351},
        {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 3, 90},
        {"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC RJ", 0, 49},
        {"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 5H 5H", 3, 1074},
        {"3C 3D 4C 4D 5H", 3, 11},
        {"3C 3D 3S 4C 4D 5H", 3, 16},
        {"KC KD KH KS KC KD KH KS QC QD QH QS QC QD QH QS JC JD JS TC TD BJ BJ RJ RJ 2H 2H", 0, 221},
        {"", 0, 0},
        {"2H", 0, 1},
        {"2H 2H", 0, 2},
        {"2H 3C", 0, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const cav_cards cards = cards_from(cases[i].cards);
        CHECK(cav_guandan_plays(cards, cases[i].level, NULL, plays, MOST_PLAYS) == cases[i].plays);
    }
}

/* Every combination on every other. */
static void check_beat(const wild_game *game)
{
    ranks_reading tables[MOST_TABLES];
    const int count = all_tables(game->facts, tables);
    for (int level = 0; level < 13; level++)
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) {
                gd_reading both[2];
                for (int k = 0; k < 2; k++) {
                    const ranks_reading r = tables[k ? j : i];
                    cav_move named = {.kind = CAV_PLAY};
                    ranks_read_as(game->facts, level, r, &named);
                    const ranks_shape *shape = &game->facts->shapes[r.row];
                    both[k] = (gd_reading){named.shape, named.rank, named.length,
                                           shape->core * named.length + 2 * shape->wings};
                }
                CHECK(ranks_beat(game->facts, tables[i], tables[j]) == game->beats(both[0], both[1], level));
            }
}

static void test_wild_beat(void)
{
    check_beat(&guandan);
    check_beat(&short_runs);
}

/* Plays that begin with a rank: of all, those whose core has it lowest. */
static void test_keep_from(void)
{
    cav_rng rng = rng_of(11);
    int kept_any = 0;
    for (int round = 0; round < 130; round++) {
        const wild_game *game = round % 2 ? &guandan : &short_runs;
        const int level = round % 13, rank = (int)cav_rng_below(&rng, GD_RANKS);
        const cav_cards cards = double_hand(&rng, level, 20, 6, 4, round / 13 % 3);
        ranks_hand hand;
        ranks_plays found;
        ranks_hold(cards, level, gd_wild(level), &hand);
        ranks_find(game->facts, &hand, NULL, &found);
        const size_t all = ranks_list(game->facts, &hand, &found, plays, MOST_PLAYS);
        ranks_keep_from(game->facts, level, rank, &found);
        uint32_t kept = 0;
        for (size_t i = 0; i < all; i++) {
            const bool line = plays[i].length > 1 && plays[i].shape != CAV_JOKER_BOMB;
            const int lowest =
                line ? (plays[i].rank - (plays[i].length - 1) + 13) % 13 : plays[i].rank - (plays[i].length - 1);
            /* A sequence from the low ace begins with no rank. */
            if (lowest != rank || (line && lowest == 12))
                continue;
            const cav_move nth = kept < found.total ? ranks_nth(game->facts, &hand, &found, kept) : (cav_move){0};
            CHECK(same_move(&nth, &plays[i]));
            kept++;
        }
        CHECK(kept == found.total);
        kept_any += kept > 0;
    }
    CHECK(kept_any > 30);
}

int main(void)
{
    RUN(test_strength);
    RUN(test_count);
    RUN(test_doudizhu_leads);
    RUN(test_doudizhu_answers);
    RUN(test_doudizhu_answers_to_nothing);
    RUN(test_doudizhu_capacity);
    RUN(test_doudizhu_pack);
    RUN(test_doudizhu_readings);
    RUN(test_plain_facts);
    RUN(test_winged_facts);
    RUN(test_two_readings);
    RUN(test_readings_keep_to_their_room);
    RUN(test_beat);
    RUN(test_naive_codes_agree);
    RUN(test_guandan_hands);
    RUN(test_guandan_chosen_hands);
    RUN(test_guandan_large_hands);
    RUN(test_guandan_counts);
    RUN(test_short_hands);
    RUN(test_wild_beat);
    RUN(test_keep_from);
    return checks_result();
}
