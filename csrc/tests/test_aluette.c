/* Aluette by the clauses of its rules (AL), with a second implementation of order, tricks and points that is as plain
 * as can be. */
#include "table.h"
#include "test.h"

enum { SEATS = 4, TRICKS = 9, KINDS = 48, PLAYING = 0, OVER = 1, DEALS = 5 };

static const cav_game *aluette(void) { return cav_game_find("aluette"); }

static cav_aluette_table table_of(const cav_state *state)
{
    cav_aluette_table table;
    cav_state_table(state, &table);
    return table;
}

static int card_of(const char *text)
{
    uint8_t card = 0xff;
    size_t count = 0;
    CHECK(!cav_cards_parse(CAV_ALUETTE, text, strlen(text), &card, 1, &count, NULL) && count == 1);
    return card;
}

/* ---- The order (AL-3) -------------------------------------------------------------------------- */

/* From high, groups of equal cards apart by a comma. */
static const char *const order[] = {
    "3d", "3c", "2d", "2c", "9c", "9d", "2b", "2s", "1d 1c 1b 1s", "Rd Rc Rb Rs", "Cd Cc Cb Cs", "Vd Vc Vb Vs",
    "9b 9s", "8d 8c 8b 8s", "7d 7c 7b 7s", "6d 6c 6b 6s", "5d 5c 5b 5s", "4d 4c 4b 4s", "3b 3s",
};
enum { GROUPS = sizeof order / sizeof order[0] };

/* The place of a card in the order, 0 the highest. */
static int group_of(int card)
{
    char text[8];
    cav_card_format(CAV_ALUETTE, card, CAV_PLAIN, text, sizeof text);
    for (int group = 0; group < GROUPS; group++)
        if (strstr(order[group], text))
            return group;
    return -1;
}

static void test_al_3_every_card_is_in_the_order(void)
{
    int sizes[GROUPS] = {0};
    for (int card = 0; card < KINDS; card++) {
        CHECK(group_of(card) >= 0);
        sizes[group_of(card)]++;
    }
    for (int group = 0; group < GROUPS; group++)
        CHECK(sizes[group] == (int)(strlen(order[group]) + 1) / 3);
}

static int winner_of(const int *cards, int count)
{
    uint8_t list[SEATS];
    int winner = 99;
    for (int i = 0; i < count; i++)
        list[i] = (uint8_t)cards[i];
    CHECK(!cav_aluette_trick_winner(list, count, &winner));
    return winner;
}

static int naive_winner(const int *cards, int count)
{
    int winner = -1;
    for (int i = 0; i < count; i++) {
        bool single = true;
        for (int j = 0; j < count; j++)
            single = single && (i == j || group_of(cards[i]) < group_of(cards[j]));
        winner = single ? i : winner;
    }
    return winner;
}

static void test_al_4_trick_winner(void)
{
    cav_rng rng = rng_of(1);
    for (int a = 0; a < KINDS; a++)
        for (int b = 0; b < KINDS; b++)
            if (a != b)
                CHECK(winner_of((int[]){a, b}, 2) == naive_winner((int[]){a, b}, 2));
    int fouled = 0;
    for (int round = 0; round < 20000; round++) {
        uint8_t pack[KINDS];
        int cards[SEATS];
        const int count = 1 + round % SEATS;
        for (int card = 0; card < KINDS; card++)
            pack[card] = (uint8_t)card;
        cav_rng_shuffle(&rng, pack, KINDS);
        for (int i = 0; i < count; i++)
            cards[i] = pack[i];
        CHECK(winner_of(cards, count) == naive_winner(cards, count));
        fouled += winner_of(cards, count) < 0;
    }
    CHECK(fouled > 200);
    const int nines[] = {card_of("8d"), card_of("9b"), card_of("9s"), card_of("4c")};
    CHECK(winner_of(nines, 4) == -1 && winner_of(nines, 2) == 1 && winner_of(nines, 1) == 0);
    const int top[] = {card_of("9b"), card_of("9s"), card_of("9d"), card_of("3d")};
    CHECK(winner_of(top, 3) == 2 && winner_of(top, 4) == 3);
}

static void test_al_4_no_trick(void)
{
    static const uint8_t cards[] = {0, 1, 2, 3, 4}, twice[] = {0, 1, 0}, beyond[] = {0, 48}, wild[] = {255};
    static const struct {
        const uint8_t *cards;
        int count;
    } cases[] = {{cards, 0}, {cards, -1}, {cards, 5}, {cards, INT32_MAX}, {twice, 3}, {beyond, 2}, {wild, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int winner = 77;
        const cav_error *error = cav_aluette_trick_winner(cases[i].cards, cases[i].count, &winner);
        CHECK(error && error->kind == CAV_BAD_CARDS && strcmp(error->code, "no-trick") == 0 && winner == 77);
    }
}

/* ---- Deals whose tricks go as planned --------------------------------------------------------------- */

/* One letter a trick: S E N W = seats 0 1 2 3 wins it, X: it is fouled. */
static const char letters[] = "SENW";

typedef struct plan {
    uint8_t cards[TRICKS][SEATS];
} plan;

/* Winners get the eight single cards from high, and an ace; fouled tricks two equal cards, from the aces down; the rest
 * are filled from below. */
static plan plan_of(const char *winners)
{
    static const char *const singles[] = {"3d", "3c", "2d", "2c", "9c", "9d", "2b", "2s", "1d"};
    static const char *const pairs[][2] = {{"1b", "1s"}, {"1d", "1c"}, {"Rd", "Rc"}, {"Rb", "Rs"}, {"Cd", "Cc"},
                                           {"Cb", "Cs"}, {"Vd", "Vc"}, {"Vb", "Vs"}, {"8d", "8c"}};
    int single = 0, pair = 0, group = GROUPS - 1, member = 0;
    plan p;
    for (int trick = 0; trick < TRICKS; trick++) {
        int first = -1, second = -1;
        if (winners[trick] == 'X') {
            first = trick % SEATS;
            second = (first + 1 + trick % 3) % SEATS;
            p.cards[trick][first] = (uint8_t)card_of(pairs[pair][0]);
            p.cards[trick][second] = (uint8_t)card_of(pairs[pair++][1]);
        } else {
            first = (int)(strchr(letters, winners[trick]) - letters);
            p.cards[trick][first] = (uint8_t)card_of(singles[single++]);
        }
        for (int seat = 0; seat < SEATS; seat++) {
            if (seat == first || seat == second)
                continue;
            char text[3] = {order[group][3 * member], order[group][3 * member + 1], 0};
            p.cards[trick][seat] = (uint8_t)card_of(text);
            if (order[group][3 * member++ + 2] == 0) {
                group--;
                member = 0;
            }
        }
    }
    return p;
}

static cav_state dealt_by(int dealer, const plan *p)
{
    const cav_aluette_options options = {dealer};
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(1, seed);
    for (int trick = 0; trick < TRICKS; trick++)
        for (int seat = 0; seat < SEATS; seat++)
            CHECK(cav_cards_add(&setup.hands[seat], p->cards[trick][seat]));
    CHECK(!cav_game_start(aluette(), &options, seed, &setup, &state, NULL));
    return state;
}

/* Plays the tricks as planned; checks who leads and what is told. */
static void play_plan(cav_state *state, const plan *p, const char *winners)
{
    int leader = (table_of(state).dealer + 1) % SEATS;
    for (int trick = 0; trick < TRICKS; trick++) {
        for (int i = 0; i < SEATS; i++) {
            const int seat = (leader + i) % SEATS;
            const cav_move move = {.kind = CAV_PLAY, .cards = {(uint64_t)1 << p->cards[trick][seat], 0}};
            cav_event events[10];
            cav_log log = {events, 10, 0};
            CHECK(state->head.turn == seat && table_of(state).leader == leader);
            CHECK(!cav_state_play(state, &move, &log) && events[0].seat == seat);
            if (i < SEATS - 1) {
                CHECK(log.count == 1 && table_of(state).trick[i] == p->cards[trick][seat]);
                continue;
            }
            const bool fouled = winners[trick] == 'X';
            leader = fouled ? leader : (int)(strchr(letters, winners[trick]) - letters);
            CHECK(events[1].code == (fouled ? CAV_EVENT_FOULED : CAV_EVENT_TRICK) && events[1].seat == leader);
        }
        const cav_aluette_table t = table_of(state);
        CHECK(t.tricks_played == trick + 1 && t.trick[0] == -1);
        CHECK(t.winners[trick] == (winners[trick] == 'X' ? -1 : leader));
    }
}

/* ---- Points (AL-5) ------------------------------------------------------------------------------------ */

static void check_points(const char *winners, int winner, int points)
{
    static const int32_t none[SEATS] = {0};
    const plan p = plan_of(winners);
    for (int dealer = 0; dealer < SEATS; dealer++) {
        cav_state state = dealt_by(dealer, &p);
        cav_result result;
        play_plan(&state, &p, winners);
        CHECK(state.head.phase == OVER && !cav_state_result(&state, &result));
        int fouled = 0, won[SEATS] = {0}, line = SEATS;
        for (int trick = 0; trick < TRICKS; trick++)
            *(winners[trick] == 'X' ? &fouled : &won[strchr(letters, winners[trick]) - letters]) += 1;
        for (int seat = 0; seat < SEATS; seat++) {
            CHECK(strcmp(result.lines[seat].code, "tricks") == 0 && result.lines[seat].amount == won[seat]);
            CHECK(table_of(&state).won[seat] == won[seat]);
            CHECK(result.points[seat] == (winner < 0 ? 0 : seat % 2 == winner % 2 ? points : -points));
            CHECK(state.head.scores[seat] == (winner >= 0 && seat % 2 == winner % 2 ? points : 0));
        }
        if (fouled) {
            CHECK(strcmp(result.lines[line].code, "fouled") == 0 && result.lines[line].amount == fouled);
            line++;
        }
        if (winner < 0) {
            CHECK(result.count == line && memcmp(result.points, none, sizeof none) == 0);
            continue;
        }
        CHECK(result.count == line + 2 && strcmp(result.lines[line].code, "winner") == 0);
        CHECK(result.lines[line].seat == winner && result.lines[line].amount == won[winner]);
        CHECK(strcmp(result.lines[line + 1].code, points == 2 ? "mordienne" : "point") == 0);
        CHECK(result.lines[line + 1].seat == winner && result.lines[line + 1].amount == points);
        CHECK(table_of(&state).points[winner % 2] == points && table_of(&state).points[1 - winner % 2] == 0);
    }
}

enum { S, E, N, W };

static void test_al_5_right_values(void)
{
    check_points("SENWSEXNW", S, 1); /* all reach two: South first */
    check_points("SENWENWNW", N, 1);
    check_points("XSENXWSSS", S, 1); /* no mordienne: one trick was won before */
    check_points("EXWEWNNNX", N, 1); /* the fouled last trick breaks it */
    check_points("XXXXXXXXX", -1, 0);
    check_points("EXNXXXSSS", S, 2);
    check_points("SSSSSSSSS", S, 2);
    check_points("XXXXXXXSS", S, 2);
    check_points("XXXXXXXXW", W, 1); /* one trick is no run */
    check_points("XXXXXXSXS", S, 1);
    check_points("EEENNNWWW", E, 1); /* East first */
    check_points("EENNSSWWW", W, 2);
    check_points("NXXXXXXXX", N, 1);
    check_points("EXNXESSSX", S, 1);
}

static void naive_points(const char *winners, int *winner, int *points)
{
    int won[SEATS] = {0}, most = 0, first = -1, last = -1;
    for (int trick = 0; trick < TRICKS; trick++)
        if (winners[trick] != 'X')
            won[strchr(letters, winners[trick]) - letters]++;
    for (int seat = 0; seat < SEATS; seat++)
        most = won[seat] > most ? won[seat] : most;
    *winner = -1;
    *points = 0;
    if (most == 0)
        return;
    int so_far[SEATS] = {0};
    for (int trick = TRICKS - 1; trick >= 0; trick--) /* whose trick number `most`, the last, came earliest */
        if (winners[trick] != 'X' && so_far[strchr(letters, winners[trick]) - letters]++ == 0 &&
            won[strchr(letters, winners[trick]) - letters] == most)
            *winner = (int)(strchr(letters, winners[trick]) - letters);
    for (int trick = 0; trick < TRICKS; trick++)
        if (winners[trick] == letters[*winner]) {
            first = first < 0 ? trick : first;
            last = trick;
        }
    *points = most >= 2 && last == TRICKS - 1 && last - first + 1 == most ? 2 : 1;
}

static void test_al_5_random_tricks(void)
{
    cav_rng rng = rng_of(5);
    int mordiennes = 0;
    for (int round = 0; round < 1500; round++) {
        char winners[TRICKS + 1] = {0};
        int winner, points;
        for (int trick = 0; trick < TRICKS; trick++)
            winners[trick] = trick && cav_rng_below(&rng, 2) ? winners[trick - 1] : "SENWX"[cav_rng_below(&rng, 5)];
        naive_points(winners, &winner, &points);
        mordiennes += points == 2;
        check_points(winners, winner, points);
    }
    CHECK(mordiennes > 100);
}

/* ---- Deal and match (AL-1, 2) ----------------------------------------------------------------------------- */

/* Nine each; twelve nobody sees, in no record and no event. */
static void test_al_2_twelve_stay_unseen(void)
{
    for (uint32_t i = 0; i < 50; i++) {
        const cav_state state = begun(aluette(), i);
        uint64_t dealt = 0;
        uint8_t stock[CAV_MAX_PACK];
        for (int seat = 0; seat < SEATS; seat++) {
            CHECK(cav_cards_count(cav_state_hand(&state, seat)) == 9 && state.head.hand_sizes[seat] == 9);
            dealt |= cav_state_hand(&state, seat).any;
        }
        CHECK(cav_cards_count((cav_cards){dealt, 0}) == 36 && dealt >> KINDS == 0);
        CHECK(cav_state_stock(&state, stock) == 0);
        CHECK(state.head.turn == (table_of(&state).dealer + 1) % SEATS && table_of(&state).leader == state.head.turn);
    }
}

static void test_al_1_the_first_dealer_is_drawn(void)
{
    uint32_t seen[SEATS] = {0};
    cav_aluette_options options;
    cav_game_defaults(aluette(), &options);
    CHECK(options.dealer == -1);
    for (uint32_t i = 0; i < 4000; i++) {
        const cav_state state = begun(aluette(), i);
        seen[table_of(&state).dealer]++;
    }
    CHECK(chi_square(seen, SEATS, 1000) < 16.27);
}

static void test_al_1_five_deals(void)
{
    for (int dealer = 0; dealer < SEATS; dealer++) {
        const cav_aluette_options options = {dealer};
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state;
        cav_rng rng = rng_of(3);
        int32_t points[2] = {0};
        seed_of((uint32_t)dealer, seed);
        CHECK(!cav_game_start(aluette(), &options, seed, NULL, &state, NULL));
        for (int deal = 0; deal < DEALS; deal++) {
            cav_result result;
            cav_aluette_table t = table_of(&state);
            CHECK(t.dealer == (dealer + deal) % SEATS && state.head.turn == (t.dealer + 1) % SEATS);
            CHECK(t.deals_played == deal && t.points[0] == points[0] && t.points[1] == points[1]);
            CHECK(cav_state_playout(&state, &rng) == 36 && !cav_state_result(&state, &result));
            for (int team = 0; team < 2; team++)
                points[team] += result.points[team] > 0 ? result.points[team] : 0;
            t = table_of(&state);
            CHECK(t.deals_played == deal + 1 && t.leader == -1);
            CHECK(t.points[0] == points[0] && t.points[1] == points[1]);
            for (int seat = 0; seat < SEATS; seat++)
                CHECK(state.head.scores[seat] == points[seat % 2]);
            CHECK(state.head.match_over == (deal == DEALS - 1));
            CHECK((cav_state_next_deal(&state, NULL) == NULL) == (deal < DEALS - 1));
        }
    }
}

/* ---- Play (AL-4) ------------------------------------------------------------------------------------------- */

/* Any card, always; and the record says what was played, who led and who won. */
static void test_al_4_random_play(void)
{
    cav_rng rng = rng_of(6);
    for (uint32_t i = 0; i < 100; i++) {
        cav_state state = begun(aluette(), i);
        int leader = (table_of(&state).dealer + 1) % SEATS, cards[36];
        for (int at = 0; at < 36; at++) {
            const int seat = (leader + at % SEATS) % SEATS;
            const cav_cards hand = cav_state_hand(&state, seat);
            cav_move move;
            CHECK(state.head.turn == seat && cav_state_count(&state) == (uint64_t)cav_cards_count(hand));
            for (int card = 0; card < 64; card++) {
                move = (cav_move){.kind = CAV_PLAY, .cards = {(uint64_t)1 << card, 0}};
                const cav_error *error = cav_state_check(&state, &move);
                CHECK((error == NULL) == (hand.any >> card & 1));
                CHECK(!error || strcmp(error->code, "not-in-hand") == 0);
            }
            CHECK(!cav_state_pick(&state, &rng, &move) && !cav_state_play(&state, &move, NULL));
            for (cards[at] = 0; !(move.cards.any >> cards[at] & 1); cards[at]++)
                ;
            const cav_aluette_table t = table_of(&state);
            for (int j = 0; j < 36; j++)
                CHECK(t.played[j] == (j <= at ? cards[j] : -1));
            CHECK(t.leaders[at / SEATS] == leader && (at / SEATS == 8 || t.leaders[at / SEATS + 1] == -1));
            if (at % SEATS < SEATS - 1)
                continue;
            const int place = naive_winner(cards + at - 3, SEATS);
            leader = place < 0 ? leader : (leader + place) % SEATS;
            CHECK(t.winners[at / SEATS] == (place < 0 ? -1 : leader) && t.tricks_played == at / SEATS + 1);
        }
    }
}

static void test_refusals(void)
{
    const cav_state state = begun(aluette(), 1);
    const cav_cards hand = cav_state_hand(&state, state.head.turn);
    CHECK(refuses(&state, "pass", "unknown-kind", "") && refuses(&state, "bid 3", "unknown-kind", ""));
    CHECK(refuses(&state, "double", "unknown-kind", "") && refuses(&state, "play", "unreadable", ""));
    cav_move move = {.kind = CAV_PLAY, .cards = hand};
    CHECK(strcmp(cav_state_check(&state, &move)->code, "one-card") == 0);
    move.cards = (cav_cards){0, 0};
    CHECK(strcmp(cav_state_check(&state, &move)->code, "one-card") == 0);
    move.cards = (cav_cards){hand.any & (0 - hand.any), hand.any & (0 - hand.any)};
    CHECK(strcmp(cav_state_check(&state, &move)->code, "one-card") == 0);
    const cav_cards first = {hand.any & (0 - hand.any), 0};
    const cav_move strays[] = {
        {.kind = CAV_PLAY, .shape = CAV_SINGLE, .cards = first},
        {.kind = CAV_PLAY, .rank = 1, .cards = first},
        {.kind = CAV_PLAY, .length = 1, .cards = first},
        {.kind = CAV_PLAY, .amount = 1, .cards = first},
    };
    for (size_t i = 0; i < sizeof strays / sizeof strays[0]; i++) {
        move = strays[i];
        CHECK(strcmp(cav_state_check(&state, &move)->code, "stray-fields") == 0);
    }
}

static void test_text_of_plays(void)
{
    const plan p = plan_of("SENWSENWS");
    cav_state state = dealt_by(3, &p);
    cav_move move;
    char text[20];
    CHECK(!cav_move_parse(&state, "play 3D", 7, &move, NULL) && move.cards.any == 1 << 2);
    CHECK(cav_move_format(aluette(), &move, CAV_SYMBOLS, text, sizeof text) == 7 && strcmp(text, "play 3d") == 0);
    CHECK(say(&state, "3d")[0] == 0 && strcmp(say(&state, "3d"), "not-in-hand") == 0);
    CHECK(refuses(&state, "3h", "bad-card", "") && refuses(&state, "TC", "bad-card", ""));
}

/* ---- Samples -------------------------------------------------------------------------------------------------- */

/* When the others hold one card each, every way to give them three of the unseen cards comes equally often. */
static void test_samples_are_even(void)
{
    cav_rng rng = rng_of(9);
    for (uint32_t match = 0; match < 4; match++) {
        cav_state state = begun(aluette(), match), view, sampled;
        static uint32_t seen[15 * 15 * 15];
        int unseen[KINDS], count = 0;
        stroll(&state, &rng, 32);
        CHECK(!cav_state_view(&state, state.head.turn, &view));
        const cav_aluette_table t = table_of(&view);
        uint64_t known = cav_state_hand(&view, view.head.viewer).any;
        for (int i = 0; i < 32; i++)
            known |= (uint64_t)1 << t.played[i];
        for (int card = 0; card < KINDS; card++)
            if (!(known >> card & 1))
                unseen[count++] = card;
        CHECK(count == 15);
        memset(seen, 0, sizeof seen);
        for (int i = 0; i < 20 * 15 * 14 * 13; i++) {
            int cell = 0;
            CHECK(!cav_state_sample(&view, &rng, &sampled));
            for (int seat = 0; seat < SEATS; seat++) {
                if (seat == view.head.viewer)
                    continue;
                int at = 0;
                while (at < count && !(cav_state_hand(&sampled, seat).any >> unseen[at] & 1))
                    at++;
                CHECK(at < count && cav_cards_count(cav_state_hand(&sampled, seat)) == 1);
                cell = 15 * cell + at;
            }
            seen[cell]++;
        }
        double far = 0;
        int cells = 0;
        for (int cell = 0; cell < 15 * 15 * 15; cell++)
            if (cell % 15 != cell / 15 % 15 && cell % 15 != cell / 225 && cell / 15 % 15 != cell / 225) {
                far += chi_square(&seen[cell], 1, 20);
                cells++;
            } else {
                CHECK(seen[cell] == 0);
            }
        far -= cells - 1;
        CHECK(cells == 15 * 14 * 13 && (far < 0 || far * far < 16 * 2.0 * (cells - 1)));
    }
}

int main(void)
{
    RUN(test_al_3_every_card_is_in_the_order);
    RUN(test_al_4_trick_winner);
    RUN(test_al_4_no_trick);
    RUN(test_al_5_right_values);
    RUN(test_al_5_random_tricks);
    RUN(test_al_2_twelve_stay_unseen);
    RUN(test_al_1_the_first_dealer_is_drawn);
    RUN(test_al_1_five_deals);
    RUN(test_al_4_random_play);
    RUN(test_refusals);
    RUN(test_text_of_plays);
    RUN(test_samples_are_even);
    return checks_result();
}
