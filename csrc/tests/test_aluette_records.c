/* Records of Aluette: bytes that say what no match leads to are refused, field by field; and what is hidden leaves no
 * trace in a view. */
#include "table.h"
#include "test.h"

enum { SEATS = 4, KINDS = 48, DEALT = 36, TRICKS = 9, PLAYING = 0, OVER = 1, NO_CARD = 0xff };

/* The layout of a position, as it stands in records. check_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    uint64_t hands[SEATS];
    uint8_t played[DEALT];
    int8_t winners[TRICKS];
    uint8_t played_count;
    int8_t dealer, leader;
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
    cav_aluette_table t;
    cav_state_table(state, &t);
    CHECK(state->head.size == sizeof r && r.dealer == t.dealer && r.played_count / 4 == t.tricks_played);
    CHECK(t.leader == r.leader);
    for (int i = 0; i < DEALT; i++)
        CHECK(t.played[i] == (i < r.played_count ? r.played[i] : -1));
    for (int i = 0; i < TRICKS; i++)
        CHECK(t.winners[i] == r.winners[i]);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(r.hands[seat] == cav_state_hand(state, seat).any && t.points[seat % 2] == r.head.scores[seat]);
}

/* A match after that many deals and moves. Seat 3 dealt first. */
static cav_state after(int deals, uint64_t moves)
{
    const cav_aluette_options options = {3};
    uint8_t seed[CAV_SEED_SIZE];
    cav_state state;
    cav_rng rng = rng_of(4);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    CHECK(!cav_game_start(cav_game_find("aluette"), &options, seed, NULL, &state, NULL));
    for (; deals > 0; deals--) {
        cav_state_playout(&state, &rng);
        CHECK(!cav_state_next_deal(&state, NULL));
    }
    stroll(&state, &rng, moves);
    check_layout(&state);
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

static void test_head(void)
{
    const cav_state state = after(2, 10), last = after(4, 36), over = after(3, 36);
    LIE(state, r.head.players = 3);
    LIE(state, r.head.redeal = 1);
    LIE(state, r.head.deal = 5);
    LIE(state, r.head.deal = UINT32_MAX - 1);
    LIE(state, r.head.deal = 3);
    LIE(state, r.head.moves++);
    LIE(state, r.head.match_over = 1);
    LIE(state, r.head.phase = OVER);
    LIE(state, r.head.turn = -1);
    LIE(state, r.head.turn = (int8_t)((r.head.turn + 1) % SEATS));
    LIE(last, r.head.match_over = 0);
    LIE(last, r.head.deal = 5; r.head.match_over = 0; r.head.moves += 36);
    LIE(over, r.head.match_over = 1);
    LIE(over, r.head.turn = 0);
    LIE(over, r.head.phase = PLAYING);
    LIE(over, r.head.phase = PLAYING; r.head.turn = 0);
}

static void test_scores(void)
{
    const cav_state first = after(0, 5), state = after(2, 10), over = after(2, 36);
    LIE(first, r.head.scores[0] = r.head.scores[2] = 1);
    LIE(state, r.head.scores[0]++);
    LIE(state, r.head.scores[1] = r.head.scores[3] = -1);
    LIE(state, r.head.scores[0] = r.head.scores[2] = 5);
    LIE(state, r.head.scores[0] = r.head.scores[2] = 4; r.head.scores[1] = r.head.scores[3] = 1);
    LIE(state, r.head.scores[0] = r.head.scores[2] = INT32_MAX; r.head.scores[1] = r.head.scores[3] = INT32_MAX);
    cav_result result;
    CHECK(!cav_state_result(&over, &result) && result.points[0]);
    const int team = result.points[0] > 0 ? 0 : 1; /* at least what this deal gave */
    LIE(over, r.head.scores[team] = r.head.scores[team + 2] = 0);
}

static void test_tricks(void)
{
    const cav_state state = after(1, 21), over = after(1, 36);
    LIE(state, r.dealer = -1);
    LIE(state, r.dealer = 4);
    LIE(state, r.dealer = (int8_t)((r.dealer + 1) % SEATS));
    LIE(state, r.leader = -1);
    LIE(state, r.leader = (int8_t)((r.leader + 1) % SEATS));
    LIE(state, r.winners[0] = r.winners[0] == 2 ? 1 : 2);
    LIE(state, r.winners[0] = 4);
    LIE(state, r.winners[5] = 0);
    LIE(state, r.played_count = 37);
    LIE(state, r.played_count++);
    LIE(state, r.played_count--);
    LIE(state, r.played[0] = KINDS);
    LIE(state, r.played[0] = NO_CARD);
    LIE(state, r.played[0] = r.played[1]);
    LIE(state, r.played[21] = 1);
    LIE(state, r.played[35] = 1);
    LIE(over, r.winners[8] = 4);
    LIE(over, r.leader = 0);
    LIE(over, r.played[35] = NO_CARD);
}

static void test_cards(void)
{
    const cav_state state = after(1, 21);
    LIE(state, r.hands[0] = 0);
    LIE(state, r.hands[0] |= (uint64_t)1 << KINDS);
    LIE(state, r.hands[0] = (r.hands[0] & (r.hands[0] - 1)) | (uint64_t)1 << KINDS);
    LIE(state, r.hands[0] = (r.hands[0] & (r.hands[0] - 1)) | (uint64_t)1 << r.played[0]);
    LIE(state, r.hands[0] = (r.hands[0] & (r.hands[0] - 1)) | (r.hands[1] & (0 - r.hands[1])));
    LIE(state, r.head.hand_sizes[2]--);
    LIE(state, r.head.hand_sizes[2]--; r.hands[2] &= r.hands[2] - 1);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        const int other = viewer == 1 ? 2 : 1;
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        LIE(view, r.hands[other] = record_of(&state).hands[other]);
        LIE(view, r.hands[other] = 1);
        LIE(view, r.head.hand_sizes[other]++);
        LIE(view, r.head.viewer = (int8_t)other);
        if (viewer != CAV_SPECTATOR)
            LIE(view, r.hands[viewer] = 0);
    }
}

/* A hidden card changes places with another, or with one that was not dealt: not a byte of the view differs. */
static void test_views_leak_nothing(void)
{
    cav_rng rng = rng_of(2);
    int exchanged = 0;
    for (uint32_t match = 0; match < 200; match++) {
        cav_state state = begun(cav_game_find("aluette"), match), other, view, again;
        wander(&state, &rng, cav_rng_below(&rng, 100));
        for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
            CHECK(!cav_state_view(&state, viewer, &view));
            record r = record_of(&state);
            uint64_t undealt = ((uint64_t)1 << KINDS) - 1;
            for (int seat = 0; seat < SEATS; seat++)
                undealt &= ~r.hands[seat];
            for (int i = 0; i < r.played_count; i++)
                undealt &= ~((uint64_t)1 << r.played[i]);
            const int a = (int)cav_rng_below(&rng, SEATS), b = (int)cav_rng_below(&rng, SEATS + 1);
            uint64_t *from = &r.hands[a], *to = b < SEATS ? &r.hands[b] : &undealt;
            if (a == b || a == viewer || b == viewer || !*from || !*to)
                continue;
            const uint64_t change = (*from & (0 - *from)) | (*to & (0 - *to));
            *from ^= change;
            *to ^= change;
            memset(r.head.seed, 7, sizeof r.head.seed);
            CHECK(!cav_state_load(&r, sizeof r, &other));
            CHECK(!cav_state_view(&other, viewer, &again) && cav_state_equal(&view, &again));
            exchanged++;
        }
    }
    CHECK(exchanged > 200);
}

int main(void)
{
    RUN(test_head);
    RUN(test_scores);
    RUN(test_tricks);
    RUN(test_cards);
    RUN(test_views_leak_nothing);
    return checks_result();
}
