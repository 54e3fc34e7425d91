/* Zheng Shangyou, as Run Fast is played: three seats, each alone, 48 cards, 16 each.
 *
 * Whoever holds the 3 of hearts opens with a play that has it. Then the seats climb: each play beats the last by the
 * same kind of combination and a higher rank, or by a bomb, and who can beat it must. Whoever empties the hand first is
 * paid for what the others have left. As a pass tells what a hand does not hold, a position keeps what all know of the
 * hands. Clauses: ZSY in the house rules; all are cited below. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/ranks.h"

enum {
    SEATS = 3,
    HAND = 16,
    PACK = 48,
    RANKS = 13, /* 3 ... A, 2 by strength */
    COPIES = 4, /* the most cards of a rank */
    MOST_BANS = 6,
    NO_SEAT = -1
};

enum phase { PLAYING, OVER };
static const char *const phases[] = {"playing", "over", NULL};

/* ZSY-2: of the 54 cards without the jokers (52, 53), the ace of hearts (38) and all 2s but that of spades. */
#define PACK_CARDS ((((uint64_t)1 << 52) - 1) & ~((uint64_t)1 | 1 << 13 | 1 << 26 | (uint64_t)1 << 38))
static const uint64_t pack = PACK_CARDS, three_of_hearts = 1 << 27, spade_two = (uint64_t)1 << 39;
enum { THREE = 1, ACE = 12 }; /* ranks, as cav_card_rank gives them */

/* ---- State ----------------------------------------------------------------- */

/* All know that a seat, when it passed, held no sequence of a kind that is higher than the one on the table. */
typedef struct ban {
    uint16_t starts;      /* places in line at which such a sequence begins */
    uint16_t once, twice; /* places of the cards that the seat has played since: at least one, at least two */
    uint8_t core, length; /* of the sequences: cards of each rank, ranks */
} ban;

typedef struct zsy_state {
    cav_head head;
    uint64_t hands[SEATS];  /* cards held; in a view, of other seats: the 3 of hearts before the opening */
    uint64_t played[SEATS]; /* cards that the seat has played */
    cav_move trick[SEATS];  /* each seat's last act in the trick on the table */
    uint16_t most[SEATS][COPIES]; /* what all know: ranks (strength) of which the seat may hold more than k cards */
    ban bans[SEATS][MOST_BANS];   /* what all know, in the order of the passes */
    uint8_t ban_count[SEATS];
    uint8_t plays[SEATS];   /* times that the seat has played cards */
    uint8_t bonuses[SEATS]; /* bombs of the seat that earned (ZSY-5.2) */
    int8_t leader;          /* leads or led the trick */
    int8_t leading;         /* whose play is to be beaten, or NO_SEAT */
    uint8_t passes;         /* in a row */
    uint8_t answers;        /* plays in the trick behind the lead */
    uint8_t zero[3];
} zsy_state;

static_assert(sizeof(zsy_state) <= sizeof(cav_state), "the position does not fit");
static_assert(sizeof(zsy_state) % 8 == 0, "positions are hashed by words");

static zsy_state *own(cav_state *state) { return (zsy_state *)state; }
static const zsy_state *look(const cav_state *state) { return (const zsy_state *)state; }

static int next_seat(int seat) { return seat == SEATS - 1 ? 0 : seat + 1; }

static bool is_opened(const zsy_state *s)
{
    return ((s->played[0] | s->played[1] | s->played[2]) & three_of_hearts) != 0;
}

/* The seat that was dealt the 3 of hearts, which all know: it is its turn before anything else. */
static int opener(const zsy_state *s)
{
    int seat = 0;
    while (!((s->hands[seat] | s->played[seat]) & three_of_hearts))
        seat++;
    return seat;
}

/* ---- Facts (ZSY-4) --------------------------------------------------------- */

enum {
    CHAIN = 0x3ffc,         /* places 3 ... A: what sequences are made of */
    ANY = (1 << RANKS) - 1, /* 3 ... A, 2 */
    ACES = 1 << 11,
    THREES = 1 << 0,
    PAIRED = ANY >> 1,       /* 3 ... A: there is one 2 */
    TRIPLED = PAIRED & ~ACES /* 3 ... K: three aces are always a bomb */
};

enum { SINGLE, PAIR, TRIPLE, STRAIGHT, PAIR_RUN, FOUR, THREE_ACES, HEAVENLY, ROWS };

#define ROW(shape, core, least, most, power, line, ranks)                                                              \
    {shape, core, least, most, 0, 0, power, line, RANKS_ANY_SUITS, ranks}
#define ORDINARY_ROWS                                                                                                  \
    [SINGLE] = ROW(CAV_SINGLE, 1, 1, 1, 0, false, ANY), [PAIR] = ROW(CAV_PAIR, 2, 1, 1, 0, false, PAIRED),             \
    [TRIPLE] = ROW(CAV_TRIPLE, 3, 1, 1, 0, false, TRIPLED), [STRAIGHT] = ROW(CAV_STRAIGHT, 1, 5, 12, 0, true, CHAIN),  \
    [PAIR_RUN] = ROW(CAV_PAIR_RUN, 2, 2, 8, 0, true, CHAIN)

/* Four threes are the heavenly bomb with the opening and the lowest bomb at any other time. */
static const ranks_shape shapes[ROWS] = {
    ORDINARY_ROWS,
    [FOUR] = ROW(CAV_BOMB, 4, 1, 1, 1, false, TRIPLED),
    [THREE_ACES] = ROW(CAV_BOMB, 3, 1, 1, 2, false, ACES),
    [HEAVENLY] = ROW(CAV_HEAVENLY_BOMB, 4, 1, 1, 3, false, 0),
};
static const ranks_shape opening_shapes[ROWS] = {
    ORDINARY_ROWS,
    [FOUR] = ROW(CAV_BOMB, 4, 1, 1, 1, false, TRIPLED & ~THREES),
    [THREE_ACES] = ROW(CAV_BOMB, 3, 1, 1, 2, false, ACES),
    [HEAVENLY] = ROW(CAV_HEAVENLY_BOMB, 4, 1, 1, 3, false, THREES),
};
static const ranks_facts facts = {shapes, ROWS, 0}, opening_facts = {opening_shapes, ROWS, 0};

/* Whoever holds the 3 of hearts has not opened yet, so cards with it are an opening play. */
static const ranks_facts *facts_of(uint64_t cards) { return cards & three_of_hearts ? &opening_facts : &facts; }

static void hold(uint64_t cards, ranks_hand *hand) { ranks_hold(cards_of(cards), RANKS_TWO, RANKS_NO_WILD, hand); }

/* Whether cards are a combination, and which: there is never more than one reading. */
static bool read_cards(const ranks_facts *with, uint64_t cards, ranks_reading *reading)
{
    ranks_hand hand;
    hold(cards, &hand);
    return ranks_readings(with, &hand, reading, 1) == 1;
}

static void read_as(cav_move *play, ranks_reading reading)
{
    ranks_read_as(&facts, RANKS_TWO, reading, play);
}

static ranks_reading reading_of(const cav_move *play)
{
    int row = play->shape == CAV_BOMB && play->rank == ACE ? THREE_ACES : 0;
    while (shapes[row].shape != play->shape)
        row++;
    return ranks_reading_of(&facts, RANKS_TWO, row, play);
}

/* The combination on the table, or NULL when the seat to act leads. */
static const ranks_reading *to_beat(const zsy_state *s, ranks_reading *reading)
{
    if (s->leading == NO_SEAT)
        return NULL;
    *reading = reading_of(&s->trick[s->leading]);
    return reading;
}

static bool is_bomb(const zsy_state *s) { return shapes[reading_of(&s->trick[s->leading]).row].power > 0; }

/* ---- What passes tell (ZSY-3.2) -------------------------------------------- */

static const uint16_t most_of_pack[COPIES] = {ANY, PAIRED, PAIRED, TRIPLED};

/* Ranks, in the order of the row, with which combinations of that row beat the table. */
static uint32_t beating(int row, ranks_reading table)
{
    if (row == table.row)
        return shapes[row].ranks & ~1u << table.top;
    return shapes[row].power > shapes[table.row].power ? shapes[row].ranks : 0;
}

/* Who passes holds of some ranks no card, no two, no three or no four. */
static void lower_most(uint16_t most[COPIES], ranks_reading table)
{
    for (int row = 0; row < ROWS; row++) {
        const uint32_t ranks = shapes[row].line ? 0 : beating(row, table);
        for (int k = shapes[row].core - 1; k < COPIES && ranks; k++)
            most[k] &= (uint16_t)~ranks;
    }
}

/* The sequences that who passes does not hold; without starts when there are none. */
static ban ban_of(ranks_reading table)
{
    const ranks_shape *shape = &shapes[table.row];
    const uint32_t starts = shape->line ? beating(table.row, table) >> (table.length - 1) : 0;
    return (ban){.starts = (uint16_t)starts, .core = shape->core, .length = table.length};
}

/* A ban is never one too many: it is about a sequence of four cards or more, and each other seat plays at most three of
 * those before its hand is empty. */
static void note_pass(zsy_state *s, int seat)
{
    const ranks_reading table = reading_of(&s->trick[s->leading]);
    const ban b = ban_of(table);
    lower_most(s->most[seat], table);
    if (b.starts)
        s->bans[seat][s->ban_count[seat]++] = b;
}

/* Takes cards that are held or played out of what a seat may hold at most. */
static void take_from(uint16_t most[COPIES], const ranks_hand *cards)
{
    for (int n = 0; n < COPIES && cards->strength[n]; n++) {
        const uint16_t less = (uint16_t)cards->strength[n];
        for (int k = 0; k < COPIES; k++)
            most[k] = (uint16_t)((most[k] & ~less) | (k + 1 < COPIES ? most[k + 1] & less : 0));
    }
}

static void note_play(zsy_state *s, int seat, uint64_t cards)
{
    ranks_hand shown;
    hold(cards, &shown);
    take_from(s->most[seat], &shown);
    for (int i = 0; i < s->ban_count[seat]; i++) {
        ban *b = &s->bans[seat][i];
        b->twice |= (uint16_t)(shown.line[1] | (shown.line[0] & b->once));
        b->once |= (uint16_t)shown.line[0];
    }
}

/* Where a banned sequence begins that a seat would have held, if it holds more than k cards of the ranks (strength)
 * held[k] now. The ranks of sequences are two places further in line. */
static uint32_t broken_at(const ban *b, const uint16_t held[COPIES])
{
    const uint32_t one = (uint32_t)held[0] << 2, two = (uint32_t)held[1] << 2;
    const uint32_t at = b->core == 1 ? one | b->once : two | (one & b->once) | b->twice;
    uint32_t starts = b->starts;
    for (int i = 0; i < b->length && starts; i++)
        starts &= at >> i;
    return starts;
}

static bool breaks_ban(const zsy_state *s, int seat, const uint16_t held[COPIES])
{
    for (int i = 0; i < s->ban_count[seat]; i++)
        if (broken_at(&s->bans[seat][i], held))
            return true;
    return false;
}

/* ---- Deal (ZSY-2) ---------------------------------------------------------- */

static const cav_error *begin(cav_state *state, const void *options)
{
    (void)state;
    (void)options;
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
    return place % SEATS;
}

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    zsy_state *s = own(state);
    (void)rng;
    for (int place = 0; place < PACK; place++)
        s->hands[place % SEATS] |= (uint64_t)1 << order[place];
    for (int seat = 0; seat < SEATS; seat++) {
        s->head.hand_sizes[seat] = HAND;
        memcpy(s->most[seat], most_of_pack, sizeof most_of_pack);
    }
    s->leader = s->head.turn = (int8_t)opener(s);
    s->leading = NO_SEAT;
    log_amount(log, CAV_EVENT_DEAL, s->leader, (int32_t)s->head.deal);
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), cards_of(s->hands[seat]));
}

/* ---- Legal moves ----------------------------------------------------------- */

/* What a hand can lead; the opening begins with a three, as it has the 3 of hearts. */
static void find_leads(uint64_t cards, const ranks_hand *hand, ranks_plays *plays)
{
    ranks_find(facts_of(cards), hand, NULL, plays);
    if (cards & three_of_hearts)
        ranks_keep_from(&opening_facts, RANKS_TWO, THREE, plays);
}

/* An opening play that was built of other threes gets the 3 of hearts for the last of them. */
static uint64_t with_three_of_hearts(uint64_t cards)
{
    const uint64_t diamonds = three_of_hearts >> 13, clubs = diamonds >> 13;
    if (cards & three_of_hearts)
        return cards;
    return (cards ^ (cards & diamonds ? diamonds : clubs)) | three_of_hearts;
}

/* The hand of the seat to act, counted, and what it can play. */
static void find(const zsy_state *s, ranks_hand *hand, ranks_plays *plays)
{
    ranks_reading table;
    const uint64_t cards = s->hands[s->head.turn];
    hold(cards, hand);
    if (to_beat(s, &table))
        ranks_find(&facts, hand, &table, plays);
    else
        find_leads(cards, hand, plays);
}

static cav_move nth_play(const ranks_hand *hand, const ranks_plays *plays, uint32_t index)
{
    cav_move play = ranks_nth(facts_of(hand->natural.any), hand, plays, index);
    if (hand->natural.any & three_of_hearts)
        play.cards.any = with_three_of_hearts(play.cards.any);
    return play;
}

static size_t list_plays(const ranks_hand *hand, const ranks_plays *plays, cav_move *moves, size_t capacity)
{
    const size_t listed = ranks_list(facts_of(hand->natural.any), hand, plays, moves, capacity);
    if (hand->natural.any & three_of_hearts)
        for (size_t i = 0; i < listed; i++)
            moves[i].cards.any = with_three_of_hearts(moves[i].cards.any);
    return listed;
}

/* ZSY-3.2: who can play must, and only who cannot passes. */
static uint64_t count(const cav_state *state)
{
    ranks_hand hand;
    ranks_plays plays;
    find(look(state), &hand, &plays);
    return plays.total ? plays.total : 1;
}

static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    ranks_hand hand;
    ranks_plays plays;
    find(look(state), &hand, &plays);
    *move = plays.total ? nth_play(&hand, &plays, (uint32_t)index) : (cav_move){.kind = CAV_PASS};
}

/* count and nth in one, so that the plays are found once. */
static void pick(const cav_state *state, cav_rng *rng, cav_move *move)
{
    ranks_hand hand;
    ranks_plays plays;
    find(look(state), &hand, &plays);
    const uint64_t index = cav_rng_below(rng, plays.total ? plays.total : 1);
    *move = plays.total ? nth_play(&hand, &plays, (uint32_t)index) : (cav_move){.kind = CAV_PASS};
}

static size_t list(const cav_state *state, cav_move *moves, size_t capacity)
{
    ranks_hand hand;
    ranks_plays plays;
    find(look(state), &hand, &plays);
    if (plays.total)
        return list_plays(&hand, &plays, moves, capacity);
    moves[0] = (cav_move){.kind = CAV_PASS};
    return 1;
}

static void canonical(const cav_state *state, cav_move *move)
{
    const zsy_state *s = look(state);
    const uint64_t cards = s->hands[s->head.turn];
    ranks_hand hand;
    if (move->kind != CAV_PLAY)
        return;
    hold(cards, &hand);
    ranks_canonical(&facts, &hand, reading_of(move), move);
    if (cards & three_of_hearts)
        move->cards.any = with_three_of_hearts(move->cards.any);
}

static const cav_error must_lead = {CAV_ILLEGAL_MOVE, "must-lead", "ZSY-3.2", "a leader cannot pass"};
static const cav_error must_beat = {CAV_ILLEGAL_MOVE, "must-beat", "ZSY-3.2", "who can beat the table must"};
static const cav_error no_three = {CAV_ILLEGAL_MOVE, "no-three-of-hearts", "ZSY-2",
                                   "the first play of the deal must contain the 3 of hearts"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "ZSY-3.1", "the hand does not hold these cards"};
static const cav_error no_combination = {CAV_ILLEGAL_MOVE, "no-combination", "ZSY-4", "these cards are no combination"};
static const cav_error other_reading = {CAV_ILLEGAL_MOVE, "other-reading", "ZSY-4",
                                        "these cards are not the combination that the move names"};
static const cav_error other_kind = {CAV_ILLEGAL_MOVE, "other-kind", "ZSY-3.1",
                                     "an answer has the kind and length of the play on the table, or is a bomb"};
static const cav_error too_low = {CAV_ILLEGAL_MOVE, "too-low", "ZSY-3.1", "this does not beat the play on the table"};
static const cav_error stray_fields = {CAV_ILLEGAL_MOVE, "stray-fields", "",
                                       "the move says more than its kind has use for"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

static const cav_error *check_pass(const zsy_state *s)
{
    ranks_hand hand;
    ranks_plays plays;
    if (s->leading == NO_SEAT)
        return &must_lead;
    find(s, &hand, &plays);
    return plays.total ? &must_beat : NULL;
}

static const cav_error *check_play(const zsy_state *s, cav_move *move)
{
    ranks_reading reading, table;
    cav_move read = *move;
    const uint64_t hand = s->hands[s->head.turn], cards = move->cards.any;
    if (!cards_contain(cards_of(hand), move->cards))
        return &not_in_hand;
    if (!read_cards(facts_of(cards), cards, &reading))
        return &no_combination;
    read_as(&read, reading);
    if (move->shape != CAV_UNREAD || move->length || move->rank)
        if (move->shape != read.shape || move->length != read.length || move->rank != read.rank)
            return &other_reading;
    if (hand & ~cards & three_of_hearts)
        return &no_three;
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
        if (move->shape || move->rank || move->length || move->amount || move->cards.any || move->cards.both)
            return &stray_fields;
        return check_pass(look(state));
    case CAV_PLAY:
        return move->amount ? &stray_fields : check_play(look(state), move);
    default:
        return &unknown_kind;
    }
}

/* ---- Play ------------------------------------------------------------------ */

static void settle(zsy_state *s, int winner, cav_log *log);

enum { BONUS = 10 }; /* from each other seat */

/* ZSY-5.2: the play that nobody beat earns when it is a bomb on another seat's cards; the heavenly bomb is a lead. */
static void earn_bonus(zsy_state *s, cav_log *log)
{
    if (s->answers == 0 || !is_bomb(s))
        return;
    s->bonuses[s->leading]++;
    log_amount(log, CAV_EVENT_BONUS, s->leading, (SEATS - 1) * BONUS);
}

/* ZSY-3.2: after both others have passed the last player leads. */
static void pass_trick(zsy_state *s, cav_log *log)
{
    note_pass(s, s->head.turn);
    s->trick[s->head.turn] = (cav_move){.kind = CAV_PASS};
    s->head.turn = (int8_t)next_seat(s->head.turn);
    if (++s->passes < SEATS - 1)
        return;
    earn_bonus(s, log);
    memset(s->trick, 0, sizeof s->trick);
    s->leader = s->leading;
    s->leading = NO_SEAT;
    s->passes = s->answers = 0;
    log_amount(log, CAV_EVENT_TRICK, s->leader, 0);
}

static void play_cards(zsy_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    note_play(s, seat, move->cards.any);
    s->hands[seat] &= ~move->cards.any;
    s->played[seat] |= move->cards.any;
    s->head.hand_sizes[seat] = (uint8_t)(s->head.hand_sizes[seat] - bits_count(move->cards.any));
    s->plays[seat]++;
    s->answers = (uint8_t)(s->answers + (s->leading != NO_SEAT));
    s->trick[seat] = *move;
    s->leading = (int8_t)seat;
    s->passes = 0;
    s->head.turn = (int8_t)next_seat(seat);
    if (s->head.hand_sizes[seat] == 0)
        settle(s, seat, log);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    zsy_state *s = own(state);
    log_event(log, CAV_EVENT_MOVE, s->head.turn, SEEN_BY_ALL, *move);
    if (move->kind == CAV_PASS)
        pass_trick(s, log);
    else
        play_cards(s, move, log);
    return PLAYED;
}

/* ---- Settle (ZSY-5) -------------------------------------------------------- */

/* What a loser pays, and for what (ZSY-5.1). */
typedef struct payment {
    int32_t cards, spade_two, bombs;
    bool doubled;
} payment;

static int32_t sum_of(payment p) { return p.cards + p.spade_two + p.bombs; }

static int bombs_in(uint64_t cards)
{
    ranks_hand hand;
    hold(cards, &hand);
    return bits_count(hand.strength[3]) + bits_count(hand.strength[2] & ACES);
}

static payment payment_of(const zsy_state *s, int seat)
{
    const bool doubled = s->plays[seat] == 0;
    const int32_t left = s->head.hand_sizes[seat];
    return (payment){
        .cards = doubled ? 2 * left : left,
        .spade_two = s->hands[seat] & spade_two ? 10 : 0,
        .bombs = 10 * bombs_in(s->hands[seat]),
        .doubled = doubled,
    };
}

static int winner_of(const zsy_state *s)
{
    int seat = 0;
    while (s->head.hand_sizes[seat] != 0)
        seat++;
    return seat;
}

static void count_points(const zsy_state *s, int32_t points[CAV_MAX_SEATS])
{
    const int winner = winner_of(s), bonuses = s->bonuses[0] + s->bonuses[1] + s->bonuses[2];
    memset(points, 0, CAV_MAX_SEATS * sizeof points[0]);
    for (int seat = 0; seat < SEATS; seat++) {
        const int32_t paid = seat == winner ? 0 : sum_of(payment_of(s, seat));
        points[seat] += (SEATS * s->bonuses[seat] - bonuses) * BONUS - paid;
        points[winner] += paid;
    }
}

/* The losers' cards are shown, since they are counted. */
static void settle(zsy_state *s, int winner, cav_log *log)
{
    earn_bonus(s, log);
    s->head.phase = OVER;
    s->head.turn = -1;
    s->head.match_over = 1;
    count_points(s, s->head.scores);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != winner)
            log_cards(log, CAV_EVENT_SHOWN, seat, SEEN_BY_ALL, cards_of(s->hands[seat]));
    log_amount(log, CAV_EVENT_DEAL_OVER, winner, 0);
    for (int seat = 0; seat < SEATS; seat++)
        log_amount(log, CAV_EVENT_POINTS, seat, s->head.scores[seat]);
    log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

static void add_payment(cav_result *result, int seat, payment paid)
{
    add_line(result, "cards", seat, paid.cards);
    if (paid.doubled)
        add_line(result, "doubled", seat, 1);
    if (paid.spade_two)
        add_line(result, "spade-two", seat, paid.spade_two);
    if (paid.bombs)
        add_line(result, "bombs-left", seat, paid.bombs);
}

static void result_of(const cav_state *state, cav_result *result)
{
    const zsy_state *s = look(state);
    const int winner = winner_of(s);
    memcpy(result->points, s->head.scores, sizeof result->points);
    add_line(result, "winner", winner, 0);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != winner)
            add_payment(result, seat, payment_of(s, seat));
    for (int seat = 0; seat < SEATS; seat++)
        if (s->bonuses[seat])
            add_line(result, "bonus", seat, s->bonuses[seat] * (SEATS - 1) * BONUS);
}

/* ---- View, sample ---------------------------------------------------------- */

static cav_cards hand_of(const cav_state *state, int seat) { return cards_of(look(state)->hands[seat]); }

static int stock(const cav_state *state, uint8_t *list)
{
    (void)state;
    (void)list;
    return 0;
}

static void hide(cav_state *state)
{
    zsy_state *s = own(state);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != s->head.viewer && s->head.phase != OVER)
            s->hands[seat] &= three_of_hearts;
}

/* The cards that are not seen, and what the seats can take of them. */
typedef struct room {
    uint64_t unseen;
    int total;                    /* cards not seen */
    uint16_t hidden[COPIES];      /* ranks (strength) of which more than k are not seen */
    int seat[SEATS];              /* the viewer first, who takes none; so there is little to go through */
    int need[SEATS];              /* cards, here and below of that seat[] */
    uint16_t most[SEATS][COPIES]; /* ranks of which it may take more than k */
} room;

static room room_of(const zsy_state *s)
{
    room r = {.unseen = pack};
    ranks_hand hidden;
    for (int seat = 0; seat < SEATS; seat++)
        r.unseen &= ~(s->hands[seat] | s->played[seat]);
    hold(r.unseen, &hidden);
    for (int k = 0; k < COPIES; k++)
        r.hidden[k] = (uint16_t)hidden.strength[k];
    for (int i = 0; i < SEATS; i++) {
        const int seat = ((s->head.viewer < 0 ? 0 : s->head.viewer) + i) % SEATS;
        ranks_hand held;
        hold(s->hands[seat], &held);
        r.seat[i] = seat;
        r.need[i] = s->head.hand_sizes[seat] - bits_count(s->hands[seat]);
        r.total += r.need[i];
        memcpy(r.most[i], s->most[seat], sizeof r.most[i]);
        take_from(r.most[i], &held);
        for (int k = 0; k < COPIES; k++)
            r.most[i][k] = r.need[i] ? r.most[i][k] & r.hidden[k] : 0;
    }
    return r;
}

static int number_of(const uint16_t more[COPIES], int rank)
{
    int number = 0;
    while (number < COPIES && more[number] >> rank & 1)
        number++;
    return number;
}

/* In how many ways the cards that are not seen can be dealt out, bans apart. */
typedef struct ways {
    /* The cards of the ranks from the first index on, when the first seat of the room needs so many more, the second so
     * many, and the third the others. */
    uint64_t from[RANKS + 1][HAND + 1][HAND + 1];
    int shift; /* see count_ways */
} ways;

/* How many cards of a rank each seat of the room gets, and in how many ways that and all later ranks can be. */
typedef struct split {
    int cards[SEATS];
    uint64_t ways;
} split;

enum { MOST_SPLITS = 15, MOST_COUNTED = 43 };

static int splits_of(const room *r, const ways *w, int rank, int a, int b, int c, split list[MOST_SPLITS])
{
    static const uint8_t choose[COPIES + 1][COPIES + 1] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    const int cards = number_of(r->hidden, rank), most_z = number_of(r->most[2], rank);
    const int most_x = number_of(r->most[0], rank), most_y = number_of(r->most[1], rank);
    int found = 0;
    for (int x = 0; x <= most_x && x <= a && x <= cards; x++)
        for (int y = 0; y <= most_y && y <= b && x + y <= cards; y++) {
            const int z = cards - x - y;
            const uint64_t later = w->from[rank + 1][a - x][b - y];
            if (z <= most_z && z <= c && later)
                list[found++] = (split){{x, y, z}, later * choose[cards][x] * choose[cards - x][y]};
        }
    return found;
}

/* More than MOST_COUNTED cards can be dealt out in more ways than 64 bits count. Then each rank halves the number,
 * rounded up, and what a draw finds above the true number is drawn again: that stays exactly even. */
static void count_ways(const room *r, ways *w)
{
    int left = 0;
    w->shift = r->total > MOST_COUNTED;
    for (int a = 0; a <= r->need[0]; a++)
        for (int b = 0; b <= r->need[1]; b++)
            w->from[RANKS][a][b] = a == 0 && b == 0;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        left += number_of(r->hidden, rank);
        for (int a = 0; a <= r->need[0]; a++)
            for (int b = 0; b <= r->need[1]; b++) {
                const int c = left - a - b;
                split list[MOST_SPLITS];
                uint64_t sum = 0;
                if (c >= 0 && c <= r->need[2])
                    for (int i = splits_of(r, w, rank, a, b, c, list); i > 0; i--)
                        sum += list[i - 1].ways;
                w->from[rank][a][b] = (sum >> w->shift) + (sum & (uint64_t)w->shift);
            }
    }
}

/* How many cards of each rank each seat of the room gets. */
typedef struct shares {
    int cards[RANKS][SEATS];
    uint16_t more[SEATS][COPIES]; /* the same: ranks of which it gets more than k */
} shares;

/* Draws shares evenly by the layouts that they stand for; false: to be drawn again. */
static bool draw_shares(const room *r, const ways *w, cav_rng *rng, shares *drawn)
{
    int a = r->need[0], b = r->need[1], c = r->need[2];
    memset(drawn->more, 0, sizeof drawn->more);
    for (int rank = 0; rank < RANKS; rank++) {
        split list[MOST_SPLITS];
        const int found = splits_of(r, w, rank, a, b, c, list);
        uint64_t left = cav_rng_below(rng, w->from[rank][a][b] << w->shift);
        int i = 0;
        for (; i < found && left >= list[i].ways; i++)
            left -= list[i].ways;
        if (i == found)
            return false;
        a -= list[i].cards[0];
        b -= list[i].cards[1];
        c -= list[i].cards[2];
        for (int seat = 0; seat < SEATS; seat++) {
            drawn->cards[rank][seat] = list[i].cards[seat];
            for (int k = 0; k < list[i].cards[seat]; k++)
                drawn->more[seat][k] |= (uint16_t)(1u << rank);
        }
    }
    return true;
}

static bool keeps_bans(const zsy_state *s, const room *r, const shares *drawn)
{
    for (int i = 0; i < SEATS; i++)
        if (r->need[i] && breaks_ban(s, r->seat[i], drawn->more[i]))
            return false;
    return true;
}

/* Gives each seat its share of each rank, the suits by chance. */
static void hand_out(zsy_state *s, const room *r, const shares *drawn, cav_rng *rng)
{
    const uint64_t four_suits = (uint64_t)1 | (uint64_t)1 << 13 | (uint64_t)1 << 26 | (uint64_t)1 << 39;
    for (int rank = 0; rank < RANKS; rank++) {
        uint8_t cards[COPIES];
        const uint64_t mask = r->unseen & four_suits << ranks_rank(rank, RANKS_TWO);
        const int count = cav_cards_list(cards_of(mask), cards);
        int next = 0;
        cav_rng_shuffle(rng, cards, (size_t)count);
        for (int i = 0; i < SEATS; i++)
            for (int n = drawn->cards[rank][i]; n > 0; n--)
                s->hands[r->seat[i]] |= (uint64_t)1 << cards[next++];
    }
}

/* Whether the seats have room for the cards that are not seen, bans apart. They have if each set of seats has room for
 * what its seats need (the theorem of Gale and Hoffman for flows). */
static bool has_room(const room *r)
{
    for (int seats = 1; seats < 1 << SEATS; seats++) {
        int need = 0, places = 0;
        for (int i = 0; i < SEATS; i++)
            need += seats >> i & 1 ? r->need[i] : 0;
        for (int rank = 0; rank < RANKS; rank++) {
            const int cards = number_of(r->hidden, rank);
            int most = 0;
            for (int i = 0; i < SEATS; i++)
                most += seats >> i & 1 ? number_of(r->most[i], rank) : 0;
            places += most < cards ? most : cards;
        }
        if (need > places)
            return false;
    }
    return true;
}

/* The first ban that can be broken in the room: its start, or -1. */
static int breakable(const zsy_state *s, const room *r, int *seat, const ban **found)
{
    for (int i = 0; i < SEATS; i++)
        for (int n = 0; n < s->ban_count[r->seat[i]] && r->need[i]; n++) {
            const ban *b = &s->bans[r->seat[i]][n];
            const uint32_t starts = broken_at(b, r->most[i]);
            if (starts) {
                *seat = i;
                *found = b;
                return bits_lowest(starts);
            }
        }
    return -1;
}

/* Makes the room smaller until no ban can be broken in it, by trying; false, and nothing changed, when it cannot be or
 * when it takes more steps than there are. */
static bool make_safe(const zsy_state *s, room *r, int *steps)
{
    int seat;
    const ban *b;
    const int start = breakable(s, r, &seat, &b);
    if (start < 0)
        return true;
    /* Each sequence is broken at one of its ranks; the last is in most of those that begin further up as well. */
    for (int place = start + b->length - 1; place >= start; place--) {
        const int since = (b->once >> place & 1) + (b->twice >> place & 1);
        room smaller = *r;
        if (since >= b->core)
            continue;
        if (--*steps < 0)
            return false;
        for (int k = b->core - since - 1; k < COPIES; k++)
            smaller.most[seat][k] &= (uint16_t)~(1u << (place - 2));
        if (has_room(&smaller) && make_safe(s, &smaller, steps)) {
            *r = smaller;
            return true;
        }
    }
    return false;
}

enum { MOST_TRIES = 16384, MOST_STEPS = 16384 };

/* Every layout that fits what all know is equally likely: those that fit `most` are drawn evenly, and what breaks a ban
 * is drawn again, which rarely takes more than a few tries. Should it take more than MOST_TRIES, a layout is drawn from
 * a smaller room, where no ban can be broken; and from the whole room should there be none. */
static void complete(cav_state *state, cav_rng *rng)
{
    zsy_state *s = own(state);
    room r = room_of(s);
    ways w;
    shares drawn;
    int steps = MOST_STEPS;
    count_ways(&r, &w);
    for (int tries = 0; tries < MOST_TRIES; tries++)
        if (draw_shares(&r, &w, rng, &drawn) && keeps_bans(s, &r, &drawn)) {
            hand_out(s, &r, &drawn, rng);
            return;
        }
    make_safe(s, &r, &steps);
    count_ways(&r, &w);
    while (!draw_shares(&r, &w, rng, &drawn))
        ;
    hand_out(s, &r, &drawn, rng);
}

/* ---- Valid ----------------------------------------------------------------- */

/* Whether all cards of the seat are in the position. */
static bool is_open(const zsy_state *s, int seat)
{
    return s->head.viewer == CAV_FULL || s->head.viewer == seat || s->head.phase == OVER;
}

static bool valid_cards(const zsy_state *s)
{
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        const uint64_t hand = s->hands[seat], played = s->played[seat];
        const int held = bits_count(hand), size = s->head.hand_sizes[seat];
        if ((seen & hand) || (seen & played) || (hand & played) || size != HAND - bits_count(played) ||
            (is_open(s, seat) ? held != size : hand & ~three_of_hearts || held > size))
            return false;
        seen |= hand | played;
    }
    return (seen & ~pack) == 0 && (seen & three_of_hearts) != 0;
}

/* Whether that many plays and bonuses can be among the cards that are played: so they stay when play goes on. A bomb on
 * the table that may earn has not earned yet, but at the end it has. */
static bool valid_plays(const zsy_state *s)
{
    for (int seat = 0; seat < SEATS; seat++) {
        const bool earns = s->leading == seat && s->answers > 0 && is_bomb(s), over = s->head.phase == OVER;
        if ((s->plays[seat] == 0) != (s->played[seat] == 0) || s->plays[seat] > bits_count(s->played[seat]) ||
            s->bonuses[seat] < (earns && over) || s->bonuses[seat] + (earns && !over) > bombs_in(s->played[seat]))
            return false;
    }
    return true;
}

/* How many sequences the other seats can have played. */
static int sequences_of_others(const zsy_state *s, int seat)
{
    const int next = next_seat(seat), last = next_seat(next);
    return bits_count(s->played[next]) / 4 + bits_count(s->played[last]) / 4;
}

/* Whether the seat may still pass on a sequence that is on the table. */
static bool may_be_banned(const zsy_state *s, int seat)
{
    return s->head.phase == PLAYING && s->leading != NO_SEAT && ban_of(reading_of(&s->trick[s->leading])).starts &&
           (seat == s->head.turn || (s->passes == 0 && seat != s->leading));
}

static bool valid_ban(const ban *b, const ban *before, const ranks_hand *played)
{
    const bool straight = b->core == shapes[STRAIGHT].core;
    const ranks_shape *shape = &shapes[straight ? STRAIGHT : PAIR_RUN];
    if (b->core != shape->core || b->length < shape->least || b->length > shape->most || !b->starts)
        return false;
    /* Such sequences begin above the lowest place, and go up to the ace. */
    const int low = bits_lowest(b->starts);
    return low > 2 && b->starts == ((CHAIN & ~0u << low) & CHAIN >> (b->length - 1)) && !(b->twice & ~b->once) &&
           !(b->once & ~(before ? before->once : played->line[0])) &&
           !(b->twice & ~(before ? before->twice : played->line[1]));
}

static bool valid_bans(const zsy_state *s, int seat, const ranks_hand *played)
{
    static const ban none = {0};
    const int bans = s->ban_count[seat];
    if (bans > MOST_BANS || bans + may_be_banned(s, seat) > sequences_of_others(s, seat))
        return false;
    for (int i = 0; i < bans; i++)
        if (!valid_ban(&s->bans[seat][i], i ? &s->bans[seat][i - 1] : NULL, played))
            return false;
    for (int i = bans; i < MOST_BANS; i++)
        if (memcmp(&s->bans[seat][i], &none, sizeof none) != 0)
            return false;
    return true;
}

/* Whether what all know of a hand agrees with what it has played, and with what it holds as far as that is known. A
 * hand that breaks a ban does no harm, and to find out whether a view leaves a way to keep all bans would take long. */
static bool valid_knowledge(const zsy_state *s, int seat)
{
    uint16_t most[COPIES];
    ranks_hand hand, played;
    hold(s->hands[seat], &hand);
    hold(s->played[seat], &played);
    memcpy(most, most_of_pack, sizeof most);
    take_from(most, &played);
    for (int k = 0; k < COPIES; k++)
        if ((s->most[seat][k] & ~(k ? most[k] & s->most[seat][k - 1] : most[0])) ||
            (hand.strength[k] & ~(uint32_t)s->most[seat][k]))
            return false;
    return valid_bans(s, seat, &played);
}

/* Whether all know what the last pass told. */
static bool knows_pass(const zsy_state *s, int seat)
{
    const ranks_reading table = reading_of(&s->trick[s->leading]);
    const ban b = ban_of(table);
    uint16_t most[COPIES];
    memcpy(most, s->most[seat], sizeof most);
    lower_most(most, table);
    if (memcmp(most, s->most[seat], sizeof most) != 0 || s->trick[seat].kind != CAV_PASS)
        return false;
    return !b.starts || (s->ban_count[seat] && memcmp(&s->bans[seat][s->ban_count[seat] - 1], &b, sizeof b) == 0);
}

/* Whether what is hidden can be dealt out as all know that it was, bans apart. */
static bool can_complete(const zsy_state *s)
{
    const room r = room_of(s);
    return has_room(&r);
}

static bool valid_act(const zsy_state *s, int seat)
{
    static const cav_move none = {0}, pass = {.kind = CAV_PASS};
    const cav_move *act = &s->trick[seat];
    if (act->kind != CAV_PLAY)
        return memcmp(act, act->kind ? &pass : &none, sizeof *act) == 0;
    ranks_reading reading;
    cav_move read = {.kind = CAV_PLAY, .cards = act->cards};
    if (act->cards.both || (act->cards.any & ~s->played[seat]) ||
        !read_cards(facts_of(act->cards.any), act->cards.any, &reading))
        return false;
    if (act->cards.any & three_of_hearts && (s->plays[seat] != 1 || s->leader != seat)) /* ZSY-2 */
        return false;
    read_as(&read, reading);
    return memcmp(&read, act, sizeof read) == 0;
}

/* Before the opening nothing has been played and nothing is known; its holder of the 3 of hearts leads (ZSY-2). */
static bool valid_opening(const zsy_state *s)
{
    for (int seat = 0; seat < SEATS; seat++)
        if (s->played[seat] || memcmp(s->most[seat], most_of_pack, sizeof most_of_pack) != 0)
            return false;
    return s->leader == opener(s) && s->leading == NO_SEAT;
}

/* What can follow a lead: the play of the leader alone, or answers as well. */
static bool valid_answers(const zsy_state *s)
{
    int acted = 0;
    for (int seat = 0; seat < SEATS; seat++)
        acted += s->trick[seat].kind == CAV_PLAY;
    if (s->answers == 0)
        return s->leading == s->leader && acted == 1;
    return s->answers < s->plays[0] + s->plays[1] + s->plays[2] &&
           !(s->trick[s->leading].cards.any & three_of_hearts);
}

static bool valid_trick(const zsy_state *s)
{
    static const cav_move bare[SEATS] = {{0}};
    const bool over = s->head.phase == OVER;
    int empty = 0;
    if (s->leader < 0 || s->leader >= SEATS || s->passes >= SEATS - 1 || s->leading < NO_SEAT || s->leading >= SEATS)
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!valid_act(s, seat))
            return false;
        empty += s->head.hand_sizes[seat] == 0;
    }
    if (empty != over)
        return false;
    if (s->leading == NO_SEAT)
        return !over && s->passes == 0 && s->answers == 0 && s->head.turn == s->leader &&
               memcmp(s->trick, bare, sizeof bare) == 0;
    if (s->trick[s->leading].kind != CAV_PLAY || !valid_answers(s))
        return false;
    if (over)
        return s->head.hand_sizes[s->leading] == 0 && s->passes == 0;
    return s->head.turn == (s->leading + 1 + s->passes) % SEATS;
}

static bool valid_scores(const zsy_state *s)
{
    const bool over = s->head.phase == OVER;
    int32_t points[CAV_MAX_SEATS] = {0};
    if (over)
        count_points(s, points);
    return memcmp(points, s->head.scores, sizeof points) == 0 && s->head.hand_sizes[SEATS] == 0 &&
           s->head.match_over == over && (s->head.turn == -1) == over && s->head.deal == 0 && s->head.redeal == 0;
}

static bool valid(const cav_state *state)
{
    static const uint8_t zero[sizeof look(NULL)->zero] = {0};
    const zsy_state *s = look(state);
    if (s->head.players != SEATS || memcmp(s->zero, zero, sizeof zero) != 0 || !valid_cards(s) || !valid_trick(s) ||
        !valid_plays(s) || !valid_scores(s) || !(is_opened(s) || valid_opening(s)))
        return false;
    for (int seat = 0; seat < SEATS; seat++)
        if (!valid_knowledge(s, seat))
            return false;
    if (s->passes && !knows_pass(s, next_seat(s->leading)))
        return false;
    return s->head.viewer == CAV_FULL || s->head.phase == OVER || can_complete(s);
}

/* ---- Table, kernels -------------------------------------------------------- */

static void table(const cav_state *state, void *into)
{
    const zsy_state *s = look(state);
    cav_zhengshangyou_table *t = into;
    *t = (cav_zhengshangyou_table){
        .opener = opener(s),
        .opened = is_opened(s),
        .leader = s->leader,
        .leading = s->leading,
        .passes = s->passes,
        .answers = s->answers,
    };
    for (int seat = 0; seat < SEATS; seat++) {
        t->plays[seat] = s->plays[seat];
        t->bonuses[seat] = s->bonuses[seat];
        t->trick[seat] = s->trick[seat];
        t->shown[seat] = cards_of(s->head.phase == OVER ? s->hands[seat] : 0);
    }
}

static bool of_one_pack(cav_cards cards) { return !cards.both && !(cards.any & ~pack); }

size_t cav_zhengshangyou_readings(cav_cards cards, bool opening, cav_move *readings, size_t capacity)
{
    ranks_reading reading;
    if (!of_one_pack(cards) || !read_cards(opening ? &opening_facts : &facts, cards.any, &reading))
        return 0;
    if (capacity > 0) {
        readings[0] = (cav_move){.kind = CAV_PLAY, .cards = cards};
        read_as(&readings[0], reading);
    }
    return 1;
}

size_t cav_zhengshangyou_plays(cav_cards hand, const cav_move *beating, cav_move *plays, size_t capacity)
{
    ranks_hand held;
    ranks_plays found;
    ranks_reading table;
    if (!of_one_pack(hand))
        return 0;
    hold(hand.any, &held);
    if (!beating) {
        find_leads(hand.any, &held, &found);
    } else {
        const bool heavenly = beating->shape == CAV_HEAVENLY_BOMB;
        if (!of_one_pack(beating->cards) ||
            !read_cards(heavenly ? &opening_facts : &facts, beating->cards.any, &table))
            return 0;
        ranks_find(&facts, &held, &table, &found);
    }
    if (capacity > 0)
        beating ? ranks_list(&facts, &held, &found, plays, capacity) : list_plays(&held, &found, plays, capacity);
    return found.total;
}

#define FIELD(...) FIELD_OF(cav_zhengshangyou_table, __VA_ARGS__)

static const cav_field no_options[] = {{0}};

static const cav_field table_fields[] = {
    FIELD(opener, CAV_FIELD_SEAT, 1),
    FIELD(opened, CAV_FIELD_INT, 1),
    FIELD(leader, CAV_FIELD_SEAT, 1),
    FIELD(leading, CAV_FIELD_SEAT, 1),
    FIELD(passes, CAV_FIELD_INT, 1),
    FIELD(answers, CAV_FIELD_INT, 1),
    FIELD(plays, CAV_FIELD_INT, SEATS),
    FIELD(bonuses, CAV_FIELD_INT, SEATS),
    FIELD(trick, CAV_FIELD_MOVE, SEATS),
    FIELD(shown, CAV_FIELD_CARDS, SEATS),
    {0},
};

const cav_game game_zhengshangyou = {
    .about =
        {
            .name = "zhengshangyou",
            .title = "Zheng Shangyou",
            .direction = "counter-clockwise",
            .players = SEATS,
            .deck = CAV_FRENCH,
            .sides = {0, 1, 2},
            .pack = {PACK_CARDS, 0},
            .phases = phases,
            .options = no_options,
            .table = table_fields,
            .options_size = 0,
            .table_size = sizeof(cav_zhengshangyou_table),
        },
    .state_size = sizeof(zsy_state),
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
