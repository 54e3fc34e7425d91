/* Dou Dizhu: three seats, 54 cards, one landlord against two peasants.
 *
 * A seat bids or passes until one is landlord; it takes the three bottom cards and leads. Then the seats climb: each
 * play beats the last by the same kind of combination and a higher rank, or by a bomb or the rocket. Whoever empties
 * the hand first wins for its side. Clauses: DDZ in the house rules; all are cited below. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/ranks.h"

enum { SEATS = 3, HAND = 17, BOTTOM = 3, PACK = 54, MOST_CALLS = 8, NO_CALL = -1, NO_SEAT = -1 };

enum phase { BIDDING, PLAYING, OVER };
static const char *const phases[] = {"bidding", "playing", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

typedef struct ddz_state {
    cav_head head;
    uint64_t hands[SEATS];  /* cards held; in a view, of other seats: the bottom cards that the landlord still holds */
    uint64_t played[SEATS]; /* cards that the seat has played */
    uint64_t bottom;        /* the bottom cards; in a view only once turned up */
    cav_move trick[SEATS];  /* each seat's last act in the trick on the table */
    int8_t calls[MOST_CALLS]; /* in order: 0 a pass, 1-3 a bid; NO_CALL behind the last */
    int8_t first_bidder;    /* seat; before the deal NO_SEAT: to be drawn */
    int8_t bidder;          /* of the highest bid, or NO_SEAT; the landlord once the bidding is over */
    int8_t leader;          /* leads or led the trick; NO_SEAT while bidding */
    int8_t leading;         /* whose play is to be beaten, or NO_SEAT */
    uint8_t bid;            /* highest bid, 0-3 */
    uint8_t passes;         /* in a row */
    uint8_t bombs;          /* bombs and rockets played */
    uint8_t plays[SEATS];   /* times that the seat has played cards */
    uint8_t zero[6];
} ddz_state;

static_assert(sizeof(ddz_state) <= sizeof(cav_state), "the position does not fit");
static_assert(sizeof(ddz_state) % 8 == 0, "positions are hashed by words");

static ddz_state *own(cav_state *state) { return (ddz_state *)state; }
static const ddz_state *look(const cav_state *state) { return (const ddz_state *)state; }

static int next_seat(int seat) { return seat == SEATS - 1 ? 0 : seat + 1; }

static int landlord(const ddz_state *s) { return s->head.phase == BIDDING ? NO_SEAT : s->bidder; }

/* The bottom cards that everybody knows the landlord to hold still (DDZ-2.5). */
static uint64_t known(const ddz_state *s, int seat)
{
    return seat == landlord(s) ? s->bottom & ~s->played[seat] : 0;
}

/* ---- Facts ----------------------------------------------------------------- */

enum {
    CHAIN = 0x3ffc,                  /* places 3 ... A: what sequences are made of (DDZ-4.2) */
    SUITED = (1 << RANKS_BLACK) - 1, /* 3 ... 2 */
    ANY = SUITED | RANKS_JOKERS
};

/* In the order of cav_shape, with the powers of DDZ-3.4. Suits never matter, nor do wings for strength (DDZ-3.3). What
 * wings may be (DDZ-4.3, 4.4, 4.5) is the same for all: no core rank, no rank three times, not both jokers. No combination
 * has more than the 20 cards of a landlord's hand. */
static const ranks_shape shapes[] = {
    /* DDZ-4.1 */
    {CAV_SINGLE, 1, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, ANY},
    {CAV_PAIR, 2, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_TRIPLE, 3, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_TRIPLE_SINGLE, 3, 1, 1, 1, 1, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_TRIPLE_PAIR, 3, 1, 1, 1, 2, 0, false, RANKS_ANY_SUITS, SUITED},
    /* DDZ-4.2 */
    {CAV_STRAIGHT, 1, 5, 12, 0, 0, 0, true, RANKS_ANY_SUITS, CHAIN},
    {CAV_PAIR_RUN, 2, 3, 10, 0, 0, 0, true, RANKS_ANY_SUITS, CHAIN},
    {CAV_AIRPLANE, 3, 2, 6, 0, 0, 0, true, RANKS_ANY_SUITS, CHAIN},
    /* DDZ-4.3 */
    {CAV_AIRPLANE_SINGLES, 3, 2, 5, 1, 1, 0, true, RANKS_ANY_SUITS, CHAIN},
    {CAV_AIRPLANE_PAIRS, 3, 2, 4, 1, 2, 0, true, RANKS_ANY_SUITS, CHAIN},
    /* DDZ-4.4 */
    {CAV_FOUR_SINGLES, 4, 1, 1, 2, 1, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_FOUR_PAIRS, 4, 1, 1, 2, 2, 0, false, RANKS_ANY_SUITS, SUITED},
    /* DDZ-3.4 */
    {CAV_BOMB, 4, 1, 1, 0, 0, 1, false, RANKS_ANY_SUITS, SUITED},
    {CAV_ROCKET, 1, 2, 2, 0, 0, 2, false, RANKS_ANY_SUITS, RANKS_JOKERS}, /* both jokers: a run of two singles among the jokers */
};
static const ranks_facts facts = {shapes, sizeof shapes / sizeof shapes[0], RANKS_JOKERS};

/* The two is above the ace and no card is wild. */
static void hold(uint64_t cards, ranks_hand *hand) { ranks_hold(cards_of(cards), RANKS_TWO, RANKS_NO_WILD, hand); }

static ranks_reading reading_of(const cav_move *play)
{
    return ranks_reading_of(&facts, RANKS_TWO, play->shape - CAV_SINGLE, play);
}

static void read_as(cav_move *play, ranks_reading reading) { ranks_read_as(&facts, RANKS_TWO, reading, play); }

/* Whether cards are a combination, and which: there is never more than one reading (DDZ-4.6). */
static bool read_cards(uint64_t cards, ranks_reading *reading)
{
    ranks_hand hand;
    hold(cards, &hand);
    return ranks_readings(&facts, &hand, reading, 1) == 1;
}

/* The combination on the table, or NULL when the seat to act leads. */
static const ranks_reading *to_beat(const ddz_state *s, ranks_reading *reading)
{
    if (s->leading == NO_SEAT)
        return NULL;
    *reading = reading_of(&s->trick[s->leading]);
    return reading;
}

/* ---- Deal (DDZ-2.1, 2.2) --------------------------------------------------- */

static const cav_error *begin(cav_state *state, const void *options)
{
    own(state)->first_bidder = (int8_t)((const cav_doudizhu_options *)options)->first_bidder;
    return NULL;
}

static int dealt(const cav_state *state)
{
    (void)state;
    return PACK;
}

static int owner(const cav_state *state, int place)
{
    (void)state;
    return place < SEATS * HAND ? place % SEATS : NO_SEAT;
}

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    ddz_state *s = own(state);
    const bool chosen = s->head.redeal == 0 && s->first_bidder != NO_SEAT;
    memset((char *)s + offsetof(ddz_state, hands), 0, offsetof(ddz_state, calls) - offsetof(ddz_state, hands));
    for (int place = 0; place < SEATS * HAND; place++)
        s->hands[place % SEATS] |= (uint64_t)1 << order[place];
    for (int place = SEATS * HAND; place < PACK; place++)
        s->bottom |= (uint64_t)1 << order[place];
    if (!chosen)
        s->first_bidder = (int8_t)cav_rng_below(rng, SEATS);
    memset(s->calls, NO_CALL, sizeof s->calls);
    memset(s->head.hand_sizes, HAND, SEATS);
    s->bidder = s->leader = s->leading = NO_SEAT;
    s->passes = 0;
    s->head.phase = BIDDING;
    s->head.turn = s->first_bidder;
    log_amount(log, CAV_EVENT_DEAL, s->first_bidder, (int32_t)s->head.deal);
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), cards_of(s->hands[seat]));
}

/* ---- Legal moves ----------------------------------------------------------- */

/* The hand of the seat to act, counted, and what it can play. */
static void find(const ddz_state *s, ranks_hand *hand, ranks_plays *plays)
{
    ranks_reading table;
    hold(s->hands[s->head.turn], hand);
    ranks_find(&facts, hand, to_beat(s, &table), plays);
}

/* Moves that are no plays: a pass and the higher bids while bidding; a follower's pass (DDZ-2.2, 3.1). */
static uint32_t calls_open(const ddz_state *s)
{
    return s->head.phase == BIDDING ? 1 + 3u - s->bid : s->leading != NO_SEAT;
}

static cav_move nth_call(const ddz_state *s, uint32_t index)
{
    return index == 0 ? (cav_move){.kind = CAV_PASS} : (cav_move){.kind = CAV_BID, .amount = s->bid + (int32_t)index};
}

static uint64_t count(const cav_state *state)
{
    const ddz_state *s = look(state);
    ranks_hand hand;
    ranks_plays plays;
    plays.total = 0;
    if (s->head.phase == PLAYING)
        find(s, &hand, &plays);
    return calls_open(s) + plays.total;
}

/* A pass comes first, then the bids, or the plays, upwards. */
static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    const ddz_state *s = look(state);
    const uint32_t calls = calls_open(s);
    if (index < calls) {
        *move = nth_call(s, (uint32_t)index);
        return;
    }
    ranks_hand hand;
    ranks_plays plays;
    find(s, &hand, &plays);
    *move = ranks_nth(&facts, &hand, &plays, (uint32_t)index - calls);
}

/* count and nth in one, so that the plays are found once. */
static void pick(const cav_state *state, cav_rng *rng, cav_move *move)
{
    const ddz_state *s = look(state);
    const uint32_t calls = calls_open(s);
    if (s->head.phase != PLAYING) {
        *move = nth_call(s, (uint32_t)cav_rng_below(rng, calls));
        return;
    }
    ranks_hand hand;
    ranks_plays plays;
    find(s, &hand, &plays);
    const uint32_t index = (uint32_t)cav_rng_below(rng, calls + plays.total);
    *move = index < calls ? nth_call(s, index) : ranks_nth(&facts, &hand, &plays, index - calls);
}

static size_t list(const cav_state *state, cav_move *moves, size_t capacity)
{
    const ddz_state *s = look(state);
    const uint32_t calls = calls_open(s);
    size_t listed = 0;
    for (; listed < calls && listed < capacity; listed++)
        moves[listed] = nth_call(s, (uint32_t)listed);
    if (s->head.phase == PLAYING) {
        ranks_hand hand;
        ranks_plays plays;
        find(s, &hand, &plays);
        listed += ranks_list(&facts, &hand, &plays, moves + listed, capacity - listed);
    }
    return listed;
}

static void canonical(const cav_state *state, cav_move *move)
{
    const ddz_state *s = look(state);
    ranks_hand hand;
    if (move->kind != CAV_PLAY)
        return;
    hold(s->hands[s->head.turn], &hand);
    ranks_canonical(&facts, &hand, reading_of(move), move);
}

static const cav_error not_bidding = {CAV_ILLEGAL_MOVE, "not-bidding", "DDZ-2.3", "the bidding is over"};
static const cav_error bidding = {CAV_ILLEGAL_MOVE, "bidding", "DDZ-2.2", "in the bidding a seat passes or bids"};
static const cav_error no_bid = {CAV_ILLEGAL_MOVE, "no-such-bid", "DDZ-2.2", "a bid is 1, 2 or 3"};
static const cav_error bid_too_low = {CAV_ILLEGAL_MOVE, "bid-too-low", "DDZ-2.2", "a bid must exceed the highest bid"};
static const cav_error must_lead = {CAV_ILLEGAL_MOVE, "must-lead", "DDZ-3.1", "a leader cannot pass"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "DDZ-3.1", "the hand does not hold these cards"};
static const cav_error no_combination = {CAV_ILLEGAL_MOVE, "no-combination", "DDZ-4", "these cards are no combination"};
static const cav_error other_reading = {CAV_ILLEGAL_MOVE, "other-reading", "DDZ-4.6",
                                        "these cards are not the combination that the move names"};
static const cav_error other_kind = {CAV_ILLEGAL_MOVE, "other-kind", "DDZ-3.1",
                                     "an answer has the kind and length of the play on the table, or is a bomb or rocket"};
static const cav_error too_low = {CAV_ILLEGAL_MOVE, "too-low", "DDZ-3.1", "this does not beat the play on the table"};
static const cav_error stray_fields = {CAV_ILLEGAL_MOVE, "stray-fields", "", "the move says more than its kind has use for"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

static const cav_error *check_call(const ddz_state *s, const cav_move *move)
{
    if (s->head.phase != BIDDING)
        return move->kind == CAV_BID ? &not_bidding : s->leading == NO_SEAT ? &must_lead : NULL;
    if (move->kind == CAV_PASS)
        return NULL;
    if (move->amount < 1 || move->amount > 3)
        return &no_bid;
    return move->amount > s->bid ? NULL : &bid_too_low;
}

static const cav_error *check_play(const ddz_state *s, cav_move *move)
{
    ranks_reading reading, table;
    cav_move read = *move;
    if (s->head.phase == BIDDING)
        return &bidding;
    if (!cards_contain(cards_of(s->hands[s->head.turn]), move->cards))
        return &not_in_hand;
    if (!read_cards(move->cards.any, &reading))
        return &no_combination;
    read_as(&read, reading);
    if (move->shape != CAV_UNREAD || move->length || move->rank)
        if (move->shape != read.shape || move->length != read.length || move->rank != read.rank)
            return &other_reading;
    if (to_beat(s, &table) && !ranks_beat(&facts, reading, table)) {
        const bool same = reading.row == table.row && reading.length == table.length;
        return same || shapes[table.row].power ? &too_low : &other_kind;
    }
    *move = read;
    return NULL;
}

static const cav_error *check(const cav_state *state, cav_move *move)
{
    switch (move->kind) {
    case CAV_PASS:
    case CAV_BID:
        if (move->shape || move->rank || move->length || move->cards.any || move->cards.both ||
            (move->kind == CAV_PASS && move->amount))
            return &stray_fields;
        return check_call(look(state), move);
    case CAV_PLAY:
        return move->amount ? &stray_fields : check_play(look(state), move);
    default:
        return &unknown_kind;
    }
}

/* ---- Play ------------------------------------------------------------------ */

static int calls_made(const ddz_state *s)
{
    int made = 0;
    while (made < MOST_CALLS && s->calls[made] != NO_CALL)
        made++;
    return made;
}

static void turn_bottom(ddz_state *s, cav_log *log)
{
    const int seat = s->bidder;
    s->hands[seat] |= s->bottom; /* in a view of another seat: what is known of the hand */
    s->head.hand_sizes[seat] += BOTTOM;
    s->head.phase = PLAYING;
    s->head.turn = s->leader = (int8_t)seat;
    s->passes = 0;
    log_cards(log, CAV_EVENT_BOTTOM, seat, SEEN_BY_ALL, cards_of(s->bottom));
}

/* DDZ-2.2 ... 2.5 */
static played play_call(ddz_state *s, const cav_move *move, cav_log *log)
{
    s->calls[calls_made(s)] = (int8_t)move->amount;
    if (move->kind == CAV_BID) {
        s->bid = (uint8_t)move->amount;
        s->bidder = s->head.turn;
        s->passes = 0;
    } else {
        s->passes++;
    }
    if (s->bid == 3 || (s->bid > 0 && s->passes == 2)) {
        turn_bottom(s, log);
    } else if (s->passes == 3) { /* DDZ-2.4 */
        log_amount(log, CAV_EVENT_REDEAL, NO_SEAT, 0);
        return THROWN_IN;
    } else {
        s->head.turn = (int8_t)next_seat(s->head.turn);
    }
    return PLAYED;
}

static void settle(ddz_state *s, int winner, cav_log *log);

/* DDZ-3.2: after two passes the table is cleared and the last player leads. */
static void pass_trick(ddz_state *s, cav_log *log)
{
    s->trick[s->head.turn] = (cav_move){.kind = CAV_PASS};
    s->head.turn = (int8_t)next_seat(s->head.turn);
    if (++s->passes < 2)
        return;
    memset(s->trick, 0, sizeof s->trick);
    s->leader = s->leading;
    s->leading = NO_SEAT;
    s->passes = 0;
    log_amount(log, CAV_EVENT_TRICK, s->leader, 0);
}

static void play_cards(ddz_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    s->hands[seat] &= ~move->cards.any;
    s->played[seat] |= move->cards.any;
    s->head.hand_sizes[seat] = (uint8_t)(s->head.hand_sizes[seat] - bits_count(move->cards.any));
    s->plays[seat]++;
    if (shapes[reading_of(move).row].power > 0) /* DDZ-5.1 */
        s->bombs++;
    s->trick[seat] = *move;
    s->leading = (int8_t)seat;
    s->passes = 0;
    s->head.turn = (int8_t)next_seat(seat);
    if (s->head.hand_sizes[seat] == 0)
        settle(s, seat, log);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    ddz_state *s = own(state);
    log_event(log, CAV_EVENT_MOVE, s->head.turn, SEEN_BY_ALL, *move);
    if (s->head.phase == BIDDING)
        return play_call(s, move, log);
    if (move->kind == CAV_PASS)
        pass_trick(s, log);
    else
        play_cards(s, move, log);
    return PLAYED;
}

/* ---- Settle (DDZ-5) -------------------------------------------------------- */

static int winner_of(const ddz_state *s)
{
    int seat = 0;
    while (s->head.hand_sizes[seat] != 0)
        seat++;
    return seat;
}

/* DDZ-5.2 */
static bool is_spring(const ddz_state *s)
{
    return s->head.hand_sizes[s->bidder] == 0 && s->plays[next_seat(s->bidder)] == 0 &&
           s->plays[next_seat(next_seat(s->bidder))] == 0;
}

static bool is_reverse_spring(const ddz_state *s)
{
    return s->head.hand_sizes[s->bidder] != 0 && s->plays[s->bidder] == 1;
}

static int32_t multiplier(const ddz_state *s)
{
    const bool doubled = s->head.phase == OVER && (is_spring(s) || is_reverse_spring(s));
    return (int32_t)1 << (s->bombs + doubled);
}

static void settle(ddz_state *s, int winner, cav_log *log)
{
    s->head.phase = OVER;
    s->head.turn = -1;
    s->head.match_over = 1;
    const int32_t stake = s->bid * multiplier(s), sign = winner == s->bidder ? 1 : -1; /* DDZ-5.3 */
    log_amount(log, CAV_EVENT_DEAL_OVER, winner, 0);
    for (int seat = 0; seat < SEATS; seat++) {
        s->head.scores[seat] = seat == s->bidder ? 2 * sign * stake : -sign * stake;
        log_amount(log, CAV_EVENT_POINTS, seat, s->head.scores[seat]);
    }
    log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

static void result_of(const cav_state *state, cav_result *result)
{
    const ddz_state *s = look(state);
    memcpy(result->points, s->head.scores, sizeof result->points);
    add_line(result, "winner", winner_of(s), 0);
    add_line(result, "bid", s->bidder, s->bid);
    add_line(result, "bombs", NO_SEAT, s->bombs);
    if (is_spring(s))
        add_line(result, "spring", s->bidder, 1);
    if (is_reverse_spring(s))
        add_line(result, "reverse-spring", winner_of(s), 1);
    add_line(result, "multiplier", NO_SEAT, multiplier(s));
    add_line(result, "stake", NO_SEAT, s->bid * multiplier(s));
}

/* ---- View, sample ---------------------------------------------------------- */

static cav_cards hand_of(const cav_state *state, int seat) { return cards_of(look(state)->hands[seat]); }

static int stock(const cav_state *state, uint8_t *list)
{
    return state->head.phase == BIDDING ? cav_cards_list(cards_of(look(state)->bottom), list) : 0;
}

static void hide(cav_state *state)
{
    ddz_state *s = own(state);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != s->head.viewer)
            s->hands[seat] = known(s, seat);
    if (s->head.phase == BIDDING)
        s->bottom = 0;
}

static uint64_t cards_seen(const ddz_state *s)
{
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        seen |= s->hands[seat] | s->played[seat];
    return seen;
}

/* A pass never tells anything about a hand, so every way to deal out the cards not seen is equally likely. */
static void complete(cav_state *state, cav_rng *rng)
{
    ddz_state *s = own(state);
    uint8_t unseen[PACK];
    const uint64_t pack = ((uint64_t)1 << PACK) - 1;
    const int count = cav_cards_list(cards_of(pack & ~cards_seen(s)), unseen);
    cav_rng_shuffle(rng, unseen, (size_t)count);
    int next = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int held = bits_count(s->hands[seat]); held < s->head.hand_sizes[seat]; held++)
            s->hands[seat] |= (uint64_t)1 << unseen[next++];
    for (; next < count; next++)
        s->bottom |= (uint64_t)1 << unseen[next];
}

/* ---- Valid ----------------------------------------------------------------- */

/* Whether the calls follow the rules, and the fields that the bidding sets say the same. */
static bool valid_bidding(const ddz_state *s)
{
    ddz_state b = {.bidder = NO_SEAT};
    const int made = calls_made(s);
    for (int i = made; i < MOST_CALLS; i++)
        if (s->calls[i] != NO_CALL)
            return false;
    for (int i = 0; i < made; i++) {
        const bool ended = b.bid == 3 || (b.bid > 0 && b.passes == 2) || b.passes == 3;
        if (ended || s->calls[i] < 0 || s->calls[i] > 3 || (s->calls[i] > 0 && s->calls[i] <= b.bid))
            return false;
        b.passes = s->calls[i] ? 0 : (uint8_t)(b.passes + 1);
        if (s->calls[i]) {
            b.bid = (uint8_t)s->calls[i];
            b.bidder = (int8_t)((s->first_bidder + i) % SEATS);
        }
    }
    const bool decided = b.bid == 3 || (b.bid > 0 && b.passes == 2);
    if (s->bid != b.bid || s->bidder != b.bidder || decided != (s->head.phase != BIDDING))
        return false;
    if (decided)
        return true;
    return s->passes == b.passes && b.passes < 3 && s->head.turn == (s->first_bidder + made) % SEATS &&
           s->leader == NO_SEAT && s->leading == NO_SEAT && s->bombs == 0;
}

static bool valid_cards(const ddz_state *s)
{
    const uint64_t pack = ((uint64_t)1 << PACK) - 1;
    const bool bottom_open = s->head.phase != BIDDING;
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        const int held = bits_count(s->hands[seat]), size = s->head.hand_sizes[seat];
        const bool whole = s->head.viewer == CAV_FULL || s->head.viewer == seat;
        if ((seen & s->hands[seat]) || (seen & s->played[seat]) || (s->hands[seat] & s->played[seat]))
            return false;
        seen |= s->hands[seat] | s->played[seat];
        if (size != HAND + (seat == landlord(s) ? BOTTOM : 0) - bits_count(s->played[seat]))
            return false;
        if (whole ? held != size : held > size || s->hands[seat] != known(s, seat))
            return false;
    }
    const bool bottom_known = bottom_open || s->head.viewer == CAV_FULL;
    if (bits_count(s->bottom) != (bottom_known ? BOTTOM : 0) || ((seen | s->bottom) & ~pack))
        return false;
    if (!bottom_open)
        return (s->bottom & seen) == 0 && !(s->played[0] | s->played[1] | s->played[2]);
    return (s->bottom & ~(s->hands[s->bidder] | s->played[s->bidder])) == 0;
}

static bool valid_act(const ddz_state *s, int seat)
{
    static const cav_move none = {0}, pass = {.kind = CAV_PASS};
    const cav_move *act = &s->trick[seat];
    if (act->kind != CAV_PLAY)
        return memcmp(act, act->kind ? &pass : &none, sizeof *act) == 0;
    ranks_reading reading;
    cav_move read = {.kind = CAV_PLAY, .cards = act->cards};
    if (act->cards.both || (act->cards.any & ~s->played[seat]) || s->plays[seat] == 0 ||
        !read_cards(act->cards.any, &reading))
        return false;
    read_as(&read, reading);
    return memcmp(&read, act, sizeof read) == 0;
}

/* Whether that many plays and bombs can be among the cards that are played: so they stay when play goes on. */
static bool valid_plays(const ddz_state *s)
{
    int most_bombs = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        ranks_hand played;
        hold(s->played[seat], &played);
        if ((s->plays[seat] == 0) != (s->played[seat] == 0) || s->plays[seat] > bits_count(s->played[seat]))
            return false;
        most_bombs += bits_count(played.strength[3]) + ((played.strength[0] & RANKS_JOKERS) == RANKS_JOKERS);
    }
    return s->bombs <= most_bombs;
}

static bool valid_trick(const ddz_state *s)
{
    int empty = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!valid_act(s, seat))
            return false;
        empty += s->head.hand_sizes[seat] == 0;
    }
    static const cav_move bare[SEATS] = {{0}};
    const bool over = s->head.phase == OVER;
    if (s->head.phase == BIDDING)
        return memcmp(s->trick, bare, sizeof bare) == 0;
    if (empty != over || s->leader < 0 || s->leader >= SEATS || s->passes > 1)
        return false;
    if (s->leading == NO_SEAT)
        return !over && s->passes == 0 && s->head.turn == s->leader && memcmp(s->trick, bare, sizeof bare) == 0;
    if (s->leading < 0 || s->leading >= SEATS || s->trick[s->leading].kind != CAV_PLAY)
        return false;
    if (over)
        return s->head.hand_sizes[s->leading] == 0 && s->passes == 0;
    return s->head.turn == (s->leading + 1 + s->passes) % SEATS;
}

static bool valid_scores(const ddz_state *s)
{
    const bool over = s->head.phase == OVER;
    const int32_t stake = over ? s->bid * multiplier(s) : 0;
    const int32_t sign = over && s->head.hand_sizes[s->bidder] == 0 ? 1 : -1;
    for (int seat = 0; seat < SEATS; seat++)
        if (s->head.scores[seat] != (seat == s->bidder ? 2 * sign * stake : -sign * stake))
            return false;
    return s->head.scores[SEATS] == 0 && s->head.hand_sizes[SEATS] == 0 && s->head.match_over == over &&
           (s->head.turn == -1) == over && s->head.deal == 0;
}

static bool valid(const cav_state *state)
{
    static const uint8_t zero[sizeof look(NULL)->zero] = {0};
    const ddz_state *s = look(state);
    return s->head.players == SEATS && s->first_bidder >= 0 && s->first_bidder < SEATS &&
           memcmp(s->zero, zero, sizeof zero) == 0 && valid_bidding(s) && valid_cards(s) && valid_plays(s) && valid_trick(s) && valid_scores(s);
}

/* ---- Table, kernels -------------------------------------------------------- */

static void table(const cav_state *state, void *into)
{
    const ddz_state *s = look(state);
    cav_doudizhu_table *t = into;
    *t = (cav_doudizhu_table){
        .first_bidder = s->first_bidder,
        .redeals = (int32_t)s->head.redeal,
        .bidder = s->bidder,
        .bid = s->bid,
        .landlord = landlord(s),
        .multiplier = multiplier(s),
        .bombs = s->bombs,
        .leader = s->leader,
        .leading = s->leading,
        .passes = s->passes,
        .bottom = cards_of(s->head.phase == BIDDING ? 0 : s->bottom),
    };
    for (int i = 0; i < MOST_CALLS; i++)
        t->calls[i] = s->calls[i];
    for (int seat = 0; seat < SEATS; seat++) {
        t->plays[seat] = s->plays[seat];
        t->trick[seat] = s->trick[seat];
    }
}

/* Reads cards that may be no cards of one pack. */
static bool read_given(cav_cards cards, ranks_reading *reading)
{
    return !cards.both && !(cards.any >> PACK) && read_cards(cards.any, reading);
}

size_t cav_doudizhu_readings(cav_cards cards, cav_move *readings, size_t capacity)
{
    ranks_reading reading;
    if (!read_given(cards, &reading))
        return 0;
    if (capacity > 0) {
        readings[0] = (cav_move){.kind = CAV_PLAY, .cards = cards};
        read_as(&readings[0], reading);
    }
    return 1;
}

size_t cav_doudizhu_plays(cav_cards hand, const cav_move *beating, cav_move *plays, size_t capacity)
{
    ranks_plays found;
    ranks_reading table;
    if (hand.both || hand.any >> PACK)
        return 0;
    if (beating && !read_given(beating->cards, &table))
        return 0;
    ranks_hand counted;
    hold(hand.any, &counted);
    ranks_find(&facts, &counted, beating ? &table : NULL, &found);
    if (capacity > 0)
        ranks_list(&facts, &counted, &found, plays, capacity);
    return found.total;
}

#define OPTION(...) OPTION_OF(cav_doudizhu_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_doudizhu_table, __VA_ARGS__)

static const cav_field option_fields[] = {OPTION(first_bidder, CAV_FIELD_SEAT, 1, NO_SEAT, SEATS - 1, NO_SEAT), {0}};

static const cav_field table_fields[] = {
    FIELD(first_bidder, CAV_FIELD_SEAT, 1),
    FIELD(redeals, CAV_FIELD_INT, 1),
    FIELD(calls, CAV_FIELD_LIST, MOST_CALLS),
    FIELD(bidder, CAV_FIELD_SEAT, 1),
    FIELD(bid, CAV_FIELD_INT, 1),
    FIELD(landlord, CAV_FIELD_SEAT, 1),
    FIELD(multiplier, CAV_FIELD_INT, 1),
    FIELD(bombs, CAV_FIELD_INT, 1),
    FIELD(leader, CAV_FIELD_SEAT, 1),
    FIELD(leading, CAV_FIELD_SEAT, 1),
    FIELD(passes, CAV_FIELD_INT, 1),
    FIELD(plays, CAV_FIELD_INT, SEATS),
    FIELD(bottom, CAV_FIELD_CARDS, 1),
    FIELD(trick, CAV_FIELD_MOVE, SEATS),
    {0},
};

const cav_game game_doudizhu = {
    .about =
        {
            .name = "doudizhu",
            .title = "Dou Dizhu",
            .direction = "counter-clockwise",
            .players = SEATS,
            .deck = CAV_FRENCH,
            .sides = {0, 1, 2},
            .pack = {((uint64_t)1 << PACK) - 1, 0},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_doudizhu_options),
            .table_size = sizeof(cav_doudizhu_table),
        },
    .state_size = sizeof(ddz_state),
    .suitless = true,
    .begin = begin,
    .dealt = dealt,
    .owner = owner,
    .deal = deal,
    .count = count,
    .nth = nth,
    .pick = pick,
    .list = list,
    .canonical = canonical,
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
