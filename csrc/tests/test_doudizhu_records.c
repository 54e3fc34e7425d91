/* Records of Dou Dizhu: bytes that say what no play leads to are refused, field by field. What is refused here could
 * otherwise be played on without end, read out of bounds, or be paid wrongly. */
#include "naive.h"
#include "table.h"
#include "test.h"

enum { SEATS = 3 };

/* The layout of a position, as it stands in records. test_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    uint64_t hands[SEATS], played[SEATS], bottom;
    cav_move trick[SEATS];
    int8_t calls[8];
    int8_t first_bidder, bidder, leader, leading;
    uint8_t bid, passes, bombs, plays[SEATS], zero[6];
} record;

static record record_of(const cav_state *state)
{
    record r;
    memcpy(&r, state, sizeof r);
    return r;
}

static bool is_accepted(const record *r)
{
    cav_state loaded;
    return !cav_state_load(r, sizeof *r, &loaded);
}

static void check_layout(const cav_state *state)
{
    const record r = record_of(state);
    cav_doudizhu_table table;
    cav_state_table(state, &table);
    CHECK(state->head.size == sizeof r);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(r.hands[seat] == cav_state_hand(state, seat).any && r.plays[seat] == table.plays[seat]);
        CHECK(memcmp(&r.trick[seat], &table.trick[seat], sizeof r.trick[seat]) == 0);
    }
    for (int i = 0; i < 8; i++)
        CHECK(r.calls[i] == table.calls[i]);
    CHECK(r.head.phase == 0 || r.bottom == table.bottom.any);
    CHECK(r.first_bidder == table.first_bidder && r.bidder == table.bidder && r.leader == table.leader);
    CHECK(r.leading == table.leading && r.bid == table.bid && r.passes == table.passes && r.bombs == table.bombs);
}

static void test_layout(void)
{
    cav_rng rng = rng_of(1);
    for (uint32_t match = 0; match < 200; match++) {
        cav_state state = begun(cav_game_find("doudizhu"), match);
        stroll(&state, &rng, match % 100);
        check_layout(&state);
    }
}

/* A deal, bid and played as the text says; seat 0 bids first. Semicolons stand between the moves. */
static cav_state after(const char *texts)
{
    const cav_doudizhu_options options = {.first_bidder = 0};
    cav_cards pack = {((uint64_t)1 << 54) - 1, 0};
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    setup.hands[0] = take_ranks(&pack, "3333 56789TJQK 44 66"); /* a landlord with the bottom has three 2s more */
    setup.hands[1] = take_ranks(&pack, "7 8 9 T AAAA BJ RJ 5");
    setup.hands[2] = take_ranks(&pack, "7 8 9 T JJ QQ 2");
    setup.stock_size = cav_cards_list(take_ranks(&pack, "222"), setup.stock);
    CHECK(!cav_game_start(cav_game_find("doudizhu"), &options, seed, &setup, &state, NULL));
    while (*texts) {
        const size_t length = strcspn(texts, ";");
        cav_move move;
        CHECK(!cav_move_parse(&state, texts, length, &move, NULL) && !cav_state_play(&state, &move, NULL));
        texts += length + (texts[length] == ';');
    }
    check_layout(&state);
    return state;
}

static cav_state seen_by_seat(cav_state state, int viewer)
{
    CHECK(!cav_state_view(&state, viewer, &state));
    return state;
}

/* The position is accepted as it is, and refused with one thing in it said otherwise. */
#define LIE(position, ...)                                                                                             \
    do {                                                                                                               \
        record r = record_of(&(position));                                                                             \
        CHECK(is_accepted(&r));                                                                                        \
        __VA_ARGS__;                                                                                                   \
        CHECK(!is_accepted(&r));                                                                                       \
    } while (0)

static uint64_t lowest(uint64_t cards) { return cards & (0 - cards); }

/* ---- Bidding ------------------------------------------------------------------------------------ */

static void test_calls(void)
{
    const cav_state none = after(""), passed = after("pass; pass"), bid = after("pass; bid 1; pass");
    LIE(none, r.calls[0] = -2);
    LIE(none, r.calls[1] = 0); /* a call behind none */
    LIE(none, r.calls[7] = 0);
    LIE(none, r.calls[0] = 4; r.bid = 4; r.bidder = 0; r.head.turn = 1); /* no such bid */
    LIE(none, r.calls[0] = -1; r.bid = 1; r.bidder = 0);
    LIE(none, r.bid = 1);
    LIE(none, r.bidder = 0);
    LIE(none, r.passes = 1);
    LIE(none, r.head.turn = 1);
    LIE(none, r.first_bidder = 1);
    LIE(none, r.first_bidder = 3);
    LIE(none, r.first_bidder = -1);
    LIE(none, r.first_bidder = -3; r.head.turn = 0);
    LIE(none, r.leader = 0);
    LIE(none, r.leading = 0);
    LIE(none, r.bombs = 1);
    LIE(none, r.plays[0] = 1);
    LIE(none, r.trick[0].kind = CAV_PASS);
    LIE(none, r.head.phase = 1);
    LIE(none, r.head.phase = 2);
    LIE(none, r.head.phase = 2; r.head.turn = -1; r.head.match_over = 1);
    LIE(none, r.head.turn = -1);
    LIE(none, r.head.match_over = 1);
    LIE(none, r.head.deal = 1);
    LIE(none, r.zero[0] = 1);
    LIE(none, r.zero[5] = 1);
    LIE(none, r.head.players = 2);
    LIE(none, r.head.players = 4);
    LIE(passed, r.calls[2] = 0; r.passes = 3; r.head.turn = 0); /* DDZ-2.4: dealt anew at once */
    LIE(passed, r.passes = 0);
    LIE(bid, r.calls[3] = 0; r.passes = 2; r.head.turn = 1);               /* DDZ-2.3: the bidding is over */
    LIE(bid, r.calls[3] = 1; r.bidder = 0; r.passes = 0; r.head.turn = 1); /* DDZ-2.2: no higher bid */
    LIE(bid, r.calls[1] = 2; r.calls[3] = 1; r.bidder = 0; r.passes = 0; r.head.turn = 1);
    LIE(bid, r.calls[1] = 2; r.calls[3] = 1; r.bid = 2; r.passes = 0; r.head.turn = 1);
    LIE(bid, r.bidder = 0);
    LIE(bid, r.bid = 2);
}

static void test_calls_of_a_landlord(void)
{
    const cav_state two = after("bid 2; pass; pass"), three = after("pass; bid 3");
    LIE(two, r.calls[3] = 0); /* a call after the end */
    LIE(three, r.calls[2] = 0);
    LIE(three, r.calls[2] = 0; r.calls[3] = 0);
    LIE(two, r.calls[2] = -1); /* not over yet */
    LIE(three, r.calls[1] = 2; r.bid = 2);
    LIE(two, r.bid = 1);
    LIE(two, r.bid = 3);
    LIE(two, r.bidder = 1);
    LIE(two, r.bidder = -1);
    LIE(two, r.first_bidder = 2);
    LIE(two, r.head.phase = 0);
    LIE(two, r.calls[0] = 4; r.bid = 4);
}

/* ---- Cards ------------------------------------------------------------------------------------------ */

static void test_cards(void)
{
    const cav_state bidding = after("bid 1"), playing = after("bid 3; 44; pass; JJ"), view = seen_by_seat(playing, 1);
    const cav_state table = seen_by_seat(bidding, -1);
    LIE(bidding, r.hands[0] ^= lowest(r.hands[0]));                      /* a card too few */
    LIE(bidding, r.hands[0] |= lowest(r.hands[1]));                      /* too many */
    LIE(bidding, r.hands[0] ^= lowest(r.hands[0]) | lowest(r.hands[1])); /* one that another holds */
    LIE(bidding, r.hands[0] ^= lowest(r.hands[0]) | lowest(r.bottom));
    LIE(bidding, r.hands[0] ^= lowest(r.hands[0]) | (uint64_t)1 << 54); /* no card */
    LIE(bidding, r.bottom ^= lowest(r.bottom));
    LIE(bidding, r.bottom ^= lowest(r.bottom) | (uint64_t)1 << 63);
    LIE(bidding, r.bottom = 0);
    LIE(bidding, r.played[0] = lowest(r.hands[0]); r.hands[0] ^= r.played[0]; r.head.hand_sizes[0]--; r.plays[0] = 1);
    LIE(bidding, r.head.hand_sizes[0]--; r.hands[0] ^= lowest(r.hands[0]));
    LIE(bidding, r.head.hand_sizes[3] = 1);
    LIE(table, r.bottom = record_of(&bidding).bottom); /* what a view must not know */
    LIE(table, r.hands[0] = record_of(&bidding).hands[0]);
    LIE(table, r.head.viewer = CAV_FULL);
    LIE(table, r.head.viewer = 0);
    LIE(table, r.head.seed[0] = 1);
    LIE(playing, r.bottom ^= lowest(r.bottom) | lowest(r.hands[1])); /* DDZ-2.5: the landlord's */
    LIE(playing, r.bottom = 0);
    LIE(playing, r.played[0] |= lowest(r.hands[0]));
    LIE(playing, r.played[0] |= lowest(r.hands[1]));
    LIE(playing, r.played[1] |= lowest(r.played[0]); r.plays[1] = 1; r.head.hand_sizes[1]--);
    LIE(playing, r.played[0] ^= lowest(r.played[0]));
    LIE(playing, r.head.hand_sizes[2]--);
    LIE(view, r.hands[1] ^= lowest(r.hands[1]));
    LIE(view, r.hands[0] = 0); /* the bottom is known to be there */
    LIE(view, r.hands[0] |= lowest(record_of(&playing).hands[0]));
    LIE(view, r.hands[2] |= lowest(record_of(&playing).hands[2]));
    LIE(view, r.bottom = 0; r.hands[0] = 0);
    LIE(view, r.head.seed[31] = 1);
}

/* ---- Plays and the trick ------------------------------------------------------------------------------- */

static void test_plays(void)
{
    const cav_state led = after("bid 3; 3333"), rocket = after("bid 3; 44; BJ RJ; pass; pass");
    LIE(led, r.bombs = 2);
    LIE(led, r.plays[0] = 0);
    LIE(led, r.plays[0] = 5); /* four cards are at most four plays */
    LIE(led, r.plays[1] = 1);
    LIE(rocket, r.bombs = 2);
    LIE(rocket, r.bombs = 255);
    LIE(rocket, r.plays[1] = 0);
    LIE(rocket, r.plays[1] = 255);
}

static void test_trick(void)
{
    const cav_state lead = after("bid 3"), led = after("bid 3; 44"), passed = after("bid 3; 44; pass");
    const cav_state answered = after("bid 3; 44; pass; JJ");
    static const cav_move strange = {.kind = CAV_BID, .amount = 1};
    LIE(lead, r.leading = 0);
    LIE(lead, r.leading = 3);
    LIE(lead, r.leader = 1);
    LIE(lead, r.leader = -1);
    LIE(lead, r.head.turn = 1);
    LIE(lead, r.head.turn = 1; r.leader = 3);
    LIE(lead, r.passes = 1);
    LIE(lead, r.trick[1].kind = CAV_PASS);
    LIE(lead, r.bombs = 1);
    LIE(led, r.leading = -1); /* with a play on the table */
    LIE(led, r.leading = -1; r.head.turn = 0);
    LIE(led, r.leading = -2);
    LIE(led, r.leading = 3);
    LIE(led, r.leading = 127);
    LIE(led, r.leading = 1); /* seat 1 has not acted */
    LIE(led, r.leader = 3);
    LIE(led, r.leader = -1);
    LIE(led, r.passes = 1);
    LIE(led, r.passes = 2; r.head.turn = 0);
    LIE(led, r.passes = 3);
    LIE(led, r.head.turn = 0);
    LIE(led, r.head.turn = 2);
    LIE(passed, r.passes = 0);
    LIE(passed, r.passes = 4);
    LIE(passed, r.head.turn = 1);
    LIE(passed, r.leading = 1; r.passes = 0); /* whose act is a pass */
    LIE(led, r.trick[0].shape = CAV_SINGLE);
    LIE(led, r.trick[0].shape = 0);
    LIE(led, r.trick[0].shape = 255);
    LIE(led, r.trick[0].rank++);
    LIE(led, r.trick[0].length = 2);
    LIE(led, r.trick[0].amount = 1);
    LIE(led, r.trick[0].kind = CAV_PASS);
    LIE(led, r.trick[0].kind = CAV_NONE);
    LIE(led, r.trick[0].kind = 4);
    LIE(led, r.trick[0].cards.both = lowest(r.trick[0].cards.any));
    LIE(led, r.trick[0].cards.any = 0);
    LIE(led, r.trick[0].cards.any ^= lowest(r.trick[0].cards.any));
    LIE(led, r.trick[0].cards = ranks_from("KK"); r.trick[0].rank = 11); /* cards that were not played */
    LIE(answered, r.trick[0] = strange);
    LIE(answered, r.trick[1] = strange);
    LIE(answered, r.trick[1] = r.trick[0]); /* cards of another seat */
    LIE(passed, r.trick[1].amount = 1);
    LIE(passed, r.trick[1].shape = CAV_SINGLE);
    LIE(answered, r.trick[1].kind = CAV_NONE; r.trick[1].length = 1);
}

/* ---- The end ------------------------------------------------------------------------------------------------ */

static void test_end(void)
{
    const cav_state state =
        after("bid 3; 3333; pass; pass; 56789TJQK; pass; pass; 44; pass; pass; 66; pass; pass; 222");
    CHECK(state.head.turn == -1 && state.head.scores[0] == 24); /* 3 * 2, doubled by the spring */
    LIE(state, r.head.turn = 0);
    LIE(state, r.head.match_over = 0);
    LIE(state, r.head.phase = 1);
    LIE(state, r.head.phase = 1; r.head.turn = 1);
    LIE(state, r.head.phase = 1; r.head.turn = 1; r.head.match_over = 0;
        memset(r.head.scores, 0, sizeof r.head.scores));
    LIE(state, r.head.phase = 0);
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
        LIE(state, r.head.scores[seat]++);
    LIE(state, for (int seat = 0; seat < SEATS; seat++) r.head.scores[seat] *= -1);
    LIE(state, for (int seat = 0; seat < SEATS; seat++) r.head.scores[seat] /= 2);
    LIE(state, r.bombs = 0);
    LIE(state, r.leading = 1);
    LIE(state, r.leading = -1);
    LIE(state, r.leading = -1; memset(r.trick, 0, sizeof r.trick));
    LIE(state, r.passes = 1);
    LIE(state, r.plays[0] = 0);
    LIE(state, r.plays[1] = 1);
    LIE(state, r.leader = 3);
    const cav_state running = after("bid 3; 44");
    LIE(running, r.head.scores[1] = 1);
    LIE(running, r.head.scores[0] = 2; r.head.scores[1] = r.head.scores[2] = -1);
    LIE(running, r.head.scores[3] = 1);
    LIE(running, r.head.phase = 2; r.head.turn = -1; r.head.match_over = 1); /* no hand is empty */
    LIE(running, r.head.turn = -1);
    LIE(running, r.head.match_over = 1);
}

/* The other way round: the hand of a running deal is never empty. */
static void test_empty_hand(void)
{
    const cav_state state = after("bid 3; 44");
    for (int seat = 0; seat < SEATS; seat++)
        LIE(state, r.played[seat] |= r.hands[seat]; r.hands[seat] = 0; r.head.hand_sizes[seat] = 0; r.plays[seat] = 5);
}

/* Counts that are strange but possible lead nowhere strange: as many plays and bombs as there can be. */
static void test_extremes_can_be_played_on(void)
{
    cav_rng rng = rng_of(2);
    for (uint32_t match = 0; match < 300; match++) {
        cav_state state = begun(cav_game_find("doudizhu"), match), loaded;
        stroll(&state, &rng, 3 + cav_rng_below(&rng, 60));
        record r = record_of(&state);
        if (r.head.phase != 1)
            continue;
        int bombs = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            const naive_counts n = naive_count(r.played[seat]);
            r.plays[seat] = (uint8_t)naive_total(&n);
            for (int rank = 0; rank < NAIVE_BLACK; rank++)
                bombs += n.of[rank] == 4;
            bombs += n.of[NAIVE_BLACK] && n.of[NAIVE_RED];
        }
        r.bombs = (uint8_t)bombs;
        CHECK(!cav_state_load(&r, sizeof r, &loaded));
        while (loaded.head.turn >= 0) {
            stroll(&loaded, &rng, 1);
            r = record_of(&loaded);
            CHECK(is_accepted(&r));
        }
    }
}

int main(void)
{
    RUN(test_layout);
    RUN(test_calls);
    RUN(test_calls_of_a_landlord);
    RUN(test_cards);
    RUN(test_plays);
    RUN(test_trick);
    RUN(test_end);
    RUN(test_empty_hand);
    RUN(test_extremes_can_be_played_on);
    return checks_result();
}
