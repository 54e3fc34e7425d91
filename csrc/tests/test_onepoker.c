/* One Poker, clause by clause: right values out of the house rules (OP), and long matches in which every view is looked
 * at. */
#include "base/rng.h"

#include "table.h"
#include "test.h"

enum { SEATS = 2, PACK = 104, KINDS = 52, NO_CARD = -1 };

static const cav_game *game(void) { return cav_game_find("onepoker"); }

static cav_onepoker_table table_of(const cav_state *state)
{
    cav_onepoker_table table;
    cav_state_table(state, &table);
    return table;
}

static cav_result result_of(const cav_state *state)
{
    cav_result result;
    memset(&result, 0, sizeof result);
    CHECK(!cav_state_result(state, &result));
    return result;
}

static bool has_line(const cav_state *state, const char *code, int seat, int32_t amount)
{
    const cav_result result = result_of(state);
    bool has = false;
    for (int i = 0; i < result.count; i++)
        has |=
            strcmp(result.lines[i].code, code) == 0 && result.lines[i].seat == seat && result.lines[i].amount == amount;
    return has;
}

static uint32_t seed_number = 7; /* of the matches that are begun by `dealt` */

/* A match with these chips and hands; `stock` is what is drawn, in order. What is left open is dealt by chance. */
static cav_state dealt(int32_t chips0, int32_t chips1, int first, const char *hand0, const char *hand1,
                       const char *stock, cav_log *log)
{
    const cav_onepoker_options options = {.chips = {chips0, chips1}, .first = first};
    cav_setup setup;
    cav_state state;
    uint8_t seed[CAV_SEED_SIZE];
    size_t count;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(seed_number, seed);
    setup.hands[0] = cards_from(hand0);
    setup.hands[1] = cards_from(hand1);
    CHECK(!cav_cards_parse(CAV_FRENCH, stock, strlen(stock), setup.stock, sizeof setup.stock, &count, NULL));
    setup.stock_size = (int32_t)count;
    CHECK(!cav_game_start(game(), &options, seed, &setup, &state, log));
    return state;
}

static bool chips_are(const cav_state *state, int32_t a, int32_t b)
{
    const cav_onepoker_table table = table_of(state);
    return table.chips[0] == a && table.chips[1] == b;
}

static bool same(cav_cards a, cav_cards b) { return a.any == b.any && a.both == b.both; }

static bool is_up(int card) { return card % 13 >= 6; }

static int count_up(cav_cards cards)
{
    uint8_t list[CAV_MAX_PACK];
    int up = 0;
    for (int i = cav_cards_list(cards, list); i-- > 0;)
        up += is_up(list[i]);
    return up;
}

/* The only card of a set; NO_CARD when there is none. */
static int the_card(cav_cards cards)
{
    uint8_t list[CAV_MAX_PACK];
    return cav_cards_list(cards, list) == 1 ? list[0] : NO_CARD;
}

static uint32_t copies_of(cav_cards cards, int card)
{
    return (uint32_t)(cards.any >> card & 1) + (uint32_t)(cards.both >> card & 1);
}

/* ---- OP-1, 2 Match and deal --------------------------------------------------------------------------- */

static void test_op_1_defaults(void)
{
    const cav_state state = begun(game(), 1);
    const cav_onepoker_table table = table_of(&state);
    uint8_t stock[CAV_MAX_PACK];
    CHECK(state.head.players == 2 && chips_are(&state, 19, 19) && table.pot == 2 && table.first == 0 &&
          state.head.turn == 0);
    CHECK(state.head.scores[0] == 20 && state.head.scores[1] == 20 && state.head.hand_sizes[0] == 2);
    CHECK(cav_state_stock(&state, stock) == 100 && table.stock_size == 100 && table.restocks == 0);
    CHECK(table.winner == -1 && table.has_locked == 0 && table.folded == 0 && !table.discards.any);
}

/* OP-2.3: first player, other, first, other; then the stock from the top. What the shuffle is follows from the seed. */
static void test_op_2_3_dealing(void)
{
    for (int first = 0; first < SEATS; first++)
        for (uint32_t number = 0; number < 20; number++) {
            const cav_onepoker_options options = {.chips = {20, 20}, .first = first};
            uint8_t seed[CAV_SEED_SIZE], order[PACK], stock[CAV_MAX_PACK];
            cav_cards hands[SEATS] = {{0, 0}};
            cav_event events[CAV_MAX_EVENTS];
            cav_log log = {events, CAV_MAX_EVENTS, 0};
            cav_rng rng;
            cav_state state;
            seed_of(number, seed);
            CHECK(!cav_game_start(game(), &options, seed, NULL, &state, &log));
            for (int i = 0; i < PACK; i++)
                order[i] = (uint8_t)(i / 2);
            rng_open(&rng, seed, RNG_DEAL, 0, 0);
            rng_draw(&rng, order, PACK, PACK);
            for (int i = 0; i < 4; i++)
                cav_cards_add(&hands[(first + i) % SEATS], order[i]);
            CHECK(same(cav_state_hand(&state, 0), hands[0]) && same(cav_state_hand(&state, 1), hands[1]));
            CHECK(cav_state_stock(&state, stock) == 100 && memcmp(stock, order + 4, 100) == 0);
            CHECK(state.head.turn == first && table_of(&state).first == first);
            /* OP-2.1, 2.2: the hands, then for each seat from the first how many are UP, and its ante. */
            CHECK(log.count == 7 && events[0].code == CAV_EVENT_DEAL && events[0].seat == first);
            for (int i = 0; i < SEATS; i++) {
                const int seat = (first + i) % SEATS;
                CHECK(events[1 + i].code == CAV_EVENT_HAND && events[1 + i].seen == 1 << i);
                CHECK(events[3 + 2 * i].code == CAV_EVENT_SIGNAL && events[3 + 2 * i].seat == seat);
                CHECK(events[3 + 2 * i].move.amount == count_up(hands[seat]) && events[3 + 2 * i].seen == 0xff);
                CHECK(events[4 + 2 * i].code == CAV_EVENT_ANTE && events[4 + 2 * i].move.amount == 1);
                CHECK(table_of(&state).up[seat] == count_up(hands[seat]));
            }
        }
}

static void test_op_2_2_up_and_down(void)
{
    static const char ranks[] = "23456789TJQKA";
    for (int rank = 0; rank < 13; rank++) {
        const char hand[] = {ranks[rank], 'C', ' ', ranks[rank], 'H', 0};
        const cav_state state = dealt(20, 20, 0, hand, "7S 8S", "", NULL);
        CHECK(table_of(&state).up[0] == (rank >= 6 ? 2 : 0) && table_of(&state).up[1] == 1); /* 8 is the lowest UP */
    }
}

/* ---- OP-3 Lock ------------------------------------------------------------------------------------------- */

static void test_op_3_lock(void)
{
    for (int first = 0; first < SEATS; first++) {
        cav_event events[CAV_MAX_EVENTS];
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        cav_state state = dealt(20, 20, first, "3C KD", "3C KD", "", NULL);
        cav_move moves[4], two = {.kind = CAV_LOCK, .cards = cards_from("3C KD")}, none = {.kind = CAV_LOCK};
        CHECK(state.head.phase == 0 && state.head.turn == first && cav_state_list(&state, moves, 4) == 2);
        CHECK(moves[0].kind == CAV_LOCK && same(moves[0].cards, cards_from("3C")) &&
              same(moves[1].cards, cards_from("KD")));
        CHECK(refuses(&state, "check", "must-lock", "OP-3") && refuses(&state, "bet 1", "must-lock", "OP-3"));
        CHECK(refuses(&state, "lock 3H", "not-in-hand", "OP-3") && refuses(&state, "pass", "unknown-kind", ""));
        CHECK(refuses(&state, "lock", "unreadable", "") && refuses(&state, "lock 3C KD", "lock-one", "OP-3"));
        CHECK(refuses(&state, "lock 3C 3C", "lock-one", "OP-3") && refuses(&state, "lock BJ", "not-in-pack", ""));
        const cav_error *error = cav_state_check(&state, &two);
        CHECK(error && strcmp(error->code, "lock-one") == 0);
        error = cav_state_check(&state, &none);
        CHECK(error && strcmp(error->code, "lock-one") == 0);
        cav_move stray = moves[0];
        stray.amount = 1;
        error = cav_state_check(&state, &stray);
        CHECK(error && strcmp(error->code, "stray-fields") == 0);
        CHECK(!cav_state_play(&state, &moves[1], &log));
        CHECK(same(cav_state_hand(&state, first), cards_from("3C")) && state.head.hand_sizes[first] == 1);
        CHECK(state.head.turn == 1 - first && state.head.phase == 0 && table_of(&state).has_locked == 1 << first);
        /* Which card it was its owner sees, that one was locked everybody. */
        CHECK(log.count == 2 && events[0].code == CAV_EVENT_MOVE && events[1].code == CAV_EVENT_LOCKED);
        for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
            CHECK(cav_event_seen(&events[0], viewer) == (viewer == first) && cav_event_seen(&events[1], viewer));
            CHECK(!events[1].move.cards.any && events[1].seat == first && events[1].move.amount == 0);
        }
        CHECK(say_all(&state, "lock 3C") && state.head.phase == 1 && state.head.turn == first);
        CHECK(refuses(&state, "lock 3C", "locked-already", "OP-3") &&
              refuses(&state, "lock KD", "locked-already", "OP-3"));
    }
    /* Two equal cards are one choice. */
    cav_state state = dealt(20, 20, 0, "9H 9H", "", "", NULL);
    CHECK(cav_state_count(&state) == 1 && say_all(&state, "lock 9H"));
    CHECK(same(cav_state_hand(&state, 0), cards_from("9H")));
}

/* ---- OP-4 Betting ------------------------------------------------------------------------------------------ */

/* Both have locked; seat 0 is first. */
static cav_state betting(int32_t chips0, int32_t chips1)
{
    cav_state state = dealt(chips0, chips1, 0, "KC 3C", "QC 4C", "", NULL);
    CHECK(say_all(&state, "lock KC; lock QC"));
    return state;
}

static void test_op_4_betting(void)
{
    cav_state state = betting(20, 20);
    cav_onepoker_table table = table_of(&state);
    CHECK(cav_state_count(&state) == 20 && table.bet_to_call == 0 && table.min_raise == 1 && table.max_raise == 19);
    CHECK(refuses(&state, "fold", "nothing-to-pay", "OP-4") && refuses(&state, "call", "nothing-to-pay", "OP-4"));
    CHECK(refuses(&state, "raise 2", "is-bet", "OP-4") && refuses(&state, "bet 0", "too-little", "OP-4"));
    CHECK(refuses(&state, "bet 20", "too-much", "OP-4"));
    CHECK(say_all(&state, "bet 4"));
    table = table_of(&state);
    CHECK(table.to_call == 4 && table.full_raise == 4 && table.min_raise == 8 && table.pot == 6 && table.bets[0] == 4);
    CHECK(refuses(&state, "check", "must-pay", "OP-4") && refuses(&state, "bet 8", "is-raise", "OP-4"));
    CHECK(refuses(&state, "raise 7", "too-little", "OP-4") && refuses(&state, "call 5", "other-call", "OP-4"));
    CHECK(say_all(&state, "raise 10") && table_of(&state).min_raise == 16);
    CHECK(say_all(&state, "raise 17") && table_of(&state).min_raise == 19 && table_of(&state).full_raise == 7);
    CHECK(say_all(&state, "raise 19") && cav_state_count(&state) == 2); /* all in: call or fold */
    CHECK(table_of(&state).full_raise == 7 && refuses(&state, "raise 26", "raising-closed", "OP-4"));
    CHECK(say_all(&state, "call") && chips_are(&state, 40, 0) && state.head.match_over);
    /* Check, check; and check, bet, fold. */
    state = betting(20, 20);
    CHECK(say_all(&state, "check; check") && state.head.turn == -1 && chips_are(&state, 21, 19));
    state = betting(20, 20);
    CHECK(say_all(&state, "check; bet 5; fold") && chips_are(&state, 19, 21));
}

static void test_op_4_short_all_in(void)
{
    /* A raise that is all in and short does not reopen. */
    cav_state state = betting(20, 8);
    CHECK(say_all(&state, "bet 5") && table_of(&state).min_raise == 7 && table_of(&state).max_raise == 7);
    CHECK(say_all(&state, "raise 7") && cav_state_count(&state) == 2);
    CHECK(refuses(&state, "raise 12", "raising-closed", "OP-4") && say_all(&state, "call") && chips_are(&state, 28, 0));
    /* More than the other has may be bet; what is not matched returns. */
    state = betting(20, 5);
    CHECK(table_of(&state).max_raise == 19 && say_all(&state, "bet 19"));
    CHECK(table_of(&state).to_call == 4 && cav_state_count(&state) == 2 &&
          refuses(&state, "call 19", "other-call", "OP-4"));
    cav_state folded = state;
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_CALL, .amount = 4}, &log));
    CHECK(events[3].code == CAV_EVENT_REFUND && events[3].seat == 0 && events[3].move.amount == 15);
    CHECK(events[4].code == CAV_EVENT_POT && events[4].seat == 0 && events[4].move.amount == 10);
    CHECK(chips_are(&state, 25, 0) && state.head.match_over && result_of(&state).count == 3);
    CHECK(has_line(&state, "refund", 0, 15) && has_line(&state, "pot", -1, 10) && has_line(&state, "share", 0, 10));
    CHECK(result_of(&state).points[0] == 5 && result_of(&state).points[1] == -5);
    CHECK(say_all(&folded, "fold") && has_line(&folded, "refund", 0, 19) && has_line(&folded, "pot", -1, 2));
    CHECK(has_line(&folded, "fold", 1, 0) && has_line(&folded, "share", 0, 2) && result_of(&folded).count == 4);
    CHECK(chips_are(&folded, 21, 4));
    /* A call with fewer chips, lost by who had more. */
    state = dealt(20, 5, 0, "3C KC", "QC 4C", "", NULL);
    CHECK(say_all(&state, "lock 3C; lock QC; bet 19; call") && chips_are(&state, 15, 10) && !state.head.match_over);
}

/* Nobody bets when a seat has no chips left after the ante; both still lock, and the cards are shown. */
static void test_op_4_no_betting(void)
{
    for (int poor = 0; poor < SEATS; poor++) {
        cav_event events[CAV_MAX_EVENTS];
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        cav_state state = dealt(poor ? 20 : 1, poor ? 1 : 20, 0, "KC 3C", "QC 4C", "", NULL);
        CHECK(say_all(&state, "lock KC") && state.head.phase == 0);
        cav_move lock = {.kind = CAV_LOCK, .cards = cards_from("QC")};
        CHECK(!cav_state_play(&state, &lock, &log) && state.head.turn == -1 && state.head.phase == 2);
        CHECK(chips_are(&state, poor ? 21 : 2, poor ? 0 : 19) && state.head.match_over == (poor == 1));
        static const uint8_t codes[] = {CAV_EVENT_MOVE, CAV_EVENT_LOCKED,    CAV_EVENT_SHOWN,  CAV_EVENT_SHOWN,
                                        CAV_EVENT_POT,  CAV_EVENT_DEAL_OVER, CAV_EVENT_POINTS, CAV_EVENT_POINTS};
        CHECK(log.count == sizeof codes + (size_t)poor);
        for (size_t i = 0; i < sizeof codes && i < log.count; i++)
            CHECK(events[i].code == codes[i]);
    }
    cav_state state = dealt(1, 1, 0, "KC 3C", "KD 4C", "", NULL);
    CHECK(say_all(&state, "lock KC; lock KD") && chips_are(&state, 1, 1) && !state.head.match_over);
    CHECK(has_line(&state, "pot", -1, 2) && has_line(&state, "share", 0, 1) && has_line(&state, "share", 1, 1));
    CHECK(result_of(&state).count == 3);
}

/* ---- OP-5 Showdown --------------------------------------------------------------------------------------- */

/* A > K > ... > 2, but 2 beats A; suits never matter. */
static void test_op_5_every_pair_of_cards(void)
{
    for (int a = 0; a < KINDS; a++)
        for (int b = 0; b < KINDS; b++) {
            const int rank_a = a % 13, rank_b = b % 13;
            int expected = rank_a == rank_b ? -1 : rank_a > rank_b ? 0 : 1;
            if (rank_a == 0 && rank_b == 12)
                expected = 0;
            if (rank_a == 12 && rank_b == 0)
                expected = 1;
            const cav_onepoker_options options = {.chips = {20, 20}, .first = (a + b) % 2};
            cav_setup setup;
            cav_state state;
            uint8_t seed[CAV_SEED_SIZE];
            seed_of(1, seed);
            memset(&setup, 0, sizeof setup);
            cav_cards_add(&setup.hands[0], a);
            cav_cards_add(&setup.hands[1], b);
            CHECK(!cav_game_start(game(), &options, seed, &setup, &state, NULL));
            for (int i = 0; i < 4; i++) {
                const int seat = state.head.turn;
                const cav_move lock = {.kind = CAV_LOCK, .cards = setup.hands[seat]};
                const cav_move bet = {.kind = i == 2 ? CAV_BET : CAV_CALL, .amount = i == 2 ? 3 : 0};
                CHECK(!cav_state_play(&state, i < 2 ? &lock : &bet, NULL));
            }
            const cav_onepoker_table table = table_of(&state);
            CHECK(state.head.turn == -1 && table.winner == expected);
            CHECK(chips_are(&state, expected < 0 ? 20 : expected ? 16 : 24, expected < 0 ? 20 : expected ? 24 : 16));
            CHECK(same(table.shown[0], setup.hands[0]) && same(table.shown[1], setup.hands[1]));
            /* OP-2.1: the winner is first; after a tie the other than last time. */
            CHECK(table.first == (expected < 0 ? 1 - options.first : expected));
            CHECK(!cav_state_next_deal(&state, NULL) && state.head.turn == table.first);
            CHECK(table_of(&state).first == table.first);
        }
}

static void test_op_5_fold_shows_both(void)
{
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    cav_state state = betting(20, 20);
    CHECK(say_all(&state, "bet 2"));
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_FOLD}, &log));
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(events[1 + seat].code == CAV_EVENT_SHOWN && events[1 + seat].seat == seat &&
              events[1 + seat].seen == 0xff);
        CHECK(same(events[1 + seat].move.cards, cards_from(seat ? "QC" : "KC")));
        CHECK(same(table_of(&state).shown[seat], cards_from(seat ? "QC" : "KC")));
    }
    CHECK(table_of(&state).folded == 2 && table_of(&state).winner == 0 && table_of(&state).first == 0);
    /* Who folds loses, whatever it had locked. */
    state = dealt(20, 20, 0, "3C KC", "QC 4C", "", NULL);
    CHECK(say_all(&state, "lock 3C; lock QC; bet 2; fold") && table_of(&state).winner == 0 &&
          chips_are(&state, 21, 19));
}

/* ---- OP-6 Next deal ---------------------------------------------------------------------------------------- */

static void test_op_6_next_deal(void)
{
    cav_state state = dealt(20, 20, 0, "3C KC", "QC 4C", "5H 6H 7H 8H", NULL);
    CHECK(say_all(&state, "lock 3C; lock QC; check; check") && table_of(&state).first == 1);
    CHECK(!table_of(&state).discards.any &&
          table_of(&state).stock_size == 100); /* discarded when the next deal begins */
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(!cav_state_next_deal(&state, &log));
    /* The one who acts first draws first. */
    CHECK(same(cav_state_hand(&state, 1), cards_from("4C 5H")) && same(cav_state_hand(&state, 0), cards_from("KC 6H")));
    CHECK(same(table_of(&state).discards, cards_from("3C QC")) && table_of(&state).stock_size == 98);
    CHECK(table_of(&state).up[0] == 1 && table_of(&state).up[1] == 0 && chips_are(&state, 18, 20));
    static const struct {
        uint8_t code, seat, seen;
    } expected[] = {{CAV_EVENT_DEAL, 1, 0xff},   {CAV_EVENT_HAND, 1, 2},    {CAV_EVENT_HAND, 0, 1},
                    {CAV_EVENT_SIGNAL, 1, 0xff}, {CAV_EVENT_ANTE, 1, 0xff}, {CAV_EVENT_SIGNAL, 0, 0xff},
                    {CAV_EVENT_ANTE, 0, 0xff}};
    CHECK(log.count == 7 && events[0].move.amount == 1);
    for (size_t i = 0; i < 7; i++)
        CHECK(events[i].code == expected[i].code && events[i].seat == expected[i].seat &&
              events[i].seen == expected[i].seen);
    CHECK(same(events[1].move.cards, cards_from("5H")) && same(events[2].move.cards, cards_from("6H")));
    /* A tie: seat 0 is first then, as seat 1 was. */
    CHECK(say_all(&state, "lock 5H; lock 6H; check; check") && !cav_state_next_deal(&state, NULL));
    CHECK(same(cav_state_hand(&state, 0), cards_from("KC 7H")) && same(cav_state_hand(&state, 1), cards_from("4C 8H")));
}

/* ---- What is told, and what is not ------------------------------------------------------------------------- */

static void compare_views(const cav_state *a, const cav_state *b, int viewer)
{
    cav_state views[2];
    CHECK(!cav_state_view(a, viewer, &views[0]) && !cav_state_view(b, viewer, &views[1]));
    CHECK(cav_state_equal(&views[0], &views[1]) && cav_state_hash(&views[0]) == cav_state_hash(&views[1]));
}

/* OP-2.2: nobody else sees which of the two was locked, nor whether it is the kept or the drawn one. */
static void test_op_2_2_locked_card_leaves_no_trace(void)
{
    cav_state a = dealt(20, 20, 0, "3C KC", "QC 4C", "5H 6H", NULL), b = a;
    CHECK(say_all(&a, "lock 3C") && say_all(&b, "lock KC"));
    for (int round = 0; round < 3; round++) { /* while seat 1 is to lock, and in the betting */
        compare_views(&a, &b, 1);
        compare_views(&a, &b, CAV_SPECTATOR);
        static const char *const next[] = {"lock QC", "bet 3", "raise 8"};
        CHECK(say_all(&a, next[round]) && say_all(&b, next[round]));
    }
    /* In the second deal: one kept the 4C and drew the 9H, the other the other way round. */
    a = dealt(20, 20, 0, "3C KC", "QC 4C", "9H 5H", NULL);
    b = dealt(20, 20, 0, "3C KC", "QC 5H", "9H 4C", NULL);
    CHECK(say_all(&a, "lock 3C; lock QC; bet 1; fold") && say_all(&b, "lock 3C; lock QC; bet 1; fold"));
    CHECK(!cav_state_next_deal(&a, NULL) && !cav_state_next_deal(&b, NULL));
    CHECK(same(cav_state_hand(&a, 1), cav_state_hand(&b, 1)));
    compare_views(&a, &b, 0);
    compare_views(&a, &b, 1); /* nor has it an order in the own hand */
    compare_views(&a, &b, CAV_SPECTATOR);
}

/* Other cards of the same groups in the other hand, and another stock, look the same. */
static void test_op_2_2_hidden_cards_leave_no_trace(void)
{
    cav_state a = dealt(20, 20, 0, "3C KC", "QC 4C", "9H 5H", NULL),
              b = dealt(20, 20, 0, "3C KC", "8D 7D", "9H 2S", NULL);
    compare_views(&a, &b, 0);
    compare_views(&a, &b, CAV_SPECTATOR);
    CHECK(say_all(&a, "lock 3C; lock QC; bet 2") && say_all(&b, "lock 3C; lock 7D; bet 2"));
    compare_views(&a, &b, 0);
    compare_views(&a, &b, CAV_SPECTATOR);
    /* Another group shows. */
    cav_state c = dealt(20, 20, 0, "3C KC", "QC 9C", "9H 5H", NULL), views[2];
    cav_state_view(&a, 0, &views[0]);
    cav_state_view(&c, 0, &views[1]);
    CHECK(!cav_state_equal(&views[0], &views[1]));
}

/* The card that a seat has locked in a full position, found by playing the deal to its end. */
static int locked_of(const cav_state *state, int seat)
{
    cav_state copy = *state;
    while (copy.head.turn >= 0) {
        cav_move move;
        const cav_move check = {.kind = CAV_CHECK}, call = {.kind = CAV_CALL};
        if (copy.head.phase == 0)
            CHECK(!cav_state_nth(&copy, 0, &move) && !cav_state_play(&copy, &move, NULL));
        else if (cav_state_play(&copy, &check, NULL))
            CHECK(!cav_state_play(&copy, &call, NULL));
    }
    return the_card(table_of(&copy).shown[seat]);
}

/* Both cards of a seat in this deal, the locked one included. */
static cav_cards both_cards(const cav_state *state, int seat)
{
    cav_cards cards = cav_state_hand(state, seat);
    if (table_of(state).has_locked >> seat & 1)
        cav_cards_add(&cards, locked_of(state, seat));
    return cards;
}

/* The cards of a group that seat 0 does not see come equally often in seat 1's hand, a card that is there twice twice
 * as often; and each of the two is as often the locked one. */
static void test_samples_are_even(void)
{
    cav_state state = dealt(20, 20, 0, "3C 3C", "QC 4C", "", NULL), view;
    enum { SAMPLES = 20000 };
    uint32_t seen[KINDS] = {0}, next[KINDS] = {0}, up_is_locked[2] = {0};
    cav_rng rng = rng_of(1);
    CHECK(say_all(&state, "lock 3C; lock QC") && !cav_state_view(&state, 0, &view));
    for (int i = 0; i < SAMPLES; i++) {
        uint8_t stock[CAV_MAX_PACK];
        cav_state sampled;
        CHECK(!cav_state_sample(&view, &rng, &sampled) && cav_state_stock(&sampled, stock) == 100);
        next[stock[0]]++;
        const int kept = the_card(cav_state_hand(&sampled, 1)), locked = locked_of(&sampled, 1);
        CHECK(is_up(kept) != is_up(locked));
        seen[kept]++;
        seen[locked]++;
        up_is_locked[is_up(locked)]++;
    }
    double far = 0;
    for (int card = 0; card < KINDS; card++) /* 28 kinds are UP; of the 24 that are DOWN one is seen twice */
        far += card == 1 ? 0 : chi_square(&seen[card], 1, is_up(card) ? SAMPLES / 28.0 : SAMPLES / 23.0);
    CHECK(seen[1] == 0 && far < 85.35); /* 27 + 22 degrees of freedom */
    far = 0;
    for (int card = 0; card < KINDS; card++) /* what is drawn next: of each group all are there but one */
        far += card == 1 ? 0 : chi_square(&next[card], 1, is_up(card) ? SAMPLES * 0.55 / 28 : SAMPLES * 0.45 / 23);
    CHECK(next[1] == 0 && far < 86.66); /* 50 degrees of freedom */
    CHECK(chi_square(up_is_locked, 2, SAMPLES / 2.0) < 10.83);
    /* 3C, of which one has been seen, comes half as often as 3D. */
    uint32_t threes[2] = {0};
    state = dealt(20, 20, 0, "3C 4C", "5C 6C", "", NULL);
    CHECK(!cav_state_view(&state, 0, &view));
    for (int i = 0; i < SAMPLES; i++) {
        cav_state sampled;
        CHECK(!cav_state_sample(&view, &rng, &sampled));
        threes[0] += copies_of(cav_state_hand(&sampled, 1), 1);
        threes[1] += copies_of(cav_state_hand(&sampled, 1), 14);
    }
    CHECK(chi_square(&threes[0], 1, SAMPLES * 2 / 46.0) < 10.83 &&
          chi_square(&threes[1], 1, SAMPLES * 4 / 46.0) < 10.83);
}

/* ---- Restock ------------------------------------------------------------------------------------------------- */

static cav_cards cards_of_table(const cav_state *state)
{
    uint8_t stock[CAV_MAX_PACK];
    const cav_onepoker_table table = table_of(state);
    cav_cards all = table.discards;
    for (int i = cav_state_stock(state, stock); i-- > 0;)
        CHECK(cav_cards_add(&all, stock[i]));
    for (int seat = 0; seat < SEATS; seat++) {
        uint8_t list[CAV_MAX_PACK];
        for (int i = cav_cards_list(both_cards(state, seat), list); i-- > 0;)
            CHECK(cav_cards_add(&all, list[i]));
    }
    return all;
}

/* A move with which a seat keeps its card, as far as it can; all check. */
static cav_move quiet_move(const cav_state *state, const int keep[SEATS])
{
    cav_move moves[2] = {{.kind = CAV_CHECK}};
    if (state->head.phase > 0)
        return moves[0];
    const size_t count = cav_state_list(state, moves, 2);
    return moves[count == 2 && the_card(moves[0].cards) == keep[state->head.turn]];
}

static void play_quietly(cav_state *state, const int keep[SEATS])
{
    while (state->head.turn >= 0) {
        const cav_move move = quiet_move(state, keep);
        CHECK(!cav_state_play(state, &move, NULL));
    }
}

/* After fifty deals the stock is empty; the 102 cards that nobody holds are the new one. Then each knows the card that
 * the other kept, until it is shown. */
static void test_op_6_restock(void)
{
    const int keep[SEATS] = {11, 3}; /* KC and 5C */
    cav_state state = dealt(1000, 1000, 0, "KC", "5C", "", NULL);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    for (int deal = 0; deal < 51; deal++) {
        CHECK(table_of(&state).restocks == 0 && table_of(&state).stock_size == 100 - 2 * deal);
        play_quietly(&state, keep);
        if (deal < 50)
            CHECK(!cav_state_next_deal(&state, NULL));
    }
    CHECK(the_card(cav_state_hand(&state, 0)) == 11 && the_card(cav_state_hand(&state, 1)) == 3);
    const cav_state before = state;
    CHECK(!cav_state_next_deal(&state, &log));
    CHECK(events[0].code == CAV_EVENT_DEAL && events[1].code == CAV_EVENT_RESTOCK && events[1].move.amount == 102);
    const cav_onepoker_table table = table_of(&state);
    CHECK(table.restocks == 1 && table.stock_size == 100 && !table.discards.any && state.head.deal == 51);
    const cav_cards all = cards_of_table(&state);
    CHECK(all.any == ((uint64_t)1 << KINDS) - 1 && all.both == all.any);
    /* The new order follows from seed and deal: the same again, another with another seed. */
    cav_state again = before;
    CHECK(!cav_state_next_deal(&again, NULL) && cav_state_equal(&again, &state));
    cav_state other = before;
    other.head.seed[0] ^= 1;
    CHECK(!cav_state_next_deal(&other, NULL));
    uint8_t stock[2][CAV_MAX_PACK];
    cav_state_stock(&state, stock[0]);
    cav_state_stock(&other, stock[1]);
    CHECK(memcmp(stock[0], stock[1], 100) != 0);
    /* Each seat and, as KC is UP and 5C is DOWN, everybody knows the kept cards. */
    cav_rng rng = rng_of(1);
    for (int deal = 0; deal < 10; deal++) {
        while (state.head.turn >= 0) {
            for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
                cav_state view, sampled;
                CHECK(!cav_state_view(&state, viewer, &view) && !cav_state_sample(&view, &rng, &sampled));
                for (int seat = 0; seat < SEATS; seat++)
                    CHECK(both_cards(&sampled, seat).any >> keep[seat] & 1);
            }
            const cav_move move = quiet_move(&state, keep);
            CHECK(!cav_state_play(&state, &move, NULL));
        }
        CHECK(!cav_state_next_deal(&state, NULL));
    }
    /* Seat 0 locks its KC: once it is shown its other card can be any of the group. */
    while (state.head.turn >= 0 && state.head.phase == 0)
        CHECK(say_all(&state, state.head.turn == 0 ? "lock KC" : "lock 5C"));
    const int kept = the_card(cav_state_hand(&state, 0));
    CHECK(say_all(&state, "check; check") && table_of(&state).shown[0].any == (uint64_t)1 << 11);
    cav_state view;
    int others = 0;
    CHECK(!cav_state_view(&state, 1, &view));
    for (int i = 0; i < 100; i++) {
        cav_state sampled;
        CHECK(!cav_state_sample(&view, &rng, &sampled));
        const int card = the_card(cav_state_hand(&sampled, 0));
        CHECK(is_up(card) == is_up(kept));
        others += card != kept;
    }
    CHECK(others > 50);
}

/* Kept cards of one group: a spectator knows which two they are, but not whose each is; both ways come as often. The
 * seats know. */
static void test_restock_with_kept_cards_of_one_group(void)
{
    const int keep[SEATS] = {11, 10}; /* KC and QC */
    cav_state state = dealt(1000, 1000, 0, "KC", "QC", "", NULL), views[SEATS], spectator;
    uint32_t mine[2] = {0};
    cav_rng rng = rng_of(2);
    for (int deal = 0; deal < 51; deal++) {
        play_quietly(&state, keep);
        CHECK(!cav_state_next_deal(&state, NULL));
    }
    CHECK(table_of(&state).restocks == 1 && !cav_state_view(&state, CAV_SPECTATOR, &spectator));
    CHECK(!cav_state_view(&state, 0, &views[0]) && !cav_state_view(&state, 1, &views[1]));
    for (int i = 0; i < 2000; i++) {
        cav_state sampled;
        CHECK(!cav_state_sample(&spectator, &rng, &sampled));
        const bool as_is = cav_state_hand(&sampled, 0).any >> 11 & 1 && cav_state_hand(&sampled, 1).any >> 10 & 1;
        const bool swapped = cav_state_hand(&sampled, 0).any >> 10 & 1 && cav_state_hand(&sampled, 1).any >> 11 & 1;
        CHECK(as_is || swapped);
        if (as_is != swapped)
            mine[swapped]++;
        for (int viewer = 0; viewer < SEATS; viewer++) {
            CHECK(!cav_state_sample(&views[viewer], &rng, &sampled));
            CHECK(cav_state_hand(&sampled, 1 - viewer).any >> keep[1 - viewer] & 1);
        }
    }
    CHECK(chi_square(mine, 2, (mine[0] + mine[1]) / 2.0) < 10.83 && mine[0] > 800);
}

/* To a spectator a match in which two kept cards of one group have changed places is the same, also when the other
 * cards have all been seen. */
static void test_kept_cards_leave_no_trace(void)
{
    const int keep[2][SEATS] = {{11, 10}, {10, 11}};
    cav_state a = dealt(1000, 1000, 0, "KC", "QC", "", NULL), b = dealt(1000, 1000, 0, "QC", "KC", "", NULL);
    for (int deal = 0; deal < 60; deal++) {
        for (;;) {
            compare_views(&a, &b, CAV_SPECTATOR);
            if (a.head.turn < 0)
                break;
            const cav_move moves[2] = {quiet_move(&a, keep[0]), quiet_move(&b, keep[1])};
            CHECK(memcmp(&moves[0], &moves[1], sizeof moves[0]) == 0);
            CHECK(!cav_state_play(&a, &moves[0], NULL) && !cav_state_play(&b, &moves[1], NULL));
        }
        CHECK(!cav_state_next_deal(&a, NULL) && !cav_state_next_deal(&b, NULL));
    }
    CHECK(table_of(&a).restocks == 1 && !cav_state_equal(&a, &b));
}

/* ---- Long matches -------------------------------------------------------------------------------------------- */

/* What is known of a match: from the log, and from the full position where a rule tells it. */
typedef struct knowledge {
    int up[SEATS];    /* told for this deal */
    int known[SEATS]; /* kept card that the other seat knows since the last restock; NO_CARD */
} knowledge;

/* A view can be filled up to a position that looks the same, and both are records that load. */
static cav_state sample_of(const cav_state *state, int viewer, cav_rng *rng)
{
    cav_state view, sampled, again, loaded;
    CHECK(!cav_state_view(state, viewer, &view) && !cav_state_load(&view, view.head.size, &loaded));
    CHECK(!cav_state_sample(&view, rng, &sampled) && !cav_state_load(&sampled, sampled.head.size, &loaded));
    CHECK(!cav_state_view(&sampled, viewer, &again) && cav_state_equal(&again, &view));
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(count_up(both_cards(&sampled, seat)) == table_of(state).up[seat]);
        CHECK(seat != viewer || same(both_cards(&sampled, seat), both_cards(state, seat)));
    }
    const cav_cards all = cards_of_table(&sampled);
    CHECK(all.any == ((uint64_t)1 << KINDS) - 1 && all.both == all.any);
    return sampled;
}

static void check_views(const cav_state *state, const knowledge *k, cav_rng *rng)
{
    const cav_onepoker_table table = table_of(state);
    CHECK(table.up[0] == k->up[0] && table.up[1] == k->up[1]);
    sample_of(state, CAV_SPECTATOR, rng);
    for (int viewer = 0; viewer < SEATS; viewer++) {
        const cav_state sampled = sample_of(state, viewer, rng);
        const int other = 1 - viewer;
        const cav_cards held = state->head.turn < 0 ? cav_state_hand(&sampled, other) : both_cards(&sampled, other);
        CHECK(k->known[other] == NO_CARD || held.any >> k->known[other] & 1);
    }
}

/* What a step told. `before` is the position that it was made in. */
static void learn(knowledge *k, const cav_log *log, const cav_state *before, const cav_state *after)
{
    for (size_t i = 0; i < log->count; i++) {
        const cav_event *event = &log->events[i];
        if (event->code == CAV_EVENT_SIGNAL)
            k->up[event->seat] = event->move.amount;
        if (event->code == CAV_EVENT_RESTOCK) {
            CHECK(event->move.amount == 102 && table_of(before).stock_size == 0);
            for (int seat = 0; seat < SEATS; seat++)
                k->known[seat] = the_card(cav_state_hand(before, seat));
        }
        if (event->code == CAV_EVENT_SHOWN && the_card(event->move.cards) == k->known[event->seat])
            k->known[event->seat] = NO_CARD;
    }
    for (int seat = 0; seat < SEATS; seat++) { /* what is known is true */
        const cav_cards held = after->head.turn < 0 ? cav_state_hand(after, seat) : both_cards(after, seat);
        CHECK(k->known[seat] == NO_CARD || held.any >> k->known[seat] & 1);
    }
}

/* How many cards of a kind have been thrown away or lie open. */
static uint32_t seen_of_kind(const cav_state *state, int card)
{
    const cav_onepoker_table table = table_of(state);
    return copies_of(table.discards, card) + copies_of(table.shown[0], card) + copies_of(table.shown[1], card);
}

/* After a restock with kept cards of one group, KC and QC: when a seat shows one of them, a spectator takes the other
 * seat to hold the other. That may be wrong, since the shown card may be a twin that was drawn; then it is dropped as
 * soon as all cards of that kind have been seen, or the card that the seat keeps is DOWN. Matches are played until
 * there were enough of each case. */
static void test_what_a_spectator_takes_for_known(void)
{
    enum { QUEEN = 10, KING = 11 };
    int right = 0, wrong = 0, all_seen = 0, other_group = 0;
    for (seed_number = 0; seed_number < 1000 && (right < 3 || wrong < 3 || all_seen < 2 || other_group < 2);
         seed_number++) {
        int keep[SEATS] = {KING, QUEEN}, doubted = -1, taken = NO_CARD; /* whom it takes to hold what, wrongly */
        bool shown = false;
        cav_rng rng = rng_of(seed_number);
        cav_state state = dealt(1000, 1000, 0, "KC", "QC", "", NULL);
        for (int deal = 0; deal < 101; deal++) {
            keep[0] = deal == 60 && seed_number % 2 ? NO_CARD : keep[0];
            while (state.head.turn >= 0) {
                if (deal > 50)
                    sample_of(&state, CAV_SPECTATOR, &rng);
                const cav_move move = quiet_move(&state, keep);
                CHECK(!cav_state_play(&state, &move, NULL));
            }
            const int cards[] = {the_card(table_of(&state).shown[0]), the_card(table_of(&state).shown[1])};
            const bool hits[] = {cards[0] == KING || cards[0] == QUEEN, cards[1] == KING || cards[1] == QUEEN};
            if (deal > 50 && !shown && (hits[0] || hits[1])) {
                const int other = hits[0] ? 1 : 0;
                shown = true;
                keep[1 - other] = NO_CARD; /* from now on what is first in deck order goes */
                taken = KING + QUEEN - cards[1 - other];
                if (hits[0] != hits[1]) {
                    const cav_state sampled = sample_of(&state, CAV_SPECTATOR, &rng);
                    CHECK(the_card(cav_state_hand(&sampled, other)) == taken);
                    doubted = the_card(cav_state_hand(&state, other)) == taken ? -1 : other;
                    right += doubted < 0;
                    wrong += doubted >= 0;
                }
                keep[other] = doubted < 0 || wrong % 2 ? NO_CARD : keep[other];
            }
            if (doubted >= 0) {
                const bool seen = seen_of_kind(&state, taken) == 2,
                           down = !is_up(the_card(cav_state_hand(&state, doubted)));
                all_seen += seen && !down && cards[doubted] != taken;
                other_group += down && !seen && cards[doubted] != taken;
                if (seen || down || cards[doubted] == taken)
                    doubted = -1;
            }
            if (deal > 50)
                sample_of(&state, CAV_SPECTATOR, &rng);
            CHECK(!cav_state_next_deal(&state, NULL));
        }
    }
    seed_number = 7;
    CHECK(right >= 3 && wrong >= 3 && all_seen >= 2 && other_group >= 2);
}

static void test_long_matches(void)
{
    uint32_t restocks = 0, steps_with_known = 0, finished = 0;
    for (uint32_t match = 0; match < 12; match++) {
        const int32_t chips = match % 3 ? 300 : 25;
        const cav_onepoker_options options = {.chips = {chips, chips}, .first = (int)(match % 2)};
        cav_event events[CAV_MAX_EVENTS];
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state, before;
        cav_rng rng = rng_of(match);
        knowledge k = {{0, 0}, {NO_CARD, NO_CARD}};
        seed_of(match, seed);
        memset(&state, 0, sizeof state);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, &log));
        learn(&k, &log, &state, &state);
        for (int steps = 0; steps < 1000; steps++) {
            const cav_onepoker_table table = table_of(&state);
            check_views(&state, &k, &rng);
            steps_with_known += k.known[0] != NO_CARD || k.known[1] != NO_CARD;
            CHECK(table.chips[0] + table.chips[1] + (state.head.turn < 0 ? 0 : table.pot) == 2 * chips);
            log.count = 0;
            before = state;
            if (state.head.turn < 0) {
                CHECK(state.head.match_over == (table.chips[0] == 0 || table.chips[1] == 0));
                if (cav_state_next_deal(&state, &log))
                    break;
            } else {
                cav_move move;
                CHECK(!pick_timidly(&state, &rng, &move));
                if (match % 3 == 1 &&
                    state.head.phase == 0) /* keeps the first card in deck order, so that what is known lasts */
                    CHECK(!cav_state_nth(&state, cav_state_count(&state) - 1, &move));
                CHECK(!cav_state_play(&state, &move, &log));
            }
            learn(&k, &log, &before, &state);
        }
        restocks += (uint32_t)table_of(&state).restocks;
        finished += state.head.match_over;
    }
    CHECK(restocks >= 20 && steps_with_known > 500 && finished >= 1);
}

/* Chips neither come nor go, and every match ends. */
static void test_random_matches(void)
{
    for (uint32_t match = 0; match < 300; match++) {
        cav_rng rng = rng_of(match);
        const int32_t a = 1 + (int32_t)cav_rng_below(&rng, 40), b = 1 + (int32_t)cav_rng_below(&rng, 40);
        const cav_onepoker_options options = {.chips = {a, b}, .first = (int32_t)cav_rng_below(&rng, 2)};
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state, loaded;
        int steps = 0;
        seed_of(match, seed);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL));
        for (; steps < 20000; steps++) {
            const cav_onepoker_table table = table_of(&state);
            CHECK(table.chips[0] >= 0 && table.chips[1] >= 0);
            CHECK(table.chips[0] + table.chips[1] + (state.head.turn < 0 ? 0 : table.pot) == a + b);
            if (steps % 4 == 0)
                CHECK(!cav_state_load(&state, state.head.size, &loaded));
            if (state.head.turn < 0)
                CHECK(state.head.scores[0] == table.chips[0] && state.head.scores[1] == table.chips[1]);
            if (!step(&state, &rng, match % 2))
                break;
        }
        CHECK(steps < 20000 && state.head.match_over &&
              (table_of(&state).chips[0] == 0) != (table_of(&state).chips[1] == 0));
    }
}

static void test_most_chips(void)
{
    cav_state state = dealt(CAV_MAX_CHIPS, CAV_MAX_CHIPS, 0, "KC 3C", "QC 4C", "", NULL), loaded;
    CHECK(say_all(&state, "lock KC; lock QC; bet 99999998; call") && chips_are(&state, 199999999, 1));
    CHECK(!cav_state_load(&state, state.head.size, &loaded) && !cav_state_next_deal(&state, NULL));
    CHECK(!cav_state_load(&state, state.head.size, &loaded) && cav_state_equal(&loaded, &state));
}

int main(void)
{
    RUN(test_op_1_defaults);
    RUN(test_op_2_3_dealing);
    RUN(test_op_2_2_up_and_down);
    RUN(test_op_3_lock);
    RUN(test_op_4_betting);
    RUN(test_op_4_short_all_in);
    RUN(test_op_4_no_betting);
    RUN(test_op_5_every_pair_of_cards);
    RUN(test_op_5_fold_shows_both);
    RUN(test_op_6_next_deal);
    RUN(test_op_2_2_locked_card_leaves_no_trace);
    RUN(test_op_2_2_hidden_cards_leave_no_trace);
    RUN(test_samples_are_even);
    RUN(test_op_6_restock);
    RUN(test_restock_with_kept_cards_of_one_group);
    RUN(test_kept_cards_leave_no_trace);
    RUN(test_what_a_spectator_takes_for_known);
    RUN(test_long_matches);
    RUN(test_random_matches);
    RUN(test_most_chips);
    return checks_result();
}
