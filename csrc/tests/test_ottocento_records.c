/* Records of Ottocento: bytes that say what no play leads to are refused, field by field. What is refused here could
 * otherwise be played on against the rules, read out of bounds, or leave no way to fill up a view. */
#include "table.h"
#include "test.h"

enum { SEATS = 4, PACK = 62, IN_PLAY = 60, TRICKS = 15, NO_CARD = 0xff };
enum { DISCARDING, DECLARING, PLAYING, OVER };

/* The layout of a position, as it stands in records. check_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    uint64_t hands[SEATS], shown[SEATS], discards;
    uint8_t played[IN_PLAY];
    int8_t winners[TRICKS];
    uint8_t played_count;
    int8_t dealer, leader;
    uint8_t zero[2];
} record;

static uint64_t cards(const char *text) { return cards_in(CAV_BOLOGNESE, text).any; }

static uint64_t card(const char *text)
{
    const uint64_t one = cards(text);
    CHECK(one && !(one & (one - 1)));
    return one;
}

static uint8_t number(const char *text)
{
    uint8_t at = 0;
    while (!(card(text) >> at & 1))
        at++;
    return at;
}

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
    cav_ottocento_table table;
    cav_state_table(state, &table);
    CHECK(state->head.size == sizeof r && r.dealer == table.dealer && r.leader == table.leader);
    for (int i = 0; i < IN_PLAY; i++)
        CHECK(i < r.played_count ? r.played[i] == table.played[i] : r.played[i] == NO_CARD && table.played[i] == -1);
    for (int trick = 0; trick < TRICKS; trick++)
        CHECK(r.winners[trick] == table.winners[trick]);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(r.hands[seat] == cav_state_hand(state, seat).any && r.shown[seat] == table.shown[seat].any);
    CHECK(!table.discards.any || r.discards == table.discards.any);
}

/* The dealer is seat 3; played as the text says, then up to `most` random moves. */
static const char *const hands[SEATS] = {
    "Kd Qd Cd Kc Kb 6d 7d 8d 9d 6c 7c 8c 9c 10c Moor1",
    "Ad 6b 7b 8b 9b 10b 6s 7s 8s 9s 10s Jb Jd 16 15",
    "Angel Sun Moon 14 13 Ks Qs Cs As Ab Ac Qc Cc Jc Js",
    "World Begato Matto 12 11 10 9 8 7 6 5 Moor2 Moor3 Moor4 Cb Qb 10d",
};

static cav_state after(const char *texts, uint64_t most)
{
    const cav_ottocento_options options = {.dealer = 3};
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    cav_rng rng = rng_of(11);
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    for (int seat = 0; seat < SEATS; seat++)
        setup.hands[seat].any = cards(hands[seat]);
    CHECK(!cav_game_start(cav_game_find("ottocento"), &options, seed, &setup, &state, NULL));
    CHECK(say_all(&state, texts));
    stroll(&state, &rng, most);
    check_layout(&state);
    return state;
}

#define DISCARD "discard Qb 10d;"
#define FIRST_TRICK DISCARD "declare;6d;pass;Jd;declare;Angel;declare;World;" /* seat 2 has it with the Angel */

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

static void test_head(void)
{
    const cav_state state = after(FIRST_TRICK, 0);
    for (int i = 0; i < 2; i++)
        LIE(state, r.zero[i] = 1);
    LIE(state, r.head.players = 3);
    LIE(state, r.head.deal = 1);
    LIE(state, r.head.redeal = 1);
    LIE(state, r.head.moves++);
    LIE(state, r.head.moves--);
    LIE(state, r.head.match_over = 1);
    LIE(state, r.head.scores[0] = 1);
    LIE(state, r.head.hand_sizes[0]++);
    LIE(state, r.head.hand_sizes[3]--);
    LIE(state, r.dealer = 4);
    LIE(state, r.dealer = -1);
    LIE(state, r.dealer = 2);
}

static void test_turn(void)
{
    const cav_state begun = after("", 0), asked = after(DISCARD, 0), to_play = after(DISCARD "declare", 0);
    const cav_state state = after(FIRST_TRICK, 0), over = after(FIRST_TRICK, 100);
    LIE(begun, r.head.turn = 0);
    LIE(begun, r.head.turn = -1);
    LIE(begun, r.head.phase = DECLARING);
    LIE(begun, r.head.phase = PLAYING);
    LIE(begun, r.head.phase = OVER);
    LIE(begun, r.leader = 0);
    LIE(asked, r.head.turn = 1);
    LIE(asked, r.head.phase = PLAYING); /* nobody was asked */
    LIE(asked, r.head.phase = DISCARDING);
    LIE(asked, r.leader = -1);
    LIE(asked, r.leader = 3);
    LIE(to_play, r.head.phase = DECLARING);
    LIE(state, r.head.phase = DECLARING);
    LIE(state, r.head.phase = DISCARDING);
    LIE(state, r.head.phase = OVER);
    LIE(state, r.head.turn = 3);
    LIE(state, r.head.turn = -1);
    LIE(state, r.leader = 3);
    LIE(over, r.head.phase = PLAYING);
    LIE(over, r.head.turn = 0);
    LIE(over, r.head.match_over = 0);
    LIE(over, r.leader = 0);
    LIE(over, r.head.scores[0]++);
    LIE(over, r.discards = 0);
}

static void test_tricks(void)
{
    const cav_state state = after(FIRST_TRICK, 0);
    LIE(state, r.winners[0] = 3);
    LIE(state, r.winners[0] = -1);
    LIE(state, r.winners[1] = 2);
    LIE(state, r.winners[14] = 0);
    LIE(state, r.played[0] = 62);
    LIE(state, r.played[4] = 1);
    LIE(state, r.played[59] = 1);
    LIE(state, r.played_count = 3);
    LIE(state, r.played_count = 5);
    LIE(state, r.played_count = 61);
    LIE(state, r.played_count = 255);
    LIE(state, r.played[1] = r.played[0]);
    LIE(state, r.played[0] = number("7d")); /* which is in hand */
    LIE(state, r.played[3] = NO_CARD);
}

static void test_cards(void)
{
    const cav_state begun = after("", 0), state = after(DISCARD "pass;6d", 0);
    LIE(begun, r.hands[0] = 0);
    LIE(begun, r.hands[0] ^= card("6d") | card("10d")); /* which seat 3 has */
    LIE(begun, r.hands[0] ^= card("6d") | (uint64_t)1 << 62);
    LIE(begun, r.discards = card("10d"));
    LIE(begun, r.head.hand_sizes[3] = 15);
    LIE(state, r.hands[1] &= r.hands[1] - 1);
    LIE(state, r.hands[1] |= card("10d"));
    LIE(state, r.hands[1] ^= card("16") | card("6d"));
    LIE(state, r.discards = 0);
    LIE(state, r.discards = card("10d"));
    LIE(state, r.discards |= (uint64_t)1 << 63; r.discards ^= card("10d"));
    LIE(state, r.discards ^= card("Qb") | card("World"); r.hands[3] ^= card("Qb") | card("World")); /* an honour */
    LIE(state, r.discards ^= card("Qb") | card("6d"));
    LIE(state, r.head.viewer = 0; memset(r.head.seed, 0, sizeof r.head.seed)); /* a view that sees all */
    record r = record_of(&state); /* other discards are as good */
    r.discards ^= card("Qb") | card("11");
    r.hands[3] ^= card("Qb") | card("11");
    CHECK(is_accepted(&r));
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        const cav_state view = seen_by_seat(state, viewer);
        const int other = viewer == 1 ? 2 : 1;
        LIE(view, r.hands[other] = card("14"));
        LIE(view, r.discards = viewer == 3 ? 0 : cards("Qb 10d"));
        LIE(view, r.head.viewer = CAV_FULL);
        if (viewer >= 0)
            LIE(view, r.hands[viewer] = 0);
    }
}

/* What was shown is a whole declaration out of the cards that the seat had. */
static void test_shown(void)
{
    const cav_state asked = after(DISCARD, 0), state = after(DISCARD "declare;6d", 0);
    record r = record_of(&state);
    CHECK(r.shown[0] == cards("Kd Qd Cd Kc Kb"));
    LIE(asked, r.shown[0] = cards("Kd Qd Cd Kc Kb")); /* not yet */
    LIE(state, r.shown[0] |= card("6c"));
    LIE(state, r.shown[0] |= (uint64_t)1 << 62);
    LIE(state, r.shown[0] &= ~card("Kc"));
    LIE(state, r.shown[0] = cards("Kd Qd Cd")); /* the kings too would have been shown */
    LIE(state, r.shown[1] = cards("Kd Kc Kb"));
    r.shown[0] = 0; /* it declined */
    CHECK(is_accepted(&r));
    /* Seat 2 is not asked yet; and what it will have shown it must have. */
    LIE(state, r.shown[2] = cards("Angel Sun Moon"));
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        const cav_state view = seen_by_seat(state, viewer);
        LIE(view, r.shown[0] &= ~card("Kc"));
        if (viewer != 0) {
            LIE(view, r.hands[0] &= ~card("Kc"));
            LIE(view, r.hands[0] |= card("7d"));
        }
    }
}

/* A card of what a seat has shown to be void in cannot be played or held later. */
static void test_voids(void)
{
    /* Seat 0 leads coins; seat 1 follows; seats 2 and 3 trump, and so have no coins. */
    const cav_state state = after(FIRST_TRICK, 0);
    LIE(state, r.hands[2] ^= card("Ac") | card("7d"); r.hands[0] ^= card("Ac") | card("7d"));
    LIE(state, r.hands[3] ^= card("Cb") | card("7d"); r.hands[0] ^= card("Cb") | card("7d"));
    record r = record_of(&state);
    r.hands[1] ^= card("15") | card("7d"); /* which seat 1 may have; seat 0 has shown nothing of trumps */
    r.hands[0] ^= card("15") | card("7d");
    CHECK(is_accepted(&r));
    r = record_of(&state);
    r.discards ^= card("10d") | card("11"); /* what was discarded may be of the suit; what is held may not */
    r.hands[3] ^= card("10d") | card("11");
    CHECK(!is_accepted(&r));
    /* Of the views: when there is no place left for the cards that are not seen. */
    const cav_state view = seen_by_seat(state, 2);
    LIE(view, r.hands[2] ^= card("Ac") | card("7d"));
}

/* What was not shown was not held: not in a full position, and a view must leave room for it elsewhere. */
static void test_no_more_than_shown(void)
{
    const cav_state state = after(DISCARD "declare;6d", 0);
    LIE(state, r.hands[0] ^= card("6c") | card("Ks"); r.hands[2] ^= card("6c") | card("Ks")); /* a fourth king */
    LIE(state, r.hands[0] ^= card("6c") | card("Qc") | card("7c") | card("Cc");
        r.hands[2] ^= card("6c") | card("Qc") | card("7c") | card("Cc")); /* queen and knight of cups: only together */
    record r = record_of(&state);
    r.hands[0] ^= card("6c") | card("Qc");
    r.hands[2] ^= card("6c") | card("Qc");
    CHECK(is_accepted(&r));
    /* It plays a fourth king after the declaration. */
    LIE(state, r.played[0] = number("Ks"); r.hands[2] ^= card("Ks") | card("6d"));
}

int main(void)
{
    RUN(test_head);
    RUN(test_turn);
    RUN(test_tricks);
    RUN(test_cards);
    RUN(test_shown);
    RUN(test_voids);
    RUN(test_no_more_than_shown);
    return checks_result();
}
