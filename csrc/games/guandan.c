/* Guandan: four seats, partners opposite, two packs, levels from 2 to ace.
 *
 * From the second deal on the losers of the last one give their best cards and get others back. Then the seats climb: a
 * play beats the table by the same kind of combination and a higher rank, or by a bomb. The two hearts of the level rank
 * stand for any card but a joker. The side of the seat that is out first rises by its partner's place; the side that
 * wins a deal at its own ace, partner not last, wins the match. Clauses: GD in the house rules; all are cited below. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/ranks.h"
#include "kernels/spread.h"

enum {
    SEATS = 4,
    HAND = 27,
    KINDS = 54,
    PACK = 2 * KINDS,
    RANKS = 13,
    FIRST_HEART = 26,
    FIRST_JOKER = 52,
    RED_JOKER = 53,
    TEN = 8,
    ACE = 12,
    NO_SEAT = -1,
    NO_RANK = -1,
    NO_CARD = 0xff
};

enum phase { RETURNING, PLAYING, OVER };
static const char *const phases[] = {"returning", "playing", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

typedef struct gd_state {
    cav_head head;
    cav_cards hands[SEATS];  /* cards held; in a view, of other seats: those that everybody knows */
    cav_cards played[SEATS]; /* cards that the seat has played */
    cav_move trick[SEATS];   /* each seat's last act in the trick on the table */
    uint8_t levels[2];       /* of each side, as ranks; raised when a deal is over */
    uint8_t level;           /* the level rank of this deal */
    uint8_t passes;          /* since the last play */
    int8_t previous[SEATS];  /* seats by their places in the last deal; NO_SEAT in the first */
    int8_t places[SEATS];    /* seats that are out, in order; NO_SEAT behind the last */
    int8_t payers[2];        /* who gave tribute to the first and second of the last deal, or NO_SEAT */
    uint8_t tribute[2];      /* what they gave, or NO_CARD */
    uint8_t returned[2];     /* what they got back, or NO_CARD */
    int8_t leader;           /* leads or led the trick; NO_SEAT while cards are being returned */
    int8_t leading;          /* whose play is to be beaten, or NO_SEAT */
    uint8_t zero[4];
} gd_state;

static_assert(sizeof(gd_state) <= sizeof(cav_state), "the position does not fit");
static_assert(sizeof(gd_state) % 8 == 0, "positions are hashed by words");

static gd_state *own(cav_state *state) { return (gd_state *)state; }
static const gd_state *look(const cav_state *state) { return (const gd_state *)state; }

static int next_seat(int seat) { return (seat + 1) % SEATS; }
static int partner(int seat) { return (seat + 2) % SEATS; }
static int side(int seat) { return seat % 2; }

/* ---- Facts ----------------------------------------------------------------- */

enum {
    SEQUENCE = 0x3fff,               /* the ace is high or low (GD-5.3) */
    SUITED = (1 << RANKS_BLACK) - 1,
    ANY = SUITED | RANKS_JOKERS
};

/* With the powers of GD-5.6. A full house is a triple with a pair for a wing (GD-5.2); four jokers are a run of two pairs
 * among the jokers. */
static const ranks_shape shapes[] = {
    /* GD-5.1 */
    {CAV_SINGLE, 1, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, ANY},
    {CAV_PAIR, 2, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, ANY},
    {CAV_TRIPLE, 3, 1, 1, 0, 0, 0, false, RANKS_ANY_SUITS, SUITED},
    {CAV_FULL_HOUSE_PLAY, 3, 1, 1, 1, 2, 0, false, RANKS_ANY_SUITS, SUITED},
    /* GD-5.3 */
    {CAV_STRAIGHT, 1, 5, 5, 0, 0, 0, true, RANKS_NOT_ONE_SUIT, SEQUENCE},
    {CAV_TUBE, 2, 3, 3, 0, 0, 0, true, RANKS_ANY_SUITS, SEQUENCE},
    {CAV_PLATE, 3, 2, 2, 0, 0, 0, true, RANKS_ANY_SUITS, SEQUENCE},
    /* GD-5.6 */
    {CAV_BOMB, 4, 1, 1, 0, 0, 1, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 5, 1, 1, 0, 0, 2, false, RANKS_ANY_SUITS, SUITED},
    {CAV_STRAIGHT_FLUSH_PLAY, 1, 5, 5, 0, 0, 3, true, RANKS_ONE_SUIT, SEQUENCE},
    {CAV_BOMB, 6, 1, 1, 0, 0, 4, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 7, 1, 1, 0, 0, 5, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 8, 1, 1, 0, 0, 6, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 9, 1, 1, 0, 0, 7, false, RANKS_ANY_SUITS, SUITED},
    {CAV_BOMB, 10, 1, 1, 0, 0, 8, false, RANKS_ANY_SUITS, SUITED},
    {CAV_JOKER_BOMB, 2, 2, 2, 0, 0, 9, false, RANKS_ANY_SUITS, RANKS_JOKERS},
};
enum { ROWS = sizeof shapes / sizeof shapes[0] };
static const ranks_facts facts = {shapes, ROWS, 0};

/* The hearts of the level rank (GD-2, 5.4). */
static int wild_card(int level) { return FIRST_HEART + level; }

static void hold(cav_cards cards, int level, ranks_hand *hand) { ranks_hold(cards, level, wild_card(level), hand); }

/* Bombs differ in their number of cards, all else in its shape. */
static ranks_reading reading_of(const cav_move *play, int level)
{
    const int bomb = play->shape == CAV_BOMB ? cards_count(play->cards) : 0;
    int row = 0;
    while (shapes[row].shape != play->shape || (bomb && shapes[row].core != bomb))
        row++;
    return ranks_reading_of(&facts, level, row, play);
}

/* All readings of some cards, as plays. */
static int read_all(cav_cards cards, int level, cav_move readings[CAV_MAX_READINGS])
{
    ranks_hand hand;
    ranks_reading found[CAV_MAX_READINGS];
    hold(cards, level, &hand);
    const int count = ranks_readings(&facts, &hand, found, CAV_MAX_READINGS);
    for (int i = 0; i < count; i++) {
        readings[i] = (cav_move){.kind = CAV_PLAY, .cards = cards};
        ranks_read_as(&facts, level, found[i], &readings[i]);
    }
    return count;
}

static bool is_named(const cav_move *play) { return play->shape != CAV_UNREAD || play->rank || play->length; }

/* Whether a play is named as that reading; its length may be left out. */
static bool same_reading(const cav_move *named, const cav_move *reading)
{
    return named->shape == reading->shape && named->rank == reading->rank &&
           (named->length == 0 || named->length == reading->length);
}

/* The combination on the table, or NULL when the seat to act leads. */
static const ranks_reading *to_beat(const gd_state *s, ranks_reading *reading)
{
    if (s->leading == NO_SEAT)
        return NULL;
    *reading = reading_of(&s->trick[s->leading], s->level);
    return reading;
}

/* What two sets of cards have in common, copies counted. */
static cav_cards common(cav_cards a, cav_cards b) { return (cav_cards){a.any & b.any, a.both & b.both}; }

/* GD-4.2 */
static int power(int card, int level) { return ranks_strength(cav_card_rank(CAV_FRENCH, card), level); }

/* ---- Tribute (GD-3) ---------------------------------------------------------- */

static bool has_previous(const gd_state *s) { return s->previous[0] != NO_SEAT; }

static bool was_double(const gd_state *s) { return partner(s->previous[0]) == s->previous[1]; }

/* How many seats have to give. */
static int payer_count(const gd_state *s) { return !has_previous(s) ? 0 : was_double(s) ? 2 : 1; }

/* Who has to give: the last, and when the first two are partners also the third. */
static int owes(const gd_state *s, int seat)
{
    return has_previous(s) && (seat == s->previous[3] || (was_double(s) && seat == s->previous[2]));
}

static bool is_cancelled(const gd_state *s) { return has_previous(s) && s->payers[0] == NO_SEAT; }

/* The strongest card but the wild ones, of equals the first in deck order (GD-3.1, 3.5). */
static int strongest(cav_cards hand, int level)
{
    int best = NO_CARD;
    for (uint64_t left = hand.any & ~cards_one(wild_card(level)).any; left; left &= left - 1) {
        const int card = bits_lowest(left);
        if (best == NO_CARD || power(card, level) > power(best, level))
            best = card;
    }
    return best;
}

/* What a receiver may give back (GD-3.3): a card of rank 2 ... 10 that is not wild, or one of the lowest power. */
static uint64_t returnable(cav_cards hand, int level)
{
    const uint64_t suit = ((uint64_t)1 << (TEN + 1)) - 1, wild = cards_one(wild_card(level)).any;
    const uint64_t low = hand.any & (suit | suit << RANKS | suit << 2 * RANKS | suit << 3 * RANKS) & ~wild;
    if (low)
        return low;
    uint64_t lowest = 0;
    int least = RANKS_POSITIONS;
    for (uint64_t left = hand.any & ~wild; left; left &= left - 1) {
        const int card = bits_lowest(left);
        if (power(card, level) < least) {
            least = power(card, level);
            lowest = 0;
        }
        lowest |= power(card, level) == least ? bits_low(left) : 0;
    }
    return lowest;
}

/* The receiver that has to give a card back next, as an index; 2 when none has to (GD-3.3). */
static int receiver_to_act(const gd_state *s)
{
    int i = 0;
    while (i < 2 && (s->payers[i] == NO_SEAT || s->returned[i] != NO_CARD))
        i++;
    return i;
}

/* The cards that a seat was given for all to see and may hold still (GD-3.5). */
static cav_cards known(const gd_state *s, int seat)
{
    cav_cards given = {0, 0};
    for (int i = 0; i < 2; i++) {
        if (s->payers[i] == NO_SEAT)
            continue;
        if (seat == s->previous[i] && s->returned[i] != s->tribute[i])
            cav_cards_add(&given, s->tribute[i]);
        if (seat == s->payers[i] && s->returned[i] != NO_CARD)
            cav_cards_add(&given, s->returned[i]);
    }
    if (is_cancelled(s) && !was_double(s) && owes(s, seat)) { /* GD-3.2: it holds both red jokers */
        cav_cards_add(&given, RED_JOKER);
        cav_cards_add(&given, RED_JOKER);
    }
    return cards_minus(given, common(given, s->played[seat]));
}

/* Whether a card that nobody has seen may be in that hand, by what the tribute told. */
static bool may_hold(const gd_state *s, int seat, int card)
{
    const bool red = card == RED_JOKER, wild = card == wild_card(s->level);
    if (is_cancelled(s))
        return !red || owes(s, seat); /* GD-3.2 */
    for (int i = 0; i < 2; i++) {
        if (s->payers[i] == NO_SEAT)
            continue;
        const int given = s->tribute[i], back = s->returned[i];
        if (seat == s->payers[i] && !wild) { /* GD-3.1, 3.5: it held nothing stronger, no equal before it in deck order */
            const int above = power(card, s->level) - power(given, s->level);
            if (above > 0 || (above == 0 && card < given) || red)
                return false;
        }
        if (seat == s->previous[i] && back != NO_CARD && cav_card_rank(CAV_FRENCH, back) > TEN && !wild &&
            (cav_card_rank(CAV_FRENCH, card) <= TEN || power(card, s->level) < power(back, s->level)))
            return false; /* GD-3.3 */
    }
    return true;
}

static void give(gd_state *s, int from, int to, int card)
{
    s->hands[from] = cards_minus(s->hands[from], cards_one(card));
    cav_cards_add(&s->hands[to], card);
    s->head.hand_sizes[from]--;
    s->head.hand_sizes[to]++;
}

/* GD-3.2 */
static bool cancels(const gd_state *s)
{
    int jokers = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (owes(s, seat))
            jokers += (int)(s->hands[seat].any >> RED_JOKER & 1) + (int)(s->hands[seat].both >> RED_JOKER & 1);
    return jokers == 2;
}

/* Who gives to whom (GD-3.1): the higher card goes to the first; equal ones by the order of seats after it. */
static void take_tribute(gd_state *s, cav_log *log)
{
    const int first = s->previous[0];
    if (!was_double(s)) {
        s->payers[0] = s->previous[3];
    } else {
        const int near = next_seat(first), far = partner(near);
        const int near_power = power(strongest(s->hands[near], s->level), s->level);
        const bool far_first = power(strongest(s->hands[far], s->level), s->level) > near_power;
        s->payers[0] = (int8_t)(far_first ? far : near);
        s->payers[1] = (int8_t)(far_first ? near : far);
    }
    for (int i = 0; i < payer_count(s); i++) {
        s->tribute[i] = (uint8_t)strongest(s->hands[s->payers[i]], s->level);
        log_event(log, CAV_EVENT_TRIBUTE, s->payers[i], SEEN_BY_ALL,
                  (cav_move){.amount = s->previous[i], .cards = cards_one(s->tribute[i])});
    }
    for (int i = 0; i < payer_count(s); i++)
        give(s, s->payers[i], s->previous[i], s->tribute[i]);
}

/* ---- Deal (GD-1.2, 2) -------------------------------------------------------- */

static const cav_error bad_places = {CAV_BAD_OPTION, "bad-places", "GD-1.1",
                                     "the places of the last deal are four different seats, or none"};
static const cav_error which_level = {CAV_BAD_OPTION, "which-level", "GD-1.2",
                                      "the level of the deal is that of the side that won the last one; without a last "
                                      "deal it is one of the two levels, to be said when they differ"};
static const cav_error no_leader = {CAV_BAD_OPTION, "leader-by-tribute", "GD-3.4",
                                    "after a last deal the tribute says who leads"};

static bool places_fit(const int32_t places[SEATS])
{
    int seats = 0, none = 0;
    for (int i = 0; i < SEATS; i++) {
        none += places[i] == NO_SEAT;
        seats |= places[i] == NO_SEAT ? 0 : 1 << places[i];
    }
    return none == SEATS || seats == (1 << SEATS) - 1;
}

static void show_levels(gd_state *s)
{
    for (int seat = 0; seat < SEATS; seat++)
        s->head.scores[seat] = s->levels[side(seat)] + 2;
}

static const cav_error *begin(cav_state *state, const void *options)
{
    gd_state *s = own(state);
    const cav_guandan_options *o = options;
    const bool first = o->previous[0] == NO_SEAT;
    if (!places_fit(o->previous))
        return &bad_places;
    if (!first && o->leader != NO_SEAT)
        return &no_leader;
    const int32_t level = !first ? o->levels[side(o->previous[0])] : o->level == NO_RANK ? o->levels[0] : o->level;
    if ((o->level != NO_RANK && o->level != level) || (level != o->levels[0] && level != o->levels[1]) ||
        (first && o->level == NO_RANK && o->levels[0] != o->levels[1]))
        return &which_level;
    s->level = (uint8_t)level;
    for (int i = 0; i < 2; i++)
        s->levels[i] = (uint8_t)o->levels[i];
    for (int i = 0; i < SEATS; i++)
        s->previous[i] = (int8_t)o->previous[i];
    s->leader = (int8_t)o->leader;
    show_levels(s);
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

static void begin_play(gd_state *s, int leader)
{
    s->head.phase = PLAYING;
    s->head.turn = s->leader = (int8_t)leader;
}

static void clear_deal(gd_state *s)
{
    memset(s->hands, 0, sizeof s->hands);
    memset(s->played, 0, sizeof s->played);
    memset(s->trick, 0, sizeof s->trick);
    memset(s->places, NO_SEAT, sizeof s->places);
    memset(s->payers, NO_SEAT, sizeof s->payers);
    memset(s->tribute, NO_CARD, sizeof s->tribute);
    memset(s->returned, NO_CARD, sizeof s->returned);
    s->leading = NO_SEAT;
    s->passes = 0;
}

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    gd_state *s = own(state);
    int first = s->leader;
    if (s->head.deal > 0) {
        memcpy(s->previous, s->places, sizeof s->previous);
        s->level = s->levels[side(s->previous[0])]; /* GD-1.2 */
    }
    if (has_previous(s))
        first = s->previous[0];
    else if (first == NO_SEAT) /* GD-2 */
        first = (int)cav_rng_below(rng, SEATS);
    clear_deal(s);
    for (int place = 0; place < PACK; place++)
        cav_cards_add(&s->hands[place % SEATS], order[place]);
    memset(s->head.hand_sizes, HAND, SEATS);
    log_amount(log, CAV_EVENT_DEAL, first, (int32_t)s->head.deal);
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), s->hands[seat]);
    if (!has_previous(s)) {
        begin_play(s, first);
    } else if (cancels(s)) { /* GD-3.2 */
        log_cards(log, CAV_EVENT_CANCELLED, NO_SEAT, SEEN_BY_ALL,
                  (cav_cards){(uint64_t)1 << RED_JOKER, (uint64_t)1 << RED_JOKER});
        begin_play(s, first);
    } else {
        take_tribute(s, log);
        s->head.phase = RETURNING;
        s->head.turn = (int8_t)first;
        s->leader = NO_SEAT;
    }
}

/* ---- Legal moves ----------------------------------------------------------- */

/* The hand of the seat to act, counted, and what it can play. */
static void find(const gd_state *s, ranks_hand *hand, ranks_plays *plays)
{
    ranks_reading table;
    hold(s->hands[s->head.turn], s->level, hand);
    ranks_find(&facts, hand, to_beat(s, &table), plays);
}

static uint64_t returns_open(const gd_state *s) { return returnable(s->hands[s->head.turn], s->level); }

/* Cards to give back, in deck order. */
static cav_move nth_return(const gd_state *s, uint64_t index)
{
    return (cav_move){.kind = CAV_RETURN, .cards = cards_of(bits_nth(returns_open(s), index))};
}

/* A follower may pass (GD-4.1). */
static uint32_t passes_open(const gd_state *s) { return s->leading != NO_SEAT; }

static const cav_move pass = {.kind = CAV_PASS};

static uint64_t count(const cav_state *state)
{
    const gd_state *s = look(state);
    ranks_hand hand;
    ranks_plays plays;
    if (s->head.phase == RETURNING)
        return (uint64_t)bits_count(returns_open(s));
    find(s, &hand, &plays);
    return passes_open(s) + plays.total;
}

/* The pass comes first, then the plays, upwards. */
static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    const gd_state *s = look(state);
    ranks_hand hand;
    ranks_plays plays;
    if (s->head.phase == RETURNING) {
        *move = nth_return(s, index);
    } else if (index < passes_open(s)) {
        *move = pass;
    } else {
        find(s, &hand, &plays);
        *move = ranks_nth(&facts, &hand, &plays, (uint32_t)index - passes_open(s));
    }
}

/* count and nth in one, so that the plays are found once. */
static void pick(const cav_state *state, cav_rng *rng, cav_move *move)
{
    const gd_state *s = look(state);
    ranks_hand hand;
    ranks_plays plays;
    if (s->head.phase == RETURNING) {
        *move = nth_return(s, cav_rng_below(rng, (uint64_t)bits_count(returns_open(s))));
        return;
    }
    find(s, &hand, &plays);
    const uint32_t index = (uint32_t)cav_rng_below(rng, passes_open(s) + plays.total);
    *move = index < passes_open(s) ? pass : ranks_nth(&facts, &hand, &plays, index - passes_open(s));
}

static size_t list(const cav_state *state, cav_move *moves, size_t capacity)
{
    const gd_state *s = look(state);
    ranks_hand hand;
    ranks_plays plays;
    size_t listed = 0;
    if (s->head.phase == RETURNING) {
        for (; listed < capacity; listed++)
            moves[listed] = nth_return(s, listed);
        return listed;
    }
    if (passes_open(s) && capacity)
        moves[listed++] = pass;
    find(s, &hand, &plays);
    return listed + ranks_list(&facts, &hand, &plays, moves + listed, capacity - listed);
}

/* The move that stands in the list for a legal move. */
static void canonical(const cav_state *state, cav_move *move)
{
    const gd_state *s = look(state);
    ranks_hand hand;
    if (move->kind != CAV_PLAY)
        return;
    hold(s->hands[s->head.turn], s->level, &hand);
    ranks_canonical(&facts, &hand, reading_of(move, s->level), move);
}

static const cav_error stray_fields = {CAV_ILLEGAL_MOVE, "stray-fields", "", "the move says more than its kind has use for"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};
static const cav_error returning = {CAV_ILLEGAL_MOVE, "returning", "GD-3.3", "a card has to be given back for the tribute"};
static const cav_error not_returning = {CAV_ILLEGAL_MOVE, "not-returning", "GD-3.3", "there is no card to give back"};
static const cav_error one_card = {CAV_ILLEGAL_MOVE, "one-card", "GD-3.3", "one card is given back"};
static const cav_error not_returnable = {CAV_ILLEGAL_MOVE, "not-returnable", "GD-3.3",
                                         "the card given back is not wild and of rank 2 to 10, or of the lowest power when "
                                         "there is none"};
static const cav_error must_lead = {CAV_ILLEGAL_MOVE, "must-lead", "GD-4.1", "a leader cannot pass"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "GD-4.1", "the hand does not hold these cards"};
static const cav_error no_combination = {CAV_ILLEGAL_MOVE, "no-combination", "GD-5.1", "these cards are no combination"};
static const cav_error other_reading = {CAV_ILLEGAL_MOVE, "other-reading", "GD-5.5",
                                        "these cards are not the combination that the move names"};
static const cav_error which_reading = {CAV_ILLEGAL_MOVE, "which-reading", "GD-5.5",
                                        "these cards can be played as more than one combination: the move has to name it"};
static const cav_error other_kind = {CAV_ILLEGAL_MOVE, "other-kind", "GD-4.3",
                                     "an answer has the kind and number of cards of the play on the table, or is a bomb"};
static const cav_error too_low = {CAV_ILLEGAL_MOVE, "too-low", "GD-4.3", "this does not beat the play on the table"};

static const cav_error *check_return(const gd_state *s, const cav_move *move)
{
    if (s->head.phase != RETURNING)
        return &not_returning;
    if (bits_count(move->cards.any) != 1 || move->cards.both)
        return &one_card;
    if (!cards_contain(s->hands[s->head.turn], move->cards))
        return &not_in_hand;
    return move->cards.any & returns_open(s) ? NULL : &not_returnable;
}

static bool beats(const cav_move *play, const ranks_reading *table, int level)
{
    return !table || ranks_beat(&facts, reading_of(play, level), *table);
}

/* What is wrong with plays none of which beats the table. */
static const cav_error *why_not(const cav_move *readings, int count, const ranks_reading *table, int level)
{
    bool same = shapes[table->row].power > 0;
    for (int i = 0; i < count; i++)
        same = same || reading_of(&readings[i], level).row == table->row;
    return same ? &too_low : &other_kind;
}

/* The reading that is meant: the one that is named, or the only one that may be played now. */
static const cav_error *check_play(const gd_state *s, cav_move *move)
{
    cav_move readings[CAV_MAX_READINGS];
    ranks_reading on_table;
    const ranks_reading *table = to_beat(s, &on_table);
    if ((move->cards.both & ~move->cards.any) || !cards_contain(s->hands[s->head.turn], move->cards))
        return &not_in_hand;
    int count = read_all(move->cards, s->level, readings);
    if (count == 0)
        return &no_combination;
    if (is_named(move)) {
        int i = 0;
        while (i < count && !same_reading(move, &readings[i]))
            i++;
        if (i == count)
            return &other_reading;
        readings[0] = readings[i];
        count = 1;
    }
    int good = 0;
    for (int i = 0; i < count; i++)
        if (beats(&readings[i], table, s->level) && good++ == 0)
            *move = readings[i];
    return good == 1 ? NULL : good > 1 ? &which_reading : why_not(readings, count, table, s->level);
}

static const cav_error *check(const cav_state *state, cav_move *move)
{
    const gd_state *s = look(state);
    const bool stray = move->amount != 0;
    switch (move->kind) {
    case CAV_PASS:
        if (stray || is_named(move) || move->cards.any || move->cards.both)
            return &stray_fields;
        return s->head.phase == RETURNING ? &returning : passes_open(s) ? NULL : &must_lead;
    case CAV_RETURN:
        return stray || is_named(move) ? &stray_fields : check_return(s, move);
    case CAV_PLAY: {
        cav_move read = *move;
        const cav_error *error = stray ? &stray_fields : s->head.phase == RETURNING ? &returning : check_play(s, &read);
        if (!error)
            *move = read;
        return error;
    }
    default:
        return &unknown_kind;
    }
}

/* ---- Play ------------------------------------------------------------------ */

/* GD-3.3, 3.4 */
static void play_return(gd_state *s, const cav_move *move)
{
    const int i = receiver_to_act(s);
    s->returned[i] = (uint8_t)bits_lowest(move->cards.any);
    give(s, s->previous[i], s->payers[i], s->returned[i]);
    if (receiver_to_act(s) < 2)
        s->head.turn = s->previous[receiver_to_act(s)];
    else
        begin_play(s, s->payers[0]);
}

static bool is_out(const gd_state *s, int seat) { return s->head.hand_sizes[seat] == 0; }

/* The next seat after `seat` that still holds cards (GD-4.1). */
static int next_in(const gd_state *s, int seat)
{
    do
        seat = next_seat(seat);
    while (is_out(s, seat));
    return seat;
}

/* Seats that still have to pass before the player of the table's combination leads again. */
static int answerers(const gd_state *s)
{
    int seats = 0;
    for (int seat = 0; seat < SEATS; seat++)
        seats += seat != s->leading && !is_out(s, seat);
    return seats;
}

/* GD-4.1 */
static void end_trick(gd_state *s, cav_log *log)
{
    const int last = s->leading, mate = partner(last);
    memset(s->trick, 0, sizeof s->trick);
    s->leader = (int8_t)(!is_out(s, last) ? last : !is_out(s, mate) ? mate : next_in(s, last));
    s->head.turn = s->leader;
    s->leading = NO_SEAT;
    s->passes = 0;
    log_amount(log, CAV_EVENT_TRICK, s->leader, 0);
}

static void play_pass(gd_state *s, cav_log *log)
{
    const int seat = s->head.turn;
    s->trick[seat] = pass;
    s->passes++;
    if (s->passes == answerers(s))
        end_trick(s, log);
    else
        s->head.turn = (int8_t)next_in(s, seat);
}

static void settle(gd_state *s, cav_log *log);

static int out_count(const gd_state *s)
{
    int out = 0;
    while (out < SEATS && s->places[out] != NO_SEAT)
        out++;
    return out;
}

static void take_place(gd_state *s, int seat, cav_log *log)
{
    const int place = out_count(s);
    s->places[place] = (int8_t)seat;
    log_amount(log, CAV_EVENT_PLACE, seat, place + 1);
}

static void play_cards(gd_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    s->hands[seat] = cards_minus(s->hands[seat], common(s->hands[seat], move->cards));
    s->played[seat].both |= (s->played[seat].any & move->cards.any) | move->cards.both;
    s->played[seat].any |= move->cards.any;
    s->head.hand_sizes[seat] = (uint8_t)(s->head.hand_sizes[seat] - cards_count(move->cards));
    s->trick[seat] = *move;
    s->leading = (int8_t)seat;
    s->passes = 0;
    if (is_out(s, seat))
        take_place(s, seat, log);
    if (out_count(s) == SEATS - 1) { /* GD-6: the last play is not answered */
        take_place(s, next_in(s, seat), log);
        settle(s, log);
    } else {
        s->head.turn = (int8_t)next_in(s, seat);
    }
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    gd_state *s = own(state);
    log_event(log, CAV_EVENT_MOVE, s->head.turn, SEEN_BY_ALL, *move);
    switch (move->kind) {
    case CAV_RETURN:
        play_return(s, move);
        break;
    case CAV_PASS:
        play_pass(s, log);
        break;
    default:
        play_cards(s, move, log);
        break;
    }
    return PLAYED;
}

/* ---- Settle (GD-1) ----------------------------------------------------------- */

/* Place, from 0, of the partner of the seat that was first. */
static int partner_place(const gd_state *s)
{
    int place = 1;
    while (s->places[place] != partner(s->places[0]))
        place++;
    return place;
}

/* GD-1.1 */
static int rise(const gd_state *s) { return SEATS - partner_place(s); }

/* GD-1.2 */
static int raised(int level, int by) { return level + by > ACE ? ACE : level + by; }

static void settle(gd_state *s, cav_log *log)
{
    const int winners = side(s->places[0]), before = s->levels[winners];
    s->head.phase = OVER;
    s->head.turn = -1;
    /* GD-1.3 */
    s->head.match_over = before == ACE && s->level == ACE && partner_place(s) < SEATS - 1;
    s->levels[winners] = (uint8_t)raised(before, rise(s));
    show_levels(s);
    log_amount(log, CAV_EVENT_DEAL_OVER, s->places[SEATS - 2], 0);
    for (int seat = 0; seat < SEATS; seat++)
        log_amount(log, CAV_EVENT_POINTS, seat, side(seat) == winners ? rise(s) : -rise(s));
    if (s->head.match_over)
        log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

static void result_of(const cav_state *state, cav_result *result)
{
    const gd_state *s = look(state);
    const int winners = side(s->places[0]);
    for (int seat = 0; seat < SEATS; seat++)
        result->points[seat] = side(seat) == winners ? rise(s) : -rise(s);
    for (int place = 0; place < SEATS; place++)
        add_line(result, "place", s->places[place], place + 1);
    add_line(result, "rise", s->places[0], rise(s));
    add_line(result, "level", s->places[0], s->levels[winners] + 2);
    if (s->head.match_over)
        add_line(result, "match", s->places[0], 1);
}

/* ---- View, sample ---------------------------------------------------------- */

static cav_cards hand_of(const cav_state *state, int seat) { return look(state)->hands[seat]; }

static int stock(const cav_state *state, uint8_t *cards)
{
    (void)state;
    (void)cards;
    return 0;
}

static void hide(cav_state *state)
{
    gd_state *s = own(state);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != s->head.viewer)
            s->hands[seat] = known(s, seat);
}

static const cav_cards pack = {((uint64_t)1 << KINDS) - 1, ((uint64_t)1 << KINDS) - 1};

/* The cards of the packs that are neither in a hand nor played. False: there are more than the packs hold. */
static bool unseen(const gd_state *s, cav_cards *rest)
{
    *rest = pack;
    for (int seat = 0; seat < SEATS; seat++) {
        const cav_cards seen[] = {s->hands[seat], s->played[seat]};
        for (int i = 0; i < 2; i++) {
            if (!cards_contain(*rest, seen[i]))
                return false;
            *rest = cards_minus(*rest, seen[i]);
        }
    }
    return true;
}

/* What is to be spread over which hands, to fill up a view. */
static void to_spread(const gd_state *s, spread *what)
{
    cav_cards rest;
    memset(what, 0, sizeof *what);
    unseen(s, &rest);
    what->count = cav_cards_list(rest, what->cards);
    for (int seat = 0; seat < SEATS; seat++) {
        what->room[seat] = s->head.hand_sizes[seat] - cards_count(s->hands[seat]);
        for (int i = 0; i < what->count; i++)
            if (what->room[seat] > 0 && may_hold(s, seat, what->cards[i]))
                what->allowed[i] |= (uint8_t)(1 << seat);
    }
}

/* A pass never tells anything; the tribute does. */
static void complete(cav_state *state, cav_rng *rng)
{
    gd_state *s = own(state);
    spread what;
    uint8_t seats[CAV_MAX_PACK];
    to_spread(s, &what);
    spread_cards(&what, rng, seats);
    for (int i = 0; i < what.count; i++)
        cav_cards_add(&s->hands[seats[i]], what.cards[i]);
}

/* ---- Valid ----------------------------------------------------------------- */

static bool valid_places(const int8_t places[SEATS], int least)
{
    int seats = 0, count = 0;
    while (count < SEATS && places[count] != NO_SEAT) {
        if (places[count] < 0 || places[count] >= SEATS || seats >> places[count] & 1)
            return false;
        seats |= 1 << places[count++];
    }
    for (int i = count; i < SEATS; i++)
        if (places[i] != NO_SEAT)
            return false;
    return count >= least;
}

/* Whether the fields of the tribute say what the last places make possible. */
static bool valid_tribute(const gd_state *s)
{
    const int payers = s->payers[0] == NO_SEAT ? 0 : payer_count(s);
    if (s->head.deal > 0 && !has_previous(s))
        return false;
    if (!valid_places(s->previous, has_previous(s) ? SEATS : 0) || (s->head.phase == RETURNING && payers == 0))
        return false;
    for (int i = 0; i < 2; i++) {
        const bool pays = i < payers;
        if (!pays && (s->payers[i] != NO_SEAT || s->tribute[i] != NO_CARD || s->returned[i] != NO_CARD))
            return false;
        if (!pays)
            continue;
        if (s->payers[i] < 0 || s->payers[i] >= SEATS || !owes(s, s->payers[i]) || s->tribute[i] >= KINDS ||
            s->tribute[i] == wild_card(s->level))
            return false;
        if (s->returned[i] != NO_CARD && (s->returned[i] >= KINDS || s->returned[i] == wild_card(s->level)))
            return false;
    }
    if (payers == 2 && (s->payers[0] == s->payers[1] || (s->returned[0] == NO_CARD && s->returned[1] != NO_CARD)))
        return false;
    return (s->head.phase == RETURNING) == (receiver_to_act(s) < 2);
}

static int cards_due(const gd_state *s, int seat)
{
    int due = HAND - cards_count(s->played[seat]);
    for (int i = 0; i < 2; i++)
        if (s->payers[i] != NO_SEAT && s->returned[i] == NO_CARD)
            due += (seat == s->previous[i]) - (seat == s->payers[i]);
    return due;
}

/* Whether the cards that only their holder has seen are such as the tribute lets it hold. */
static bool valid_unknown(const gd_state *s, int seat)
{
    const cav_cards unknown = cards_minus(s->hands[seat], known(s, seat));
    for (uint64_t left = unknown.any; left; left &= left - 1)
        if (!may_hold(s, seat, bits_lowest(left)))
            return false;
    return true;
}

static bool valid_cards(const gd_state *s)
{
    cav_cards rest;
    for (int seat = 0; seat < SEATS; seat++) {
        const cav_cards hand = s->hands[seat], gone = s->played[seat];
        const bool whole = s->head.viewer == CAV_FULL || s->head.viewer == seat;
        if ((hand.both & ~hand.any) || (gone.both & ~gone.any) || s->head.hand_sizes[seat] != cards_due(s, seat))
            return false;
        if (!cards_contain(hand, known(s, seat)) || !valid_unknown(s, seat))
            return false;
        if (whole ? cards_count(hand) != s->head.hand_sizes[seat]
                  : !cards_equal(hand, known(s, seat)) || cards_count(hand) > s->head.hand_sizes[seat])
            return false;
    }
    if (!unseen(s, &rest))
        return false;
    spread what;
    to_spread(s, &what);
    return s->head.viewer == CAV_FULL ? rest.any == 0 : spread_is_possible(&what);
}

static bool valid_act(const gd_state *s, int seat)
{
    static const cav_move none = {0};
    const cav_move *act = &s->trick[seat];
    cav_move readings[CAV_MAX_READINGS];
    if (act->kind != CAV_PLAY)
        return memcmp(act, act->kind ? &pass : &none, sizeof *act) == 0;
    if (act->amount || (act->cards.both & ~act->cards.any) || !cards_contain(s->played[seat], act->cards))
        return false;
    const int count = read_all(act->cards, s->level, readings);
    for (int i = 0; i < count; i++)
        if (same_reading(act, &readings[i]) && act->length)
            return true;
    return false;
}

/* Whose turn it is, by the last play and the passes since. */
static int seat_to_act(const gd_state *s)
{
    int seat = s->leading;
    for (int i = 0; i <= s->passes; i++)
        do
            seat = next_seat(seat);
        while (is_out(s, seat) || seat == s->leading);
    return seat;
}

static bool valid_trick(const gd_state *s)
{
    static const cav_move bare[SEATS] = {{0}};
    const int out = out_count(s);
    int empty = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!valid_act(s, seat))
            return false;
        empty += is_out(s, seat);
    }
    for (int i = 0; i < out; i++)
        empty -= is_out(s, s->places[i]);
    if (empty != 0 || (s->head.phase == OVER ? out != SEATS : out >= SEATS - 1))
        return false;
    for (int i = 0; i < (out < SEATS ? out : SEATS - 1); i++)
        if (!is_out(s, s->places[i]))
            return false;
    if (s->head.phase == RETURNING)
        return out == 0 && s->leader == NO_SEAT && s->leading == NO_SEAT && s->passes == 0 &&
               s->head.turn == s->previous[receiver_to_act(s)] && memcmp(s->trick, bare, sizeof bare) == 0;
    if (s->leader < 0 || s->leader >= SEATS)
        return false;
    if (s->leading == NO_SEAT)
        return s->head.phase == PLAYING && s->passes == 0 && s->head.turn == s->leader && !is_out(s, s->leader) &&
               memcmp(s->trick, bare, sizeof bare) == 0;
    if (s->leading < 0 || s->leading >= SEATS || s->trick[s->leading].kind != CAV_PLAY)
        return false;
    if (s->head.phase == OVER)
        return s->passes == 0 && s->head.turn == -1 && s->places[SEATS - 2] == s->leading && !is_out(s, s->places[SEATS - 1]);
    return s->passes < answerers(s) && s->head.turn == seat_to_act(s);
}

/* Whether the levels are such as GD-1.2 makes them, and the match is over when GD-1.3 says so. */
static bool valid_levels(const gd_state *s)
{
    const int leaders = has_previous(s) ? side(s->previous[0]) : s->level == s->levels[0] ? 0 : 1;
    if (s->head.phase != OVER)
        return s->level == s->levels[leaders] && !s->head.match_over;
    const int winners = side(s->places[0]), level = s->levels[winners];
    const bool won = s->level == ACE && level == ACE && partner_place(s) < SEATS - 1;
    /* At whose level the deal was played: the winners' before they rose, or the losers'. */
    const bool own = raised(s->level, rise(s)) == level && !(has_previous(s) && leaders != winners);
    const bool others = s->level == s->levels[1 - winners] && level >= rise(s) && !(has_previous(s) && leaders == winners);
    return (own || others) && (s->head.match_over ? won : !won || others);
}

static bool valid(const cav_state *state)
{
    static const uint8_t zero[sizeof look(NULL)->zero] = {0};
    const gd_state *s = look(state);
    if (s->head.players != SEATS || memcmp(s->zero, zero, sizeof zero) != 0 || s->level > ACE || s->levels[0] > ACE ||
        s->levels[1] > ACE || !valid_places(s->places, 0))
        return false;
    for (int seat = 0; seat < SEATS; seat++)
        if (s->head.scores[seat] != s->levels[side(seat)] + 2)
            return false;
    return valid_tribute(s) && valid_cards(s) && valid_trick(s) && valid_levels(s);
}

/* ---- Table, kernels -------------------------------------------------------- */

static void table(const cav_state *state, void *into)
{
    const gd_state *s = look(state);
    cav_guandan_table *t = into;
    *t = (cav_guandan_table){
        .level = s->level,
        .cancelled = is_cancelled(s),
        .leader = s->leader,
        .leading = s->leading,
        .passes = s->passes,
    };
    for (int i = 0; i < 2; i++) {
        t->levels[i] = s->levels[i];
        t->payers[i] = s->payers[i];
        t->tribute[i] = s->tribute[i] == NO_CARD ? -1 : s->tribute[i];
        t->returned[i] = s->returned[i] == NO_CARD ? -1 : s->returned[i];
    }
    for (int seat = 0; seat < SEATS; seat++) {
        t->previous[seat] = s->previous[seat];
        t->places[seat] = s->places[seat];
        t->known[seat] = known(s, seat);
        t->trick[seat] = s->trick[seat];
    }
}

static bool in_pack(cav_cards cards) { return !(cards.both & ~cards.any) && cards_contain(pack, cards); }

static bool is_level(int level) { return level >= 0 && level <= ACE; }

size_t cav_guandan_readings(cav_cards cards, int level, cav_move *readings, size_t capacity)
{
    cav_move found[CAV_MAX_READINGS];
    if (!in_pack(cards) || !is_level(level))
        return 0;
    const size_t count = (size_t)read_all(cards, level, found);
    for (size_t i = 0; i < count && i < capacity; i++)
        readings[i] = found[i];
    return count;
}

size_t cav_guandan_plays(cav_cards hand, int level, const cav_move *beating, cav_move *plays, size_t capacity)
{
    ranks_hand counted;
    ranks_plays found;
    ranks_reading table;
    cav_move readings[CAV_MAX_READINGS];
    if (!in_pack(hand) || !is_level(level))
        return 0;
    if (beating) {
        int i = 0;
        const int count = in_pack(beating->cards) ? read_all(beating->cards, level, readings) : 0;
        while (i < count && is_named(beating) && !same_reading(beating, &readings[i]))
            i++;
        if (i == count || (!is_named(beating) && count != 1))
            return 0;
        table = reading_of(&readings[i], level);
    }
    hold(hand, level, &counted);
    ranks_find(&facts, &counted, beating ? &table : NULL, &found);
    if (capacity > 0)
        ranks_list(&facts, &counted, &found, plays, capacity);
    return found.total;
}

#define OPTION(...) OPTION_OF(cav_guandan_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_guandan_table, __VA_ARGS__)

static const cav_field option_fields[] = {
    OPTION(levels, CAV_FIELD_RANK, 2, 0, ACE, 0),
    OPTION(level, CAV_FIELD_RANK, 1, NO_RANK, ACE, NO_RANK),
    OPTION(leader, CAV_FIELD_SEAT, 1, NO_SEAT, SEATS - 1, NO_SEAT),
    OPTION(previous, CAV_FIELD_SEAT, SEATS, NO_SEAT, SEATS - 1, NO_SEAT),
    {0},
};

static const cav_field table_fields[] = {
    FIELD(levels, CAV_FIELD_RANK, 2),
    FIELD(level, CAV_FIELD_RANK, 1),
    FIELD(previous, CAV_FIELD_LIST, SEATS),
    FIELD(places, CAV_FIELD_LIST, SEATS),
    FIELD(payers, CAV_FIELD_LIST, 2),
    FIELD(tribute, CAV_FIELD_CARD_LIST, 2),
    FIELD(returned, CAV_FIELD_CARD_LIST, 2),
    FIELD(cancelled, CAV_FIELD_INT, 1),
    FIELD(leader, CAV_FIELD_SEAT, 1),
    FIELD(leading, CAV_FIELD_SEAT, 1),
    FIELD(passes, CAV_FIELD_INT, 1),
    FIELD(known, CAV_FIELD_CARDS, SEATS),
    FIELD(trick, CAV_FIELD_MOVE, SEATS),
    {0},
};

const cav_game game_guandan = {
    .about =
        {
            .name = "guandan",
            .title = "Guandan",
            .direction = "counter-clockwise",
            .players = SEATS,
            .deck = CAV_FRENCH,
            .sides = {0, 1, 0, 1},
            .pack = {((uint64_t)1 << KINDS) - 1, ((uint64_t)1 << KINDS) - 1},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_guandan_options),
            .table_size = sizeof(cav_guandan_table),
        },
    .state_size = sizeof(gd_state),
    .named = true,
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
