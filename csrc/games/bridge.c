/* Bridge: four seats, N+S against E+W, 52 cards, one deal with duplicate scoring.
 *
 * An auction finds the contract, its declarer and what is trump. Declarer's left-hand opponent leads, dummy's hand is
 * laid open, and declarer plays it from then on: at dummy's turn declarer's seat acts. Thirteen tricks are played, and
 * the contract is scored. Clauses: BR in the house rules; all are cited below. Who wins a trick is the kernel `tricks`,
 * which hands fit what was seen the kernel `spread`. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/spread.h"
#include "kernels/tricks.h"

enum {
    SEATS = 4,
    HAND = 13,
    PACK = 52,
    RANKS = 13,
    TRICKS = 13,
    DENOMINATIONS = 5,
    MAJORS = 2, /* the denominations are counted from 0 here; the first four are the suits of the deck */
    NOTRUMP = 4,
    BOOK = 6,    /* a contract of level n needs n tricks more than that */
    PASS = 0,
    MOST_CALLS = CAV_BRIDGE_MOST_CALLS,
    NO_CALL = 0xff,
    NO_CARD = 0xff,
    NO_SEAT = -1
};

enum phase { BIDDING, PLAYING, OVER };
static const char *const phases[] = {"bidding", "playing", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

/* Where an auction stands. Calls are the numbers of cav_bridge_table. */
typedef struct auction {
    uint8_t bid;     /* the last bid, PASS: none */
    int8_t bidder;   /* the seat that made it, or NO_SEAT */
    uint8_t doubled; /* 1 doubled, 2 redoubled */
    uint8_t passes;  /* in a row */
} auction;

typedef struct br_state {
    cav_head head;
    uint64_t hands[SEATS];        /* cards held; in a view those that the viewer knows */
    uint8_t calls[MOST_CALLS + 1]; /* in order; NO_CALL behind the last */
    uint8_t played[PACK];         /* all cards played, in order, four a trick; NO_CARD behind the last */
    int8_t winners[TRICKS];       /* who won each trick played; NO_SEAT behind the last */
    uint8_t played_count;
    uint8_t won[2];               /* tricks won by N-S and E-W */
    uint16_t calls_count;
    auction now;
    int8_t dealer;
    uint8_t vulnerability;        /* bit 0: N-S, bit 1: E-W */
    int8_t declarer;              /* or NO_SEAT */
    int8_t leader;                /* leads or led the trick being played, or NO_SEAT */
    uint8_t zero[10];
} br_state;

static_assert(sizeof(br_state) <= sizeof(cav_state), "the position does not fit");
static_assert(offsetof(br_state, zero) + 10 == sizeof(br_state), "positions are hashed by words, without padding");

static br_state *own(cav_state *state) { return (br_state *)state; }
static const br_state *look(const cav_state *state) { return (const br_state *)state; }

static int next_seat(int seat) { return (seat + 1) % SEATS; }
static int partner(int seat) { return (seat + 2) % SEATS; }
static int side(int seat) { return seat & 1; }

/* ---- Facts ----------------------------------------------------------------- */

static const uint64_t pack = ((uint64_t)1 << PACK) - 1;
static const uint64_t every_bid = ((uint64_t)1 << (CAV_BRIDGE_BIDS + 1)) - 2;

static int level_of(int bid) { return (bid + DENOMINATIONS - 1) / DENOMINATIONS; }
static int denomination_of(int bid) { return (bid - 1) % DENOMINATIONS; }
static int bid_of(int level, int denomination) { return DENOMINATIONS * (level - 1) + denomination + 1; }

static int suit_of(int card) { return card / RANKS; }
static uint64_t suit_cards(int suit) { return (((uint64_t)1 << RANKS) - 1) << RANKS * suit; }

static int trump(const br_state *s) { return denomination_of(s->now.bid); }

static int dummy(const br_state *s) { return s->declarer == NO_SEAT ? NO_SEAT : partner(s->declarer); }

/* BR-3 */
static bool dummy_lies(const br_state *s) { return s->played_count > 0; }

static int cards_in_trick(const br_state *s) { return s->played_count % SEATS; }

/* Whose card is next; with the last card played, who would lead. */
static int seat_to_play(const br_state *s) { return (s->leader + cards_in_trick(s)) % SEATS; }

static const uint8_t *trick_played(const br_state *s) { return s->played + s->played_count - cards_in_trick(s); }

/* ---- Auction (BR-2) ---------------------------------------------------------- */

static bool auction_over(const auction *a) { return a->passes == (a->bid ? 3 : 4); }

static bool may_double(const auction *a, int seat) { return a->bid && !a->doubled && side(a->bidder) != side(seat); }

static bool may_redouble(const auction *a, int seat) { return a->doubled == 1 && side(a->bidder) == side(seat); }

/* The legal calls of the seat whose turn it is, as a set. */
static uint64_t auction_legal(const auction *a, int seat)
{
    uint64_t legal = 1u << PASS | (every_bid & ~(((uint64_t)2 << a->bid) - 1));
    if (may_double(a, seat))
        legal |= (uint64_t)1 << CAV_BRIDGE_DOUBLE;
    if (may_redouble(a, seat))
        legal |= (uint64_t)1 << CAV_BRIDGE_REDOUBLE;
    return legal;
}

/* A legal call is made. A bid cancels a double or redouble. */
static void auction_call(auction *a, int seat, int call)
{
    if (call == PASS) {
        a->passes++;
        return;
    }
    a->passes = 0;
    if (call == CAV_BRIDGE_DOUBLE || call == CAV_BRIDGE_REDOUBLE)
        a->doubled++;
    else
        *a = (auction){.bid = (uint8_t)call, .bidder = (int8_t)seat};
}

static const cav_error no_bid = {CAV_ILLEGAL_MOVE, "no-such-bid", "BR-2",
                                 "a bid is 1 to 7 in clubs, diamonds, hearts, spades or no trump"};
static const cav_error bid_too_low = {CAV_ILLEGAL_MOVE, "bid-too-low", "BR-2", "a bid must be above the last bid"};
static const cav_error no_double = {CAV_ILLEGAL_MOVE, "no-double", "BR-2",
                                    "only an undoubled last bid of the opponents can be doubled"};
static const cav_error no_redouble = {CAV_ILLEGAL_MOVE, "no-redouble", "BR-2",
                                      "only the opponents' double of one's own side's bid can be redoubled"};
static const cav_error auction_ended = {CAV_ILLEGAL_MOVE, "not-bidding", "BR-2", "the auction is over"};

/* Why a call that is not legal is not. */
static const cav_error *auction_fault(int call)
{
    return call == CAV_BRIDGE_DOUBLE ? &no_double : call == CAV_BRIDGE_REDOUBLE ? &no_redouble : &bid_too_low;
}

static const cav_error *check_auction_call(const auction *a, int seat, int call)
{
    if (call >= CAV_BRIDGE_CALLS)
        return &no_bid;
    if (auction_over(a))
        return &auction_ended;
    return auction_legal(a, seat) >> call & 1 ? NULL : auction_fault(call);
}

/* The first of the side that made the last bid to have named its denomination. */
static int declarer_of(const br_state *s)
{
    int i = 0, seat = s->dealer;
    while (side(seat) != side(s->now.bidder) || s->calls[i] < 1 || s->calls[i] > CAV_BRIDGE_BIDS ||
           denomination_of(s->calls[i]) != trump(s)) {
        seat = next_seat(seat);
        i++;
    }
    return seat;
}

/* ---- Deal (BR-1) ------------------------------------------------------------- */

static const cav_error *begin(cav_state *state, const void *options)
{
    const cav_bridge_options *o = options;
    own(state)->dealer = (int8_t)o->dealer;
    own(state)->vulnerability = (uint8_t)o->vulnerability;
    return NULL;
}

static int dealt(const cav_state *state)
{
    (void)state;
    return PACK;
}

/* One at a time from the dealer's left. */
static int owner(const cav_state *state, int place) { return (look(state)->dealer + 1 + place) % SEATS; }

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    br_state *s = own(state);
    (void)rng;
    for (int place = 0; place < PACK; place++)
        s->hands[owner(state, place)] |= (uint64_t)1 << order[place];
    memset(s->head.hand_sizes, HAND, SEATS);
    memset(s->calls, NO_CALL, sizeof s->calls);
    memset(s->played, NO_CARD, sizeof s->played);
    memset(s->winners, NO_SEAT, sizeof s->winners);
    s->now.bidder = s->declarer = s->leader = NO_SEAT;
    s->head.phase = BIDDING;
    s->head.turn = s->dealer;
    log_amount(log, CAV_EVENT_DEAL, s->dealer, (int32_t)s->head.deal);
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), cards_of(s->hands[seat]));
}

/* ---- Legal moves ----------------------------------------------------------- */

/* BR-3: the suit led is followed if possible. */
static uint64_t legal_cards(const br_state *s)
{
    const uint64_t hand = s->hands[seat_to_play(s)];
    return cards_in_trick(s) ? tricks_follow(hand, suit_cards(suit_of(trick_played(s)[0]))) : hand;
}

/* The legal moves as a set: of calls while bidding, then of cards. */
static uint64_t legal_moves(const br_state *s)
{
    return s->head.phase == BIDDING ? auction_legal(&s->now, s->head.turn) : legal_cards(s);
}

static cav_move move_of_call(int call)
{
    switch (call) {
    case PASS:
        return (cav_move){.kind = CAV_PASS};
    case CAV_BRIDGE_DOUBLE:
        return (cav_move){.kind = CAV_DOUBLE};
    case CAV_BRIDGE_REDOUBLE:
        return (cav_move){.kind = CAV_REDOUBLE};
    default:
        return (cav_move){
            .kind = CAV_BID, .shape = (uint8_t)(CAV_CLUBS + denomination_of(call)), .amount = level_of(call)};
    }
}

static cav_move move_of(const br_state *s, uint64_t bit)
{
    return s->head.phase == BIDDING ? move_of_call(bits_lowest(bit))
                                    : (cav_move){.kind = CAV_PLAY, .cards = cards_of(bit)};
}

static uint64_t count(const cav_state *state) { return (uint64_t)bits_count(legal_moves(look(state))); }

/* Calls by number, a pass first; cards in deck order. */
static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    *move = move_of(look(state), bits_nth(legal_moves(look(state)), index));
}

/* count and nth in one. */
static void pick(const cav_state *state, cav_rng *rng, cav_move *move)
{
    const uint64_t legal = legal_moves(look(state));
    *move = move_of(look(state), bits_nth(legal, cav_rng_below(rng, (uint64_t)bits_count(legal))));
}

static size_t list(const cav_state *state, cav_move *moves, size_t capacity)
{
    size_t listed = 0;
    for (uint64_t left = legal_moves(look(state)); left && listed < capacity; left &= left - 1)
        moves[listed++] = move_of(look(state), bits_low(left));
    return listed;
}

static const cav_error bidding = {CAV_ILLEGAL_MOVE, "bidding", "BR-2", "no card is played before the auction is over"};
static const cav_error one_card = {CAV_ILLEGAL_MOVE, "one-card", "BR-3", "one card is played to a trick"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "BR-3",
                                      "the hand whose turn it is does not hold this card"};
static const cav_error must_follow = {CAV_ILLEGAL_MOVE, "must-follow", "BR-3",
                                      "a hand that holds the suit led must follow it"};
static const cav_error stray_fields = {CAV_ILLEGAL_MOVE, "stray-fields", "",
                                       "the move says more than its kind has use for"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

/* The number of a call; CAV_BRIDGE_CALLS: there is none such. */
static int call_of(const cav_move *move)
{
    switch (move->kind) {
    case CAV_PASS:
        return PASS;
    case CAV_DOUBLE:
        return CAV_BRIDGE_DOUBLE;
    case CAV_REDOUBLE:
        return CAV_BRIDGE_REDOUBLE;
    default:
        if (move->amount < 1 || move->amount > 7 || move->shape < CAV_CLUBS || move->shape > CAV_NOTRUMP)
            return CAV_BRIDGE_CALLS;
        return bid_of(move->amount, move->shape - CAV_CLUBS);
    }
}

static const cav_error *check_call(const br_state *s, const cav_move *move)
{
    const bool bid = move->kind == CAV_BID;
    if (move->rank || move->length || move->cards.any || move->cards.both || (!bid && (move->amount || move->shape)))
        return &stray_fields;
    return check_auction_call(&s->now, s->head.turn, call_of(move));
}

static const cav_error *check_play(const br_state *s, const cav_move *move)
{
    if (move->shape || move->rank || move->length || move->amount)
        return &stray_fields;
    if (s->head.phase == BIDDING)
        return &bidding;
    if (move->cards.both || bits_count(move->cards.any) != 1)
        return &one_card;
    if (!(move->cards.any & s->hands[seat_to_play(s)]))
        return &not_in_hand;
    return move->cards.any & legal_cards(s) ? NULL : &must_follow;
}

static const cav_error *check(const cav_state *state, cav_move *move)
{
    switch (move->kind) {
    case CAV_PASS:
    case CAV_BID:
    case CAV_DOUBLE:
    case CAV_REDOUBLE:
        return check_call(look(state), move);
    case CAV_PLAY:
        return check_play(look(state), move);
    default:
        return &unknown_kind;
    }
}

/* ---- Play ------------------------------------------------------------------ */

static void settle(br_state *s, cav_log *log);

static int contract_of(const br_state *s) { return s->now.bid + CAV_BRIDGE_BIDS * s->now.doubled; }

/* BR-3: declarer's seat acts at dummy's turn too. */
static void ask(br_state *s)
{
    const int seat = seat_to_play(s);
    s->head.turn = (int8_t)(seat == dummy(s) ? s->declarer : seat);
}

static void play_call(br_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn, call = call_of(move);
    log_event(log, CAV_EVENT_MOVE, seat, SEEN_BY_ALL, *move);
    s->calls[s->calls_count++] = (uint8_t)call;
    auction_call(&s->now, seat, call);
    s->head.turn = (int8_t)next_seat(seat);
    if (!auction_over(&s->now))
        return;
    if (!s->now.bid) {
        settle(s, log);
        return;
    }
    s->declarer = (int8_t)declarer_of(s);
    s->leader = (int8_t)next_seat(s->declarer);
    s->head.phase = PLAYING;
    log_amount(log, CAV_EVENT_CONTRACT, s->declarer, contract_of(s));
    ask(s);
}

/* BR-3: the highest trump, else the highest of the suit led. The winner's place in the trick. */
static int trick_winner(const uint8_t cards[SEATS], int trump_suit)
{
    const int led = suit_of(cards[0]);
    uint8_t powers[SEATS];
    for (int i = 0; i < SEATS; i++) {
        const int suit = suit_of(cards[i]), rank = cards[i] - RANKS * suit;
        powers[i] = (uint8_t)(suit == trump_suit ? 1 + RANKS + rank : suit == led ? 1 + rank : 0);
    }
    return tricks_highest(powers, SEATS).first;
}

static void end_trick(br_state *s, cav_log *log)
{
    const int trick = s->played_count / SEATS - 1;
    const int winner = (s->leader + trick_winner(s->played + SEATS * trick, trump(s))) % SEATS;
    s->winners[trick] = s->leader = (int8_t)winner;
    s->won[side(winner)]++;
    log_amount(log, CAV_EVENT_TRICK, winner, 0);
}

static void play_card(br_state *s, const cav_move *move, cav_log *log)
{
    const int seat = seat_to_play(s);
    log_event(log, CAV_EVENT_MOVE, seat, SEEN_BY_ALL, *move);
    s->hands[seat] &= ~move->cards.any;
    s->head.hand_sizes[seat]--;
    s->played[s->played_count++] = (uint8_t)bits_lowest(move->cards.any);
    if (s->played_count == 1)
        log_cards(log, CAV_EVENT_DUMMY, dummy(s), SEEN_BY_ALL, cards_of(s->hands[dummy(s)]));
    if (cards_in_trick(s) == 0)
        end_trick(s, log);
    if (s->played_count == PACK)
        settle(s, log);
    else
        ask(s);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    br_state *s = own(state);
    if (s->head.phase == BIDDING)
        play_call(s, move, log);
    else
        play_card(s, move, log);
    return PLAYED;
}

/* ---- Settle (BR-4) ----------------------------------------------------------- */

typedef struct contract {
    int level, denomination; /* from 0: clubs */
    int doubled;             /* 1 doubled, 2 redoubled */
    bool vulnerable;         /* the declaring side; the other does not matter */
} contract;

static contract contract_won(const br_state *s)
{
    return (contract){level_of(s->now.bid), trump(s), s->now.doubled, s->vulnerability >> side(s->declarer) & 1};
}

/* What so many tricks count undoubled; the 10 more for the first in no trump apart. */
static int32_t trick_value(const contract *c, int tricks)
{
    return tricks * (c->denomination < MAJORS ? 20 : 30);
}

static int32_t overtrick_points(const contract *c, int over)
{
    return c->doubled ? over * (c->vulnerable ? 200 : 100) * c->doubled : trick_value(c, over);
}

static int32_t undertrick_points(const contract *c, int down)
{
    int32_t points = 0;
    if (!c->doubled)
        return down * (c->vulnerable ? 100 : 50);
    for (int n = 1; n <= down; n++)
        points += n > 3 ? 300 : c->vulnerable ? (n == 1 ? 200 : 300) : (n == 1 ? 100 : 200);
    return points * c->doubled;
}

static void add_slam(const contract *c, int declarer, cav_result *result)
{
    if (c->level == 6)
        add_line(result, "small-slam", declarer, c->vulnerable ? 750 : 500);
    if (c->level == 7)
        add_line(result, "grand-slam", declarer, c->vulnerable ? 1500 : 1000);
}

static void add_made(const contract *c, int declarer, int over, cav_result *result)
{
    const int32_t points = (trick_value(c, c->level) + (c->denomination == NOTRUMP ? 10 : 0)) << c->doubled;
    add_line(result, "trick-points", declarer, points);
    if (over > 0)
        add_line(result, "overtricks", declarer, overtrick_points(c, over));
    if (points >= 100)
        add_line(result, "game", declarer, c->vulnerable ? 500 : 300);
    else
        add_line(result, "part-score", declarer, 50);
    add_slam(c, declarer, result);
    if (c->doubled)
        add_line(result, "insult", declarer, 50 * c->doubled);
}

/* The account of a contract, line by line. The lines of points sum to the score. */
static void account(const contract *c, int declarer, int tricks, cav_result *result)
{
    const int over = tricks - BOOK - c->level, bid = bid_of(c->level, c->denomination);
    add_line(result, "contract", declarer, bid + CAV_BRIDGE_BIDS * c->doubled);
    add_line(result, "tricks", declarer, tricks);
    const int first = result->count;
    if (over >= 0)
        add_made(c, declarer, over, result);
    else
        add_line(result, "undertricks", declarer, -undertrick_points(c, -over));
    int32_t score = 0;
    for (int line = first; line < result->count; line++)
        score += result->lines[line].amount;
    for (int seat = 0; seat < SEATS; seat++)
        result->points[seat] = side(seat) == side(declarer) ? score : -score;
}

/* BR-2: a deal that is passed out counts nothing. */
static void result_of(const cav_state *state, cav_result *result)
{
    const br_state *s = look(state);
    if (s->declarer == NO_SEAT) {
        add_line(result, "passed-out", NO_SEAT, 0);
        return;
    }
    const contract c = contract_won(s);
    account(&c, s->declarer, s->won[side(s->declarer)], result);
}

static void settle(br_state *s, cav_log *log)
{
    cav_result result = {.count = 0};
    result_of((const cav_state *)s, &result);
    s->head.phase = OVER;
    s->head.turn = -1;
    s->head.match_over = 1;
    s->leader = NO_SEAT;
    log_amount(log, CAV_EVENT_DEAL_OVER, NO_SEAT, 0);
    for (int seat = 0; seat < SEATS; seat++) {
        s->head.scores[seat] = result.points[seat];
        log_amount(log, CAV_EVENT_POINTS, seat, result.points[seat]);
    }
    log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

/* ---- View, sample ---------------------------------------------------------- */

static cav_cards hand_of(const cav_state *state, int seat) { return cards_of(look(state)->hands[seat]); }

static int stock(const cav_state *state, uint8_t *into)
{
    (void)state;
    (void)into;
    return 0;
}

/* BR-3: one's own hand, and dummy's once it lies. Dummy's player does not see declarer's. */
static bool is_seen(const br_state *s, int seat)
{
    return s->head.viewer == CAV_FULL || seat == s->head.viewer || (dummy_lies(s) && seat == dummy(s));
}

static void hide(cav_state *state)
{
    br_state *s = own(state);
    for (int seat = 0; seat < SEATS; seat++)
        if (!is_seen(s, seat))
            s->hands[seat] = 0;
}

static int trick_leader(const br_state *s, int trick)
{
    return trick == 0 ? next_seat(s->declarer) : s->winners[trick - 1];
}

/* The suits that each seat has shown to be void in, as sets of their cards. */
static void find_voids(const br_state *s, uint64_t voids[SEATS])
{
    memset(voids, 0, SEATS * sizeof voids[0]);
    for (int at = 0; at < s->played_count; at += SEATS) {
        const int leader = trick_leader(s, at / SEATS);
        uint8_t suits[SEATS];
        int cards = 0;
        for (; cards < SEATS && at + cards < s->played_count; cards++)
            suits[cards] = (uint8_t)suit_of(s->played[at + cards]);
        const uint8_t strayed = tricks_strayed(suits, cards);
        for (int i = 0; i < cards; i++)
            if (strayed >> i & 1)
                voids[(leader + i) % SEATS] |= suit_cards(suits[0]);
    }
}

static uint64_t cards_seen(const br_state *s)
{
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        seen |= s->hands[seat];
    for (int i = 0; i < s->played_count; i++)
        seen |= (uint64_t)1 << s->played[i];
    return seen;
}

/* What is hidden of a view: the unseen cards, with the hands that can hold them. */
static void find_hidden(const br_state *s, spread *hidden)
{
    uint64_t voids[SEATS];
    find_voids(s, voids);
    memset(hidden, 0, sizeof *hidden);
    hidden->count = cav_cards_list(cards_of(pack & ~cards_seen(s)), hidden->cards);
    for (int seat = 0; seat < SEATS; seat++) {
        hidden->room[seat] = is_seen(s, seat) ? 0 : s->head.hand_sizes[seat];
        for (int i = 0; i < hidden->count && hidden->room[seat]; i++)
            if (!(voids[seat] >> hidden->cards[i] & 1))
                hidden->allowed[i] |= seen_by(seat);
    }
}

/* Calls and cards tell nothing for certain but voids, so every layout without the cards of these is equally likely. */
static void complete(cav_state *state, cav_rng *rng)
{
    br_state *s = own(state);
    spread hidden;
    uint8_t seats[CAV_MAX_PACK];
    find_hidden(s, &hidden);
    spread_cards(&hidden, rng, seats);
    for (int i = 0; i < hidden.count; i++)
        s->hands[seats[i]] |= (uint64_t)1 << hidden.cards[i];
}

/* ---- Valid ----------------------------------------------------------------- */

static bool valid_auction(const br_state *s)
{
    auction a = {.bidder = NO_SEAT};
    if (s->calls_count > MOST_CALLS)
        return false;
    for (int i = 0; i < s->calls_count; i++) {
        const int seat = (s->dealer + i) % SEATS;
        if (check_auction_call(&a, seat, s->calls[i]))
            return false;
        auction_call(&a, seat, s->calls[i]);
    }
    for (int i = s->calls_count; i <= MOST_CALLS; i++)
        if (s->calls[i] != NO_CALL)
            return false;
    const bool over = auction_over(&a);
    if (memcmp(&a, &s->now, sizeof a) != 0 || over != (s->head.phase != BIDDING))
        return false;
    return s->declarer == (over && a.bid ? declarer_of(s) : NO_SEAT);
}

/* What the cards played come to: who owned them, and that tricks went to who won them. */
static bool valid_tricks(const br_state *s, uint64_t played_by[SEATS])
{
    uint64_t seen = 0;
    uint8_t won[2] = {0};
    int leader = s->declarer == NO_SEAT ? NO_SEAT : next_seat(s->declarer);
    if (s->played_count > PACK || (leader == NO_SEAT && s->played_count))
        return false;
    memset(played_by, 0, SEATS * sizeof played_by[0]);
    for (int i = 0; i < s->played_count; i++) {
        if (s->played[i] >= PACK || seen >> s->played[i] & 1)
            return false;
        seen |= (uint64_t)1 << s->played[i];
        played_by[(leader + i) % SEATS] |= (uint64_t)1 << s->played[i];
        if (i % SEATS != SEATS - 1)
            continue;
        leader = (leader + trick_winner(s->played + i + 1 - SEATS, trump(s))) % SEATS;
        if (s->winners[i / SEATS] != leader)
            return false;
        won[side(leader)]++;
    }
    for (int i = s->played_count; i < PACK; i++)
        if (s->played[i] != NO_CARD)
            return false;
    for (int trick = s->played_count / SEATS; trick < TRICKS; trick++)
        if (s->winners[trick] != NO_SEAT)
            return false;
    return memcmp(won, s->won, sizeof won) == 0 && s->leader == (s->head.phase == PLAYING ? leader : NO_SEAT);
}

/* Whether a card of a suit was played or is held by a seat that had shown to be void in it. */
static bool revokes(const br_state *s)
{
    uint64_t voids[SEATS] = {0};
    for (int i = 0; i < s->played_count; i++) {
        const int seat = (trick_leader(s, i / SEATS) + i) % SEATS, led = suit_of(s->played[i - i % SEATS]);
        if (voids[seat] >> s->played[i] & 1)
            return true;
        if (suit_of(s->played[i]) != led)
            voids[seat] |= suit_cards(led);
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (voids[seat] & s->hands[seat])
            return true;
    return false;
}

static bool valid_cards(const br_state *s, const uint64_t played_by[SEATS])
{
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        seen |= played_by[seat];
    for (int seat = 0; seat < SEATS; seat++) {
        const int size = s->head.hand_sizes[seat];
        if (size != HAND - bits_count(played_by[seat]) || s->hands[seat] & (seen | ~pack) ||
            bits_count(s->hands[seat]) != (is_seen(s, seat) ? size : 0))
            return false;
        seen |= s->hands[seat];
    }
    spread hidden;
    find_hidden(s, &hidden);
    return !revokes(s) && spread_is_possible(&hidden);
}

static bool valid_turn(const br_state *s)
{
    const bool over = s->head.phase == OVER;
    if (s->head.match_over != over)
        return false;
    if (s->head.phase == BIDDING)
        return s->head.turn == (s->dealer + s->calls_count) % SEATS;
    if (over)
        return s->head.turn == -1 && s->played_count == (s->now.bid ? PACK : 0);
    br_state asked = *s;
    ask(&asked);
    return s->now.bid && s->played_count < PACK && asked.head.turn == s->head.turn;
}

static bool valid_scores(const br_state *s)
{
    cav_result result = {.count = 0};
    if (s->head.phase == OVER)
        result_of((const cav_state *)s, &result);
    return memcmp(result.points, s->head.scores, sizeof result.points) == 0;
}

static bool valid(const cav_state *state)
{
    static const uint8_t zero[sizeof look(NULL)->zero] = {0};
    const br_state *s = look(state);
    uint64_t played_by[SEATS];
    return s->head.players == SEATS && s->head.deal == 0 && s->head.redeal == 0 && s->dealer >= 0 &&
           s->dealer < SEATS && s->vulnerability <= 3 && memcmp(s->zero, zero, sizeof zero) == 0 &&
           valid_auction(s) && valid_tricks(s, played_by) && valid_turn(s) && valid_cards(s, played_by) &&
           valid_scores(s) && s->head.moves == (uint32_t)s->calls_count + s->played_count;
}

/* ---- Table, kernels -------------------------------------------------------- */

static void table(const cav_state *state, void *into)
{
    const br_state *s = look(state);
    const bool playing = s->head.phase == PLAYING;
    cav_bridge_table *t = into;
    memset(t, 0, sizeof *t);
    t->dealer = s->dealer;
    t->vulnerability = s->vulnerability;
    if (s->now.bid) {
        t->level = level_of(s->now.bid);
        t->denomination = CAV_CLUBS + trump(s);
        t->doubled = s->now.doubled;
    }
    t->bidder = s->now.bidder;
    t->declarer = s->declarer;
    t->dummy = dummy(s);
    if (dummy_lies(s))
        t->dummy_hand = cards_of(s->hands[dummy(s)]);
    t->hand = playing ? seat_to_play(s) : s->head.turn;
    t->leader = s->leader;
    for (int i = 0; i < MOST_CALLS; i++)
        t->calls[i] = i < s->calls_count ? s->calls[i] : -1;
    for (int i = 0; i < SEATS; i++)
        t->trick[i] = i < cards_in_trick(s) ? trick_played(s)[i] : -1;
    for (int i = 0; i < 2; i++)
        t->won[i] = s->won[i];
    for (int trick = 0; trick < TRICKS; trick++) {
        t->leaders[trick] = SEATS * trick < s->played_count ? trick_leader(s, trick) : -1;
        t->winners[trick] = s->winners[trick];
    }
    for (int i = 0; i < PACK; i++)
        t->played[i] = i < s->played_count ? s->played[i] : -1;
}

static const cav_error no_contract = {CAV_BAD_OPTION, "no-such-contract", "BR-4",
                                      "this is no contract, or no number of tricks"};

const cav_error *cav_bridge_score(int level, int denomination, int doubled, bool vulnerable, int tricks,
                                  cav_result *result)
{
    if (level < 1 || level > 7 || denomination < CAV_CLUBS || denomination > CAV_NOTRUMP || doubled < 0 ||
        doubled > 2 || tricks < 0 || tricks > TRICKS)
        return &no_contract;
    const contract c = {level, denomination - CAV_CLUBS, doubled, vulnerable};
    memset(result, 0, sizeof *result);
    account(&c, 0, tricks, result);
    return NULL;
}

/* Who deals does not matter: sides alternate. */
const cav_error *cav_bridge_legal_calls(const uint8_t *calls, size_t count, uint64_t *legal, size_t *at)
{
    auction a = {.bidder = NO_SEAT};
    for (size_t i = 0; i < count; i++) {
        const int seat = (int)(i % SEATS);
        const cav_error *error = check_auction_call(&a, seat, calls[i]);
        if (error) {
            if (at)
                *at = i;
            return error;
        }
        auction_call(&a, seat, calls[i]);
    }
    *legal = auction_over(&a) ? 0 : auction_legal(&a, (int)(count % SEATS));
    return NULL;
}

#define OPTION(...) OPTION_OF(cav_bridge_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_bridge_table, __VA_ARGS__)

/* By the bits of br_state. */
static const char *const vulnerabilities[] = {"none", "ns", "ew", "both", NULL};
static const char *const call_names[] = {
    "pass", "1C", "1D", "1H", "1S",  "1NT", "2C", "2D", "2H", "2S",  "2NT", "3C", "3D",
    "3H",   "3S", "3NT", "4C", "4D", "4H",  "4S", "4NT", "5C", "5D", "5H",  "5S", "5NT",
    "6C",   "6D", "6H", "6S", "6NT", "7C",  "7D", "7H", "7S", "7NT", "X",   "XX", NULL,
};

static const cav_field option_fields[] = {
    CHOICE_OF(cav_bridge_options, vulnerability, 1, vulnerabilities),
    OPTION(dealer, CAV_FIELD_SEAT, 1, 0, SEATS - 1, 2),
    {0},
};

static const cav_field table_fields[] = {
    FIELD(dealer, CAV_FIELD_SEAT, 1),
    CHOICE_OF(cav_bridge_table, vulnerability, 1, vulnerabilities),
    CHOICE_OF(cav_bridge_table, calls, MOST_CALLS, call_names),
    FIELD(level, CAV_FIELD_INT, 1),
    FIELD(denomination, CAV_FIELD_SHAPE, 1),
    FIELD(doubled, CAV_FIELD_INT, 1),
    FIELD(bidder, CAV_FIELD_SEAT, 1),
    FIELD(declarer, CAV_FIELD_SEAT, 1),
    FIELD(dummy, CAV_FIELD_SEAT, 1),
    FIELD(dummy_hand, CAV_FIELD_CARDS, 1),
    FIELD(hand, CAV_FIELD_SEAT, 1),
    FIELD(leader, CAV_FIELD_SEAT, 1),
    FIELD(trick, CAV_FIELD_CARD_LIST, SEATS),
    FIELD(won, CAV_FIELD_INT, 2),
    FIELD(leaders, CAV_FIELD_LIST, TRICKS),
    FIELD(winners, CAV_FIELD_LIST, TRICKS),
    FIELD(played, CAV_FIELD_CARD_LIST, PACK),
    {0},
};

const cav_game game_bridge = {
    .about =
        {
            .name = "bridge",
            .title = "Contract Bridge",
            .direction = "clockwise",
            .players = SEATS,
            .deck = CAV_FRENCH,
            .sides = {0, 1, 0, 1},
            .pack = {((uint64_t)1 << PACK) - 1, 0},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_bridge_options),
            .table_size = sizeof(cav_bridge_table),
        },
    .state_size = sizeof(br_state),
    .begin = begin,
    .dealt = dealt,
    .owner = owner,
    .deal = deal,
    .count = count,
    .nth = nth,
    .pick = pick,
    .list = list,
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
