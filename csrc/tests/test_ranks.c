/* Combinations over rank counts: what cards are read as, what a hand can play, and what beats what, against brute force
 * over all sets of cards; with the facts of Dou Dizhu and with tables made up here. */
#include "kernels/ranks.h"

#include <stdlib.h>

#include "naive.h"
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

/* ---- Counting ---------------------------------------------------------------------- */

static void check_counts(uint64_t cards)
{
    const ranks_counts counts = ranks_count(cards);
    const naive_counts n = naive_count(cards);
    for (int k = 0; k < 5; k++) {
        uint32_t expected = 0;
        for (int rank = 0; rank < RANKS_POSITIONS; rank++)
            expected |= (uint32_t)(n.of[rank] > k) << rank;
        CHECK(counts.at[k] == expected);
    }
}

static void test_count(void)
{
    cav_rng rng = rng_of(1);
    check_counts(0);
    check_counts(((uint64_t)1 << PACK) - 1);
    for (int card = 0; card < PACK; card++)
        check_counts((uint64_t)1 << card);
    for (int round = 0; round < 5000; round++)
        check_counts(random_hand(&rng, (int)cav_rng_below(&rng, PACK + 1)));
    /* All sixteen sets of the four cards of each rank. */
    for (int rank = 0; rank < 13; rank++)
        for (int set = 0; set < 16; set++) {
            uint64_t cards = 0;
            for (int suit = 0; suit < 4; suit++)
                cards |= (uint64_t)(set >> suit & 1) << (13 * suit + rank);
            check_counts(cards);
        }
}

static void test_positions(void)
{
    static const char order[] = "3456789TJQKA2";
    for (int position = 0; position < RANKS_POSITIONS; position++) {
        const int rank = ranks_rank(position);
        CHECK(ranks_position(rank) == position);
        CHECK(position > RANKS_TWO ? rank == position : cav_rank_text(CAV_FRENCH, rank)[0] == order[position]);
    }
}

/* ---- Brute force ---------------------------------------------------------------------- */

typedef int reader(const naive_counts *n, naive_reading *readings);
typedef bool beater(naive_reading answer, naive_reading table);

/* What a game allows, by naive code: its readings, what beats what, and what is to be beaten if anything. */
typedef struct naive_game {
    reader *read;
    beater *beats;
    const naive_reading *table;
} naive_game;

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
    const naive_counts n = naive_count(hand);
    naive_counts chosen = {{0}};
    if (brute_force(game, &n, 0, &chosen, expected) != count)
        return false;
    for (int i = 0; i < count; i++)
        keys[i] = naive_key_of_play(&plays[i]);
    qsort(keys, (size_t)count, sizeof keys[0], naive_compare);
    qsort(expected, (size_t)count, sizeof expected[0], naive_compare);
    return memcmp(keys, expected, (size_t)count * sizeof keys[0]) == 0;
}

/* Of the cards of each rank that the hand holds, a play has those first in deck order. */
static bool takes_first(uint64_t hand, uint64_t cards)
{
    bool left[NAIVE_RANKS] = {false};
    for (int card = 0; card < PACK; card++) {
        const int rank = naive_of_card(card);
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
    naive_game game = {naive_readings, naive_beats, NULL};
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

/* ---- Facts made up here ---------------------------------------------------------------------- */

enum {
    CHAIN = (1 << RANKS_TWO) - 1,
    SUITED = (1 << RANKS_BLACK) - 1,
    JOKERS = 1 << RANKS_BLACK | 1 << RANKS_RED,
    ANY = SUITED | JOKERS
};

/* Pair runs from two pairs, straights of four to seven with the 2 as well, no wings; three aces are a triple or, above
 * all fours, a bomb. Nothing is a rocket. */
static const ranks_shape plain_shapes[] = {
    {CAV_SINGLE, 1, 1, 1, 0, 0, 0, ANY},          {CAV_PAIR, 2, 1, 1, 0, 0, 0, SUITED},
    {CAV_TRIPLE, 3, 1, 1, 0, 0, 0, SUITED},       {CAV_STRAIGHT, 1, 4, 7, 0, 0, 0, SUITED},
    {CAV_PAIR_RUN, 2, 2, 5, 0, 0, 0, CHAIN},      {CAV_BOMB, 4, 1, 1, 0, 0, 1, SUITED & ~(1 << RANKS_ACE)},
    {CAV_BOMB, 3, 1, 1, 0, 0, 2, 1 << RANKS_ACE},
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
    {CAV_AIRPLANE_SINGLES, 2, 2, 3, 1, 1, 0, CHAIN},
    {CAV_AIRPLANE_PAIRS, 3, 2, 2, 1, 2, 0, CHAIN},
    {CAV_FOUR_SINGLES, 4, 1, 1, 3, 1, 0, SUITED},
    {CAV_ROCKET, 1, 2, 2, 0, 0, 1, JOKERS},
};
static const ranks_facts winged = {winged_shapes, sizeof winged_shapes / sizeof winged_shapes[0], JOKERS};

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

/* Every reading of every set of cards of the hand can be played, is listed where it is numbered, and no other is. */
static void check_hand(const ranks_facts *facts, reader *read, beater *beats, uint64_t hand,
                       const ranks_reading *beating)
{
    const ranks_counts counts = ranks_count(hand);
    naive_reading table = {0};
    naive_game game = {read, beats, NULL};
    ranks_plays found;
    if (beating) {
        table = (naive_reading){facts->shapes[beating->row].shape, beating->length, beating->top};
        game.table = &table;
    }
    ranks_find(facts, &counts, beating, &found);
    CHECK(found.count <= RANKS_MAX_GROUPS);
    CHECK(ranks_list(facts, hand, &found, plays, MOST_PLAYS) == found.total);
    CHECK(are_plays(&game, hand, plays, (int)found.total));
    for (uint32_t i = 0; i < found.total; i++) {
        const cav_move nth = ranks_nth(facts, hand, &found, i);
        ranks_reading readings[CAV_MAX_READINGS];
        CHECK(same_move(&nth, &plays[i]) && nth.kind == CAV_PLAY && !nth.amount && !nth.cards.both);
        CHECK(takes_first(hand, nth.cards.any));
        bool itself = false;
        const int count = ranks_readings(facts, nth.cards.any, readings, CAV_MAX_READINGS);
        for (int j = 0; j < count; j++)
            itself |= facts->shapes[readings[j].row].shape == nth.shape && readings[j].length == nth.length &&
                      ranks_rank(readings[j].top) == nth.rank && (!beating || ranks_beat(facts, readings[j], *beating));
        CHECK(itself);
    }
    /* A list that is too short keeps to its room. */
    if (found.total > 1) {
        const uint32_t room = found.total / 2;
        const cav_move last = plays[room - 1];
        memset(&plays[room], 0xee, sizeof plays[0]);
        CHECK(ranks_list(facts, hand, &found, plays, room) == room);
        CHECK(plays[room].kind == 0xee && same_move(&plays[room - 1], &last));
    }
}

static void check_facts(const ranks_facts *facts, reader *read, beater *beats, uint32_t seed)
{
    cav_rng rng = rng_of(seed);
    int answered = 0;
    for (int round = 0; round < 60; round++) {
        const uint64_t hand = round % 2 ? random_hand(&rng, 12) : dense_hand(&rng, 14, 5);
        check_hand(facts, read, beats, hand, NULL);
        /* Something to beat, out of another hand. */
        const uint64_t other = dense_hand(&rng, 12, 4);
        const ranks_counts counts = ranks_count(other);
        ranks_plays leads;
        ranks_reading beating[CAV_MAX_READINGS];
        ranks_find(facts, &counts, NULL, &leads);
        if (leads.total == 0)
            continue;
        const cav_move lead = ranks_nth(facts, other, &leads, (uint32_t)cav_rng_below(&rng, leads.total));
        const int count = ranks_readings(facts, lead.cards.any, beating, CAV_MAX_READINGS);
        CHECK(count >= 1);
        for (int i = 0; i < count; i++, answered++)
            check_hand(facts, read, beats, hand, &beating[i]);
    }
    CHECK(answered > 50);
}

static void test_plain_facts(void) { check_facts(&plain, read_plain, beats_plain, 5); }
static void test_winged_facts(void) { check_facts(&winged, read_winged, naive_beats, 6); }

static void test_two_readings(void)
{
    ranks_reading readings[CAV_MAX_READINGS];
    const uint64_t aces = ranks_from("AAA").any;
    CHECK(ranks_readings(&plain, aces, readings, CAV_MAX_READINGS) == 2);
    CHECK(readings[0].row == 2 && readings[1].row == 6);
    CHECK(readings[0].top == RANKS_ACE && readings[1].top == RANKS_ACE);
    CHECK(ranks_readings(&plain, aces, readings, 1) == 1 && readings[0].row == 2);
    CHECK(ranks_readings(&plain, aces, readings, 0) == 0);
    CHECK(ranks_readings(&plain, ranks_from("AAAA").any, readings, CAV_MAX_READINGS) == 0);
    CHECK(ranks_readings(&plain, 0, readings, CAV_MAX_READINGS) == 0);
    /* 334455 with 667, or 445566 with 337. Of eight cards none are left over for a third wing. */
    CHECK(ranks_readings(&winged, ranks_from("334455667").any, readings, CAV_MAX_READINGS) == 2);
    CHECK(ranks_readings(&winged, ranks_from("33445566").any, readings, CAV_MAX_READINGS) == 0);
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

int main(void)
{
    RUN(test_positions);
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
    RUN(test_beat);
    return checks_result();
}
