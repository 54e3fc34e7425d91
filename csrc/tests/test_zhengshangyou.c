/* Zheng Shangyou, clause by clause: right values out of the house rules (ZSY). */
#include <stdlib.h>

#include "naive.h"
#include "table.h"
#include "test.h"

enum { SEATS = 3, HAND = 16, RANKS = 13, ACE = NAIVE_ACE, PACK_SIZE = 48 };
static const uint64_t three_of_hearts = (uint64_t)1 << 27, spade_two = (uint64_t)1 << 39;

static const cav_game *game(void) { return cav_game_find("zhengshangyou"); }

static cav_cards whole_pack(void) { return cav_game_about(game())->pack; }

static cav_zhengshangyou_table table_of(const cav_state *state)
{
    cav_zhengshangyou_table table;
    cav_state_table(state, &table);
    return table;
}

/* The first cards of the pack with the ranks of a text. */
static cav_cards ranks(const char *text)
{
    cav_cards pack = whole_pack();
    return take_ranks(&pack, text);
}

/* A deal with the ranks that are given; seat 0 has the 3 of hearts besides, and no other seat gets it. What is left
 * open is dealt by chance. */
static cav_state dealt(const char *hand0, const char *hand1, const char *hand2)
{
    const char *const hands[SEATS] = {hand0, hand1, hand2};
    cav_cards pack = whole_pack();
    cav_setup setup;
    cav_state state;
    uint8_t seed[CAV_SEED_SIZE];
    pack.any ^= three_of_hearts;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(77, seed);
    for (int seat = 0; seat < SEATS; seat++)
        setup.hands[seat] = take_ranks(&pack, hands[seat]);
    setup.hands[0].any |= three_of_hearts;
    CHECK(!cav_game_start(game(), NULL, seed, &setup, &state, NULL));
    return state;
}

/* ---- The rules once more, slowly (ZSY-3.1, ZSY-4) ---------------------------------------------- */

static bool same_count(const naive_counts *n, int low, int length, int each)
{
    for (int rank = low; rank < low + length; rank++)
        if (rank > ACE || n->of[rank] != each)
            return false;
    return naive_total(n) == length * each;
}

/* The only reading there is; false when the cards are no combination. */
static bool naive_read(const naive_counts *n, bool opening, naive_reading *reading)
{
    int low = 0;
    while (low < RANKS && n->of[low] == 0)
        low++;
    if (low == RANKS)
        return false;
    const int total = naive_total(n), of_low = n->of[low];
    *reading = (naive_reading){0, 1, low};
    if (total == of_low) {
        static const int of_count[] = {0, CAV_SINGLE, CAV_PAIR, CAV_TRIPLE, CAV_BOMB};
        reading->shape = of_count[total];
        if (low == ACE && total == 3)
            reading->shape = CAV_BOMB;
        if (low == 0 && total == 4 && opening)
            reading->shape = CAV_HEAVENLY_BOMB;
        return true;
    }
    for (int each = 1; each <= 2; each++)
        for (int length = each == 1 ? 5 : 2; length <= 12; length++)
            if (same_count(n, low, length, each)) {
                *reading = (naive_reading){each == 1 ? CAV_STRAIGHT : CAV_PAIR_RUN, length, low + length - 1};
                return true;
            }
    return false;
}

static int naive_power(naive_reading reading)
{
    return reading.shape == CAV_HEAVENLY_BOMB ? 3 : reading.shape != CAV_BOMB ? 0 : reading.top == ACE ? 2 : 1;
}

static bool naive_beat(naive_reading answer, naive_reading table)
{
    if (naive_power(answer) != naive_power(table))
        return naive_power(answer) > naive_power(table);
    return answer.shape == table.shape && answer.length == table.length && answer.top > table.top;
}

static naive_reading reading_of(const cav_move *play)
{
    return (naive_reading){play->shape, play->length, naive_strength(play->rank)};
}

/* ---- ZSY-2 Deal ---------------------------------------------------------------------------- */

static void test_zsy_2_deal(void)
{
    const cav_cards pack = whole_pack();
    CHECK(cav_cards_count(pack) == PACK_SIZE && !pack.both && !(pack.any >> 52));
    CHECK(!(pack.any & cards_from("AH 2C 2D 2H").any) && (pack.any & spade_two) && cards_from("2S").any == spade_two);
    CHECK(cards_from("3H").any == three_of_hearts);
    uint32_t openers[SEATS] = {0};
    for (uint32_t number = 0; number < 3000; number++) {
        const cav_state state = begun(game(), number);
        uint64_t seen = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            const cav_cards hand = cav_state_hand(&state, seat);
            CHECK(cav_cards_count(hand) == HAND && state.head.hand_sizes[seat] == HAND && !hand.both);
            CHECK((seen & hand.any) == 0);
            seen |= hand.any;
        }
        CHECK(seen == pack.any);
        const cav_zhengshangyou_table table = table_of(&state);
        CHECK(cav_state_hand(&state, state.head.turn).any & three_of_hearts);
        CHECK(table.opener == state.head.turn && table.leader == table.opener && table.leading == -1 && !table.opened);
        openers[state.head.turn]++;
    }
    CHECK(chi_square(openers, SEATS, 1000) < 13.82);
}

/* The first play contains the 3 of hearts. */
static void test_zsy_2_opening(void)
{
    cav_state state = dealt("33 44 5 6 7 8 KKKK AAA", "", "");
    CHECK(refuses(&state, "4", "no-three-of-hearts", "ZSY-2"));
    CHECK(refuses(&state, "KKKK", "no-three-of-hearts", "ZSY-2"));
    CHECK(refuses(&state, "3C 3D", "no-three-of-hearts", "ZSY-2"));
    CHECK(refuses(&state, "3C 4C 5C 6C 7C", "no-three-of-hearts", "ZSY-2"));
    CHECK(refuses(&state, "4 5", "no-combination", "ZSY-4"));
    CHECK(refuses(&state, "pass", "must-lead", "ZSY-3.2"));
    static const char *const legal[] = {"3H", "3C 3H", "3D 3H", "3C 3D 3H", "3H 3D 44", "3H 45678", "3H 4567"};
    for (size_t i = 0; i < sizeof legal / sizeof legal[0]; i++) {
        cav_state after = state;
        CHECK(!say(&after, legal[i])[0] && table_of(&after).opened == 1 && table_of(&after).opener == 0);
    }
    CHECK(cav_state_count(&state) == 6); /* 3, 33, 333, 3344, 34567, 345678 */
    cav_move moves[6];
    CHECK(cav_state_list(&state, moves, 6) == 6);
    CHECK(moves[1].cards.any == cards_from("3C 3H").any); /* the first in deck order that have it */
    for (int i = 0; i < 6; i++)
        CHECK(moves[i].cards.any & three_of_hearts);
}

/* The first `count` cards of a rank in deck order; of threes the 3 of hearts is one. */
static uint64_t first_with_three(uint64_t hand, int rank, int count)
{
    uint64_t taken = rank == 0 && count > 0 ? three_of_hearts : 0;
    count -= taken != 0;
    for (int card = 0; card < 52 && count > 0; card++)
        if (naive_of_card(card) == rank && (hand & ~taken) >> card & 1) {
            taken |= (uint64_t)1 << card;
            count--;
        }
    return taken;
}

/* Openings of random deals have the first cards in deck order that they can have. */
static void test_zsy_2_openings_of_random_deals(void)
{
    static cav_move moves[200], plays[200];
    for (uint32_t number = 0; number < 500; number++) {
        const cav_state state = begun(game(), number);
        const cav_cards hand = cav_state_hand(&state, state.head.turn);
        const size_t count = cav_state_list(&state, moves, 200);
        CHECK(count > 0 && count <= 200 && cav_zhengshangyou_plays(hand, NULL, plays, 200) == count);
        CHECK(memcmp(moves, plays, count * sizeof moves[0]) == 0);
        for (size_t i = 0; i < count; i++) {
            const naive_counts n = naive_count(moves[i].cards.any);
            uint64_t expected = 0;
            for (int rank = 0; rank < RANKS; rank++)
                expected |= first_with_three(hand.any, rank, n.of[rank]);
            CHECK(n.of[0] > 0 && moves[i].cards.any == expected);
        }
    }
}

/* ---- ZSY-3 Play ---------------------------------------------------------------------------- */

/* Whether the second cards may be played on the first, by the kernel and by the letter of the rules. */
static bool beats(const char *on, const char *answer)
{
    cav_move table, plays[200];
    const cav_cards cards = ranks(answer);
    if (cav_zhengshangyou_readings(ranks(on), false, &table, 1) != 1)
        return false;
    const size_t count = cav_zhengshangyou_plays(cards, &table, plays, 200);
    bool found = false;
    for (size_t i = 0; i < count && i < 200; i++)
        found |= plays[i].cards.any == cards.any;
    naive_reading low = reading_of(&table), high = {0};
    const naive_counts n = naive_count(cards.any);
    CHECK(found == (naive_read(&n, false, &high) && naive_beat(high, low)));
    return found;
}

static void test_zsy_3_1_ranks(void)
{
    static const char *const upwards[] = {"3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"};
    for (int low = 0; low < RANKS; low++)
        for (int high = 0; high < RANKS; high++)
            CHECK(beats(upwards[low], upwards[high]) == (high > low));
}

static void test_zsy_3_1_kind_and_length(void)
{
    CHECK(beats("33", "44") && !beats("44", "44") && !beats("44", "33") && beats("KK", "AA"));
    CHECK(beats("333", "444") && !beats("333", "44") && !beats("33", "444") && !beats("3", "44"));
    CHECK(beats("34567", "45678") && !beats("45678", "45678") && !beats("34567", "456789"));
    CHECK(beats("9TJQK", "TJQKA") && !beats("TJQKA", "9TJQK"));
    CHECK(beats("3344", "4455") && !beats("3344", "445566") && !beats("334455", "4455") && beats("JJQQKK", "QQKKAA"));
    CHECK(!beats("3344", "5566 7") && !beats("34567", "5566") && !beats("KKK", "QQQ"));
}

static void test_zsy_3_1_bombs(void)
{
    static const char *const ordinary[] = {"3", "2", "AA", "KKK", "TJQKA", "QQKKAA", "3456789TJQKA"};
    for (size_t i = 0; i < sizeof ordinary / sizeof ordinary[0]; i++) {
        CHECK(beats(ordinary[i], "4444") && beats(ordinary[i], "AAA"));
        CHECK(!beats("4444", ordinary[i]) && !beats("AAA", ordinary[i]));
    }
    CHECK(beats("4444", "5555") && !beats("5555", "4444") && !beats("5555", "5555"));
    CHECK(beats("KKKK", "AAA") && beats("4444", "AAA"));
    static const char *const fours[] = {"3333", "4444", "5555", "6666", "7777", "8888",
                                        "9999", "TTTT", "JJJJ", "QQQQ", "KKKK"};
    for (size_t i = 0; i < sizeof fours / sizeof fours[0]; i++)
        CHECK(!beats("AAA", fours[i]));
    CHECK(!beats("AAA", "AAA") && beats("3333", "4444"));
}

/* ZSY-4: nothing beats the heavenly bomb; later four threes are the lowest bomb. */
static void test_zsy_4_heavenly_bomb(void)
{
    cav_move heavenly, later;
    CHECK(cav_zhengshangyou_readings(ranks("3333"), true, &heavenly, 1) == 1 && heavenly.shape == CAV_HEAVENLY_BOMB);
    CHECK(cav_zhengshangyou_readings(ranks("3333"), false, &later, 1) == 1 && later.shape == CAV_BOMB);
    CHECK(heavenly.rank == 1 && later.rank == 1 && heavenly.length == 1);
    const cav_cards best = ranks("44445555KKKKAAA2");
    CHECK(cav_zhengshangyou_plays(best, &heavenly, NULL, 0) == 0);
    CHECK(cav_zhengshangyou_plays(best, &later, NULL, 0) == 4);
    CHECK(cav_zhengshangyou_plays(ranks("3333"), &(cav_move){.cards = ranks("2")}, NULL, 0) == 1);

    cav_state state = dealt("333 4 5 6 8", "AAA 4444", "KKKK 5 5 5");
    cav_move bomb = {.kind = CAV_PLAY, .shape = CAV_BOMB, .rank = 1, .length = 1, .cards = ranks("3333")};
    const cav_error *error = cav_state_check(&state, &bomb);
    CHECK(error && strcmp(error->code, "other-reading") == 0);
    CHECK(!say(&state, "3H 333")[0] && table_of(&state).trick[0].shape == CAV_HEAVENLY_BOMB);
    CHECK(cav_state_count(&state) == 1 && refuses(&state, "AAA", "too-low", "ZSY-3.1"));
    CHECK(say_all(&state, "pass;pass") && table_of(&state).bonuses[0] == 0); /* ZSY-5.2 */
    CHECK(state.head.turn == 0 && table_of(&state).leading == -1);
}

/* A deal in which seat 1 has four fives and seat 0 the 2. */
static cav_state climbing(void)
{
    return dealt("44 6 7 8 9 TT JJ QQ KK 2", "5555 66 88 9 T JJ QQ K A", "333 44 6 777 8 99 T K AA");
}

/* Who can beat the table must. */
static void test_zsy_3_2_must_beat(void)
{
    cav_state state = climbing();
    CHECK(say_all(&state, "3H"));
    CHECK(refuses(&state, "pass", "must-beat", "ZSY-3.2"));
    CHECK(say_all(&state, "A"));
    CHECK(cav_state_count(&state) == 1 && say_all(&state, "pass")); /* nothing above an ace, and no bomb */
    CHECK(refuses(&state, "pass", "must-beat", "ZSY-3.2"));
    CHECK(refuses(&state, "K", "too-low", "ZSY-3.1") && refuses(&state, "44", "other-kind", "ZSY-3.1"));
    CHECK(say_all(&state, "2"));
    /* A single 2 on the table: the fives are the only way, and so they must. */
    cav_move move;
    CHECK(cav_state_count(&state) == 1 && !cav_state_nth(&state, 0, &move) && move.shape == CAV_BOMB);
    CHECK(refuses(&state, "pass", "must-beat", "ZSY-3.2"));
    CHECK(refuses(&state, "K", "too-low", "ZSY-3.1") && refuses(&state, "66", "other-kind", "ZSY-3.1"));
    CHECK(say_all(&state, "5555"));
    CHECK(cav_state_count(&state) == 1 && refuses(&state, "333", "too-low", "ZSY-3.1"));
    CHECK(say_all(&state, "pass;pass"));
    CHECK(state.head.turn == 1 && table_of(&state).leading == -1 && table_of(&state).leader == 1);
    CHECK(refuses(&state, "pass", "must-lead", "ZSY-3.2"));
    CHECK(table_of(&state).bonuses[1] == 1);
}

/* After both others have passed the last player leads; a pass shuts nobody out. */
static void test_zsy_3_2_trick(void)
{
    cav_state state = climbing();
    cav_event events[CAV_MAX_EVENTS];
    CHECK(say_all(&state, "3H;5;6;7;8;9"));
    cav_zhengshangyou_table table = table_of(&state);
    CHECK(table.leader == 0 && table.leading == 2 && table.answers == 5 && table.plays[1] == 2);
    CHECK(say_all(&state, "2;pass"));
    table = table_of(&state);
    CHECK(table.passes == 1 && table.answers == 6);
    CHECK(table.trick[1].kind == CAV_PASS && table.trick[2].kind == CAV_PLAY);
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PASS}, &log));
    CHECK(log.count == 2 && events[1].code == CAV_EVENT_TRICK && events[1].seat == 0);
    table = table_of(&state);
    CHECK(table.leader == 0 && table.leading == -1 && table.passes == 0 && table.answers == 0);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(table.trick[seat].kind == CAV_NONE);
}

static void test_zsy_3_1_cards_must_be_held(void)
{
    cav_state state = dealt("333", "4", "5");
    const cav_cards held = cav_state_hand(&state, 0);
    for (int card = 0; card < 64; card++) {
        cav_move move = {.kind = CAV_PLAY, .cards = {(uint64_t)1 << card, 0}};
        const cav_error *error = cav_state_check(&state, &move);
        if (card == 27)
            CHECK(!error);
        else
            CHECK(error && strcmp(error->code, held.any >> card & 1 ? "no-three-of-hearts" : "not-in-hand") == 0);
    }
    cav_move twice = {.kind = CAV_PLAY, .cards = {three_of_hearts, three_of_hearts}};
    const cav_error *error = cav_state_check(&state, &twice);
    CHECK(error && strcmp(error->code, "not-in-hand") == 0);
    for (int kind = 0; kind < 256; kind++) {
        cav_move move = {.kind = (uint8_t)kind, .cards = {three_of_hearts, 0}};
        error = cav_state_check(&state, &move);
        CHECK(kind == CAV_PLAY ? !error
                               : error && strcmp(error->code, kind == CAV_PASS ? "stray-fields" : "unknown-kind") == 0);
    }
    cav_move amount = {.kind = CAV_PLAY, .amount = 1, .cards = {three_of_hearts, 0}};
    error = cav_state_check(&state, &amount);
    CHECK(error && strcmp(error->code, "stray-fields") == 0);
}

/* Any cards of a class are taken, and the class has one listed move. */
static void test_classes(void)
{
    cav_state state = dealt("333 4 4 5 6 7", "", "");
    cav_move move = {.kind = CAV_PLAY, .cards = cards_from("3S 3H")};
    CHECK(!cav_state_check(&state, &move) && move.shape == CAV_PAIR && move.rank == 1 && move.length == 1);
    CHECK(move.cards.any == cards_from("3S 3H").any);
    CHECK(!cav_state_canonical(&state, &move) && move.cards.any == cards_from("3C 3H").any);
    static cav_move list[200];
    cav_rng rng = rng_of(3);
    for (uint32_t number = 0; number < 100; number++) {
        state = begun(game(), number);
        stroll(&state, &rng, cav_rng_below(&rng, 30));
        const size_t count = cav_state_list(&state, list, 200);
        for (size_t i = 0; i < count; i++) {
            move = list[i];
            for (int tries = 0; tries < 20; tries++) { /* other suits, but the 3 of hearts stays */
                const uint64_t card = cav_rng_below(&rng, 52), other = (card + 13 * (1 + cav_rng_below(&rng, 3))) % 52;
                if (card != 27 && (move.cards.any >> card & 1) && !(move.cards.any >> other & 1) &&
                    (cav_state_hand(&state, state.head.turn).any >> other & 1))
                    move.cards.any ^= (uint64_t)1 << card | (uint64_t)1 << other;
            }
            CHECK(!cav_state_check(&state, &move));
            CHECK(!cav_state_canonical(&state, &move) && memcmp(&move, &list[i], sizeof move) == 0);
        }
    }
}

/* ---- ZSY-4 Combinations ---------------------------------------------------------------------- */

static void test_zsy_4_readings(void)
{
    static const struct {
        const char *cards;
        int shape, length;
        char top;
    } cases[] = {
        {"3", CAV_SINGLE, 1, '3'},
        {"2", CAV_SINGLE, 1, '2'},
        {"33", CAV_PAIR, 1, '3'},
        {"AA", CAV_PAIR, 1, 'A'},
        {"333", CAV_TRIPLE, 1, '3'},
        {"KKK", CAV_TRIPLE, 1, 'K'},
        {"AAA", CAV_BOMB, 1, 'A'}, /* always a bomb, never a triple */
        {"4444", CAV_BOMB, 1, '4'},
        {"KKKK", CAV_BOMB, 1, 'K'},
        {"34567", CAV_STRAIGHT, 5, '7'},
        {"TJQKA", CAV_STRAIGHT, 5, 'A'},
        {"3456789TJQKA", CAV_STRAIGHT, 12, 'A'},
        {"3344", CAV_PAIR_RUN, 2, '4'},
        {"334455", CAV_PAIR_RUN, 3, '5'},
        {"KKAA", CAV_PAIR_RUN, 2, 'A'},
        {"QQKKAA", CAV_PAIR_RUN, 3, 'A'},
        {"778899TTJJQQKKAA", CAV_PAIR_RUN, 8, 'A'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int opening = 0; opening < 2; opening++) {
            cav_move reading;
            CHECK(cav_zhengshangyou_readings(ranks(cases[i].cards), opening, &reading, 1) == 1);
            CHECK(reading.kind == CAV_PLAY && reading.shape == cases[i].shape && reading.length == cases[i].length);
            CHECK(cav_rank_text(CAV_FRENCH, reading.rank)[0] == cases[i].top);
            CHECK(reading.cards.any == ranks(cases[i].cards).any);
        }
}

static void test_zsy_4_nothing(void)
{
    static const char *const nothing[] = {
        "",      "34",      "345",     "3456",    "34568",    "JQKA2",     "A2345",    "AA2",     "AAA2",
        "3334",  "33344",   "333444",  "333345",  "33334444", "334",       "33445",    "3355",    "AA33",
        "KKA",   "QQKKA",   "KKKAAA",  "4444 5",  "TJQKA2",   "3344556",   "3444",     "44445555", "QQQKKK",
        "34567 7",
    };
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
        for (int opening = 0; opening < 2; opening++) {
            const naive_counts n = naive_count(ranks(nothing[i]).any);
            naive_reading reading;
            CHECK(cav_zhengshangyou_readings(ranks(nothing[i]), opening, NULL, 0) == 0);
            CHECK(!naive_read(&n, opening, &reading));
        }
    /* What is no card of this pack is in no combination: AA22 and all the more. */
    static const char *const strangers[] = {"AH", "2C", "BJ", "AC AD 2S 2C", "AC AD AH AS", "TC JC QC KC AH"};
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        const cav_cards cards = cards_from(strangers[i]);
        CHECK(cav_zhengshangyou_readings(cards, false, NULL, 0) == 0);
        CHECK(cav_zhengshangyou_plays(cards, NULL, NULL, 0) == 0);
        const cav_move table = {.kind = CAV_PLAY, .cards = cards};
        CHECK(cav_zhengshangyou_plays(ranks("4444"), &table, NULL, 0) == 0);
    }
    CHECK(cav_zhengshangyou_readings((cav_cards){2, 2}, false, NULL, 0) == 0);
}

/* All combinations of a hand, by trying every multiset of its ranks. */
typedef struct brute {
    uint64_t keys[70000];
    size_t count;
} brute;

static void try_all(const naive_counts *hand, naive_counts *taken, int rank, bool opening, const naive_reading *table,
                    brute *found)
{
    if (rank == RANKS) {
        naive_reading reading;
        if (naive_read(taken, opening, &reading) && (!table || naive_beat(reading, *table)) &&
            (!opening || taken->of[0] > 0))
            found->keys[found->count++] = naive_key(taken, reading);
        return;
    }
    for (taken->of[rank] = 0; taken->of[rank] <= hand->of[rank]; taken->of[rank]++)
        try_all(hand, taken, rank + 1, opening, table, found);
    taken->of[rank] = 0;
}

static void check_plays(uint64_t hand, const cav_move *beating)
{
    static brute expected;
    static cav_move plays[2000];
    static uint64_t keys[2000];
    const naive_counts n = naive_count(hand);
    naive_counts taken = {{0}};
    naive_reading table;
    if (beating)
        table = reading_of(beating);
    expected.count = 0;
    try_all(&n, &taken, 0, !beating && (hand & three_of_hearts), beating ? &table : NULL, &expected);
    const size_t count = cav_zhengshangyou_plays((cav_cards){hand, 0}, beating, plays, 2000);
    CHECK(count == expected.count && count <= 2000);
    if (count != expected.count || count > 2000)
        return;
    for (size_t i = 0; i < count; i++) {
        CHECK(plays[i].kind == CAV_PLAY && (plays[i].cards.any & ~hand) == 0);
        keys[i] = naive_key_of_play(&plays[i]);
    }
    qsort(keys, count, sizeof keys[0], naive_compare);
    qsort(expected.keys, count, sizeof keys[0], naive_compare);
    CHECK(memcmp(keys, expected.keys, count * sizeof keys[0]) == 0);
}

/* A random hand, out of few neighbouring ranks now and then, so that it is full of combinations. */
static uint64_t random_hand(cav_rng *rng, int count)
{
    const int window = cav_rng_below(rng, 2) ? 5 + (int)cav_rng_below(rng, 3) : RANKS;
    const int low = (int)cav_rng_below(rng, (uint64_t)(RANKS - window + 1));
    uint64_t hand = 0;
    while (count > 0) {
        const int card = (int)cav_rng_below(rng, 52), strength = naive_of_card(card);
        if (!(whole_pack().any >> card & 1) || (hand >> card & 1) || strength < low || strength >= low + window)
            continue;
        hand |= (uint64_t)1 << card;
        count--;
    }
    return hand;
}

static void test_zsy_4_plays_against_brute_force(void)
{
    cav_rng rng = rng_of(8);
    for (int i = 0; i < 60; i++) {
        const uint64_t hand = random_hand(&rng, 1 + (int)cav_rng_below(&rng, HAND)), other = random_hand(&rng, HAND);
        static cav_move tables[2000];
        check_plays(hand, NULL);
        check_plays(hand | three_of_hearts, NULL);
        const size_t count = cav_zhengshangyou_plays((cav_cards){other, 0}, NULL, tables, 2000);
        for (int j = 0; j < 8; j++) {
            const cav_move table = tables[cav_rng_below(&rng, count)];
            check_plays(hand, &table);
        }
    }
}

/* ---- ZSY-5 Score --------------------------------------------------------------------------------- */

static int amount_of(const cav_result *result, const char *code, int seat)
{
    int amount = -1;
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->lines[i].code, code) == 0 && result->lines[i].seat == seat) {
            CHECK(amount == -1);
            amount = result->lines[i].amount;
        }
    return amount;
}

static cav_result result_of(const cav_state *state)
{
    cav_result result = {0};
    CHECK(state->head.turn == -1 && state->head.match_over == 1 && state->head.phase == 1);
    CHECK(!cav_state_result(state, &result));
    CHECK(result.points[0] + result.points[1] + result.points[2] == 0 && result.points[3] == 0);
    CHECK(memcmp(result.points, state->head.scores, sizeof result.points) == 0);
    return result;
}

/* A loser with 16 cards that never played, four sevens and the 2: 16 * 2 + 10 + 10. */
static void test_zsy_5_1_loser(void)
{
    cav_state state = dealt("333 AAA KKKK QQQQ 4", "7777 2 4 55 66 88 99 T J", "44 55 66 88 99 TTT JJJ");
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(say_all(&state, "3H 333;pass;pass;AAA;pass;pass;KKKK;pass;pass;QQQQ;pass;pass"));
    cav_move four = {.kind = CAV_PLAY, .cards = cav_state_hand(&state, 0)};
    const cav_cards left[] = {{0, 0}, cav_state_hand(&state, 1), cav_state_hand(&state, 2)};
    CHECK(!cav_state_play(&state, &four, &log));
    const cav_result result = result_of(&state);
    CHECK(result.points[0] == 84 && result.points[1] == -52 && result.points[2] == -32);
    CHECK(amount_of(&result, "winner", 0) == 0 && amount_of(&result, "cards", 0) == -1);
    CHECK(amount_of(&result, "cards", 1) == 32 && amount_of(&result, "doubled", 1) == 1);
    CHECK(amount_of(&result, "spade-two", 1) == 10 && amount_of(&result, "bombs-left", 1) == 10);
    CHECK(amount_of(&result, "cards", 2) == 32 && amount_of(&result, "doubled", 2) == 1);
    CHECK(amount_of(&result, "spade-two", 2) == -1 && amount_of(&result, "bombs-left", 2) == -1);
    CHECK(amount_of(&result, "bonus", 0) == -1 && result.count == 7); /* its bombs were led */
    /* The losers' cards are counted, so they are shown. */
    static const uint8_t codes[] = {CAV_EVENT_MOVE,   CAV_EVENT_SHOWN,  CAV_EVENT_SHOWN,  CAV_EVENT_DEAL_OVER,
                                    CAV_EVENT_POINTS, CAV_EVENT_POINTS, CAV_EVENT_POINTS, CAV_EVENT_MATCH_OVER};
    CHECK(log.count == sizeof codes);
    for (size_t i = 0; i < log.count; i++)
        CHECK(events[i].code == codes[i] && events[i].seen == 0xff);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        for (int seat = 0; seat < SEATS; seat++) {
            CHECK(table_of(&view).shown[seat].any == left[seat].any);
            CHECK(cav_state_hand(&view, seat).any == left[seat].any);
            CHECK(seat == 0 || (events[seat].seat == seat && events[seat].move.cards.any == left[seat].any));
        }
    }
}


/* Who has played is not doubled; each bomb left is paid for. */
static void test_zsy_5_1_bombs_left(void)
{
    cav_state state = dealt("AAA KKKK QQQQ 4455", "2 7777 8888 JJJ TT 9 6", "333 44 55 666 999 TT J");
    CHECK(say_all(&state, "3H;2;pass;AAA;pass;pass"));
    CHECK(table_of(&state).bonuses[0] == 1 && state.head.scores[0] == 0); /* paid with all the rest */
    CHECK(say_all(&state, "KKKK;pass;pass;QQQQ;pass;pass;4455"));
    const cav_result result = result_of(&state);
    CHECK(amount_of(&result, "cards", 1) == 15 && amount_of(&result, "doubled", 1) == -1);
    CHECK(amount_of(&result, "bombs-left", 1) == 20 && amount_of(&result, "spade-two", 1) == -1);
    CHECK(amount_of(&result, "cards", 2) == 32 && amount_of(&result, "doubled", 2) == 1);
    CHECK(amount_of(&result, "bombs-left", 2) == -1 && amount_of(&result, "bonus", 0) == 20);
    CHECK(result.points[0] == 35 + 32 + 20 && result.points[1] == -35 - 10 && result.points[2] == -32 - 10);
}

/* All sixteen cards at once: nobody else has played. Three aces are a bomb that is left as well. */
static void test_zsy_5_1_aces_left(void)
{
    cav_state state = dealt("3 44 55 66 77 88 99 TT", "AAA JJJJ 3 4 5 6 7 8 9 T 2", "3 4 5 6 7 8 9 T QQQQ KKKK");
    CHECK(say_all(&state, "3H 3 44 55 66 77 88 99 TT"));
    const cav_result result = result_of(&state);
    CHECK(amount_of(&result, "bombs-left", 1) == 20 && amount_of(&result, "bombs-left", 2) == 20);
    CHECK(result.points[0] == 62 + 52 && result.points[1] == -(32 + 10 + 20) && result.points[2] == -(32 + 20));
}

/* A bomb that is beaten in its round earns nothing, the last one does. */
static void test_zsy_5_2_over_bombed(void)
{
    cav_state state =
        dealt("8888 44 99 TT JJ QQ A", "5555 33 4 9 T J Q KKK AA", "6666 7777 3 4 9 T J Q K 2");
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(say_all(&state, "3H;5555;6666;8888;pass"));
    CHECK(table_of(&state).bonuses[0] == 0); /* not before both others have passed */
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PASS}, &log));
    CHECK(log.count == 3 && events[1].code == CAV_EVENT_BONUS && events[1].seat == 0 && events[1].move.amount == 20);
    CHECK(events[1].seen == 0xff && events[2].code == CAV_EVENT_TRICK);
    const cav_zhengshangyou_table table = table_of(&state);
    CHECK(table.bonuses[0] == 1 && table.bonuses[1] == 0 && table.bonuses[2] == 0);
}

/* A led bomb earns nothing, an answer to it does. */
static void test_zsy_5_2_led(void)
{
    cav_state state = dealt("8888 55 66 77 9 T J Q K", "AAA 4444 3 5 6 9 T J Q K 2", "33 5 6 77 99 TT JJ QQ KK");
    CHECK(say_all(&state, "3H;AAA;pass;pass;4444;pass"));
    CHECK(table_of(&state).bonuses[1] == 1);
    CHECK(refuses(&state, "pass", "must-beat", "ZSY-3.2") && say_all(&state, "8888;pass;pass"));
    CHECK(table_of(&state).bonuses[0] == 1 && table_of(&state).bonuses[1] == 1);
    CHECK(say_all(&state, "K;2;pass;pass;9"));
    CHECK(table_of(&state).bonuses[1] == 1 && table_of(&state).answers == 0);
}

/* A leader that bombs later in the round has answered. */
static void test_zsy_5_2_leader_answers(void)
{
    cav_state state = dealt("AAA KKKK QQQQ 4455", "2 7777 8888 JJJ TT 9 6", "333 44 55 666 999 TT J");
    CHECK(say_all(&state, "3H;2;pass;KKKK"));
    CHECK(table_of(&state).leader == 0 && table_of(&state).leading == 0 && table_of(&state).answers == 2);
    CHECK(say_all(&state, "pass;pass") && table_of(&state).bonuses[0] == 1);
}

/* The bomb that empties the hand is settled at once. */
static void test_zsy_5_2_last_cards(void)
{
    cav_state state = dealt("3 4 7 99 TT JJ QQ KK AA", "4 5555 6666 77 2 8888", "33 44 7 99 TT JJ QQ KK A");
    CHECK(say_all(&state, "3H;4;9;T;5555;pass;pass;6666;pass;pass;7;9;T;2;pass;pass;7;J;Q"));
    CHECK(table_of(&state).bonuses[1] == 1 && state.head.hand_sizes[1] == 4);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    cav_move move;
    CHECK(cav_state_count(&state) == 1 && !cav_state_nth(&state, 0, &move) && !cav_state_play(&state, &move, &log));
    CHECK(events[1].code == CAV_EVENT_BONUS && events[1].seat == 1 && table_of(&state).bonuses[1] == 2);
    const cav_result result = result_of(&state);
    CHECK(amount_of(&result, "bonus", 1) == 40 && result.points[1] == 12 + 13 + 40);
    CHECK(result.points[0] == -12 - 20 && result.points[2] == -13 - 20);
    CHECK(refuses(&state, "pass", "match-over", "") && cav_state_count(&state) == 0);
}

/* The account of random deals, recomputed from the moves alone. */
static void test_zsy_5_random_accounts(void)
{
    int doubled = 0, twos = 0, earned = 0, overbombed = 0, led = 0;
    for (uint32_t number = 0; number < 3000; number++) {
        cav_state state = begun(game(), number);
        cav_rng rng = rng_of(number);
        int points[SEATS] = {0}, plays[SEATS] = {0}, last = -1, passes = 0, bonuses[SEATS] = {0}, in_trick = 0;
        bool bomb = false;
        uint64_t hands[SEATS];
        for (int seat = 0; seat < SEATS; seat++)
            hands[seat] = cav_state_hand(&state, seat).any;
        while (state.head.turn >= 0) {
            cav_move move;
            cav_event events[CAV_MAX_EVENTS];
            cav_log log = {events, CAV_MAX_EVENTS, 0};
            const int seat = state.head.turn;
            CHECK(!cav_state_pick(&state, &rng, &move) && !cav_state_play(&state, &move, &log));
            bool settled = false;
            if (move.kind == CAV_PLAY) {
                naive_reading reading;
                const naive_counts n = naive_count(move.cards.any);
                CHECK(naive_read(&n, move.cards.any & three_of_hearts, &reading));
                overbombed += bomb && in_trick > 1;
                bomb = naive_power(reading) > 0;
                led += bomb && in_trick == 0;
                in_trick++;
                plays[seat]++;
                hands[seat] &= ~move.cards.any;
                last = seat;
                passes = 0;
                settled = hands[seat] == 0;
            } else {
                settled = ++passes == 2;
            }
            const bool earns = settled && bomb && in_trick > 1;
            size_t told = 0;
            for (size_t i = 0; i < log.count; i++)
                if (events[i].code == CAV_EVENT_BONUS) {
                    CHECK(events[i].seat == last && events[i].move.amount == 20);
                    told++;
                }
            CHECK(told == (size_t)earns);
            if (earns) {
                for (int other = 0; other < SEATS; other++)
                    points[other] += other == last ? 20 : -10;
                bonuses[last]++;
                earned++;
            }
            if (settled) {
                in_trick = passes = 0;
                bomb = false;
            }
            const cav_zhengshangyou_table table = table_of(&state);
            CHECK(memcmp(table.bonuses, bonuses, sizeof bonuses) == 0 && memcmp(table.plays, plays, sizeof plays) == 0);
        }
        CHECK(hands[last] == 0);
        for (int seat = 0; seat < SEATS; seat++) {
            const naive_counts n = naive_count(hands[seat]);
            int pays = naive_total(&n) * (plays[seat] ? 1 : 2);
            if (seat == last)
                continue;
            doubled += plays[seat] == 0;
            if (hands[seat] & spade_two) {
                pays += 10;
                twos++;
            }
            for (int rank = 0; rank < RANKS; rank++)
                pays += n.of[rank] == 4 || (rank == ACE && n.of[rank] == 3) ? 10 : 0;
            points[seat] -= pays;
            points[last] += pays;
        }
        const cav_result result = result_of(&state);
        for (int seat = 0; seat < SEATS; seat++) {
            CHECK(result.points[seat] == points[seat]);
            CHECK(amount_of(&result, "bonus", seat) == (bonuses[seat] ? 20 * bonuses[seat] : -1));
        }
    }
    CHECK(doubled > 0 && twos > 0 && earned > 0 && led > 0 && overbombed > 0);
}

/* Every move listed is a right one, and random cards of the hand are taken exactly when they are right. */
static void test_zsy_legal_moves(void)
{
    static cav_move moves[2000];
    cav_rng rng = rng_of(99);
    int right = 0, wrong = 0;
    for (uint32_t number = 0; number < 300; number++) {
        cav_state state = begun(game(), number);
        stroll(&state, &rng, cav_rng_below(&rng, 40));
        if (state.head.turn < 0)
            continue;
        const cav_zhengshangyou_table table = table_of(&state);
        const cav_cards hand = cav_state_hand(&state, state.head.turn);
        const size_t count = cav_state_list(&state, moves, 2000);
        naive_reading to_beat = {0};
        if (table.leading >= 0)
            to_beat = reading_of(&table.trick[table.leading]);
        CHECK(count == cav_state_count(&state) && count <= 2000);
        const cav_move *on_table = table.leading >= 0 ? &table.trick[table.leading] : NULL;
        CHECK((moves[0].kind == CAV_PASS) == (cav_zhengshangyou_plays(hand, on_table, NULL, 0) == 0));
        for (int i = 0; i < 100; i++) {
            cav_move move = {.kind = CAV_PLAY, .cards = moves[cav_rng_below(&rng, count)].cards};
            for (uint64_t change = cav_rng_below(&rng, 4); change > 0; change--)
                move.cards.any ^= hand.any & (uint64_t)1 << cav_rng_below(&rng, 52);
            const naive_counts n = naive_count(move.cards.any);
            naive_reading reading;
            const bool legal = naive_read(&n, move.cards.any & three_of_hearts, &reading) &&
                               (table.leading >= 0 ? naive_beat(reading, to_beat)
                                                   : table.opened || (move.cards.any & three_of_hearts));
            CHECK(!cav_state_check(&state, &move) == legal);
            right += legal;
            wrong += !legal;
        }
    }
    CHECK(right > 1000 && wrong > 1000);
}

/* ---- What is known of hands ------------------------------------------------------------------------------ */

/* All know where the 3 of hearts is, until it is played; and nothing else of the hands of others. */
static void test_views_of_the_opening(void)
{
    cav_state state = dealt("4", "5", "6"), view;
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        CHECK(!cav_state_view(&state, viewer, &view));
        for (int seat = 0; seat < SEATS; seat++)
            if (seat != viewer)
                CHECK(cav_state_hand(&view, seat).any == (seat == 0 ? three_of_hearts : 0));
    }
    CHECK(say_all(&state, "3H"));
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        CHECK(!cav_state_view(&state, viewer, &view));
        for (int seat = 0; seat < SEATS; seat++)
            if (seat != viewer)
                CHECK(cav_state_hand(&view, seat).any == 0);
    }
}

/* The passes of a deal, as they were: what was on the table, and what the seat had played before. */
typedef struct passed {
    int seat;
    cav_move table;
    uint64_t played;
} passed;

typedef struct history {
    passed passes[200];
    int count;
    uint64_t played[SEATS];
} history;

static void make_move(cav_state *state, const cav_move *move, history *past)
{
    const int seat = state->head.turn;
    const cav_zhengshangyou_table table = table_of(state);
    if (move->kind == CAV_PASS)
        past->passes[past->count++] = (passed){seat, table.trick[table.leading], past->played[seat]};
    else
        past->played[seat] |= move->cards.any;
    CHECK(!cav_state_play(state, move, NULL));
}

static bool is_sequence(const cav_move *play) { return play->shape == CAV_STRAIGHT || play->shape == CAV_PAIR_RUN; }

/* Whether hands are such that every pass was forced; without the passes on sequences if these are left out. */
static bool fits_history(const history *past, const uint64_t hands[SEATS], bool sequences)
{
    for (int i = 0; i < past->count; i++) {
        const passed *p = &past->passes[i];
        const cav_cards then = {hands[p->seat] | (past->played[p->seat] & ~p->played), 0};
        if ((sequences || !is_sequence(&p->table)) && cav_zhengshangyou_plays(then, &p->table, NULL, 0))
            return false;
    }
    return true;
}

static void hands_of(const cav_state *state, uint64_t hands[SEATS])
{
    for (int seat = 0; seat < SEATS; seat++)
        hands[seat] = cav_state_hand(state, seat).any;
}

/* A move, long ones more often: so there are many sequences. */
static cav_move pick_long(const cav_state *state, cav_rng *rng)
{
    static cav_move list[2000];
    const size_t count = cav_state_list(state, list, 2000);
    cav_move best = list[0];
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t weight = 4 * (uint64_t)list[i].length + cav_rng_below(rng, 12);
        if (weight > most) {
            most = weight;
            best = list[i];
        }
    }
    return best;
}

/* Both others pass on 3 ... K: they hold neither 4 ... A nor a bomb. */
static void test_passes_tell(void)
{
    cav_state state = dealt("4 5 6 7 8 9 T J Q K K 4 5 Q 2", "33 44 5 66 77 88 99 T K A", "3 5 6 7 8 9 TT JJJ QQ K AA");
    cav_rng rng = rng_of(4);
    CHECK(say_all(&state, "3H 4 5 6 7 8 9 T J Q K;pass;pass"));
    for (int i = 0; i < 1000; i++) {
        cav_state view, sampled;
        CHECK(!cav_state_view(&state, i % 2 - 1, &view) && !cav_state_sample(&view, &rng, &sampled));
        for (int seat = 1; seat < SEATS; seat++) {
            const naive_counts n = naive_count(cav_state_hand(&sampled, seat).any);
            int missing = 0;
            for (int rank = 0; rank < RANKS; rank++) {
                CHECK(n.of[rank] < (rank == ACE ? 3 : 4));
                missing += rank > 0 && rank <= ACE && n.of[rank] == 0;
            }
            CHECK(missing > 0);
        }
    }
}

static void test_samples_keep_what_passes_told(void)
{
    cav_rng rng = rng_of(12);
    int sequences = 0, others = 0;
    for (uint32_t number = 0; number < 250; number++) {
        cav_state state = begun(game(), number);
        history past = {.count = 0};
        while (state.head.turn >= 0) {
            for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
                cav_state view, sampled;
                uint64_t hands[SEATS], all = 0;
                CHECK(!cav_state_view(&state, viewer, &view) && !cav_state_sample(&view, &rng, &sampled));
                hands_of(&sampled, hands);
                CHECK(fits_history(&past, hands, true));
                for (int seat = 0; seat < SEATS; seat++) {
                    CHECK((all & (hands[seat] | past.played[seat])) == 0);
                    CHECK(cav_cards_count((cav_cards){hands[seat], 0}) == state.head.hand_sizes[seat]);
                    all |= hands[seat] | past.played[seat];
                }
                CHECK(all == whole_pack().any);
            }
            const cav_move move = pick_long(&state, &rng);
            make_move(&state, &move, &past);
        }
        for (int i = 0; i < past.count; i++)
            *(is_sequence(&past.passes[i].table) ? &sequences : &others) += 1;
    }
    CHECK(sequences > 1000 && others > 1000);
}

/* A spectator before the opening: of the other 47 cards each is with the opener in 15 of 47 deals, with each of the
 * others in 16. There are more layouts than 64 bits count. */
static void test_samples_before_the_opening_are_even(void)
{
    enum { SAMPLES = 4700 };
    const cav_state state = dealt("", "", "");
    static uint32_t seen[SEATS][52];
    cav_state view, sampled;
    cav_rng rng = rng_of(5);
    uint32_t pairs[SEATS] = {0};
    CHECK(!cav_state_view(&state, CAV_SPECTATOR, &view));
    for (int i = 0; i < SAMPLES; i++) {
        CHECK(!cav_state_sample(&view, &rng, &sampled));
        for (int seat = 0; seat < SEATS; seat++)
            for (int card = 0; card < 52; card++)
                seen[seat][card] += (uint32_t)(cav_state_hand(&sampled, seat).any >> card & 1);
        for (int seat = 0; seat < SEATS; seat++)
            pairs[seat] += cav_cards_contain(cav_state_hand(&sampled, seat), cards_from("JC JD"));
    }
    double far = 0;
    for (int card = 0; card < 52; card++) {
        if (!(whole_pack().any >> card & 1) || card == 27)
            continue;
        far += chi_square(&seen[0][card], 1, SAMPLES * 15.0 / 47);
        for (int seat = 1; seat < SEATS; seat++)
            far += chi_square(&seen[seat][card], 1, SAMPLES * 16.0 / 47);
    }
    CHECK(far * 46 / 47 < 139); /* 46 * 2 degrees of freedom, scaled as the hands have fixed sizes */
    /* Two cards are with the same seat as often as any two. */
    const double by_opener = SAMPLES * 15.0 * 14 / 47 / 46, by_other = SAMPLES * 16.0 * 15 / 47 / 46;
    CHECK(chi_square(pairs, 1, by_opener) + chi_square(pairs + 1, 2, by_other) < 16.27);
}

/* All ways to deal out the cards that a view hides. */
typedef struct layouts {
    uint64_t hands[500][SEATS];
    int count, without_sequences; /* as many as there are; if sequences told nothing */
} layouts;

static void deal_out(const history *past, const cav_state *state, uint64_t unseen, uint64_t hands[SEATS], layouts *all)
{
    if (!unseen) {
        all->without_sequences += fits_history(past, hands, false);
        if (fits_history(past, hands, true) && all->count++ < 500)
            memcpy(all->hands[all->count - 1], hands, sizeof all->hands[0]);
        return;
    }
    const uint64_t card = unseen & (0 - unseen);
    for (int seat = 0; seat < SEATS; seat++)
        if (cav_cards_count((cav_cards){hands[seat], 0}) < state->head.hand_sizes[seat]) {
            hands[seat] |= card;
            deal_out(past, state, unseen ^ card, hands, all);
            hands[seat] ^= card;
        }
}

/* Chi-square of samples less its mean, which is one less than the cells; its deviation is the root of twice that. */
static double check_ending(const cav_state *view, const layouts *all, cav_rng *rng)
{
    uint32_t seen[500] = {0};
    for (int i = 0; i < 100 * all->count; i++) {
        cav_state sampled;
        uint64_t hands[SEATS];
        int index = 0;
        CHECK(!cav_state_sample(view, rng, &sampled));
        hands_of(&sampled, hands);
        while (index < all->count && memcmp(all->hands[index], hands, sizeof hands) != 0)
            index++;
        CHECK(index < all->count);
        seen[index < all->count ? index : 0]++;
    }
    const double far = chi_square(seen, all->count, 100) - (all->count - 1);
    CHECK(far < 0 || far * far < 144 * 2.0 * (all->count - 1));
    return far;
}

static void test_samples_of_endings_are_even(void)
{
    static layouts all;
    cav_rng rng = rng_of(7);
    int tested = 0, by_spectators = 0, by_sequences = 0;
    double far = 0, freedom = 0;
    for (uint32_t number = 0; number < 3000; number++) {
        cav_state state = begun(game(), number);
        history past = {.count = 0};
        for (uint64_t moves = 20 + cav_rng_below(&rng, 40); moves > 0 && state.head.turn >= 0; moves--) {
            const cav_move move = pick_long(&state, &rng);
            make_move(&state, &move, &past);
        }
        const int viewer = (int)cav_rng_below(&rng, 4) - 1;
        uint64_t hands[SEATS], unseen = 0;
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        hands_of(&view, hands);
        for (int seat = 0; seat < SEATS; seat++)
            unseen |= cav_state_hand(&state, seat).any & ~hands[seat];
        const int hidden = cav_cards_count((cav_cards){unseen, 0});
        if (state.head.turn < 0 || hidden < 3 || hidden > (viewer < 0 ? 8 : 14))
            continue;
        all.count = all.without_sequences = 0;
        deal_out(&past, &state, unseen, hands, &all);
        CHECK(all.count > 0);
        const bool bound = all.without_sequences > all.count;
        if (all.count < 2 || all.count > 500 || (tested >= 60 && (!bound || by_sequences >= 60)))
            continue;
        far += check_ending(&view, &all, &rng);
        freedom += all.count - 1;
        tested++;
        by_spectators += viewer < 0;
        by_sequences += bound;
    }
    CHECK(far * far < 16 * 2 * freedom); /* four deviations */
    CHECK(tested >= 60 && by_spectators >= 5 && by_sequences >= 10);
}

int main(void)
{
    RUN(test_zsy_2_deal);
    RUN(test_zsy_2_opening);
    RUN(test_zsy_2_openings_of_random_deals);
    RUN(test_zsy_3_1_ranks);
    RUN(test_zsy_3_1_kind_and_length);
    RUN(test_zsy_3_1_bombs);
    RUN(test_zsy_4_heavenly_bomb);
    RUN(test_zsy_3_2_must_beat);
    RUN(test_zsy_3_2_trick);
    RUN(test_zsy_3_1_cards_must_be_held);
    RUN(test_classes);
    RUN(test_zsy_4_readings);
    RUN(test_zsy_4_nothing);
    RUN(test_zsy_4_plays_against_brute_force);
    RUN(test_zsy_5_1_loser);
    RUN(test_zsy_5_1_bombs_left);
    RUN(test_zsy_5_1_aces_left);
    RUN(test_zsy_5_2_over_bombed);
    RUN(test_zsy_5_2_led);
    RUN(test_zsy_5_2_leader_answers);
    RUN(test_zsy_5_2_last_cards);
    RUN(test_zsy_5_random_accounts);
    RUN(test_zsy_legal_moves);
    RUN(test_views_of_the_opening);
    RUN(test_passes_tell);
    RUN(test_samples_keep_what_passes_told);
    RUN(test_samples_before_the_opening_are_even);
    RUN(test_samples_of_endings_are_even);
    return checks_result();
}
