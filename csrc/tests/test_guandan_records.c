/* Records of Guandan: bytes that say what no play leads to are refused, field by field; and what is accepted, however
 * damaged, can be looked at and played on. */
#include <stddef.h>

#include "table_guandan.h"
#include "test.h"

enum { SEATS = GD_SEATS, NONE = GD_NONE, NO_CARD = 0xff, WON = 2, FIVE = 3, KING = 11, ACE = 12 };

/* The layout of a position, as it stands in records. test_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    cav_cards hands[SEATS], played[SEATS];
    cav_move trick[SEATS];
    uint8_t levels[2], level, passes;
    int8_t previous[SEATS], places[SEATS], payers[2];
    uint8_t tribute[2], returned[2];
    int8_t leader, leading;
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

static bool loads(const cav_state *state)
{
    const record r = record_of(state);
    return is_accepted(&r);
}

static int card_or_none(uint8_t card) { return card == NO_CARD ? NONE : card; }

static void check_layout(const cav_state *state)
{
    const record r = record_of(state);
    const cav_guandan_table t = gd_table_of(state);
    cav_cards left = gd_two_packs;
    CHECK(state->head.size == sizeof r && is_accepted(&r));
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(gd_same(r.hands[seat], cav_state_hand(state, seat)));
        CHECK(memcmp(&r.trick[seat], &t.trick[seat], sizeof r.trick[seat]) == 0);
        CHECK(r.previous[seat] == t.previous[seat] && r.places[seat] == t.places[seat]);
        left = cav_cards_minus(cav_cards_minus(left, r.hands[seat]), r.played[seat]);
    }
    CHECK(!left.any);
    for (int i = 0; i < 2; i++) {
        CHECK(r.levels[i] == t.levels[i] && r.payers[i] == t.payers[i]);
        CHECK(card_or_none(r.tribute[i]) == t.tribute[i] && card_or_none(r.returned[i]) == t.returned[i]);
    }
    CHECK(r.level == t.level && r.passes == t.passes && r.leader == t.leader && r.leading == t.leading);
}

static void test_layout(void)
{
    cav_rng rng = rng_of(1);
    for (uint32_t number = 0; number < 100; number++) {
        const cav_guandan_options o = gd_options((int)(number % 13), number % 3 == 0   ? ""
                                                                     : number % 3 == 1 ? "0123"
                                                                                       : "1320");
        const char *const none[SEATS] = {"", "", "", ""};
        cav_state state;
        CHECK(!gd_start(&o, none, number, &state, NULL));
        stroll(&state, &rng, cav_rng_below(&rng, 150));
        check_layout(&state);
    }
}

/* A deal at level 5 with these cards, and then moves; "" for no last deal, then seat 0 leads. */
static cav_state after(const char *previous, const char *const hands[SEATS], const char *moves)
{
    const cav_guandan_options o = gd_options(FIVE, previous);
    cav_state state;
    CHECK(!gd_start(&o, hands, 5, &state, NULL));
    CHECK(say_all(&state, moves));
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

/* The other way round: what is said is strange but may be. */
#define TRUTH(position, ...)                                                                                           \
    do {                                                                                                               \
        record r = record_of(&(position));                                                                             \
        __VA_ARGS__;                                                                                                   \
        CHECK(is_accepted(&r));                                                                                        \
    } while (0)

static const char *const plain[SEATS] = {"3C3D3S4C4D 9C", "5C5D5S4H4H TC 6C6C6D6D", "JC", "QC 2S"};
static const char *const tributes[SEATS] = {"2C", "KS 33344466677788899TTTJJQQ7", "3D",
                                            "AS 3 4 4 4 666777888999TTTJJQQ73"};
static const char *const cancels[SEATS] = {"", "", "", "RJRJ"};

static cav_cards first_of(cav_cards cards) { return (cav_cards){cards.any & (0 - cards.any), 0}; }

static cav_cards join(cav_cards a, cav_cards b)
{
    for (int card = 0; card < 54; card++)
        for (int copy = 0; copy < gd_copies(b, card); copy++)
            cav_cards_add(&a, card);
    return a;
}

/* ---- Levels, places, tribute ------------------------------------------------------------------------------ */

static void test_levels(void)
{
    const cav_state state = after("", plain, ""), later = after("0213", tributes, "");
    LIE(state, r.levels[0] = 13);
    LIE(state, r.levels[1] = 255);
    LIE(state, r.level = 13);
    LIE(state, r.level = 4); /* of neither side */
    LIE(state, r.levels[0] = 4; r.levels[1] = 4; r.head.scores[0] = r.head.scores[1] = 6;
        r.head.scores[2] = r.head.scores[3] = 6);
    LIE(state, r.head.scores[0]++);
    LIE(state, r.head.scores[3] = 0);
    LIE(state, r.levels[1] = 6);
    TRUTH(state, r.levels[1] = 6; r.head.scores[1] = r.head.scores[3] = 8);
    LIE(later, r.levels[0] = 6; r.head.scores[0] = r.head.scores[2] = 8); /* GD-1.2: whose level it has to be */
    TRUTH(later, r.levels[1] = 6; r.head.scores[1] = r.head.scores[3] = 8);
    LIE(state, r.head.players = 3);
    LIE(state, r.head.match_over = 1);
    for (int i = 0; i < 4; i++)
        LIE(state, r.zero[i] = 1);
}

static void test_places(void)
{
    const cav_state state = after("", plain, ""), later = after("0213", tributes, "");
    LIE(state, r.previous[0] = 0);
    LIE(state, r.previous[3] = 3);
    LIE(state, r.previous[0] = 0; r.previous[1] = 1; r.previous[2] = 2; r.previous[3] = 3); /* and no tribute */
    LIE(state, r.head.deal = 1);
    LIE(state, r.places[0] = 0);
    LIE(state, r.places[1] = 0);
    LIE(state, r.places[0] = 4);
    LIE(state, r.places[0] = -2);
    LIE(state, r.places[3] = 127);
    LIE(later, r.previous[0] = NONE);
    LIE(later, r.previous[0] = NONE; r.previous[1] = NONE; r.previous[2] = NONE; r.previous[3] = NONE);
    LIE(later, r.previous[3] = NONE);
    LIE(later, r.previous[0] = 4);
    LIE(later, r.previous[0] = -2);
    LIE(later, r.previous[1] = r.previous[0]);
    LIE(later, r.previous[1] = 1; r.previous[2] = 2);   /* one payer then */
    LIE(later, r.previous[0] = 2; r.previous[1] = 0);   /* the receivers have it the other way round */
    TRUTH(later, r.previous[2] = 3; r.previous[3] = 1); /* of two payers the order does not matter */
}

static void test_tribute(void)
{
    const cav_state first = after("0213", tributes, ""), second = after("0213", tributes, "return 2C");
    const cav_state playing = after("0213", tributes, "return 2C;return 3D"), cancelled = after("0123", cancels, "");
    const cav_state single = after("0123", tributes, "");
    const cav_state *const all[] = {&first, &second, &playing, &single};
    CHECK(gd_table_of(&first).payers[0] == 3 && gd_table_of(&first).payers[1] == 1 &&
          gd_table_of(&cancelled).cancelled);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        LIE(*all[i], r.payers[0] = NONE);
        LIE(*all[i], r.payers[0] = 4);
        LIE(*all[i], r.payers[0] = -2);
        LIE(*all[i], r.payers[0] = r.previous[0]);
        LIE(*all[i], r.payers[1] = r.payers[0]);
        LIE(*all[i], r.payers[1] = 2);
        LIE(*all[i], r.tribute[0] = NO_CARD);
        LIE(*all[i], r.tribute[0] = 54);
        LIE(*all[i], r.tribute[0] = 200);
        LIE(*all[i], r.tribute[0] = 26 + FIVE); /* a wild card */
        LIE(*all[i], r.tribute[0] = 0);         /* the receiver is known to hold it */
        LIE(*all[i], r.tribute[1] = 54);
        LIE(*all[i], r.returned[0] = 54);
        LIE(*all[i], r.returned[0] = 26 + FIVE);
        LIE(*all[i], r.returned[0] = 50);
        LIE(*all[i], r.returned[1] = 54);
        LIE(*all[i], r.returned[1] = r.returned[0] == NO_CARD ? 1 : 26 + FIVE);
        LIE(*all[i], r.payers[0] = r.payers[1] = NONE;
            r.tribute[0] = r.tribute[1] = r.returned[0] = r.returned[1] = NO_CARD);
    }
    LIE(first, r.returned[0] = 0; r.returned[1] = 14; r.head.phase = 1; r.head.turn = r.leader = 3);
    LIE(first, r.head.phase = 1);
    LIE(first, r.head.phase = 1; r.leader = 0);
    LIE(first, r.head.phase = 2);
    LIE(first, r.head.turn = 2);
    LIE(first, r.head.turn = -1);
    LIE(first, r.leader = 0);
    LIE(first, r.leading = 0);
    LIE(first, r.passes = 1);
    LIE(first, r.trick[1].kind = CAV_PASS);
    LIE(first, r.head.hand_sizes[0] = 27; r.head.hand_sizes[3] = 27);
    LIE(second, r.head.turn = 0);
    LIE(second, r.returned[0] = NO_CARD; r.returned[1] = 0);
    LIE(playing, r.head.phase = 0);
    LIE(playing, r.returned[1] = NO_CARD);
    LIE(single, r.payers[1] = 1; r.tribute[1] = 11);
    LIE(cancelled, r.payers[0] = 3);
    LIE(cancelled, r.payers[0] = 3; r.tribute[0] = 53);
    LIE(cancelled, r.payers[0] = 3; r.tribute[0] = 53; r.returned[0] = 0);
    LIE(cancelled, r.tribute[1] = 0);
    LIE(cancelled, r.returned[0] = 0);
    LIE(cancelled, r.head.phase = 0; r.leader = NONE);
}

/* A card changes hands, for the first of the other hand that is nothing to the purpose. */
static void trade(record *r, int from, int to, int card)
{
    int back = 0;
    while (back < 51 && !gd_copies(r->hands[to], back))
        back++;
    CHECK(gd_move_card(r->hands, from, to, card) && gd_move_card(r->hands, to, from, back));
}

/* Hands that the tribute rules out. */
static void test_tribute_and_hands(void)
{
    const cav_state first = after("0213", tributes, ""), cancelled = after("0123", cancels, "");
    const cav_state both = after("0213", (const char *const[]){"", "RJ", "", "RJ"}, "");
    CHECK(gd_table_of(&both).cancelled);
    /* Seat 3 gave AS: it holds no joker, no level card and no other ace; but wild cards. */
    static const struct {
        int card;
        bool may;
    } held[] = {{53, false}, {52, false}, {FIVE, false},     {ACE, false}, {25, false},
                {38, false}, {51, true},  {26 + FIVE, true}, {50, true},   {11, true}};
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        record r = record_of(&first);
        int from = 0;
        while (from < SEATS && (from == 3 || from == 1 || !gd_copies(r.hands[from], held[i].card)))
            from++;
        CHECK(from < SEATS);
        if (from == SEATS)
            continue;
        trade(&r, from, 3, held[i].card);
        CHECK(is_accepted(&r) == held[i].may);
    }
    LIE(cancelled, trade(&r, 3, 0, 53));
    LIE(both, trade(&r, 3, 0, 53));
    TRUTH(both, trade(&r, 3, 1, 53));
}

/* ---- Cards ---------------------------------------------------------------------------------------------------- */

static void test_cards(void)
{
    const cav_state lead = after("", plain, ""), led = after("", plain, "play 3C 3D 3S 4C 4D;play 5C 5D 5S 4H 4H");
    const cav_state view = seen_by_seat(led, 1), table = seen_by_seat(led, CAV_SPECTATOR);
    const cav_state tributed = after("0213", tributes, "return 2C;return 3D"), tribute_view = seen_by_seat(tributed, 1);
    LIE(lead, r.hands[0] = cav_cards_minus(r.hands[0], first_of(r.hands[0])));
    LIE(lead, r.hands[0] = join(r.hands[0], first_of(r.hands[1])));
    LIE(lead, r.hands[0] = join(cav_cards_minus(r.hands[0], gd_one(1)), gd_one(33))); /* one that others hold as well */
    LIE(lead, r.hands[0].any |= (uint64_t)1 << 54; r.hands[0] = cav_cards_minus(r.hands[0], gd_one(1)));
    LIE(lead, r.hands[0].both |= ~r.hands[0].any & (0 - ~r.hands[0].any)); /* no multiset */
    LIE(lead, r.hands[0].both |= (uint64_t)1 << 63);
    LIE(lead, r.played[0] = gd_one(1));
    LIE(lead, r.played[2].both = 1);
    LIE(lead, r.head.hand_sizes[0] = 26);
    LIE(lead, r.head.hand_sizes[0] = 28; r.head.hand_sizes[1] = 26);
    LIE(lead, r.head.hand_sizes[0] = 255);
    LIE(lead, CHECK(gd_move_card(r.hands, 0, 1, 1)); r.head.hand_sizes[0] = 26; r.head.hand_sizes[1] = 28);
    LIE(led, r.played[0] = cav_cards_minus(r.played[0], gd_one(1)));
    LIE(led, r.played[0] = join(r.played[0], gd_one(7)));
    LIE(led, r.played[0] = cav_cards_minus(r.played[0], gd_one(1)); r.hands[0] = join(r.hands[0], gd_one(1)));
    LIE(led, r.played[2] = gd_one(9); r.hands[2] = cav_cards_minus(r.hands[2], gd_one(9)));
    LIE(led, r.head.viewer = CAV_SPECTATOR);
    LIE(led, r.head.viewer = 2);
    LIE(view, r.hands[1] = cav_cards_minus(r.hands[1], first_of(r.hands[1])));
    LIE(view, r.hands[0] = first_of(record_of(&led).hands[0])); /* what a view must not know */
    LIE(view, memcpy(r.hands, record_of(&led).hands, sizeof r.hands));
    LIE(view, r.head.viewer = 2);
    LIE(view, r.head.viewer = CAV_FULL);
    LIE(view, r.head.viewer = CAV_SPECTATOR);
    LIE(view, r.head.seed[3] = 1);
    LIE(table, r.hands[2] = gd_one(9));
    LIE(table, r.head.viewer = 0);
    LIE(table, r.played[0] = join(r.played[0], gd_one(7)));
    LIE(table, r.head.hand_sizes[3] = 26);
    LIE(tribute_view, r.hands[0] = (cav_cards){0, 0}); /* the tribute is known to be there */
    LIE(tribute_view, r.hands[3] = (cav_cards){0, 0});
    LIE(tribute_view, r.hands[0] = join(r.hands[0], gd_one(51)));
    LIE(tribute_view, r.hands[2] = gd_one(38));
    /* A view in which the hidden cards have nowhere to go: a red joker is barred from the two payers, the rest have no
     * room. */
    const cav_state late = seen_by_seat(tributed, 0);
    LIE(late, r.hands[0] = cav_cards_minus(r.hands[0], gd_one(51)));
}

/* ---- The trick -------------------------------------------------------------------------------------------------- */

static void test_trick(void)
{
    const cav_state lead = after("", plain, ""), led = after("", plain, "play 3C 3D 3S 4C 4D");
    const cav_state passed = after("", plain, "play 3C 3D 3S 4C 4D;pass"),
                    answered = after("", plain, "play 3C 3D 3S 4C 4D;play 5C 5D 5S 4H 4H");
    LIE(lead, r.leading = 0);
    LIE(lead, r.leading = 4);
    LIE(lead, r.leading = -2);
    LIE(lead, r.leader = 1);
    LIE(lead, r.leader = 4);
    LIE(lead, r.leader = NONE);
    LIE(lead, r.head.turn = 1);
    LIE(lead, r.head.turn = -1);
    LIE(lead, r.head.phase = 0);
    LIE(lead, r.head.phase = 2);
    LIE(lead, r.passes = 1);
    LIE(lead, r.trick[1].kind = CAV_PASS);
    LIE(lead, r.trick[2].length = 1);
    LIE(led, r.leading = NONE);
    LIE(led, r.leading = NONE; r.head.turn = 0);
    LIE(led, r.leading = 1);
    LIE(led, r.leading = 4);
    LIE(led, r.leading = -2);
    LIE(led, r.leading = 127);
    LIE(led, r.leader = NONE);
    LIE(led, r.leader = 4);
    LIE(led, r.passes = 1);
    LIE(led, r.passes = 3);
    LIE(led, r.passes = 3; r.head.turn = 0);
    LIE(led, r.passes = 200);
    LIE(led, r.head.turn = 0);
    LIE(led, r.head.turn = 2);
    LIE(led, r.head.turn = -1);
    LIE(led, r.trick[0].kind = CAV_NONE);
    LIE(led, r.trick[0].kind = CAV_PASS);
    LIE(led, r.trick[0].kind = CAV_RETURN);
    LIE(led, r.trick[0].kind = 255);
    LIE(led, r.trick[0].shape = CAV_UNREAD);
    LIE(led, r.trick[0].shape = CAV_BOMB);
    LIE(led, r.trick[0].shape = 255);
    LIE(led, r.trick[0].rank = 2);
    LIE(led, r.trick[0].rank = 200);
    LIE(led, r.trick[0].length = 0);
    LIE(led, r.trick[0].length = 2);
    LIE(led, r.trick[0].amount = 1);
    LIE(led, r.trick[0].cards.any = 0);
    LIE(led, r.trick[0].cards.both = 2);
    LIE(led, r.trick[0].cards = join(cav_cards_minus(r.trick[0].cards, gd_one(1)), gd_one(27))); /* not played by it */
    LIE(led, r.trick[0].cards = join(cav_cards_minus(r.trick[0].cards, gd_one(1)), gd_one(63)));
    LIE(passed, r.passes = 0);
    LIE(passed, r.head.turn = 1);
    LIE(passed, r.trick[1].amount = 1);
    LIE(passed, r.trick[1].shape = CAV_SINGLE);
    LIE(passed, r.trick[1].cards.any = 1);
    LIE(passed, r.leading = 1; r.passes = 0);
    LIE(answered, r.trick[1] = r.trick[0]);
    LIE(answered, r.head.turn = 0);
}

/* ---- The end ------------------------------------------------------------------------------------- */

/* A deal between bombs, so that seats go out soon; by seat, each play a text of cards. */
static const char *const bombs[SEATS] = {"33333333 44444444 66666666 777", "7777 88888888 99999999 TTTTTTT",
                                         "JJJJJJJJ QQQQQQQQ KKKKKKKK AAA", "55555555 22222222 AAAAA 7T BJBJRJRJ"};

static void play_ranks(cav_state *state, const char *ranks)
{
    cav_cards hand = cav_state_hand(state, state->head.turn);
    const cav_move move = {.kind = CAV_PLAY, .cards = gd_take_from(&hand, ranks)};
    CHECK(!cav_state_play(state, &move, NULL));
}

/* A deal at a level, as far as the moves go: ranks, or "-" for a pass. */
static cav_state rush(int level, const char *moves)
{
    const cav_guandan_options o = gd_options(level, "");
    cav_state state;
    CHECK(!gd_start(&o, bombs, 5, &state, NULL));
    while (*moves) {
        char ranks[40];
        const size_t length = strcspn(moves, ";");
        memcpy(ranks, moves, length);
        ranks[length] = 0;
        moves += length + (moves[length] == ';');
        if (strcmp(ranks, "-") == 0)
            CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PASS}, NULL));
        else
            play_ranks(&state, ranks);
    }
    check_layout(&state);
    return state;
}

static const char one_out[] = "33333333;-;-;-;44444444;-;-;-;66666666;-;-;-;777;-";
static const char two_out[] =
    "33333333;-;-;-;44444444;-;-;-;66666666;-;-;-;777;-;-;-;JJJJJJJJ;-;-;QQQQQQQQ;-;-;KKKKKKKK;-;-;AAA";
static const char over[] =
    "33333333;-;-;-;44444444;-;-;-;66666666;-;-;-;777;-;-;-;JJJJJJJJ;-;-;QQQQQQQQ;-;-;KKKKKKKK;-;-;AAA;-;-;"
    "55555555;-;22222222;-;ASASAD;-;AHAH;-;7;-;T;-;BJBJRJRJ";

static void test_out(void)
{
    const cav_state one = rush(FIVE, one_out), two = rush(FIVE, two_out);
    CHECK(one.head.turn == 2 && gd_table_of(&one).leading == 0 && two.head.turn == 3);
    LIE(one, r.places[0] = NONE);
    LIE(one, r.places[0] = 1);
    LIE(one, r.places[1] = 1);
    LIE(one, r.places[1] = 0);
    LIE(one, r.passes = 2);
    LIE(one, r.passes = 3);
    LIE(one, r.head.turn = 0);
    LIE(one, r.head.turn = 3);
    LIE(one, r.leading = NONE; r.passes = 0; memset(r.trick, 0, sizeof r.trick); r.leader = 0; r.head.turn = 0);
    LIE(one, r.head.phase = 2; r.head.turn = -1);
    LIE(two, r.places[1] = NONE);
    LIE(two, r.places[1] = 1);
    LIE(two, r.places[2] = 1);
    LIE(two, r.places[2] = 1; r.places[3] = 3);
    LIE(two, r.places[0] = 2);
    LIE(two, r.passes = 2);
    LIE(two, r.head.turn = 1);
    TRUTH(two, r.places[0] = 2; r.places[1] = 0); /* who was out first is not to be seen */
    LIE(two, r.head.phase = 2; r.head.turn = -1; r.places[2] = 1; r.places[3] = 3);
}

static void say_levels(cav_state *state, int even, int odd)
{
    record r = record_of(state);
    r.levels[0] = (uint8_t)even;
    r.levels[1] = (uint8_t)odd;
    for (int seat = 0; seat < SEATS; seat++)
        r.head.scores[seat] = r.levels[seat % 2] + 2;
    memcpy(state, &r, sizeof r);
}

static void test_end(void)
{
    const cav_state state = rush(FIVE, over), high = rush(ACE, over), capped = rush(KING, over);
    CHECK(state.head.turn == -1 && state.head.scores[0] == 8 && state.head.scores[1] == 5 && !state.head.match_over);
    cav_state other = state;
    CHECK(high.head.match_over && high.head.scores[0] == 14 && !capped.head.match_over && capped.head.scores[0] == 14);
    LIE(state, r.head.turn = 0);
    LIE(state, r.head.turn = 1);
    LIE(state, r.head.phase = 1);
    LIE(state, r.head.phase = 0);
    LIE(state, r.head.phase = 1; r.head.turn = 1);
    LIE(state, r.head.match_over = 1);
    LIE(state, r.places[3] = NONE);
    LIE(state, r.places[2] = 1; r.places[3] = 3);
    LIE(state, r.places[0] = 1; r.places[3] = 0);
    LIE(state, r.leading = NONE);
    LIE(state, r.leading = NONE; memset(r.trick, 0, sizeof r.trick));
    LIE(state, r.leading = 1);
    LIE(state, r.leader = NONE);
    LIE(state, r.passes = 1);
    say_levels(&other, 6, 8); /* the deal was at the winners' level, for it was not at the others' */
    CHECK(loads(&other));
    say_levels(&other, 7, 8); /* a rise of four */
    CHECK(!loads(&other));
    say_levels(&other, FIVE, 8);
    CHECK(!loads(&other));
    say_levels(&other, 7, FIVE); /* or it was at the losers' */
    CHECK(loads(&other));
    say_levels(&other, WON, FIVE); /* with no room for the rise */
    CHECK(!loads(&other));
    LIE(high, r.head.match_over = 0; r.levels[1] = 8; r.head.scores[1] = r.head.scores[3] = 10);
    TRUTH(high, r.head.match_over = 0); /* the deal was at the losers' level */
    LIE(high, r.levels[0] = KING; r.head.scores[0] = r.head.scores[2] = 13);
    LIE(capped, r.head.match_over = 1);
    LIE(capped, r.level = ACE; r.levels[1] = 5; r.head.scores[1] = r.head.scores[3] = 7);
}

/* After a deal that was not the first it is known whose level it had. */
static void test_levels_at_the_end_of_later_deals(void)
{
    cav_rng rng = rng_of(2);
    int own = 0, others = 0;
    for (uint32_t number = 0; number < 60; number++) {
        cav_guandan_options o = gd_defaults();
        const char *const none[SEATS] = {"", "", "", ""};
        cav_state state;
        o.levels[0] = (int32_t)(number % 13);
        o.levels[1] = (int32_t)(number / 2 % 13);
        o.level = o.levels[0];
        CHECK(!gd_start(&o, none, number, &state, NULL));
        stroll(&state, &rng, 5000);
        if (cav_state_next_deal(&state, NULL))
            continue;
        const cav_guandan_table t = gd_table_of(&state);
        stroll(&state, &rng, 5000);
        check_layout(&state);
        const int before = t.previous[0] % 2, winners = gd_table_of(&state).places[0] % 2;
        const record r = record_of(&state);
        const int rise = state.head.scores[winners] - 2 - t.levels[winners];
        own += winners == before;
        others += winners != before;
        for (int level = 0; level <= ACE; level++) {
            cav_state said = state;
            say_levels(&said, winners == 0 ? level : r.levels[0], winners == 1 ? level : r.levels[1]);
            const record lie = record_of(&said);
            if (winners == before && level != r.levels[winners])
                CHECK(!is_accepted(&lie)); /* it can only be where it rose to */
            if (winners != before && !state.head.match_over && t.level != ACE && r.levels[winners] < ACE)
                CHECK(is_accepted(&lie) == (level >= rise)); /* it can have been anywhere */
            say_levels(&said, winners == 0 ? r.levels[0] : level, winners == 1 ? r.levels[1] : level);
            const record loser = record_of(&said);
            if (winners != before && level != r.levels[before])
                CHECK(!is_accepted(&loser));
        }
    }
    CHECK(own > 10 && others > 10);
}

/* ---- Damage
 * ----------------------------------------------------------------------------------------------------------- */

#ifdef NDEBUG
enum { ROUNDS = 60000 };
#else
enum { ROUNDS = 12000 };
#endif

static void damage(record *r, cav_rng *rng, const record *donor)
{
    uint8_t *bytes = (uint8_t *)r;
    const size_t cards = offsetof(record, trick) - sizeof r->head,
                 facts = offsetof(record, zero) - offsetof(record, levels);
    size_t at = sizeof r->head + (size_t)cav_rng_below(rng, cards);
    switch (cav_rng_below(rng, 6)) {
    case 0: /* any bit */
        at = (size_t)cav_rng_below(rng, sizeof *r);
        bytes[at] ^= (uint8_t)(1 << cav_rng_below(rng, 8));
        break;
    case 1: /* a small number in one of the facts */
        at = offsetof(record, levels) + (size_t)cav_rng_below(rng, facts);
        bytes[at] = (uint8_t)(cav_rng_below(rng, 2) ? cav_rng_below(rng, 60) : cav_rng_below(rng, 6) - 2);
        break;
    case 2: /* a seat, a phase, a size */
        r->head.turn = (int8_t)((int)cav_rng_below(rng, 6) - 1);
        r->leader = (int8_t)((int)cav_rng_below(rng, 6) - 1);
        r->head.phase = (uint8_t)cav_rng_below(rng, 3);
        break;
    case 3: /* a card changes hands, or is played */
        gd_move_card(r->hands, (int)cav_rng_below(rng, SEATS), (int)cav_rng_below(rng, SEATS),
                     (int)cav_rng_below(rng, 54));
        gd_move_card(r->hands, (int)cav_rng_below(rng, SEATS), (int)cav_rng_below(rng, SEATS),
                     (int)cav_rng_below(rng, 54));
        break;
    case 4: /* the facts of another position */
        memcpy(bytes + offsetof(record, levels), (const uint8_t *)donor + offsetof(record, levels), facts);
        break;
    default: /* hands of two seats change places */
        for (int i = 0; i < 2; i++) {
            const int a = (int)cav_rng_below(rng, SEATS), b = (int)cav_rng_below(rng, SEATS);
            const cav_cards held = r->hands[a];
            r->hands[a] = r->hands[b];
            r->hands[b] = held;
        }
    }
}

/* A position that was accepted: its moves, views, samples and account; and it is played to its end, and so is the next.
 */
static void check_accepted(const cav_state *from, cav_rng *rng)
{
    static cav_move moves[20000];
    cav_state state = *from, view, sampled, loaded, again;
    const uint64_t count = cav_state_count(&state);
    const bool known = state.head.viewer == CAV_FULL || state.head.viewer == state.head.turn;
    CHECK((count > 0) == (state.head.turn >= 0 && known) && count < 20000);
    CHECK(cav_state_list(&state, moves, 20000) == count);
    for (uint64_t i = 0; i < count && i < 3; i++) {
        cav_move move = moves[cav_rng_below(rng, count)];
        CHECK(!cav_state_check(&state, &move) && !cav_state_canonical(&state, &move));
    }
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        if (cav_state_view(&state, viewer, &view))
            continue;
        CHECK(!cav_state_load(&view, view.head.size, &loaded));
        CHECK(!cav_state_sample(&view, rng, &sampled) && !cav_state_load(&sampled, sampled.head.size, &loaded));
        CHECK(!cav_state_view(&sampled, viewer, &again) && cav_state_equal(&again, &view));
    }
    if (state.head.viewer != CAV_FULL)
        return;
    for (int deal = 0; deal < 2; deal++) {
        cav_move move;
        int steps = 0;
        for (; steps < 3000 && !cav_state_pick(&state, rng, &move); steps++)
            CHECK(!cav_state_play(&state, &move, NULL));
        CHECK(steps < 3000 && !cav_state_load(&state, state.head.size, &loaded));
        cav_result result;
        CHECK(!cav_state_result(&state, &result) && result.count >= 6);
        if (cav_state_next_deal(&state, NULL))
            break;
    }
}

static void test_damage(void)
{
    static const char *const previous[] = {"", "0123", "0213", "1302", "2031", "3201"};
    cav_rng rng = rng_of(31);
    record pool[32];
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t at = (size_t)cav_rng_below(&rng, 32);
        if (round < 32 || cav_rng_below(&rng, 16) == 0) {
            const cav_guandan_options o = gd_options((int)cav_rng_below(&rng, 13), previous[cav_rng_below(&rng, 6)]);
            cav_state state;
            CHECK(!gd_start(&o, cav_rng_below(&rng, 4) ? plain : cancels, cav_rng_next(&rng), &state, NULL));
            stroll(&state, &rng, cav_rng_below(&rng, cav_rng_below(&rng, 2) ? 4 : 200));
            if (cav_rng_below(&rng, 3) == 0)
                cav_state_view(&state, (int)cav_rng_below(&rng, 5) - 1, &state);
            pool[round < 32 ? (size_t)round : at] = record_of(&state);
        }
        if (round < 32)
            continue;
        record r = pool[at];
        for (uint64_t times = 1 + cav_rng_below(&rng, 2); times > 0; times--)
            damage(&r, &rng, &pool[cav_rng_below(&rng, 32)]);
        cav_state loaded;
        memset(&loaded, 0, sizeof loaded);
        if (cav_state_load(&r, sizeof r, &loaded))
            continue;
        accepted++;
        check_accepted(&loaded, &rng);
        if (cav_rng_below(&rng, 2))
            pool[at] = r;
    }
    printf("     %d of %d damaged records accepted\n", accepted, ROUNDS);
    CHECK(accepted > ROUNDS / 100);
}

int main(void)
{
    RUN(test_layout);
    RUN(test_levels);
    RUN(test_places);
    RUN(test_tribute);
    RUN(test_tribute_and_hands);
    RUN(test_cards);
    RUN(test_trick);
    RUN(test_out);
    RUN(test_end);
    RUN(test_levels_at_the_end_of_later_deals);
    RUN(test_damage);
    return checks_result();
}
