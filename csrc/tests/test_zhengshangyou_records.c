/* Records of Zheng Shangyou: bytes that say what no play leads to are refused, field by field. What is refused here
 * could otherwise be played on without end, read out of bounds, be paid wrongly, or never be sampled. */
#include "naive.h"
#include "table.h"
#include "test.h"

enum { SEATS = 3, COPIES = 4, BANS = 6 };
static const uint64_t three_of_hearts = (uint64_t)1 << 27;

/* The layout of a position, as it stands in records. test_layout says whether it still is this one. */
typedef struct ban {
    uint16_t starts, once, twice;
    uint8_t core, length;
} ban;

typedef struct record {
    cav_head head;
    uint64_t hands[SEATS], played[SEATS];
    cav_move trick[SEATS];
    uint16_t most[SEATS][COPIES];
    ban bans[SEATS][BANS];
    uint8_t ban_count[SEATS], plays[SEATS], bonuses[SEATS];
    int8_t leader, leading;
    uint8_t passes, answers, zero[3];
} record;

static const cav_game *game(void) { return cav_game_find("zhengshangyou"); }

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

static uint16_t ranks_of(uint64_t cards, int more_than)
{
    const naive_counts n = naive_count(cards);
    uint16_t ranks = 0;
    for (int rank = 0; rank < 13; rank++)
        ranks |= (uint16_t)((n.of[rank] > more_than) << rank);
    return ranks;
}

static void check_layout(const cav_state *state)
{
    const record r = record_of(state);
    cav_zhengshangyou_table table;
    cav_state_table(state, &table);
    CHECK(state->head.size == sizeof r);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(r.hands[seat] == cav_state_hand(state, seat).any && r.plays[seat] == table.plays[seat]);
        CHECK(memcmp(&r.trick[seat], &table.trick[seat], sizeof r.trick[seat]) == 0);
        CHECK(r.bonuses[seat] == table.bonuses[seat] && r.ban_count[seat] <= BANS);
        for (int k = 0; k < COPIES; k++)
            CHECK((ranks_of(r.hands[seat], k) & ~r.most[seat][k]) == 0);
        CHECK(r.ban_count[seat] == BANS || r.bans[seat][r.ban_count[seat]].length == 0);
        CHECK(r.ban_count[seat] == 0 || r.bans[seat][r.ban_count[seat] - 1].length >= 2);
    }
    CHECK(r.leader == table.leader && r.leading == table.leading && r.passes == table.passes);
    CHECK(r.answers == table.answers);
}

static void test_layout(void)
{
    cav_rng rng = rng_of(1);
    for (uint32_t match = 0; match < 200; match++) {
        cav_state state = begun(game(), match);
        stroll(&state, &rng, match % 60);
        check_layout(&state);
    }
}

/* A deal, played as the text says. Semicolons stand between the moves; seat 0 has the 3 of hearts. */
static cav_state after(const char *texts)
{
    cav_cards pack = cav_game_about(game())->pack;
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    pack.any ^= three_of_hearts;
    setup.hands[0] = take_ranks(&pack, "34567 4567 8888 A K");
    setup.hands[0].any |= three_of_hearts;
    setup.hands[1] = take_ranks(&pack, "9TJQK 9TJQK AA 4 5 6 7");
    setup.hands[2] = take_ranks(&pack, "33 4 5 6 7 99 TT JJ QQ K 2");
    CHECK(!cav_game_start(game(), NULL, seed, &setup, &state, NULL));
    CHECK(say_all(&state, texts));
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

/* ---- Cards ------------------------------------------------------------------------------------------ */

static void test_cards(void)
{
    const cav_state start = after(""), playing = after("3H;K;2;8888"), view = seen_by_seat(playing, 1);
    const cav_state unopened = seen_by_seat(start, 1), table = seen_by_seat(start, -1);
    LIE(start, r.hands[1] ^= lowest(r.hands[1])); /* a card too few */
    LIE(start, r.hands[1] |= lowest(r.hands[2])); /* too many */
    LIE(start, r.hands[1] ^= lowest(r.hands[1]) | lowest(r.hands[2])); /* one that another holds */
    LIE(start, r.hands[1] ^= lowest(r.hands[1]) | 1);                  /* the 2 of clubs */
    LIE(start, r.hands[1] ^= lowest(r.hands[1]) | (uint64_t)1 << 38);  /* the ace of hearts */
    LIE(start, r.hands[1] ^= lowest(r.hands[1]) | (uint64_t)1 << 52);
    LIE(start, r.hands[1] ^= lowest(r.hands[1]) | (uint64_t)1 << 63);
    LIE(start, r.hands[0] ^= three_of_hearts | lowest(r.hands[1]); r.hands[1] ^= three_of_hearts | lowest(r.hands[1]));
    LIE(start, r.head.hand_sizes[0]--; r.hands[0] ^= lowest(r.hands[0]));
    LIE(start, r.head.hand_sizes[3] = 1);
    LIE(start, r.head.players = 2);
    LIE(start, r.head.players = 4);
    LIE(start, r.head.deal = 1);
    LIE(start, r.head.redeal = 1);
    LIE(start, r.zero[0] = 1);
    LIE(start, r.zero[2] = 1);
    LIE(playing, r.played[0] |= lowest(r.hands[0]));
    LIE(playing, r.played[0] ^= lowest(r.played[0]));
    LIE(playing, r.played[1] |= lowest(r.played[0]); r.plays[1] = 1; r.head.hand_sizes[1]--);
    LIE(view, r.hands[1] ^= lowest(r.hands[1]));
    LIE(view, r.hands[0] = lowest(record_of(&playing).hands[0])); /* what a view must not know */
    LIE(view, r.hands[2] = lowest(record_of(&playing).hands[2]));
    LIE(view, r.head.viewer = CAV_FULL);
    LIE(view, r.head.viewer = 0);
    LIE(view, r.head.seed[31] = 1);
    LIE(unopened, r.hands[0] = 0); /* all know where the 3 of hearts is */
    LIE(unopened, r.hands[0] = 0; r.hands[2] = three_of_hearts);
    LIE(unopened, r.hands[2] = three_of_hearts);
    LIE(table, r.hands[0] |= lowest(record_of(&start).hands[0]));
}

/* ---- Plays and the trick ------------------------------------------------------------------------------- */

static void test_opening(void)
{
    const cav_state start = after("");
    LIE(start, r.leader = 1; r.head.turn = 1);
    LIE(start, r.leader = 1);
    LIE(start, r.head.turn = 1);
    LIE(start, r.head.turn = -1);
    LIE(start, r.plays[0] = 1);
    LIE(start, r.bonuses[0] = 1);
    LIE(start, r.ban_count[1] = 1);
    LIE(start, r.most[1][3] = 0); /* nothing is known yet */
    LIE(start, r.leading = 0);
    LIE(start, r.passes = 1);
    LIE(start, r.answers = 1);
    LIE(start, r.head.phase = 1);
    LIE(start, r.head.phase = 1; r.head.turn = -1; r.head.match_over = 1);
    LIE(start, r.head.match_over = 1);
    LIE(start, r.played[1] = lowest(r.hands[1]); r.hands[1] ^= r.played[1]; r.head.hand_sizes[1]--; r.plays[1] = 1);
    LIE(start, r.trick[1].kind = CAV_PASS);
}

static void test_plays(void)
{
    const cav_state led = after("3H;K;2;8888"), earned = after("3H;K;2;8888;pass;pass");
    LIE(led, r.plays[0] = 0);
    LIE(led, r.plays[0] = 6); /* five cards are at most five plays */
    LIE(led, r.plays[1] = 0);
    LIE(led, r.plays[1] = 2);
    LIE(led, r.bonuses[0] = 1); /* not yet earned, and there is no other bomb */
    LIE(led, r.bonuses[2] = 1);
    LIE(earned, r.bonuses[0] = 2);
    LIE(earned, r.bonuses[1] = 1);
    LIE(earned, r.bonuses[0] = 255);
    CHECK(record_of(&earned).bonuses[0] == 1);
}

static void test_trick(void)
{
    const cav_state lead = after("3H;K;2;8888;pass;pass"), led = after("3H 4567"), passed = after("3H 4567;9TJQK;pass");
    const cav_state answered = after("3H;4"), later = after("3H;K;2;8888;pass");
    static const cav_move strange = {.kind = CAV_BID, .amount = 1};
    LIE(lead, r.leading = 0);
    LIE(lead, r.leading = 3);
    LIE(lead, r.leading = -2);
    LIE(lead, r.leader = 1);
    LIE(lead, r.leader = -1);
    LIE(lead, r.head.turn = 1);
    LIE(lead, r.head.turn = 1; r.leader = 3);
    LIE(lead, r.passes = 1);
    LIE(lead, r.answers = 1);
    LIE(lead, r.trick[1].kind = CAV_PASS);
    LIE(led, r.leading = -1);
    LIE(led, r.leading = -1; r.head.turn = 0);
    LIE(led, r.leading = 1);
    LIE(led, r.leading = 127);
    LIE(led, r.leader = 1); /* the opening is led */
    LIE(led, r.leader = 3);
    LIE(led, r.answers = 1);
    LIE(led, r.passes = 1);
    LIE(led, r.passes = 2; r.head.turn = 0);
    LIE(led, r.passes = 1; r.head.turn = 2; r.trick[1].kind = CAV_PASS); /* but seat 1 could beat it */
    LIE(led, r.head.turn = 0);
    LIE(led, r.trick[0].shape = CAV_SINGLE);
    LIE(led, r.trick[0].shape = 0);
    LIE(led, r.trick[0].shape = 255);
    LIE(led, r.trick[0].rank++);
    LIE(led, r.trick[0].length = 4);
    LIE(led, r.trick[0].amount = 1);
    LIE(led, r.trick[0].kind = CAV_PASS);
    LIE(led, r.trick[0].kind = 4);
    LIE(led, r.trick[0].cards.both = lowest(r.trick[0].cards.any));
    LIE(led, r.trick[0].cards.any = 0);
    LIE(led, r.trick[0].cards.any ^= lowest(r.trick[0].cards.any));
    LIE(led, r.trick[1] = strange);
    LIE(led, r.plays[0] = 2); /* the opening is the first play */
    LIE(passed, r.passes = 0);
    LIE(passed, r.head.turn = 1);
    LIE(passed, r.answers = 0);
    LIE(passed, r.answers = 2); /* there were two plays in all */
    LIE(passed, r.leading = 0; r.head.turn = 2);
    LIE(passed, r.trick[2].amount = 1);
    LIE(passed, r.trick[2].kind = CAV_NONE);
    LIE(passed, r.ban_count[2] = 0); /* all know what the pass told */
    LIE(passed, memset(&r.bans[2][0], 0, sizeof(ban)));
    LIE(passed, r.bans[2][0].starts = (uint16_t)(r.bans[2][0].starts & (r.bans[2][0].starts - 1)));
    LIE(passed, r.most[2][3] = 0x7ff);
    LIE(answered, r.answers = 0);
    LIE(answered, r.trick[1] = r.trick[0]); /* cards of another seat */
    LIE(later, r.answers = 0);
    LIE(later, r.trick[0].shape = CAV_HEAVENLY_BOMB);
}

/* ---- What is known ---------------------------------------------------------------------------------------- */

static void test_most(void)
{
    const cav_state state = after("3H;K;2;8888;pass;pass"), view = seen_by_seat(state, 0);
    LIE(state, r.most[1][0] = 0); /* less than is held */
    LIE(state, r.most[1][1] &= (uint16_t)~ranks_of(r.hands[1], 1));
    LIE(state, r.most[1][0] |= 1 << 13);
    LIE(state, r.most[0][0] |= 1 << 5); /* the eights are played */
    LIE(state, r.most[1][2] = 0);       /* not two, but three */
    LIE(state, r.most[1][3] |= 1 << 11); /* four aces */
    LIE(view, r.most[1][0] = r.most[2][0] = 0); /* nobody could hold the cards that are not seen */
    LIE(view, for (int k = 0; k < COPIES; k++) r.most[1][k] = r.most[2][k] &= 0x7fe); /* no threes, which one holds */
    LIE(view, r.most[2][1] = r.most[2][2] = r.most[2][3] = 0; r.most[2][0] = 0xff); /* too few for what it holds */
}

static void test_bans(void)
{
    const cav_state state = after("3H 4567;9TJQK;pass;8888;pass;pass"), view = seen_by_seat(state, 1);
    CHECK(record_of(&state).ban_count[0] == 0 && record_of(&state).ban_count[2] == 1);
    CHECK(record_of(&state).bans[2][0].starts == 1 << 9 && record_of(&state).bans[2][0].length == 5); /* ten to ace */
    LIE(state, r.ban_count[2] = 0);
    LIE(state, r.ban_count[2] = 2);
    LIE(state, r.ban_count[2] = 7);
    LIE(state, r.ban_count[2] = 255);
    LIE(state, r.ban_count[2] = 4; /* on more sequences than the others can have played */
        r.bans[2][1] = r.bans[2][2] = r.bans[2][3] = r.bans[2][0]);
    LIE(state, r.ban_count[0] = 2; r.bans[0][0] = r.bans[0][1] = r.bans[2][0]);
    LIE(state, r.bans[2][0].starts = 0);
    LIE(state, r.bans[2][0].starts = 1 << 8);
    LIE(state, r.bans[2][0].starts = 1 << 10);
    LIE(state, r.bans[2][0].starts |= 1 << 7);
    LIE(state, r.bans[2][0].starts = 0x3fc); /* from a three on, which is not higher than anything */
    LIE(state, r.bans[2][0].length = 4);
    LIE(state, r.bans[2][0].length = 13);
    LIE(state, r.bans[2][0].length = 0);
    LIE(state, r.bans[2][0].length = 255);
    LIE(state, r.bans[2][0].core = 0);
    LIE(state, r.bans[2][0].core = 3);
    LIE(state, r.bans[2][0].once = 1 << 13); /* it has played nothing */
    LIE(state, r.bans[2][0].twice = 1 << 9);
    LIE(state, r.bans[2][1].length = 5);
    LIE(state, r.bans[2][5].once = 1);
    LIE(view, r.bans[2][0].starts = 0);
}

/* What is known of a hand grows less as it plays: bans say what was played since, later ones less than earlier ones. */
static void test_bans_of_a_seat_that_played(void)
{
    const cav_state state = after("3H 4567;9TJQK;pass;8888;pass;pass;4;T;2;pass;pass;QQ;pass;AA");
    const record r = record_of(&state);
    CHECK(r.ban_count[2] == 1 && r.bans[2][0].once == (1 << 1 | 1 << 11) && r.bans[2][0].twice == 1 << 11);
    LIE(state, r.bans[2][0].once |= 1 << 10);
    LIE(state, r.bans[2][0].twice |= 1 << 1);
    LIE(state, r.bans[2][0].once = 0); /* twice is once as well */
    LIE(state, r.ban_count[2] = 2; r.bans[2][1] = r.bans[2][0]; r.bans[2][0].once = r.bans[2][0].twice = 0);
    record right = r;
    right.ban_count[2] = 2; /* the other way round is well */
    right.bans[2][1] = right.bans[2][0];
    right.bans[2][1].once = right.bans[2][1].twice = 0;
    CHECK(is_accepted(&right));
}

/* Whether a hand has five in a row from a four on, or two neighbouring pairs. */
static bool has_runs(uint64_t hand)
{
    const uint32_t one = ranks_of(hand, 0) & 0xffe, two = ranks_of(hand, 1) & 0xffe;
    return (one & one >> 1 & one >> 2 & one >> 3 & one >> 4) || (two & two >> 1);
}

/* What hardly any layout fits is sampled all the same: two seats without five in a row and without neighbouring pairs,
 * of whose cards nearly every rank is a pair for one of them. */
static void test_bans_that_hardly_anything_keeps(void)
{
    static const ban bans[] = {{.starts = 0x3f8, .core = 1, .length = 5}, {.starts = 0x1ff8, .core = 2, .length = 2}};
    cav_cards pack = cav_game_about(game())->pack;
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state, view, sampled;
    cav_rng rng = rng_of(9);
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    pack.any ^= three_of_hearts;
    setup.hands[0] = take_ranks(&pack, "456789TJQKA 333 2");
    setup.hands[0].any |= three_of_hearts;
    setup.hands[1] = take_ranks(&pack, "44 5 6 7 8 99 T JJ Q K 5 7 A");
    CHECK(!cav_game_start(game(), NULL, seed, &setup, &state, NULL));
    CHECK(say_all(&state, "3H 456789TJQKA;pass;pass"));
    CHECK(!cav_state_view(&state, 0, &view));
    record r = record_of(&view);
    CHECK(is_accepted(&r));
    for (int seat = 1; seat < SEATS; seat++) {
        r.ban_count[seat] = 2;
        memcpy(r.bans[seat], bans, sizeof bans);
    }
    CHECK(is_accepted(&r) && !cav_state_load(&r, sizeof r, &view));
    for (int i = 0; i < 5; i++) {
        CHECK(!cav_state_sample(&view, &rng, &sampled));
        r = record_of(&sampled);
        CHECK(is_accepted(&r) && !has_runs(r.hands[1]) && !has_runs(r.hands[2]));
    }
    /* A ban that nothing keeps does no harm: seat 2 has all the fours and fives that seat 1 cannot hold. */
    r = record_of(&view);
    for (int k = 0; k < COPIES; k++)
        r.most[1][k] &= 0x1ff9;
    CHECK(is_accepted(&r) && !cav_state_load(&r, sizeof r, &view) && !cav_state_sample(&view, &rng, &sampled));
    r = record_of(&sampled);
    CHECK(is_accepted(&r) && has_runs(r.hands[2]));
}

/* ---- The end ------------------------------------------------------------------------------------------------ */

/* Seat 1 goes out with a bomb as an answer. */
static cav_state ended(void)
{
    cav_cards pack = cav_game_about(game())->pack;
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    pack.any ^= three_of_hearts;
    setup.hands[0] = take_ranks(&pack, "3 4 7 99 TT JJ QQ KK AA");
    setup.hands[0].any |= three_of_hearts;
    setup.hands[1] = take_ranks(&pack, "4 5555 6666 77 2 8888");
    CHECK(!cav_game_start(game(), NULL, seed, &setup, &state, NULL));
    CHECK(say_all(&state, "3H;4;9;T;5555;pass;pass;6666;pass;pass;7;9;T;2;pass;pass;7;J;Q;8888"));
    check_layout(&state);
    return state;
}

static void test_end(void)
{
    const cav_state state = ended(), running = after("3H;K;2;8888"), view = seen_by_seat(state, -1);
    CHECK(state.head.turn == -1 && state.head.scores[1] == 12 + 13 + 40);
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
        LIE(state, r.head.scores[seat]++);
    LIE(state, for (int seat = 0; seat < SEATS; seat++) r.head.scores[seat] *= -1);
    LIE(state, memset(r.head.scores, 0, sizeof r.head.scores));
    LIE(state, r.head.turn = 0);
    LIE(state, r.head.match_over = 0);
    LIE(state, r.head.phase = 0);
    LIE(state, r.head.phase = 0; r.head.turn = 2; r.head.match_over = 0;
        memset(r.head.scores, 0, sizeof r.head.scores));
    LIE(state, r.leading = 0);
    LIE(state, r.leading = -1);
    LIE(state, r.leading = -1; memset(r.trick, 0, sizeof r.trick); r.answers = 0);
    LIE(state, r.passes = 1);
    LIE(state, r.answers = 0);
    LIE(state, r.plays[0] = 0);
    LIE(state, r.bonuses[1] = 0; r.head.scores[1] -= 40; r.head.scores[0] += 20; r.head.scores[2] += 20);
    LIE(state, r.bonuses[1] = 4; r.head.scores[1] += 40; r.head.scores[0] -= 20; r.head.scores[2] -= 20);
    LIE(state, r.hands[0] ^= lowest(r.hands[0]) | lowest(r.hands[2]); r.hands[2] ^= lowest(r.hands[2]));
    LIE(view, r.hands[0] = 0); /* the losers' hands are shown */
    LIE(running, r.head.scores[1] = 1);
    LIE(running, r.head.scores[0] = 2; r.head.scores[1] = r.head.scores[2] = -1);
    LIE(running, r.head.scores[3] = 1);
    LIE(running, r.head.phase = 1; r.head.turn = -1; r.head.match_over = 1); /* no hand is empty */
    LIE(running, r.head.turn = -1);
    for (int seat = 0; seat < SEATS; seat++)
        LIE(running, r.played[seat] |= r.hands[seat]; r.hands[seat] = 0; r.head.hand_sizes[seat] = 0;
            r.plays[seat] = 5);
}

/* ---- Damage ------------------------------------------------------------------------------------------------- */

/* Whatever bytes are accepted can be seen, sampled and played to the end, and each position on the way is accepted. */
static void check_playable(const cav_state *loaded, cav_rng *rng)
{
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        cav_state view, sampled, again;
        if (cav_state_view(loaded, viewer, &view))
            continue;
        record r = record_of(&view);
        CHECK(is_accepted(&r) && !cav_state_sample(&view, rng, &sampled));
        r = record_of(&sampled);
        CHECK(is_accepted(&r) && !cav_state_view(&sampled, viewer, &again) && cav_state_equal(&again, &view));
    }
    cav_state state = *loaded;
    cav_move move;
    while (state.head.viewer == CAV_FULL && !cav_state_pick(&state, rng, &move)) {
        CHECK(!cav_state_play(&state, &move, NULL));
        const record r = record_of(&state);
        CHECK(is_accepted(&r));
        int32_t sum = 0;
        for (int seat = 0; seat < SEATS; seat++)
            sum += state.head.scores[seat];
        CHECK(sum == 0);
    }
}

/* Facts about hands that are damaged at random: bits that are cleared or set in what is known. */
static void damage(record *r, cav_rng *rng)
{
    const int seat = (int)cav_rng_below(rng, SEATS), ban_at = (int)cav_rng_below(rng, r->ban_count[seat] + 1u) % BANS;
    uint8_t *bytes = (uint8_t *)r + sizeof r->head;
    ban *b = &r->bans[seat][ban_at];
    switch (cav_rng_below(rng, 6)) {
    case 0:
        bytes[cav_rng_below(rng, sizeof *r - sizeof r->head)] ^= (uint8_t)(1 << cav_rng_below(rng, 8));
        break;
    case 1: { /* ranks that a seat cannot hold so often */
        const uint16_t ranks = (uint16_t)(cav_rng_next(rng) | cav_rng_next(rng));
        for (int k = (int)cav_rng_below(rng, COPIES); k < COPIES; k++)
            r->most[seat][k] &= ranks;
        break;
    }
    case 2: /* a ban more */
    case 3: {
        const bool straight = cav_rng_below(rng, 2);
        const int length = straight ? 5 + (int)cav_rng_below(rng, 8) : 2 + (int)cav_rng_below(rng, 3);
        if (r->ban_count[seat] >= BANS)
            return;
        b = &r->bans[seat][r->ban_count[seat]++];
        *b = (ban){.core = straight ? 1 : 2, .length = (uint8_t)length};
        b->starts = (uint16_t)((0x3ffc & ~0u << (3 + cav_rng_below(rng, 4))) & 0x3ffc >> (length - 1));
        break;
    }
    case 4: /* a ban on more */
        b->starts = (uint16_t)(b->starts | b->starts >> 1 | b->starts >> 2);
        break;
    default: /* more that was played since */
        b->once |= (uint16_t)(cav_rng_next(rng) & (uint32_t)ranks_of(r->played[seat], 0) << 2);
        b->twice |= (uint16_t)(b->once & cav_rng_next(rng) & (uint32_t)ranks_of(r->played[seat], 1) << 2);
    }
}

static void test_damage(void)
{
    cav_rng rng = rng_of(6);
    int accepted = 0, refused = 0;
    for (uint32_t number = 0; number < 40000; number++) {
        cav_state state = begun(game(), number % 4000), loaded;
        stroll(&state, &rng, cav_rng_below(&rng, 60));
        if (cav_rng_below(&rng, 2))
            CHECK(!cav_state_view(&state, (int)cav_rng_below(&rng, 4) - 1, &state));
        record r = record_of(&state);
        for (uint64_t times = 1 + cav_rng_below(&rng, 3); times > 0; times--)
            damage(&r, &rng);
        const bool fits = is_accepted(&r);
        accepted += fits;
        refused += !fits;
        if (fits && !cav_state_load(&r, sizeof r, &loaded))
            check_playable(&loaded, &rng);
    }
    printf("     %d damaged records accepted, %d refused\n", accepted, refused);
    CHECK(accepted > 1000 && refused > 1000);
}


int main(void)
{
    RUN(test_layout);
    RUN(test_cards);
    RUN(test_opening);
    RUN(test_plays);
    RUN(test_trick);
    RUN(test_most);
    RUN(test_bans);
    RUN(test_bans_of_a_seat_that_played);
    RUN(test_bans_that_hardly_anything_keeps);
    RUN(test_end);
    RUN(test_damage);
    return checks_result();
}
