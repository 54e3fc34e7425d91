/* Bridge by the clauses of its rules (BR), with second implementations of auction, score, tricks and following suit
 * that are as plain as can be. */
#include "table.h"
#include "test.h"

enum { SEATS = 4, TRICKS = 13, PASS = 0, DOUBLE = CAV_BRIDGE_DOUBLE, REDOUBLE = CAV_BRIDGE_REDOUBLE, OVER = 2 };
enum { N, E, S, W };

static const cav_game *bridge(void) { return cav_game_find("bridge"); }

static cav_bridge_table table_of(const cav_state *state)
{
    cav_bridge_table table;
    cav_state_table(state, &table);
    return table;
}

/* A deal with these hands ("": dealt by chance). */
static cav_state dealt_by(int dealer, int vulnerability, const char *const hands[SEATS])
{
    const cav_bridge_options options = {vulnerability, dealer};
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(1, seed);
    for (int seat = 0; seat < SEATS && hands; seat++)
        setup.hands[seat] = cards_from(hands[seat]);
    CHECK(!cav_game_start(bridge(), &options, seed, &setup, &state, NULL));
    return state;
}

/* Each seat holds a suit: N clubs, E diamonds, S hearts, W spades. */
static const char *const a_suit_each[SEATS] = {
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"};

/* ---- Deal (BR-1) ------------------------------------------------------------------------------ */

/* South deals and calls first; card k of the pack goes to seat (3 + k) mod 4. */
static void test_br_1_defaults(void)
{
    cav_bridge_options options;
    const cav_state state = begun(bridge(), 3);
    const cav_bridge_table t = table_of(&state);
    uint8_t stock[CAV_MAX_PACK];
    cav_game_defaults(bridge(), &options);
    CHECK(options.dealer == S && options.vulnerability == 0);
    CHECK(state.head.turn == S && t.dealer == S && t.vulnerability == 0 && t.hand == S);
    CHECK(t.calls[0] == -1 && t.level == 0 && t.denomination == 0 && t.bidder == -1 && t.declarer == -1);
    CHECK(t.dummy == -1 && t.leader == -1 && t.played[0] == -1 && t.leaders[0] == -1 && t.winners[0] == -1);
    CHECK(cav_state_stock(&state, stock) == 0);
}

/* The dealer's left gets the first card, whoever deals: the same pack, dealt by the next seat, goes one seat on. */
static void test_br_1_dealt_from_the_dealers_left(void)
{
    uint8_t seed[CAV_SEED_SIZE];
    seed_of(9, seed);
    for (int dealer = 0; dealer < SEATS; dealer++) {
        const cav_bridge_options options = {0, dealer}, next = {0, (dealer + 1) % SEATS};
        cav_state state, other;
        CHECK(!cav_game_start(bridge(), &options, seed, NULL, &state, NULL));
        CHECK(!cav_game_start(bridge(), &next, seed, NULL, &other, NULL));
        CHECK(state.head.turn == dealer);
        for (int seat = 0; seat < SEATS; seat++)
            CHECK(cav_state_hand(&state, seat).any == cav_state_hand(&other, (seat + 1) % SEATS).any);
    }
}

/* ---- Auction (BR-2) ----------------------------------------------------------------------------- */

static bool is_bid(int call) { return call >= 1 && call <= 35; }

static bool naive_over(const int *calls, int count)
{
    int bids = 0;
    for (int i = 0; i < count; i++)
        bids += is_bid(calls[i]);
    const int needed = bids ? 3 : 4;
    for (int i = 0; i < needed; i++)
        if (count - 1 - i < 0 || calls[count - 1 - i] != PASS)
            return false;
    return true;
}

/* By the calls alone, the last that is no pass above all. */
static bool naive_legal(const int *calls, int count, int call)
{
    int highest = 0, last = count - 1;
    if (naive_over(calls, count))
        return false;
    for (int i = 0; i < count; i++)
        highest = is_bid(calls[i]) ? calls[i] : highest;
    while (last >= 0 && calls[last] == PASS)
        last--;
    const bool theirs = last >= 0 && (count - last) % 2 == 1;
    if (call == DOUBLE)
        return theirs && is_bid(calls[last]);
    if (call == REDOUBLE)
        return theirs && calls[last] == DOUBLE;
    return call == PASS || call > highest;
}

static int naive_declarer(const int *calls, int count, int dealer)
{
    int last = count - 1;
    while (last >= 0 && !is_bid(calls[last]))
        last--;
    for (int i = 0; i <= last; i++)
        if (is_bid(calls[i]) && i % 2 == last % 2 && (calls[i] - 1) % 5 == (calls[last] - 1) % 5)
            return (dealer + i) % SEATS;
    return -1;
}

static void say_call(int call, char text[16])
{
    static const char *const denominations[] = {"C", "D", "H", "S", "NT"};
    if (is_bid(call))
        snprintf(text, 16, "bid %d%s", (call + 4) / 5, denominations[(call - 1) % 5]);
    else
        snprintf(text, 16, "%s", call == PASS ? "pass" : call == DOUBLE ? "double" : "redouble");
}

/* All that an auction says, against the plain reading, at each of its calls. */
static void check_auction(const cav_state *state, const int *calls, int count, int dealer)
{
    uint8_t numbers[CAV_BRIDGE_MOST_CALLS + 1];
    uint64_t legal, naive = 0;
    for (int i = 0; i < count; i++)
        numbers[i] = (uint8_t)calls[i];
    for (int call = 0; call < CAV_BRIDGE_CALLS; call++)
        naive |= (uint64_t)naive_legal(calls, count, call) << call;
    CHECK(!cav_bridge_legal_calls(numbers, (size_t)count, &legal, NULL) && legal == naive);
    const cav_bridge_table t = table_of(state);
    for (int i = 0; i <= count && i < CAV_BRIDGE_MOST_CALLS; i++)
        CHECK(t.calls[i] == (i < count ? calls[i] : -1));
    if (naive_over(calls, count)) {
        CHECK(naive == 0 && state->head.phase != 0 && t.declarer == naive_declarer(calls, count, dealer));
        CHECK(t.dummy == (t.declarer < 0 ? -1 : (t.declarer + 2) % SEATS));
        return;
    }
    CHECK(state->head.phase == 0 && state->head.turn == (dealer + count) % SEATS && t.declarer == -1);
    CHECK(cav_state_count(state) == (uint64_t)cav_cards_count((cav_cards){naive, 0}));
    for (int call = 0; call < CAV_BRIDGE_CALLS; call++) {
        char text[16];
        cav_move move;
        say_call(call, text);
        CHECK((cav_move_parse(state, text, strlen(text), &move, NULL) == NULL) == (naive >> call & 1));
    }
}

/* Calls that keep an auction long now and then: the lowest bid, a double where there is one. */
static int wild_call(uint64_t legal, cav_rng *rng)
{
    if (cav_rng_below(rng, 3) == 0 && legal >> DOUBLE)
        return legal >> DOUBLE & 1 ? DOUBLE : REDOUBLE;
    uint64_t choices = legal;
    if (cav_rng_below(rng, 2))
        for (int keep = 0; keep < 3; keep++)
            choices &= choices - 1;
    choices = legal & ~choices ? legal & ~choices : legal;
    int calls[CAV_BRIDGE_CALLS], count = 0;
    for (int call = 0; call < CAV_BRIDGE_CALLS; call++)
        if (choices >> call & 1)
            calls[count++] = call;
    return calls[cav_rng_below(rng, (uint64_t)count)];
}

static void test_br_2_random_auctions(void)
{
    cav_rng rng = rng_of(4);
    int passed_out = 0, redoubled = 0;
    for (int round = 0; round < 300; round++) {
        const int dealer = round % SEATS;
        int calls[CAV_BRIDGE_MOST_CALLS + 1], count = 0;
        cav_state state = dealt_by(dealer, 0, NULL);
        check_auction(&state, calls, count, dealer);
        while (!naive_over(calls, count)) {
            uint64_t legal = 0;
            char text[16];
            for (int call = 0; call < CAV_BRIDGE_CALLS; call++)
                legal |= (uint64_t)naive_legal(calls, count, call) << call;
            calls[count++] = round % 50 ? wild_call(legal, &rng) : PASS;
            say_call(calls[count - 1], text);
            CHECK(say(&state, text)[0] == 0);
            check_auction(&state, calls, count, dealer);
        }
        const cav_bridge_table t = table_of(&state);
        passed_out += t.declarer < 0;
        redoubled += t.doubled == 2;
    }
    CHECK(passed_out > 0 && redoubled > 5);
}

/* Calls as they are written: "1H P X XX". */
static int read_calls(const char *text, int *calls)
{
    int count = 0;
    for (; *text; text += strcspn(text, " "), text += strspn(text, " ")) {
        static const char letters[] = "CDHSN";
        if (text[0] >= '1' && text[0] <= '7')
            calls[count++] = 5 * (text[0] - '1') + (int)(strchr(letters, text[1]) - letters) + 1;
        else
            calls[count++] = text[0] == 'P' ? PASS : text[1] == 'X' ? REDOUBLE : DOUBLE;
    }
    return count;
}

static cav_state after_calls(int dealer, int vulnerability, const char *text, const char *const hands[SEATS])
{
    int calls[CAV_BRIDGE_MOST_CALLS];
    const int count = read_calls(text, calls);
    cav_state state = dealt_by(dealer, vulnerability, hands);
    for (int i = 0; i < count; i++) {
        char move[16];
        say_call(calls[i], move);
        CHECK(say(&state, move)[0] == 0);
    }
    return state;
}

/* The index of the first call that is not legal, and its error; -1: there is none. */
static int first_fault(const char *text, const char **code)
{
    int calls[CAV_BRIDGE_MOST_CALLS];
    uint8_t numbers[CAV_BRIDGE_MOST_CALLS];
    const int count = read_calls(text, calls);
    uint64_t legal = 99;
    size_t at = 99;
    for (int i = 0; i < count; i++)
        numbers[i] = (uint8_t)calls[i];
    const cav_error *error = cav_bridge_legal_calls(numbers, (size_t)count, &legal, &at);
    *code = error ? error->code : "";
    CHECK(!error || (legal == 99 && error->kind == CAV_ILLEGAL_MOVE && strcmp(error->rule, "BR-2") == 0));
    CHECK(cav_bridge_legal_calls(numbers, (size_t)count, &legal, NULL) == error);
    return error ? (int)at : -1;
}

static void test_br_2_illegal_calls(void)
{
    static const struct {
        const char *text, *code;
        int at;
    } cases[] = {
        {"X", "no-double", 0},                     /* an opening double */
        {"XX", "no-redouble", 0},                  /* nothing to redouble */
        {"P P X", "no-double", 2},                 /* nor after passes */
        {"1H P X", "no-double", 2},                /* partner is not doubled */
        {"1H X P XX", "no-redouble", 3},           /* the doubler's partner does not redouble */
        {"1H X XX X", "no-double", 3},             /* no double after a redouble */
        {"1H X XX P P X", "no-double", 5},         /* nor later */
        {"1H X P P XX XX", "no-redouble", 5},      /* nor twice */
        {"1H XX", "no-redouble", 1},               /* without a double */
        {"1H X 1S XX", "no-redouble", 3},          /* a bid cancels the double */
        {"1H X 1S P P X P XX XX", "no-redouble", 7}, /* partner doubled */
        {"7N P 1C", "bid-too-low", 2},
        {"1H 1H", "bid-too-low", 1},
        {"2C 1N", "bid-too-low", 1},
        {"1S 1H", "bid-too-low", 1},
        {"P P P P P", "not-bidding", 4},
        {"P P P P 1C", "not-bidding", 4},
        {"1C P P P P", "not-bidding", 4},
        {"1C X P P P X", "not-bidding", 5},
        {"P P P 1C P P P 7N", "not-bidding", 7},
        {"1H X XX P P P", "", -1},
        {"P P P P", "", -1},
    };
    const char *code;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(first_fault(cases[i].text, &code) == cases[i].at);
        CHECK(strcmp(code, cases[i].code) == 0);
    }
    static const uint8_t wild[] = {38, 63, 64, 255};
    for (size_t i = 0; i < sizeof wild; i++) {
        uint64_t legal;
        const cav_error *error = cav_bridge_legal_calls(&wild[i], 1, &legal, NULL);
        CHECK(error && strcmp(error->code, "no-such-bid") == 0);
    }
}

static void test_br_2_declarer(void)
{
    static const struct {
        int dealer;
        const char *text;
        int declarer, level, denomination, doubled;
    } cases[] = {
        {N, "1H P 1S P 2H P 4H P P P", N, 4, CAV_HEARTS, 0},
        {E, "1N X XX 2C X P P P", N, 2, CAV_CLUBS, 1},
        {N, "P P 1C P P X P P XX P P P", S, 1, CAV_CLUBS, 2},
        {N, "1C 1D P P P", E, 1, CAV_DIAMONDS, 0},
        {N, "1D 1S P 2S 3D P 5D P P P", N, 5, CAV_DIAMONDS, 0},
        {N, "1H 1S 2S 4H P P P", W, 4, CAV_HEARTS, 0}, /* that North named hearts does not count */
        {W, "P P P 7N P P P", S, 7, CAV_NOTRUMP, 0},
        {S, "1S P 2S P 3N P P P", S, 3, CAV_NOTRUMP, 0},
        {S, "1N P 2H P 2S P 4S P P P", S, 4, CAV_SPADES, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const cav_state state = after_calls(cases[i].dealer, 0, cases[i].text, NULL);
        const cav_bridge_table t = table_of(&state);
        CHECK(state.head.phase == 1 && t.declarer == cases[i].declarer && t.dummy == (cases[i].declarer + 2) % SEATS);
        CHECK(t.level == cases[i].level && t.denomination == cases[i].denomination && t.doubled == cases[i].doubled);
        CHECK(state.head.turn == (t.declarer + 1) % SEATS && t.leader == state.head.turn && t.hand == t.leader);
    }
}

static void test_br_2_passed_out(void)
{
    cav_result result;
    const cav_state state = after_calls(S, 3, "P P P P", NULL);
    const cav_bridge_table t = table_of(&state);
    CHECK(state.head.phase == OVER && state.head.turn == -1 && state.head.match_over == 1 && t.declarer == -1);
    CHECK(t.leader == -1 && t.hand == -1 && t.level == 0 && t.bidder == -1);
    CHECK(!cav_state_result(&state, &result) && result.count == 1 && strcmp(result.lines[0].code, "passed-out") == 0);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(result.points[seat] == 0 && state.head.scores[seat] == 0 && state.head.hand_sizes[seat] == 13);
}

/* Three passes, then each bid doubled and redoubled with all the passes that can be: 319 calls. */
static void test_br_2_the_longest_auction(void)
{
    cav_state state = dealt_by(N, 0, NULL);
    int calls[CAV_BRIDGE_MOST_CALLS + 1], count = 0;
    for (int i = 0; i < 3; i++)
        calls[count++] = PASS;
    for (int bid = 1; bid <= 35; bid++) {
        const int round[] = {bid, PASS, PASS, DOUBLE, PASS, PASS, REDOUBLE, PASS, PASS};
        for (size_t i = 0; i < sizeof round / sizeof round[0]; i++)
            calls[count++] = round[i];
    }
    calls[count++] = PASS;
    CHECK(count == CAV_BRIDGE_MOST_CALLS);
    for (int i = 0; i < count; i++) {
        char text[16];
        cav_state loaded;
        say_call(calls[i], text);
        CHECK(state.head.phase == 0 && say(&state, text)[0] == 0);
        CHECK(!cav_state_load(&state, state.head.size, &loaded));
    }
    check_auction(&state, calls, count, N);
    CHECK(state.head.phase == 1 && table_of(&state).doubled == 2);
    cav_rng rng = rng_of(1);
    CHECK(cav_state_playout(&state, &rng) == 52 && state.head.phase == OVER);
}

/* ---- Play (BR-3) ------------------------------------------------------------------------------------ */

static int naive_winner(const int *cards, int trump)
{
    int best = 0;
    for (int i = 1; i < SEATS; i++) {
        const int suit = cards[i] / 13, best_suit = cards[best] / 13;
        const bool higher = cards[i] % 13 > cards[best] % 13;
        if (suit == best_suit ? higher : suit == trump)
            best = i;
    }
    return best;
}

/* Plays at random and checks every step: whose card it is, who acts, what is legal, who wins. */
static void check_random_play(cav_state state, cav_rng *rng, int *ruffed)
{
    const cav_bridge_table start = table_of(&state);
    const int trump = start.denomination - CAV_CLUBS; /* 4: none */
    int leader = (start.declarer + 1) % SEATS, won[2] = {0}, cards[52];
    for (int at = 0; at < 52; at++) {
        const int whose = (leader + at % SEATS) % SEATS, first = at - at % SEATS;
        const cav_cards hand = cav_state_hand(&state, whose);
        cav_bridge_table t = table_of(&state);
        CHECK(t.hand == whose && t.leader == leader);
        CHECK(state.head.turn == (whose == start.dummy ? start.declarer : whose));
        uint64_t legal = 0, listed = 0;
        bool has_led = false;
        for (int card = 0; card < 52; card++)
            has_led |= at > first && (hand.any >> card & 1) && card / 13 == cards[first] / 13;
        for (int card = 0; card < 52; card++)
            if ((hand.any >> card & 1) && (!has_led || card / 13 == cards[first] / 13))
                legal |= (uint64_t)1 << card;
        const uint64_t count = cav_state_count(&state);
        cav_move move;
        for (uint64_t i = 0; i < count; i++) {
            CHECK(!cav_state_nth(&state, i, &move) && move.kind == CAV_PLAY && !(listed & move.cards.any));
            listed |= move.cards.any;
        }
        CHECK(listed == legal);
        for (int card = 0; card < 52; card++) {
            cav_move any = {.kind = CAV_PLAY, .cards = {(uint64_t)1 << card, 0}};
            const cav_error *error = cav_state_check(&state, &any);
            CHECK((error == NULL) == (legal >> card & 1));
            CHECK(!error || strcmp(error->code, hand.any >> card & 1 ? "must-follow" : "not-in-hand") == 0);
        }
        CHECK(!cav_state_pick(&state, rng, &move));
        for (cards[at] = 0; !(move.cards.any >> cards[at] & 1); cards[at]++)
            ;
        CHECK(!cav_state_play(&state, &move, NULL));
        t = table_of(&state);
        for (int i = 0; i < 52; i++)
            CHECK(t.played[i] == (i <= at ? cards[i] : -1));
        CHECK(t.leaders[at / SEATS] == leader);
        if (at % SEATS < SEATS - 1) {
            CHECK(t.trick[at % SEATS] == cards[at] && t.trick[at % SEATS + 1 < SEATS ? at % SEATS + 1 : 3] == -1);
            continue;
        }
        const int place = naive_winner(cards + first, trump);
        *ruffed += cards[first + place] / 13 != cards[first] / 13;
        leader = (leader + place) % SEATS;
        won[leader % 2]++;
        CHECK(t.winners[at / SEATS] == leader && t.won[0] == won[0] && t.won[1] == won[1] && t.trick[0] == -1);
        CHECK(at / SEATS == TRICKS - 1 || (t.winners[at / SEATS + 1] == -1 && t.leaders[at / SEATS + 1] == -1));
    }
    const cav_bridge_table t = table_of(&state);
    cav_result result, expected;
    const int side = start.declarer % 2;
    const bool vulnerable = start.vulnerability >> side & 1;
    CHECK(state.head.phase == OVER && t.leader == -1 && t.hand == -1 && state.head.match_over);
    CHECK(!cav_state_result(&state, &result));
    CHECK(!cav_bridge_score(t.level, t.denomination, t.doubled, vulnerable, t.won[side], &expected));
    CHECK(result.count == expected.count);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(result.points[seat] == (seat % 2 == side ? expected.points[0] : -expected.points[0]));
        CHECK(state.head.scores[seat] == result.points[seat]);
    }
    for (int i = 0; i < result.count; i++)
        CHECK(strcmp(result.lines[i].code, expected.lines[i].code) == 0 && result.lines[i].seat == start.declarer &&
              result.lines[i].amount == expected.lines[i].amount);
}

static void test_br_3_random_play(void)
{
    cav_rng rng = rng_of(6);
    int ruffed = 0, played = 0;
    for (uint32_t i = 0; i < 150; i++) {
        const cav_bridge_options options = {(int32_t)(i / 4 % 4), (int32_t)(i % 4)};
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state;
        seed_of(i, seed);
        CHECK(!cav_game_start(bridge(), &options, seed, NULL, &state, NULL));
        while (state.head.phase == 0) { /* mostly in a suit: random auctions end high, in no trump */
            cav_move move = {.kind = CAV_PASS};
            if (state.head.moves == 0 || i % 3 == 0)
                CHECK(!cav_state_pick(&state, &rng, &move));
            CHECK(!cav_state_play(&state, &move, NULL));
        }
        if (state.head.phase != 1)
            continue;
        check_random_play(state, &rng, &ruffed);
        played++;
    }
    CHECK(played > 100 && ruffed > 100);
}

/* North declares: East leads, South is dummy. */
static void test_br_3_dummy_lies_after_the_lead(void)
{
    cav_state state = after_calls(N, 0, "1C P P P", a_suit_each), view;
    cav_event events[8];
    cav_log log = {events, 8, 0};
    cav_move move;
    CHECK(state.head.turn == E && table_of(&state).dummy == S && table_of(&state).dummy_hand.any == 0);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        CHECK(!cav_state_view(&state, viewer, &view));
        for (int seat = 0; seat < SEATS; seat++)
            CHECK(cav_cards_count(cav_state_hand(&view, seat)) == (seat == viewer ? 13 : 0));
    }
    CHECK(!cav_move_parse(&state, "5D", 2, &move, NULL) && !cav_state_play(&state, &move, &log));
    CHECK(log.count == 2 && events[0].code == CAV_EVENT_MOVE && events[0].seat == E);
    CHECK(events[1].code == CAV_EVENT_DUMMY && events[1].seat == S);
    CHECK(events[1].move.cards.any == cav_state_hand(&state, S).any && cav_event_seen(&events[1], CAV_SPECTATOR));
    /* Declarer acts for dummy, and the record says whose card it is. */
    CHECK(state.head.turn == N && table_of(&state).hand == S);
    CHECK(table_of(&state).dummy_hand.any == cav_state_hand(&state, S).any);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        CHECK(!cav_state_view(&state, viewer, &view));
        CHECK(cav_cards_count(cav_state_hand(&view, S)) == 13);
        CHECK(cav_state_count(&view) == (viewer == N ? 13 : 0));
        for (int seat = 0; seat < SEATS; seat++) /* dummy's player does not see declarer's hand */
            CHECK(seat == S || cav_cards_count(cav_state_hand(&view, seat)) == (seat == viewer ? 13 - (seat == E) : 0));
    }
    CHECK(refuses(&state, "5C", "not-in-hand", "BR-3")); /* declarer's own card */
    log.count = 0;
    CHECK(!cav_move_parse(&state, "5H", 2, &move, NULL) && !cav_state_play(&state, &move, &log));
    CHECK(log.count == 1 && events[0].seat == S && state.head.turn == W);
    CHECK(say(&state, "5S")[0] == 0 && state.head.turn == N && table_of(&state).hand == N);
    log.count = 0;
    CHECK(!cav_move_parse(&state, "2C", 2, &move, NULL) && !cav_state_play(&state, &move, &log)); /* a trump */
    CHECK(log.count == 2 && events[1].code == CAV_EVENT_TRICK && events[1].seat == N);
    CHECK(state.head.turn == N && table_of(&state).hand == N && table_of(&state).won[0] == 1);
}

static void test_br_3_following_suit(void)
{
    static const char *const hands[SEATS] = {"AC KC 2S", "QC JC 3S", "TC 2D 4S", "3D 4D 5S"};
    cav_state state = after_calls(W, 0, "1N P P P", hands); /* West declares, North leads */
    CHECK(refuses(&state, "AD", "not-in-hand", "BR-3") && say(&state, "AC")[0] == 0);
    CHECK(refuses(&state, "3S", "must-follow", "BR-3") && say(&state, "QC")[0] == 0);
    CHECK(refuses(&state, "2D", "must-follow", "BR-3") && refuses(&state, "4S", "must-follow", "BR-3"));
    CHECK(refuses(&state, "TC 2D", "one-card", "BR-3") && refuses(&state, "play", "unreadable", ""));
    CHECK(say(&state, "TC")[0] == 0);
    CHECK(refuses(&state, "pass", "not-bidding", "BR-2") && refuses(&state, "bid 2C", "not-bidding", "BR-2"));
    CHECK(refuses(&state, "double", "not-bidding", "BR-2") && refuses(&state, "fold", "unknown-kind", ""));
}

static void test_stray_fields(void)
{
    const cav_state auction = after_calls(N, 0, "1C", NULL), playing = after_calls(N, 0, "1C P P P", a_suit_each);
    static const cav_move calls[] = {
        {.kind = CAV_PASS, .amount = 1},       {.kind = CAV_PASS, .shape = CAV_CLUBS},
        {.kind = CAV_DOUBLE, .amount = 1},     {.kind = CAV_DOUBLE, .rank = 1},
        {.kind = CAV_DOUBLE, .cards = {1, 0}}, {.kind = CAV_PASS, .cards = {0, 1}},
        {.kind = CAV_BID, .shape = CAV_NOTRUMP, .amount = 3, .length = 1},
    };
    static const cav_move bids[] = {
        {.kind = CAV_BID, .amount = 3},
        {.kind = CAV_BID, .shape = CAV_CLUBS},
        {.kind = CAV_BID, .shape = CAV_CLUBS, .amount = 8},
        {.kind = CAV_BID, .shape = CAV_CLUBS, .amount = -1},
        {.kind = CAV_BID, .shape = CAV_CLUBS - 1, .amount = 3},
        {.kind = CAV_BID, .shape = CAV_NOTRUMP + 1, .amount = 3},
        {.kind = CAV_BID, .shape = CAV_CLUBS, .amount = INT32_MAX},
        {.kind = CAV_BID, .shape = CAV_CLUBS, .amount = INT32_MIN},
    };
    static const cav_move plays[] = {
        {.kind = CAV_PLAY, .shape = CAV_SINGLE, .cards = {1 << 13, 0}},
        {.kind = CAV_PLAY, .rank = 1, .cards = {1 << 13, 0}},
        {.kind = CAV_PLAY, .length = 1, .cards = {1 << 13, 0}},
        {.kind = CAV_PLAY, .amount = 1, .cards = {1 << 13, 0}},
    };
    cav_move move;
#define CODES(from, moves, wanted)                                                                                     \
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {                                                      \
        move = moves[i];                                                                                               \
        CHECK(cav_state_check(&from, &move) && strcmp(cav_state_check(&from, &move)->code, wanted) == 0);              \
    }
    CODES(auction, calls, "stray-fields")
    CODES(auction, bids, "no-such-bid")
    CODES(playing, plays, "stray-fields")
#undef CODES
    move = (cav_move){.kind = CAV_PLAY, .cards = {1 << 13, 1 << 13}};
    CHECK(strcmp(cav_state_check(&playing, &move)->code, "one-card") == 0);
    CHECK(refuses(&auction, "5D", "bidding", "BR-2"));
}

/* ---- Score (BR-4) --------------------------------------------------------------------------------------- */

static int naive_score(int level, int denomination, int doubled, bool vulnerable, int tricks)
{
    static const int doubled_down[2][13] = {
        {100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500},
        {200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800},
    };
    const int down = level + 6 - tricks;
    if (down > 0 && doubled == 0)
        return -(vulnerable ? 100 : 50) * down;
    if (down > 0)
        return -doubled_down[vulnerable][down - 1] * (doubled == 2 ? 2 : 1);
    int bid = 0, over = 0;
    for (int trick = 1; trick <= tricks - 6; trick++) {
        int value = denomination == CAV_CLUBS || denomination == CAV_DIAMONDS ? 20 : 30;
        if (denomination == CAV_NOTRUMP && trick == 1)
            value = 40;
        if (trick <= level)
            bid += doubled == 2 ? 4 * value : doubled == 1 ? 2 * value : value;
        else if (doubled == 0)
            over += value;
        else
            over += (vulnerable ? 200 : 100) * (doubled == 2 ? 2 : 1);
    }
    int score = bid + over + (doubled == 2 ? 100 : doubled == 1 ? 50 : 0);
    score += bid < 100 ? 50 : vulnerable ? 500 : 300;
    if (level == 6)
        score += vulnerable ? 750 : 500;
    if (level == 7)
        score += vulnerable ? 1500 : 1000;
    return score;
}

static int score_of(int level, int denomination, int doubled, bool vulnerable, int tricks)
{
    cav_result result;
    CHECK(!cav_bridge_score(level, denomination, doubled, vulnerable, tricks, &result));
    int sum = 0;
    for (int i = 2; i < result.count; i++)
        sum += result.lines[i].amount;
    CHECK(sum == result.points[0] && result.points[1] == -sum && result.points[2] == sum && result.points[3] == -sum);
    CHECK(strcmp(result.lines[0].code, "contract") == 0 && strcmp(result.lines[1].code, "tricks") == 0);
    CHECK(result.lines[0].amount == 5 * (level - 1) + denomination - CAV_CLUBS + 1 + 35 * doubled);
    CHECK(result.lines[1].amount == tricks);
    return result.points[0];
}

static void test_br_4_all_scores(void)
{
    int entries = 0;
    for (int level = 1; level <= 7; level++)
        for (int denomination = CAV_CLUBS; denomination <= CAV_NOTRUMP; denomination++)
            for (int doubled = 0; doubled <= 2; doubled++)
                for (int vulnerable = 0; vulnerable <= 1; vulnerable++)
                    for (int tricks = 0; tricks <= 13; tricks++, entries++)
                        CHECK(score_of(level, denomination, doubled, vulnerable, tricks) ==
                              naive_score(level, denomination, doubled, vulnerable, tricks));
    CHECK(entries == 2940);
}

static void test_br_4_right_values(void)
{
    CHECK(score_of(3, CAV_NOTRUMP, 0, false, 9) == 400 && score_of(5, CAV_CLUBS, 0, false, 11) == 400);
    CHECK(score_of(7, CAV_NOTRUMP, 0, false, 13) == 1520 && score_of(1, CAV_NOTRUMP, 2, false, 0) == -3400);
    CHECK(score_of(4, CAV_SPADES, 1, true, 11) == 990 && score_of(2, CAV_HEARTS, 1, false, 8) == 470);
    CHECK(score_of(1, CAV_CLUBS, 0, false, 7) == 70 && score_of(1, CAV_NOTRUMP, 0, false, 7) == 90);
    CHECK(score_of(6, CAV_SPADES, 0, true, 12) == 1430 && score_of(7, CAV_NOTRUMP, 2, true, 13) == 2980);
    CHECK(score_of(4, CAV_SPADES, 0, false, 13) == 510); /* a slam that was not bid is none */
}

/* The lines that apply, and no others. */
static void test_br_4_lines(void)
{
    static const struct {
        int level, denomination, doubled;
        bool vulnerable;
        int tricks;
        const char *codes;
        int amounts[6];
    } cases[] = {
        {3, CAV_NOTRUMP, 0, false, 9, "trick-points game", {100, 300}},
        {1, CAV_CLUBS, 0, false, 9, "trick-points overtricks part-score", {20, 40, 50}},
        {4, CAV_SPADES, 1, true, 11, "trick-points overtricks game insult", {240, 200, 500, 50}},
        {2, CAV_HEARTS, 2, true, 9, "trick-points overtricks game insult", {240, 400, 500, 100}},
        {6, CAV_DIAMONDS, 0, true, 12, "trick-points game small-slam", {120, 500, 750}},
        {7, CAV_NOTRUMP, 1, false, 13, "trick-points game grand-slam insult", {440, 300, 1000, 50}},
        {7, CAV_NOTRUMP, 0, true, 12, "undertricks", {-100}},
        {3, CAV_CLUBS, 1, false, 5, "undertricks", {-800}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cav_result result;
        char codes[200] = "";
        CHECK(!cav_bridge_score(cases[i].level, cases[i].denomination, cases[i].doubled, cases[i].vulnerable,
                                cases[i].tricks, &result));
        for (int line = 2; line < result.count; line++) {
            strcat(codes, line == 2 ? "" : " ");
            strcat(codes, result.lines[line].code);
            CHECK(result.lines[line].amount == cases[i].amounts[line - 2] && result.lines[line].seat == 0);
        }
        CHECK(strcmp(codes, cases[i].codes) == 0);
    }
}

static void test_br_4_no_such_contract(void)
{
    static const int wrong[][4] = {
        {0, CAV_CLUBS, 0, 7},     {8, CAV_CLUBS, 0, 7},       {1, CAV_CLUBS - 1, 0, 7}, {1, CAV_NOTRUMP + 1, 0, 7},
        {1, 0, 0, 7},             {1, CAV_CLUBS, -1, 7},      {1, CAV_CLUBS, 3, 7},     {1, CAV_CLUBS, 0, -1},
        {1, CAV_CLUBS, 0, 14},    {INT32_MIN, CAV_CLUBS, 0, 7}, {1, INT32_MAX, 0, 7},   {1, CAV_CLUBS, 0, INT32_MAX},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cav_result result;
        memset(&result, 0xee, sizeof result);
        const cav_error *error =
            cav_bridge_score(wrong[i][0], wrong[i][1], wrong[i][2], false, wrong[i][3], &result);
        CHECK(error && error->kind == CAV_BAD_OPTION && strcmp(error->code, "no-such-contract") == 0);
        CHECK(result.count == (int32_t)0xeeeeeeee);
    }
}

/* Only the declaring side's vulnerability counts. North declares 7C with all the clubs; or East 1C without a trick. */
static void test_br_4_vulnerability(void)
{
    static const int made[] = {1440, 2140, 1440, 2140}, lost[] = {-350, -350, -700, -700};
    cav_rng rng = rng_of(1);
    for (int vulnerability = 0; vulnerability < 4; vulnerability++) {
        cav_state state = after_calls(N, vulnerability, "7C P P P", a_suit_each);
        cav_result result;
        cav_state_playout(&state, &rng);
        CHECK(!cav_state_result(&state, &result) && table_of(&state).won[0] == 13);
        CHECK(result.points[N] == made[vulnerability] && result.points[S] == made[vulnerability]);
        CHECK(result.points[E] == -made[vulnerability] && result.points[W] == -made[vulnerability]);
        state = after_calls(E, vulnerability, "1C P P P", a_suit_each);
        cav_state_playout(&state, &rng);
        CHECK(!cav_state_result(&state, &result) && table_of(&state).won[0] == 13);
        CHECK(result.points[E] == lost[vulnerability] && result.points[N] == -lost[vulnerability]);
    }
}

static void test_the_contract_is_told(void)
{
    cav_state state = after_calls(E, 0, "1N X XX 2C X P P", NULL);
    cav_event events[4];
    cav_log log = {events, 4, 0};
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PASS}, &log) && log.count == 2);
    CHECK(events[1].code == CAV_EVENT_CONTRACT && events[1].seat == N && events[1].move.amount == 6 + 35);
}

/* ---- Text ----------------------------------------------------------------------------------------------- */

static bool bids(const char *text, int level, int denomination)
{
    const cav_state state = begun(bridge(), 1);
    cav_move move;
    return !cav_move_parse(&state, text, strlen(text), &move, NULL) && move.kind == CAV_BID && move.amount == level &&
           move.shape == denomination;
}

static void test_text_of_bids(void)
{
    static const char *const plain[] = {"C", "D", "H", "S", "NT"};
    static const char *const symbols[] = {"\xe2\x99\xa3", "\xe2\x99\xa6", "\xe2\x99\xa5", "\xe2\x99\xa0", "NT"};
    for (int level = 1; level <= 7; level++)
        for (int i = 0; i < 5; i++) {
            const cav_move bid = {.kind = CAV_BID, .shape = (uint8_t)(CAV_CLUBS + i), .amount = level};
            char expected[16], text[16];
            snprintf(expected, sizeof expected, "bid %d%s", level, plain[i]);
            CHECK(cav_move_format(bridge(), &bid, CAV_PLAIN, text, sizeof text) == strlen(expected));
            CHECK(strcmp(text, expected) == 0 && bids(text, level, CAV_CLUBS + i));
            snprintf(expected, sizeof expected, "bid %d%s", level, symbols[i]);
            CHECK(cav_move_format(bridge(), &bid, CAV_SYMBOLS, text, sizeof text) == strlen(expected));
            CHECK(strcmp(text, expected) == 0 && bids(text, level, CAV_CLUBS + i));
        }
    CHECK(bids("bid 3n", 3, CAV_NOTRUMP) && bids("BID 3 nt", 3, CAV_NOTRUMP) && bids("bid 3 notrump", 3, CAV_NOTRUMP));
    CHECK(bids("bid 1c", 1, CAV_CLUBS) && bids(" bid  7 Spades ", 7, CAV_SPADES));
    CHECK(bids("bid 2\xe2\x99\xa5\xef\xb8\x8f", 2, CAV_HEARTS) && bids("bid 2\xe2\x99\xa1", 2, CAV_HEARTS));
    const cav_state state = begun(bridge(), 1);
    CHECK(refuses(&state, "bid 7NN", "unreadable", "") && refuses(&state, "bid 3NTX", "unreadable", ""));
    CHECK(refuses(&state, "bid 3CC", "unreadable", "") && refuses(&state, "bid NT", "unreadable", ""));
    CHECK(refuses(&state, "bid 3", "no-such-bid", "BR-2") && refuses(&state, "bid 8C", "no-such-bid", "BR-2"));
    CHECK(refuses(&state, "bid 0NT", "no-such-bid", "BR-2") && refuses(&state, "bid", "unreadable", ""));
    CHECK(refuses(&state, "double", "no-double", "BR-2") && refuses(&state, "redouble", "no-redouble", "BR-2"));
    CHECK(refuses(&state, "double 1", "unreadable", "") && refuses(&state, "bid 3 X", "unreadable", ""));
}

/* ---- Samples ---------------------------------------------------------------------------------------------- */

enum { MOST_LAYOUTS = 2000 };

/* All ways to deal the unseen cards to the hidden hands, with the voids that the record shows. */
typedef struct ending {
    int cards[52], count;   /* unseen */
    bool may_hold[SEATS][4]; /* by suit */
    int places[SEATS];
    uint64_t layouts[MOST_LAYOUTS]; /* two bits a card: its seat */
    int found;
} ending;

static void list_layouts(ending *e, int at, uint64_t layout)
{
    if (at == e->count) {
        if (e->found < MOST_LAYOUTS)
            e->layouts[e->found] = layout;
        e->found++;
        return;
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (e->places[seat] && e->may_hold[seat][e->cards[at] / 13]) {
            e->places[seat]--;
            list_layouts(e, at + 1, layout | (uint64_t)seat << 2 * at);
            e->places[seat]++;
        }
}

static void read_ending(const cav_state *view, ending *e)
{
    const cav_bridge_table t = table_of(view);
    uint64_t unseen = ((uint64_t)1 << 52) - 1;
    memset(e, 0, sizeof *e);
    memset(e->may_hold, 1, sizeof e->may_hold);
    for (int i = 0; i < 52 && t.played[i] >= 0; i++) {
        const int seat = (t.leaders[i / 4] + i) % SEATS, led = t.played[i - i % 4] / 13;
        if (t.played[i] / 13 != led)
            e->may_hold[seat][led] = false;
        unseen &= ~((uint64_t)1 << t.played[i]);
    }
    for (int seat = 0; seat < SEATS; seat++) {
        const cav_cards hand = cav_state_hand(view, seat);
        unseen &= ~hand.any;
        e->places[seat] = view->head.hand_sizes[seat] - cav_cards_count(hand);
    }
    for (int card = 0; card < 52; card++)
        if (unseen >> card & 1)
            e->cards[e->count++] = card;
}

static uint64_t layout_of(const ending *e, const cav_state *state)
{
    uint64_t layout = 0;
    for (int at = 0; at < e->count; at++)
        for (int seat = 0; seat < SEATS; seat++)
            if (cav_state_hand(state, seat).any >> e->cards[at] & 1)
                layout |= (uint64_t)seat << 2 * at;
    return layout;
}

static void check_ending(const cav_state *view, const ending *e, cav_rng *rng)
{
    static uint32_t seen[MOST_LAYOUTS];
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < 50 * e->found; i++) {
        cav_state sampled;
        CHECK(!cav_state_sample(view, rng, &sampled));
        const uint64_t layout = layout_of(e, &sampled);
        int at = 0;
        while (at < e->found && e->layouts[at] != layout)
            at++;
        CHECK(at < e->found);
        seen[at < e->found ? at : 0]++;
    }
    const double far = chi_square(seen, e->found, 50) - (e->found - 1);
    CHECK(far < 0 || far * far < 25 * 2.0 * (e->found - 1)); /* five deviations */
}

static void test_samples_of_endings_are_even(void)
{
    static ending e;
    int tested = 0, with_voids = 0, three_hidden = 0;
    cav_rng rng = rng_of(7);
    for (uint32_t match = 0; match < 2000 && tested < 120; match++) {
        cav_state state = begun(bridge(), match), view;
        while (state.head.phase == 0)
            stroll(&state, &rng, 1);
        if (state.head.phase != 1)
            continue;
        stroll(&state, &rng, 30 + cav_rng_below(&rng, 18));
        for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
            CHECK(!cav_state_view(&state, viewer, &view));
            read_ending(&view, &e);
            int hidden = 0, free = 0;
            for (int seat = 0; seat < SEATS; seat++) {
                hidden += e.places[seat] > 0;
                free += e.places[seat];
            }
            CHECK(free == e.count);
            if (e.count > 12 || e.count < 2 || hidden < 2)
                continue;
            list_layouts(&e, 0, 0);
            if (e.found < 2 || e.found > 300)
                continue;
            ending unbound = e;
            memset(unbound.may_hold, 1, sizeof unbound.may_hold);
            unbound.found = 0;
            list_layouts(&unbound, 0, 0);
            with_voids += unbound.found > e.found;
            three_hidden += hidden == 3;
            check_ending(&view, &e, &rng);
            tested++;
        }
    }
    CHECK(tested >= 100 && with_voids >= 50 && three_hidden >= 20);
}

/* In an auction any unseen card is with each of the other three 13 times in 39. */
static void test_samples_of_an_auction_are_even(void)
{
    enum { SAMPLES = 3000 };
    static uint32_t seen[52][SEATS];
    const cav_state state = begun(bridge(), 5);
    cav_state view, sampled;
    cav_rng rng = rng_of(5);
    double far = 0;
    CHECK(!cav_state_view(&state, 1, &view));
    for (int i = 0; i < SAMPLES; i++) {
        CHECK(!cav_state_sample(&view, &rng, &sampled));
        for (int seat = 0; seat < SEATS; seat++)
            for (int card = 0; card < 52; card++)
                seen[card][seat] += (uint32_t)(cav_state_hand(&sampled, seat).any >> card & 1);
    }
    for (int card = 0; card < 52; card++) {
        if (cav_state_hand(&view, 1).any >> card & 1) {
            CHECK(seen[card][1] == SAMPLES);
            continue;
        }
        CHECK(seen[card][1] == 0);
        const uint32_t others[] = {seen[card][0], seen[card][2], seen[card][3]};
        far += chi_square(others, 3, SAMPLES / 3.0);
    }
    CHECK(far * 38 / 39 < 76 + 4 * 12.4); /* 38 * 2 degrees of freedom, four deviations */
}

int main(void)
{
    RUN(test_br_1_defaults);
    RUN(test_br_1_dealt_from_the_dealers_left);
    RUN(test_br_2_random_auctions);
    RUN(test_br_2_illegal_calls);
    RUN(test_br_2_declarer);
    RUN(test_br_2_passed_out);
    RUN(test_br_2_the_longest_auction);
    RUN(test_br_3_random_play);
    RUN(test_br_3_dummy_lies_after_the_lead);
    RUN(test_br_3_following_suit);
    RUN(test_stray_fields);
    RUN(test_br_4_all_scores);
    RUN(test_br_4_right_values);
    RUN(test_br_4_lines);
    RUN(test_br_4_no_such_contract);
    RUN(test_br_4_vulnerability);
    RUN(test_the_contract_is_told);
    RUN(test_text_of_bids);
    RUN(test_samples_of_endings_are_even);
    RUN(test_samples_of_an_auction_are_even);
    return checks_result();
}
