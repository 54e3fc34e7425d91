/* Guandan, clause by clause: right values out of the house rules (GD), random matches beside a second reading of them,
 * and what the tribute tells about hidden cards. */
#include <stdlib.h>

#include "table_guandan.h"
#include "test.h"

enum { SEATS = GD_SEATS, NONE = GD_NONE, MOST_PLAYS = 20000 };
enum { FIVE = 3, TEN = 8, JACK = 9, QUEEN = 10, KING = 11, ACE = 12 };

static bool is_error(const cav_error *error, cav_error_kind kind, const char *code, const char *rule)
{
    return error && error->kind == kind && strcmp(error->code, code) == 0 && strcmp(error->rule, rule) == 0;
}

static cav_state dealt(const cav_guandan_options *options, const char *h0, const char *h1, const char *h2,
                       const char *h3)
{
    const char *const hands[SEATS] = {h0, h1, h2, h3};
    cav_state state;
    CHECK(!gd_start(options, hands, 7, &state, NULL));
    return state;
}

/* Makes moves, with semicolons between: "pass", or ranks held by the seat to act, which may be named ("bomb 3: 3333").
 * Whether all could be made. */
static bool act(cav_state *state, const char *texts)
{
    while (*texts) {
        char words[200], cards[400], text[600];
        const size_t length = strcspn(texts, ";");
        memcpy(words, texts + strspn(texts, " "), length);
        words[length - strspn(texts, " ")] = 0;
        texts += length + (texts[length] == ';');
        const char *colon = strchr(words, ':'), *ranks = colon ? colon + 1 : words;
        if (strcmp(words, "pass") == 0) {
            if (say(state, words)[0])
                return false;
            continue;
        }
        cav_cards hand = cav_state_hand(state, state->head.turn);
        cav_cards_format(CAV_FRENCH, gd_take_from(&hand, ranks), CAV_PLAIN, cards, sizeof cards);
        snprintf(text, sizeof text, "play %.*s %s", (int)(ranks - words), words, cards);
        if (say(state, text)[0])
            return false;
    }
    return true;
}

/* ---- GD-1 Aim and match: options ------------------------------------------------------------- */

static const cav_error *try_options(cav_guandan_options options)
{
    const char *const none[SEATS] = {"", "", "", ""};
    cav_state state;
    return gd_start(&options, none, 1, &state, NULL);
}

static void test_gd_1_2_options(void)
{
    cav_guandan_options o = gd_defaults();
    CHECK(!try_options(o));
    o.levels[1] = FIVE; /* which of the two is not said */
    CHECK(is_error(try_options(o), CAV_BAD_OPTION, "which-level", "GD-1.2"));
    o.level = FIVE;
    CHECK(!try_options(o));
    o.level = 0;
    CHECK(!try_options(o));
    o.level = KING; /* of neither side */
    CHECK(is_error(try_options(o), CAV_BAD_OPTION, "which-level", "GD-1.2"));
    o = gd_defaults();
    o.level = 1;
    CHECK(is_error(try_options(o), CAV_BAD_OPTION, "which-level", "GD-1.2"));
    o = gd_options(0, "1203"); /* seat 1 won the last deal */
    o.levels[1] = FIVE;
    CHECK(!try_options(o));
    o.level = FIVE;
    CHECK(!try_options(o));
    o.level = 0; /* the level of the losers */
    CHECK(is_error(try_options(o), CAV_BAD_OPTION, "which-level", "GD-1.2"));
    o.level = NONE;
    o.leader = 1;
    CHECK(is_error(try_options(o), CAV_BAD_OPTION, "leader-by-tribute", "GD-3.4"));
    static const char *const wrong[] = {"0012", "1123", "3333", "0/23", "/123", "////", "01/3", "012/"}; /* '/' is -1 */
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        o = gd_options(0, wrong[i]);
        const cav_error *error = try_options(o);
        CHECK(i == 5 ? !error : is_error(error, CAV_BAD_OPTION, "bad-places", "GD-1.1"));
    }
    for (int leader = 0; leader < SEATS; leader++) {
        cav_state state;
        const char *const none[SEATS] = {"", "", "", ""};
        o = gd_defaults();
        o.leader = leader;
        CHECK(!gd_start(&o, none, 1, &state, NULL) && state.head.turn == leader &&
              gd_table_of(&state).leader == leader);
    }
}

/* The level of a first deal, and the scores, which show the levels as they are called: 2 ... 14. */
static void test_gd_1_2_first_level(void)
{
    const cav_state plain = begun(gd_game(), 1);
    CHECK(gd_table_of(&plain).level == 0 && plain.head.scores[0] == 2 && plain.head.scores[3] == 2);
    cav_guandan_options o = gd_options(FIVE, "1203");
    o.levels[1] = ACE;
    const cav_state later = dealt(&o, "", "", "", "");
    const cav_guandan_table t = gd_table_of(&later);
    CHECK(t.level == ACE && t.levels[0] == FIVE && t.levels[1] == ACE);
    CHECK(later.head.scores[0] == 5 && later.head.scores[1] == 14 && later.head.scores[2] == 5);
    for (int i = 0; i < SEATS; i++)
        CHECK(t.previous[i] == o.previous[i]);
}

/* ---- GD-2 Deal ------------------------------------------------------------------------------------- */

static void test_gd_2_deal(void)
{
    uint32_t seen[SEATS] = {0}, of_card[SEATS] = {0};
    for (uint32_t number = 0; number < 2000; number++) {
        const cav_state state = begun(gd_game(), number);
        cav_cards left = gd_two_packs;
        for (int seat = 0; seat < SEATS; seat++) {
            const cav_cards hand = cav_state_hand(&state, seat);
            CHECK(cav_cards_count(hand) == 27 && state.head.hand_sizes[seat] == 27 && cav_cards_contain(left, hand));
            left = cav_cards_minus(left, hand);
            of_card[seat] += (uint32_t)gd_copies(hand, 17);
        }
        const cav_guandan_table t = gd_table_of(&state);
        CHECK(!left.any && state.head.turn == t.leader && t.leading == NONE && t.passes == 0 && !t.cancelled);
        CHECK(t.previous[0] == NONE && t.places[0] == NONE && t.payers[0] == NONE && t.tribute[1] == NONE);
        seen[state.head.turn]++;
    }
    CHECK(chi_square(seen, SEATS, 500) < 16.27);
    CHECK(chi_square(of_card, SEATS, 1000) < 16.27);
}

/* ---- GD-3 Tribute ------------------------------------------------------------------------------------ */

/* A deal after one that ended so, in which the seats that pay hold these cards, and who gave what: "13:AS 2:RJ", the
 * first of the last deal before the second; "none" when it is cancelled. Seats not given get the rest. */
static void check_tribute(int level, const char *previous, const char *const hands[SEATS], const char *expected)
{
    const cav_guandan_options options = gd_options(level, previous);
    char text[100] = "none";
    cav_state state;
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(!gd_start(&options, hands, 3, &state, &log));
    const cav_guandan_table t = gd_table_of(&state);
    size_t length = 0, told = 0;
    for (int i = 0; i < 2; i++)
        if (t.payers[i] != NONE) {
            char card[8];
            cav_card_format(CAV_FRENCH, t.tribute[i], CAV_PLAIN, card, sizeof card);
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d>%d:%s", i ? " " : "", t.payers[i],
                                       t.previous[i], card);
            CHECK(gd_copies(cav_state_hand(&state, t.previous[i]), t.tribute[i]) && t.returned[i] == NONE);
            CHECK(gd_copies(t.known[t.previous[i]], t.tribute[i]) == 1 && !t.known[t.payers[i]].any);
        }
    for (size_t i = 0; i < log.count; i++) {
        if (events[i].code == CAV_EVENT_TRIBUTE) {
            CHECK(events[i].seat == t.payers[told] && events[i].move.amount == t.previous[told]);
            CHECK(gd_same(events[i].move.cards, gd_one(t.tribute[told])) && events[i].seen == 0xff);
            told++;
        }
        if (events[i].code == CAV_EVENT_CANCELLED)
            CHECK(t.cancelled && gd_copies(events[i].move.cards, 53) == 2 &&
                  cav_cards_count(events[i].move.cards) == 2 && events[i].seen == 0xff);
        CHECK(events[i].code != CAV_EVENT_DEAL || events[i].seat == state.head.turn);
    }
    CHECK(told == (size_t)(t.payers[0] != NONE) + (size_t)(t.payers[1] != NONE));
    CHECK(strcmp(text, expected) == 0);
    CHECK(t.cancelled == (strcmp(expected, "none") == 0));
    CHECK(state.head.turn == t.previous[0] && state.head.phase == (t.cancelled ? 1 : 0));
    CHECK(t.cancelled ? t.leader == t.previous[0] : t.leader == NONE);
    for (int seat = 0, sum = 0; seat < SEATS; seat++) {
        const int size = 27 +
                         (!t.cancelled && (seat == t.previous[0] || (t.payers[1] != NONE && seat == t.previous[1]))) -
                         (seat == t.payers[0] || seat == t.payers[1]);
        CHECK(state.head.hand_sizes[seat] == size && cav_cards_count(cav_state_hand(&state, seat)) == size);
        sum += size;
        CHECK(seat < 3 || sum == 108);
    }
}

static void test_gd_3_1_single_tribute(void)
{
    static const struct {
        int level;
        const char *previous, *payer, *expected;
    } cases[] = {
        {0, "0123", "AS KC 33344455566677788899TTTJJ", "3>0:AS"},
        {0, "0132", "AS KC 33344455566677788899TTTJJ", "2>0:AS"}, /* also to the partner */
        {0, "2310", "AS KC 33344455566677788899TTTJJ", "0>2:AS"},
        {0, "3021", "AS AC KC 3344455566677788899TTTJJ", "1>3:AC"}, /* GD-3.5: of equals the first in deck order */
        {0, "0123", "AH AS AD KC 344455566677788899TTTJJ", "3>0:AD"},
        {0, "0123", "BJ AS KC 3344455566677788899TTTJJ", "3>0:BJ"},
        {0, "0123", "RJ BJ AS KC 344455566677788899TTTJJ", "3>0:RJ"},
        {0, "0123", "BJ BJ AS KC 344455566677788899TTTJJ", "3>0:BJ"},
        {0, "0123", "2C AS KC 3344455566677788899TTTJJ", "3>0:2C"},   /* the level rank is above the ace */
        {0, "0123", "2H 2H AS KC 344455566677788899TTTJJ", "3>0:AS"}, /* never a wild card */
        {0, "0123", "2S 2H 2H AS 344455566677788899TTTJJ", "3>0:2S"},
        {FIVE, "0123", "2H 2C AS KC 3344466677788899TTTJJQQ", "3>0:AS"}, /* the two is not the level rank */
        {FIVE, "0123", "5S 5H AS KC 3344466677788899TTTJJQQ", "3>0:5S"},
        {FIVE, "0123", "5S 5H BJ KC 3344466677788899TTTJJQQ", "3>0:BJ"},
        {ACE, "0123", "AH AH KS KD 3344466677788899TTTJJQQ", "3>0:KD"},
        {KING, "0123", "KC AS AH 2 3344466677788899TTTJJQQ", "3>0:KC"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *hands[SEATS] = {"", "", "", ""};
        cav_cards pack = gd_two_packs;
        CHECK(cav_cards_count(gd_take_from(&pack, cases[i].payer)) == 27);
        hands[cases[i].previous[3] - '0'] = cases[i].payer;
        check_tribute(cases[i].level, cases[i].previous, hands, cases[i].expected);
    }
}

static void test_gd_3_1_double_tribute(void)
{
    static const struct {
        int level;
        const char *previous, *hands[2], *expected; /* of the third and the fourth of the last deal */
    } cases[] = {
        /* The higher card goes to the first, whoever gives it. */
        {0, "0213", {"AS KC 33344455566677788899TTTJJ", "KD 33344455566677788899TTTJJQ"}, "1>0:AS 3>2:KD"},
        {0, "0213", {"KC 33344455566677788899TTTJJQ", "AC 33344455566677788899TTTJJQ"}, "3>0:AC 1>2:KC"},
        {0, "0231", {"AS KC 33344455566677788899TTTJJ", "KD 33344455566677788899TTTJJQ"}, "3>0:AS 1>2:KD"},
        {0, "0213", {"BJ 33344455566677788899TTTJJQ", "RJ 33344455566677788899TTTJJQ"}, "3>0:RJ 1>2:BJ"},
        {FIVE, "0213", {"AC 33344466677788899TTTJJQ22Q", "5S 33344466677788899TTTJJQ22Q"}, "3>0:5S 1>2:AC"},
        /* Equal: the payer seated next after the first. */
        {0, "0213", {"AS 33344455566677788899TTTJJQ", "AC 33344455566677788899TTTJJQ"}, "1>0:AS 3>2:AC"},
        {0, "0231", {"AS 33344455566677788899TTTJJQ", "AC 33344455566677788899TTTJJQ"}, "1>0:AC 3>2:AS"},
        {0, "2013", {"AS 33344455566677788899TTTJJQ", "AC 33344455566677788899TTTJJQ"}, "3>2:AC 1>0:AS"},
        {0, "1302", {"BJ 33344455566677788899TTTJJQ", "BJ 33344455566677788899TTTJJQ"}, "2>1:BJ 0>3:BJ"},
        {0, "3102", {"2S 33344455566677788899TTTJJQ", "2C 33344455566677788899TTTJJQ"}, "0>3:2S 2>1:2C"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *hands[SEATS] = {"", "", "", ""};
        for (int j = 0; j < 2; j++)
            hands[cases[i].previous[2 + j] - '0'] = cases[i].hands[j];
        check_tribute(cases[i].level, cases[i].previous, hands, cases[i].expected);
    }
}

static void test_gd_3_2_cancelled(void)
{
    static const struct {
        const char *previous, *hands[SEATS], *expected;
    } cases[] = {
        {"0123", {"", "", "", "RJ RJ"}, "none"},  {"1032", {"", "", "RJ RJ", ""}, "none"},
        {"0132", {"", "", "RJ RJ", ""}, "none"}, /* the payer is the partner */
        {"0123", {"", "", "RJ", "RJ"}, "3>0:RJ"}, {"0213", {"", "RJ RJ", "", ""}, "none"}, /* two payers: together */
        {"0213", {"", "", "", "RJ RJ"}, "none"},  {"0213", {"", "RJ", "", "RJ"}, "none"},
        {"2031", {"", "RJ", "", "RJ"}, "none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_tribute(0, cases[i].previous, cases[i].hands, cases[i].expected);
    /* Both with the third, who does not pay when the first two were no partners; or one with a receiver. */
    const char *const third[SEATS] = {"", "", "RJ RJ", "BJ"}, *const receiver[SEATS] = {"RJ", "RJ", "", "BJ AA"};
    check_tribute(0, "0123", third, "3>0:BJ");
    check_tribute(0, "0213", receiver, "1>0:RJ 3>2:BJ");
}

static bool may_return(const cav_state *state, const char *card)
{
    char text[20];
    cav_move move;
    snprintf(text, sizeof text, "return %s", card);
    return !cav_move_parse(state, text, strlen(text), &move, NULL);
}

static void test_gd_3_3_return(void)
{
    const cav_guandan_options o = gd_options(FIVE, "0123");
    cav_state state = dealt(&o, "2C TS TS 5S 5C 5H JC QD KH AS BJ", "", "3C", "AD 2D 3334446667778889999TTTJJQ");
    cav_move moves[30];
    const size_t count = cav_state_list(&state, moves, 30);
    CHECK(state.head.turn == 0 && state.head.phase == 0 && count == cav_state_count(&state));
    for (size_t i = 0; i < count; i++) { /* in deck order, each once */
        CHECK(moves[i].kind == CAV_RETURN && cav_cards_count(moves[i].cards) == 1 && !moves[i].shape);
        CHECK(i == 0 || moves[i - 1].cards.any < moves[i].cards.any);
    }
    CHECK(may_return(&state, "2C") && may_return(&state, "TS") && may_return(&state, "5S") && may_return(&state, "5C"));
    CHECK(refuses(&state, "return 5H", "not-returnable", "GD-3.3")); /* wild */
    CHECK(refuses(&state, "return JC", "not-returnable", "GD-3.3"));
    CHECK(refuses(&state, "return AS", "not-returnable", "GD-3.3"));
    CHECK(refuses(&state, "return AD", "not-returnable", "GD-3.3")); /* the tribute */
    CHECK(refuses(&state, "return BJ", "not-returnable", "GD-3.3"));
    CHECK(refuses(&state, "return 3C", "not-in-hand", "GD-4.1"));
    CHECK(refuses(&state, "return 2C TS", "one-card", "GD-3.3"));
    CHECK(refuses(&state, "return TS TS", "one-card", "GD-3.3"));
    CHECK(refuses(&state, "return", "unreadable", ""));
    CHECK(refuses(&state, "pass", "returning", "GD-3.3"));
    CHECK(refuses(&state, "2C", "returning", "GD-3.3"));
    CHECK(refuses(&state, "bid 1", "unknown-kind", ""));
    cav_move named = {.kind = CAV_RETURN, .rank = 3, .cards = cards_from("5S")};
    CHECK(is_error(cav_state_check(&state, &named), CAV_ILLEGAL_MOVE, "stray-fields", ""));
    named.rank = 0;
    named.amount = 1;
    CHECK(is_error(cav_state_check(&state, &named), CAV_ILLEGAL_MOVE, "stray-fields", ""));
    CHECK(say_all(&state, "return TS"));
    const cav_guandan_table t = gd_table_of(&state);
    CHECK(t.returned[0] == 47 && state.head.phase == 1 && state.head.turn == 3 && t.leader == 3); /* GD-3.4 */
    CHECK(gd_copies(cav_state_hand(&state, 0), 47) == 1 && state.head.hand_sizes[0] == 27 &&
          state.head.hand_sizes[3] == 27);
    CHECK(gd_copies(t.known[3], 47) == 1 && gd_copies(t.known[0], 25) == 1);
    CHECK(refuses(&state, "return 2D", "not-returning", "GD-3.3"));
}

/* Of a hand with no card from 2 to 10 but wild ones, the lowest by power; jacks are above queens at level J. */
static void test_gd_3_3_return_without_low_cards(void)
{
    static const struct {
        int level;
        const char *hand, *good, *bad;
    } cases[] = {
        {0, "JC JS QC QC QD QD QH QH QS QS KC KC KD KD KH KH KS KS AC AC AD AD AH AH AS AS BJ", "JC JS",
         "QC KC AC BJ 3D"},
        {JACK, "JC JD JS QC QC QD QD QH QH QS KC KC KD KD KH KH KS KS AC AC AD AD AH AH AS AS BJ", "QC QD QH QS",
         "JC JD JS KC AC"},
        {JACK, "JC JD JH JH JS JS QH KC KC KD KD KH KH KS KS AC AC AD AD AH AH AS AS BJ BJ RJ QS", "QH QS",
         "JC JH KC AC"},
        {TEN, "TH TH JC JS QC QD QH QS KC KC KD KD KH KH KS KS AC AC AD AD AH AH AS AS BJ BJ QC", "JC JS", "TH QC BJ"},
        {TEN, "TH TH TC JS QC QD QH QS KC KC KD KD KH KH KS KS AC AC AD AD AH AH AS AS BJ BJ QC", "TC",
         "JS TH"}, /* printed */
        {QUEEN, "QC QD QS KC KC KD KD KH KH KS KS AC AC AD AD AH AH AS AS BJ BJ QH QH QS JC JC JD", "JC JD", "QC KC"},
        {ACE, "AC AD QS KC KC KD KD KH KH KS KS QH QH AS AS BJ BJ QC QD QD JC JC JD JD JH JS JS", "JC JD JH JS",
         "AC QS KC"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const cav_guandan_options o = gd_options(cases[i].level, "0123");
        cav_state state = dealt(&o, cases[i].hand, "RJ", "", "RJ");
        cav_cards good = cards_from(cases[i].good), bad = cards_from(cases[i].bad);
        cav_move move = {.kind = CAV_RETURN};
        CHECK(cav_cards_count(cav_state_hand(&state, 0)) == 28);
        for (int card = 0; card < 54; card++) {
            move.cards = gd_one(card);
            if (gd_copies(good, card))
                CHECK(!cav_state_check(&state, &move));
            else if (gd_copies(bad, card))
                CHECK(cav_state_check(&state, &move));
        }
        CHECK(cav_state_count(&state) == (uint64_t)cav_cards_count(good));
    }
}

/* The first gives back before the second; the tribute may go back; who got the first's return leads. */
static void test_gd_3_3_two_returns(void)
{
    const cav_guandan_options o = gd_options(0, "0213");
    cav_state state = dealt(&o, "2C", "333344445555666677778888 99T", "9S", "333344445555666677778888 9TT");
    cav_guandan_table t = gd_table_of(&state);
    CHECK(t.payers[0] == 1 && t.payers[1] == 3 && gd_rank(t.tribute[0]) == TEN && gd_rank(t.tribute[1]) == TEN);
    CHECK(state.head.turn == 0 && state.head.phase == 0);
    char text[30];
    size_t length = (size_t)snprintf(text, sizeof text, "return ");
    cav_card_format(CAV_FRENCH, t.tribute[0], CAV_PLAIN, text + length, sizeof text - length);
    CHECK(say_all(&state, text));
    t = gd_table_of(&state);
    CHECK(state.head.turn == 2 && state.head.phase == 0 && t.returned[0] == t.tribute[0] && t.returned[1] == NONE);
    CHECK(gd_copies(t.known[1], t.tribute[0]) == 1 && !t.known[0].any && gd_copies(t.known[2], t.tribute[1]) == 1);
    CHECK(say_all(&state, "return 9S"));
    t = gd_table_of(&state);
    CHECK(state.head.phase == 1 && state.head.turn == 1 && t.leader == 1 && t.returned[1] == 46);
    CHECK(gd_copies(t.known[3], 46) == 1);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(state.head.hand_sizes[seat] == 27);
    /* What was given is known until that card, or its copy, is played. */
    CHECK(act(&state, "3; pass; 9S"));
    t = gd_table_of(&state);
    CHECK(!t.known[3].any && gd_copies(t.known[1], t.tribute[0]) == 1);
}

/* ---- GD-4, 6 Play and end ------------------------------------------------------------------------------- */

/* Hands that go out in four to seven plays. At every level whose cards are said by rank alone. */
static cav_state bombs(const cav_guandan_options *options)
{
    return dealt(options, "33333333 44444444 55555555 666", "77777777 88888888 99999999 TTT",
                 "JJJJJJJJ QQQQQQQQ KKKKKKKK AAA", "66666 TTTTT AAAAA 22222222 BJBJRJRJ");
}

/* Partners first and second; first and third; first and fourth. */
static const char first_second[] =
    "33333333;pass;pass;pass;44444444;pass;pass;pass;55555555;pass;pass;pass;666;pass;pass;pass;"
    "JJJJJJJJ;pass;pass;QQQQQQQQ;pass;pass;KKKKKKKK;pass;pass;AAA;pass;pass;"
    "66666;pass;bomb T: TTTTT;pass;bomb A: AAAAA;pass;22222222;pass;BJBJRJRJ";
static const char first_third[] = "33333333;pass;pass;pass;44444444;pass;pass;pass;55555555;pass;pass;pass;666;"
                                  "TTT;pass;pass;77777777;pass;pass;88888888;pass;pass;99999999;JJJJJJJJ;pass;"
                                  "QQQQQQQQ;pass;KKKKKKKK;pass;AAA";
static const char first_fourth[] = "33333333;pass;pass;pass;44444444;pass;pass;pass;55555555;pass;pass;pass;666;"
                                   "TTT;pass;pass;77777777;pass;pass;88888888;pass;pass;99999999;pass;pass;"
                                   "66666;pass;bomb T: TTTTT;pass;bomb A: AAAAA;pass;22222222;pass;BJBJRJRJ";

static void test_gd_4_1_lead_and_follow(void)
{
    const cav_guandan_options o = gd_options(FIVE, "");
    cav_state state = bombs(&o);
    CHECK(refuses(&state, "pass", "must-lead", "GD-4.1"));
    CHECK(act(&state, "666;pass;AAA"));
    cav_guandan_table t = gd_table_of(&state);
    CHECK(t.leader == 0 && t.leading == 2 && t.passes == 0 && state.head.turn == 3);
    CHECK(t.trick[0].kind == CAV_PLAY && t.trick[1].kind == CAV_PASS && t.trick[2].shape == CAV_TRIPLE);
    CHECK(t.trick[3].kind == CAV_NONE);
    CHECK(act(&state, "pass;pass;77777777")); /* seat 1 passed, and plays again */
    t = gd_table_of(&state);
    CHECK(t.leading == 1 && t.passes == 0 && t.leader == 0 && t.trick[0].kind == CAV_PASS);
    CHECK(act(&state, "pass;pass"));
    CHECK(gd_table_of(&state).passes == 2);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PASS}, &log));
    CHECK(log.count == 2 && events[0].code == CAV_EVENT_MOVE && events[1].code == CAV_EVENT_TRICK &&
          events[1].seat == 1);
    t = gd_table_of(&state);
    CHECK(t.leader == 1 && t.leading == NONE && t.passes == 0 && state.head.turn == 1);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(t.trick[seat].kind == CAV_NONE);
}

/* The player of the trick is out: the partner leads, after it passed as well; is that out too, the next that holds
 * cards. */
static void test_gd_4_1_next_leads(void)
{
    const cav_guandan_options o = gd_options(0, "");
    cav_state state = bombs(&o);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(act(&state, "33333333;pass;pass;pass;44444444;pass;pass;pass;55555555;pass;pass;pass"));
    cav_cards rest = cav_state_hand(&state, 0);
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PLAY, .cards = rest}, &log));
    CHECK(log.count == 2 && events[1].code == CAV_EVENT_PLACE && events[1].seat == 0 && events[1].move.amount == 1);
    CHECK(gd_table_of(&state).places[0] == 0 && gd_table_of(&state).places[1] == NONE && state.head.turn == 1);
    CHECK(act(&state, "pass;pass"));
    CHECK(state.head.turn == 3 && gd_table_of(&state).leading == 0 && gd_table_of(&state).passes == 2);
    CHECK(act(&state, "pass"));
    CHECK(state.head.turn == 2 && gd_table_of(&state).leader == 2 && gd_table_of(&state).leading == NONE);
    CHECK(refuses(&state, "pass", "must-lead", "GD-4.1"));
    CHECK(act(&state, "JJJJJJJJ;pass")); /* the seat that is out is skipped */
    CHECK(state.head.turn == 1);
    CHECK(act(&state, "pass;QQQQQQQQ;pass;pass;KKKKKKKK;pass;pass;AAA"));
    CHECK(gd_table_of(&state).places[1] == 2 && state.head.turn == 3);
    CHECK(act(&state, "pass;pass"));
    CHECK(state.head.turn == 3 && gd_table_of(&state).leader == 3); /* next after seat 2 */
    /* When another beats the last play of a seat that is out, the trick goes on. */
    state = bombs(&o);
    CHECK(
        act(&state, "33333333;pass;pass;pass;44444444;pass;pass;pass;55555555;pass;pass;pass;666;pass;AAA;pass;pass"));
    CHECK(state.head.turn == 2 && gd_table_of(&state).leader == 2);
    /* The partner of the player that went out may take the trick itself; and "next" is after who played last. */
    state = bombs(&o);
    CHECK(act(&state, "33333333;pass;pass;pass;44444444;pass;pass;pass;55555555;pass;pass;pass;666;TTT;pass;pass;"
                      "77777777;pass;pass;88888888;pass;pass;99999999;pass;pass"));
    CHECK(state.head.turn == 3); /* the partner of seat 1 */
    /* Both partners out, and the next of all is across. */
    state = bombs(&o);
    CHECK(act(&state, "33333333;pass;pass;pass;44444444;pass;pass;pass;55555555;77777777;pass;pass;pass;"
                      "88888888;pass;pass;pass;99999999;JJJJJJJJ;pass;pass;pass;QQQQQQQQ;pass;pass;pass;"
                      "KKKKKKKK;pass;pass;pass;AAA;pass;pass;pass"));
    CHECK(gd_table_of(&state).places[0] == 2 && state.head.turn == 0); /* partner of seat 2 */
    CHECK(act(&state, "666;pass;pass"));
    CHECK(gd_table_of(&state).places[1] == 0 && state.head.turn == 1); /* both are out: next after seat 0 */
}

static bool has_line(const cav_result *result, const char *code, int seat, int amount)
{
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->lines[i].code, code) == 0 && result->lines[i].seat == seat &&
            result->lines[i].amount == amount)
            return true;
    return false;
}

/* Plays a deal of `bombs` and checks its account: the places as digits, what the side of the first rises, its level
 * then as a number of the score, and whether the match is over. */
static cav_state check_deal(const cav_guandan_options *options, const char *moves, const char *places, int rise,
                            int level, bool match_over)
{
    cav_state state = bombs(options);
    const int loser_level = options->levels[1 - (places[0] - '0') % 2] + 2;
    CHECK(act(&state, moves));
    cav_result result;
    const cav_guandan_table t = gd_table_of(&state);
    CHECK(state.head.turn == -1 && state.head.phase == 2 && state.head.match_over == match_over);
    CHECK(!cav_state_result(&state, &result));
    const int first = places[0] - '0';
    for (int i = 0; i < SEATS; i++) {
        const int seat = places[i] - '0', won = seat % 2 == first % 2;
        CHECK(t.places[i] == seat && has_line(&result, "place", seat, i + 1));
        CHECK(result.points[seat] == (won ? rise : -rise));
        CHECK(state.head.scores[seat] == (won ? level : loser_level) &&
              t.levels[seat % 2] + 2 == state.head.scores[seat]);
    }
    CHECK(has_line(&result, "rise", first, rise) && has_line(&result, "level", first, level));
    CHECK(has_line(&result, "match", first, 1) == match_over && result.count == 6 + match_over);
    CHECK(refuses(&state, "pass", match_over ? "match-over" : "deal-over", ""));
    return state;
}

static void test_gd_1_1_rises(void)
{
    const cav_guandan_options o = gd_options(0, "");
    check_deal(&o, first_second, "0231", 3, 5, false);
    check_deal(&o, first_third, "0123", 2, 4, false);
    check_deal(&o, first_fourth, "0132", 1, 3, false);
}

/* GD-6: the last play is told before the places, and the deal is over at once. */
static void test_gd_6_end(void)
{
    const cav_guandan_options o = gd_options(0, "");
    cav_state state = bombs(&o);
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    char moves[sizeof first_third];
    strcpy(moves, first_third);
    *strrchr(moves, ';') = 0;
    CHECK(act(&state, moves) && state.head.turn == 2 && state.head.hand_sizes[2] == 3);
    const cav_cards rest = cav_state_hand(&state, 2);
    CHECK(!cav_state_play(&state, &(cav_move){.kind = CAV_PLAY, .cards = rest}, &log));
    static const struct {
        int code, seat, amount;
    } told[] = {
        {CAV_EVENT_MOVE, 2, 0},   {CAV_EVENT_PLACE, 2, 3},   {CAV_EVENT_PLACE, 3, 4},  {CAV_EVENT_DEAL_OVER, 2, 0},
        {CAV_EVENT_POINTS, 0, 2}, {CAV_EVENT_POINTS, 1, -2}, {CAV_EVENT_POINTS, 2, 2}, {CAV_EVENT_POINTS, 3, -2},
    };
    CHECK(log.count == sizeof told / sizeof told[0]);
    for (size_t i = 0; i < sizeof told / sizeof told[0] && i < log.count; i++)
        CHECK(events[i].code == told[i].code && events[i].seat == told[i].seat &&
              events[i].move.amount == told[i].amount);
    CHECK(state.head.turn == -1 && state.head.hand_sizes[3] == 27);
}

static void test_gd_1_2_cap_and_next_level(void)
{
    cav_guandan_options o = gd_options(KING, "");
    cav_state state = check_deal(&o, first_third, "0123", 2, 14, false); /* a rise is capped at A */
    CHECK(!cav_state_next_deal(&state, NULL));
    cav_guandan_table t = gd_table_of(&state);
    CHECK(t.level == ACE && t.levels[0] == ACE && t.levels[1] == KING && state.head.deal == 1);
    for (int i = 0; i < SEATS; i++)
        CHECK(t.previous[i] == i && t.places[i] == NONE);
    /* The next deal is played at the level of who won, though the other side is higher. */
    o = gd_options(0, "");
    o.levels[1] = TEN;
    o.level = TEN;
    state = check_deal(&o, first_second, "0231", 3, 5, false);
    CHECK(!cav_state_next_deal(&state, NULL));
    t = gd_table_of(&state);
    CHECK(t.level == FIVE && t.levels[0] == FIVE && t.levels[1] == TEN);
}

static void test_gd_1_3_winning(void)
{
    cav_guandan_options o = gd_options(ACE, "");
    check_deal(&o, first_second, "0231", 3, 14, true);
    check_deal(&o, first_third, "0123", 2, 14, true);
    cav_state state = check_deal(&o, first_fourth, "0132", 1, 14, false); /* partner last: stays at A, and goes on */
    CHECK(!cav_state_next_deal(&state, NULL) && gd_table_of(&state).level == ACE);
    /* At A, but the deal is played at the others' level. */
    o.levels[1] = FIVE;
    o.level = FIVE;
    check_deal(&o, first_second, "0231", 3, 14, false);
    /* The deal is played at A, but the winners were not there before. */
    o = gd_options(KING, "");
    o.levels[1] = ACE;
    o.level = ACE;
    check_deal(&o, first_second, "0231", 3, 14, false);
    check_deal(&o, first_third, "0123", 2, 14, false);
    o.levels[0] = ACE;
    o.levels[1] = KING;
    check_deal(&o, first_third, "0123", 2, 14, true);
}

static void test_gd_4_3_answers(void)
{
    const cav_guandan_options o = gd_options(FIVE, "");
    cav_state state = dealt(&o, "33344 6 AAA KK QQ 5C", "44455 3456 5H 7788 99 BJ", "RJ 22 KKK", "");
    CHECK(act(&state, "33344"));
    CHECK(refuses(&state, "BJ", "other-kind", "GD-4.3"));
    CHECK(refuses(&state, "7C 7C", "other-kind", "GD-4.3"));
    CHECK(refuses(&state, "7C 8C", "no-combination", "GD-5.1"));
    CHECK(act(&state, "44455"));
    state = dealt(&o, "5C5D5S33", "AAAKK 6666 7777 8C8C8D8D8H", "", "3H4H5H6H7H");
    CHECK(act(&state, "55533")); /* GD-5.2: at level 5 above all triples */
    CHECK(refuses(&state, "AC AC AD KC KC", "too-low", "GD-4.3"));
    CHECK(act(&state, "7777"));
    CHECK(gd_table_of(&state).trick[1].shape == CAV_BOMB);
    CHECK(act(&state, "pass"));
    CHECK(refuses(&state, "straight 7: 3H 4H 5H 6H 7H", "too-low", "GD-4.3"));
    CHECK(say_all(&state, "3H 4H 5H 6H 7H")); /* of two readings the one that may be played now */
    CHECK(gd_table_of(&state).trick[3].shape == CAV_STRAIGHT_FLUSH_PLAY);
    CHECK(act(&state, "pass"));
    CHECK(refuses(&state, "8C 8C 8D 8D 8H", "too-low", "GD-4.3")); /* a bomb of five is below a straight flush */
    CHECK(refuses(&state, "6C 6C 6D 6D", "too-low", "GD-4.3"));
}

/* GD-4.2 through the kernel: which single beats which, at every level. */
static void test_gd_4_2_power(void)
{
    static const char *const cards[] = {"2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C",
                                        "TC", "JC", "QC", "KC", "AC", "BJ", "RJ"};
    for (int level = 0; level < 13; level++) {
        const int order[] = {level, 13, 14};
        int rising[15], count = 0;
        for (int rank = 0; rank < 13; rank++)
            if (rank != level)
                rising[count++] = rank;
        for (int i = 0; i < 3; i++)
            rising[count++] = order[i];
        for (int low = 0; low < 15; low++)
            for (int high = 0; high < 15; high++) {
                cav_move table = {.kind = CAV_PLAY, .cards = cards_from(cards[rising[low]])};
                const cav_cards hand = cards_from(cards[rising[high]]);
                CHECK(cav_guandan_plays(hand, level, &table, NULL, 0) == (size_t)(high > low));
            }
    }
}

/* ---- GD-5 Combinations ------------------------------------------------------------------------------------ */

/* All readings as text, "bomb K, full-house K", in the order of the shapes. */
static const char *readings_of(const char *cards, int level)
{
    static char text[500];
    cav_move found[CAV_MAX_READINGS];
    size_t length = 0;
    text[0] = 0;
    const size_t count = cav_guandan_readings(cards_from(cards), level, found, CAV_MAX_READINGS);
    CHECK(count <= CAV_MAX_READINGS);
    for (int shape = 0; shape < CAV_SHAPES; shape++)
        for (size_t i = 0; i < count; i++)
            if (found[i].shape == shape)
                length += (size_t)snprintf(text + length, sizeof text - length, "%s%s %s", length ? ", " : "",
                                           cav_shape_name(shape), cav_rank_text(CAV_FRENCH, found[i].rank));
    return text;
}

static void test_gd_5_readings(void)
{
    static const struct {
        int level;
        const char *cards, *readings;
    } cases[] = {
        {FIVE, "3C", "single 3"},
        {FIVE, "5H", "single 5"},
        {FIVE, "BJ", "single BJ"},
        {FIVE, "BJ BJ", "pair BJ"},
        {FIVE, "BJ RJ", ""}, /* GD-5.2 */
        {FIVE, "5H 5H", "pair 5"},
        {FIVE, "5H 5C", "pair 5"},
        {FIVE, "5H 3C", "pair 3"},
        {FIVE, "5H RJ", ""}, /* GD-5.4: no joker */
        {FIVE, "BJ BJ 5H", ""},
        {FIVE, "RJ RJ BJ BJ", "joker-bomb RJ"},
        {FIVE, "RJ RJ BJ 5H", ""},
        {FIVE, "3C 3C 3D", "triple 3"},
        {FIVE, "3C 5H 5H", "triple 3"},
        {FIVE, "5C 5H 5H", "triple 5"},
        {FIVE, "3C 3D 3S 4C 4D", "full-house 3"},
        {FIVE, "3C 3D 3S BJ BJ", "full-house 3"}, /* GD-5.2 */
        {FIVE, "3C 3D 3S BJ RJ", ""},
        {FIVE, "3C 3D 5H BJ BJ", "full-house 3"},
        {FIVE, "3C 3D 3S BJ 5H", ""},
        {FIVE, "3C 5H 5H RJ RJ", "full-house 3"},
        {FIVE, "3C 3D 3S 3H 3H", "bomb 3"},
        {FIVE, "KC KC KD 5H 5H", "bomb K, full-house K"}, /* GD-5.4 */
        {KING, "KC KC KD KH KH", "bomb K, full-house K"},
        {FIVE, "AC AD KC KD 5H", "full-house K, full-house A"},
        {FIVE, "AC KC KD 5H 5H", "full-house K, full-house A"},
        {FIVE, "3C 3D 3S 4C", ""}, /* GD-5.1: no triple with a single */
        {FIVE, "3C 3D 3S 4C 4D 4S 6C 7C", ""},
        {FIVE, "3C 4C 5C 6C 7D", "straight 7"},
        {FIVE, "3C 4C 5C 6C 7C", "straight-flush 7"},             /* GD-5.5 */
        {FIVE, "3H 4H 5H 6H 7H", "straight 7, straight-flush 7"}, /* the wild card at its own place */
        {0, "3H 4H 5H 6H 7H", "straight-flush 7"},
        {FIVE, "3C 4C 5H 6C 7D", "straight 7"},
        {FIVE, "3C 4C 5H 6C 7C", "straight 7, straight-flush 7"},
        {FIVE, "3C 4C 6C 7C 5H", "straight 7, straight-flush 7"},
        {FIVE, "3C 4C 6C 5H 5H", "straight 6, straight 7, straight-flush 6, straight-flush 7"},
        {FIVE, "3C 4C 5C 5H 5H",
         "straight 5, straight 6, straight 7, straight-flush 5, straight-flush 6, straight-flush 7"},
        {FIVE, "AC 2C 3C 4D 5C", "straight 5"}, /* GD-5.3 */
        {FIVE, "TC JC QC KD AC", "straight A"},
        {FIVE, "JC QC KC AD 2C", ""},
        {FIVE, "QC KC AC 2D 3C", ""},
        {FIVE, "AC 2C 3C 4C 5C", "straight-flush 5"},
        {FIVE, "AC KC 5H 5H QD", "straight A"},
        {FIVE, "AC 2C 5H 5H 3D", "straight 5"},
        {FIVE, "3C 4C 5C 6C 7C 8C", ""}, /* exactly five */
        {FIVE, "3C 4C 5C 6D", ""},
        {FIVE, "3C 3D 4C 4D 5C 5D", "tube 5"},
        {FIVE, "AC AD 2C 2D 3C 3D", "tube 3"},
        {FIVE, "QC QD KC KD AC AD", "tube A"},
        {FIVE, "KC KD AC AD 2C 2D", ""},
        {FIVE, "3C 3D 4C 4D", ""},
        {FIVE, "3C 3D 4C 4D 5C 5D 6C 6D", ""},
        {FIVE, "3C 3D 4C 4D 5H 5H", "tube 4, tube 5, plate 4"}, /* 223344, 334455; 333444 */
        {FIVE, "3C 3C 4C 4D 6C 5H", ""},
        {FIVE, "3C 3C 4C 4D 6C 6D", ""},
        {FIVE, "3C 3C 3D 4C 4D 4S", "plate 4"},
        {FIVE, "AC AC AD 2C 2D 2S", "plate 2"},
        {FIVE, "AC AC AD KC KD KS", "plate A"},
        {FIVE, "AC AC AD QC QD QS", ""},
        {FIVE, "3C 3C 3D 4C 5H 5H", "plate 4"},
        {FIVE, "2C 2C 2D 2S 5H 5H", "bomb 2"},
        {FIVE, "3C 3C 3D 3D 3H 3H 3S 3S 5H 5H", "bomb 3"}, /* ten */
        {FIVE, "3C 3C 3D 3D 3H 3H 3S 3S 4C", ""},
        {FIVE, "5C 5C 5D 5D 5S 5S 5H 5H", "bomb 5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(readings_of(cases[i].cards, cases[i].level), cases[i].readings) != 0)
            printf("     %s: %s\n", cases[i].cards, readings_of(cases[i].cards, cases[i].level));
        CHECK(strcmp(readings_of(cases[i].cards, cases[i].level), cases[i].readings) == 0);
    }
}

static const cav_move *the_reading(const char *cards, int level, const char *shape)
{
    static cav_move found[CAV_MAX_READINGS];
    const size_t count = cav_guandan_readings(cards_from(cards), level, found, CAV_MAX_READINGS);
    for (size_t i = 0; i < count; i++)
        if (strcmp(cav_shape_name(found[i].shape), shape) == 0)
            return &found[i];
    CHECK(!"no such reading");
    return &found[0];
}

/* Whether all the cards can be played on others that are read so. */
static bool beats(const char *answer, const char *cards, const char *shape, int level)
{
    static cav_move plays[MOST_PLAYS];
    const cav_cards hand = cards_from(answer);
    const size_t count = cav_guandan_plays(hand, level, the_reading(cards, level, shape), plays, MOST_PLAYS);
    for (size_t i = 0; i < count; i++)
        if (gd_same(plays[i].cards, hand))
            return true;
    return false;
}

static void test_gd_5_6_bombs(void)
{
    static const char *const rising[] = {
        "3C 3C 3D 3D",
        "4C 4C 4D 4D",
        "AC AC AD AD",
        "5C 5C 5D 5D", /* the level rank is above the ace */
        "2C 2C 2D 2D 2S",
        "5C 5C 5D 5D 5S",
        "AC 2C 3C 4C 5C",
        "2D 3D 4D 5D 6D",
        "TS JS QS KS AS",
        "2C 2C 2D 2D 2S 2S",
        "3C 3C 3D 3D 3S 5H",
        "2C 2C 2D 2D 2S 2S 2H",
        "3C 3C 3D 3D 3S 3H 3H",
        "2C 2C 2D 2D 2S 2S 2H 2H",
        "2C 2C 2D 2D 2S 2S 2H 2H 5H",
        "2C 2C 2D 2D 2S 2S 2H 2H 5H 5H",
        "AC AC AD AD AS AS AH AH 5H 5H",
        "BJ BJ RJ RJ",
    };
    enum { BOMBS = sizeof rising / sizeof rising[0] };
    for (int i = 0; i < BOMBS; i++) {
        const char *shape = i >= 6 && i <= 8 ? "straight-flush" : i == BOMBS - 1 ? "joker-bomb" : "bomb";
        for (int j = 0; j < BOMBS; j++)
            CHECK(beats(rising[j], rising[i], shape, FIVE) == (j > i));
        CHECK(beats(rising[i], "RJ", "single", FIVE) && beats(rising[i], "5C 5D 5S AC AD", "full-house", FIVE));
        CHECK(!beats("RJ", rising[i], shape, FIVE) && !beats("5C 5D 5S AC AD", rising[i], shape, FIVE));
    }
    CHECK(!beats("7C 8C 9C TC JC", "7D 8D 9D TD JD", "straight-flush", FIVE)); /* no order of suits */
    CHECK(beats("5C 5C 5D 3C 3D", "AC AC AD KC KD", "full-house", FIVE));
    CHECK(!beats("AC AC AD KC KD", "5C 5C 5D 3C 3D", "full-house", FIVE));
    CHECK(!beats("AC AD 2C 2D 3C 3D", "2C 2D 3C 3D 4C 4D", "tube", FIVE) &&
          beats("KC KC KD AC AD AS", "AC AC AD 2C 2D 2S", "plate", FIVE));
    CHECK(!beats("4C 4D 5C 5D 6C 6D", "6C 6D 7C 7D 8C 8D", "tube", FIVE)); /* the level rank at its natural place */
}

/* cav_guandan_plays: what `beating` may be, and what is beyond the capacity. */
static void test_plays_kernel(void)
{
    static cav_move plays[2000], few[2000];
    const cav_cards hand = cards_from("3C 3D 4C 4D 5H 5H 6C 7C 8D BJ BJ");
    const size_t count = cav_guandan_plays(hand, FIVE, NULL, plays, 2000);
    CHECK(count > 20 && count < 2000 && cav_guandan_plays(hand, FIVE, NULL, NULL, 0) == count);
    for (size_t capacity = 0; capacity <= count; capacity++) {
        memset(few, 0xee, (capacity + 1) * sizeof few[0]);
        CHECK(cav_guandan_plays(hand, FIVE, NULL, few, capacity) == count);
        CHECK(memcmp(few, plays, capacity * sizeof few[0]) == 0 && few[capacity].kind == 0xee);
    }
    CHECK(cav_guandan_readings(cards_from("3C 4C 6C 5H 5H"), FIVE, few, 2) == 4);
    CHECK(cav_guandan_readings(cards_from("3C 4C 6C 5H 5H"), FIVE, NULL, 0) == 4);
    cav_move table = {.kind = CAV_PLAY, .cards = cards_from("3C")};
    CHECK(cav_guandan_plays(cards_from("4C"), FIVE, &table, NULL, 0) == 1);
    table = (cav_move){
        .kind = CAV_PLAY, .shape = CAV_SINGLE, .rank = 1, .cards = cards_from("3C")}; /* the length left out */
    CHECK(cav_guandan_plays(cards_from("4C"), FIVE, &table, NULL, 0) == 1);
    table.length = 1;
    CHECK(cav_guandan_plays(cards_from("4C"), FIVE, &table, NULL, 0) == 1);
    table.length = 2;
    CHECK(cav_guandan_plays(cards_from("4C"), FIVE, &table, NULL, 0) == 0);
    table =
        (cav_move){.kind = CAV_PLAY, .shape = CAV_SINGLE, .rank = 2, .cards = cards_from("3C")}; /* not what it is */
    CHECK(cav_guandan_plays(cards_from("4C"), FIVE, &table, NULL, 0) == 0);
    table = (cav_move){.kind = CAV_PLAY, .cards = cards_from("AC AD KC KD 5H")}; /* of which reading? */
    CHECK(cav_guandan_plays(cards_from("AC AD AS 3D 3C"), FIVE, &table, NULL, 0) == 0);
    table.shape = CAV_FULL_HOUSE_PLAY;
    table.rank = KING;
    CHECK(cav_guandan_plays(cards_from("AC AD AS 3D 3C"), FIVE, &table, NULL, 0) == 1);
    table.rank = ACE;
    CHECK(cav_guandan_plays(cards_from("AC AD AS 3D 3C"), FIVE, &table, NULL, 0) == 0);
    const cav_cards strange[] = {{1, 3}, {0, 1}, {(uint64_t)1 << 54, 0}, {UINT64_MAX, 0}, {1, (uint64_t)1 << 60}};
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        table = (cav_move){.kind = CAV_PLAY, .cards = strange[i]};
        CHECK(cav_guandan_plays(strange[i], FIVE, NULL, plays, 2000) == 0);
        CHECK(cav_guandan_readings(strange[i], FIVE, plays, 2000) == 0);
        CHECK(cav_guandan_plays(hand, FIVE, &table, plays, 2000) == 0);
    }
    const int levels[] = {-1, 13, 255, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        CHECK(cav_guandan_plays(hand, levels[i], NULL, plays, 2000) == 0 &&
              cav_guandan_readings(hand, levels[i], plays, 2000) == 0);
    table = (cav_move){.kind = CAV_PLAY, .cards = {0, 0}};
    CHECK(cav_guandan_plays(hand, FIVE, &table, plays, 2000) == 0);
}

/* ---- Named plays --------------------------------------------------------------------------------------------- */

static void test_gd_5_5_named_plays(void)
{
    const cav_guandan_options o = gd_options(FIVE, "");
    const cav_state state = dealt(&o, "AC AD KC KD KS 5H 5H 3H 4H 6H 7H TC TD TS 8S RJ RJ BJ BJ", "", "", "");
    static const struct {
        const char *text, *written;
    } good[] = {
        {"play single 5: 5H", "play single 5: 5H"},
        {"5H", "play single 5: 5H"},
        {"single 5: 5H", "play single 5: 5H"},
        {"PLAY Single 5 : 5h", "play single 5: 5H"},
        {"full-house K: AC AD KC KD 5H", "play full-house K: KC AC KD AD 5H"},
        {"play full-house A:ACADKCKD5H", "play full-house A: KC AC KD AD 5H"},
        {"full-house A: AC AD KC KD KS", ""},
        {"AC AD KC KD KS", "play full-house K: KC AC KD AD KS"},
        {"straight 7: 3H 4H 5H 6H 7H", "play straight 7: 3H 4H 5H 6H 7H"},
        {"straight-flush 7: 3H 4H 5H 6H 7H", "play straight-flush 7: 3H 4H 5H 6H 7H"}, /* the longest name counts */
        {"STRAIGHT-FLUSH 8: 4H 5H 5H 6H 7H", "play straight-flush 8: 4H 5H 5H 6H 7H"},
        {"joker-bomb RJ: BJ BJ RJ RJ", "play joker-bomb RJ: BJ BJ RJ RJ"},
        {"joker-bomb BJ: BJ BJ RJ RJ", ""},
        {"BJ BJ RJ RJ", "play joker-bomb RJ: BJ BJ RJ RJ"},
        {"triple 10: TC TD TS", "play triple T: TC TD TS"},
        {"pair RJ: RJ RJ", "play pair RJ: RJ RJ"},
        {"bomb K: KC KD KS 5H 5H", "play bomb K: KC KD 5H 5H KS"},
        {"full-house K: KC KD KS 5H 5H", "play full-house K: KC KD 5H 5H KS"},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        cav_move move, again;
        char text[200];
        size_t at;
        const cav_error *error = cav_move_parse(&state, good[i].text, strlen(good[i].text), &move, &at);
        CHECK(at == strlen(good[i].text));
        if (!good[i].written[0]) {
            CHECK(is_error(error, CAV_ILLEGAL_MOVE, "other-reading", "GD-5.5"));
            continue;
        }
        CHECK(!error);
        cav_move_format(gd_game(), &move, CAV_PLAIN, text, sizeof text);
        CHECK(strcmp(text, good[i].written) == 0);
        for (int style = CAV_PLAIN; style <= CAV_SYMBOLS; style++) {
            const size_t length = cav_move_format(gd_game(), &move, (cav_style)style, text, sizeof text);
            CHECK(!cav_move_parse(&state, text, length, &again, NULL) && memcmp(&again, &move, sizeof move) == 0);
        }
    }
    static const struct {
        const char *text, *code;
        size_t at;
    } faults[] = {
        {"AC AD KC KD 5H", "which-reading", 14},
        {"KC KD KS 5H 5H", "which-reading", 14},
        {"3H 4H 5H 6H 7H", "which-reading", 14},
        {"rocket RJ: BJ RJ", "no-combination", 16},
        {"rocket RJ: BJ BJ RJ RJ", "other-reading", 22},
        {"single 5 5H", "unreadable", 9},
        {"single 5H: 5H", "unreadable", 7},
        {"single : 5H", "unreadable", 7},
        {"single", "unreadable", 6},
        {"single 5", "unreadable", 8},
        {"single 5:", "unreadable", 9},
        {"play straight", "unreadable", 13},
        {"straight-flash 7: 3H", "unreadable", 8},
        {"straight- 7: 3H 4H 5H 6H 7H", "unreadable", 8},
        {"straightflush 7: 3H 4H 5H 6H 7H", "bad-card", 0},
        {"flush 7: 3H 4H 5H 6H 7H", "bad-card", 0},
        {"5: 5H", "bad-card", 0}, /* ranks alone are no cards here */
        {"single single 5: 5H", "unreadable", 7},
        {"single 5: single 5: 5H", "bad-card", 10},
        {"pass single 5:", "unreadable", 5},
        {"single 5: 5H 5H 5H", "not-in-pack", 16},
        {"pair 5: 5H 5C", "not-in-hand", 13},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        cav_move move;
        size_t at = 999;
        memset(&move, 0xee, sizeof move);
        const cav_error *error = cav_move_parse(&state, faults[i].text, strlen(faults[i].text), &move, &at);
        if (!error || strcmp(error->code, faults[i].code) != 0 || at != faults[i].at)
            printf("     %s: %s at %d\n", faults[i].text, error ? error->code : "", (int)at);
        CHECK(error && strcmp(error->code, faults[i].code) == 0 && at == faults[i].at && move.kind == 0xee);
    }
}

/* A reading is named by shape and rank; its length may be left out. */
static void test_gd_5_5_named_reading(void)
{
    const cav_guandan_options o = gd_options(FIVE, "");
    const cav_state state = dealt(&o, "AC AD KC KD 5H 2C 3C 4C 5C 3D", "", "", "");
    for (int shape = 0; shape < 256; shape++)
        for (int rank = 0; rank < 15; rank++)
            for (int length = 0; length < 7; length++) {
                cav_move house = {
                    CAV_PLAY, (uint8_t)shape, (uint8_t)rank, (uint8_t)length, 0, cards_from("AC AD KC KD 5H")};
                cav_move line = {
                    CAV_PLAY, (uint8_t)shape, (uint8_t)rank, (uint8_t)length, 0, cards_from("AC 2C 3D 4C 5C")};
                const bool open = !shape && !rank && !length;
                const cav_error *error = cav_state_check(&state, &house);
                if (shape == CAV_FULL_HOUSE_PLAY && (rank == KING || rank == ACE) && length <= 1)
                    CHECK(!error && house.length == 1);
                else
                    CHECK(is_error(error, CAV_ILLEGAL_MOVE, open ? "which-reading" : "other-reading", "GD-5.5"));
                error = cav_state_check(&state, &line);
                if (open || (shape == CAV_STRAIGHT && rank == FIVE && (length == 0 || length == 5)))
                    CHECK(!error && line.length == 5 && line.shape == CAV_STRAIGHT && line.rank == FIVE);
                else
                    CHECK(is_error(error, CAV_ILLEGAL_MOVE, "other-reading", "GD-5.5"));
            }
}

/* What is no multiset, or not held, or says too much. */
static void test_strange_moves(void)
{
    const cav_guandan_options o = gd_options(FIVE, "");
    cav_state state = dealt(&o, "3C 3C 4D RJ RJ", "4C", "", "");
    const uint64_t three = 1 << 1;
    const cav_cards strange[] = {{0, three}, {1 << 2, three}, {0, (uint64_t)1 << 53}, {(uint64_t)1 << 54, 0}, {0, 0}};
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        cav_move play = {.kind = CAV_PLAY, .cards = strange[i]};
        const cav_error *error = cav_state_check(&state, &play);
        CHECK(i == 4 ? is_error(error, CAV_ILLEGAL_MOVE, "no-combination", "GD-5.1")
                     : is_error(error, CAV_ILLEGAL_MOVE, "not-in-hand", "GD-4.1"));
    }
    cav_move move = {.kind = CAV_PASS, .cards = {0, three}};
    CHECK(is_error(cav_state_check(&state, &move), CAV_ILLEGAL_MOVE, "stray-fields", ""));
    move = (cav_move){.kind = CAV_PASS, .length = 1};
    CHECK(is_error(cav_state_check(&state, &move), CAV_ILLEGAL_MOVE, "stray-fields", ""));
    move = (cav_move){.kind = CAV_PASS, .amount = 1};
    CHECK(is_error(cav_state_check(&state, &move), CAV_ILLEGAL_MOVE, "stray-fields", ""));
    move = (cav_move){.kind = CAV_PLAY, .amount = 1, .cards = {three, 0}};
    CHECK(is_error(cav_state_check(&state, &move), CAV_ILLEGAL_MOVE, "stray-fields", ""));
    move = (cav_move){.kind = CAV_RETURN, .cards = {three, 0}};
    CHECK(is_error(cav_state_check(&state, &move), CAV_ILLEGAL_MOVE, "not-returning", "GD-3.3"));
    const cav_guandan_options after = gd_options(FIVE, "0123");
    state = dealt(&after, "3C 3C", "", "", "");
    const cav_cards returned[] = {{0, three}, {three, three}, {three | 1 << 2, 0}, {0, 0}, {(uint64_t)1 << 54, 0}};
    for (size_t i = 0; i < sizeof returned / sizeof returned[0]; i++) {
        move = (cav_move){.kind = CAV_RETURN, .cards = returned[i]};
        CHECK(is_error(cav_state_check(&state, &move), CAV_ILLEGAL_MOVE, i == 4 ? "not-in-hand" : "one-card",
                       i == 4 ? "GD-4.1" : "GD-3.3"));
    }
    for (int kind = 0; kind < 256; kind++) {
        move = (cav_move){.kind = (uint8_t)kind};
        if (kind != CAV_PASS && kind != CAV_PLAY && kind != CAV_RETURN)
            CHECK(is_error(cav_state_check(&state, &move), CAV_ILLEGAL_MOVE, "unknown-kind", ""));
    }
}

/* ---- Random matches beside a second reading of the rules -------------------------------------------------------- */

typedef struct referee {
    cav_cards hands[SEATS], dealt[SEATS];
    int32_t levels[2], level, previous[SEATS], places[SEATS];
    gd_tribute tribute;
    int returned[2];
    int out, turn, leader, leading, to_return; /* to_return: receivers that have given back, 2: all */
    bool passed[SEATS], acted[SEATS], over, match_over;
    gd_reading table;
} referee;

static bool holds_cards(const referee *r, int seat) { return r->hands[seat].any != 0; }

static int next_with_cards(const referee *r, int seat)
{
    do
        seat = (seat + 1) % SEATS;
    while (!holds_cards(r, seat));
    return seat;
}

static void referee_leads(referee *r, int seat)
{
    r->turn = r->leader = seat;
    r->leading = NONE;
    memset(r->passed, 0, sizeof r->passed);
    memset(r->acted, 0, sizeof r->acted);
}

/* A deal of those cards; `leader` is who was drawn, for a first deal. */
static void referee_deal(referee *r, const cav_cards hands[SEATS], int leader)
{
    memcpy(r->hands, hands, sizeof r->hands);
    memcpy(r->dealt, hands, sizeof r->dealt);
    for (int i = 0; i < SEATS; i++)
        r->places[i] = NONE;
    r->out = 0;
    r->over = false;
    r->returned[0] = r->returned[1] = NONE;
    if (r->previous[0] != NONE)
        r->level = r->levels[r->previous[0] % 2];
    r->tribute = gd_tribute_of(hands, r->previous, r->level);
    referee_leads(r, r->previous[0] == NONE ? leader : r->previous[0]);
    r->to_return = 2;
    for (int i = 1; i >= 0; i--)
        if (r->tribute.payers[i] != NONE) {
            CHECK(gd_move_card(r->hands, r->tribute.payers[i], r->previous[i], r->tribute.cards[i]));
            r->to_return = i;
        }
    if (r->to_return < 2)
        r->leader = NONE;
}

static void referee_return(referee *r, int card)
{
    const int i = r->to_return;
    CHECK(gd_may_return(r->hands[r->turn], r->level, card));
    r->returned[i] = card;
    CHECK(gd_move_card(r->hands, r->previous[i], r->tribute.payers[i], card));
    r->to_return = i == 0 && r->tribute.payers[1] != NONE ? 1 : 2;
    if (r->to_return == 2)
        referee_leads(r, r->tribute.payers[0]);
    else
        r->turn = r->previous[r->to_return];
}

static void referee_end(referee *r)
{
    const int first = r->places[0], before = r->levels[first % 2];
    int place = 1;
    while (r->places[place] != (first + 2) % 4)
        place++;
    const int rise = 4 - place;
    r->over = true;
    r->turn = -1;
    r->match_over = r->level == ACE && before == ACE && place < 3;
    r->levels[first % 2] = before + rise < ACE ? before + rise : ACE;
    for (int i = 0; i < SEATS; i++)
        r->previous[i] = r->places[i];
}

static void referee_play(referee *r, const cav_move *move)
{
    const int seat = r->turn;
    if (move->kind == CAV_RETURN) {
        int card = 0;
        while (!gd_copies(move->cards, card))
            card++;
        referee_return(r, card);
        return;
    }
    r->acted[seat] = true;
    if (move->kind == CAV_PASS) {
        bool all = true;
        r->passed[seat] = true;
        for (int other = 0; other < SEATS; other++)
            all = all && (other == r->leading || r->passed[other] || !holds_cards(r, other));
        const int last = r->leading, partner = (last + 2) % 4;
        if (all)
            referee_leads(r, holds_cards(r, last)      ? last
                             : holds_cards(r, partner) ? partner
                                                       : next_with_cards(r, last));
        else
            r->turn = next_with_cards(r, seat);
        return;
    }
    CHECK(cav_cards_contain(r->hands[seat], move->cards));
    r->hands[seat] = cav_cards_minus(r->hands[seat], move->cards);
    r->table = gd_reading_of(move);
    r->leading = seat;
    memset(r->passed, 0, sizeof r->passed);
    if (!holds_cards(r, seat))
        r->places[r->out++] = seat;
    if (r->out == 3) {
        r->places[3] = next_with_cards(r, seat);
        referee_end(r);
    } else {
        r->turn = next_with_cards(r, seat);
    }
}

static void check_against(const referee *r, const cav_state *state)
{
    const cav_guandan_table t = gd_table_of(state);
    int passes = 0;
    CHECK(state->head.turn == r->turn && (state->head.phase == 2) == r->over &&
          state->head.match_over == r->match_over);
    CHECK((state->head.phase == 0) == (r->to_return < 2));
    CHECK(t.level == r->level && t.levels[0] == r->levels[0] && t.levels[1] == r->levels[1]);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(gd_same(cav_state_hand(state, seat), r->hands[seat]));
        CHECK(state->head.hand_sizes[seat] == cav_cards_count(r->hands[seat]));
        CHECK(state->head.scores[seat] == r->levels[seat % 2] + 2);
        CHECK(t.places[seat] == r->places[seat] && (r->over || t.previous[seat] == r->previous[seat]));
        passes += r->passed[seat];
        if (!r->over)
            CHECK((t.trick[seat].kind != CAV_NONE) == r->acted[seat]);
        if (r->passed[seat])
            CHECK(t.trick[seat].kind == CAV_PASS);
    }
    for (int i = 0; i < 2; i++)
        CHECK(t.payers[i] == r->tribute.payers[i] && t.tribute[i] == r->tribute.cards[i] &&
              t.returned[i] == r->returned[i]);
    CHECK(t.cancelled == r->tribute.cancelled && t.leader == r->leader && t.leading == r->leading &&
          t.passes == passes);
}

/* As many moves as the rules allow, and exactly those. */
static void check_moves(const referee *r, const cav_state *state, bool all)
{
    static gd_key expected[MOST_PLAYS], keys[MOST_PLAYS];
    static cav_move moves[MOST_PLAYS];
    if (r->to_return < 2) {
        uint64_t count = 0;
        for (int card = 0; card < 54; card++)
            count += gd_may_return(r->hands[r->turn], r->level, card);
        CHECK(cav_state_count(state) == count);
        return;
    }
    const bool passes = r->leading != NONE;
    const size_t count = gd_plays(r->hands[r->turn], r->level, passes ? &r->table : NULL, expected);
    CHECK(cav_state_count(state) == count + passes);
    if (!all)
        return;
    CHECK(cav_state_list(state, moves, MOST_PLAYS) == count + passes && (moves[0].kind == CAV_PASS) == passes);
    for (size_t i = 0; i < count; i++)
        keys[i] = gd_key_of_play(&moves[i + passes], r->level);
    CHECK(gd_unique(keys, count) == count && memcmp(keys, expected, count * sizeof keys[0]) == 0);
}

/* The cards as they were dealt, out of the events of a deal. */
static void read_hands(const cav_log *log, cav_cards hands[SEATS])
{
    for (size_t i = 0; i < log->count; i++)
        if (log->events[i].code == CAV_EVENT_HAND)
            hands[log->events[i].seat] = log->events[i].move.cards;
}

/* How often things came up. */
typedef struct tally {
    int deals, single, twice, cancelled, rises[4], won, stuck, fallback, partner_out;
} tally;

static void follow_match(uint32_t number, const cav_guandan_options *options, int deals, tally *seen)
{
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    cav_cards hands[SEATS] = {{0, 0}};
    uint8_t seed[CAV_SEED_SIZE];
    cav_state state;
    referee r;
    cav_rng rng = rng_of(number);
    memset(&r, 0, sizeof r);
    memset(&state, 0, sizeof state);
    seed_of(number, seed);
    CHECK(!cav_game_start(gd_game(), options, seed, NULL, &state, &log));
    memcpy(r.levels, options->levels, sizeof r.levels);
    memcpy(r.previous, options->previous, sizeof r.previous);
    r.level = options->level == NONE ? options->levels[0] : options->level;
    read_hands(&log, hands);
    referee_deal(&r, hands, state.head.turn);
    for (int deal = 0;; deal++) {
        CHECK(state.head.deal == (uint32_t)deal);
        check_against(&r, &state);
        seen->deals++;
        seen->cancelled += r.tribute.cancelled;
        seen->twice += r.tribute.payers[1] != NONE;
        seen->single += r.tribute.payers[0] != NONE && r.tribute.payers[1] == NONE;
        while (!r.over && state.head.turn == r.turn) { /* or the two have parted */
            cav_move move;
            check_moves(&r, &state, cav_rng_below(&rng, 8) == 0);
            CHECK(!cav_state_pick(&state, &rng, &move));
            if (move.kind == CAV_RETURN)
                seen->fallback += !(move.cards.any &
                                    0x1ff * ((uint64_t)1 | (uint64_t)1 << 13 | (uint64_t)1 << 26 | (uint64_t)1 << 39));
            seen->partner_out += r.out > 0 && move.kind == CAV_PASS && r.leading != NONE && !holds_cards(&r, r.leading);
            referee_play(&r, &move);
            CHECK(!cav_state_play(&state, &move, NULL));
            check_against(&r, &state);
        }
        if (!r.over || state.head.turn >= 0)
            return;
        const int first = r.places[0];
        seen->rises[(first + 2) % 4 == r.places[1] ? 3 : (first + 2) % 4 == r.places[2] ? 2 : 1]++;
        seen->won += r.match_over;
        seen->stuck += r.level == ACE && !r.match_over;
        if (r.match_over || deal + 1 == deals)
            break;
        log.count = 0;
        const cav_error *error = cav_state_next_deal(&state, &log);
        CHECK(!error);
        if (error)
            return;
        read_hands(&log, hands);
        referee_deal(&r, hands, NONE);
    }
    CHECK(!r.match_over == !cav_state_next_deal(&state, NULL));
}

#ifdef NDEBUG
enum { MATCHES = 120 };
#else
enum { MATCHES = 24 };
#endif

static void test_random_matches(void)
{
    tally seen = {0};
    for (uint32_t number = 0; number < MATCHES; number++) {
        cav_guandan_options o = gd_defaults();
        o.levels[0] = (int32_t)(number % 13);
        o.levels[1] = (int32_t)(number % 4 ? number / 2 % 13 : number % 13);
        o.level = o.levels[number % 2];
        if (number % 3 == 0)
            o.levels[0] = o.levels[1] = o.level = ACE;
        follow_match(number, &o, 6, &seen);
    }
    CHECK(seen.deals > 3 * MATCHES && seen.single > 0 && seen.twice > 0 && seen.won > 0 && seen.stuck > 0);
    CHECK(seen.rises[1] > 0 && seen.rises[2] > 0 && seen.rises[3] > 0 && seen.partner_out > 0);
    CHECK(MATCHES < 100 || seen.cancelled > 0);
}

/* ---- Views and samples --------------------------------------------------------------------------- */

/* A position of a deal with tribute, mostly; with hands now and then that the tribute tells much about. */
static cav_state random_position(uint32_t number, cav_rng *rng, uint64_t most)
{
    static const char *const previous[] = {"0123", "0132", "0213", "0231", "1320",
                                           "1302", "2031", "3120", "1203", "2130"};
    const cav_guandan_options o = gd_options((int)(number % 13), number % 11 ? previous[number / 7 % 10] : "");
    const char *hands[SEATS] = {"", "", "", ""};
    cav_state state;
    if (number % 11)
        switch (number % 6) {
        case 1: /* a receiver without low cards */
            hands[o.previous[0]] = "JJJJJJJ QQQQQQQ KKKKKKK AAAAAA";
            break;
        case 2: /* and without jacks */
            hands[o.previous[0]] = "QQQQQQQ KKKKKKKK AAAAAAAA BJBJRJ QQ";
            break;
        case 3: /* no tribute when one pays */
            hands[o.previous[3]] = "RJRJ";
            break;
        case 4: /* when two pay, one of them has a red joker, and neither the other */
            hands[o.previous[2]] = "RJ";
            hands[number % 4 ? o.previous[0] : o.previous[3]] = "RJ";
            break;
        default:
            break;
        }
    CHECK(!gd_start(&o, hands, number, &state, NULL));
    stroll(&state, rng, cav_rng_below(rng, most));
    return state;
}

/* The layout of a position, up to what seats have played; test_guandan_records.c has all of it. */
typedef struct cards_record {
    cav_head head;
    cav_cards hands[SEATS], played[SEATS];
} cards_record;

static void played_by(const cav_state *state, cav_cards played[SEATS])
{
    cards_record record;
    memcpy(&record, state, sizeof record);
    memcpy(played, record.played, sizeof record.played);
}

static bool fits(const cav_state *state)
{
    const cav_guandan_table t = gd_table_of(state);
    cav_cards hands[SEATS], played[SEATS];
    played_by(state, played);
    for (int seat = 0; seat < SEATS; seat++)
        hands[seat] = cav_state_hand(state, seat);
    return gd_fits_tribute(&t, hands, played);
}

/* Two hidden cards change places. The record is taken exactly when the deal could have been such, and then the view is
 * the same, to the byte. */
static void test_views_tell_nothing_else(void)
{
    cav_rng rng = rng_of(21);
    int taken = 0, refused = 0;
    for (uint32_t number = 0; number < 600; number++) {
        const cav_state state = random_position(number, &rng, number % 2 ? 6 : 120);
        CHECK(fits(&state));
        for (int tries = 0; tries < 30; tries++) {
            const int viewer = (int)cav_rng_below(&rng, 5) - 1;
            const int a = (int)cav_rng_below(&rng, SEATS), b = (int)cav_rng_below(&rng, SEATS);
            uint8_t list[2][CAV_MAX_PACK];
            if (a == b || a == viewer || b == viewer || state.head.hand_sizes[a] == 0 || state.head.hand_sizes[b] == 0)
                continue;
            cav_state changed = state, loaded, view, other;
            cards_record record;
            memcpy(&record, &changed, sizeof record);
            const int na = cav_cards_list(record.hands[a], list[0]), nb = cav_cards_list(record.hands[b], list[1]);
            const int x = list[0][cav_rng_below(&rng, (uint64_t)na)], y = list[1][cav_rng_below(&rng, (uint64_t)nb)];
            if (!gd_move_card(record.hands, a, b, x) || !gd_move_card(record.hands, b, a, y))
                continue;
            memcpy(&changed, &record, sizeof record);
            const bool accepted = !cav_state_load(&changed, changed.head.size, &loaded);
            CHECK(accepted == fits(&changed));
            taken += accepted;
            refused += !accepted;
            if (!accepted)
                continue;
            CHECK(!cav_state_view(&state, viewer, &view) && !cav_state_view(&changed, viewer, &other));
            CHECK(cav_state_equal(&view, &other) && cav_state_hash(&view) == cav_state_hash(&other));
        }
    }
    CHECK(taken > 1000 && refused > 300);
}

static void test_samples_fit_the_tribute(void)
{
    cav_rng rng = rng_of(22);
    int cancelled = 0, fallback = 0;
    for (uint32_t number = 0; number < 600; number++) {
        const cav_state state = random_position(number, &rng, number % 2 ? 6 : 120);
        const cav_guandan_table t = gd_table_of(&state);
        cancelled += t.cancelled;
        fallback += t.returned[0] != NONE && gd_rank(t.returned[0]) > TEN;
        for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
            cav_state view, sampled;
            CHECK(!cav_state_view(&state, viewer, &view));
            for (int i = 0; i < 5; i++) {
                CHECK(!cav_state_sample(&view, &rng, &sampled) && fits(&sampled));
                if (viewer >= 0)
                    CHECK(gd_same(cav_state_hand(&sampled, viewer), cav_state_hand(&state, viewer)));
            }
        }
    }
    CHECK(cancelled > 20 && fallback > 20);
}

/* What everybody knows of a hand: no more than the letter of the tribute. */
static void test_known_cards(void)
{
    cav_rng rng = rng_of(23);
    for (uint32_t number = 0; number < 400; number++) {
        const cav_state state = random_position(number, &rng, 150);
        const cav_guandan_table t = gd_table_of(&state);
        cav_cards played[SEATS];
        played_by(&state, played);
        for (int seat = 0; seat < SEATS; seat++)
            for (int card = 0; card < 54; card++) {
                int given = 0;
                for (int i = 0; i < 2; i++) {
                    given +=
                        t.payers[i] != NONE && seat == t.previous[i] && t.tribute[i] == card && t.returned[i] != card;
                    given += t.payers[i] == seat && t.returned[i] == card;
                }
                if (t.cancelled && card == 53 && seat == t.previous[3] && (t.previous[0] + 2) % 4 != t.previous[1])
                    given = 2;
                const int left = given - gd_copies(played[seat], card);
                CHECK(gd_copies(t.known[seat], card) == (left > 0 ? left : 0));
            }
        CHECK(t.payers[0] == NONE || !t.cancelled);
    }
}

/* In an ending every layout of the unseen cards that fits the tribute comes as often as it can be dealt, of two copies
 * of a card each by itself. */
enum { MOST_LAYOUTS = 400, MOST_UNSEEN = 9 };

typedef struct ending {
    cav_guandan_table table;
    cav_cards hands[SEATS], played[SEATS]; /* known cards */
    int room[SEATS], count, layouts, ways, barred;
    uint8_t unseen[CAV_MAX_PACK];
    cav_cards found[MOST_LAYOUTS][SEATS];
    uint32_t weight[MOST_LAYOUTS], seen[MOST_LAYOUTS];
} ending;

static int layout_of(const ending *e, const cav_cards hands[SEATS])
{
    int at = 0;
    while (at < e->layouts && memcmp(e->found[at], hands, sizeof e->found[at]) != 0)
        at++;
    return at;
}

static void list_layouts(ending *e, int card, cav_cards hands[SEATS])
{
    if (card == e->count) {
        if (!gd_fits_tribute(&e->table, hands, e->played)) {
            e->barred++;
            return;
        }
        const int at = layout_of(e, hands);
        if (at == MOST_LAYOUTS)
            return;
        if (at == e->layouts)
            memcpy(e->found[e->layouts++], hands, sizeof e->found[at]);
        e->weight[at]++;
        e->ways++;
        return;
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (e->room[seat] > 0) {
            const cav_cards before = hands[seat];
            if (!cav_cards_add(&hands[seat], e->unseen[card]))
                continue;
            e->room[seat]--;
            list_layouts(e, card + 1, hands);
            e->room[seat]++;
            hands[seat] = before;
        }
}

static bool make_ending(const cav_state *view, ending *e)
{
    cav_cards left = gd_two_packs;
    memset(e, 0, sizeof *e);
    e->table = gd_table_of(view);
    played_by(view, e->played);
    for (int seat = 0; seat < SEATS; seat++) {
        e->hands[seat] = cav_state_hand(view, seat);
        e->room[seat] = view->head.hand_sizes[seat] - cav_cards_count(e->hands[seat]);
        left = cav_cards_minus(cav_cards_minus(left, e->played[seat]), e->hands[seat]);
    }
    e->count = cav_cards_count(left);
    if (e->count > MOST_UNSEEN || e->count < 2)
        return false;
    cav_cards_list(left, e->unseen);
    cav_cards hands[SEATS];
    memcpy(hands, e->hands, sizeof hands);
    list_layouts(e, 0, hands);
    return e->layouts >= 2 && e->layouts < 120;
}

static void test_samples_of_endings_are_even(void)
{
    static ending e;
    cav_rng rng = rng_of(24);
    int tested = 0, barred = 0;
    for (uint32_t number = 0; number < 4000 && (tested < 40 || barred < 12); number++) {
        cav_state state = random_position(number, &rng, 2), view;
        cav_move move;
        while (state.head.turn >= 0 && !cav_state_pick(&state, &rng, &move)) {
            int cards = 0;
            for (int seat = 0; seat < SEATS; seat++)
                cards += state.head.hand_sizes[seat];
            if (cards <= 14)
                break;
            cav_state_play(&state, &move, NULL);
        }
        for (int viewer = CAV_SPECTATOR; viewer < SEATS && state.head.turn >= 0; viewer++) {
            CHECK(!cav_state_view(&state, viewer, &view));
            if (!make_ending(&view, &e) || (tested >= 40 && !e.barred))
                continue;
            const int samples = 60 * e.layouts;
            for (int i = 0; i < samples; i++) {
                cav_state sampled;
                cav_cards hands[SEATS];
                CHECK(!cav_state_sample(&view, &rng, &sampled));
                for (int seat = 0; seat < SEATS; seat++)
                    hands[seat] = cav_state_hand(&sampled, seat);
                const int at = layout_of(&e, hands);
                CHECK(at < e.layouts);
                e.seen[at < e.layouts ? at : 0]++;
            }
            double far = -(e.layouts - 1);
            for (int i = 0; i < e.layouts; i++) {
                const double expected = (double)samples * e.weight[i] / e.ways;
                far += (e.seen[i] - expected) * (e.seen[i] - expected) / expected;
            }
            /* Four deviations are far; five, as with few layouts chi-square leans to one side. */
            CHECK(far < 0 || far * far < 25 * 2.0 * (e.layouts - 1));
            tested++;
            barred += e.barred > 0;
        }
    }
    CHECK(tested >= 40 && barred >= 12);
}

int main(void)
{
    RUN(test_gd_1_1_rises);
    RUN(test_gd_1_2_options);
    RUN(test_gd_1_2_first_level);
    RUN(test_gd_1_2_cap_and_next_level);
    RUN(test_gd_1_3_winning);
    RUN(test_gd_2_deal);
    RUN(test_gd_3_1_single_tribute);
    RUN(test_gd_3_1_double_tribute);
    RUN(test_gd_3_2_cancelled);
    RUN(test_gd_3_3_return);
    RUN(test_gd_3_3_return_without_low_cards);
    RUN(test_gd_3_3_two_returns);
    RUN(test_gd_4_1_lead_and_follow);
    RUN(test_gd_4_1_next_leads);
    RUN(test_gd_4_2_power);
    RUN(test_gd_4_3_answers);
    RUN(test_gd_5_readings);
    RUN(test_gd_5_5_named_plays);
    RUN(test_gd_5_5_named_reading);
    RUN(test_gd_5_6_bombs);
    RUN(test_gd_6_end);
    RUN(test_plays_kernel);
    RUN(test_strange_moves);
    RUN(test_random_matches);
    RUN(test_views_tell_nothing_else);
    RUN(test_known_cards);
    RUN(test_samples_fit_the_tribute);
    RUN(test_samples_of_endings_are_even);
    return checks_result();
}
