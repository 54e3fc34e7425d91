/* Ottocento, the Bolognese tarot: four seats, two against two, 62 cards, one deal.
 *
 * The dealer gets 17 cards and discards two, the others get 15. Before its first card each seat declares its
 * combinations or declines; a trick is won by the highest trump, or else the highest card of the suit led. What counts
 * is cards, the last trick, what was declared, and the combinations in what each team has at the end. Clauses: OT in
 * the house rules; all are cited below. Combinations and the worth of cards are the kernel `tarot`, who wins a trick
 * the kernel `tricks`, discards the kernel `choose`, and what hands may hold the kernel `spread`. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/choose.h"
#include "kernels/spread.h"
#include "kernels/tarot.h"
#include "kernels/tricks.h"

enum {
    SEATS = 4,
    TEAMS = 2,
    HAND = 15,
    DISCARDED = 2,
    PACK = TAROT_KINDS,
    IN_PLAY = SEATS * HAND, /* cards that are played */
    TRICKS = HAND,
    PACKET = 5, /* cards dealt at a time */
    LAST_TRICK = 6,
    TRUMPS = TAROT_SUITS, /* as a suit */
    NO_SUIT = -1,         /* the Matto's, and nothing led yet */
    NO_CARD = 0xff,
    NO_SEAT = -1
};

enum phase { DISCARDING, DECLARING, PLAYING, OVER };
static const char *const phases[] = {"discarding", "declaring", "playing", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

typedef struct ot_state {
    cav_head head;          /* scores: the result once the deal is over */
    uint64_t hands[SEATS];  /* cards held; in a view of the others what they have shown and not played */
    uint64_t shown[SEATS];  /* what each seat showed when it declared; none when it declined */
    uint64_t discards;      /* in a view only while they are known to the viewer */
    uint8_t played[IN_PLAY]; /* all cards played, in order, four a trick; NO_CARD behind the last */
    int8_t winners[TRICKS]; /* who won each trick played; NO_SEAT behind the last */
    uint8_t played_count;
    int8_t dealer;
    int8_t leader;          /* leads or led the trick being played, or NO_SEAT */
    uint8_t zero[2];
} ot_state;

static_assert(sizeof(ot_state) <= sizeof(cav_state), "the position does not fit");
static_assert(offsetof(ot_state, zero) + 2 == sizeof(ot_state) && sizeof(ot_state) % 8 == 0,
              "positions are hashed by words, without padding");

static ot_state *own(cav_state *state) { return (ot_state *)state; }
static const ot_state *look(const cav_state *state) { return (const ot_state *)state; }

static int next_seat(int seat) { return (seat + 1) % SEATS; }
static int team_of(int seat) { return seat & 1; }

/* ---- Facts ----------------------------------------------------------------- */

/* OT-3: the order of the cards of a suit, and above them that of the trumps. Moors are equal. */
static const uint8_t powers[PACK] = {
    /* A 6 7  8  9  10 J  C  Q  K */
    6,  5,  4,  3,  2,  1,  7,  8,  9,  10,                                                 /* coins */
    6,  5,  4,  3,  2,  1,  7,  8,  9,  10,                                                 /* cups */
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10,                                                 /* batons */
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10,                                                 /* swords */
    30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 14, 14, 14, 13, 0, /* Angel ... Begato, Matto */
};

static int suit_of(int card)
{
    return card < TAROT_ANGEL ? card / TAROT_RANKS : card == TAROT_MATTO ? NO_SUIT : TRUMPS;
}

static uint64_t suit_cards(int suit) { return suit == TRUMPS ? tarot_trumps() : tarot_suit(suit); }

static int cards_in_trick(const ot_state *s) { return s->played_count % SEATS; }
static int tricks_played(const ot_state *s) { return s->played_count / SEATS; }
static int first_leader(const ot_state *s) { return next_seat(s->dealer); }
static int trick_leader(const ot_state *s, int trick) { return trick == 0 ? first_leader(s) : s->winners[trick - 1]; }

static int seat_to_play(const ot_state *s) { return (s->leader + cards_in_trick(s)) % SEATS; }

/* OT-3: the suit of the first card that has one. */
static int suit_led(const uint8_t *trick, int cards)
{
    int suit = NO_SUIT;
    for (int i = 0; i < cards && suit == NO_SUIT; i++)
        suit = suit_of(trick[i]);
    return suit;
}

static int suit_to_follow(const ot_state *s)
{
    const int cards = cards_in_trick(s);
    return suit_led(s->played + s->played_count - cards, cards);
}

/* The seats that have declared or declined, which each does just before its first card (OT-2). */
static uint8_t asked(const ot_state *s)
{
    uint8_t seats = 0;
    if (s->head.phase == DISCARDING)
        return 0;
    for (int i = 0; i < SEATS && i < s->played_count + (s->head.phase == PLAYING); i++)
        seats |= seen_by((first_leader(s) + i) % SEATS);
    return seats;
}

/* ---- Deal (OT-1) ------------------------------------------------------------- */

static const cav_error *begin(cav_state *state, const void *options)
{
    ot_state *s = own(state);
    s->dealer = (int8_t)((const cav_ottocento_options *)options)->dealer;
    if (s->dealer == NO_SEAT) { /* drawn now, since the dealer's hand is the larger */
        cav_rng rng;
        rng_open(&rng, s->head.seed, RNG_DRAW, 0, 0);
        s->dealer = (int8_t)cav_rng_below(&rng, SEATS);
    }
    return NULL;
}

static int dealt(const cav_state *state)
{
    (void)state;
    return PACK;
}

/* Three rounds of five cards from the seat after the dealer; the last two are the dealer's. */
static int owner(const cav_state *state, int place)
{
    const ot_state *s = look(state);
    return place < IN_PLAY ? (first_leader(s) + place / PACKET) % SEATS : s->dealer;
}

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    ot_state *s = own(state);
    (void)rng;
    for (int place = 0; place < PACK; place++)
        s->hands[owner(state, place)] |= tarot_card(order[place]);
    memset(s->head.hand_sizes, HAND, SEATS);
    s->head.hand_sizes[s->dealer] += DISCARDED;
    memset(s->played, NO_CARD, sizeof s->played);
    memset(s->winners, NO_SEAT, sizeof s->winners);
    s->leader = NO_SEAT;
    s->head.phase = DISCARDING;
    s->head.turn = s->dealer;
    log_amount(log, CAV_EVENT_DEAL, s->dealer, (int32_t)s->head.deal);
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), cards_of(s->hands[seat]));
}

/* ---- Legal moves ----------------------------------------------------------- */

/* OT-1: never a king, the Angel, the World, the Begato or the Matto. */
static choice discard_choice(const ot_state *s)
{
    return (choice){.from = cards_of(s->hands[s->dealer] & ~tarot_honours()), .r = DISCARDED};
}

/* OT-2: all or nothing, and nothing is always possible. */
static bool can_declare(const ot_state *s) { return tarot_points(s->hands[s->head.turn]) > 0; }

/* OT-3: follow suit; if void, trump; if void of both, anything. The Matto always. */
static uint64_t legal_cards(const ot_state *s)
{
    const uint64_t hand = s->hands[s->head.turn], matto = hand & tarot_card(TAROT_MATTO);
    const int suit = suit_to_follow(s);
    if (suit == NO_SUIT)
        return hand;
    if (hand & suit_cards(suit))
        return (hand & suit_cards(suit)) | matto;
    return hand & tarot_trumps() ? (hand & tarot_trumps()) | matto : hand;
}

static uint64_t count(const cav_state *state)
{
    const ot_state *s = look(state);
    switch (s->head.phase) {
    case DISCARDING: {
        const choice discards = discard_choice(s);
        return choice_count(&discards);
    }
    case DECLARING:
        return 1 + (uint64_t)can_declare(s);
    default:
        return (uint64_t)bits_count(legal_cards(s));
    }
}

static cav_move move_of(cav_kind kind, uint64_t cards)
{
    return (cav_move){.kind = (uint8_t)kind, .cards = cards_of(cards)};
}

/* Discards in the order of choice_nth; declining first; cards in deck order. */
static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    const ot_state *s = look(state);
    if (s->head.phase == DISCARDING) {
        const choice discards = discard_choice(s);
        *move = move_of(CAV_DISCARD, choice_nth(&discards, index).any);
    } else if (s->head.phase == DECLARING) {
        *move = move_of(index == 0 ? CAV_PASS : CAV_DECLARE, 0);
    } else {
        *move = move_of(CAV_PLAY, bits_nth(legal_cards(s), index));
    }
}

/* count and nth in one. */
static void pick(const cav_state *state, cav_rng *rng, cav_move *move)
{
    const ot_state *s = look(state);
    if (s->head.phase == DISCARDING) {
        const choice discards = discard_choice(s);
        *move = move_of(CAV_DISCARD, choice_draw(&discards, rng).any);
    } else if (s->head.phase == DECLARING) {
        nth(state, cav_rng_below(rng, count(state)), move);
    } else {
        const uint64_t legal = legal_cards(s);
        *move = move_of(CAV_PLAY, bits_nth(legal, cav_rng_below(rng, (uint64_t)bits_count(legal))));
    }
}

static const cav_error must_discard = {CAV_ILLEGAL_MOVE, "must-discard", "OT-1", "first the dealer discards two cards"};
static const cav_error discarded_already = {CAV_ILLEGAL_MOVE, "not-discarding", "OT-1",
                                            "only the dealer discards, and before anything else"};
static const cav_error discard_two = {CAV_ILLEGAL_MOVE, "discard-two", "OT-1", "two cards are discarded"};
static const cav_error honour = {CAV_ILLEGAL_MOVE, "honour", "OT-1",
                                 "a king, the Angel, the World, the Begato and the Matto are never discarded"};
static const cav_error not_held = {CAV_ILLEGAL_MOVE, "not-in-hand", "OT-1",
                                   "the hand does not hold these cards"};
static const cav_error declare_first = {CAV_ILLEGAL_MOVE, "declare-first", "OT-2",
                                        "before its first card a seat declares or passes"};
static const cav_error not_declaring = {CAV_ILLEGAL_MOVE, "not-declaring", "OT-2",
                                        "a seat declares or passes once, before its first card"};
static const cav_error declare_all = {CAV_ILLEGAL_MOVE, "declare-all", "OT-2",
                                      "all combinations are declared; no cards are named"};
static const cav_error nothing_to_declare = {CAV_ILLEGAL_MOVE, "nothing-to-declare", "OT-2",
                                             "the hand holds no combination"};
static const cav_error one_card = {CAV_ILLEGAL_MOVE, "one-card", "OT-3", "one card is played to a trick"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "OT-3", "the hand does not hold this card"};
static const cav_error must_follow = {CAV_ILLEGAL_MOVE, "must-follow", "OT-3",
                                      "a seat that holds the suit led follows it, or plays the Matto"};
static const cav_error must_trump = {CAV_ILLEGAL_MOVE, "must-trump", "OT-3",
                                     "a seat void in the suit led plays a trump if it can, or the Matto"};
static const cav_error stray_fields = {CAV_ILLEGAL_MOVE, "stray-fields", "",
                                       "the move says more than its kind has use for"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

static bool holds(const ot_state *s, uint64_t cards) { return !(cards & ~s->hands[s->head.turn]); }

static const cav_error *check_discard(const ot_state *s, const cav_move *move)
{
    if (s->head.phase != DISCARDING)
        return &discarded_already;
    if (move->cards.both || bits_count(move->cards.any) != DISCARDED)
        return &discard_two;
    if (!holds(s, move->cards.any))
        return &not_held;
    return move->cards.any & tarot_honours() ? &honour : NULL;
}

static const cav_error *check_declaration(const ot_state *s, const cav_move *move)
{
    if (s->head.phase == DISCARDING)
        return &must_discard;
    if (s->head.phase != DECLARING)
        return &not_declaring;
    if (move->cards.any || move->cards.both)
        return move->kind == CAV_DECLARE ? &declare_all : &stray_fields;
    return move->kind == CAV_PASS || can_declare(s) ? NULL : &nothing_to_declare;
}

static const cav_error *check_play(const ot_state *s, const cav_move *move)
{
    if (s->head.phase != PLAYING)
        return s->head.phase == DISCARDING ? &must_discard : &declare_first;
    if (move->cards.both || bits_count(move->cards.any) != 1)
        return &one_card;
    if (!holds(s, move->cards.any))
        return &not_in_hand;
    if (move->cards.any & legal_cards(s))
        return NULL;
    return s->hands[s->head.turn] & suit_cards(suit_to_follow(s)) ? &must_follow : &must_trump;
}

static const cav_error *check(const cav_state *state, cav_move *move)
{
    const ot_state *s = look(state);
    if (move->kind != CAV_DISCARD && move->kind != CAV_PASS && move->kind != CAV_DECLARE && move->kind != CAV_PLAY)
        return &unknown_kind;
    if (move->shape || move->rank || move->length || move->amount)
        return &stray_fields;
    return move->kind == CAV_DISCARD ? check_discard(s, move)
           : move->kind == CAV_PLAY  ? check_play(s, move)
                                     : check_declaration(s, move);
}

/* ---- Play ------------------------------------------------------------------ */

static void settle(ot_state *s, cav_log *log);

/* Before its first card a seat declares or passes (OT-2). */
static void ask(ot_state *s)
{
    s->head.turn = (int8_t)seat_to_play(s);
    s->head.phase = s->played_count < SEATS ? DECLARING : PLAYING;
}

static void play_discard(ot_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    log_event(log, CAV_EVENT_MOVE, seat, seen_by(seat), *move); /* face down */
    log_amount(log, CAV_EVENT_BURIED, seat, DISCARDED);
    s->hands[seat] &= ~move->cards.any;
    s->head.hand_sizes[seat] -= DISCARDED;
    s->discards = move->cards.any;
    s->leader = (int8_t)first_leader(s);
    ask(s);
}

static void play_declaration(ot_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    log_event(log, CAV_EVENT_MOVE, seat, SEEN_BY_ALL, *move);
    if (move->kind == CAV_DECLARE) {
        cav_ottocento_account account;
        tarot_itemise(s->hands[seat], &account);
        s->shown[seat] = account.cards.any;
        log_event(log, CAV_EVENT_DECLARED, seat, SEEN_BY_ALL,
                  (cav_move){.amount = account.points, .cards = account.cards});
    }
    s->head.phase = PLAYING;
}

/* OT-3: the highest trump, else the highest of the suit led; of Moors the last. The winner's place in the trick. */
static int trick_winner(const uint8_t trick[SEATS])
{
    const int led = suit_led(trick, SEATS);
    uint8_t own_powers[SEATS];
    for (int i = 0; i < SEATS; i++) {
        const int suit = suit_of(trick[i]);
        own_powers[i] = suit == led || suit == TRUMPS ? powers[trick[i]] : 0;
    }
    return tricks_highest(own_powers, SEATS).last;
}

static void end_trick(ot_state *s, cav_log *log)
{
    const int trick = tricks_played(s) - 1;
    s->leader = (int8_t)((s->leader + trick_winner(s->played + SEATS * trick)) % SEATS);
    s->winners[trick] = s->leader;
    log_amount(log, CAV_EVENT_TRICK, s->leader, 0);
}

static void play_card(ot_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    log_event(log, CAV_EVENT_MOVE, seat, SEEN_BY_ALL, *move);
    s->hands[seat] &= ~move->cards.any;
    s->head.hand_sizes[seat]--;
    s->played[s->played_count++] = (uint8_t)bits_lowest(move->cards.any);
    if (cards_in_trick(s) == 0)
        end_trick(s, log);
    if (s->played_count == IN_PLAY)
        settle(s, log);
    else
        ask(s);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    ot_state *s = own(state);
    if (s->head.phase == DISCARDING)
        play_discard(s, move, log);
    else if (s->head.phase == DECLARING)
        play_declaration(s, move, log);
    else
        play_card(s, move, log);
    return PLAYED;
}

/* ---- Settle (OT-7, 8) ---------------------------------------------------------- */

/* What lies before each team: the cards of the tricks that it won, but the Matto before the team that played it. */
typedef struct captures {
    uint64_t cards[TEAMS];
    uint8_t tricks[TEAMS];
    int8_t matto_seat, matto_taker; /* who played it, and who won that trick; NO_SEAT: not yet */
} captures;

static captures find_captures(const ot_state *s)
{
    captures c = {.matto_seat = NO_SEAT, .matto_taker = NO_SEAT};
    for (int i = 0; i < SEATS * tricks_played(s); i++) {
        const int trick = i / SEATS, winner = s->winners[trick];
        c.tricks[team_of(winner)] = (uint8_t)(c.tricks[team_of(winner)] + (i % SEATS == 0));
        if (s->played[i] == TAROT_MATTO) {
            c.matto_seat = (int8_t)((trick_leader(s, trick) + i) % SEATS);
            c.matto_taker = (int8_t)winner;
            c.cards[team_of(c.matto_seat)] |= tarot_card(TAROT_MATTO);
        } else {
            c.cards[team_of(winner)] |= tarot_card(s->played[i]);
        }
    }
    return c;
}

typedef struct account {
    uint64_t piles[TEAMS]; /* what each ends with */
    uint64_t price;        /* given for the Matto; none when none was */
    int8_t matto_seat;     /* who played the Matto */
    bool matto_lost;       /* its team has no trick */
    bool discards_lost;    /* the dealer's team has no trick */
    int32_t card_points[TEAMS], last_trick[TEAMS], declared[TEAMS], totals[TEAMS];
    tarot_score combinations[TEAMS];
} account;

static void give(account *a, int from, uint64_t cards)
{
    a->piles[from] &= ~cards;
    a->piles[1 - from] |= cards;
}

/* The captured cards of least value (OT-7): of the 1-point cards those that there are, and so on upwards. */
static uint64_t cheapest(uint64_t cards)
{
    const uint64_t dear = tarot_honours(), classes[] = {tarot_rank(TAROT_JACK), tarot_rank(TAROT_KNIGHT),
                                                        tarot_rank(TAROT_QUEEN), dear};
    uint64_t found = cards;
    for (int i = 0; i < 4; i++)
        found &= ~classes[i];
    for (int i = 0; i < 4 && !found; i++)
        found = cards & classes[i];
    return found;
}

/* OT-7: of the cards that `team` may give for the Matto the one that leaves it best off; of equals the first in deck
 * order. Of equal value they differ by combinations alone, and more cards never make less of these: a card that costs
 * nothing is not beaten. */
static uint64_t choose_price(const account *a, int team, uint64_t captured)
{
    const uint64_t own_pile = a->piles[team], other = a->piles[1 - team];
    const int before = tarot_points(own_pile) - tarot_points(other);
    int least = INT32_MAX;
    uint64_t best = 0;
    for (uint64_t left = cheapest(captured & ~tarot_card(TAROT_MATTO)); left && least > 0; left &= left - 1) {
        const uint64_t card = bits_low(left);
        const int cost = before - tarot_points(own_pile & ~card) + tarot_points(other | card);
        if (cost < least) {
            least = cost;
            best = card;
        }
    }
    return best;
}

/* OT-7: the Matto has been taken by the other team, or its team has no trick at all; likewise the discards. */
static void settle_matto(account *a, const captures *c, int dealer_team, uint64_t discards)
{
    const int team = team_of(c->matto_seat);
    a->discards_lost = c->tricks[dealer_team] == 0;
    if (a->discards_lost)
        give(a, dealer_team, discards);
    a->matto_lost = c->tricks[team] == 0;
    if (a->matto_lost)
        give(a, team, tarot_card(TAROT_MATTO));
    else if (team_of(c->matto_taker) != team)
        give(a, team, a->price = choose_price(a, team, c->cards[team]));
}

/* Of a deal that is over. */
static account account_of(const ot_state *s)
{
    const captures c = find_captures(s);
    const int dealer_team = team_of(s->dealer);
    account a = {.piles = {c.cards[0], c.cards[1]}, .matto_seat = c.matto_seat};
    a.piles[dealer_team] |= s->discards;
    settle_matto(&a, &c, dealer_team, s->discards);
    a.last_trick[team_of(s->winners[TRICKS - 1])] = LAST_TRICK;
    for (int seat = 0; seat < SEATS; seat++)
        a.declared[team_of(seat)] += tarot_points(s->shown[seat]);
    for (int team = 0; team < TEAMS; team++) {
        a.card_points[team] = tarot_half_points(a.piles[team]) / 2;
        a.combinations[team] = tarot_count(a.piles[team]);
        a.totals[team] = a.card_points[team] + a.last_trick[team] + a.declared[team] + a.combinations[team].sets +
                         a.combinations[team].sequences;
    }
    return a;
}

/* OT-8 */
static int32_t points_of(const account *a, int seat) { return a->totals[team_of(seat)] - a->totals[1 - team_of(seat)]; }

static void add_line_unless_zero(cav_result *result, const char *code, int seat, int32_t amount)
{
    if (amount)
        add_line(result, code, seat, amount);
}

/* A team is named by its first seat. */
static void result_of(const cav_state *state, cav_result *result)
{
    const ot_state *s = look(state);
    const account a = account_of(s);
    for (int team = 0; team < TEAMS; team++) {
        add_line(result, "card-points", team, a.card_points[team]);
        add_line_unless_zero(result, "last-trick", team, a.last_trick[team]);
        add_line_unless_zero(result, "declarations", team, a.declared[team]);
        add_line_unless_zero(result, "sets", team, a.combinations[team].sets);
        add_line_unless_zero(result, "sequences", team, a.combinations[team].sequences);
        add_line(result, "total", team, a.totals[team]);
    }
    if (a.price)
        add_line(result, "matto-price", team_of(a.matto_seat), bits_lowest(a.price));
    if (a.matto_lost)
        add_line(result, "matto-lost", team_of(a.matto_seat), 0);
    if (a.discards_lost)
        add_line(result, "discards-lost", team_of(s->dealer), 0);
    for (int seat = 0; seat < SEATS; seat++)
        result->points[seat] = points_of(&a, seat);
}

static void log_piles(const ot_state *s, const account *a, cav_log *log)
{
    log_cards(log, CAV_EVENT_SHOWN, s->dealer, SEEN_BY_ALL, cards_of(s->discards));
    if (a->price)
        log_cards(log, CAV_EVENT_GIVEN, a->matto_seat, SEEN_BY_ALL, cards_of(a->price));
    if (a->matto_lost)
        log_cards(log, CAV_EVENT_GIVEN, a->matto_seat, SEEN_BY_ALL, cards_of(tarot_card(TAROT_MATTO)));
    if (a->discards_lost)
        log_cards(log, CAV_EVENT_GIVEN, s->dealer, SEEN_BY_ALL, cards_of(s->discards));
}

static void settle(ot_state *s, cav_log *log)
{
    const account a = account_of(s);
    s->head.phase = OVER;
    s->head.turn = -1;
    s->head.match_over = 1;
    s->leader = NO_SEAT;
    log_piles(s, &a, log);
    log_amount(log, CAV_EVENT_DEAL_OVER, NO_SEAT, 0);
    for (int seat = 0; seat < SEATS; seat++) {
        s->head.scores[seat] = points_of(&a, seat);
        log_amount(log, CAV_EVENT_POINTS, seat, s->head.scores[seat]);
    }
    log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

/* ---- View, sample ---------------------------------------------------------- */

static cav_cards hand_of(const cav_state *state, int seat) { return cards_of(look(state)->hands[seat]); }

static int stock(const cav_state *state, uint8_t *list)
{
    (void)state;
    (void)list;
    return 0;
}

static bool is_seen(const ot_state *s, int seat) { return s->head.viewer == CAV_FULL || s->head.viewer == seat; }

/* OT-7: face down until the deal is over. */
static bool discards_seen(const ot_state *s) { return is_seen(s, s->dealer) || s->head.phase == OVER; }

/* What was shown and not played since stays known. */
static void hide(cav_state *state)
{
    ot_state *s = own(state);
    for (int seat = 0; seat < SEATS; seat++)
        if (!is_seen(s, seat))
            s->hands[seat] &= s->shown[seat];
    if (!discards_seen(s))
        s->discards = 0;
}

static uint64_t played_cards(const ot_state *s, uint64_t by[SEATS])
{
    uint64_t all = 0;
    memset(by, 0, SEATS * sizeof by[0]);
    for (int i = 0; i < s->played_count; i++) {
        by[(trick_leader(s, i / SEATS) + i) % SEATS] |= tarot_card(s->played[i]);
        all |= tarot_card(s->played[i]);
    }
    return all;
}

/* The suits that a seat shows to be void in when it plays this card to a trick: bit n for suit n (OT-3). The Matto can
 * always be played and tells nothing, and of the Matto nothing is told. A trump tells of the suit led; any other card
 * that does not follow of trumps, too. */
static uint8_t voids_shown(int led, int card)
{
    const int suit = suit_of(card);
    if (led == NO_SUIT || suit == NO_SUIT || suit == led)
        return 0;
    return (uint8_t)(1u << led | (suit == TRUMPS ? 0 : 1u << TRUMPS));
}

static void find_voids(const ot_state *s, uint8_t voids[SEATS])
{
    memset(voids, 0, SEATS);
    for (int i = 0; i < s->played_count; i++) {
        const int in_trick = i % SEATS, seat = (trick_leader(s, i / SEATS) + i) % SEATS;
        voids[seat] |= voids_shown(suit_led(s->played + i - in_trick, in_trick), s->played[i]);
    }
}

static uint64_t void_cards(uint8_t voids)
{
    uint64_t cards = 0;
    for (int suit = 0; suit <= TRUMPS; suit++)
        cards |= voids >> suit & 1 ? suit_cards(suit) : 0;
    return cards;
}

/* Whether a hand that declared can have been this one: it held no more combinations than it showed (OT-2). More cards
 * never make less, so that any one card too many shows. */
static bool fits_shown(const ot_state *s, int seat, uint64_t hand)
{
    return !s->shown[seat] || tarot_points(hand) == tarot_points(s->shown[seat]);
}

/* Of the cards asked about, those that a seat cannot hold, whatever else it holds. `had` is what it is known to have
 * had when it was asked. */
static uint64_t barred(const ot_state *s, int seat, uint8_t voids, uint64_t had, uint64_t cards)
{
    uint64_t bars = cards & void_cards(voids);
    if (s->shown[seat])
        for (uint64_t left = cards & ~bars; left; left &= left - 1)
            bars |= fits_shown(s, seat, had | bits_low(left)) ? 0 : bits_low(left);
    return bars;
}

enum { DISCARDS = SEATS }; /* as a place of cards */

/* What a view does not see: the cards, where each may lie, and how much room there is. `had` gets what each seat is
 * known to have had when it was asked. */
static void find_hidden(const ot_state *s, spread *hidden, uint64_t had[SEATS])
{
    uint64_t by[SEATS], bars[SPREAD_PLACES] = {0};
    uint8_t voids[SEATS];
    uint64_t unseen = (((uint64_t)1 << PACK) - 1) & ~played_cards(s, by) & ~s->discards;
    for (int seat = 0; seat < SEATS; seat++)
        unseen &= ~s->hands[seat];
    find_voids(s, voids);
    for (int seat = 0; seat < SEATS; seat++) {
        had[seat] = by[seat] | s->hands[seat];
        hidden->room[seat] = s->head.hand_sizes[seat] - bits_count(s->hands[seat]);
        bars[seat] = hidden->room[seat] ? barred(s, seat, voids[seat], had[seat], unseen) : unseen;
    }
    hidden->room[DISCARDS] = discards_seen(s) || s->head.phase == DISCARDING ? 0 : DISCARDED;
    bars[DISCARDS] = hidden->room[DISCARDS] ? tarot_honours() : unseen;
    hidden->count = cav_cards_list(cards_of(unseen), hidden->cards);
    for (int i = 0; i < hidden->count; i++) {
        hidden->allowed[i] = 0;
        for (int place = 0; place < SPREAD_PLACES; place++)
            hidden->allowed[i] |= (uint8_t)(!(bars[place] >> hidden->cards[i] & 1) << place);
    }
}

/* How many points of combinations the hands of those who declared hold too many. */
static int excess_of(const ot_state *s, const uint64_t had[SEATS], const uint64_t lying[SPREAD_PLACES])
{
    int excess = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (s->shown[seat])
            excess += tarot_points(had[seat] | lying[seat]) - tarot_points(s->shown[seat]);
    return excess;
}

static void lay(const spread *hidden, const uint8_t place_of[CAV_MAX_PACK], uint64_t lying[SPREAD_PLACES])
{
    memset(lying, 0, SPREAD_PLACES * sizeof lying[0]);
    for (int i = 0; i < hidden->count; i++)
        lying[place_of[i]] |= tarot_card(hidden->cards[i]);
}

/* Exchanges cards, never for the worse, until no hand holds too many combinations. */
static bool repair(const ot_state *s, const spread *hidden, const uint64_t had[SEATS], cav_rng *rng,
                   uint8_t place_of[CAV_MAX_PACK], uint64_t lying[SPREAD_PLACES])
{
    enum { SWAPS = 10000 };
    int excess = excess_of(s, had, lying);
    for (int swaps = 0; swaps < SWAPS && excess > 0; swaps++) {
        const int a = (int)cav_rng_below(rng, (uint64_t)hidden->count);
        const int b = (int)cav_rng_below(rng, (uint64_t)hidden->count);
        const uint8_t to_a = place_of[b], to_b = place_of[a];
        if (!(hidden->allowed[a] >> to_a & 1) || !(hidden->allowed[b] >> to_b & 1))
            continue;
        place_of[a] = to_a;
        place_of[b] = to_b;
        lay(hidden, place_of, lying);
        const int now = excess_of(s, had, lying);
        if (now <= excess) {
            excess = now;
        } else {
            place_of[a] = to_b;
            place_of[b] = to_a;
        }
    }
    lay(hidden, place_of, lying);
    return excess == 0;
}

/* A layout in which no seat holds what it has shown to be void in, the discards are such as may be discarded, and who
 * declared held no more combinations than it showed: each equally likely, as draws that do not fit are thrown away. Two
 * in five fit when all have just declared, and seldom fewer than one in fifty; should none, the last is put right.
 * False: it could not be. */
static bool find_layout(const ot_state *s, const spread *hidden, const uint64_t had[SEATS], cav_rng *rng,
                        uint64_t lying[SPREAD_PLACES])
{
    enum { TRIES = 1000 };
    uint8_t place_of[CAV_MAX_PACK];
    for (int tries = 0; tries < TRIES; tries++) {
        spread_cards(hidden, rng, place_of);
        lay(hidden, place_of, lying);
        if (excess_of(s, had, lying) == 0)
            return true;
    }
    return repair(s, hidden, had, rng, place_of, lying);
}

/* Always the same layout: who loads a view makes sure that there is one, who fills it up can fall back on it. */
static bool find_same_layout(const ot_state *s, const spread *hidden, const uint64_t had[SEATS],
                             uint64_t lying[SPREAD_PLACES])
{
    static const uint8_t seed[CAV_SEED_SIZE] = {0};
    cav_rng rng;
    rng_open(&rng, seed, RNG_CHOICE, 0, 0);
    return find_layout(s, hidden, had, &rng, lying);
}

/* A seat that declined has told nothing. */
static void complete(cav_state *state, cav_rng *rng)
{
    ot_state *s = own(state);
    spread hidden;
    uint64_t had[SEATS], lying[SPREAD_PLACES];
    find_hidden(s, &hidden, had);
    if (!find_layout(s, &hidden, had, rng, lying))
        find_same_layout(s, &hidden, had, lying);
    for (int seat = 0; seat < SEATS; seat++)
        s->hands[seat] |= lying[seat];
    s->discards |= lying[DISCARDS];
}

/* ---- Valid ----------------------------------------------------------------- */

/* Whether the tricks went to who won them, of cards that are there once. */
static bool valid_tricks(const ot_state *s)
{
    uint64_t seen = 0;
    int leader = s->head.phase == DISCARDING ? NO_SEAT : first_leader(s);
    for (int i = 0; i < IN_PLAY; i++) {
        const int card = s->played[i], trick = i / SEATS;
        if (i >= s->played_count ? card != NO_CARD : card >= PACK || seen >> card & 1)
            return false;
        seen |= i < s->played_count ? tarot_card(card) : 0;
        if (i % SEATS != SEATS - 1)
            continue;
        if (i < s->played_count)
            leader = (leader + trick_winner(s->played + SEATS * trick)) % SEATS;
        if (s->winners[trick] != (i < s->played_count ? leader : NO_SEAT))
            return false;
    }
    return s->leader == (s->head.phase == OVER ? NO_SEAT : leader);
}

/* Whether a seat played a card of what it had shown to be void in. */
static bool revoked(const ot_state *s)
{
    uint8_t voids[SEATS] = {0};
    for (int i = 0; i < s->played_count; i++) {
        const int in_trick = i % SEATS, seat = (trick_leader(s, i / SEATS) + i) % SEATS;
        if (void_cards(voids[seat]) >> s->played[i] & 1)
            return true;
        voids[seat] |= voids_shown(suit_led(s->played + i - in_trick, in_trick), s->played[i]);
    }
    return false;
}

/* Whose turn it is follows from the phase and the cards played. */
static bool valid_turn(const ot_state *s)
{
    const int played = s->played_count, declined_or_declared = bits_count(asked(s));
    switch (s->head.phase) {
    case DISCARDING:
        if (played || s->head.turn != s->dealer)
            return false;
        break;
    case DECLARING:
        if (played >= SEATS || s->head.turn != seat_to_play(s))
            return false;
        break;
    case PLAYING:
        if (played >= IN_PLAY || s->head.turn != seat_to_play(s))
            return false;
        break;
    default:
        if (played != IN_PLAY || s->head.turn != -1)
            return false;
    }
    return s->head.match_over == (s->head.phase == OVER) &&
           s->head.moves == (uint32_t)(s->head.phase != DISCARDING) + (uint32_t)declined_or_declared + (uint32_t)played;
}

/* What a seat showed is all of a declaration, and was there to be shown. */
static bool valid_shown(const ot_state *s, int seat, uint64_t played_by)
{
    cav_ottocento_account account;
    if (!s->shown[seat])
        return true;
    if (!(asked(s) & seen_by(seat)) || s->shown[seat] >> PACK || s->shown[seat] & ~(s->hands[seat] | played_by))
        return false;
    tarot_itemise(s->shown[seat], &account);
    return account.cards.any == s->shown[seat];
}

static bool valid_hand(const ot_state *s, int seat, uint64_t played_by, uint8_t voids)
{
    const bool holds_discards = s->head.phase == DISCARDING && seat == s->dealer;
    const int size = HAND - bits_count(played_by) + (holds_discards ? DISCARDED : 0);
    const uint64_t hand = s->hands[seat], known = s->shown[seat] & ~played_by;
    if (s->head.hand_sizes[seat] != size || !valid_shown(s, seat, played_by))
        return false;
    if (is_seen(s, seat) ? bits_count(hand) != size : hand != known || bits_count(hand) > size)
        return false;
    return !(hand & void_cards(voids)) && fits_shown(s, seat, hand | played_by);
}

static bool valid_cards(const ot_state *s)
{
    const bool discarded = s->head.phase != DISCARDING;
    uint64_t by[SEATS], seen = played_cards(s, by) | s->discards;
    uint8_t voids[SEATS];
    if (bits_count(s->discards) != (discarded && discards_seen(s) ? DISCARDED : 0) ||
        s->discards & tarot_honours() || seen >> PACK ||
        bits_count(seen) != s->played_count + bits_count(s->discards))
        return false;
    find_voids(s, voids);
    for (int seat = 0; seat < SEATS; seat++) {
        if (s->hands[seat] & seen || s->hands[seat] >> PACK || !valid_hand(s, seat, by[seat], voids[seat]))
            return false;
        seen |= s->hands[seat];
    }
    return true;
}

/* Whether a view can be filled up. */
static bool valid_view(const ot_state *s)
{
    spread hidden;
    uint64_t had[SEATS], lying[SPREAD_PLACES];
    if (s->head.viewer == CAV_FULL)
        return true;
    find_hidden(s, &hidden, had);
    return spread_is_possible(&hidden) && find_same_layout(s, &hidden, had, lying);
}

static bool valid_scores(const ot_state *s)
{
    int32_t points[SEATS] = {0};
    if (s->head.phase == OVER) {
        const account a = account_of(s);
        for (int seat = 0; seat < SEATS; seat++)
            points[seat] = points_of(&a, seat);
    }
    return memcmp(points, s->head.scores, sizeof points) == 0;
}

static bool valid(const cav_state *state)
{
    const ot_state *s = look(state);
    return s->head.players == SEATS && s->head.deal == 0 && s->head.redeal == 0 && s->dealer >= 0 &&
           s->dealer < SEATS && s->played_count <= IN_PLAY && !s->zero[0] && !s->zero[1] && valid_tricks(s) &&
           valid_turn(s) && !revoked(s) && valid_cards(s) && valid_view(s) && valid_scores(s);
}

/* ---- Table, kernels -------------------------------------------------------- */

static void add_tricks(const ot_state *s, cav_ottocento_table *t)
{
    const int cards = cards_in_trick(s), tricks = tricks_played(s), last = tricks - 1;
    for (int i = 0; i < SEATS; i++) {
        t->trick[i] = i < cards ? s->played[s->played_count - cards + i] : -1;
        t->last_trick[i] = last >= 0 ? s->played[SEATS * last + i] : -1;
    }
    t->suit_led = suit_to_follow(s);
    t->last_leader = last >= 0 ? trick_leader(s, last) : NO_SEAT;
    t->last_winner = last >= 0 ? s->winners[last] : NO_SEAT;
    for (int trick = 0; trick < TRICKS; trick++) {
        t->leaders[trick] = SEATS * trick < s->played_count ? trick_leader(s, trick) : NO_SEAT;
        t->winners[trick] = s->winners[trick];
        if (trick < tricks)
            t->won[s->winners[trick]]++;
    }
    for (int i = 0; i < IN_PLAY; i++)
        t->played[i] = i < s->played_count ? s->played[i] : -1;
}

static void table(const cav_state *state, void *into)
{
    const ot_state *s = look(state);
    const captures c = find_captures(s);
    uint8_t voids[SEATS];
    cav_ottocento_table *t = into;
    *t = (cav_ottocento_table){.dealer = s->dealer, .asked = asked(s), .leader = s->leader};
    add_tricks(s, t);
    find_voids(s, voids);
    for (int seat = 0; seat < SEATS; seat++) {
        t->declared[seat] = tarot_points(s->shown[seat]);
        t->shown[seat] = cards_of(s->shown[seat]);
        t->voids[seat] = voids[seat];
    }
    for (int team = 0; team < TEAMS; team++)
        t->captured[team] = bits_count(c.cards[team]);
    if (s->head.phase != OVER)
        return;
    const account a = account_of(s);
    t->discards = cards_of(s->discards);
    t->price = cards_of(a.price);
    for (int team = 0; team < TEAMS; team++)
        t->piles[team] = cards_of(a.piles[team]);
}

static const cav_error no_cards = {CAV_BAD_CARDS, "not-in-pack", "OT-1", "these are not cards of one Bolognese pack"};

const cav_error *cav_ottocento_combinations(cav_cards cards, cav_ottocento_account *account)
{
    if (cards.both || cards.any >> PACK)
        return &no_cards;
    tarot_itemise(cards.any, account);
    return NULL;
}

void cav_ottocento_points_array(const uint64_t *cards, size_t count, int32_t *points)
{
    const uint64_t pack = ((uint64_t)1 << PACK) - 1;
    for (size_t i = 0; i < count; i++)
        points[i] = tarot_points(cards[i] & pack);
}

int32_t cav_ottocento_half_points(cav_cards cards)
{
    return cards.both || cards.any >> PACK ? -1 : tarot_half_points(cards.any);
}

#define OPTION(...) OPTION_OF(cav_ottocento_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_ottocento_table, __VA_ARGS__)

static const cav_field option_fields[] = {OPTION(dealer, CAV_FIELD_SEAT, 1, NO_SEAT, SEATS - 1, NO_SEAT), {0}};

static const char *const suits[] = {"d", "c", "b", "s", "trump", NULL};

static const cav_field table_fields[] = {
    FIELD(dealer, CAV_FIELD_SEAT, 1),
    FIELD(asked, CAV_FIELD_SEATS, 1),
    FIELD(declared, CAV_FIELD_INT, SEATS),
    FIELD(shown, CAV_FIELD_CARDS, SEATS),
    FIELD(leader, CAV_FIELD_SEAT, 1),
    FIELD(trick, CAV_FIELD_CARD_LIST, SEATS),
    CHOICE_OF(cav_ottocento_table, suit_led, 1, suits),
    FIELD(last_trick, CAV_FIELD_CARD_LIST, SEATS),
    FIELD(last_leader, CAV_FIELD_SEAT, 1),
    FIELD(last_winner, CAV_FIELD_SEAT, 1),
    FIELD(won, CAV_FIELD_INT, SEATS),
    FIELD(captured, CAV_FIELD_INT, TEAMS),
    NAMED_OF(cav_ottocento_table, voids, CAV_FIELD_CHOICES, SEATS, suits),
    FIELD(leaders, CAV_FIELD_LIST, TRICKS),
    FIELD(winners, CAV_FIELD_LIST, TRICKS),
    FIELD(played, CAV_FIELD_CARD_LIST, IN_PLAY),
    FIELD(discards, CAV_FIELD_CARDS, 1),
    FIELD(price, CAV_FIELD_CARDS, 1),
    FIELD(piles, CAV_FIELD_CARDS, TEAMS),
    {0},
};

const cav_game game_ottocento = {
    .about =
        {
            .name = "ottocento",
            .title = "Ottocento",
            .direction = "counter-clockwise",
            .players = SEATS,
            .deck = CAV_BOLOGNESE,
            .sides = {0, 1, 0, 1},
            .pack = {((uint64_t)1 << PACK) - 1, 0},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_ottocento_options),
            .table_size = sizeof(cav_ottocento_table),
        },
    .state_size = sizeof(ot_state),
    .begin = begin,
    .dealt = dealt,
    .owner = owner,
    .deal = deal,
    .count = count,
    .nth = nth,
    .pick = pick,
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
