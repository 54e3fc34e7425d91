/* Ottocento, clause by clause: right values out of the house rules (OT), an account of whole deals by the letter of
 * them, and samples against all layouts. */
#include "table.h"
#include "test.h"

enum { SEATS = 4, KINDS = 62, IN_PLAY = 60, ANGEL = 40, MOORS = 56, BEGATO = 60, MATTO = 61, TRUMPS = 4, NONE = -1 };
enum { DISCARDING, DECLARING, PLAYING, OVER };

static const uint64_t pack = ((uint64_t)1 << KINDS) - 1;

static const cav_game *game(void) { return cav_game_find("ottocento"); }

static uint64_t cards(const char *text)
{
    const uint64_t all = cards_in(CAV_BOLOGNESE, text).any;
    CHECK(all || !text[0]);
    return all;
}

static bool has(uint64_t all, int card) { return all >> card & 1; }

static int bits(uint64_t all)
{
    int count = 0;
    for (; all; all &= all - 1)
        count++;
    return count;
}

static cav_ottocento_table table_of(const cav_state *state)
{
    cav_ottocento_table table;
    cav_state_table(state, &table);
    return table;
}

static cav_ottocento_account combinations(uint64_t all)
{
    cav_ottocento_account account;
    CHECK(!cav_ottocento_combinations((cav_cards){all, 0}, &account));
    return account;
}

static uint64_t hand(const cav_state *state, int seat) { return cav_state_hand(state, seat).any; }

/* The amount of a line of the account; `missing` when there is none. */
static int32_t line(const cav_state *state, const char *code, int seat, int32_t missing)
{
    cav_result result;
    int32_t amount = missing;
    CHECK(!cav_state_result(state, &result));
    for (int i = 0; i < result.count; i++)
        if (strcmp(result.lines[i].code, code) == 0 && result.lines[i].seat == seat)
            amount = result.lines[i].amount;
    return amount;
}

static uint32_t seed_number = 5; /* of the deals that are begun by `dealt` */

/* A deal with these hands; what is left open comes by chance. */
static cav_state dealt(int dealer, const char *hand0, const char *hand1, const char *hand2, const char *hand3)
{
    const char *const hands[SEATS] = {hand0, hand1, hand2, hand3};
    const cav_ottocento_options options = {.dealer = dealer};
    cav_setup setup;
    cav_state state;
    uint8_t seed[CAV_SEED_SIZE];
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(seed_number, seed);
    for (int seat = 0; seat < SEATS; seat++)
        setup.hands[seat].any = cards(hands[seat]);
    CHECK(!cav_game_start(game(), &options, seed, &setup, &state, NULL));
    return state;
}

static void play_nth(cav_state *state, uint64_t index)
{
    cav_move move;
    CHECK(!cav_state_nth(state, index, &move) && !cav_state_play(state, &move, NULL));
}

/* The same with the first two cards discarded that can be. */
static cav_state discarded(int dealer, const char *hand0, const char *hand1, const char *hand2, const char *hand3)
{
    cav_state state = dealt(dealer, hand0, hand1, hand2, hand3);
    play_nth(&state, 0);
    return state;
}

/* The seat to act declines, if it is to declare, and plays a card. */
static void lay(cav_state *state, const char *card)
{
    if (state->head.phase == DECLARING)
        CHECK(!say(state, "pass")[0]);
    CHECK(!say(state, card)[0]);
}

static void lay_all(cav_state *state, const char *texts)
{
    char text[16];
    for (; *texts; texts += strspn(texts, " ")) {
        const size_t length = strcspn(texts, " ");
        memcpy(text, texts, length);
        text[length] = 0;
        texts += length;
        lay(state, text);
    }
}

/* The cards that may be played now. */
static uint64_t legal(cav_state state)
{
    cav_move moves[32];
    uint64_t all = 0;
    if (state.head.phase == DECLARING)
        CHECK(!say(&state, "pass")[0]);
    const size_t count = cav_state_list(&state, moves, 32);
    for (size_t i = 0; i < count; i++) {
        CHECK(moves[i].kind == CAV_PLAY && bits(moves[i].cards.any) == 1 && moves[i].cards.any > all);
        all |= moves[i].cards.any;
    }
    return all;
}

/* ---- OT-1 Deal ----------------------------------------------------------------------------------- */

static void test_ot_1_hands(void)
{
    uint32_t dealers[SEATS] = {0};
    for (uint32_t number = 0; number < 2000; number++) {
        const cav_state state = begun(game(), number);
        const cav_ottocento_table table = table_of(&state);
        uint64_t all = 0;
        dealers[table.dealer]++;
        CHECK(state.head.turn == table.dealer && state.head.phase == DISCARDING && table.leader == NONE);
        for (int seat = 0; seat < SEATS; seat++) {
            CHECK(state.head.hand_sizes[seat] == (seat == table.dealer ? 17 : 15));
            CHECK(bits(hand(&state, seat)) == state.head.hand_sizes[seat] && !(hand(&state, seat) & all));
            all |= hand(&state, seat);
        }
        CHECK(all == pack && table.asked == 0 && table.suit_led == NONE && table.last_winner == NONE);
    }
    CHECK(chi_square(dealers, SEATS, 500) < 16.27);
}

/* A dealer that is named deals, and the hands are those of the same seed. */
static void test_ot_1_dealer(void)
{
    for (int dealer = 0; dealer < SEATS; dealer++) {
        const cav_ottocento_options options = {.dealer = dealer};
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state;
        seed_of(9, seed);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL));
        CHECK(table_of(&state).dealer == dealer && state.head.turn == dealer);
        play_nth(&state, 0);
        CHECK(state.head.turn == (dealer + 1) % SEATS && table_of(&state).leader == state.head.turn);
    }
}

static void test_ot_1_discards(void)
{
    const cav_state state =
        dealt(0, "Kd Kc Angel World Begato Matto 6d 7d 8d 9d 10d Ad Jd Cd Qd 16 Moor2", "", "", "");
    CHECK(cav_state_count(&state) == 55); /* two of eleven */
    static const char *const honours[] = {"Kd 6d", "6d Kc", "Angel 6d", "6d World", "Begato 6d", "6d Matto"};
    for (size_t i = 0; i < sizeof honours / sizeof honours[0]; i++) {
        char text[32];
        snprintf(text, sizeof text, "discard %s", honours[i]);
        CHECK(refuses(&state, text, "honour", "OT-1"));
    }
    CHECK(refuses(&state, "discard 6d", "discard-two", "OT-1"));
    CHECK(refuses(&state, "discard 6d 7d 8d", "discard-two", "OT-1"));
    CHECK(refuses(&state, "discard 6d 6c", "not-in-hand", "OT-1") && refuses(&state, "pass", "must-discard", "OT-1"));
    CHECK(refuses(&state, "play 6d", "must-discard", "OT-1") && refuses(&state, "declare", "must-discard", "OT-1"));
    cav_state a = state, b = state, view_a, view_b;
    CHECK(!say(&a, "discard Moor2 10d")[0] && !say(&b, "discard qd 16")[0]);
    CHECK(hand(&a, 0) == (hand(&state, 0) & ~cards("Moor2 10d")) && a.head.hand_sizes[0] == 15 && a.head.turn == 1);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) { /* face down for all others */
        CHECK(!cav_state_view(&a, viewer, &view_a) && !cav_state_view(&b, viewer, &view_b));
        CHECK(cav_state_equal(&view_a, &view_b) == (viewer != 0));
    }
    CHECK(refuses(&a, "discard 6d 7d", "not-discarding", "OT-1") && !table_of(&a).discards.any);
}

/* ---- OT-2 Declaring ------------------------------------------------------------------------------ */

static void test_ot_2_declaring(void)
{
    cav_state state = discarded(3, "Kd Qd Cd Kc Kb 6d 7d 8d 9d 6c 7c 8c 9c 10c 10d",
                                "Ad 6b 7b 8b 9b 10b 6s 7s 8s 9s 10s Jb Jd 16 15", "", "");
    CHECK(state.head.turn == 0 && state.head.phase == DECLARING && cav_state_count(&state) == 2);
    CHECK(refuses(&state, "play 6d", "declare-first", "OT-2"));
    CHECK(refuses(&state, "declare Kd Kc Kb", "declare-all", "OT-2"));
    cav_state declined = state;
    CHECK(!say(&declined, "pass")[0] && declined.head.phase == PLAYING && declined.head.turn == 0);
    CHECK(table_of(&declined).asked == 1 && table_of(&declined).declared[0] == 0 && !table_of(&declined).shown[0].any);
    CHECK(!say(&state, "declare")[0] && state.head.phase == PLAYING && state.head.turn == 0);
    cav_ottocento_table table = table_of(&state);
    CHECK(table.declared[0] == 27 && table.shown[0].any == cards("Kd Qd Cd Kc Kb") && table.asked == 1);
    CHECK(refuses(&state, "declare", "not-declaring", "OT-2") && refuses(&state, "pass", "not-declaring", "OT-2"));
    CHECK(!say(&state, "Kd")[0] && state.head.phase == DECLARING && state.head.turn == 1);
    /* Seat 1 has nothing: it is asked all the same, and can only decline. */
    CHECK(cav_state_count(&state) == 1 && refuses(&state, "declare", "nothing-to-declare", "OT-2"));
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) { /* what was shown is known while it is held */
        cav_state view;
        CHECK(!cav_state_view(&state, viewer, &view));
        CHECK(hand(&view, 0) == (viewer == 0 ? hand(&state, 0) : cards("Qd Cd Kc Kb")));
    }
    lay_all(&state, "Jd");
    for (int seat = 2; seat < SEATS; seat++) {
        CHECK(state.head.phase == DECLARING && state.head.turn == seat && table_of(&state).asked == (1 << seat) - 1);
        play_nth(&state, 0);
        play_nth(&state, 0);
    }
    CHECK(state.head.phase == PLAYING && table_of(&state).asked == 15); /* and nobody is asked again */
    while (state.head.phase == PLAYING)
        play_nth(&state, 0);
    CHECK(state.head.phase == OVER);
    CHECK(line(&state, "declarations", 0, 0) == 27 && line(&state, "declarations", 1, 0) == 0);
}

/* Whether a seat has anything to declare shows in no other view. */
static void test_ot_2_the_step_tells_nothing(void)
{
    static const char plain[] = "Ad 6b 7b 8b 9b 10b 6s 7s 8s 9s 10s Jb Jd 16 15";
    static const char rich[] = "Kd Qd Cd Kc Kb 6d 7d 8d 9d 6c 7c 8c 9c 10c 10d";
    static const char own[] = "As Ks Ac Qs Cs Js Qc Cc Jc Ab Qb Cb 14 13 12 11 10";
    cav_state a = dealt(0, own, plain, rich, ""), b = dealt(0, own, rich, plain, ""), view_a, view_b;
    CHECK(!say(&a, "discard As 10")[0] && !say(&b, "discard As 10")[0]);
    CHECK(cav_state_count(&a) == 1 && cav_state_count(&b) == 2);
    CHECK(!say(&a, "pass")[0] && !say(&b, "pass")[0]);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        CHECK(!cav_state_view(&a, viewer, &view_a) && !cav_state_view(&b, viewer, &view_b));
        CHECK(cav_state_equal(&view_a, &view_b) == (viewer != 1 && viewer != 2));
    }
}

/* ---- OT-3 Play ----------------------------------------------------------------------------------------- */

#define SWORDS "As 6s 7s 8s 9s 10s Js"
#define CUPS "Ac 6c 7c 8c 9c 10c"

static void test_ot_3_follow_trump_or_anything(void)
{
    cav_state state = discarded(3, "6d 16 Ab 6b 7b 8b 9b 10b " SWORDS, "7d 8d Matto 5 6 " CUPS " Cc Qc 15 14", "", "");
    lay(&state, "6d");
    CHECK(legal(state) == cards("7d 8d Matto"));
    CHECK(!say(&state, "pass")[0] && refuses(&state, "6c", "must-follow", "OT-3"));
    CHECK(refuses(&state, "play 15", "must-follow", "OT-3") && refuses(&state, "9d", "not-in-hand", "OT-3"));
    CHECK(refuses(&state, "play 7d 8d", "one-card", "OT-3") && refuses(&state, "fold", "unknown-kind", ""));
    /* Void: any trump, higher or lower than another one, or the Matto. */
    state = discarded(3, "6d 16 Ab 6b 7b 8b 9b 10b " SWORDS, "Begato Moor1 Matto Kc Jc " CUPS " Cc Qc 15 14", "", "");
    lay(&state, "6d");
    CHECK(legal(state) == cards("Begato Moor1 Matto 15 14"));
    CHECK(!say(&state, "pass")[0] && refuses(&state, "Ac", "must-trump", "OT-3"));
    /* No duty to overtrump. */
    state = discarded(3, "6d Ab 6b 7b 8b 9b 10b Jb " SWORDS, "Angel " CUPS " Jc Cc Qc Kc Qb Cb Kb Qs",
                      "5 Moor1 Sun Cs Ks Kd Qd 7d 8d 9d 10d Jd Cd Ad Matto", "");
    lay_all(&state, "6b Kb");
    CHECK(legal(state) == cards("5 Moor1 Sun Matto"));
    state = discarded(3, "6d Ab 6b 7b 8b 9b 10b Jb " SWORDS, "Angel " CUPS " Jc Cc Qc Kc Qb Cb Kb Qs",
                      "5 Moor1 Sun Cs Ks Kd Qd 7d 8d 9d 10d Jd Cd Ad Matto", "");
    lay_all(&state, "6d Angel");
    CHECK(legal(state) == cards("Kd Qd 7d 8d 9d 10d Jd Cd Ad Matto"));
    /* Trumps led. */
    state = discarded(3, "16 6d Ab 6b 7b 8b 9b 10b " SWORDS, "Begato Moor1 Matto Kc Jc " CUPS " Cc Qc 15 14", "", "");
    lay(&state, "16");
    CHECK(legal(state) == cards("Begato Moor1 Matto 15 14"));
}

/* Void in the suit led, and no trump but the Matto, which is none: anything. */
static void test_ot_3_void_with_only_the_matto(void)
{
    static const char own[] = "Matto Kb Qb Cb Jb Kc Jc " CUPS " Cc Qc";
    cav_state state = discarded(3, "6d 16 Ab 6b 7b 8b 9b 10b " SWORDS, own, "", "");
    lay(&state, "6d");
    CHECK(legal(state) == cards(own));
    state = discarded(3, "6d 16 Ab 6b 7b 8b 9b 10b " SWORDS, own, "", "");
    lay(&state, "16");
    CHECK(legal(state) == cards(own));
}

static void test_ot_3_the_matto_led(void)
{
    static const char leader[] = "Matto Ab 6b 7b 8b 9b 10b Jb " SWORDS;
    static const char second[] = "7d 16 Moor1 Kc Jc " CUPS " Cc Qc 15 14";
    static const char third[] = "8d 9d 13 12 Moor2 Kb Qb Cb Cs Qs Ks Jd Cd Qd Kd";
    cav_state state = discarded(3, leader, second, third, "");
    lay(&state, "Matto");
    CHECK(table_of(&state).suit_led == NONE && legal(state) == cards(second)); /* anything */
    cav_state trumped = state;
    lay(&state, "7d");
    CHECK(table_of(&state).suit_led == 0 && legal(state) == cards("8d 9d Jd Cd Qd Kd"));
    lay(&trumped, "15");
    CHECK(table_of(&trumped).suit_led == TRUMPS && legal(trumped) == cards("13 12 Moor2"));
    lay_all(&state, "Kd");
    play_nth(&state, 0);
    play_nth(&state, 0);
    CHECK(table_of(&state).last_winner == 2 && state.head.turn == 2); /* seat 3 has no trump above and no king */
}

static void test_ot_3_who_wins(void)
{
    static const struct {
        const char *cards[SEATS];
        int winner;
    } tricks[] = {
        {{"Moor2", "Moor4", "Begato", "Moor1"}, 3}, /* of several Moors the last */
        {{"Moor4", "Moor1", "Begato", "Matto"}, 1},
        {{"Moor1", "Moor2", "5", "Moor3"}, 2},
        {{"Begato", "Matto", "Moor1", "Moor2"}, 3},
        {{"Sun", "Moon", "World", "16"}, 2},
        {{"World", "Angel", "Sun", "Begato"}, 1},
        {{"6c", "Ac", "10c", "7c"}, 1}, /* cups and coins: ace, then 6 ... 10 */
        {{"7d", "10d", "8d", "6d"}, 3},
        {{"6s", "As", "10s", "7s"}, 2}, /* swords and batons: 10 ... 6, then the ace */
        {{"Jb", "10b", "Cb", "Qb"}, 3},
        {{"Ac", "Jc", "Kc", "Qc"}, 2},
        {{"Matto", "7b", "8b", "Ab"}, 2},
        {{"Kd", "Matto", "6d", "Qd"}, 0},
    };
    for (size_t i = 0; i < sizeof tricks / sizeof tricks[0]; i++) {
        cav_state state = dealt(3, tricks[i].cards[0], tricks[i].cards[1], tricks[i].cards[2], tricks[i].cards[3]);
        const uint64_t used = cards(tricks[i].cards[0]) | cards(tricks[i].cards[1]) | cards(tricks[i].cards[2]) |
                              cards(tricks[i].cards[3]);
        cav_move move;
        uint64_t index = 0;
        do
            CHECK(!cav_state_nth(&state, index++, &move));
        while (move.cards.any & used);
        CHECK(!cav_state_play(&state, &move, NULL));
        for (int seat = 0; seat < SEATS; seat++)
            lay(&state, tricks[i].cards[seat]);
        const cav_ottocento_table table = table_of(&state);
        CHECK(table.last_winner == tricks[i].winner && table.won[tricks[i].winner] == 1);
        CHECK(state.head.turn == tricks[i].winner && table.leader == tricks[i].winner);
        CHECK(table.last_leader == 0 && table.trick[0] == NONE);
        for (int seat = 0; seat < SEATS; seat++)
            CHECK(cards(tricks[i].cards[seat]) == (uint64_t)1 << table.last_trick[seat]);
    }
}

/* ---- OT-4 to 8: whole deals by the letter ------------------------------------------------------------------- */

/* How strong a card is in a trick to which `led` was led; below 0: it cannot win. */
static int strength(int card, int led)
{
    static const char *const red = "KQCJA6789T", *const black = "KQCJT9876A";
    static const char ranks[] = "A6789TJCQK";
    if (card == MATTO)
        return -1;
    if (card >= ANGEL)
        return 1000 - (card >= MOORS && card < BEGATO ? MOORS : card);
    if (card / 10 != led)
        return -1;
    const char *const order = card / 10 < 2 ? red : black;
    return 100 - (int)(strchr(order, ranks[card % 10]) - order);
}

static int suit_of(int card) { return card == MATTO ? NONE : card >= ANGEL ? TRUMPS : card / 10; }

static int led_by(const int32_t *trick, int count)
{
    for (int i = 0; i < count; i++)
        if (trick[i] != MATTO)
            return suit_of(trick[i]);
    return NONE;
}

static uint64_t of_suit(uint64_t all, int suit)
{
    uint64_t found = 0;
    for (int card = 0; card < KINDS; card++)
        if (has(all, card) && suit_of(card) == suit)
            found |= (uint64_t)1 << card;
    return found;
}

static uint64_t naive_legal(uint64_t own, int led)
{
    const uint64_t matto = own & (uint64_t)1 << MATTO;
    if (led == NONE)
        return own;
    if (of_suit(own, led))
        return of_suit(own, led) | matto;
    return of_suit(own, TRUMPS) ? of_suit(own, TRUMPS) | matto : own;
}

typedef struct naive {
    uint64_t captured[2], piles[2], price;
    int tricks[2], last, matto_seat;
    bool matto_lost, discards_lost;
} naive;

static int worth(int card)
{
    return card >= ANGEL ? (card == ANGEL || card == 41 || card >= BEGATO ? 5 : 1) : card % 10 >= 6 ? card % 10 - 4 : 1;
}

static int naive_value(uint64_t own, uint64_t other)
{
    int twice = 0;
    for (int card = 0; card < KINDS; card++)
        twice += (2 * worth(card) - 1) * (has(own, card) - has(other, card));
    return twice + 2 * (combinations(own).points - combinations(other).points);
}

/* OT-7: every card that could be given is tried. */
static uint64_t naive_price(const naive *n, int team)
{
    int least = 99, best_value = 0, best = NONE;
    for (int card = 0; card < KINDS; card++)
        if (card != MATTO && has(n->captured[team], card) && worth(card) < least)
            least = worth(card);
    for (int card = 0; card < KINDS; card++) {
        const uint64_t bit = (uint64_t)1 << card;
        if (card == MATTO || !has(n->captured[team], card) || worth(card) != least)
            continue;
        const int value = naive_value(n->piles[team] & ~bit, n->piles[1 - team] | bit);
        if (best == NONE || value > best_value) {
            best = card;
            best_value = value;
        }
    }
    return (uint64_t)1 << best;
}

static naive naive_account(const cav_ottocento_table *t)
{
    naive n = {.matto_seat = NONE};
    int leader = (t->dealer + 1) % SEATS, taker = NONE;
    for (int at = 0; at < IN_PLAY; at += SEATS) {
        const int32_t *trick = &t->played[at];
        int best = 0;
        for (int i = 1; i < SEATS; i++)
            if (strength(trick[i], led_by(trick, SEATS)) >= strength(trick[best], led_by(trick, SEATS)))
                best = strength(trick[i], led_by(trick, SEATS)) < 0 ? best : i;
        const int winner = (leader + best) % SEATS;
        CHECK(t->leaders[at / SEATS] == leader && t->winners[at / SEATS] == winner);
        for (int i = 0; i < SEATS; i++) {
            if (trick[i] == MATTO) {
                n.matto_seat = (leader + i) % SEATS;
                taker = winner;
            }
            n.captured[(trick[i] == MATTO ? leader + i : winner) % 2] |= (uint64_t)1 << trick[i];
        }
        n.tricks[winner % 2]++;
        n.last = leader = winner;
    }
    const int mine = n.matto_seat % 2, dealers = t->dealer % 2;
    memcpy(n.piles, n.captured, sizeof n.piles);
    n.discards_lost = n.tricks[dealers] == 0;
    n.piles[n.discards_lost ? 1 - dealers : dealers] |= t->discards.any;
    n.matto_lost = n.tricks[mine] == 0;
    if (n.matto_lost)
        n.price = (uint64_t)1 << MATTO;
    else if (taker % 2 != mine)
        n.price = naive_price(&n, mine);
    n.piles[mine] &= ~n.price;
    n.piles[1 - mine] |= n.price;
    if (n.matto_lost)
        n.price = 0;
    return n;
}

static int32_t total_of(const cav_state *state, int team)
{
    return line(state, "card-points", team, -1) + line(state, "last-trick", team, 0) +
           line(state, "declarations", team, 0) + line(state, "sets", team, 0) + line(state, "sequences", team, 0);
}

static void check_account(const cav_state *state, const int32_t declared[SEATS])
{
    const cav_ottocento_table t = table_of(state);
    const naive n = naive_account(&t);
    cav_result result;
    CHECK(!cav_state_result(state, &result) && state->head.match_over && state->head.turn == -1);
    CHECK(t.piles[0].any == n.piles[0] && t.piles[1].any == n.piles[1] && (n.piles[0] | n.piles[1]) == pack);
    CHECK(t.price.any == n.price && bits(t.discards.any) == 2 && bits(n.piles[0]) % 2 == 0);
    CHECK(t.captured[0] == bits(n.captured[0]) && t.captured[1] == bits(n.captured[1]));
    int card_points = 0, last = 0;
    for (int team = 0; team < 2; team++) {
        const cav_ottocento_account account = combinations(n.piles[team]);
        int twice = 0;
        for (int card = 0; card < KINDS; card++)
            twice += has(n.piles[team], card) ? 2 * worth(card) - 1 : 0;
        CHECK(twice % 2 == 0 && line(state, "card-points", team, -1) == twice / 2);
        CHECK(line(state, "last-trick", team, 0) == (n.last % 2 == team ? 6 : 0));
        CHECK(line(state, "declarations", team, 0) == declared[team] + declared[team + 2]);
        CHECK(line(state, "sets", team, 0) == account.sets && line(state, "sequences", team, 0) == account.sequences);
        CHECK(line(state, "total", team, -1) == total_of(state, team));
        CHECK(t.won[team] + t.won[team + 2] == n.tricks[team]);
        card_points += line(state, "card-points", team, -1);
        last += line(state, "last-trick", team, 0);
    }
    CHECK(card_points == 87 && last == 6); /* 93 in every deal */
    CHECK((line(state, "matto-price", n.matto_seat % 2, -1) >= 0) == (n.price != 0));
    CHECK(!n.price || n.price == (uint64_t)1 << line(state, "matto-price", n.matto_seat % 2, -1));
    CHECK((line(state, "matto-lost", n.matto_seat % 2, -1) == 0) == n.matto_lost);
    CHECK((line(state, "discards-lost", t.dealer % 2, -1) == 0) == n.discards_lost);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(result.points[seat] == total_of(state, seat % 2) - total_of(state, 1 - seat % 2));
        CHECK(state->head.scores[seat] == result.points[seat]);
    }
}

/* Plays a deal; at each step the moves, the voids and the table are what the rules say. */
static void play_deal(uint32_t number, int *prices, int *declarations)
{
    cav_state state = begun(game(), number);
    cav_rng rng = rng_of(number);
    uint64_t played_by[SEATS] = {0};
    int32_t declared[SEATS] = {0}, voids[SEATS] = {0};
    for (int in_play = 0; state.head.turn >= 0;) {
        const int seat = state.head.turn;
        const cav_ottocento_table t = table_of(&state);
        const uint64_t own = hand(&state, seat);
        cav_move move;
        CHECK(!cav_state_pick(&state, &rng, &move));
        if (move.kind == CAV_DECLARE) {
            const cav_ottocento_account account = combinations(own);
            cav_state after = state;
            CHECK(!cav_state_play(&after, &move, NULL));
            CHECK(table_of(&after).shown[seat].any == account.cards.any);
            CHECK(table_of(&after).declared[seat] == account.points);
            declared[seat] = account.points;
            ++*declarations;
        }
        if (state.head.phase == DECLARING)
            CHECK(cav_state_count(&state) == 1u + (combinations(own).count > 0) && in_play < SEATS);
        if (state.head.phase == PLAYING) {
            const int32_t *trick = &t.played[in_play - in_play % SEATS];
            const int led = led_by(trick, in_play % SEATS);
            CHECK(t.suit_led == led && legal(state) == naive_legal(own, led));
            CHECK(memcmp(t.voids, voids, sizeof voids) == 0);
            int now = 0;
            while (!has(move.cards.any, now))
                now++;
            if (led != NONE && now != MATTO && suit_of(now) != led)
                voids[seat] |= 1 << led | (suit_of(now) == TRUMPS ? 0 : 1 << TRUMPS);
            for (int suit = 0; suit <= TRUMPS; suit++)
                CHECK(!(voids[seat] >> suit & 1) || !of_suit(own, suit));
            played_by[seat] |= move.cards.any;
            in_play++;
        }
        CHECK(!cav_state_play(&state, &move, NULL));
        for (int other = 0; other < SEATS; other++)
            CHECK(!(hand(&state, other) & played_by[other]));
    }
    check_account(&state, declared);
    *prices += table_of(&state).price.any != 0;
}

static void test_whole_deals(void)
{
    int prices = 0, declarations = 0;
    for (uint32_t number = 0; number < 600; number++)
        play_deal(number, &prices, &declarations);
    CHECK(prices > 150 && declarations > 400);
}

/* ---- OT-7 Matto and discards ------------------------------------------------------------------------------------ */

static cav_state played_out(cav_state state)
{
    while (state.head.turn >= 0)
        play_nth(&state, state.head.phase == DECLARING ? cav_state_count(&state) - 1 : 0);
    return state;
}

#define TOP "Angel World Sun Moon 16 15 14 13 12 11 10 9 8 7"

/* Seat 0 draws all trumps: the dealer's team has no trick, and loses the discards, and the Matto when it is its own. */
static void test_ot_7_no_trick(void)
{
    for (int matto = 1; matto < SEATS; matto++) {
        const cav_state over = played_out(discarded(3, TOP " 6", matto == 1 ? "Matto" : "", matto == 2 ? "Matto" : "",
                                                    matto == 3 ? "Matto" : ""));
        const cav_ottocento_table t = table_of(&over);
        check_account(&over, t.declared);
        CHECK(t.won[0] == 15 && t.piles[0].any == pack && t.piles[1].any == 0 && t.price.any == 0);
        CHECK(line(&over, "card-points", 0, 0) == 87 && line(&over, "card-points", 1, -1) == 0);
        CHECK(line(&over, "total", 0, 0) == 939 + t.declared[0] + t.declared[2]);
        CHECK(line(&over, "total", 1, -1) == t.declared[1] + t.declared[3]); /* declarations still count */
        CHECK(line(&over, "discards-lost", 1, -1) == 0 && line(&over, "matto-lost", 1, -1) == (matto == 2 ? -1 : 0));
    }
    /* The dealer's trumps win all: the others have no trick, and only the Matto to lose. */
    for (int matto = 0; matto < 2; matto++) {
        cav_state state = dealt(3, matto == 0 ? "Matto" : "", matto == 1 ? "Matto" : "", "", TOP " 6 6d 7d");
        CHECK(!say(&state, "discard 6d 7d")[0]);
        const cav_state over = played_out(state);
        const cav_ottocento_table t = table_of(&over);
        check_account(&over, t.declared);
        CHECK(t.won[3] == 15 && t.piles[1].any == pack && line(&over, "discards-lost", 1, -1) == -1);
        CHECK(line(&over, "matto-lost", 0, -1) == (matto == 0 ? 0 : -1));
    }
}

/* No 1-point card was captured: the captured card of least value that is not the Matto. */
static void test_ot_7_price_of_more_than_a_point(void)
{
    for (int matto = 1; matto < SEATS; matto += 2) {
        cav_state state =
            dealt(3, TOP " Qd", matto == 1 ? "Kd Matto Ab" : "Kd Ab", "Jd", matto == 3 ? "Cd Matto" : "Cd");
        uint64_t index = 0;
        cav_move move;
        do
            CHECK(!cav_state_nth(&state, index++, &move));
        while (move.cards.any & cards("Cd"));
        CHECK(!cav_state_play(&state, &move, NULL));
        lay_all(&state, "Qd Kd Jd Cd Ab");
        const cav_state over = played_out(state);
        const cav_ottocento_table t = table_of(&over);
        check_account(&over, t.declared);
        CHECK(t.won[1] == 1 && t.won[0] == 14 && t.price.any == cards("Jd"));
        CHECK(t.captured[1] == 5 && line(&over, "matto-price", 1, -1) == 6);
        CHECK(t.piles[1].any == (cards("Qd Kd Cd Matto") | t.discards.any));
    }
}

/* Of equals the first in deck order; but not a card that costs a combination. */
static void test_ot_7_price_leaves_best_off(void)
{
    int kept = 0, given = 0;
    for (uint32_t number = 0; number < 1500; number++) {
        cav_state over = begun(game(), number);
        cav_rng rng = rng_of(number);
        cav_state_playout(&over, &rng);
        const cav_ottocento_table t = table_of(&over);
        if (!t.price.any)
            continue;
        const naive n = naive_account(&t);
        const int team = n.matto_seat % 2;
        int first = 0;
        while (!has(n.captured[team], first) || worth(first) > 1)
            first++;
        CHECK(t.price.any == n.price);
        given += has(t.price.any, first);
        kept += !has(t.price.any, first); /* mostly an ace of coins */
    }
    CHECK(given > 100 && kept > 50);
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static void test_events(void)
{
    int told = 0;
    for (uint32_t number = 0; number < 100; number++) {
        cav_event events[CAV_MAX_EVENTS];
        cav_state state = begun(game(), number);
        cav_rng rng = rng_of(number);
        while (state.head.turn >= 0) {
            cav_log log = {events, CAV_MAX_EVENTS, 0};
            const int seat = state.head.turn, phase = state.head.phase;
            cav_move move;
            CHECK(!cav_state_pick(&state, &rng, &move) && !cav_state_play(&state, &move, &log));
            if (phase == DISCARDING)
                CHECK(log.count == 2 && events[0].seen == 1 << seat && events[1].code == CAV_EVENT_BURIED &&
                      events[1].seen == 0xff && events[1].move.amount == 2 && !events[1].move.cards.any);
            if (phase == DECLARING)
                CHECK(log.count == 1u + (move.kind == CAV_DECLARE));
            if (move.kind == CAV_DECLARE)
                CHECK(events[1].code == CAV_EVENT_DECLARED &&
                      events[1].move.amount == table_of(&state).declared[seat] &&
                      events[1].move.cards.any == table_of(&state).shown[seat].any);
            if (state.head.turn >= 0)
                continue;
            const cav_ottocento_table t = table_of(&state);
            CHECK(events[1].code == CAV_EVENT_TRICK && events[2].code == CAV_EVENT_SHOWN && events[2].seat == t.dealer);
            CHECK(events[2].move.cards.any == t.discards.any);
            if (t.price.any)
                CHECK(events[3].code == CAV_EVENT_GIVEN && events[3].move.cards.any == t.price.any);
            told += events[3].code == CAV_EVENT_GIVEN;
        }
    }
    CHECK(told > 10);
}

/* ---- Samples ----------------------------------------------------------------------------------------------------- */

/* What all know: who played what, who shows to be void in what. */
typedef struct known {
    uint64_t played_by[SEATS], all;
    int32_t voids[SEATS];
} known;

static known known_of(const cav_ottocento_table *t)
{
    known k = {.all = 0};
    for (int i = 0; i < IN_PLAY && t->played[i] >= 0; i++) {
        const int seat = (t->leaders[i / SEATS] + i) % SEATS, card = t->played[i];
        const int led = led_by(&t->played[i - i % SEATS], i % SEATS);
        k.played_by[seat] |= (uint64_t)1 << card;
        k.all |= (uint64_t)1 << card;
        if (led != NONE && card != MATTO && suit_of(card) != led)
            k.voids[seat] |= 1 << led | (suit_of(card) == TRUMPS ? 0 : 1 << TRUMPS);
    }
    return k;
}

/* Whether a seat can hold these cards. */
static bool can_hold(const cav_ottocento_table *t, const known *k, int seat, uint64_t own, bool *jointly)
{
    for (int suit = 0; suit <= TRUMPS; suit++)
        if (k->voids[seat] >> suit & 1 && of_suit(own, suit))
            return false;
    const uint64_t had = own | k->played_by[seat], shown = t->shown[seat].any;
    if (!shown || combinations(had).cards.any == shown)
        return true;
    *jointly = true;
    for (uint64_t left = own & ~shown; left; left &= left - 1)
        if (combinations(shown | k->played_by[seat] | (left & (0 - left))).cards.any != shown)
            *jointly = false; /* one card alone is too many */
    return false;
}

static bool can_discard(uint64_t two)
{
    return !(two & cards("Kd Kc Kb Ks Angel World Begato Matto"));
}

/* The dealer's discards in a full position: what lies nowhere else. */
static uint64_t discards_of(const cav_state *state, const known *k)
{
    uint64_t left = pack & ~k->all;
    for (int seat = 0; seat < SEATS; seat++)
        left &= ~hand(state, seat);
    return left;
}

static void test_samples_fit(void)
{
    int shown = 0;
    for (uint32_t number = 0; number < 60; number++) {
        cav_state state = begun(game(), number), view, sampled, again;
        cav_rng rng = rng_of(number);
        while (state.head.turn >= 0) {
            const cav_ottocento_table t = table_of(&state);
            const known k = known_of(&t);
            for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
                bool jointly;
                CHECK(!cav_state_view(&state, viewer, &view) && !cav_state_sample(&view, &rng, &sampled));
                CHECK(!cav_state_view(&sampled, viewer, &again) && cav_state_equal(&view, &again));
                CHECK(viewer < 0 || hand(&sampled, viewer) == hand(&state, viewer));
                for (int seat = 0; seat < SEATS; seat++)
                    CHECK(can_hold(&t, &k, seat, hand(&sampled, seat), &jointly));
                const uint64_t two = discards_of(&sampled, &k);
                CHECK(bits(two) == (state.head.phase == DISCARDING ? 0 : 2) && can_discard(two));
                CHECK(viewer != t.dealer || two == discards_of(&state, &k));
            }
            shown += t.shown[0].any && t.shown[1].any && t.shown[2].any && t.shown[3].any;
            if (state.head.phase == DECLARING)
                play_nth(&state, cav_state_count(&state) - 1); /* declare when possible */
            else
                stroll(&state, &rng, 1);
        }
    }
    CHECK(shown > 100);
}

enum { MOST_UNSEEN = 8, MOST_WAYS = 3000 };

typedef struct ways {
    int count;
    uint64_t lying[MOST_WAYS][SEATS];
    bool jointly; /* some layout fails only by cards that are too many together */
} ways;

/* All layouts of the unseen cards, by trying every place for every card. */
static void find_ways(const cav_state *view, const cav_ottocento_table *t, const known *k, uint64_t unseen,
                      const int room[SEATS + 1], const uint64_t lying[SEATS + 1], ways *all)
{
    if (!unseen) {
        bool fits = can_discard(lying[SEATS]), jointly = false;
        for (int seat = 0; seat < SEATS && fits; seat++)
            fits = can_hold(t, k, seat, hand(view, seat) | lying[seat], &jointly);
        all->jointly |= jointly && !fits;
        if (fits && all->count < MOST_WAYS)
            memcpy(all->lying[all->count], lying, sizeof all->lying[0]);
        all->count += fits;
        return;
    }
    for (int place = 0; place <= SEATS; place++) {
        int left[SEATS + 1];
        uint64_t more[SEATS + 1];
        if (room[place] == 0)
            continue;
        memcpy(left, room, sizeof left);
        memcpy(more, lying, sizeof more);
        left[place]--;
        more[place] |= unseen & (0 - unseen);
        find_ways(view, t, k, unseen & (unseen - 1), left, more, all);
    }
}

/* Every layout comes equally often. */
static void check_even(const cav_state *view, const ways *all, cav_rng *rng)
{
    static uint32_t seen[MOST_WAYS];
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < 100 * all->count; i++) {
        cav_state sampled;
        CHECK(!cav_state_sample(view, rng, &sampled));
        int way = 0;
        for (; way < all->count; way++) {
            bool same = true;
            for (int seat = 0; seat < SEATS; seat++)
                same &= hand(&sampled, seat) == (hand(view, seat) | all->lying[way][seat]);
            if (same)
                break;
        }
        CHECK(way < all->count);
        seen[way < all->count ? way : 0]++;
    }
    /* The mean of chi-square is ways - 1 and its deviation the root of twice that; four deviations are far. */
    const double far = chi_square(seen, all->count, 100) - (all->count - 1);
    CHECK(far < 0 || far * far < 16 * 2.0 * (all->count - 1));
}

static void test_samples_of_endings_are_even(void)
{
    static ways all;
    int tested = 0, joint = 0, hidden_discards = 0;
    for (uint32_t number = 0; number < 4000 && (tested < 30 || joint < 6); number++) {
        cav_state state = begun(game(), number), view;
        cav_rng rng = rng_of(number);
        const int stop = 44 + (int)(number % 14);
        while (state.head.turn >= 0 && table_of(&state).played[stop] < 0)
            if (state.head.phase == DECLARING)
                play_nth(&state, cav_state_count(&state) - 1);
            else
                stroll(&state, &rng, 1);
        const cav_ottocento_table t = table_of(&state);
        const known k = known_of(&t);
        for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
            int room[SEATS + 1] = {0};
            uint64_t unseen = pack & ~k.all;
            const uint64_t nothing[SEATS + 1] = {0};
            CHECK(!cav_state_view(&state, viewer, &view));
            for (int seat = 0; seat < SEATS; seat++) {
                room[seat] = state.head.hand_sizes[seat] - bits(hand(&view, seat));
                unseen &= ~hand(&view, seat);
            }
            if (viewer == t.dealer)
                unseen &= ~discards_of(&state, &k);
            room[SEATS] = viewer == t.dealer ? 0 : 2;
            if (bits(unseen) > MOST_UNSEEN || bits(unseen) < 3)
                continue;
            memset(&all, 0, sizeof all);
            find_ways(&view, &t, &k, unseen, room, nothing, &all);
            CHECK(all.count > 0);
            if (all.count < 2 || all.count > 400 || (tested >= 30 && !all.jointly))
                continue;
            check_even(&view, &all, &rng);
            tested++;
            joint += all.jointly;
            hidden_discards += room[SEATS] > 0;
        }
    }
    CHECK(tested >= 30 && joint >= 6 && hidden_discards >= 10);
    printf("     %d endings, %d with cards barred together, %d with discards\n", tested, joint, hidden_discards);
}

int main(void)
{
    RUN(test_ot_1_hands);
    RUN(test_ot_1_dealer);
    RUN(test_ot_1_discards);
    RUN(test_ot_2_declaring);
    RUN(test_ot_2_the_step_tells_nothing);
    RUN(test_ot_3_follow_trump_or_anything);
    RUN(test_ot_3_void_with_only_the_matto);
    RUN(test_ot_3_the_matto_led);
    RUN(test_ot_3_who_wins);
    RUN(test_whole_deals);
    RUN(test_ot_7_no_trick);
    RUN(test_ot_7_price_of_more_than_a_point);
    RUN(test_ot_7_price_leaves_best_off);
    RUN(test_events);
    RUN(test_samples_fit);
    RUN(test_samples_of_endings_are_even);
    return checks_result();
}
