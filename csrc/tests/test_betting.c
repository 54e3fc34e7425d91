/* The betting kernel by itself: cases that are known to go wrong, then random rounds against the letter of HE-3, and
 * pots against paying them out chip by chip. */
#include "kernels/betting.h"

#include "table.h"
#include "test.h"

enum { SEATS = CAV_MAX_SEATS };

/* ---- Rounds by hand ------------------------------------------------------------------------------- */

/* A round with these chips, nobody out. */
static betting round_of(int seats, const int32_t *chips, int32_t least)
{
    betting round;
    memset(&round, 0, sizeof round);
    round.seats = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) {
        round.chips[seat] = chips[seat];
        round.in |= (uint8_t)(1u << seat);
    }
    betting_begin(&round, least);
    return round;
}

/* The same with blinds: the small one is seat 0's, the big one seat 1's; a short one does not lower the bet. */
static betting blinds_of(int seats, const int32_t *chips, int32_t small, int32_t big)
{
    betting round = round_of(seats, chips, big);
    betting_post(&round, 0, small);
    betting_post(&round, 1, big);
    round.to_call = big;
    return round;
}

static bool is_legal(const betting *round, int seat, cav_kind kind, int32_t amount)
{
    cav_move move = {.kind = (uint8_t)kind, .amount = amount};
    return betting_check(round, seat, &move) == BETTING_FINE;
}

/* Makes a legal action; whether it was legal. */
static bool act(betting *round, int seat, cav_kind kind, int32_t amount)
{
    cav_move move = {.kind = (uint8_t)kind, .amount = amount};
    if (betting_check(round, seat, &move) != BETTING_FINE)
        return false;
    betting_act(round, seat, &move);
    return true;
}

static bool may_raise_from(const betting *round, int seat, int32_t least)
{
    const betting_range raises = betting_raises(round, seat);
    return raises.least == least && raises.most == round->chips[seat] + round->bets[seat] &&
           is_legal(round, seat, CAV_RAISE, least) && !is_legal(round, seat, CAV_RAISE, least - 1);
}

/* Fold and call are all there is. */
static bool may_not_raise(const betting *round, int seat)
{
    return betting_raises(round, seat).most == 0 && betting_count(round, seat) == 2 &&
           betting_nth(round, seat, 0).kind == CAV_FOLD && betting_nth(round, seat, 1).kind == CAV_CALL &&
           !is_legal(round, seat, CAV_RAISE, round->chips[seat] + round->bets[seat]);
}

/* Small blind 19, big blind 200, under the gun 16, button 200: two short all-ins do not add up to a raise of 14. */
static void test_short_all_in_does_not_reopen(void)
{
    betting round = blinds_of(4, (const int32_t[]){19, 200, 16, 200}, 1, 2);
    CHECK(betting_next(&round, 2) == 2 && act(&round, 2, CAV_RAISE, 16));
    CHECK(betting_next(&round, 3) == 3 && act(&round, 3, CAV_CALL, 16));
    CHECK(betting_next(&round, 4) == 0 && act(&round, 0, CAV_RAISE, 19));
    CHECK(round.full_raise == 14 && round.to_call == 19);
    CHECK(betting_next(&round, 1) == 1 && may_raise_from(&round, 1, 33)); /* the big blind has not acted yet */
    CHECK(act(&round, 1, CAV_CALL, 19));
    CHECK(betting_next(&round, 2) == 3 && may_not_raise(&round, 3));
    CHECK(act(&round, 3, CAV_CALL, 19) && betting_next(&round, 0) == -1);
}

/* Blinds 50/100: A calls 100, B all-in 125, C calls, D all-in 200: A faces 100, a full raise; C faces 75. Here C and D
 * post the blinds. */
static void test_short_all_ins_reopen_to_who_faces_a_full_raise(void)
{
    enum { C, D, A, B };
    betting round = blinds_of(4, (const int32_t[]){1000, 200, 1000, 125}, 50, 100);
    CHECK(act(&round, A, CAV_CALL, 100) && act(&round, B, CAV_RAISE, 125) && act(&round, C, CAV_CALL, 125));
    CHECK(act(&round, D, CAV_RAISE, 200) && round.full_raise == 100);
    CHECK(betting_next(&round, A) == A && may_raise_from(&round, A, 300));
    betting called = round;
    CHECK(act(&called, A, CAV_CALL, 200));
    CHECK(betting_next(&called, B) == C && may_not_raise(&called, C));
    CHECK(act(&called, C, CAV_CALL, 200) && betting_next(&called, D) == -1);
    /* A full raise lets C raise again. */
    CHECK(act(&round, A, CAV_RAISE, 300) && betting_next(&round, B) == C && may_raise_from(&round, C, 400));
}

/* The same with a fifth seat E that called the 200. B, all-in for 125, has no say any more and is left out. */
static void test_short_all_ins_with_a_caller_behind(void)
{
    enum { A, C, D, E };
    betting round = round_of(4, (const int32_t[]){1000, 1000, 200, 1000}, 100);
    betting_post(&round, A, 100);
    betting_post(&round, C, 125);
    betting_post(&round, D, 200);
    betting_post(&round, E, 200);
    round.to_call = 200;
    round.acted = 0xf;
    CHECK(betting_next(&round, A) == A && may_raise_from(&round, A, 300));
    CHECK(act(&round, A, CAV_CALL, 200));
    CHECK(betting_next(&round, C) == C && may_not_raise(&round, C));
    CHECK(act(&round, C, CAV_CALL, 200) && betting_next(&round, D) == -1);
}

/* Blinds 10/20: under the gun 100 (a raise of 80), button all-in 140, small blind all-in 180, big blind calls. */
static void test_short_all_ins_add_up(void)
{
    enum { SMALL, BIG, GUN, BUTTON };
    betting round = blinds_of(4, (const int32_t[]){180, 1000, 1000, 140}, 10, 20);
    CHECK(act(&round, GUN, CAV_RAISE, 100) && act(&round, BUTTON, CAV_RAISE, 140) &&
          act(&round, SMALL, CAV_RAISE, 180));
    CHECK(may_raise_from(&round, BIG, 260) && act(&round, BIG, CAV_CALL, 180));
    CHECK(round.full_raise == 80 && betting_next(&round, GUN) == GUN && may_raise_from(&round, GUN, 260));
    /* One chip less, and it is closed. */
    betting less = blinds_of(4, (const int32_t[]){179, 1000, 1000, 140}, 10, 20);
    CHECK(act(&less, GUN, CAV_RAISE, 100) && act(&less, BUTTON, CAV_RAISE, 140) && act(&less, SMALL, CAV_RAISE, 179));
    CHECK(act(&less, BIG, CAV_CALL, 179) && betting_next(&less, GUN) == GUN && may_not_raise(&less, GUN));
}

/* HE-2.3: the big blind has 5 of 20 chips; the bet to call is 20, the least raise-to 40. */
static void test_short_big_blind(void)
{
    betting round = blinds_of(3, (const int32_t[]){1000, 5, 1000}, 10, 20);
    CHECK(round.bets[1] == 5 && round.chips[1] == 0);
    CHECK(betting_next(&round, 2) == 2 && may_raise_from(&round, 2, 40) && betting_nth(&round, 2, 1).amount == 20);
    CHECK(act(&round, 2, CAV_CALL, 20) && betting_next(&round, 0) == 0 && may_raise_from(&round, 0, 40));
    CHECK(act(&round, 0, CAV_CALL, 20) && betting_next(&round, 1) == -1);
    /* Alone with the short blind and not below it, the small blind is not asked; below it, it has to call the full. */
    betting alone = blinds_of(2, (const int32_t[]){1000, 5}, 10, 20),
            below = blinds_of(2, (const int32_t[]){1000, 15}, 10, 20);
    CHECK(betting_next(&alone, 0) == -1 && betting_next(&below, 0) == 0 && may_not_raise(&below, 0));
    CHECK(betting_nth(&below, 0, 1).amount == 20);
}

static void test_all_in_raise_below_the_least(void)
{
    betting round = round_of(2, (const int32_t[]){1000, 150}, 20);
    CHECK(act(&round, 0, CAV_BET, 100) && may_raise_from(&round, 1, 150) && betting_count(&round, 1) == 3);
    CHECK(act(&round, 1, CAV_RAISE, 150) && round.full_raise == 100 && round.to_call == 150);
    CHECK(betting_next(&round, 0) == 0 && may_not_raise(&round, 0)); /* nobody is left to call, too */
}

static void test_all_in_bet_below_the_least(void)
{
    betting round = round_of(3, (const int32_t[]){15, 1000, 1000}, 20);
    CHECK(betting_raises(&round, 0).least == 15 && betting_raises(&round, 0).most == 15 &&
          betting_count(&round, 0) == 2);
    CHECK(act(&round, 0, CAV_BET, 15) && may_raise_from(&round, 1, 35) && act(&round, 1, CAV_RAISE, 35));
    CHECK(round.full_raise == 20 && may_raise_from(&round, 2, 55));
}

/* HE-3.4: a check is an action, so that a short all-in bet after it does not let who checked raise. */
static void test_check_is_an_action(void)
{
    betting round = round_of(3, (const int32_t[]){1000, 1000, 15}, 20);
    CHECK(act(&round, 0, CAV_CHECK, 0) && act(&round, 1, CAV_CHECK, 0) && act(&round, 2, CAV_BET, 15));
    CHECK(betting_next(&round, 0) == 0 && may_not_raise(&round, 0));
    betting full = round_of(3, (const int32_t[]){1000, 1000, 20}, 20);
    CHECK(act(&full, 0, CAV_CHECK, 0) && act(&full, 1, CAV_CHECK, 0) && act(&full, 2, CAV_BET, 20));
    CHECK(betting_next(&full, 0) == 0 && may_raise_from(&full, 0, 40));
}

/* A blind is none: the big blind may raise when all have called. */
static void test_option_of_the_big_blind(void)
{
    betting round = blinds_of(3, (const int32_t[]){1000, 1000, 1000}, 10, 20);
    CHECK(act(&round, 2, CAV_CALL, 20) && act(&round, 0, CAV_CALL, 20));
    CHECK(betting_next(&round, 1) == 1 && betting_nth(&round, 1, 0).kind == CAV_CHECK);
    CHECK(!is_legal(&round, 1, CAV_FOLD, 0) && may_raise_from(&round, 1, 40));
    betting checked = round;
    CHECK(act(&checked, 1, CAV_CHECK, 0) && betting_next(&checked, 2) == -1);
    CHECK(act(&round, 1, CAV_RAISE, 40) && betting_next(&round, 2) == 2 && may_raise_from(&round, 2, 60));
}

/* Raising needs somebody with more than the bet to call. */
static void test_nobody_left_to_call(void)
{
    betting round = round_of(3, (const int32_t[]){1000, 100, 60}, 20);
    CHECK(act(&round, 0, CAV_CHECK, 0) && act(&round, 1, CAV_BET, 100));
    CHECK(may_not_raise(&round, 2) && betting_nth(&round, 2, 1).amount == 60);
    CHECK(act(&round, 2, CAV_CALL, 60) && betting_next(&round, 0) == 0 && may_not_raise(&round, 0));
    CHECK(act(&round, 0, CAV_CALL, 100) && betting_next(&round, 1) == -1);
    betting folded = round_of(3, (const int32_t[]){1000, 100, 1000}, 20);
    CHECK(act(&folded, 0, CAV_BET, 100) && act(&folded, 1, CAV_CALL, 100));
    CHECK(may_raise_from(&folded, 2, 200) && act(&folded, 2, CAV_FOLD, 0) && betting_next(&folded, 0) == -1);
    /* The next round: one alone could act. */
    betting_begin(&folded, 20);
    CHECK(betting_next(&folded, 0) == -1 && folded.chips[0] == 900 && folded.in == 3 && folded.acted == 0);
}

/* Each fault by its name. */
static void test_faults(void)
{
    const betting open = round_of(3, (const int32_t[]){1000, 1000, 1000}, 20);
    betting faced = open, closed;
    CHECK(act(&faced, 0, CAV_BET, 50));
    closed = round_of(3, (const int32_t[]){1000, 1000, 15}, 20);
    CHECK(act(&closed, 0, CAV_CHECK, 0) && act(&closed, 1, CAV_CHECK, 0) && act(&closed, 2, CAV_BET, 15));
    const struct {
        const betting *round;
        int seat;
        cav_move action;
        betting_fault fault;
    } cases[] = {
        {&open, 0, {.kind = CAV_FOLD}, BETTING_NOTHING_TO_PAY},
        {&open, 0, {.kind = CAV_CALL}, BETTING_NOTHING_TO_PAY},
        {&open, 0, {.kind = CAV_CALL, .amount = 20}, BETTING_NOTHING_TO_PAY},
        {&open, 0, {.kind = CAV_RAISE, .amount = 20}, BETTING_IS_BET},
        {&open, 0, {.kind = CAV_BET, .amount = 19}, BETTING_TOO_LITTLE},
        {&open, 0, {.kind = CAV_BET, .amount = 0}, BETTING_TOO_LITTLE},
        {&open, 0, {.kind = CAV_BET, .amount = INT32_MIN}, BETTING_TOO_LITTLE},
        {&open, 0, {.kind = CAV_BET, .amount = 1001}, BETTING_TOO_MUCH},
        {&open, 0, {.kind = CAV_BET, .amount = INT32_MAX}, BETTING_TOO_MUCH},
        {&open, 0, {.kind = CAV_CHECK, .amount = 1}, BETTING_STRAY},
        {&open, 0, {.kind = CAV_BET, .amount = 20, .shape = 1}, BETTING_STRAY},
        {&open, 0, {.kind = CAV_BET, .amount = 20, .rank = 1}, BETTING_STRAY},
        {&open, 0, {.kind = CAV_BET, .amount = 20, .length = 1}, BETTING_STRAY},
        {&open, 0, {.kind = CAV_BET, .amount = 20, .cards = {1, 0}}, BETTING_STRAY},
        {&open, 0, {.kind = CAV_CHECK, .cards = {0, 1}}, BETTING_STRAY},
        {&faced, 1, {.kind = CAV_CHECK}, BETTING_MUST_PAY},
        {&faced, 1, {.kind = CAV_BET, .amount = 100}, BETTING_IS_RAISE},
        {&faced, 1, {.kind = CAV_RAISE, .amount = 99}, BETTING_TOO_LITTLE},
        {&faced, 1, {.kind = CAV_RAISE, .amount = 1001}, BETTING_TOO_MUCH},
        {&faced, 1, {.kind = CAV_CALL, .amount = 49}, BETTING_OTHER_CALL},
        {&faced, 1, {.kind = CAV_CALL, .amount = -1}, BETTING_OTHER_CALL},
        {&faced, 1, {.kind = CAV_FOLD, .amount = 50}, BETTING_STRAY},
        {&closed, 0, {.kind = CAV_RAISE, .amount = 35}, BETTING_CLOSED},
        {&closed, 0, {.kind = CAV_RAISE, .amount = 1000}, BETTING_CLOSED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cav_move action = cases[i].action;
        CHECK(betting_check(cases[i].round, cases[i].seat, &action) == cases[i].fault);
        CHECK(memcmp(&action, &cases[i].action, sizeof action) == 0);
    }
    cav_move call = {.kind = CAV_CALL}; /* the amount may be left out */
    CHECK(betting_check(&faced, 1, &call) == BETTING_FINE && call.amount == 50);
}

/* ---- Random rounds against the letter of the rules --------------------------------------------------------- */

/* The story of a round, kept apart from the kernel: every lift of the bet to call. */
typedef struct story {
    int seats, lifts;
    int32_t chips[SEATS], bets[SEATS]; /* behind, and put in */
    int32_t first_bet, least;          /* the bet to call at the start, the least bet */
    int32_t lifted_to[64];
    bool in[SEATS], acted[SEATS];
} story;

static int32_t to_call_of(const story *s) { return s->lifts ? s->lifted_to[s->lifts - 1] : s->first_bet; }

/* HE-3.3: the step of the last lift that was by at least the full raise then. */
static int32_t full_raise_of(const story *s)
{
    int32_t full = s->least, before = s->first_bet;
    for (int i = 0; i < s->lifts; before = s->lifted_to[i++])
        if (s->lifted_to[i] - before >= full)
            full = s->lifted_to[i] - before;
    return full;
}

/* HE-3.2 to 3.4 */
static bool legal_by_the_rules(const story *s, int seat, const cav_move *move)
{
    const int32_t to_call = to_call_of(s), all = s->chips[seat] + s->bets[seat], faced = to_call - s->bets[seat];
    bool callers = false;
    switch (move->kind) {
    case CAV_CHECK:
        return faced <= 0 && move->amount == 0;
    case CAV_FOLD:
        return faced > 0 && move->amount == 0;
    case CAV_CALL:
        return faced > 0 && (move->amount == 0 || move->amount == (all < to_call ? all : to_call));
    case CAV_BET:
    case CAV_RAISE:
        for (int other = 0; other < s->seats; other++)
            callers |= other != seat && s->in[other] && s->chips[other] + s->bets[other] > to_call;
        return (move->kind == CAV_BET) == (to_call == 0) && callers && (!s->acted[seat] || faced >= full_raise_of(s)) &&
               move->amount > to_call && move->amount <= all &&
               (move->amount >= to_call + full_raise_of(s) || move->amount == all);
    default:
        return false;
    }
}

/* HE-3.1, 2.3 */
static int next_by_the_rules(const story *s, int from)
{
    int able = 0;
    for (int seat = 0; seat < s->seats; seat++)
        able += s->in[seat] && s->chips[seat] > 0;
    for (int i = 0; i < s->seats; i++) {
        const int seat = (from + i) % s->seats;
        if (!s->in[seat] || s->chips[seat] == 0 || (s->acted[seat] && s->bets[seat] >= to_call_of(s)))
            continue;
        bool behind = able > 1;
        for (int other = 0; other < s->seats; other++)
            behind |= s->in[other] && s->bets[other] > s->bets[seat];
        if (behind)
            return seat;
    }
    return -1;
}

static void tell(story *s, int seat, const cav_move *move)
{
    s->acted[seat] = true;
    if (move->kind == CAV_FOLD)
        s->in[seat] = false;
    if (move->kind >= CAV_CALL) {
        s->chips[seat] -= move->amount - s->bets[seat];
        s->bets[seat] = move->amount;
    }
    if (move->kind >= CAV_BET)
        s->lifted_to[s->lifts++] = move->amount;
}

/* All actions there are: the listed ones are the legal ones, each once, in order. */
static void check_actions(const betting *round, const story *s, int seat)
{
    const uint64_t count = betting_count(round, seat);
    const int32_t all = s->chips[seat] + s->bets[seat];
    uint64_t legal = 0;
    for (int kind = CAV_FOLD; kind <= CAV_RAISE; kind++)
        for (int32_t amount = -2; amount <= all + 2; amount++) {
            const cav_move wanted = {.kind = (uint8_t)kind, .amount = amount};
            cav_move move = wanted;
            const bool fine = betting_check(round, seat, &move) == BETTING_FINE;
            CHECK(fine == legal_by_the_rules(s, seat, &wanted));
            if (!fine || move.amount != amount) /* a call without its amount is completed */
                continue;
            CHECK(legal < count);
            const cav_move nth = betting_nth(round, seat, legal++);
            CHECK(memcmp(&nth, &move, sizeof nth) == 0);
        }
    CHECK(legal == count);
    const betting_range raises = betting_raises(round, seat);
    CHECK(raises.most == 0 || (raises.most == all && raises.least > round->to_call && raises.least <= raises.most));
}

static void play_round(cav_rng *rng)
{
    betting round;
    story s;
    int32_t chips[SEATS];
    memset(&s, 0, sizeof s);
    s.seats = 2 + (int)cav_rng_below(rng, SEATS - 1);
    s.least = 1 + (int32_t)cav_rng_below(rng, 12);
    for (int seat = 0; seat < s.seats; seat++) {
        chips[seat] = (int32_t)cav_rng_below(rng, cav_rng_below(rng, 2) ? 90 : 20);
        s.chips[seat] = chips[seat];
        s.in[seat] = chips[seat] > 0 || cav_rng_below(rng, 2);
    }
    round = round_of(s.seats, chips, s.least);
    for (int seat = 0; seat < s.seats; seat++)
        round.in = (uint8_t)(s.in[seat] ? round.in : round.in & ~(1u << seat));
    if (cav_rng_below(rng, 2)) {
        const int32_t small = 1 + (int32_t)cav_rng_below(rng, (uint64_t)s.least);
        for (int seat = 0; seat < 2; seat++) {
            const int32_t blind = seat ? s.least : small;
            betting_post(&round, seat, blind);
            s.bets[seat] = blind < chips[seat] ? blind : chips[seat];
            s.chips[seat] -= s.bets[seat];
        }
        round.to_call = s.first_bet = s.least;
    }
    int seat = betting_next(&round, 0), steps = 0;
    CHECK(seat == next_by_the_rules(&s, 0));
    for (; seat >= 0 && steps < 60; steps++) {
        check_actions(&round, &s, seat);
        const uint64_t count = betting_count(&round, seat), few = count < 4 ? count : 4;
        const uint64_t index = cav_rng_below(rng, cav_rng_below(rng, 3) ? few : count);
        const cav_move move = betting_nth(&round, seat, index);
        betting_act(&round, seat, &move);
        tell(&s, seat, &move);
        for (int i = 0; i < s.seats; i++)
            CHECK(round.chips[i] == s.chips[i] && round.bets[i] == s.bets[i] && s.chips[i] >= 0 &&
                  s.chips[i] + s.bets[i] == chips[i] && (round.in >> i & 1) == s.in[i]);
        CHECK(round.to_call == to_call_of(&s) && round.full_raise == full_raise_of(&s) && round.zero == 0);
        const int next = betting_next(&round, seat + 1);
        CHECK(next == next_by_the_rules(&s, seat + 1));
        CHECK(next != seat || s.seats < 2); /* nobody acts twice in a row */
        seat = next;
    }
    CHECK(seat == -1);
}

static void test_random_rounds(void)
{
    cav_rng rng = rng_of(1);
    for (int i = 0; i < 3000; i++)
        play_round(&rng);
}

/* ---- Refund and pots ------------------------------------------------------------------------------------------ */

static void test_refund(void)
{
    static const struct {
        int32_t put_in[SEATS], refund;
        int seat;
    } cases[] = {
        {{100, 60, 0, 0}, 40, 0}, {{10, 60, 30, 20}, 30, 1},  {{10, 20, 200, 199}, 1, 2}, {{0, 5, 5, 5}, 0, -1},
        {{0, 0, 0, 7}, 7, 3},     {{50, 100, 100, 0}, 0, -1}, {{0, 0, 0, 0}, 0, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int seat = -5;
        CHECK(betting_refund(cases[i].put_in, &seat) == cases[i].refund);
        CHECK(seat >= 0 && seat < SEATS && (cases[i].refund == 0 || seat == cases[i].seat));
    }
}

static void test_pots(void)
{
    betting_pot pots[SEATS];
    /* 50/100/100, all in: 150 for three, 100 for two. */
    CHECK(betting_pots((const int32_t[SEATS]){50, 100, 100, 0}, 0x7, pots) == 2);
    CHECK(pots[0].amount == 150 && pots[0].seats == 7 && pots[1].amount == 100 && pots[1].seats == 6);
    /* A folded seat's chips stay in, and cut no pot. */
    CHECK(betting_pots((const int32_t[SEATS]){30, 100, 100, 100}, 0xe, pots) == 1 && pots[0].amount == 330);
    CHECK(betting_pots((const int32_t[SEATS]){30, 20, 100, 100}, 0xe, pots) == 2);
    CHECK(pots[0].amount == 80 && pots[0].seats == 0xe && pots[1].amount == 170 && pots[1].seats == 0xc);
    /* Above every seat still in: the last pot. */
    CHECK(betting_pots((const int32_t[SEATS]){90, 90, 20, 50}, 0xc, pots) == 2);
    CHECK(pots[0].amount == 80 && pots[1].amount == 170 && pots[1].seats == 8);
    CHECK(betting_pots((const int32_t[SEATS]){1, 2, 3, 4}, 0xf, pots) == 4 && pots[3].amount == 1 &&
          pots[3].seats == 8);
    CHECK(betting_pots((const int32_t[SEATS]){0, 0, 0, 0}, 0xf, pots) == 0);
}

/* Chip by chip: the chips that lie on one level go to those still in who have put in so many. */
static void settle_by_chips(const int32_t put_in[SEATS], uint8_t in, int32_t of_seats[1 << SEATS], int32_t *refund)
{
    unsigned last = 0;
    *refund = 0;
    for (int32_t level = 1;; level++) {
        unsigned who = 0, chips = 0, able;
        for (int seat = 0; seat < SEATS; seat++)
            if (put_in[seat] >= level) {
                who |= 1u << seat;
                chips++;
            }
        if (chips == 0)
            return;
        *refund += chips == 1;
        able = who & in;
        last = able ? able : last;
        of_seats[last] += (int32_t)chips;
    }
}

static void test_pots_against_chips(void)
{
    cav_rng rng = rng_of(2);
    for (int round = 0; round < 20000; round++) {
        int32_t put_in[SEATS], of_seats[1 << SEATS] = {0}, none[1 << SEATS] = {0}, naive_refund, refund_left, sum = 0;
        uint8_t in = (uint8_t)(1 + cav_rng_below(&rng, 15));
        betting_pot pots[SEATS + 1];
        int seat;
        for (int i = 0; i < SEATS; i++)
            put_in[i] = (int32_t)cav_rng_below(&rng, cav_rng_below(&rng, 4) ? 30 : 4);
        for (int i = 0; i < SEATS; i++) /* who is still in has put in something */
            put_in[i] += in >> i & 1;
        settle_by_chips(put_in, in, none, &naive_refund);
        const int32_t refund = betting_refund(put_in, &seat);
        CHECK(refund == naive_refund);
        if (round % 2) /* as a game does it, and the pots by themselves */
            put_in[seat] -= refund;
        for (int i = 0; i < SEATS; i++)
            sum += put_in[i];
        settle_by_chips(put_in, in, of_seats, &refund_left);
        CHECK(round % 2 == 0 || refund_left == 0);
        memset(pots, 0xee, sizeof pots);
        const int count = betting_pots(put_in, in, pots);
        CHECK(count >= 0 && count <= SEATS && (uint8_t)pots[SEATS].seats == 0xee);
        for (int i = 0; i < count; i++) {
            CHECK(pots[i].amount > 0 && pots[i].seats && pots[i].amount == of_seats[pots[i].seats]);
            CHECK(i == 0 || ((pots[i].seats & ~pots[i - 1].seats) == 0 && pots[i].seats != pots[i - 1].seats));
            of_seats[pots[i].seats] = 0;
            sum -= pots[i].amount;
        }
        CHECK(sum == 0 || count == 0);
    }
}

int main(void)
{
    RUN(test_short_all_in_does_not_reopen);
    RUN(test_short_all_ins_reopen_to_who_faces_a_full_raise);
    RUN(test_short_all_ins_with_a_caller_behind);
    RUN(test_short_all_ins_add_up);
    RUN(test_short_big_blind);
    RUN(test_all_in_raise_below_the_least);
    RUN(test_all_in_bet_below_the_least);
    RUN(test_check_is_an_action);
    RUN(test_option_of_the_big_blind);
    RUN(test_nobody_left_to_call);
    RUN(test_faults);
    RUN(test_random_rounds);
    RUN(test_refund);
    RUN(test_pots);
    RUN(test_pots_against_chips);
    return checks_result();
}
