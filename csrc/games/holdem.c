/* Texas Hold'em, no limit: two to four seats, each alone, until one has all chips.
 *
 * Two blinds, two cards each, then four betting rounds with three, one and one open cards between them. The last seat
 * in wins at once; otherwise the best five of seven cards win, pot by pot. Clauses: HE in the house rules; all are
 * cited below. What happens within a round is the kernel `betting`, what beats what the kernel `poker`. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/betting.h"
#include "kernels/poker.h"

enum { SEATS = CAV_MAX_SEATS, HOLE = 2, STOCK = 8, NO_SEAT = -1, NO_CARD = 0xff };

enum phase { PREFLOP, FLOP, TURN, RIVER, OVER };
static const char *const phases[] = {"preflop", "flop", "turn", "river", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

typedef struct he_state {
    cav_head head;
    uint64_t hands[SEATS];        /* two cards of each seat dealt in; in a view: those that the viewer knows */
    betting round;                /* the betting round; its chips are the stacks */
    int32_t put_in[SEATS];        /* in this hand, all rounds */
    int32_t start_chips[SEATS];   /* at the start of the hand, before the blinds; 0: not dealt in */
    int32_t small_blind, big_blind;
    uint8_t stock[STOCK];         /* burn, flop, burn, turn, burn, river; in a view what is hidden is NO_CARD */
    uint8_t place[SEATS];         /* of a seat that is out, 1 the best; 0: still in the match */
    int8_t button, small_seat, big_seat;
    uint8_t street;               /* PREFLOP ... RIVER; stays when the hand is over */
    uint8_t shown;                /* bit s: the hand of seat s was shown */
    uint8_t dealt_in;             /* how many seats were dealt in */
    uint8_t zero[2];
} he_state;

static_assert(sizeof(he_state) <= sizeof(cav_state), "the position does not fit");
static_assert(sizeof(he_state) % 8 == 0, "positions are hashed by words");

static he_state *own(cav_state *state) { return (he_state *)state; }
static const he_state *look(const cav_state *state) { return (const he_state *)state; }

/* ---- Facts ----------------------------------------------------------------- */

/* Where the board lies in the stock: a card is burnt before flop, turn and river (HE-2.4, 3.5). */
enum { BOARD = 5 };
static const uint8_t board_places[BOARD] = {1, 2, 3, 5, 7};
static const uint8_t board_sizes[] = {0, 3, 4, 5};

static int board_size(const he_state *s) { return board_sizes[s->street]; }

static uint64_t board_cards(const he_state *s)
{
    uint64_t cards = 0;
    for (int i = 0; i < board_size(s); i++)
        cards |= (uint64_t)1 << s->stock[board_places[i]];
    return cards;
}

static bool was_dealt_in(const he_state *s, int seat) { return s->start_chips[seat] > 0; }

/* The next seat that is dealt in. */
static int next_in(const he_state *s, int seat)
{
    do
        seat = (seat + 1) % s->head.players;
    while (!was_dealt_in(s, seat));
    return seat;
}

static int seats_in(uint8_t mask) { return bits_count(mask); }

static bool contested(const he_state *s) { return seats_in(s->round.in) > 1; }

/* ---- Deal (HE-2) ------------------------------------------------------------- */

static const cav_error blinds_reversed = {CAV_BAD_OPTION, "blinds-reversed", "HE-1",
                                          "the small blind is not larger than the big blind"};
static const cav_error no_button = {CAV_BAD_OPTION, "no-such-seat", "HE-2.1", "the first button is no seat of the table"};

static const cav_error *begin(cav_state *state, const void *options)
{
    he_state *s = own(state);
    const cav_holdem_options *o = options;
    if (o->small_blind > o->big_blind)
        return &blinds_reversed;
    if (o->first_button >= o->players)
        return &no_button;
    s->head.players = s->round.seats = (uint8_t)o->players;
    for (int seat = 0; seat < o->players; seat++)
        s->round.chips[seat] = s->start_chips[seat] = s->head.scores[seat] = o->stacks[seat];
    s->small_blind = o->small_blind;
    s->big_blind = o->big_blind;
    s->button = (int8_t)o->first_button;
    s->dealt_in = (uint8_t)o->players;
    return NULL;
}

static int dealt(const cav_state *state)
{
    /* Those who lost their chips in the last hand are still counted there: all that are not dealt in are not. */
    int seats = 0;
    for (int seat = 0; seat < state->head.players; seat++)
        seats += look(state)->round.chips[seat] > 0;
    return HOLE * seats + STOCK;
}

/* One at a time from the button's left, two rounds (HE-2.4). Asked before the first hand only. */
static int owner(const cav_state *state, int place)
{
    const he_state *s = look(state);
    return place < HOLE * s->dealt_in ? (s->button + 1 + place) % s->head.players : NO_SEAT;
}

/* HE-2.2. Called with the chips of the coming hand and the seats of the last. */
static void move_button(he_state *s, int seats_before)
{
    const int other = next_in(s, s->button);
    const bool down_to_two = s->dealt_in == 2 && seats_before > 2;
    if (down_to_two && next_in(s, other) == s->big_seat)
        s->button = s->big_seat;
    else
        s->button = (int8_t)other;
}

static void begin_hand(he_state *s)
{
    const int seats_before = s->dealt_in;
    memset(s->hands, 0, sizeof s->hands);
    memset(s->put_in, 0, sizeof s->put_in);
    s->round.in = 0;
    s->dealt_in = 0;
    s->shown = 0;
    s->street = PREFLOP;
    for (int seat = 0; seat < s->head.players; seat++) {
        s->start_chips[seat] = s->round.chips[seat];
        if (!was_dealt_in(s, seat))
            continue;
        s->round.in |= seen_by(seat);
        s->dealt_in++;
    }
    if (s->head.deal > 0)
        move_button(s, seats_before);
}

static void post(he_state *s, int seat, int32_t blind, cav_log *log)
{
    betting_post(&s->round, seat, blind);
    s->put_in[seat] = s->round.bets[seat];
    log_amount(log, CAV_EVENT_BLIND, seat, s->put_in[seat]);
}

/* HE-2.1, 2.3: a short blind does not lower the bet to call. */
static void post_blinds(he_state *s, cav_log *log)
{
    const int after = next_in(s, s->button);
    s->small_seat = (int8_t)(s->dealt_in == 2 ? s->button : after);
    s->big_seat = (int8_t)next_in(s, s->small_seat);
    betting_begin(&s->round, s->big_blind);
    post(s, s->small_seat, s->small_blind, log);
    post(s, s->big_seat, s->big_blind, log);
    s->round.to_call = s->big_blind;
}

static void ask(he_state *s, int from, cav_log *log);

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    he_state *s = own(state);
    (void)rng;
    begin_hand(s);
    memset(s->head.hand_sizes, 0, sizeof s->head.hand_sizes);
    int seat = s->button;
    for (int place = 0; place < HOLE * s->dealt_in; place++) {
        seat = next_in(s, seat);
        s->hands[seat] |= (uint64_t)1 << order[place];
        s->head.hand_sizes[seat]++;
    }
    memcpy(s->stock, order + HOLE * s->dealt_in, STOCK);
    s->head.phase = PREFLOP;
    log_amount(log, CAV_EVENT_DEAL, s->button, (int32_t)s->head.deal);
    for (seat = 0; seat < s->head.players; seat++)
        if (was_dealt_in(s, seat))
            log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), cards_of(s->hands[seat]));
    post_blinds(s, log);
    ask(s, s->big_seat + 1, log);
}

/* ---- Legal moves (HE-3) ------------------------------------------------------ */

static uint64_t count(const cav_state *state) { return betting_count(&look(state)->round, state->head.turn); }

static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    *move = betting_nth(&look(state)->round, state->head.turn, index);
}

static uint64_t index_of(const cav_state *state, const cav_move *move)
{
    return betting_index(&look(state)->round, state->head.turn, move);
}

static const cav_error faults[] = {
    [BETTING_NOTHING_TO_PAY] = {CAV_ILLEGAL_MOVE, "nothing-to-pay", "HE-3.2", "there is nothing to pay: check, or bet"},
    [BETTING_MUST_PAY] = {CAV_ILLEGAL_MOVE, "must-pay", "HE-3.2", "there is a bet to pay: fold, call or raise"},
    [BETTING_IS_RAISE] = {CAV_ILLEGAL_MOVE, "is-raise", "HE-3.2", "there is a bet already: this is a raise"},
    [BETTING_IS_BET] = {CAV_ILLEGAL_MOVE, "is-bet", "HE-3.2", "nobody has bet: this is a bet"},
    [BETTING_CLOSED] = {CAV_ILLEGAL_MOVE, "raising-closed", "HE-3.4", "raising is closed to this seat"},
    [BETTING_TOO_LITTLE] = {CAV_ILLEGAL_MOVE, "too-little", "HE-3.3", "this is less than the least bet or raise"},
    [BETTING_TOO_MUCH] = {CAV_ILLEGAL_MOVE, "too-much", "HE-3.3", "this is more than the seat has"},
    [BETTING_OTHER_CALL] = {CAV_ILLEGAL_MOVE, "other-call", "HE-3.2", "this is not the amount to call"},
    [BETTING_STRAY] = {CAV_ILLEGAL_MOVE, "stray-fields", "", "the move says more than its kind has use for"},
};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

static const cav_error *check(const cav_state *state, cav_move *move)
{
    if (move->kind < CAV_FOLD || move->kind > CAV_RAISE)
        return &unknown_kind;
    const betting_fault fault = betting_check(&look(state)->round, state->head.turn, move);
    return fault == BETTING_FINE ? NULL : &faults[fault];
}

/* ---- Play ------------------------------------------------------------------ */

static void settle(he_state *s, cav_log *log);

static void deal_street(he_state *s, cav_log *log)
{
    const int before = board_size(s);
    cav_cards cards = {0, 0};
    s->street++;
    s->head.phase = s->street;
    betting_begin(&s->round, s->big_blind);
    for (int i = before; i < board_size(s); i++)
        cav_cards_add(&cards, s->stock[board_places[i]]);
    log_event(log, CAV_EVENT_STREET, NO_SEAT, SEEN_BY_ALL, (cav_move){.amount = s->street, .cards = cards});
}

/* Asks the next seat that has to act, looking from `from` on; deals streets while there is none, and settles when the
 * hand is over (HE-3.1, 3.5, 5.1). */
static void ask(he_state *s, int from, cav_log *log)
{
    int next = contested(s) ? betting_next(&s->round, from) : NO_SEAT;
    while (next == NO_SEAT && contested(s) && s->street != RIVER) {
        deal_street(s, log);
        next = betting_next(&s->round, s->button + 1);
    }
    s->head.turn = (int8_t)next;
    if (next == NO_SEAT)
        settle(s, log);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    he_state *s = own(state);
    const int seat = s->head.turn;
    const int32_t before = s->round.bets[seat];
    log_event(log, CAV_EVENT_MOVE, seat, SEEN_BY_ALL, *move);
    betting_act(&s->round, seat, move);
    s->put_in[seat] += s->round.bets[seat] - before;
    ask(s, seat + 1, log);
    return PLAYED;
}

/* ---- Settle (HE-5) ----------------------------------------------------------- */

/* How a hand ends: the account that play pays by, and that result and table tell. It follows from what was put in, who
 * is in, and the cards that are open then; so it need not be kept. */
typedef struct account {
    int32_t refund;
    int refund_seat;
    int pots;
    betting_pot pot[SEATS];
    uint8_t winners[SEATS]; /* of each pot */
} account;

static uint8_t best_of(const he_state *s, uint8_t seats)
{
    uint8_t winners = 0;
    uint16_t best = 0;
    if (seats_in(seats) == 1)
        return seats;
    for (int seat = 0; seat < s->head.players; seat++) {
        if (!(seats & seen_by(seat)))
            continue;
        const uint64_t cards = s->hands[seat] | board_cards(s);
        const uint16_t strength = poker_strength(POKER_NO_CARDS + poker_sum(cards), cards);
        if (strength > best)
            winners = 0;
        if (strength >= best) {
            best = strength;
            winners |= seen_by(seat);
        }
    }
    return winners;
}

/* The pots as they lie. Uncontested, all is one pot and nothing goes back (HE-5.1). */
static void lay_pots(const he_state *s, const int32_t *put_in, account *a)
{
    a->pots = betting_pots(put_in, s->round.in, a->pot);
    if (contested(s))
        return;
    a->pots = 1;
    a->pot[0] = (betting_pot){0, s->round.in};
    for (int seat = 0; seat < SEATS; seat++)
        a->pot[0].amount += put_in[seat];
}

static account account_of(const he_state *s)
{
    account a = {0};
    int32_t put_in[SEATS];
    memcpy(put_in, s->put_in, sizeof put_in);
    if (contested(s)) {
        a.refund = betting_refund(put_in, &a.refund_seat); /* HE-5.2 */
        put_in[a.refund_seat] -= a.refund;
    }
    lay_pots(s, put_in, &a);
    for (int i = 0; i < a.pots; i++)
        a.winners[i] = best_of(s, a.pot[i].seats);
    return a;
}

/* What each winner of a pot gets: an equal share, and the odd chips one by one from the button's left (HE-5.3). */
static int32_t share_of(const he_state *s, const account *a, int pot, int seat, int32_t *odd)
{
    const uint8_t winners = a->winners[pot];
    const int32_t among = seats_in(winners);
    int32_t left = a->pot[pot].amount % among;
    *odd = 0;
    for (int here = s->button + 1; left > 0; here++)
        if (winners & seen_by(here % s->head.players)) {
            *odd += here % s->head.players == seat;
            left--;
        }
    return winners & seen_by(seat) ? a->pot[pot].amount / among : 0;
}

/* HE-5.4: seats that go out in one hand place by the chips that they had at its start; equal chips share the better. */
static void place_seats(he_state *s, cav_log *log)
{
    uint8_t left = 0, gone = 0;
    for (int seat = 0; seat < s->head.players; seat++) {
        if (s->round.chips[seat] > 0)
            left |= seen_by(seat);
        else if (was_dealt_in(s, seat))
            gone |= seen_by(seat);
    }
    for (int seat = 0; seat < s->head.players; seat++) {
        if (!(gone & seen_by(seat)))
            continue;
        int place = seats_in(left) + 1;
        for (int other = 0; other < s->head.players; other++)
            place += (gone & seen_by(other)) && s->start_chips[other] > s->start_chips[seat];
        s->place[seat] = (uint8_t)place;
        log_amount(log, CAV_EVENT_OUT, seat, place);
    }
    s->head.match_over = seats_in(left) == 1;
    for (int seat = 0; seat < s->head.players && s->head.match_over; seat++)
        if (left & seen_by(seat))
            s->place[seat] = 1;
}

static void show_hands(he_state *s, cav_log *log)
{
    s->shown = s->round.in;
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->shown & seen_by(seat))
            log_cards(log, CAV_EVENT_SHOWN, seat, SEEN_BY_ALL, cards_of(s->hands[seat]));
}

static void pay(he_state *s, const account *a, cav_log *log)
{
    if (a->refund) {
        s->round.chips[a->refund_seat] += a->refund;
        log_amount(log, CAV_EVENT_REFUND, a->refund_seat, a->refund);
    }
    for (int pot = 0; pot < a->pots; pot++)
        for (int seat = 0; seat < s->head.players; seat++) {
            int32_t odd;
            const int32_t share = share_of(s, a, pot, seat, &odd);
            s->round.chips[seat] += share + odd;
            if (share + odd)
                log_amount(log, CAV_EVENT_POT, seat, share + odd);
        }
}

static void settle(he_state *s, cav_log *log)
{
    if (contested(s))
        show_hands(s, log);
    const account a = account_of(s);
    pay(s, &a, log);
    s->head.phase = OVER;
    s->head.turn = -1;
    log_amount(log, CAV_EVENT_DEAL_OVER, NO_SEAT, 0);
    for (int seat = 0; seat < s->head.players; seat++) {
        s->head.scores[seat] = s->round.chips[seat];
        if (was_dealt_in(s, seat))
            log_amount(log, CAV_EVENT_POINTS, seat, s->round.chips[seat] - s->start_chips[seat]);
    }
    place_seats(s, log);
    if (s->head.match_over)
        log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

static void add_pot_lines(const he_state *s, const account *a, int pot, cav_result *result)
{
    add_line(result, "pot", NO_SEAT, a->pot[pot].amount);
    for (int i = 1; i <= s->head.players; i++) {
        const int seat = (s->button + i) % s->head.players;
        int32_t odd;
        const int32_t share = share_of(s, a, pot, seat, &odd);
        if (share)
            add_line(result, "share", seat, share);
        if (odd)
            add_line(result, "odd-chip", seat, odd);
    }
}

static void result_of(const cav_state *state, cav_result *result)
{
    const he_state *s = look(state);
    const account a = account_of(s);
    if (a.refund)
        add_line(result, "refund", a.refund_seat, a.refund);
    for (int pot = 0; pot < a.pots; pot++)
        add_pot_lines(s, &a, pot, result);
    for (int seat = 0; seat < s->head.players; seat++) {
        result->points[seat] = s->round.chips[seat] - s->start_chips[seat];
        if (s->place[seat] && was_dealt_in(s, seat))
            add_line(result, "place", seat, s->place[seat]);
    }
}

/* ---- View, sample ---------------------------------------------------------- */

static cav_cards hand_of(const cav_state *state, int seat) { return cards_of(look(state)->hands[seat]); }

/* How many cards of the stock have been turned or burnt. */
static int stock_used(const he_state *s)
{
    static const uint8_t used[] = {0, 4, 6, 8};
    return used[s->street];
}

static int stock(const cav_state *state, uint8_t *list)
{
    const he_state *s = look(state);
    const int used = stock_used(s);
    memcpy(list, s->stock + used, (size_t)(STOCK - used));
    return STOCK - used;
}

static bool is_open(const he_state *s, int place)
{
    for (int i = 0; i < board_size(s); i++)
        if (board_places[i] == place)
            return true;
    return false;
}

static void hide(cav_state *state)
{
    he_state *s = own(state);
    for (int seat = 0; seat < s->head.players; seat++)
        if (seat != s->head.viewer && !(s->shown & seen_by(seat)))
            s->hands[seat] = 0;
    for (int place = 0; place < STOCK; place++)
        if (!is_open(s, place))
            s->stock[place] = NO_CARD;
}

static uint64_t cards_seen(const he_state *s)
{
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        seen |= s->hands[seat];
    for (int place = 0; place < STOCK; place++)
        if (s->stock[place] != NO_CARD)
            seen |= (uint64_t)1 << s->stock[place];
    return seen;
}

/* What others bet tells nothing for certain, so every way to deal the unseen cards is equally likely. */
static void complete(cav_state *state, cav_rng *rng)
{
    he_state *s = own(state);
    const uint64_t pack = ((uint64_t)1 << POKER_CARDS) - 1;
    uint8_t unseen[POKER_CARDS];
    const int left = cav_cards_list(cards_of(pack & ~cards_seen(s)), unseen);
    int next = 0;
    cav_rng_shuffle(rng, unseen, (size_t)left);
    for (int seat = 0; seat < s->head.players; seat++)
        for (int held = bits_count(s->hands[seat]); held < s->head.hand_sizes[seat]; held++)
            s->hands[seat] |= (uint64_t)1 << unseen[next++];
    for (int place = 0; place < STOCK; place++)
        if (s->stock[place] == NO_CARD)
            s->stock[place] = unseen[next++];
}

/* ---- Valid ----------------------------------------------------------------- */

static bool valid_cards(const he_state *s)
{
    const bool full = s->head.viewer == CAV_FULL;
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        const bool in = was_dealt_in(s, seat);
        const bool open = in && (full || seat == s->head.viewer || s->shown & seen_by(seat));
        if (s->head.hand_sizes[seat] != (in ? HOLE : 0) || bits_count(s->hands[seat]) != (open ? HOLE : 0) ||
            s->hands[seat] >> POKER_CARDS || s->hands[seat] & seen)
            return false;
        seen |= s->hands[seat];
    }
    for (int place = 0; place < STOCK; place++) {
        if (!full && !is_open(s, place)) {
            if (s->stock[place] != NO_CARD)
                return false;
            continue;
        }
        if (s->stock[place] >= POKER_CARDS || seen >> s->stock[place] & 1)
            return false;
        seen |= (uint64_t)1 << s->stock[place];
    }
    return true;
}

/* Who is out comes after all who play; who plays has no place before the end (and then see valid_end). */
static bool valid_place(const he_state *s, int seat)
{
    if (seat < s->head.players && !was_dealt_in(s, seat))
        return s->place[seat] > s->dealt_in && s->place[seat] <= s->head.players;
    return s->place[seat] == 0 || (seat < s->head.players && s->head.phase == OVER);
}

static bool valid_seats(const he_state *s)
{
    int in = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (s->start_chips[seat] < 0 || s->start_chips[seat] > SEATS * CAV_MAX_CHIPS ||
            (seat >= s->head.players && s->start_chips[seat] != 0) || !valid_place(s, seat))
            return false;
        in += was_dealt_in(s, seat);
        if ((s->round.in & seen_by(seat)) && !was_dealt_in(s, seat))
            return false;
    }
    if (in != s->dealt_in || in < 2 || s->round.in == 0 || s->round.seats != s->head.players ||
        s->round.in >> s->head.players || s->round.acted >> s->head.players || s->button < 0 ||
        s->button >= s->head.players || !was_dealt_in(s, s->button))
        return false;
    const int small = s->dealt_in == 2 ? s->button : next_in(s, s->button);
    return s->small_seat == small && s->big_seat == next_in(s, small);
}

/* Chips neither come nor go, and nobody has bet what he has not. */
static bool valid_chips(const he_state *s)
{
    const bool over = s->head.phase == OVER;
    int64_t before = 0, after = 0;
    int32_t highest = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        const int32_t start = s->start_chips[seat], put_in = s->put_in[seat], bet = s->round.bets[seat];
        if (put_in < 0 || put_in > start || bet < 0 || bet > put_in || s->round.chips[seat] < 0 ||
            (!over && s->round.chips[seat] != start - put_in))
            return false;
        highest = bet > highest ? bet : highest;
        before += start;
        after += s->round.chips[seat];
    }
    const int32_t blind = s->street == PREFLOP ? s->big_blind : 0;
    return s->small_blind >= 1 && s->small_blind <= s->big_blind && s->big_blind <= CAV_MAX_CHIPS &&
           before <= (int64_t)SEATS * CAV_MAX_CHIPS && (!over || before == after) &&
           s->round.to_call == (highest > blind ? highest : blind) && s->round.full_raise >= s->big_blind &&
           s->round.full_raise <= (highest > s->big_blind ? highest : s->big_blind);
}

static bool valid_turn(const he_state *s)
{
    const int turn = s->head.turn;
    const bool over = s->head.phase == OVER;
    if (s->street > RIVER || (!over && s->street != s->head.phase) || (turn < 0) != over)
        return false;
    if (!over)
        return contested(s) && s->shown == 0 && s->head.match_over == 0 && betting_next(&s->round, turn) == turn;
    return s->shown == (contested(s) ? s->round.in : 0) && (!contested(s) || s->street == RIVER);
}

/* What follows from the rest once the hand is over. */
static bool valid_end(const he_state *s)
{
    he_state again = *s;
    for (int seat = 0; seat < SEATS; seat++) {
        again.round.chips[seat] = s->start_chips[seat] - s->put_in[seat];
        if (was_dealt_in(s, seat))
            again.place[seat] = 0;
    }
    again.head.match_over = 0;
    again.head.turn = 0;
    settle(&again, NULL);
    return memcmp(&again, s, sizeof again) == 0;
}

static bool valid_scores(const he_state *s)
{
    for (int seat = 0; seat < SEATS; seat++)
        if (s->head.scores[seat] != (s->head.deal == 0 || seat < s->head.players ? s->start_chips[seat] : 0))
            return false;
    return true;
}

static bool valid(const cav_state *state)
{
    const he_state *s = look(state);
    return s->head.players >= 2 && s->zero[0] == 0 && s->zero[1] == 0 && s->round.zero == 0 && s->head.redeal == 0 &&
           s->street <= RIVER && valid_seats(s) && valid_chips(s) && valid_cards(s) && valid_turn(s) &&
           (s->head.phase == OVER ? valid_end(s) : valid_scores(s));
}

/* ---- Table ----------------------------------------------------------------- */

static void table(const cav_state *state, void *into)
{
    const he_state *s = look(state);
    cav_holdem_table *t = into;
    const bool over = s->head.phase == OVER;
    account a = {0};
    if (over)
        a = account_of(s);
    else
        lay_pots(s, s->put_in, &a);
    *t = (cav_holdem_table){
        .button = s->button,
        .small_blind_seat = s->small_seat,
        .big_blind_seat = s->big_seat,
        .small_blind = s->small_blind,
        .big_blind = s->big_blind,
        .bet_to_call = over ? 0 : s->round.to_call,
        .full_raise = over ? 0 : s->round.full_raise,
    };
    if (!over) {
        const int32_t owed = s->round.to_call - s->round.bets[s->head.turn], chips = s->round.chips[s->head.turn];
        const betting_range raises = betting_raises(&s->round, s->head.turn);
        t->to_call = owed < chips ? owed : chips;
        t->min_raise = raises.least;
        t->max_raise = raises.most;
    }
    for (int i = 0; i < BOARD; i++)
        t->board[i] = i < board_size(s) ? s->stock[board_places[i]] : -1;
    for (int i = 0; i < SEATS; i++) {
        const bool here = i < s->head.players;
        t->stacks[i] = here ? s->round.chips[i] : -1;
        t->bets[i] = here ? s->round.bets[i] : -1;
        t->put_in[i] = here ? s->put_in[i] : -1;
        t->places[i] = here ? s->place[i] : -1;
        t->shown[i] = cards_of(s->shown & seen_by(i) ? s->hands[i] : 0);
        t->pots[i] = i < a.pots ? a.pot[i].amount : -1;
        t->contenders[i] = i < a.pots ? a.pot[i].seats : -1;
        t->winners[i] = over && i < a.pots ? a.winners[i] : -1;
    }
    t->in_hand = s->round.in;
}

#define OPTION(...) OPTION_OF(cav_holdem_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_holdem_table, __VA_ARGS__)

static const cav_field option_fields[] = {
    OPTION(players, CAV_FIELD_INT, 1, 2, SEATS, SEATS),
    OPTION(stacks, CAV_FIELD_INT, SEATS, 1, CAV_MAX_CHIPS, 1000),
    OPTION(small_blind, CAV_FIELD_INT, 1, 1, CAV_MAX_CHIPS, 10),
    OPTION(big_blind, CAV_FIELD_INT, 1, 1, CAV_MAX_CHIPS, 20),
    OPTION(first_button, CAV_FIELD_INT, 1, 0, SEATS - 1, 0),
    {0},
};

static const cav_field table_fields[] = {
    FIELD(button, CAV_FIELD_SEAT, 1),
    FIELD(small_blind_seat, CAV_FIELD_SEAT, 1),
    FIELD(big_blind_seat, CAV_FIELD_SEAT, 1),
    FIELD(small_blind, CAV_FIELD_INT, 1),
    FIELD(big_blind, CAV_FIELD_INT, 1),
    FIELD(stacks, CAV_FIELD_LIST, SEATS),
    FIELD(bets, CAV_FIELD_LIST, SEATS),
    FIELD(put_in, CAV_FIELD_LIST, SEATS),
    FIELD(in_hand, CAV_FIELD_SEATS, 1),
    FIELD(board, CAV_FIELD_CARD_LIST, BOARD),
    FIELD(bet_to_call, CAV_FIELD_INT, 1),
    FIELD(full_raise, CAV_FIELD_INT, 1),
    FIELD(to_call, CAV_FIELD_INT, 1),
    FIELD(min_raise, CAV_FIELD_INT, 1),
    FIELD(max_raise, CAV_FIELD_INT, 1),
    FIELD(pots, CAV_FIELD_LIST, SEATS),
    FIELD(contenders, CAV_FIELD_SEATS, SEATS),
    FIELD(winners, CAV_FIELD_SEATS, SEATS),
    FIELD(places, CAV_FIELD_LIST, SEATS),
    FIELD(shown, CAV_FIELD_CARDS, SEATS),
    {0},
};

const cav_game game_holdem = {
    .about =
        {
            .name = "holdem",
            .title = "Texas Hold'em",
            .direction = "clockwise",
            .players = SEATS,
            .deck = CAV_FRENCH,
            .sides = {0, 1, 2, 3},
            .pack = {((uint64_t)1 << POKER_CARDS) - 1, 0},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_holdem_options),
            .table_size = sizeof(cav_holdem_table),
        },
    .state_size = sizeof(he_state),
    .begin = begin,
    .dealt = dealt,
    .owner = owner,
    .deal = deal,
    .count = count,
    .nth = nth,
    .index = index_of,
    .check = check,
    .play = play,
    .result = result_of,
    .table = table,
    .hand = hand_of,
    .stock = stock,
    .hide = hide,
    .complete = complete,
    .valid = valid,
};
