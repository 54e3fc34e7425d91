/* One Poker: two seats, two packs, a hand of two cards of which one is locked and bet on.
 *
 * Everybody is told how many cards of each hand are UP (8 ... A) and DOWN (2 ... 7), nothing more. Each locks one card;
 * one betting round; the locked cards are shown and thrown away, the other card stays for the next deal, to which each
 * draws one. The pack is made anew of what was thrown away when it runs out. Clauses: OP in the house rules; all are
 * cited below. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/betting.h"

enum { SEATS = 2, HAND = 2, KINDS = 52, PACK = 2 * KINDS, ANTE = 1, LEAST_BET = 1, NO_SEAT = -1, NO_CARD = 0xff };

enum phase { LOCKING, BETTING, OVER };
static const char *const phases[] = {"locking", "betting", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

typedef struct op_state {
    cav_head head;
    cav_cards hands[SEATS]; /* cards in hand, without the locked one; in a view: those that the viewer knows */
    cav_cards discards;     /* thrown away, known to all */
    cav_cards either;       /* see `known` below: two cards of which each seat holds one, nobody else knows which */
    betting round;          /* the betting round, antes apart; its chips are the stacks */
    int32_t start_chips[SEATS]; /* before the ante */
    uint8_t locked[SEATS];  /* the locked card; NO_CARD before, and in a view while it lies face down for the viewer */
    uint8_t known[SEATS];   /* a card that the other seat is sure this seat holds in hand or locked, NO_CARD: none */
    uint8_t open[SEATS];    /* the same for everybody */
    uint8_t up[SEATS];      /* how many of the two cards of this deal are UP */
    uint8_t stock[PACK];    /* the last is drawn next; NO_CARD above stock_size, and all in a view */
    uint8_t stock_size;
    uint8_t has_locked;     /* bit s: seat s has locked */
    uint8_t folded;         /* bit s: seat s folded */
    int8_t first;           /* seat that acts first in this deal */
    uint32_t restocks;      /* how often the pack was made anew */
    uint8_t zero[4];
} op_state;

static_assert(sizeof(op_state) <= sizeof(cav_state), "the position does not fit");
static_assert(sizeof(op_state) % 8 == 0, "positions are hashed by words");

static op_state *own(cav_state *state) { return (op_state *)state; }
static const op_state *look(const cav_state *state) { return (const op_state *)state; }

/* ---- Facts ----------------------------------------------------------------- */

static const uint64_t every_kind = ((uint64_t)1 << KINDS) - 1;

enum { TWO = 0, EIGHT = 6, ACE = 12 };

static int rank_of(int card) { return card % 13; }

/* OP-2.2 */
static bool is_up(int card) { return rank_of(card) >= EIGHT; }

static uint64_t up_kinds(void)
{
    const uint64_t suit = (1u << 13) - (1u << EIGHT);
    return suit | suit << 13 | suit << 26 | suit << 39;
}

static int count_up(cav_cards cards)
{
    return bits_count(cards.any & up_kinds()) + bits_count(cards.both & up_kinds());
}

/* Which of two locked cards wins: above 0 the first, below 0 the second. The deuce beats the ace (OP-5). */
static int compare(int card, int other)
{
    const int a = rank_of(card), b = rank_of(other);
    if ((a == TWO && b == ACE) || (a == ACE && b == TWO))
        return a == TWO ? 1 : -1;
    return (a > b) - (a < b);
}

static void take(cav_cards *from, int card) { *from = cards_minus(*from, cards_one(card)); }

static int only_card(cav_cards cards) { return bits_lowest(cards.any); }

/* ---- Deal (OP-2, 6) ---------------------------------------------------------- */

static const cav_error *begin(cav_state *state, const void *options)
{
    op_state *s = own(state);
    const cav_onepoker_options *o = options;
    s->first = (int8_t)o->first;
    s->round.seats = SEATS;
    memset(s->locked, NO_CARD, sizeof s->locked);
    memset(s->known, NO_CARD, sizeof s->known);
    memset(s->open, NO_CARD, sizeof s->open);
    for (int seat = 0; seat < SEATS; seat++)
        s->round.chips[seat] = s->head.scores[seat] = o->chips[seat];
    return NULL;
}

/* The packs are dealt from once; later deals go on with the stock. */
static int dealt(const cav_state *state) { return state->head.deal == 0 ? PACK : 0; }

/* First player, other, first, other; the rest is the stock (OP-2.3). */
static int owner(const cav_state *state, int place)
{
    return place < SEATS * HAND ? (look(state)->first + place) % SEATS : NO_SEAT;
}

static int draw(op_state *s)
{
    const int card = s->stock[--s->stock_size];
    s->stock[s->stock_size] = NO_CARD;
    return card;
}

/* All but the two cards in hand have been seen now: each seat knows the other's card, and everybody knows which two they
 * are; which is whose, when one is UP and one DOWN, or both are the same. */
static void note_kept(op_state *s)
{
    const int card = only_card(s->hands[0]), other = only_card(s->hands[1]);
    s->known[0] = (uint8_t)card;
    s->known[1] = (uint8_t)other;
    memset(s->open, NO_CARD, sizeof s->open);
    s->either = (cav_cards){0, 0};
    if (is_up(card) != is_up(other) || card == other) {
        memcpy(s->open, s->known, sizeof s->open);
    } else {
        s->either = cards_one(card);
        cav_cards_add(&s->either, other);
    }
}

static void restock(op_state *s, cav_rng *rng, cav_log *log)
{
    uint8_t cards[PACK];
    int count = cav_cards_list(s->discards, cards);
    while (s->stock_size > 0)
        cards[count++] = (uint8_t)draw(s);
    cav_rng_shuffle(rng, cards, (size_t)count);
    memcpy(s->stock, cards, (size_t)count);
    s->stock_size = (uint8_t)count;
    s->discards = (cav_cards){0, 0};
    s->restocks++;
    note_kept(s);
    log_amount(log, CAV_EVENT_RESTOCK, NO_SEAT, count);
}

static void deal_first(op_state *s, const uint8_t *order)
{
    for (int place = 0; place < SEATS * HAND; place++)
        cav_cards_add(&s->hands[(s->first + place) % SEATS], order[place]);
    s->stock_size = PACK - SEATS * HAND;
    memset(s->stock, NO_CARD, sizeof s->stock);
    for (int i = 0; i < s->stock_size; i++)
        s->stock[i] = order[PACK - 1 - i];
}

/* OP-6: both locked cards are thrown away; a new pack when two cannot be drawn; each draws one. */
static void deal_next(op_state *s, cav_rng *rng, cav_log *log)
{
    for (int seat = 0; seat < SEATS; seat++) {
        cav_cards_add(&s->discards, s->locked[seat]);
        s->locked[seat] = NO_CARD;
    }
    if (s->stock_size < SEATS)
        restock(s, rng, log);
    for (int i = 0; i < SEATS; i++) {
        const int seat = (s->first + i) % SEATS;
        const int card = draw(s);
        cav_cards_add(&s->hands[seat], card);
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), cards_one(card));
    }
}

static void begin_deal(op_state *s, cav_log *log)
{
    s->has_locked = s->folded = 0;
    s->round.in = seen_by(0) | seen_by(1);
    betting_begin(&s->round, LEAST_BET);
    for (int i = 0; i < SEATS; i++) {
        const int seat = (s->first + i) % SEATS;
        s->start_chips[seat] = s->round.chips[seat];
        s->round.chips[seat] -= ANTE;
        s->up[seat] = (uint8_t)count_up(s->hands[seat]);
        s->head.hand_sizes[seat] = HAND;
        log_amount(log, CAV_EVENT_SIGNAL, seat, s->up[seat]);
        log_amount(log, CAV_EVENT_ANTE, seat, ANTE);
    }
    s->head.phase = LOCKING;
    s->head.turn = s->first;
}

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    op_state *s = own(state);
    log_amount(log, CAV_EVENT_DEAL, s->first, (int32_t)s->head.deal);
    if (s->head.deal == 0) {
        deal_first(s, order);
        for (int seat = 0; seat < SEATS; seat++)
            log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), s->hands[seat]);
    } else {
        deal_next(s, rng, log);
    }
    begin_deal(s, log);
}

/* ---- Legal moves (OP-3, 4) ----------------------------------------------------- */

static uint64_t count(const cav_state *state)
{
    const op_state *s = look(state);
    if (s->head.phase == LOCKING)
        return (uint64_t)bits_count(s->hands[s->head.turn].any); /* two equal cards are one choice */
    return betting_count(&s->round, s->head.turn);
}

static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    const op_state *s = look(state);
    if (s->head.phase == LOCKING) {
        uint64_t cards = s->hands[s->head.turn].any;
        for (; index > 0; index--)
            cards &= cards - 1;
        *move = (cav_move){.kind = CAV_LOCK, .cards = cards_of(bits_low(cards))};
    } else {
        *move = betting_nth(&s->round, s->head.turn, index);
    }
}

static uint64_t index_of(const cav_state *state, const cav_move *move)
{
    const op_state *s = look(state);
    if (s->head.phase == BETTING)
        return betting_index(&s->round, s->head.turn, move);
    return (uint64_t)bits_count(s->hands[s->head.turn].any & (move->cards.any - 1));
}

static const cav_error faults[] = {
    [BETTING_NOTHING_TO_PAY] = {CAV_ILLEGAL_MOVE, "nothing-to-pay", "OP-4", "there is nothing to pay: check, or bet"},
    [BETTING_MUST_PAY] = {CAV_ILLEGAL_MOVE, "must-pay", "OP-4", "there is a bet to pay: fold, call or raise"},
    [BETTING_IS_RAISE] = {CAV_ILLEGAL_MOVE, "is-raise", "OP-4", "there is a bet already: this is a raise"},
    [BETTING_IS_BET] = {CAV_ILLEGAL_MOVE, "is-bet", "OP-4", "nobody has bet: this is a bet"},
    [BETTING_CLOSED] = {CAV_ILLEGAL_MOVE, "raising-closed", "OP-4", "raising is closed to this seat"},
    [BETTING_TOO_LITTLE] = {CAV_ILLEGAL_MOVE, "too-little", "OP-4", "this is less than the least bet or raise"},
    [BETTING_TOO_MUCH] = {CAV_ILLEGAL_MOVE, "too-much", "OP-4", "this is more than the seat has"},
    [BETTING_OTHER_CALL] = {CAV_ILLEGAL_MOVE, "other-call", "OP-4", "this is not the amount to call"},
    [BETTING_STRAY] = {CAV_ILLEGAL_MOVE, "stray-fields", "", "the move says more than its kind has use for"},
};
static const cav_error must_lock = {CAV_ILLEGAL_MOVE, "must-lock", "OP-3", "first each seat locks a card"};
static const cav_error locked_already = {CAV_ILLEGAL_MOVE, "locked-already", "OP-3", "a locked card stays"};
static const cav_error lock_one = {CAV_ILLEGAL_MOVE, "lock-one", "OP-3", "one card is locked"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "OP-3", "the hand does not hold this card"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

static const cav_error *check_lock(const op_state *s, const cav_move *move)
{
    if (s->head.phase != LOCKING)
        return &locked_already;
    if (move->amount || move->shape || move->rank || move->length)
        return &faults[BETTING_STRAY];
    if (move->cards.both & ~move->cards.any || cards_count(move->cards) != 1)
        return &lock_one;
    return cards_contain(s->hands[s->head.turn], move->cards) ? NULL : &not_in_hand;
}

static const cav_error *check(const cav_state *state, cav_move *move)
{
    const op_state *s = look(state);
    if (move->kind == CAV_LOCK)
        return check_lock(s, move);
    if (move->kind < CAV_FOLD || move->kind > CAV_RAISE)
        return &unknown_kind;
    if (s->head.phase == LOCKING)
        return &must_lock;
    const betting_fault fault = betting_check(&s->round, s->head.turn, move);
    return fault == BETTING_FINE ? NULL : &faults[fault];
}

/* ---- Play ------------------------------------------------------------------ */

static void settle(op_state *s, cav_log *log);

/* Nobody bets when a seat has no chips left after the ante (OP-4). */
static void begin_betting(op_state *s, cav_log *log)
{
    s->head.phase = BETTING;
    s->head.turn = s->first;
    if (s->round.chips[0] == 0 || s->round.chips[1] == 0)
        settle(s, log);
}

static void lock(op_state *s, int card, cav_log *log)
{
    const int seat = s->head.turn;
    take(&s->hands[seat], card);
    s->locked[seat] = (uint8_t)card;
    s->has_locked |= seen_by(seat);
    s->head.hand_sizes[seat]--;
    s->head.turn = (int8_t)(1 - seat);
    log_amount(log, CAV_EVENT_LOCKED, seat, 0);
    if (s->has_locked == (seen_by(0) | seen_by(1)))
        begin_betting(s, log);
}

static void bet(op_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    betting_act(&s->round, seat, move);
    if (move->kind == CAV_FOLD)
        s->folded = seen_by(seat);
    const int next = s->folded ? NO_SEAT : betting_next(&s->round, 1 - seat);
    s->head.turn = (int8_t)next;
    if (next == NO_SEAT)
        settle(s, log);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    op_state *s = own(state);
    const bool locks = s->head.phase == LOCKING;
    /* Which card is locked only its owner sees; that one is locked everybody (OP-2.2). */
    log_event(log, CAV_EVENT_MOVE, s->head.turn, locks ? seen_by(s->head.turn) : SEEN_BY_ALL, *move);
    if (locks)
        lock(s, only_card(move->cards), log);
    else
        bet(s, move, log);
    return PLAYED;
}

/* ---- Settle (OP-5, 6) ---------------------------------------------------------- */

typedef struct account {
    int winner; /* NO_SEAT: a tie */
    int refund_seat;
    int32_t refund, pot;
} account;

static account account_of(const op_state *s)
{
    account a = {.winner = NO_SEAT};
    a.refund = betting_refund(s->round.bets, &a.refund_seat);
    a.pot = SEATS * ANTE + s->round.bets[0] + s->round.bets[1] - a.refund;
    const int order = compare(s->locked[0], s->locked[1]);
    if (s->folded)
        a.winner = s->folded == seen_by(0) ? 1 : 0;
    else if (order != 0)
        a.winner = order > 0 ? 0 : 1;
    return a;
}

static bool all_seen(const op_state *s, int card)
{
    const int in_discards = (int)(s->discards.any >> card & 1) + (int)(s->discards.both >> card & 1);
    return in_discards + (s->locked[0] == card) + (s->locked[1] == card) >= 2;
}

/* What is known of a seat's kept card after its locked one was shown. It was one of two; if the card shown is the one
 * known, the other can be any. */
static void forget_shown(op_state *s, int seat)
{
    const int card = s->locked[seat], other = 1 - seat;
    if (s->known[seat] == card)
        s->known[seat] = NO_CARD;
    if (s->open[seat] == card)
        s->open[seat] = NO_CARD;
    /* Taken to be the one of the two; the other seat then holds the other (see complete). */
    if (s->either.any >> card & 1) {
        take(&s->either, card);
        s->open[other] = (uint8_t)only_card(s->either);
        s->either = (cav_cards){0, 0};
    }
}

/* What was taken for known is dropped once it can't be. */
static void drop_impossible(op_state *s, int seat)
{
    const int card = s->open[seat];
    if (card != NO_CARD && (all_seen(s, card) || is_up(card) != s->up[seat] - is_up(s->locked[seat])))
        s->open[seat] = NO_CARD;
}

static void show(op_state *s, cav_log *log)
{
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_SHOWN, seat, SEEN_BY_ALL, cards_one(s->locked[seat]));
    for (int seat = 0; seat < SEATS; seat++)
        forget_shown(s, seat);
    for (int seat = 0; seat < SEATS; seat++)
        drop_impossible(s, seat);
}

static void pay(op_state *s, cav_log *log)
{
    const account a = account_of(s);
    if (a.refund)
        log_amount(log, CAV_EVENT_REFUND, a.refund_seat, a.refund);
    s->round.chips[a.refund_seat] += a.refund;
    for (int seat = 0; seat < SEATS; seat++) {
        /* A tie's pot is even: both paid the same (OP-5). */
        const int32_t won = a.winner == NO_SEAT ? a.pot / SEATS : a.winner == seat ? a.pot : 0;
        s->round.chips[seat] += won;
        if (won)
            log_amount(log, CAV_EVENT_POT, seat, won);
    }
    s->first = (int8_t)(a.winner == NO_SEAT ? 1 - s->first : a.winner); /* of the next deal (OP-2.1) */
}

static void settle(op_state *s, cav_log *log)
{
    show(s, log);
    pay(s, log);
    s->head.phase = OVER;
    s->head.turn = -1;
    log_amount(log, CAV_EVENT_DEAL_OVER, NO_SEAT, 0);
    for (int seat = 0; seat < SEATS; seat++) {
        s->head.scores[seat] = s->round.chips[seat];
        log_amount(log, CAV_EVENT_POINTS, seat, s->round.chips[seat] - s->start_chips[seat]);
    }
    s->head.match_over = s->round.chips[0] == 0 || s->round.chips[1] == 0;
    if (s->head.match_over)
        log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

static void result_of(const cav_state *state, cav_result *result)
{
    const op_state *s = look(state);
    const account a = account_of(s);
    if (s->folded)
        add_line(result, "fold", 1 - a.winner, 0);
    if (a.refund)
        add_line(result, "refund", a.refund_seat, a.refund);
    add_line(result, "pot", NO_SEAT, a.pot);
    for (int seat = 0; seat < SEATS; seat++) {
        const int32_t won = a.winner == NO_SEAT ? a.pot / SEATS : a.winner == seat ? a.pot : 0;
        if (won)
            add_line(result, "share", seat, won);
        result->points[seat] = s->round.chips[seat] - s->start_chips[seat];
    }
}

/* ---- View, sample ---------------------------------------------------------- */

static cav_cards hand_of(const cav_state *state, int seat) { return look(state)->hands[seat]; }

static int stock(const cav_state *state, uint8_t *list)
{
    const op_state *s = look(state);
    for (int i = 0; i < s->stock_size; i++)
        list[i] = s->stock[s->stock_size - 1 - i];
    return s->stock_size;
}

static void hide(cav_state *state)
{
    op_state *s = own(state);
    const int viewer = s->head.viewer;
    memset(s->stock, NO_CARD, sizeof s->stock);
    for (int seat = 0; seat < SEATS; seat++) {
        if (seat == viewer)
            continue;
        s->hands[seat] = (cav_cards){0, 0};
        if (s->head.phase != OVER)
            s->locked[seat] = NO_CARD;
    }
    if (viewer < 0)
        memcpy(s->known, s->open, sizeof s->known);
}

/* Everything that the viewer sees lie or hold. */
static cav_cards unseen_by_viewer(const op_state *s)
{
    cav_cards unseen = cards_minus((cav_cards){every_kind, every_kind}, s->discards);
    for (int seat = 0; seat < SEATS; seat++) {
        unseen = cards_minus(unseen, s->hands[seat]);
        if (s->locked[seat] != NO_CARD)
            take(&unseen, s->locked[seat]);
    }
    return unseen;
}

/* Draws one of the unseen cards, UP or DOWN as asked, each physical card equally likely. */
static int draw_unseen(cav_cards *unseen, bool up, cav_rng *rng)
{
    const uint64_t group = up ? up_kinds() : ~up_kinds();
    uint8_t cards[PACK];
    int count = cav_cards_list((cav_cards){unseen->any & group, unseen->both & group}, cards);
    if (count == 0) /* only in a position that play could not have led to */
        count = cav_cards_list(*unseen, cards);
    const int card = cards[cav_rng_below(rng, (uint64_t)count)];
    take(unseen, card);
    return card;
}

/* The hidden cards of a seat, in hand and locked: what is known of them first, the rest so that UP and DOWN come out. */
static void complete_seat(op_state *s, int seat, cav_cards *unseen, cav_rng *rng)
{
    const bool over = s->head.phase == OVER;
    const int wanted = over ? 1 : HAND;
    int up = s->up[seat] - (over ? is_up(s->locked[seat]) : 0), held = 0;
    uint8_t cards[HAND];
    if (s->known[seat] != NO_CARD) {
        cards[held++] = s->known[seat];
        up -= is_up(s->known[seat]);
    }
    for (; held < wanted; held++) {
        cards[held] = (uint8_t)draw_unseen(unseen, up > 0, rng);
        up -= is_up(cards[held]);
    }
    /* Which of the two is locked nothing tells. */
    const int at = s->has_locked & seen_by(seat) && !over ? (int)cav_rng_below(rng, HAND) : NO_CARD;
    for (int i = 0; i < wanted; i++)
        if (i == at)
            s->locked[seat] = cards[i];
        else
            cav_cards_add(&s->hands[seat], cards[i]);
}

/* A spectator knows two cards and not whose each is: either way is as likely. */
static void settle_either(op_state *s, cav_rng *rng)
{
    uint8_t cards[HAND];
    if (cav_cards_list(s->either, cards) != HAND || s->known[0] != NO_CARD || s->known[1] != NO_CARD)
        return;
    const int swap = (int)cav_rng_below(rng, 2);
    s->known[0] = cards[swap];
    s->known[1] = cards[1 - swap];
}

/* For a seat each way to deal the unseen cards that fits the UP and DOWN told, and the cards it is sure of, is equally
 * likely. For a spectator this is nearly so: once a seat shows one of the two cards of `either`, the other seat is
 * taken to hold the other, though the first may have drawn that card's twin. */
static void complete(cav_state *state, cav_rng *rng)
{
    op_state *s = own(state);
    settle_either(s, rng);
    cav_cards unseen = unseen_by_viewer(s);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != s->head.viewer && s->known[seat] != NO_CARD)
            take(&unseen, s->known[seat]);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != s->head.viewer)
            complete_seat(s, seat, &unseen, rng);
    cav_cards_list(unseen, s->stock);
    cav_rng_shuffle(rng, s->stock, s->stock_size);
}

/* ---- Valid ----------------------------------------------------------------- */

static bool is_set(cav_cards cards) { return !(cards.both & ~cards.any) && !(cards.any & ~every_kind); }

static bool is_card(int card) { return card < KINDS || card == NO_CARD; }

/* Takes some cards out of those left; whether they were there. */
static bool take_all(cav_cards *left, cav_cards cards)
{
    if (!is_set(cards) || !cards_contain(*left, cards))
        return false;
    *left = cards_minus(*left, cards);
    return true;
}

static bool take_one(cav_cards *left, int card) { return card == NO_CARD || take_all(left, cards_one(card)); }

static bool valid_hand(const op_state *s, int seat)
{
    const bool seen = s->head.viewer == CAV_FULL || s->head.viewer == seat;
    const bool has_locked = s->has_locked & seen_by(seat), over = s->head.phase == OVER;
    if (!is_card(s->locked[seat]) || !is_card(s->known[seat]) || !is_card(s->open[seat]) || s->up[seat] > HAND ||
        s->head.hand_sizes[seat] != HAND - has_locked ||
        cards_count(s->hands[seat]) != (seen ? s->head.hand_sizes[seat] : 0) ||
        (s->locked[seat] != NO_CARD) != (has_locked && (seen || over)))
        return false;
    const cav_cards known = s->known[seat] != NO_CARD ? cards_one(s->known[seat]) : (cav_cards){0, 0};
    return !seen || (count_up(s->hands[seat]) + (has_locked ? is_up(s->locked[seat]) : 0) == s->up[seat] &&
                     (cards_contain(s->hands[seat], known) || (!over && s->locked[seat] == s->known[seat])));
}

/* Whether cards that are not seen can fill what is hidden of these seats, so that UP and DOWN and what is known of their
 * cards come out. */
static bool can_fill(const op_state *s, cav_cards unseen, const uint8_t known[SEATS], uint8_t seats)
{
    const bool over = s->head.phase == OVER;
    int up = 0, down = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!(seats & seen_by(seat)))
            continue;
        int seat_up = s->up[seat] - (over ? is_up(s->locked[seat]) : 0), seat_down = (over ? 1 : HAND) - seat_up;
        if (!take_one(&unseen, known[seat]))
            return false;
        if (known[seat] != NO_CARD)
            *(is_up(known[seat]) ? &seat_up : &seat_down) -= 1;
        if (seat_up < 0 || seat_down < 0)
            return false;
        up += seat_up;
        down += seat_down;
    }
    const int unseen_up = count_up(unseen);
    return up <= unseen_up && down <= cards_count(unseen) - unseen_up;
}

/* What everybody is sure of must leave a way to fill a spectator's view. */
static bool valid_open(const op_state *s)
{
    const uint8_t seats = seen_by(0) | seen_by(1);
    cav_cards unseen = cards_minus((cav_cards){every_kind, every_kind}, s->discards);
    for (int seat = 0; seat < SEATS && s->head.phase == OVER; seat++)
        take(&unseen, s->locked[seat]);
    if (cards_count(s->either) == 0)
        return can_fill(s, unseen, s->open, seats);
    if (cards_count(s->either) != HAND || s->open[0] != NO_CARD || s->open[1] != NO_CARD)
        return false;
    if (s->head.viewer != CAV_SPECTATOR) { /* each seat knows which of the two the other holds */
        cav_cards known = cards_one(s->known[0]);
        if (!cav_cards_add(&known, s->known[1]) || !cards_equal(known, s->either))
            return false;
    }
    uint8_t cards[HAND];
    cav_cards_list(s->either, cards);
    return can_fill(s, unseen, cards, seats) && can_fill(s, unseen, (const uint8_t[SEATS]){cards[1], cards[0]}, seats);
}

/* Every card is in one place; in a view those not seen fill the hidden hands and the stock. */
static bool valid_cards(const op_state *s)
{
    cav_cards left = {every_kind, every_kind};
    int hidden = s->stock_size;
    if (s->stock_size > PACK || !is_set(s->either) || !take_all(&left, s->discards))
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!is_set(s->hands[seat]) || !valid_hand(s, seat) || !take_all(&left, s->hands[seat]) ||
            !take_one(&left, s->locked[seat]))
            return false;
        hidden += HAND - cards_count(s->hands[seat]) - (s->locked[seat] != NO_CARD);
    }
    for (int i = 0; i < PACK; i++) {
        const bool seen = s->head.viewer == CAV_FULL && i < s->stock_size;
        if (seen != (s->stock[i] != NO_CARD) || (seen && s->stock[i] >= KINDS) || !take_one(&left, s->stock[i]))
            return false;
    }
    if (s->head.viewer == CAV_FULL)
        return left.any == 0 && valid_open(s);
    if (s->head.viewer == CAV_SPECTATOR && memcmp(s->known, s->open, sizeof s->known) != 0)
        return false;
    return cards_count(left) == hidden && valid_open(s) &&
           (s->head.viewer == CAV_SPECTATOR || can_fill(s, left, s->known, seen_by(1 - s->head.viewer)));
}

static bool valid_chips(const op_state *s)
{
    const bool over = s->head.phase == OVER;
    int64_t before = 0, after = 0;
    int32_t highest = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        const int32_t start = s->start_chips[seat], bet = s->round.bets[seat], chips = s->round.chips[seat];
        if (start < ANTE || start > 2 * CAV_MAX_CHIPS || bet < 0 || bet > start - ANTE || chips < 0 ||
            (!over && chips != start - ANTE - bet) || s->head.scores[seat] != (over ? chips : start))
            return false;
        highest = bet > highest ? bet : highest;
        before += start;
        after += chips;
    }
    return before <= 2 * CAV_MAX_CHIPS && (!over || before == after) && s->round.to_call == highest &&
           s->round.full_raise >= LEAST_BET && s->round.full_raise <= (highest > LEAST_BET ? highest : LEAST_BET) &&
           s->head.match_over == (over && (s->round.chips[0] == 0 || s->round.chips[1] == 0));
}

static bool valid_turn(const op_state *s)
{
    const uint8_t both = seen_by(0) | seen_by(1), in = s->round.in;
    const bool over = s->head.phase == OVER;
    if (s->first < 0 || s->first >= SEATS || s->round.seats != SEATS || s->round.acted > both || s->round.zero ||
        s->folded == both || s->folded > both || in != (both ^ s->folded) || (s->head.turn < 0) != over ||
        (!over && s->folded))
        return false;
    if (s->head.phase == LOCKING)
        return s->round.to_call == 0 && s->round.acted == 0 &&
               (s->has_locked == 0 ? s->head.turn == s->first
                                   : s->has_locked == seen_by(s->first) && s->head.turn == 1 - s->first);
    return s->has_locked == both && (over || betting_next(&s->round, s->head.turn) == s->head.turn);
}

static bool valid(const cav_state *state)
{
    static const uint8_t zero[sizeof look(NULL)->zero] = {0};
    const op_state *s = look(state);
    for (int seat = SEATS; seat < CAV_MAX_SEATS; seat++)
        if (s->head.scores[seat] || s->head.hand_sizes[seat] || s->round.chips[seat] || s->round.bets[seat])
            return false;
    return s->head.players == SEATS && s->head.redeal == 0 && memcmp(s->zero, zero, sizeof zero) == 0 &&
           valid_turn(s) && valid_chips(s) && valid_cards(s);
}

/* ---- Table ----------------------------------------------------------------- */

static void table(const cav_state *state, void *into)
{
    const op_state *s = look(state);
    const bool over = s->head.phase == OVER, betting = s->head.phase == BETTING;
    cav_onepoker_table *t = into;
    const account a = over ? account_of(s) : (account){.winner = NO_SEAT};
    *t = (cav_onepoker_table){
        .first = s->first,
        .pot = SEATS * ANTE + s->round.bets[0] + s->round.bets[1],
        .has_locked = s->has_locked,
        .folded = s->folded,
        .winner = a.winner,
        .stock_size = s->stock_size,
        .restocks = (int32_t)s->restocks,
        .bet_to_call = betting ? s->round.to_call : 0,
        .full_raise = betting ? s->round.full_raise : 0,
        .discards = s->discards,
    };
    if (betting) {
        const int32_t owed = s->round.to_call - s->round.bets[s->head.turn], chips = s->round.chips[s->head.turn];
        const betting_range raises = betting_raises(&s->round, s->head.turn);
        t->to_call = owed < chips ? owed : chips;
        t->min_raise = raises.least;
        t->max_raise = raises.most;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        t->chips[seat] = s->round.chips[seat];
        t->bets[seat] = s->round.bets[seat];
        t->up[seat] = s->up[seat];
        t->shown[seat] = over ? cards_one(s->locked[seat]) : (cav_cards){0, 0};
    }
}

#define OPTION(...) OPTION_OF(cav_onepoker_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_onepoker_table, __VA_ARGS__)

static const cav_field option_fields[] = {
    OPTION(chips, CAV_FIELD_INT, SEATS, 1, CAV_MAX_CHIPS, 20),
    OPTION(first, CAV_FIELD_INT, 1, 0, SEATS - 1, 0),
    {0},
};

static const cav_field table_fields[] = {
    FIELD(first, CAV_FIELD_SEAT, 1),
    FIELD(chips, CAV_FIELD_INT, SEATS),
    FIELD(bets, CAV_FIELD_INT, SEATS),
    FIELD(pot, CAV_FIELD_INT, 1),
    FIELD(up, CAV_FIELD_INT, SEATS),
    FIELD(has_locked, CAV_FIELD_SEATS, 1),
    FIELD(folded, CAV_FIELD_SEATS, 1),
    FIELD(bet_to_call, CAV_FIELD_INT, 1),
    FIELD(full_raise, CAV_FIELD_INT, 1),
    FIELD(to_call, CAV_FIELD_INT, 1),
    FIELD(min_raise, CAV_FIELD_INT, 1),
    FIELD(max_raise, CAV_FIELD_INT, 1),
    FIELD(winner, CAV_FIELD_SEAT, 1),
    FIELD(stock_size, CAV_FIELD_INT, 1),
    FIELD(restocks, CAV_FIELD_INT, 1),
    FIELD(discards, CAV_FIELD_CARDS, 1),
    FIELD(shown, CAV_FIELD_CARDS, SEATS),
    {0},
};

const cav_game game_onepoker = {
    .about =
        {
            .name = "onepoker",
            .title = "One Poker",
            .direction = "clockwise",
            .players = SEATS,
            .deck = CAV_FRENCH,
            .sides = {0, 1},
            .pack = {((uint64_t)1 << KINDS) - 1, ((uint64_t)1 << KINDS) - 1},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_onepoker_options),
            .table_size = sizeof(cav_onepoker_table),
        },
    .state_size = sizeof(op_state),
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
