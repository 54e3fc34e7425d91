/* Dou Dizhu, clause by clause: right values out of the house rules (DDZ). */
#include <stdlib.h>

#include "naive.h"
#include "table.h"
#include "test.h"

enum { SEATS = 3 };

static const cav_game *game(void) { return cav_game_find("doudizhu"); }

static cav_doudizhu_table table_of(const cav_state *state)
{
    cav_doudizhu_table table;
    cav_state_table(state, &table);
    return table;
}

/* A deal with the ranks that are given, seat 0 bids first; what is left open is dealt by chance. */
static cav_state dealt(const char *hand0, const char *hand1, const char *hand2, const char *bottom)
{
    const cav_doudizhu_options options = {.first_bidder = 0};
    const char *const hands[SEATS] = {hand0, hand1, hand2};
    cav_cards pack = {((uint64_t)1 << 54) - 1, 0};
    cav_setup setup;
    cav_state state;
    uint8_t seed[CAV_SEED_SIZE];
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(77, seed);
    for (int seat = 0; seat < SEATS; seat++)
        setup.hands[seat] = take_ranks(&pack, hands[seat]);
    setup.stock_size = cav_cards_list(take_ranks(&pack, bottom), setup.stock);
    CHECK(!cav_game_start(game(), &options, seed, &setup, &state, NULL));
    return state;
}

/* ---- DDZ-2 Deal and bidding -------------------------------------------------------------- */

static void test_ddz_2_1_deal(void)
{
    for (uint32_t number = 0; number < 50; number++) {
        const cav_state state = begun(game(), number);
        uint8_t bottom[CAV_MAX_PACK];
        cav_cards seen = {0, 0};
        for (int seat = 0; seat < SEATS; seat++) {
            const cav_cards hand = cav_state_hand(&state, seat);
            CHECK(cav_cards_count(hand) == 17 && state.head.hand_sizes[seat] == 17 && !hand.both);
            CHECK((seen.any & hand.any) == 0);
            seen.any |= hand.any;
        }
        CHECK(cav_state_stock(&state, bottom) == 3);
        for (int i = 0; i < 3; i++)
            CHECK(cav_cards_add(&seen, bottom[i]));
        CHECK(seen.any == ((uint64_t)1 << 54) - 1 && !seen.both);
    }
}

static void test_ddz_2_2_first_bidder(void)
{
    uint32_t seen[SEATS] = {0};
    for (uint32_t number = 0; number < 3000; number++) {
        const cav_state state = begun(game(), number);
        CHECK(state.head.turn == table_of(&state).first_bidder);
        seen[state.head.turn]++;
    }
    CHECK(chi_square(seen, SEATS, 1000) < 13.82);
    for (int seat = 0; seat < SEATS; seat++) {
        const cav_doudizhu_options options = {.first_bidder = seat};
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state;
        seed_of(5, seed);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL) && state.head.turn == seat);
    }
}

static void test_ddz_2_2_bids(void)
{
    cav_state state = dealt("", "", "", "");
    cav_move moves[8];
    CHECK(cav_state_list(&state, moves, 8) == 4 && moves[0].kind == CAV_PASS);
    for (int bid = 1; bid <= 3; bid++)
        CHECK(moves[bid].kind == CAV_BID && moves[bid].amount == bid);
    CHECK(refuses(&state, "bid 0", "no-such-bid", "DDZ-2.2"));
    CHECK(refuses(&state, "bid 4", "no-such-bid", "DDZ-2.2"));
    CHECK(refuses(&state, "bid -1", "no-such-bid", "DDZ-2.2"));
    CHECK(say_all(&state, "bid 2"));
    CHECK(refuses(&state, "bid 1", "bid-too-low", "DDZ-2.2"));
    CHECK(refuses(&state, "bid 2", "bid-too-low", "DDZ-2.2"));
    CHECK(cav_state_list(&state, moves, 8) == 2 && moves[1].amount == 3);
    cav_move play = {.kind = CAV_PLAY,
                     .cards = {cav_state_hand(&state, 1).any & (0 - cav_state_hand(&state, 1).any), 0}};
    const cav_error *error = cav_state_play(&state, &play, NULL);
    CHECK(error && strcmp(error->code, "bidding") == 0 && strcmp(error->rule, "DDZ-2.2") == 0);
}

/* DDZ-2.3: who becomes landlord, and at what bid. */
static void test_ddz_2_3_sequences(void)
{
    static const struct {
        const char *calls;
        int landlord, bid; /* -1: the bidding goes on */
    } cases[] = {
        {"pass; bid 1; pass; pass", 1, 1},
        {"bid 1; bid 2; bid 3", 2, 3},
        {"pass; bid 1; bid 2; bid 3", 0, 3},
        {"bid 1; bid 2; pass; pass", 1, 2},
        {"bid 3", 0, 3},
        {"pass; bid 3", 1, 3},
        {"pass; pass; bid 3", 2, 3},
        {"pass; pass; bid 1; pass; pass", 2, 1},
        {"pass; pass; bid 1; pass; bid 2; pass; bid 3", 0, 3}, /* seven calls are the most */
        {"pass; pass; bid 1; pass; bid 2; pass; pass", 1, 2},
        {"bid 1; pass; bid 2; bid 3", 0, 3}, /* who bid may bid again */
        {"bid 1; pass; bid 2; pass; pass", 2, 2},
        {"pass; bid 1; pass; bid 2; pass; pass", 0, 2}, /* who passed may bid later */
        {"bid 1; pass", -1, 1},
        {"pass; pass; bid 1; pass", -1, 1},
        {"pass; pass", -1, 0},
        {"bid 1; bid 2; pass", -1, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cav_state state = dealt("", "", "", "");
        CHECK(say_all(&state, cases[i].calls));
        const cav_doudizhu_table table = table_of(&state);
        CHECK(table.landlord == cases[i].landlord && table.bid == cases[i].bid);
        if (cases[i].landlord >= 0) {
            CHECK(state.head.turn == cases[i].landlord && table.leader == cases[i].landlord);
            CHECK(refuses(&state, "bid 3", "not-bidding", "DDZ-2.3"));
        } else {
            CHECK(table.leader == -1 && table.leading == -1 && !table.bottom.any);
        }
    }
}

static void test_ddz_2_4_three_passes(void)
{
    uint32_t seen[SEATS] = {0};
    for (uint32_t number = 0; number < 600; number++) {
        cav_state state = begun(game(), number);
        const cav_state before = state;
        cav_event events[CAV_MAX_EVENTS];
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        CHECK(say_all(&state, "pass; pass"));
        cav_move pass = {.kind = CAV_PASS};
        CHECK(!cav_state_play(&state, &pass, &log));
        CHECK(log.count == 6);
        CHECK(events[0].code == CAV_EVENT_MOVE && events[1].code == CAV_EVENT_REDEAL && events[1].seat == -1);
        CHECK(events[2].code == CAV_EVENT_DEAL && events[2].seat == state.head.turn && events[2].move.amount == 0);
        for (int seat = 0; seat < SEATS; seat++) {
            CHECK(events[3 + seat].code == CAV_EVENT_HAND && events[3 + seat].seat == seat);
            CHECK(events[3 + seat].move.cards.any == cav_state_hand(&state, seat).any);
            CHECK(cav_state_hand(&state, seat).any != cav_state_hand(&before, seat).any);
        }
        const cav_doudizhu_table table = table_of(&state);
        CHECK(state.head.redeal == 1 && state.head.deal == 0 && state.head.moves == 3 && !state.head.match_over);
        CHECK(table.redeals == 1 && table.calls[0] == -1 && table.bidder == -1 && table.passes == 0 && table.bid == 0);
        CHECK(memcmp(state.head.seed, before.head.seed, CAV_SEED_SIZE) == 0);
        seen[state.head.turn]++;
    }
    CHECK(chi_square(seen, SEATS, 200) < 13.82); /* the first bidder is drawn anew */
}

/* Without a limit; and the first bidder that was set is only that of the first deal. */
static void test_ddz_2_4_many_redeals(void)
{
    cav_state state = dealt("333 444", "", "", "RJ BJ 2");
    uint32_t seen[SEATS] = {0};
    for (uint32_t redeal = 1; redeal <= 300; redeal++) {
        const cav_state before = state;
        CHECK(say_all(&state, "pass; pass; pass"));
        CHECK(state.head.redeal == redeal && state.head.moves == 3 * redeal && cav_state_count(&state) == 4);
        CHECK(cav_state_hand(&state, 0).any != cav_state_hand(&before, 0).any);
        seen[state.head.turn]++;
    }
    CHECK(chi_square(seen, SEATS, 100) < 13.82);
}

static void test_ddz_2_5_bottom(void)
{
    cav_state state = dealt("3333", "", "", "RJ BJ 2");
    const cav_cards bottom = ranks_from("RJ BJ 2"), before = cav_state_hand(&state, 1);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    uint8_t stock[CAV_MAX_PACK];
    CHECK(!table_of(&state).bottom.any);
    CHECK(say_all(&state, "pass"));
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_BID, .amount = 3}, &log));
    CHECK(log.count == 2 && events[1].code == CAV_EVENT_BOTTOM && events[1].seat == 1);
    CHECK(events[1].move.cards.any == bottom.any && events[1].seen == 0xff);
    CHECK(cav_state_hand(&state, 1).any == (before.any | bottom.any) && state.head.hand_sizes[1] == 20);
    CHECK(state.head.hand_sizes[0] == 17 && state.head.hand_sizes[2] == 17);
    CHECK(table_of(&state).bottom.any == bottom.any && cav_state_stock(&state, stock) == 0);
    CHECK(state.head.turn == 1);
    /* All know that the landlord holds them, until they are played. */
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        CHECK(viewer == 1 || cav_state_hand(&view, 1).any == bottom.any);
    }
    CHECK(say_all(&state, "2"));
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        CHECK(viewer == 1 || cav_state_hand(&view, 1).any == ranks_from("RJ BJ").any);
        CHECK(table_of(&view).bottom.any == bottom.any);
    }
}

/* ---- DDZ-3 Play --------------------------------------------------------------------------- */

static void test_ddz_3_1_lead_and_follow(void)
{
    cav_state state = dealt("3 4 55 6", "3 4 55 6 7", "3 4 66 7 8 QQ KK AA", "9 T J");
    CHECK(say_all(&state, "bid 3"));
    CHECK(refuses(&state, "pass", "must-lead", "DDZ-3.1"));
    CHECK(refuses(&state, "", "unreadable", ""));
    CHECK(refuses(&state, "3 4", "no-combination", "DDZ-4"));
    CHECK(say_all(&state, "55"));
    CHECK(refuses(&state, "55", "too-low", "DDZ-3.1"));
    CHECK(refuses(&state, "3", "other-kind", "DDZ-3.1"));
    CHECK(say_all(&state, "pass"));
    CHECK(refuses(&state, "8", "other-kind", "DDZ-3.1"));
    CHECK(say_all(&state, "66; pass; pass"));
    CHECK(refuses(&state, "pass", "must-lead", "DDZ-3.1")); /* DDZ-3.2: seat 2 leads again */
    CHECK(state.head.turn == 2 && table_of(&state).leader == 2 && table_of(&state).leading == -1);
    CHECK(say_all(&state, "3; 4"));
    CHECK(state.head.turn == 1);
}

static void test_ddz_3_1_cards_must_be_held(void)
{
    cav_state state = dealt("333 4 5", "3", "4", "");
    CHECK(say_all(&state, "bid 3"));
    const cav_cards held = cav_state_hand(&state, 0);
    for (int card = 0; card < 64; card++) {
        cav_move move = {.kind = CAV_PLAY, .cards = {(uint64_t)1 << card, 0}};
        const cav_error *error = cav_state_check(&state, &move);
        CHECK(held.any >> card & 1 ? !error : error && strcmp(error->code, "not-in-hand") == 0);
    }
    cav_move twice = {.kind = CAV_PLAY, .cards = {held.any & (0 - held.any), held.any & (0 - held.any)}};
    const cav_error *error = cav_state_check(&state, &twice);
    CHECK(error && strcmp(error->code, "not-in-hand") == 0);
}

/* DDZ-3.2: only two passes in a row clear the table. */
static void test_ddz_3_2_trick(void)
{
    cav_state state = dealt("3 7", "4 8", "5 9", "");
    CHECK(say_all(&state, "bid 3; 3; pass; 5"));
    cav_doudizhu_table table = table_of(&state);
    CHECK(table.leader == 0 && table.leading == 2 && table.passes == 0);
    CHECK(table.trick[0].kind == CAV_PLAY && table.trick[1].kind == CAV_PASS && table.trick[2].kind == CAV_PLAY);
    CHECK(say_all(&state, "7; 8; pass"));
    table = table_of(&state);
    CHECK(table.leading == 1 && table.passes == 1 && state.head.turn == 0);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PASS}, &log));
    CHECK(log.count == 2 && events[1].code == CAV_EVENT_TRICK && events[1].seat == 1);
    table = table_of(&state);
    CHECK(table.leader == 1 && table.leading == -1 && table.passes == 0 && state.head.turn == 1);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(table.trick[seat].kind == CAV_NONE);
}

static bool read(const char *text, cav_move *reading)
{
    return cav_doudizhu_readings(ranks_from(text), reading, 1) == 1;
}

/* Whether a pack holds both sets of cards. */
static bool fit_together(cav_cards a, cav_cards b)
{
    const naive_counts n = naive_count(a.any), m = naive_count(b.any);
    for (int rank = 0; rank < NAIVE_RANKS; rank++)
        if (n.of[rank] + m.of[rank] > (rank < NAIVE_BLACK ? 4 : 1))
            return false;
    return true;
}

/* Whether the second cards may be played on the first. Asked of the kernel, of the letter of the rules, and, when one
 * pack holds both, of a position; all must say the same. */
static bool beats(const char *on, const char *answer)
{
    cav_move table, play, answers[2000];
    const cav_cards cards = ranks_from(answer);
    if (!read(on, &table) || !read(answer, &play))
        return false;
    const size_t count = cav_doudizhu_plays(cards, &table, answers, 2000);
    bool kernel = false;
    for (size_t i = 0; i < count && i < 2000; i++)
        kernel |= answers[i].cards.any == cards.any;
    const naive_reading low = {table.shape, table.length, naive_strength(table.rank)};
    const naive_reading high = {play.shape, play.length, naive_strength(play.rank)};
    CHECK(kernel == naive_beats(high, low));
    if (fit_together(table.cards, cards)) {
        cav_state state = dealt(on, answer, "", "");
        CHECK(say_all(&state, "bid 3") && !say(&state, on)[0]);
        CHECK(kernel == !say(&state, answer)[0]);
    }
    return kernel;
}

static void test_ddz_3_3_ranks(void)
{
    static const char *const upwards[] = {"3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "BJ", "RJ"};
    for (int low = 0; low < 15; low++)
        for (int high = 0; high < 15; high++)
            CHECK(beats(upwards[low], upwards[high]) == (high > low));
    CHECK(beats("33344", "44433") && !beats("55544", "44455")); /* attachments never matter */
    CHECK(beats("3334", "4443") && beats("4445", "6663") && !beats("66633", "555AA"));
    CHECK(beats("34567", "45678") && !beats("45678", "45678") && beats("56789", "TJQKA"));
    CHECK(beats("333345", "444433") && beats("33334455", "44443355"));
}

static void test_ddz_3_1_kind_and_length(void)
{
    CHECK(!beats("34567", "456789") && !beats("345678", "45678") && beats("345678", "456789"));
    CHECK(!beats("334455", "44556677") && beats("334455", "445566") && !beats("334455", "444555"));
    CHECK(!beats("3", "44") && !beats("33", "444") && !beats("333", "4445") && !beats("3334", "44455"));
    CHECK(!beats("333345", "44443355") && !beats("3334", "4444333") && !beats("333444", "55566678"));
    /* DDZ-4: airplane of four and airplane of three with singles, both twelve cards. */
    CHECK(!beats("333444555666", "444555666789") && !beats("333444555789", "666777888999"));
    CHECK(beats("333444555789", "444555666789"));
    /* Same core: not higher, whatever the wings. */
    CHECK(!beats("333444555778", "333444555KKA"));
    CHECK(beats("333444555778", "444555666899") && beats("333444555778", "777888999TJQ"));
}

static void test_ddz_3_4_bombs_and_rocket(void)
{
    static const char *const ordinary[] = {
        "3",      "RJ",     "22",       "222",        "2223",   "22233",    "TJQKA",
        "QQKKAA", "KKKAAA", "KKKAAA34", "KKKAAA3344", "222234", "22223344",
    };
    for (size_t i = 0; i < sizeof ordinary / sizeof ordinary[0]; i++) {
        CHECK(beats(ordinary[i], "5555") && beats(ordinary[i], "BJ RJ"));
        CHECK(!beats("5555", ordinary[i]) && !beats("BJ RJ", ordinary[i]));
    }
    CHECK(beats("3333", "4444") && beats("AAAA", "2222") && !beats("4444", "3333") && !beats("4444", "4444"));
    CHECK(beats("2222", "BJ RJ") && !beats("BJ RJ", "2222"));
    /* With attachments it is no bomb (DDZ-4.4). */
    CHECK(!beats("3", "444456") && !beats("3334", "5555 66") && !beats("3333", "444456") && beats("222234", "3333"));
}

static void test_ddz_3_1_bomb_errors(void)
{
    cav_state state = dealt("4444", "5 6", "3333 7 8", "");
    CHECK(say_all(&state, "bid 3; 4444"));
    CHECK(refuses(&state, "5", "too-low", "DDZ-3.1")); /* it is not the kind that is missing, it is the power */
    CHECK(say_all(&state, "pass"));
    CHECK(refuses(&state, "3333", "too-low", "DDZ-3.1"));
}

/* ---- DDZ-4 Combinations ---------------------------------------------------------------------- */

static void test_ddz_4_readings(void)
{
    static const struct {
        const char *cards;
        int shape, length;
        char top;
    } cases[] = {
        {"3", CAV_SINGLE, 1, '3'},
        {"RJ", CAV_SINGLE, 1, 'R'},
        {"22", CAV_PAIR, 1, '2'},
        {"222", CAV_TRIPLE, 1, '2'},
        {"3334", CAV_TRIPLE_SINGLE, 1, '3'},
        {"333 RJ", CAV_TRIPLE_SINGLE, 1, '3'},
        {"222A", CAV_TRIPLE_SINGLE, 1, '2'},
        {"33344", CAV_TRIPLE_PAIR, 1, '3'},
        {"33444", CAV_TRIPLE_PAIR, 1, '4'},
        {"34567", CAV_STRAIGHT, 5, '7'},
        {"TJQKA", CAV_STRAIGHT, 5, 'A'},
        {"3456789TJQKA", CAV_STRAIGHT, 12, 'A'},
        {"334455", CAV_PAIR_RUN, 3, '5'},
        {"33445566778899TTJJQQ", CAV_PAIR_RUN, 10, 'Q'},
        {"333444", CAV_AIRPLANE, 2, '4'},
        {"333444555666", CAV_AIRPLANE, 4, '6'}, /* DDZ-4.6: and nothing else */
        {"33344456", CAV_AIRPLANE_SINGLES, 2, '4'},
        {"33344455", CAV_AIRPLANE_SINGLES, 2, '4'}, /* DDZ-4.3: wings may form a pair */
        {"333444 2 RJ", CAV_AIRPLANE_SINGLES, 2, '4'},
        {"333444 22", CAV_AIRPLANE_SINGLES, 2, '4'},
        {"AAAKKK22", CAV_AIRPLANE_SINGLES, 2, 'A'},
        {"333444555778", CAV_AIRPLANE_SINGLES, 3, '5'},
        {"333444555666 7788", CAV_AIRPLANE_SINGLES, 4, '6'},
        {"3334445566", CAV_AIRPLANE_PAIRS, 2, '4'},
        {"333444 77 22", CAV_AIRPLANE_PAIRS, 2, '4'},
        {"333345", CAV_FOUR_SINGLES, 1, '3'},
        {"333344", CAV_FOUR_SINGLES, 1, '3'},
        {"3333 4 RJ", CAV_FOUR_SINGLES, 1, '3'},
        {"33334455", CAV_FOUR_PAIRS, 1, '3'},
        {"2222 33 44", CAV_FOUR_PAIRS, 1, '2'},
        {"3333", CAV_BOMB, 1, '3'},
        {"BJ RJ", CAV_ROCKET, 2, 'R'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cav_move reading;
        CHECK(read(cases[i].cards, &reading));
        CHECK(reading.shape == cases[i].shape && reading.length == cases[i].length);
        CHECK(cav_rank_text(CAV_FRENCH, reading.rank)[0] == cases[i].top);
    }
}

static void test_ddz_4_nothing(void)
{
    static const char *const nothing[] = {
        "",
        "34",
        "3 BJ",
        "335",
        "3344",
        "345",
        "3456",
        "34568",
        "33445",
        "JQKA2",
        "A2345",
        "QKA23",
        "TJQKA2",
        "KKAA22",
        "AA2233",
        "222333",
        "AAA222",
        "22233345",
        "QKA BJ RJ",
        "3333 BJ RJ", /* DDZ-4.4: not both jokers */
        "33334",
        "333355 5",
        "33334445",
        "333344 5",
        "3333445",
        "333344455",
        "33334444",         /* DDZ-4.6 */
        "333444555777",     /* DDZ-4.6: wings that are a triple */
        "333444555666777T", /* airplane of five and a card */
        "333444555666999T", /* DDZ-4.3: a triple among the wings */
        "333444 3 5",       /* DDZ-4.3: a card of a core rank */
        "333444 4 5",
        "333444 BJ RJ", /* DDZ-4.3: both jokers */
        "333444 5566 7",
        "333444 5555",
        "333444555 6666 7",
        "333 BJ RJ",
        "333444 55 BJ RJ",
        "333444555 KKK",
        "333444 5",
        "333444 567",
        "3335556 7",
        "33355577",
        "4444 333",
        "333 4444",
        "3333 4444 5",
        "333 555",
        "2222 BJ RJ",
        "444555 777",
        "3333444",
    };
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++) {
        cav_move reading;
        const cav_cards cards = ranks_from(nothing[i]);
        const naive_counts n = naive_count(cards.any);
        naive_reading readings[CAV_MAX_READINGS];
        CHECK(!read(nothing[i], &reading));
        CHECK(naive_readings(&n, readings) == 0);
    }
}

/* DDZ-4.6: a reading that is named must be the one there is; an open one is filled in. */
static void test_ddz_4_6_named_reading(void)
{
    cav_state state = dealt("333 444 55", "", "", "");
    CHECK(say_all(&state, "bid 3"));
    const cav_cards cards = ranks_from("333 444 55");
    cav_move open = {.kind = CAV_PLAY, .cards = cards};
    CHECK(!cav_state_check(&state, &open));
    CHECK(open.shape == CAV_AIRPLANE_SINGLES && open.length == 2 && open.rank == 2);
    CHECK(!cav_state_check(&state, &open));
    for (int shape = 0; shape < 256; shape++)
        for (int change = 0; change < 3; change++) {
            cav_move named = open;
            named.shape = (uint8_t)shape;
            named.length = (uint8_t)(named.length + (change == 1));
            named.rank = (uint8_t)(named.rank + (change == 2));
            const cav_move before = named;
            const cav_error *error = cav_state_check(&state, &named);
            const bool right = shape == CAV_AIRPLANE_SINGLES && change == 0;
            CHECK(right ? !error : error && strcmp(error->code, "other-reading") == 0);
            CHECK(memcmp(&before, &named, sizeof named) == 0);
        }
}

/* ---- DDZ-5 End and score -------------------------------------------------------------------------- */

static bool has_line(const cav_result *result, const char *code, int seat, int amount)
{
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->lines[i].code, code) == 0)
            return result->lines[i].seat == seat && result->lines[i].amount == amount;
    return false;
}

static bool lacks_line(const cav_result *result, const char *code)
{
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->lines[i].code, code) == 0)
            return false;
    return true;
}

static void check_scores(const cav_state *state, int seat0, int seat1, int seat2)
{
    const int points[CAV_MAX_SEATS] = {seat0, seat1, seat2, 0};
    cav_result result;
    CHECK(state->head.turn == -1 && state->head.match_over == 1);
    CHECK(!cav_state_result(state, &result));
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
        CHECK(result.points[seat] == points[seat] && state->head.scores[seat] == points[seat]);
}

/* Bid 3, two bombs, spring: 3 * 2 * 2 * 2. */
static void test_ddz_5_2_spring(void)
{
    cav_state state = dealt("3333 4444 56789 TJQK", "", "", "AAA");
    cav_result result;
    CHECK(cav_state_result(&state, &result) && say_all(&state, "bid 3; 3333; pass; pass; 4444; pass; pass"));
    CHECK(table_of(&state).multiplier == 4 && table_of(&state).bombs == 2);
    CHECK(say_all(&state, "56789TJQK; pass; pass; AAA"));
    check_scores(&state, 48, -24, -24);
    CHECK(!cav_state_result(&state, &result));
    CHECK(has_line(&result, "winner", 0, 0) && has_line(&result, "bid", 0, 3) && has_line(&result, "bombs", -1, 2));
    CHECK(has_line(&result, "spring", 0, 1) && lacks_line(&result, "reverse-spring"));
    CHECK(has_line(&result, "multiplier", -1, 8) && has_line(&result, "stake", -1, 24));
    CHECK(table_of(&state).multiplier == 8);
}

/* A peasant played once: no spring. */
static void test_ddz_5_2_no_spring(void)
{
    cav_state state = dealt("3333 4444 56789 TJQK", "2222", "", "AAA");
    CHECK(say_all(&state,
                  "bid 2; pass; pass; 4; 2; pass; 3333; pass; pass; 56789TJQK; pass; pass; AAA; pass; pass; 444"));
    check_scores(&state, 8, -4, -4); /* 2 * 2 */
    cav_result result;
    CHECK(!cav_state_result(&state, &result));
    CHECK(lacks_line(&result, "spring") && lacks_line(&result, "reverse-spring") && has_line(&result, "bombs", -1, 1));
}

/* The landlord wins with one play of a peasant between: bid 1, a bomb, the rocket by a peasant. */
static void test_ddz_5_3_stake(void)
{
    cav_state state = dealt("3333 4444 56789 TJQK", "BJ RJ 5 5", "", "AAA");
    CHECK(say_all(&state, "bid 1; pass; pass; 3333; BJ RJ; pass; pass; 5; pass; 6"));
    cav_result result;
    CHECK(table_of(&state).bombs == 2 && table_of(&state).multiplier == 4);
    CHECK(say_all(&state, "pass; pass; 4444; pass; pass; AAA5; pass; pass; 789TJQK"));
    check_scores(&state, 16, -8, -8); /* 1 * 2 * 2 * 2 */
    CHECK(!cav_state_result(&state, &result));
    CHECK(has_line(&result, "bombs", -1, 3) && lacks_line(&result, "spring") && lacks_line(&result, "reverse-spring"));
}

/* The landlord played only its lead. */
static void test_ddz_5_2_reverse_spring(void)
{
    cav_state state = dealt("2 3456789TJQK 45678", "3", "", "");
    CHECK(say_all(&state, "pass; bid 2; pass; pass; 3; pass; 2; pass; pass; 3456789TJQK; pass; pass; 45678"));
    check_scores(&state, 4, -8, 4); /* 2 * 2, and the partner of the winner is paid as well */
    cav_result result;
    CHECK(!cav_state_result(&state, &result));
    CHECK(has_line(&result, "winner", 0, 0) && has_line(&result, "reverse-spring", 0, 1));
    CHECK(lacks_line(&result, "spring") && has_line(&result, "stake", -1, 4) && has_line(&result, "bid", 1, 2));
}

/* The landlord played twice. */
static void test_ddz_5_2_no_reverse_spring(void)
{
    cav_state state = dealt("2 3456789TJQK 45678", "3 5", "", "");
    CHECK(say_all(&state,
                  "pass; bid 2; pass; pass; 3; pass; pass; 5; pass; 2; pass; pass; 3456789TJQK; pass; pass; 45678"));
    check_scores(&state, 2, -4, 2);
    cav_result result;
    CHECK(!cav_state_result(&state, &result));
    CHECK(lacks_line(&result, "spring") && lacks_line(&result, "reverse-spring") && has_line(&result, "stake", -1, 2));
}

/* DDZ-5.1: the deal ends the moment a hand is empty; nobody answers, and nothing more can be done. */
static void test_ddz_5_1_end(void)
{
    cav_state state = dealt("2 3456789TJQK 45678", "3", "", "BJ RJ 9");
    CHECK(say_all(&state, "pass; bid 2; pass; pass; 3; pass; 2; pass; pass; 3456789TJQK; pass; pass; 45678"));
    CHECK(state.head.turn == -1 && state.head.hand_sizes[0] == 0 && state.head.hand_sizes[1] == 19);
    CHECK(refuses(&state, "pass", "match-over", "") && refuses(&state, "BJ RJ", "match-over", ""));
    CHECK(cav_state_count(&state) == 0);
}

/* The account of random deals, recomputed from the moves alone. */
static void test_ddz_5_random_accounts(void)
{
    int springs = 0, reverse = 0;
    for (uint32_t number = 0; number < 1500; number++) {
        cav_state state = begun(game(), number);
        cav_rng rng = rng_of(number);
        int bid = 0, bidder = -1, doubles = 0, plays[SEATS] = {0}, last = -1;
        for (cav_move move; !cav_state_pick(&state, &rng, &move);) {
            const int seat = state.head.turn;
            const naive_counts n = naive_count(move.cards.any);
            if (move.kind == CAV_BID) {
                bid = move.amount;
                bidder = seat;
            } else if (move.kind == CAV_PLAY) {
                naive_reading reading[CAV_MAX_READINGS];
                CHECK(naive_readings(&n, reading) == 1);
                doubles += reading[0].shape == CAV_BOMB || reading[0].shape == CAV_ROCKET;
                plays[seat]++;
                last = seat;
            }
            CHECK(!cav_state_play(&state, &move, NULL));
        }
        const bool won = last == bidder;
        const bool spring = won && !plays[(bidder + 1) % SEATS] && !plays[(bidder + 2) % SEATS];
        const bool reversed = !won && plays[bidder] == 1;
        const int stake = bid << (doubles + (spring || reversed));
        springs += spring;
        reverse += reversed;
        int points[SEATS];
        for (int seat = 0; seat < SEATS; seat++)
            points[seat] = (seat == bidder ? 2 : 1) * ((seat == bidder) == won ? stake : -stake);
        CHECK(points[0] + points[1] + points[2] == 0);
        check_scores(&state, points[0], points[1], points[2]);
        CHECK(table_of(&state).multiplier * bid == stake);
        CHECK(cav_state_hand(&state, last).any == 0);
    }
    CHECK(springs > 0 || reverse > 0);
}

/* ---- Legal moves of random positions, by the letter of the rules ---------------------------------- */

/* Every move listed is a right one, and random cards of the hand are taken exactly when they are right. */
static void test_ddz_legal_moves(void)
{
    cav_rng rng = rng_of(99);
    static cav_move moves[4000];
    int right = 0, wrong = 0;
    for (uint32_t number = 0; number < 150; number++) {
        cav_state state = begun(game(), number);
        stroll(&state, &rng, 3 + cav_rng_below(&rng, 40));
        if (state.head.turn < 0 || state.head.phase == 0)
            continue;
        const cav_doudizhu_table table = table_of(&state);
        const cav_cards hand = cav_state_hand(&state, state.head.turn);
        naive_reading to_beat = {0};
        if (table.leading >= 0) {
            const cav_move *play = &table.trick[table.leading];
            to_beat = (naive_reading){play->shape, play->length, naive_strength(play->rank)};
        }
        const size_t count = cav_state_list(&state, moves, 4000);
        CHECK(count == cav_state_count(&state));
        CHECK((moves[0].kind == CAV_PASS) == (table.leading >= 0));
        for (int i = 0; i < 200; i++) {
            /* Cards of a move, with some cards of the hand more or less. */
            cav_move move = {.kind = CAV_PLAY, .cards = moves[cav_rng_below(&rng, count)].cards};
            for (uint64_t change = cav_rng_below(&rng, 4); change > 0; change--)
                move.cards.any ^= hand.any & (uint64_t)1 << cav_rng_below(&rng, 54);
            const naive_counts n = naive_count(move.cards.any);
            naive_reading readings[CAV_MAX_READINGS];
            const bool legal =
                naive_readings(&n, readings) == 1 && (table.leading < 0 || naive_beats(readings[0], to_beat));
            CHECK(!cav_state_check(&state, &move) == legal);
            right += legal;
            wrong += !legal;
        }
    }
    CHECK(right > 1000 && wrong > 1000);
}

/* ---- The text of moves ------------------------------------------------------------------------ */

static void test_text_of_ranks(void)
{
    cav_state state = dealt("333 4 5 6 7 TT", "", "", "BJ RJ 2");
    cav_move move;
    size_t at;
    CHECK(say_all(&state, "bid 3"));
    static const char *const same[] = {"play 3C 3D 3H 4C", "3334", "333 4", "play 333,4", "PLAY 3C 3 3 4c", "4333"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        CHECK(!cav_move_parse(&state, same[i], strlen(same[i]), &move, &at) && at == strlen(same[i]));
        CHECK(move.kind == CAV_PLAY && move.shape == CAV_TRIPLE_SINGLE && move.cards.any == ranks_from("3334").any);
    }
    CHECK(!cav_move_parse(&state, "3 3H", 4, &move, &at)); /* the named card is not the one the rank stands for */
    CHECK(move.cards.any == cards_from("3C 3H").any);
    CHECK(!cav_move_parse(&state, "10 T", 4, &move, &at) && move.shape == CAV_PAIR);
    CHECK(!cav_move_parse(&state, "bjrj", 4, &move, &at) && move.shape == CAV_ROCKET);
    static const struct {
        const char *text, *code;
        size_t at;
    } faults[] = {
        {"play", "unreadable", 4},   {"  ", "unreadable", 2},     {"bid", "unreadable", 3},
        {"bid x", "unreadable", 4},  {"pass 3", "unreadable", 5}, {"bid 3 3", "unreadable", 6},
        {"3C 3C", "not-in-pack", 3}, {"333 XX", "bad-card", 4},   {"BJ BJ", "not-in-pack", 3},
        {"fold", "unknown-kind", 4}, {"passe", "bad-card", 0},    {"play pass", "bad-card", 5},
        {"folds", "bad-card", 0},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const cav_move before = move;
        const cav_error *error = cav_move_parse(&state, faults[i].text, strlen(faults[i].text), &move, &at);
        CHECK(error && strcmp(error->code, faults[i].code) == 0 && at == faults[i].at);
        CHECK(memcmp(&move, &before, sizeof move) == 0);
    }
    const cav_error *error = cav_move_parse(&state, "3 3 3 3 3", 9, &move, &at);
    CHECK(error && error->kind == CAV_BAD_CARDS && strcmp(error->code, "rank-not-held") == 0);
}

int main(void)
{
    RUN(test_ddz_2_1_deal);
    RUN(test_ddz_2_2_first_bidder);
    RUN(test_ddz_2_2_bids);
    RUN(test_ddz_2_3_sequences);
    RUN(test_ddz_2_4_three_passes);
    RUN(test_ddz_2_4_many_redeals);
    RUN(test_ddz_2_5_bottom);
    RUN(test_ddz_3_1_lead_and_follow);
    RUN(test_ddz_3_1_cards_must_be_held);
    RUN(test_ddz_3_1_kind_and_length);
    RUN(test_ddz_3_1_bomb_errors);
    RUN(test_ddz_3_2_trick);
    RUN(test_ddz_3_3_ranks);
    RUN(test_ddz_3_4_bombs_and_rocket);
    RUN(test_ddz_4_readings);
    RUN(test_ddz_4_nothing);
    RUN(test_ddz_4_6_named_reading);
    RUN(test_ddz_5_1_end);
    RUN(test_ddz_5_2_spring);
    RUN(test_ddz_5_2_no_spring);
    RUN(test_ddz_5_2_reverse_spring);
    RUN(test_ddz_5_2_no_reverse_spring);
    RUN(test_ddz_5_3_stake);
    RUN(test_ddz_5_random_accounts);
    RUN(test_ddz_legal_moves);
    RUN(test_text_of_ranks);
    return checks_result();
}
