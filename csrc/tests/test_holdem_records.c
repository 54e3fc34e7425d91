/* Records of Hold'em: bytes that say what no play leads to are refused, field by field. What is refused here could
 * otherwise be played on without end, read out of bounds, or be paid wrongly. */
#include "kernels/betting.h"

#include "table.h"
#include "test.h"

enum { SEATS = CAV_MAX_SEATS, STOCK = 8, NO_CARD = 0xff, OVER = 4 };

/* The layout of a position, as it stands in records. check_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    uint64_t hands[SEATS];
    betting round;
    int32_t put_in[SEATS], start_chips[SEATS], small_blind, big_blind;
    uint8_t stock[STOCK], place[SEATS];
    int8_t button, small_seat, big_seat;
    uint8_t street, shown, dealt_in, zero[2];
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
    cav_holdem_table table;
    uint8_t stock[CAV_MAX_PACK];
    cav_state_table(state, &table);
    const int left = cav_state_stock(state, stock);
    CHECK(state->head.size == sizeof r && memcmp(r.stock + STOCK - left, stock, (size_t)left) == 0);
    for (int seat = 0; seat < state->head.players; seat++) {
        CHECK(r.hands[seat] == cav_state_hand(state, seat).any && r.round.chips[seat] == table.stacks[seat]);
        CHECK(r.round.bets[seat] == table.bets[seat] && r.put_in[seat] == table.put_in[seat]);
        CHECK(r.place[seat] == table.places[seat] && (r.shown >> seat & 1) == (table.shown[seat].any != 0));
        CHECK(r.head.phase == OVER || r.start_chips[seat] == r.head.scores[seat]);
    }
    CHECK(r.button == table.button && r.small_seat == table.small_blind_seat && r.big_seat == table.big_blind_seat);
    CHECK(r.small_blind == table.small_blind && r.big_blind == table.big_blind && r.round.in == table.in_hand);
    CHECK(r.head.phase == OVER ||
          (r.street == r.head.phase && r.round.to_call == table.bet_to_call && r.round.full_raise == table.full_raise));
}

/* Three seats with 100, 500 and 1000 chips, seat 0 has the button; played as the text says. "next" deals. */
static cav_state after(const char *texts)
{
    const cav_holdem_options options = {
        .players = 3, .stacks = {100, 500, 1000, 1}, .small_blind = 10, .big_blind = 20, .first_button = 0};
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    size_t count;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    setup.hands[0] = cards_from("2C JD");
    setup.hands[1] = cards_from("KC KD");
    setup.hands[2] = cards_from("AC AD");
    CHECK(!cav_cards_parse(CAV_FRENCH, "3C 5H 6H 9S 4C 9D 4D 8H", 23, setup.stock, STOCK, &count, NULL));
    setup.stock_size = (int32_t)count;
    CHECK(!cav_game_start(cav_game_find("holdem"), &options, seed, &setup, &state, NULL));
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
    const cav_state state = after("call;call");
    LIE(state, r.zero[0] = 1);
    LIE(state, r.zero[1] = 1);
    LIE(state, r.round.zero = 1);
    LIE(state, r.head.redeal = 1);
    LIE(state, r.head.deal = UINT32_MAX); /* the next one would pass for the first */
    LIE(state, r.head.players = 1; r.round.seats = 1);
    LIE(state, r.head.players = 2; r.round.seats = 2);
    LIE(state, r.head.players = 4; r.round.seats = 4);
    LIE(state, r.round.seats = 4);
    LIE(state, r.head.scores[0]++);
    LIE(state, r.head.scores[3] = 1);
    LIE(state, r.head.match_over = 1);
}

static void test_cards(void)
{
    const cav_state state = after("call;call;check");
    LIE(state, r.hands[0] = 0; r.head.hand_sizes[0] = 0);
    LIE(state, r.hands[0] |= (uint64_t)1 << 30);
    LIE(state, r.hands[0] = 0);
    LIE(state, r.hands[0] = 1 | (uint64_t)1 << 52);
    LIE(state, r.hands[0] = r.hands[1]);
    LIE(state, r.hands[3] = 3; r.head.hand_sizes[3] = 2);
    LIE(state, r.hands[0] = (uint64_t)1 | (uint64_t)1 << r.stock[0]); /* a card in hand and stock */
    LIE(state, r.stock[7] = r.stock[6]);
    LIE(state, r.stock[0] = 52);
    LIE(state, r.stock[1] = NO_CARD);
    LIE(state, r.stock[7] = NO_CARD);
    LIE(state, r.head.viewer = 0; memset(r.head.seed, 0, sizeof r.head.seed)); /* a view that sees all */
    for (int viewer = CAV_SPECTATOR; viewer < 3; viewer++) {
        const cav_state view = seen_by_seat(state, viewer);
        const int other = viewer == 0 ? 1 : 0;
        CHECK(record_of(&view).hands[other] == 0);
        LIE(view, r.hands[other] = (uint64_t)3 << 30);
        LIE(view, r.stock[0] = 30);
        LIE(view, r.stock[7] = 30);
        LIE(view, r.stock[1] = NO_CARD); /* of the flop */
        LIE(view, r.shown = 1);
        if (viewer >= 0)
            LIE(view, r.hands[viewer] = 0);
    }
}

static void test_seats(void)
{
    const cav_state state = after("call;call;check"), later = after("raise 100;fold;call;next");
    LIE(state, r.button = 3);
    LIE(state, r.button = -1);
    LIE(state, r.button = 1);
    LIE(state, r.small_seat = 2);
    LIE(state, r.big_seat = 1);
    LIE(state, r.dealt_in = 2);
    LIE(state, r.round.in |= 8);
    LIE(state, r.round.in = 0);
    LIE(state, r.round.in = 2); /* one seat left, and the hand goes on */
    LIE(state, r.round.acted |= 8);
    LIE(state, r.place[0] = 1);
    LIE(state, r.place[3] = 1);
    CHECK(record_of(&later).start_chips[0] == 0 && record_of(&later).place[0] == 3);
    LIE(later, r.place[0] = 0); /* who is out has a place, behind those who play */
    LIE(later, r.place[0] = 2);
    LIE(later, r.place[0] = 4);
    LIE(later, r.round.in |= 1);
    LIE(later, r.button = 0);
    LIE(later, r.small_seat = r.big_seat; r.big_seat = r.button);
}

static void test_chips(void)
{
    const cav_state state = after("call;call;raise 60;call"), most = after("");
    LIE(state, r.round.chips[0]++);
    LIE(state, r.round.chips[0]--);
    LIE(state, r.put_in[0]++);
    LIE(state, r.put_in[0]++; r.round.chips[0]--; r.round.bets[0] += 2); /* more in this round than in the hand */
    LIE(state, r.start_chips[0] = -1);
    LIE(state, r.start_chips[0] = INT32_MAX; r.round.chips[0] = INT32_MAX - r.put_in[0]; r.head.scores[0] = INT32_MAX);
    LIE(state, r.round.chips[0] = -1; r.put_in[0] = r.start_chips[0] + 1);
    LIE(state, r.round.bets[0] = -1);
    LIE(state, r.round.bets[3] = 1; r.put_in[3] = 1);
    LIE(state, r.round.to_call = 59);
    LIE(state, r.round.to_call = 61);
    LIE(state, r.round.full_raise = 19);
    LIE(state, r.round.full_raise = 61);
    LIE(state, r.small_blind = 0);
    LIE(state, r.small_blind = 21);
    LIE(state, r.big_blind = CAV_MAX_CHIPS + 1; r.small_blind = 1);
    LIE(most, r.round.to_call = 10);
    /* More chips than four seats can bring. */
    LIE(
        most, for (int i = 0; i < 3; i++) {
            r.start_chips[i] = r.head.scores[i] = 2 * CAV_MAX_CHIPS;
            r.round.chips[i] = r.start_chips[i] - r.put_in[i];
        });
}

static void test_turn(void)
{
    const cav_state state = after("call;call;check;check"), over = after("fold;fold");
    LIE(state, r.head.turn = -1);
    LIE(state, r.head.turn = 1); /* has acted */
    LIE(state, r.head.phase = OVER);
    LIE(state, r.head.phase = 2);
    LIE(state, r.street = 2);
    LIE(state, r.street = 4; r.head.phase = OVER);
    LIE(state, r.street = 255);
    LIE(state, r.shown = 7);
    LIE(state, r.round.acted = 7); /* nobody is left to act */
    LIE(over, r.head.turn = 2);
    LIE(over, r.head.phase = 0; r.head.turn = 2);
}

static void test_end(void)
{
    const cav_state shown = after("raise 100;call;call;check;check;check;check;check;check"),
                    folded = after("fold;fold");
    CHECK(record_of(&shown).round.chips[2] == 1200 && record_of(&shown).place[0] == 3);
    LIE(shown, r.round.chips[2]--; r.round.chips[1]++); /* paid to another */
    LIE(shown, r.head.scores[2]--; r.head.scores[1]++);
    LIE(shown, r.place[0] = 2);
    LIE(shown, r.place[0] = 0);
    LIE(shown, r.place[1] = 2);
    LIE(shown, r.head.match_over = 1);
    LIE(shown, r.shown = 6);
    LIE(shown, r.shown = 0);
    LIE(shown, r.street = 2);
    LIE(shown, const uint64_t hand = r.hands[1]; r.hands[1] = r.hands[2];
        r.hands[2] = hand); /* another would have won */
    LIE(folded, r.shown = 4);
    LIE(folded, r.round.chips[2] -= 10; r.round.chips[1] += 10);
    LIE(folded, r.round.in = 6); /* two left, and no river */
    for (int viewer = CAV_SPECTATOR; viewer < 3; viewer++) {
        const cav_state view = seen_by_seat(shown, viewer);
        LIE(view, r.round.chips[2]--; r.round.chips[1]++);
        LIE(view, r.hands[1] = 0);
    }
}

int main(void)
{
    RUN(test_head);
    RUN(test_cards);
    RUN(test_seats);
    RUN(test_chips);
    RUN(test_turn);
    RUN(test_end);
    return checks_result();
}
