/* Texas Hold'em, clause by clause: right values out of the house rules (HE), and random matches against the letter of
 * HE-2 and HE-5. */
#include "base/rng.h"

#include "table.h"
#include "test.h"

enum { SEATS = CAV_MAX_SEATS, STOCK = 8 };

static const cav_game *game(void) { return cav_game_find("holdem"); }

static cav_holdem_table table_of(const cav_state *state)
{
    cav_holdem_table table;
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

static cav_holdem_options options_of(int players, const int32_t *stacks, int32_t small, int32_t big, int button)
{
    cav_holdem_options options;
    cav_game_defaults(game(), &options);
    options.players = players;
    for (int seat = 0; seat < players && stacks; seat++)
        options.stacks[seat] = stacks[seat];
    options.small_blind = small;
    options.big_blind = big;
    options.first_button = button;
    return options;
}

/* Hands of the seats, with commas between, and the stock: burnt card, flop, burnt card, turn, burnt card, river. What
 * is left open is dealt by chance. */
static cav_state dealt(const cav_holdem_options *options, const char *hands, const char *stock, cav_log *log)
{
    cav_setup setup;
    cav_state state;
    uint8_t seed[CAV_SEED_SIZE];
    size_t count;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(7, seed);
    for (int seat = 0; *hands; seat++) {
        char hand[16] = "";
        const size_t length = strcspn(hands, ",");
        memcpy(hand, hands, length);
        hands += length + (hands[length] == ',');
        setup.hands[seat] = cards_from(hand);
    }
    CHECK(!cav_cards_parse(CAV_FRENCH, stock, strlen(stock), setup.stock, sizeof setup.stock, &count, NULL));
    setup.stock_size = (int32_t)count;
    CHECK(!cav_game_start(game(), options, seed, &setup, &state, log));
    return state;
}

/* Checks or calls until the deal is over. */
static void call_down(cav_state *state)
{
    while (state->head.turn >= 0)
        if (say(state, "check")[0] && say(state, "call")[0]) {
            CHECK(false);
            return;
        }
}

static bool stacks_are(const cav_state *state, int32_t a, int32_t b, int32_t c, int32_t d)
{
    const cav_holdem_table table = table_of(state);
    return table.stacks[0] == a && table.stacks[1] == b && table.stacks[2] == c && table.stacks[3] == d;
}

/* Whether the account has that line. */
static bool has_line(const cav_state *state, const char *code, int seat, int32_t amount)
{
    const cav_result result = result_of(state);
    bool has = false;
    for (int i = 0; i < result.count; i++)
        has |=
            strcmp(result.lines[i].code, code) == 0 && result.lines[i].seat == seat && result.lines[i].amount == amount;
    return has;
}

static bool has_code(const cav_state *state, const char *code)
{
    const cav_result result = result_of(state);
    bool has = false;
    for (int i = 0; i < result.count; i++)
        has |= strcmp(result.lines[i].code, code) == 0;
    return has;
}

/* One card of each of four seats, or three, when it does not matter who wins. */
#define AIR "2C,3D,4H,5S"
#define AIR_OF_THREE "2C,3D,4H"

/* ---- HE-1 Match ------------------------------------------------------------------------------------ */

static void test_he_1_defaults(void)
{
    const cav_state state = begun(game(), 1);
    const cav_holdem_table table = table_of(&state);
    CHECK(state.head.players == 4 && table.small_blind == 10 && table.big_blind == 20 && table.button == 0);
    CHECK(stacks_are(&state, 1000, 990, 980, 1000));
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(state.head.scores[seat] == 1000 && state.head.hand_sizes[seat] == 2 && table.places[seat] == 0);
}

static void test_he_1_options(void)
{
    uint8_t seed[CAV_SEED_SIZE];
    cav_state state;
    seed_of(1, seed);
    cav_holdem_options options = options_of(3, NULL, 21, 20, 0);
    const cav_error *error = cav_game_start(game(), &options, seed, NULL, &state, NULL);
    CHECK(error && error->kind == CAV_BAD_OPTION && strcmp(error->code, "blinds-reversed") == 0);
    options = options_of(3, NULL, 20, 20, 0);
    CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL));
    options = options_of(3, NULL, 10, 20, 3);
    error = cav_game_start(game(), &options, seed, NULL, &state, NULL);
    CHECK(error && error->kind == CAV_BAD_OPTION && strcmp(error->code, "no-such-seat") == 0);
    for (int players = 2; players <= SEATS; players++) {
        options = options_of(players, NULL, 10, 20, players - 1);
        memset(&state, 0, sizeof state);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL) && state.head.players == players);
        const cav_holdem_table table = table_of(&state);
        for (int seat = 0; seat < SEATS; seat++)
            CHECK((table.stacks[seat] == -1) == (seat >= players) && (table.places[seat] == -1) == (seat >= players));
    }
}

/* ---- HE-2 Button and blinds ------------------------------------------------------------------------- */

static void test_he_2_1_seats(void)
{
    for (int players = 2; players <= SEATS; players++)
        for (int button = 0; button < players; button++) {
            const cav_holdem_options options = options_of(players, NULL, 10, 20, button);
            cav_event events[CAV_MAX_EVENTS];
            cav_log log = {events, CAV_MAX_EVENTS, 0};
            cav_state state = dealt(&options, AIR + 3 * (SEATS - players), "", &log);
            const cav_holdem_table table = table_of(&state);
            const int small = players == 2 ? button : (button + 1) % players, big = (small + 1) % players;
            CHECK(table.button == button && table.small_blind_seat == small && table.big_blind_seat == big);
            CHECK(table.stacks[small] == 990 && table.bets[small] == 10 && table.put_in[big] == 20);
            CHECK(state.head.turn == (big + 1) % players); /* HE-3.1; heads-up the button */
            CHECK(log.count == 3u + (size_t)players && events[0].seat == button);
            for (int i = 0; i < 2; i++) {
                const cav_event *blind = &events[1 + players + i];
                CHECK(blind->code == CAV_EVENT_BLIND && blind->seat == (i ? big : small));
                CHECK(blind->move.amount == (i ? 20 : 10));
            }
            /* The button goes round. */
            call_down(&state);
            for (int deal = 1; deal < 6; deal++) {
                CHECK(!cav_state_next_deal(&state, NULL) && state.head.deal == (uint32_t)deal);
                CHECK(table_of(&state).button == (button + deal) % players);
                call_down(&state);
            }
        }
}

/* HE-2.2: who has the next button. `chips` are those of the coming hand; `seats_before` were dealt into the last. */
static int next_button(int players, const int32_t *chips, int button, int seats_before, int last_big)
{
    int left = 0, next = button, other = -1;
    for (int seat = 0; seat < players; seat++)
        left += chips[seat] > 0;
    do
        next = (next + 1) % players;
    while (chips[next] == 0);
    for (int seat = 0; seat < players; seat++)
        other = chips[seat] > 0 && seat != next ? seat : other;
    return left == 2 && seats_before > 2 && other == last_big ? other : next;
}

/* Every button, and every set of seats that goes out in one hand: those have 100 chips and go all in. */
static void check_next_button(int players, int button, unsigned out)
{
    static const char *const good[] = {"AC AD", "KC KD", "QC QD", "JC JD"};
    static const char *const bad[] = {"2C 7D", "2D 7H", "2H 7S", "2S 7C"};
    int32_t stacks[SEATS], chips[SEATS];
    char hands[64] = "";
    for (int seat = 0; seat < players; seat++) {
        stacks[seat] = out >> seat & 1 ? 100 : 1000;
        strcat(strcat(hands, seat ? "," : ""), out >> seat & 1 ? bad[seat] : good[seat]);
    }
    const cav_holdem_options options = options_of(players, stacks, 10, 20, button);
    cav_state state = dealt(&options, hands, "3C AH KH 9S 4C 9D 4D 8H", NULL);
    const int last_big = table_of(&state).big_blind_seat;
    while (state.head.turn >= 0) {
        const bool raise = table_of(&state).bet_to_call < 100 && state.head.phase == 0;
        CHECK(!say(&state, raise ? "raise 100" : table_of(&state).to_call ? "call" : "check")[0]);
    }
    CHECK(!state.head.match_over);
    for (int seat = 0; seat < players; seat++) {
        chips[seat] = table_of(&state).stacks[seat];
        CHECK((chips[seat] == 0) == (out >> seat & 1));
    }
    CHECK(!cav_state_next_deal(&state, NULL));
    const cav_holdem_table table = table_of(&state);
    const int expected = next_button(players, chips, button, players, last_big);
    int left = 0, small = expected, big;
    for (int seat = 0; seat < players; seat++)
        left += chips[seat] > 0;
    while (left > 2 && (small == expected || chips[small] == 0))
        small = (small + 1) % players;
    big = (small + 1) % players;
    while (chips[big] == 0)
        big = (big + 1) % players;
    CHECK(table.button == expected && table.small_blind_seat == small && table.big_blind_seat == big);
    CHECK(left > 2 || big != last_big); /* nobody posts the big blind twice in a row because of it */
    for (int seat = 0; seat < players; seat++) {
        CHECK(state.head.hand_sizes[seat] == (chips[seat] ? 2 : 0) && (table.in_hand >> seat & 1) == (chips[seat] > 0));
        CHECK(cav_cards_count(cav_state_hand(&state, seat)) == state.head.hand_sizes[seat]);
    }
    /* From then on it alternates without adjustment. */
    if (left == 2) {
        call_down(&state);
        CHECK(!cav_state_next_deal(&state, NULL) && table_of(&state).button == big);
    }
}

static void test_he_2_2_next_button(void)
{
    for (int players = 3; players <= SEATS; players++)
        for (int button = 0; button < players; button++)
            for (unsigned out = 1; out < (1u << players) - 1; out++) {
                int stay = 0;
                for (int seat = 0; seat < players; seat++)
                    stay += !(out >> seat & 1);
                if (stay >= 2)
                    check_next_button(players, button, out);
            }
    /* Three left, the button (seat 0) goes out. Seat 2 had the big blind and would have it again behind seat 1's
     * button: it gets the button, and seat 1 the big blind. */
    const cav_holdem_options options = options_of(3, (const int32_t[]){100, 1000, 1000}, 10, 20, 0);
    cav_state state = dealt(&options, "2C 7D,AC AD,KC KD", "3C AH KH 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "raise 100; call; call"));
    call_down(&state);
    CHECK(!cav_state_next_deal(&state, NULL));
    cav_holdem_table table = table_of(&state);
    CHECK(table.button == 2 && table.small_blind_seat == 2 && table.big_blind_seat == 1 && state.head.turn == 2);
    /* The small blind goes out: the button comes to the big blind by itself. */
    const cav_holdem_options small = options_of(3, (const int32_t[]){1000, 100, 1000}, 10, 20, 0);
    state = dealt(&small, "AC AD,2C 7D,KC KD", "3C AH KH 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "call; raise 100; call; call"));
    call_down(&state);
    CHECK(!cav_state_next_deal(&state, NULL));
    table = table_of(&state);
    CHECK(table.button == 2 && table.small_blind_seat == 2 && table.big_blind_seat == 0);
    /* The big blind goes out: the button moves to the small blind. */
    const cav_holdem_options big = options_of(3, (const int32_t[]){1000, 1000, 100}, 10, 20, 0);
    state = dealt(&big, "AC AD,KC KD,2C 7D", "3C AH KH 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "call; call; raise 100; call; call"));
    call_down(&state);
    CHECK(!cav_state_next_deal(&state, NULL));
    table = table_of(&state);
    CHECK(table.button == 1 && table.small_blind_seat == 1 && table.big_blind_seat == 0);
    /* A big blind posted short counts as well. */
    const cav_holdem_options short_big = options_of(3, (const int32_t[]){15, 1000, 15}, 10, 20, 0);
    state = dealt(&short_big, "2C 7D,KC KD,AC AD", "3C AH KH 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "call; call"));
    CHECK(state.head.turn == -1 && stacks_are(&state, 0, 985, 45, -1));
    CHECK(!cav_state_next_deal(&state, NULL) && table_of(&state).button == 2);
}

static void test_he_2_3_short_blinds(void)
{
    /* The big blind has 5 of 20. */
    cav_holdem_options options = options_of(3, (const int32_t[]){1000, 1000, 5}, 10, 20, 0);
    cav_state state = dealt(&options, AIR_OF_THREE, "", NULL);
    cav_holdem_table table = table_of(&state);
    CHECK(state.head.turn == 0 && table.bets[2] == 5 && table.stacks[2] == 0);
    CHECK(table.bet_to_call == 20 && table.to_call == 20 && table.min_raise == 40 && table.max_raise == 1000);
    CHECK(refuses(&state, "call 5", "other-call", "HE-3.2") && refuses(&state, "raise 39", "too-little", "HE-3.3"));
    CHECK(say_all(&state, "call; call") && state.head.phase == 1 && table_of(&state).bet_to_call == 0);
    /* The small blind has 3 of 10. */
    options = options_of(3, (const int32_t[]){1000, 3, 1000}, 10, 20, 0);
    state = dealt(&options, AIR_OF_THREE, "", NULL);
    table = table_of(&state);
    CHECK(table.bets[1] == 3 && table.bet_to_call == 20 && table.min_raise == 40);
    CHECK(say_all(&state, "fold") && state.head.turn == -1); /* the big blind alone could act and is not below 3 */
    CHECK(table_of(&state).shown[1].any && table_of(&state).shown[2].any && has_line(&state, "refund", 2, 17));
    /* Both blinds are all that there is: the hand is over as soon as it is dealt. */
    options = options_of(2, (const int32_t[]){5, 8}, 10, 20, 0);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    state = dealt(&options, "AC AD,KC KD", "3C 5H 6H 9S 4C 9D 4D 8H", &log);
    CHECK(state.head.turn == -1 && state.head.phase == 4 && stacks_are(&state, 10, 3, -1, -1) && state.head.moves == 0);
    static const uint8_t codes[] = {CAV_EVENT_DEAL,      CAV_EVENT_HAND,   CAV_EVENT_HAND,   CAV_EVENT_BLIND,
                                    CAV_EVENT_BLIND,     CAV_EVENT_STREET, CAV_EVENT_STREET, CAV_EVENT_STREET,
                                    CAV_EVENT_SHOWN,     CAV_EVENT_SHOWN,  CAV_EVENT_REFUND, CAV_EVENT_POT,
                                    CAV_EVENT_DEAL_OVER, CAV_EVENT_POINTS, CAV_EVENT_POINTS};
    CHECK(log.count == sizeof codes);
    for (size_t i = 0; i < sizeof codes && i < log.count; i++)
        CHECK(events[i].code == codes[i]);
    CHECK(!cav_state_next_deal(&state, NULL));
    /* Heads-up the small blind has put in 10. Against a big blind of 5 it is not asked; against one of 15 it is. */
    options = options_of(2, (const int32_t[]){1000, 5}, 10, 20, 0);
    state = dealt(&options, "KC KD,AC AD", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    CHECK(state.head.turn == -1 && stacks_are(&state, 995, 10, -1, -1) && has_line(&state, "refund", 0, 5));
    options = options_of(2, (const int32_t[]){1000, 15}, 10, 20, 0);
    state = dealt(&options, "KC KD,AC AD", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    table = table_of(&state);
    CHECK(state.head.turn == 0 && table.to_call == 10 && table.max_raise == 0 && cav_state_count(&state) == 2);
    CHECK(refuses(&state, "raise 40", "raising-closed", "HE-3.4"));
    cav_state folded = state;
    CHECK(say_all(&folded, "fold") && stacks_are(&folded, 990, 25, -1, -1));
    CHECK(say_all(&state, "call 20") && stacks_are(&state, 985, 30, -1, -1) && has_line(&state, "refund", 0, 5));
}

/* HE-2.4: one card at a time from the button's left, two rounds; the stock behind; a fresh shuffle for each hand, and
 * no cards for who is out. What the shuffle is follows from the seed and the number of the deal. */
static void check_dealing(const cav_state *state, const cav_holdem_table *table)
{
    uint8_t pack[52], stock[CAV_MAX_PACK];
    cav_rng rng;
    int place = 0, seat = table->button, dealt_in = 0;
    for (uint8_t card = 0; card < 52; card++)
        pack[card] = card;
    for (int i = 0; i < state->head.players; i++)
        dealt_in += state->head.hand_sizes[i] > 0;
    const size_t drawn = (size_t)(2 * dealt_in + STOCK);
    const uint8_t *order = pack + 52 - drawn;
    rng_open(&rng, state->head.seed, RNG_DEAL, state->head.deal, 0);
    rng_draw(&rng, pack, 52, drawn);
    while (place < 2 * dealt_in) {
        seat = (seat + 1) % state->head.players;
        if (state->head.hand_sizes[seat])
            CHECK(cav_state_hand(state, seat).any >> order[place++] & 1);
    }
    if (state->head.phase != 0)
        return;
    CHECK(cav_state_stock(state, stock) == STOCK && memcmp(stock, order + place, STOCK) == 0);
}

static void test_he_2_4_dealing(void)
{
    for (int players = 2; players <= SEATS; players++)
        for (int button = 0; button < players; button++) {
            const cav_holdem_options options = options_of(players, NULL, 10, 20, button);
            uint8_t seed[CAV_SEED_SIZE];
            cav_state state;
            seed_of((uint32_t)button, seed);
            CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL));
            const cav_holdem_table table = table_of(&state);
            check_dealing(&state, &table);
        }
}

/* ---- HE-3 Betting ------------------------------------------------------------------------------------- */

static void test_he_3_1_order(void)
{
    const cav_holdem_options options = options_of(4, NULL, 10, 20, 1);
    cav_state state = dealt(&options, AIR, "", NULL);
    CHECK(state.head.turn == 0 && say_all(&state, "call") && state.head.turn == 1 && say_all(&state, "call"));
    CHECK(state.head.turn == 2 && say_all(&state, "call") && state.head.turn == 3);
    CHECK(refuses(&state, "fold", "nothing-to-pay", "HE-3.2") && table_of(&state).min_raise == 40); /* its option */
    cav_state raised = state;
    CHECK(say_all(&state, "check") && state.head.phase == 1 && state.head.turn == 2);
    CHECK(say_all(&raised, "raise 40") && raised.head.phase == 0 && raised.head.turn == 0);
    CHECK(say_all(&raised, "fold; call; fold") && raised.head.phase == 1 && raised.head.turn == 3); /* 2 has folded */
    /* Heads-up the button is first before the flop and last from then on. */
    const cav_holdem_options two = options_of(2, NULL, 10, 20, 1);
    state = dealt(&two, "2C,3D", "", NULL);
    CHECK(state.head.turn == 1 && say_all(&state, "call") && state.head.turn == 0 && say_all(&state, "check"));
    CHECK(state.head.phase == 1 && state.head.turn == 0);
    /* Who is all in is passed over. */
    const cav_holdem_options poor = options_of(4, (const int32_t[]){1000, 1000, 60, 1000}, 10, 20, 1);
    state = dealt(&poor, AIR, "", NULL);
    CHECK(say_all(&state, "raise 60; call; call; call") && state.head.phase == 1 && state.head.turn == 3);
    CHECK(say_all(&state, "bet 20; call; call") && state.head.phase == 2 && state.head.turn == 3);
}

static void test_he_3_2_moves(void)
{
    const cav_holdem_options options = options_of(3, NULL, 10, 20, 0);
    cav_state state = dealt(&options, AIR_OF_THREE, "", NULL);
    cav_move move;
    CHECK(cav_state_count(&state) == 2 + 961); /* fold, call, raise to 40 ... 1000 */
    CHECK(!cav_state_nth(&state, 0, &move) && move.kind == CAV_FOLD && move.amount == 0);
    CHECK(!cav_state_nth(&state, 1, &move) && move.kind == CAV_CALL && move.amount == 20);
    CHECK(!cav_state_nth(&state, 2, &move) && move.kind == CAV_RAISE && move.amount == 40);
    CHECK(!cav_state_nth(&state, 962, &move) && move.kind == CAV_RAISE && move.amount == 1000);
    CHECK(refuses(&state, "check", "must-pay", "HE-3.2") && refuses(&state, "bet 40", "is-raise", "HE-3.2"));
    CHECK(refuses(&state, "call 40", "other-call", "HE-3.2") && refuses(&state, "raise 1001", "too-much", "HE-3.3"));
    CHECK(refuses(&state, "pass", "unknown-kind", "") && refuses(&state, "raise", "unreadable", ""));
    CHECK(refuses(&state, "play 2C", "unknown-kind", "") && refuses(&state, "lock 2C", "unknown-kind", ""));
    CHECK(refuses(&state, "fold 20", "unreadable", "") && refuses(&state, "check 0", "unreadable", ""));
    CHECK(!cav_move_parse(&state, "CALL", 4, &move, NULL) && move.amount == 20); /* completed */
    CHECK(say_all(&state, "call 20; call; check"));
    CHECK(cav_state_count(&state) == 1 + 961 && state.head.phase == 1);
    CHECK(!cav_state_nth(&state, 0, &move) && move.kind == CAV_CHECK);
    CHECK(!cav_state_nth(&state, 1, &move) && move.kind == CAV_BET && move.amount == 20);
    CHECK(refuses(&state, "call", "nothing-to-pay", "HE-3.2") && refuses(&state, "fold", "nothing-to-pay", "HE-3.2"));
    CHECK(refuses(&state, "raise 40", "is-bet", "HE-3.2") && refuses(&state, "bet 19", "too-little", "HE-3.3"));
    cav_move stray = {.kind = CAV_CHECK, .cards = {1, 0}};
    const cav_error *error = cav_state_check(&state, &stray);
    CHECK(error && strcmp(error->code, "stray-fields") == 0);
    /* A call with too few chips is all in. */
    const cav_holdem_options poor = options_of(3, (const int32_t[]){1000, 70, 1000}, 10, 20, 0);
    state = dealt(&poor, AIR_OF_THREE, "", NULL);
    CHECK(say_all(&state, "raise 100") && table_of(&state).to_call == 60 && table_of(&state).max_raise == 0);
    CHECK(refuses(&state, "call 100", "other-call", "HE-3.2") && say_all(&state, "call 70"));
    CHECK(table_of(&state).stacks[1] == 0 && table_of(&state).bet_to_call == 100);
}

static void test_he_3_3_amounts(void)
{
    const cav_holdem_options options = options_of(3, NULL, 10, 20, 0);
    cav_state state = dealt(&options, AIR_OF_THREE, "", NULL);
    CHECK(say_all(&state, "raise 70") && table_of(&state).full_raise == 50 && table_of(&state).min_raise == 120);
    CHECK(say_all(&state, "raise 120; call; call") && state.head.phase == 1);
    CHECK(table_of(&state).full_raise == 20 && table_of(&state).bet_to_call == 0 && table_of(&state).min_raise == 20);
    CHECK(say_all(&state, "bet 30") && table_of(&state).full_raise == 30 && table_of(&state).min_raise == 60);
    CHECK(say_all(&state, "raise 880") && table_of(&state).full_raise == 850); /* all in; more than anybody has */
    CHECK(table_of(&state).max_raise == 0 && table_of(&state).to_call == 880);
    /* An all-in bet of 15: the next least raise is to 35. */
    const cav_holdem_options poor = options_of(3, (const int32_t[]){1000, 35, 1000}, 10, 20, 0);
    state = dealt(&poor, AIR_OF_THREE, "", NULL);
    CHECK(say_all(&state, "call; call; check") && table_of(&state).min_raise == 15 && table_of(&state).max_raise == 15);
    CHECK(cav_state_count(&state) == 2 && say_all(&state, "bet 15"));
    CHECK(table_of(&state).full_raise == 20 && table_of(&state).min_raise == 35);
    /* A stack of 150 before a bet of 100. */
    const cav_holdem_options some = options_of(3, (const int32_t[]){1000, 150, 1000}, 10, 20, 0);
    state = dealt(&some, AIR_OF_THREE, "", NULL);
    CHECK(say_all(&state, "raise 100") && table_of(&state).min_raise == 150 && table_of(&state).max_raise == 150);
    CHECK(refuses(&state, "raise 149", "too-little", "HE-3.3") && say_all(&state, "raise 150"));
}

static void test_he_3_4_who_may_raise(void)
{
    /* Stacks 19, 200, 16, 200 of small blind, big blind, under the gun, button. */
    const cav_holdem_options options = options_of(4, (const int32_t[]){200, 19, 200, 16}, 1, 2, 0);
    cav_state state = dealt(&options, AIR, "", NULL);
    CHECK(say_all(&state, "raise 16; call; raise 19; call") && state.head.turn == 0 && cav_state_count(&state) == 2);
    CHECK(table_of(&state).min_raise == 0 && table_of(&state).max_raise == 0);
    CHECK(refuses(&state, "raise 33", "raising-closed", "HE-3.4"));
    CHECK(refuses(&state, "raise 200", "raising-closed", "HE-3.4"));
    CHECK(say_all(&state, "call") && state.head.phase == 1 && state.head.turn == 2);
    /* Under the gun 100, button all-in 140, small blind all-in 180, big blind calls. */
    const cav_holdem_options add_up = options_of(4, (const int32_t[]){140, 180, 1000, 1000}, 10, 20, 0);
    state = dealt(&add_up, AIR, "", NULL);
    CHECK(say_all(&state, "raise 100; raise 140; raise 180; call") && state.head.turn == 3);
    CHECK(table_of(&state).min_raise == 260 && say_all(&state, "raise 260"));
    /* Nobody left has more than the bet. */
    const cav_holdem_options last = options_of(2, (const int32_t[]){1000, 300}, 10, 20, 0);
    state = dealt(&last, "2C,3D", "", NULL);
    CHECK(say_all(&state, "call; raise 300") && cav_state_count(&state) == 2);
    CHECK(refuses(&state, "raise 580", "raising-closed", "HE-3.4"));
}

static void test_he_3_5_streets(void)
{
    static const char *const stock = "3C AH KH 9S 4C 9D 4D 8H";
    const cav_holdem_options options = options_of(2, NULL, 10, 20, 0);
    cav_event events[CAV_MAX_EVENTS];
    cav_state state = dealt(&options, "AC AD,KC KD", stock, NULL);
    uint8_t cards[CAV_MAX_PACK], left[CAV_MAX_PACK];
    size_t count;
    CHECK(!cav_cards_parse(CAV_FRENCH, stock, strlen(stock), cards, sizeof cards, &count, NULL) && count == STOCK);
    static const struct {
        int board, used; /* after this street */
        const char *cards;
    } streets[] = {{0, 0, ""}, {3, 4, "AH KH 9S"}, {4, 6, "9D"}, {5, 8, "8H"}};
    static const int places[] = {1, 2, 3, 5, 7};
    for (int street = 0; street < 4; street++) {
        const cav_holdem_table table = table_of(&state);
        CHECK(state.head.phase == street);
        for (int i = 0; i < 5; i++)
            CHECK(table.board[i] == (i < streets[street].board ? cards[places[i]] : -1));
        memset(left, 0xee, sizeof left);
        CHECK(cav_state_stock(&state, left) == STOCK - streets[street].used);
        CHECK(left[STOCK - streets[street].used] == 0xee);
        CHECK(memcmp(left, cards + streets[street].used, (size_t)(STOCK - streets[street].used)) == 0);
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        CHECK(say_all(&state, street ? "check" : "call"));
        CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_CHECK}, &log));
        if (street < 3) {
            CHECK(log.count == 2 && events[1].code == CAV_EVENT_STREET && events[1].move.amount == street + 1);
            CHECK(events[1].move.cards.any == cards_from(streets[street + 1].cards).any && !events[1].move.cards.both);
            CHECK(events[1].seen == 0xff && events[1].seat == -1);
        }
    }
    CHECK(state.head.turn == -1 && state.head.phase == 4);
    /* When nobody can bet any more the board is dealt out in the same call (HE-5.2). */
    state = dealt(&options, "AC AD,KC KD", stock, NULL);
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(say_all(&state, "raise 1000"));
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_CALL}, &log) && state.head.match_over);
    for (int street = 1; street < 4; street++)
        CHECK(events[street].code == CAV_EVENT_STREET && events[street].move.amount == street);
}

/* ---- HE-4 Hands ------------------------------------------------------------------------------------------ */

/* Two hands at a board: who wins, 2 when they share. */
static int winner(const char *hands, const char *flop, const char *turn, const char *river)
{
    const cav_holdem_options options = options_of(2, NULL, 10, 20, 0);
    cav_setup setup;
    cav_state state;
    uint8_t seed[CAV_SEED_SIZE];
    seed_of(3, seed);
    memset(&setup, 0, sizeof setup);
    const size_t length = strcspn(hands, ",");
    char first[16] = "";
    memcpy(first, hands, length);
    setup.hands[0] = cards_from(first);
    setup.hands[1] = cards_from(hands + length + 1);
    /* Any cards may be burnt that are not in use. */
    uint64_t used = setup.hands[0].any | setup.hands[1].any;
    uint8_t list[8];
    const char *const streets[] = {flop, turn, river};
    for (int i = 0; i < 3; i++)
        used |= cards_from(streets[i]).any;
    for (int i = 0, card = 0; i < 3; i++) {
        while (used >> card & 1)
            card++;
        setup.stock[setup.stock_size++] = (uint8_t)card++;
        const int count = cav_cards_list(cards_from(streets[i]), list);
        memcpy(setup.stock + setup.stock_size, list, (size_t)count);
        setup.stock_size += count;
    }
    CHECK(setup.stock_size == STOCK && !cav_game_start(game(), &options, seed, &setup, &state, NULL));
    call_down(&state);
    const int winners = table_of(&state).winners[0];
    CHECK(stacks_are(&state,
                     winners == 1   ? 1020
                     : winners == 2 ? 980
                                    : 1000,
                     winners == 2   ? 1020
                     : winners == 1 ? 980
                                    : 1000,
                     -1, -1));
    return winners == 3 ? 2 : winners == 1 ? 0 : 1;
}

static void test_he_4_hands(void)
{
    CHECK(winner("7D 2C,5D 3C", "QD JD 9D", "KC", "6D") == 0); /* the fifth card of a flush counts */
    CHECK(winner("2C 3D,4H 5S", "AC KD QH", "JS", "TC") == 2); /* the board plays */
    CHECK(winner("2C 3C,4H 5S", "AC KC QC", "JS", "TC") == 0); /* a flush beats the straight on the board */
    CHECK(winner("AH 5S,6H 7S", "2C 3D 4H", "5C", "9D") == 1); /* A plays low below 5: 6 5 4 3 2 and more is better */
    CHECK(winner("AH KS,6H 9S", "2C 3D 4H", "5C", "9D") == 1);
    CHECK(winner("AH 7S,KH KS", "2C 3D 4H", "5C", "KD") == 0); /* A 5 4 3 2 is a straight */
    CHECK(winner("AH 2S,KH 3S", "QC JD 4H", "5C", "9D") == 0); /* and no straight goes round */
    CHECK(winner("AH 2S,AD 3S", "AC KD QH", "JS", "9C") == 2); /* the sixth and seventh card never break a tie */
    CHECK(winner("AH QS,AD TS", "AC KD JH", "8S", "2C") == 0); /* the fifth one does */
    CHECK(winner("AC 2C,AS 2S", "KD KH 9D", "9H", "3C") == 2); /* suits are equal */
    CHECK(winner("9C 9S,AH KH", "KD KC 9D", "9H", "3C") == 0); /* four of a kind over a full house */
    CHECK(winner("8H 7H,AC 2S", "9H TH JH", "AD", "AS") == 0); /* a straight flush over four aces */
    CHECK(winner("QC 3S,JC 2S", "QD JD JH", "QH", "4S") == 0); /* full houses by their triple */
}

/* ---- HE-5 Settling --------------------------------------------------------------------------------------- */

static void test_he_5_1_uncontested(void)
{
    const cav_holdem_options options = options_of(3, NULL, 10, 20, 0);
    cav_state state = dealt(&options, "2C 7D,AC AD,KC KD", "3C AH KH 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "raise 200; call; fold; bet 300"));
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(state.head.turn == 0 && !cav_state_play(&state, &(cav_move){.kind = CAV_FOLD}, &log));
    /* All is one pot, and nothing goes back first. */
    CHECK(state.head.turn == -1 && stacks_are(&state, 800, 1220, 980, -1));
    CHECK(log.count == 6 && events[1].code == CAV_EVENT_POT && events[1].seat == 1 && events[1].move.amount == 720);
    CHECK(events[2].code == CAV_EVENT_DEAL_OVER && events[3].move.amount == -200 && events[4].move.amount == 220);
    const cav_result result = result_of(&state);
    CHECK(result.count == 2 && has_line(&state, "pot", -1, 720) && has_line(&state, "share", 1, 720));
    CHECK(result.points[0] == -200 && result.points[1] == 220 && result.points[2] == -20);
    const cav_holdem_table table = table_of(&state);
    CHECK(table.board[2] >= 0 && table.board[3] == -1); /* no more cards */
    CHECK(table.pots[0] == 720 && table.pots[1] == -1 && table.contenders[0] == 2 && table.winners[0] == 2);
    CHECK(table.bet_to_call == 0 && table.to_call == 0 && table.min_raise == 0 && table.max_raise == 0);
    /* HE-5.4: the hand stays hidden. */
    for (int seat = 0; seat < 3; seat++)
        CHECK(!table.shown[seat].any);
    for (int viewer = CAV_SPECTATOR; viewer < 3; viewer++) {
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        for (int seat = 0; seat < 3; seat++)
            CHECK(cav_cards_count(cav_state_hand(&view, seat)) == (seat == viewer ? 2 : 0));
    }
    /* All fold to the big blind. */
    state = dealt(&options, AIR_OF_THREE, "", NULL);
    CHECK(say_all(&state, "fold; fold") && stacks_are(&state, 1000, 990, 1010, -1) && has_line(&state, "pot", -1, 30));
}

static void test_he_5_2_refund(void)
{
    const cav_holdem_options options = options_of(3, (const int32_t[]){300, 1000, 1000}, 10, 20, 0);
    cav_state state = dealt(&options, "AC AD,KC KD,QC QD", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "raise 300; raise 900; fold") && state.head.turn == -1);
    CHECK(has_line(&state, "refund", 1, 600) && has_line(&state, "pot", -1, 620) && has_line(&state, "share", 0, 620));
    CHECK(stacks_are(&state, 620, 700, 980, -1));
    /* The second-largest may be that of a seat that folded. */
    state = dealt(&options, "AC AD,KC KD,QC QD", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "raise 300; raise 600; raise 900; fold") && has_line(&state, "refund", 2, 300));
    CHECK(stacks_are(&state, 900, 400, 1000, -1)); /* 3 x 300 to seat 0; 300 of seat 1 and 300 of its own to seat 2 */
    CHECK(has_line(&state, "pot", -1, 900) && has_line(&state, "pot", -1, 600));
}

/* 50/100/100, all in; the two big ones tie: pots of 150 and 100. */
static void test_he_5_3_side_pots(void)
{
    const cav_holdem_options options = options_of(3, (const int32_t[]){50, 100, 100}, 10, 20, 0);
    cav_state state = dealt(&options, "2C JD,AC KD,AD KC", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "raise 50; raise 100"));
    cav_holdem_table table = table_of(&state);
    CHECK(table.pots[0] == 60 && table.pots[1] == 60 && table.pots[2] == 50 && table.pots[3] == -1);
    CHECK(table.contenders[0] == 7 && table.contenders[1] == 3 && table.contenders[2] == 2 && table.winners[0] == -1);
    CHECK(say_all(&state, "call") && stacks_are(&state, 0, 125, 125, -1));
    table = table_of(&state);
    CHECK(table.pots[0] == 150 && table.pots[1] == 100 && table.pots[2] == -1);
    CHECK(table.contenders[0] == 7 && table.contenders[1] == 6 && table.winners[0] == 6 && table.winners[1] == 6);
    CHECK(table.places[0] == 3 && table.places[1] == 0 && !state.head.match_over);
    CHECK(has_line(&state, "pot", -1, 150) && has_line(&state, "pot", -1, 100) && has_line(&state, "share", 1, 75));
    CHECK(has_line(&state, "share", 1, 50) && has_line(&state, "place", 0, 3) && !has_code(&state, "odd-chip"));
    /* The short one wins the main pot, the better of the others the side pot. */
    state = dealt(&options, "AC AD,KC KD,QC QD", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "raise 50; raise 100; call") && stacks_are(&state, 150, 100, 0, -1));
    /* Three pots; a folded seat wins nothing, and its chips stay in. */
    const cav_holdem_options four = options_of(4, (const int32_t[]){500, 100, 200, 300}, 10, 20, 3);
    state = dealt(&four, "7C 2D,AC AD,KC KD,QC QD", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "call; call; call; check; bet 20; raise 80; raise 180; raise 280; fold"));
    CHECK(stacks_are(&state, 460, 340, 200, 100)); /* 40 + 3 x 100 to seat 1, 2 x 100 to seat 2, 100 back to seat 3 */
    CHECK(has_line(&state, "refund", 3, 100) && has_line(&state, "pot", -1, 340) && has_line(&state, "pot", -1, 200));
}

/* 35 among three: the odd chips one by one from the button's left, the button last. */
static void test_he_5_3_odd_chips(void)
{
    /* A board of A K Q J T. Small blind folds; the others have put in 10 each. */
    for (int button = 0; button < 4; button++) {
        const cav_holdem_options options = options_of(4, (const int32_t[]){100, 100, 100, 100}, 5, 10, button);
        cav_state state = dealt(&options, "2C 3D,2D 3H,2H 3S,2S 3C", "4C AC KD QH 4H JS 4S TC", NULL);
        const int small = (button + 1) % 4, big = (button + 2) % 4, gun = (button + 3) % 4;
        CHECK(say_all(&state, "call; call; fold; check"));
        call_down(&state);
        const cav_result result = result_of(&state);
        CHECK(result.points[small] == -5 && result.points[big] == 2 && result.points[gun] == 2 &&
              result.points[button] == 1);
        CHECK(has_line(&state, "pot", -1, 35) && has_line(&state, "share", button, 11) &&
              has_line(&state, "share", gun, 11));
        CHECK(has_line(&state, "odd-chip", big, 1) && has_line(&state, "odd-chip", gun, 1));
        CHECK(!has_line(&state, "odd-chip", button, 1) && table_of(&state).winners[0] == (15 & ~(1 << small)));
    }
    /* Anew for each pot: two pots with an odd chip each, both go to the same seat. */
    const cav_holdem_options two_pots = options_of(4, (const int32_t[]){25, 5, 42, 42}, 5, 10, 0);
    cav_state state = dealt(&two_pots, "2C 3D,2D 3H,2H 3S,2S 3C", "4C AC KD QH 4H JS 4S TC", NULL);
    CHECK(say_all(&state, "raise 42; call; call"));
    CHECK(stacks_are(&state, 25, 5, 42, 42)); /* 20, 60 and 34, all shared evenly */
    const cav_holdem_options odd = options_of(4, (const int32_t[]){26, 5, 41, 41}, 5, 10, 0);
    state = dealt(&odd, "2C 9D,KC KH,AD 3S,AH 3C", "4C AC KD QH 4H JS 4S 8C", NULL); /* seat 1 wins 20; 2 and 3 share */
    CHECK(say_all(&state, "raise 41; call; call"));
    CHECK(stacks_are(&state, 0, 20, 47, 46) && has_line(&state, "odd-chip", 2, 1));
    CHECK(has_line(&state, "pot", -1, 63) && has_line(&state, "pot", -1, 30));
}

static void test_he_5_4_shown_and_hidden(void)
{
    const cav_holdem_options options = options_of(3, NULL, 10, 20, 0);
    const char *stock = "3C AH KH 9S 4C 9D 4D 8H";
    cav_state state = dealt(&options, "2C 7D,AC AD,KC KD", stock, NULL);
    CHECK(say_all(&state, "fold"));
    call_down(&state);
    const cav_holdem_table table = table_of(&state);
    CHECK(!table.shown[0].any && table.shown[1].any == cards_from("AC AD").any &&
          table.shown[2].any == cards_from("KC KD").any);
    for (int viewer = CAV_SPECTATOR; viewer < 3; viewer++) {
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        CHECK(cav_state_hand(&view, 1).any == table.shown[1].any && cav_state_hand(&view, 2).any == table.shown[2].any);
        CHECK(cav_cards_count(cav_state_hand(&view, 0)) == (viewer == 0 ? 2 : 0)); /* the folded hand stays hidden */
    }
}

/* Two deals that differ in burnt, undealt and folded cards, and in the hand that wins uncontested: whoever does not
 * hold these cards sees the same, to the byte, at every step. */
static void compare_views(const char *hands, const char *stock, const char *other_hands, const char *other_stock,
                          const char *moves, unsigned blind_viewers)
{
    const cav_holdem_options options = options_of(3, NULL, 10, 20, 0);
    cav_event events[2][CAV_MAX_EVENTS];
    cav_log logs[2] = {{events[0], CAV_MAX_EVENTS, 0}, {events[1], CAV_MAX_EVENTS, 0}};
    cav_state a = dealt(&options, hands, stock, &logs[0]), b = dealt(&options, other_hands, other_stock, &logs[1]);
    for (;;) {
        CHECK(!cav_state_equal(&a, &b) && logs[0].count == logs[1].count);
        for (int viewer = CAV_SPECTATOR; viewer < 3; viewer++) {
            cav_state views[2];
            if (!(blind_viewers >> (viewer + 1) & 1))
                continue;
            CHECK(!cav_state_view(&a, viewer, &views[0]) && !cav_state_view(&b, viewer, &views[1]));
            CHECK(cav_state_equal(&views[0], &views[1]));
            for (size_t i = 0; i < logs[0].count; i++)
                if (cav_event_seen(&events[0][i], viewer))
                    CHECK(memcmp(&events[0][i], &events[1][i], sizeof events[0][i]) == 0);
        }
        if (!*moves)
            return;
        char text[32] = "";
        const size_t length = strcspn(moves, ";");
        cav_move move;
        memcpy(text, moves, length);
        moves += length + (moves[length] == ';');
        logs[0].count = logs[1].count = 0;
        CHECK(!cav_move_parse(&a, text, strlen(text), &move, NULL) && !cav_state_play(&a, &move, &logs[0]));
        CHECK(!cav_move_parse(&b, text, strlen(text), &move, NULL) && !cav_state_play(&b, &move, &logs[1]));
    }
}

static void test_hidden_cards_leave_no_trace(void)
{
    const char *hands = "2C 7D,AC AD,KC KD", *stock = "3C AH KH 9S 4C 9D 4D 8H";
    /* Burnt cards change places, and one with an undealt card: nobody can know. */
    compare_views(hands, stock, hands, "4D AH KH 9S 3C 9D QS 8H",
                  "call;call;check;check;bet 20;call;fold;check;check;check;check", 0xf);
    /* The folded hand is another: only its seat knows. */
    compare_views(hands, stock, "5H 6S,AC AD,KC KD", stock, "fold;call;check;check;check;check;check;check;check", 0xd);
    /* The hand that wins uncontested, and the cards that would have come. */
    compare_views(hands, stock, "2C 7D,5H 6S,KC KD", "3C AH KH 9S AC QD AD QC", "call;raise 60;call;fold;bet 100;fold",
                  0xb);
    /* In the middle of a hand all that is to come. */
    compare_views(hands, stock, "JH JS,AC AD,KC KD", "3C AH KH 9S 7H 6D 7S 6H", "call;call;check;check", 0xd);
}

/* From seat 0 at the flop: every unseen card is as often in the hand of each other seat, folded or not, and at each
 * hidden place of the stock. */
static void test_samples_are_even(void)
{
    enum { SAMPLES = 9400, UNSEEN = 47, WHERE = 4 };
    const cav_holdem_options options = options_of(3, NULL, 10, 20, 0);
    cav_state state = dealt(&options, "3D 7D,AC AD,KC KD", "3C AH KH 9S 4C 9D 4D 8H", NULL), view;
    uint32_t seen[WHERE][52] = {{0}};
    cav_rng rng = rng_of(1);
    CHECK(say_all(&state, "call; fold; check") && state.head.phase == 1 && !cav_state_view(&state, 0, &view));
    for (int i = 0; i < SAMPLES; i++) {
        uint8_t stock[CAV_MAX_PACK];
        cav_state sampled;
        CHECK(!cav_state_sample(&view, &rng, &sampled) && cav_state_stock(&sampled, stock) == 4);
        seen[2][stock[0]]++; /* to be burnt */
        seen[3][stock[1]]++; /* the turn */
        for (int seat = 1; seat < 3; seat++)
            for (int card = 0; card < 52; card++)
                seen[seat - 1][card] += (cav_state_hand(&sampled, seat).any >> card & 1) != 0;
    }
    const uint64_t known = cards_from("3D 7D AH KH 9S").any;
    for (int where = 0; where < WHERE; where++) {
        const double expected = (where < 2 ? 2.0 : 1.0) * SAMPLES / UNSEEN;
        double far = 0;
        for (int card = 0; card < 52; card++) {
            CHECK(!(known >> card & 1) || seen[where][card] == 0);
            far += known >> card & 1 ? 0 : chi_square(&seen[where][card], 1, expected);
        }
        CHECK(far < 81.4); /* 46 degrees of freedom */
    }
}

static void test_he_5_4_places(void)
{
    static const struct {
        int players;
        int32_t stacks[SEATS];
        int32_t places[SEATS];
    } cases[] = {
        {3, {100, 200, 1000}, {3, 2, 1}},
        {3, {200, 100, 1000}, {2, 3, 1}},
        {3, {100, 100, 1000}, {2, 2, 1}},
        {4, {100, 100, 50, 1000}, {2, 2, 4, 1}},
        {4, {50, 100, 50, 1000}, {3, 2, 3, 1}},
        {4, {70, 70, 70, 1000}, {2, 2, 2, 1}},
        {2, {500, 1000}, {2, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const char *const hands[] = {"2C JD,KC KD,QC QD,AC AD", "2C JD,AC AD", "2C JD,KC KD,AC AD"};
        const int players = cases[i].players;
        const cav_holdem_options options = options_of(players, cases[i].stacks, 10, 20, 0);
        cav_state state = dealt(&options, hands[players == 4 ? 0 : players - 1], "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
        cav_event events[CAV_MAX_EVENTS];
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        while (state.head.turn >= 0) { /* all go all in */
            const int32_t most = table_of(&state).max_raise;
            log.count = 0;
            cav_move move = {.kind = (uint8_t)(most ? CAV_RAISE : CAV_CALL), .amount = most};
            CHECK(!cav_state_play(&state, &move, &log));
        }
        CHECK(state.head.match_over && events[log.count - 1].code == CAV_EVENT_MATCH_OVER);
        const cav_holdem_table table = table_of(&state);
        size_t out = 0;
        for (int seat = 0; seat < players; seat++)
            CHECK(table.places[seat] == cases[i].places[seat] &&
                  has_line(&state, "place", seat, cases[i].places[seat]));
        for (size_t j = 0; j < log.count; j++)
            if (events[j].code == CAV_EVENT_OUT) {
                CHECK(events[j].move.amount == cases[i].places[events[j].seat] && events[j].move.amount > 1);
                out++;
            }
        CHECK(out == (size_t)players - 1);
        const cav_error *error = cav_state_next_deal(&state, NULL);
        CHECK(error && strcmp(error->code, "match-over") == 0);
    }
    /* Who went out earlier comes after who goes out later. */
    const cav_holdem_options options = options_of(3, (const int32_t[]){100, 150, 1000}, 10, 20, 0);
    cav_state state = dealt(&options, "2C JD,QC QD,AC AD", "3C 5H 6H 9S 4C 9D 4D 8H", NULL);
    CHECK(say_all(&state, "raise 100; fold; call") && state.head.turn == -1);
    CHECK(table_of(&state).places[0] == 3 && !state.head.match_over);
    cav_rng rng = rng_of(1);
    while (step(&state, &rng, true))
        CHECK(state.head.turn < 0 || (cav_state_hand(&state, 0).any == 0 && state.head.turn != 0));
    const cav_holdem_table table = table_of(&state);
    CHECK(state.head.match_over && table.places[0] == 3 && table.places[1] + table.places[2] == 3);
}

/* ---- Random matches against the letter of the rules ----------------------------------------------------------- */

/* What a hand began with. */
typedef struct ledger {
    int32_t chips[SEATS]; /* before the blinds */
    int button, big, seats;
    cav_cards hands[SEATS];
    bool first;
} ledger;

/* HE-5.3, chip by chip: the chips on one level are a pot with those of the next as long as the same seats can win them;
 * each pot is shared evenly, and what is left over goes one by one from the button's left. */
static void pay_naively(const cav_holdem_table *table, const ledger *l, int players, int32_t *chips)
{
    int32_t pot = 0;
    unsigned able = 0;
    for (int32_t level = 1;; level++) {
        unsigned who = 0, count = 0;
        int last = 0;
        for (int seat = 0; seat < players; seat++)
            if (table->put_in[seat] >= level) {
                who |= 1u << seat;
                last = seat;
                count++;
            }
        unsigned next = who & (unsigned)table->in_hand;
        if (next == 0 && count > 1)
            next = able; /* folded chips above all that are in */
        if (pot > 0 && (next != able || count < 2)) {
            int best = 0;
            unsigned winners = 0;
            cav_cards board = {0, 0};
            for (int i = 0; i < 5; i++)
                cav_cards_add(&board, table->board[i]);
            for (int seat = 0; seat < players; seat++) {
                if (!(able >> seat & 1))
                    continue;
                const int rank = cav_poker_rank((cav_cards){l->hands[seat].any | board.any, 0});
                winners = rank > best ? 0 : winners;
                best = rank > best ? rank : best;
                winners |= rank == best ? 1u << seat : 0;
            }
            for (int seat = (l->button + 1) % players; pot > 0; seat = (seat + 1) % players)
                if (winners >> seat & 1) {
                    chips[seat]++;
                    pot--;
                }
        }
        able = next;
        if (count == 0)
            return;
        if (count == 1)
            chips[last]++; /* nobody matched it (HE-5.2) */
        else
            pot += (int32_t)count;
    }
}

static void check_start_of_hand(const cav_state *state, ledger *l, const int32_t *chips, int32_t small, int32_t big)
{
    const int players = state->head.players;
    const cav_holdem_table table = table_of(state);
    int seats = 0;
    for (int i = 0; i < players; i++)
        seats += chips[i] > 0;
    if (!l->first)
        CHECK(table.button == next_button(players, chips, l->button, l->seats, l->big));
    l->first = false;
    l->button = table.button;
    int seat = table.button;
    for (int i = 0; i < 2; i++) {
        const int32_t blind = i ? big : small;
        do
            seat = i == 0 && seats == 2 ? seat : (seat + 1) % players; /* heads-up the button posts the small blind */
        while (chips[seat] == 0);
        CHECK((i ? table.big_blind_seat : table.small_blind_seat) == seat);
        CHECK(table.put_in[seat] == (blind < chips[seat] ? blind : chips[seat]));
    }
    l->big = table.big_blind_seat;
    l->seats = seats;
    for (int i = 0; i < players; i++) {
        l->chips[i] = chips[i];
        l->hands[i] = cav_state_hand(state, i);
        CHECK(state->head.hand_sizes[i] == (chips[i] ? 2 : 0));
    }
    if (state->head.phase == 0)
        CHECK(table.bet_to_call == big && table.full_raise == big && (table.to_call > 0 || small == big));
    check_dealing(state, &table);
}

/* What holds of every table. */
static void check_table(const cav_state *state, int32_t total)
{
    const cav_holdem_table table = table_of(state);
    int64_t stacks = 0, put_in = 0, pots = 0;
    for (int seat = 0; seat < state->head.players; seat++) {
        stacks += table.stacks[seat];
        put_in += table.put_in[seat];
        CHECK(table.stacks[seat] >= 0 && table.bets[seat] <= table.put_in[seat]);
        CHECK(table.bets[seat] <= table.bet_to_call || state->head.turn < 0);
    }
    for (int pot = 0; pot < SEATS && table.pots[pot] >= 0; pot++) {
        pots += table.pots[pot];
        CHECK(table.contenders[pot] > 0 && (table.contenders[pot] & ~table.in_hand) == 0);
        CHECK(state->head.turn >= 0 ? table.winners[pot] == -1
                                    : table.winners[pot] > 0 && (table.winners[pot] & ~table.contenders[pot]) == 0);
    }
    if (state->head.turn < 0) {
        CHECK(stacks == total);
        return;
    }
    CHECK(stacks + put_in == total && pots == put_in);
    const int turn = state->head.turn;
    const int32_t owed = table.bet_to_call - table.bets[turn];
    CHECK(table.stacks[turn] > 0 && table.to_call == (owed < table.stacks[turn] ? owed : table.stacks[turn]));
    CHECK(table.max_raise == 0 || table.max_raise == table.stacks[turn] + table.bets[turn]);
    CHECK(cav_state_count(state) ==
          (owed > 0 ? 2u : 1u) + (table.max_raise ? (uint64_t)(table.max_raise - table.min_raise + 1) : 0));
}

static void check_end_of_hand(const cav_state *state, const ledger *l, const cav_log *log)
{
    const cav_holdem_table table = table_of(state);
    const cav_result result = result_of(state);
    int32_t chips[SEATS];
    int players = state->head.players, left = 0;
    for (int seat = 0; seat < players; seat++)
        chips[seat] = l->chips[seat] - table.put_in[seat];
    for (size_t i = 0; i < log->count; i++) /* what the log says was paid is what came back */
        if (log->events[i].code == CAV_EVENT_POT || log->events[i].code == CAV_EVENT_REFUND) {
            CHECK(log->events[i].move.amount > 0);
            chips[log->events[i].seat] += log->events[i].move.amount;
        }
    for (int seat = 0; seat < players; seat++) {
        CHECK(table.stacks[seat] == chips[seat]);
        chips[seat] = l->chips[seat] - table.put_in[seat];
    }
    pay_naively(&table, l, players, chips);
    for (int seat = 0; seat < players; seat++) {
        CHECK(table.stacks[seat] == chips[seat] && state->head.scores[seat] == chips[seat]);
        CHECK(result.points[seat] == chips[seat] - l->chips[seat]);
        left += chips[seat] > 0;
    }
    CHECK(state->head.match_over == (left == 1));
    for (int seat = 0; seat < players; seat++) {
        int place = left + 1;
        for (int other = 0; other < players; other++)
            place += chips[other] == 0 && l->chips[other] > l->chips[seat];
        if (l->chips[seat] > 0)
            CHECK(table.places[seat] == (chips[seat] == 0 ? place : left == 1 ? 1 : 0));
        CHECK(l->chips[seat] > 0 || table.places[seat] > left);
        /* HE-5.1, 5.4: shown are the hands of those still in, if there are several. */
        const bool shown = (table.in_hand >> seat & 1) && (table.in_hand & (table.in_hand - 1));
        CHECK(table.shown[seat].any == (shown ? l->hands[seat].any : 0));
    }
}

static void test_random_matches(void)
{
    int finished = 0, long_ones = 0, contested_pots = 0;
    for (uint32_t match = 0; match < 400; match++) {
        cav_rng rng = rng_of(match);
        const int players = 2 + (int)cav_rng_below(&rng, 3);
        int32_t stacks[SEATS], total = 0;
        for (int seat = 0; seat < players; seat++) {
            stacks[seat] = 1 + (int32_t)cav_rng_below(&rng, match % 3 ? 60 : 300);
            total += stacks[seat];
        }
        const int32_t big = 1 + (int32_t)cav_rng_below(&rng, 15),
                      small = 1 + (int32_t)cav_rng_below(&rng, (uint64_t)big);
        const cav_holdem_options options =
            options_of(players, stacks, small, big, (int)cav_rng_below(&rng, (uint64_t)players));
        uint8_t seed[CAV_SEED_SIZE];
        cav_event events[CAV_MAX_EVENTS];
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        cav_state state;
        ledger l = {.first = true};
        seed_of(match, seed);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, &log));
        check_start_of_hand(&state, &l, stacks, small, big);
        int steps = 0;
        for (; steps < 20000; steps++) {
            cav_state loaded;
            check_table(&state, total);
            if (steps % 8 == 0)
                CHECK(!cav_state_load(&state, state.head.size, &loaded));
            if (state.head.turn >= 0) {
                cav_move move;
                const bool timid = match % 2 && steps < 1500; /* timidly to the end it could take very long */
                log.count = 0;
                CHECK(!(timid ? pick_timidly : cav_state_pick)(&state, &rng, &move));
                CHECK(!cav_state_play(&state, &move, &log));
                continue;
            }
            const cav_holdem_table table = table_of(&state);
            check_end_of_hand(&state, &l, &log);
            contested_pots += table.pots[1] > 0;
            if (state.head.match_over)
                break;
            log.count = 0;
            CHECK(!cav_state_next_deal(&state, &log));
            check_start_of_hand(&state, &l, table.stacks, small, big);
        }
        finished += state.head.match_over;
        long_ones += state.head.deal > 20;
    }
    CHECK(finished == 400 && long_ones > 20 && contested_pots > 100);
}

/* The most chips there can be, and a record of every position on the way. */
static void test_most_chips(void)
{
    static const int32_t most[] = {CAV_MAX_CHIPS, CAV_MAX_CHIPS, CAV_MAX_CHIPS, CAV_MAX_CHIPS};
    int later_deals = 0;
    for (uint32_t match = 0; match < 30; match++) {
        const cav_holdem_options options =
            options_of(4, most, match % 3 ? 10 : CAV_MAX_CHIPS / 2, match % 3 ? 20 : CAV_MAX_CHIPS, 0);
        cav_rng rng = rng_of(match);
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state, loaded;
        seed_of(match, seed);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL));
        for (int steps = 0; steps < 500; steps++) {
            CHECK(!cav_state_load(&state, state.head.size, &loaded) && cav_state_equal(&loaded, &state));
            check_table(&state, 4 * CAV_MAX_CHIPS);
            if (!step(&state, &rng, match % 2))
                break;
        }
        later_deals += state.head.deal > 1;
    }
    CHECK(later_deals > 10);
}

int main(void)
{
    RUN(test_he_1_defaults);
    RUN(test_he_1_options);
    RUN(test_he_2_1_seats);
    RUN(test_he_2_2_next_button);
    RUN(test_he_2_3_short_blinds);
    RUN(test_he_2_4_dealing);
    RUN(test_he_3_1_order);
    RUN(test_he_3_2_moves);
    RUN(test_he_3_3_amounts);
    RUN(test_he_3_4_who_may_raise);
    RUN(test_he_3_5_streets);
    RUN(test_he_4_hands);
    RUN(test_he_5_1_uncontested);
    RUN(test_he_5_2_refund);
    RUN(test_he_5_3_side_pots);
    RUN(test_he_5_3_odd_chips);
    RUN(test_he_5_4_shown_and_hidden);
    RUN(test_hidden_cards_leave_no_trace);
    RUN(test_samples_are_even);
    RUN(test_he_5_4_places);
    RUN(test_random_matches);
    RUN(test_most_chips);
    return checks_result();
}
