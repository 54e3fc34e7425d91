/* Records of One Poker: bytes that say what no play leads to are refused, field by field. What is refused here could
 * otherwise be played on without end, read out of bounds, or leave no way to fill up a view. */
#include "kernels/betting.h"

#include "table.h"
#include "test.h"

enum { SEATS = 2, PACK = 104, NO_CARD = 0xff, OVER = 2 };

/* The layout of a position, as it stands in records. check_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    cav_cards hands[SEATS], discards, either;
    betting round;
    int32_t start_chips[SEATS];
    uint8_t locked[SEATS], known[SEATS], open[SEATS], up[SEATS], stock[PACK], stock_size, has_locked, folded;
    int8_t first;
    uint32_t restocks;
    uint8_t zero[4];
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
    cav_onepoker_table table;
    uint8_t stock[CAV_MAX_PACK];
    cav_state_table(state, &table);
    const int left = cav_state_stock(state, stock);
    CHECK(state->head.size == sizeof r && r.stock_size == table.stock_size);
    for (int i = 0; i < left; i++)
        CHECK(r.stock[left - 1 - i] == stock[i]);
    for (int seat = 0; seat < SEATS; seat++) {
        const cav_cards hand = cav_state_hand(state, seat);
        CHECK(memcmp(&r.hands[seat], &hand, sizeof hand) == 0 && r.up[seat] == table.up[seat]);
        CHECK(r.round.chips[seat] == table.chips[seat] && r.round.bets[seat] == table.bets[seat]);
        CHECK(r.head.phase == OVER ? table.shown[seat].any == (uint64_t)1 << r.locked[seat]
                                   : (r.locked[seat] != NO_CARD) == (r.has_locked >> seat & 1));
    }
    CHECK(memcmp(&r.discards, &table.discards, sizeof r.discards) == 0 && r.first == table.first);
    CHECK(r.has_locked == table.has_locked && r.folded == table.folded && r.restocks == (uint32_t)table.restocks);
}

/* 20 chips each, seat 0 acts first; played as the text says. "next" deals. */
static cav_state after_hands(const char *hand0, const char *hand1, const char *texts)
{
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    setup.hands[0] = cards_from(hand0);
    setup.hands[1] = cards_from(hand1);
    memcpy(setup.stock, "\3\1", 2); /* 5C, then 3C */
    setup.stock_size = 2;
    CHECK(!cav_game_start(cav_game_find("onepoker"), NULL, seed, &setup, &state, NULL));
    while (*texts) {
        const size_t length = strcspn(texts, ";");
        cav_move move;
        if (strncmp(texts, "next", 4) == 0)
            CHECK(!cav_state_next_deal(&state, NULL));
        else
            CHECK(!cav_move_parse(&state, texts, length, &move, NULL) && !cav_state_play(&state, &move, NULL));
        texts += length + (texts[length] == ';');
    }
    check_layout(&state);
    return state;
}

/* Seat 0 has 3C KD, seat 1 QC 4D. */
static cav_state after(const char *texts) { return after_hands("3C KD", "QC 4D", texts); }

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
    const cav_state state = after("lock 3C");
    for (int i = 0; i < 4; i++)
        LIE(state, r.zero[i] = 1);
    LIE(state, r.round.zero = 1);
    LIE(state, r.round.seats = 3);
    LIE(state, r.head.players = 3);
    LIE(state, r.head.redeal = 1);
    LIE(state, r.head.deal = UINT32_MAX); /* the next one would pass for the first */
    LIE(state, r.head.scores[0]++);
    LIE(state, r.head.scores[2] = 1);
    LIE(state, r.head.hand_sizes[3] = 1);
    LIE(state, r.head.match_over = 1);
    LIE(state, r.round.chips[2] = 1);
    LIE(state, r.round.bets[3] = 1);
}

static void test_cards(void)
{
    const cav_state state = after("lock 3C"), later = after("lock 3C;lock QC;check;check;next");
    LIE(state, r.hands[0].any |= 4);
    LIE(state, r.hands[0].any = 0);
    LIE(state, r.hands[0] = (cav_cards){0, (uint64_t)1 << 24});
    LIE(state, r.hands[1].any |= (uint64_t)1 << 52);
    LIE(state, r.hands[1] = r.hands[0]; r.head.hand_sizes[1] = 1);
    LIE(state, r.locked[0] = NO_CARD);
    LIE(state, r.locked[0] = 52);
    LIE(state, r.locked[0] = 2); /* another card, one too many of it */
    LIE(state, r.locked[1] = 1);
    LIE(state, r.stock[0] = r.stock[0] == 5 ? 6 : 5);
    LIE(state, r.stock[99] = NO_CARD);
    LIE(state, r.stock[100] = 5);
    LIE(state, r.stock[0] = 52);
    LIE(state, r.stock_size = 99);
    LIE(state, r.stock_size = 105);
    LIE(state, r.stock_size = 255);
    LIE(state, r.up[0] = 0);
    LIE(state, r.up[0] = 2);
    LIE(state, r.up[1] = 3);
    LIE(state, r.discards.any = 1);
    LIE(state, r.discards.both = 1);
    LIE(later, r.discards = (cav_cards){0, 0});
    LIE(later, r.discards.any |= (uint64_t)1 << 60);
    LIE(state, r.head.viewer = 0; memset(r.head.seed, 0, sizeof r.head.seed)); /* a view that sees all */
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        const cav_state view = seen_by_seat(state, viewer);
        const int other = viewer == 1 ? 0 : 1;
        LIE(view, r.hands[other] = (cav_cards){3, 0});
        LIE(view, r.stock[0] = 30);
        LIE(view, r.stock_size--);
        LIE(view, r.up[other] = 3);
        if (viewer != 0)
            LIE(view, r.locked[0] = 1);
    }
}

static void test_chips(void)
{
    const cav_state state = after("lock 3C;lock QC;bet 5"), over = after("lock 3C;lock QC;bet 5;call");
    LIE(state, r.round.chips[0]++);
    LIE(state, r.round.bets[0] = -1);
    LIE(state, r.round.bets[0] = 20; r.round.chips[0] = -1; r.round.to_call = 20);
    LIE(state, r.round.to_call = 4);
    LIE(state, r.round.full_raise = 0);
    LIE(state, r.round.full_raise = 6);
    LIE(state, r.start_chips[1] = 0; r.round.chips[1] = -1; r.head.scores[1] = 0);
    LIE(state, r.start_chips[1] = r.head.scores[1] = 2 * CAV_MAX_CHIPS; r.round.chips[1] = 2 * CAV_MAX_CHIPS - 1);
    LIE(over, r.round.chips[0]++);
    LIE(over, r.round.chips[0] = r.head.scores[0] = -1; r.round.chips[1] = r.head.scores[1] = 41);
    LIE(over, r.round.bets[0] = -1);
    LIE(over, r.round.bets[0] = r.round.to_call = 20);
    LIE(over, r.round.chips[0]++; r.head.scores[0]++);
    LIE(over, r.head.match_over = 1);
    LIE(over, r.round.chips[0] = r.head.scores[0] = 0; r.round.chips[1] = r.head.scores[1] = 40); /* and it is over */
}

static void test_turn(void)
{
    const cav_state begun = after(""), locking = after("lock 3C"), betting = after("lock 3C;lock QC;bet 5");
    const cav_state folded = after("lock 3C;lock QC;bet 5;fold");
    LIE(begun, r.head.turn = 1);
    LIE(begun, r.head.turn = -1);
    LIE(begun, r.first = 1);
    LIE(begun, r.first = 2);
    LIE(begun, r.first = -1);
    LIE(begun, r.head.phase = 1);
    LIE(begun, r.head.phase = OVER);
    LIE(begun, r.round.acted = 1);
    LIE(begun, r.round.in = 1);
    LIE(begun, r.has_locked = 1);
    LIE(locking, r.head.turn = 0);
    LIE(locking, r.has_locked = 2);
    LIE(locking, r.has_locked = 5);
    LIE(betting, r.head.turn = 0); /* has acted, and has nothing to pay */
    LIE(betting, r.head.turn = -1);
    LIE(betting, r.head.phase = 0);
    LIE(betting, r.folded = 1);
    LIE(betting, r.round.acted = 4);
    LIE(folded, r.first = 2);
    LIE(folded, r.first = -1);
    LIE(folded, r.folded = 3);
    LIE(folded, r.folded = 4);
    LIE(folded, r.folded = 0);
    LIE(folded, r.round.in = 3);
    LIE(folded, r.head.turn = 1);
    LIE(folded, r.head.phase = 1; r.head.turn = 1);
}

/* What is known of kept cards must be true where that can be seen, and leave a way to fill up a view where not. */
static void test_known(void)
{
    const cav_state state = after(""), over = after("lock 3C;lock QC;check;check");
    /* KD is UP and 4D DOWN, as all know. */
    LIE(state, r.known[0] = 5);
    LIE(state, r.known[0] = 52);
    LIE(state, r.open[0] = 52);
    LIE(state, r.up[0] = r.up[1] = 0);
    LIE(over, r.known[0] = 1); /* 3C: it is thrown away */
    LIE(over, r.open[0] = 2);  /* 4C: DOWN, but the kept card is UP */
    LIE(over, r.open[1] = 12); /* AC: the other way round */
    for (int viewer = 0; viewer < SEATS; viewer++) {
        const cav_state view = seen_by_seat(over, viewer), before = seen_by_seat(state, viewer);
        const int other = 1 - viewer;
        LIE(view, r.known[other] = other ? 12 : 2); /* of the wrong group */
        LIE(before, r.known[viewer] = 5);           /* not held */
        LIE(before, r.known[other] = 52);
    }
    const cav_state spectator = seen_by_seat(state, CAV_SPECTATOR);
    LIE(spectator, r.known[0] = 24); /* KD: more than is open */
    LIE(spectator, r.open[0] = 24);
    /* Both cards are to be had twice at the most, and the groups must come out. */
    record r = record_of(&spectator);
    r.known[0] = r.open[0] = r.known[1] = r.open[1] = 24;
    CHECK(is_accepted(&r));
    r.discards.any = (uint64_t)1 << 24;
    r.stock_size--;
    CHECK(!is_accepted(&r));
    /* 3C has been seen twice, the second time just now: seat 1 cannot have kept it, though it kept a low card. */
    const cav_state twice = after("lock 3C;lock QC;check;check;next;lock 5C;lock 3C;check;check");
    r = record_of(&twice);
    r.open[1] = 2;
    CHECK(is_accepted(&r));
    r.open[1] = 1;
    CHECK(!is_accepted(&r));
    /* Two cards of which each holds one: two cards, of a group that both hold, and known to the seats. */
    LIE(state, r.either.any = 3);
    LIE(state, r.either = (cav_cards){0x1fff, 0});
    LIE(state, r.either = (cav_cards){0, 1});
    LIE(state, r.either.any = 1);
    LIE(spectator, r.either.any = 7);
    LIE(spectator, r.either.any = 1);
    LIE(spectator, r.either.any = 3; r.open[0] = r.known[0] = 0);
    r = record_of(&spectator);
    r.either.any = 3; /* 2C and 3C */
    CHECK(is_accepted(&r));
    r.up[1] = 2; /* seat 1 holds no card that is DOWN */
    CHECK(!is_accepted(&r));
    const cav_state apart = seen_by_seat(after_hands("QC KD", "3D 4D", ""), CAV_SPECTATOR);
    const cav_state half = seen_by_seat(after_hands("3C KD", "QC JD", ""), CAV_SPECTATOR);
    LIE(apart, r.either.any = 1 | (uint64_t)1 << 11); /* 2C and KC: only one way fits */
    LIE(half, r.either.any = 1 | (uint64_t)1 << 11);
    r = record_of(&state);
    r.either.any = (uint64_t)1 << 24 | (uint64_t)1 << 10; /* KD of seat 0, QC of seat 1 */
    r.known[0] = 24;
    CHECK(!is_accepted(&r));
    r.known[1] = 10;
    CHECK(is_accepted(&r));
}

int main(void)
{
    RUN(test_head);
    RUN(test_cards);
    RUN(test_chips);
    RUN(test_turn);
    RUN(test_known);
    return checks_result();
}
