/* Aluette, the Cow: four seats, two against two, 48 Spanish-suited cards, five deals.
 *
 * Nine cards each, twelve nobody sees. Any card may be played to any trick; the single highest takes it, and when two
 * are equally high nobody does. The player with the most tricks wins a point for the team, or two when these were the
 * last tricks in a row. Clauses: AL in the house rules; all are cited below. Who wins a trick is the kernel `tricks`. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/tricks.h"

enum {
    SEATS = 4,
    SIDES = 2,
    HAND = 9,
    KINDS = 48,
    DEALT = SEATS * HAND,
    TRICKS = HAND,
    PACKET = 3, /* cards dealt at a time */
    DEALS = 5,
    MOST_POINTS = 2, /* of a deal */
    NO_CARD = 0xff,
    NO_SEAT = -1
};

enum phase { PLAYING, OVER };
static const char *const phases[] = {"playing", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

typedef struct al_state {
    cav_head head;           /* scores: what the seat's team has won in the match */
    uint64_t hands[SEATS];   /* cards held; in a view the viewer's */
    uint8_t played[DEALT];   /* all cards played, in order, four a trick; NO_CARD behind the last */
    int8_t winners[TRICKS];  /* who won each trick played; NO_SEAT: fouled, and behind the last */
    uint8_t played_count;
    int8_t dealer;           /* before the first deal NO_SEAT: to be drawn */
    int8_t leader;           /* leads or led the trick being played; NO_SEAT once the deal is over */
} al_state;

static_assert(sizeof(al_state) <= sizeof(cav_state), "the position does not fit");
static_assert(offsetof(al_state, leader) + 1 == sizeof(al_state) && sizeof(al_state) % 8 == 0,
              "positions are hashed by words, without padding");

static al_state *own(cav_state *state) { return (al_state *)state; }
static const al_state *look(const cav_state *state) { return (const al_state *)state; }

static int next_seat(int seat) { return (seat + 1) % SEATS; }
static int side(int seat) { return seat & 1; }

/* ---- Facts ----------------------------------------------------------------- */

static const uint64_t pack = ((uint64_t)1 << KINDS) - 1;

/* AL-3: the order of the cards, from 1. Equal cards have equal power. */
static const uint8_t powers[KINDS] = {
    /* 1   2   3  4  5  6  7  8   9  V  C   R */
    11, 17, 19, 2, 3, 4, 5, 6, 14, 8, 9, 10, /* coins: le Borgne, Monsieur, Petit Neuf */
    11, 16, 18, 2, 3, 4, 5, 6, 15, 8, 9, 10, /* cups: la Vache, Madame, Grand Neuf */
    11, 13, 1,  2, 3, 4, 5, 6, 7,  8, 9, 10, /* batons: Deux de Chêne */
    11, 12, 1,  2, 3, 4, 5, 6, 7,  8, 9, 10, /* swords: Deux d'Écrit */
};

static int cards_in_trick(const al_state *s) { return s->played_count % SEATS; }
static int tricks_played(const al_state *s) { return s->played_count / SEATS; }

/* ---- Deal (AL-1, 2) ------------------------------------------------------------ */

static const cav_error *begin(cav_state *state, const void *options)
{
    own(state)->dealer = (int8_t)((const cav_aluette_options *)options)->dealer;
    return NULL;
}

/* The twelve that stay unseen are not drawn. */
static int dealt(const cav_state *state)
{
    (void)state;
    return DEALT;
}

/* Three rounds of three cards. Who gets the first makes no difference: the dealer may not be drawn yet. */
static int owner(const cav_state *state, int place)
{
    (void)state;
    return place / PACKET % SEATS;
}

static void choose_dealer(al_state *s, cav_rng *rng)
{
    if (s->head.deal > 0)
        s->dealer = (int8_t)next_seat(s->dealer);
    else if (s->dealer == NO_SEAT)
        s->dealer = (int8_t)cav_rng_below(rng, SEATS);
}

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    al_state *s = own(state);
    choose_dealer(s, rng);
    for (int place = 0; place < DEALT; place++)
        s->hands[owner(state, place)] |= (uint64_t)1 << order[place];
    memset(s->head.hand_sizes, HAND, SEATS);
    memset(s->played, NO_CARD, sizeof s->played);
    memset(s->winners, NO_SEAT, sizeof s->winners);
    s->played_count = 0;
    s->head.phase = PLAYING;
    s->head.turn = s->leader = (int8_t)next_seat(s->dealer);
    log_amount(log, CAV_EVENT_DEAL, s->leader, (int32_t)s->head.deal);
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), cards_of(s->hands[seat]));
}

/* ---- Legal moves (AL-4: any card, always) -------------------------------------- */

static uint64_t count(const cav_state *state) { return state->head.hand_sizes[state->head.turn]; }

static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    const uint64_t hand = look(state)->hands[state->head.turn];
    *move = (cav_move){.kind = CAV_PLAY, .cards = cards_of(bits_nth(hand, index))};
}

static const cav_error one_card = {CAV_ILLEGAL_MOVE, "one-card", "AL-4", "one card is played to a trick"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "AL-4", "the hand does not hold this card"};
static const cav_error stray_fields = {CAV_ILLEGAL_MOVE, "stray-fields", "",
                                       "the move says more than its kind has use for"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

static const cav_error *check(const cav_state *state, cav_move *move)
{
    if (move->kind != CAV_PLAY)
        return &unknown_kind;
    if (move->shape || move->rank || move->length || move->amount)
        return &stray_fields;
    if (move->cards.both || bits_count(move->cards.any) != 1)
        return &one_card;
    return move->cards.any & look(state)->hands[state->head.turn] ? NULL : &not_in_hand;
}

/* ---- Play ------------------------------------------------------------------ */

static void settle(al_state *s, cav_log *log);

/* AL-4: the place of the single highest card in a trick, or -1 when several are. */
static int trick_winner(const uint8_t *cards, int played_cards)
{
    uint8_t own_powers[SEATS];
    for (int i = 0; i < played_cards; i++)
        own_powers[i] = powers[cards[i]];
    const tricks_top top = tricks_highest(own_powers, played_cards);
    return top.first == top.last ? top.first : -1;
}

/* The winner leads; of a fouled trick the same leader leads again (AL-4). */
static void end_trick(al_state *s, cav_log *log)
{
    const int trick = tricks_played(s) - 1, place = trick_winner(s->played + SEATS * trick, SEATS);
    if (place >= 0)
        s->winners[trick] = s->leader = (int8_t)((s->leader + place) % SEATS);
    log_amount(log, place >= 0 ? CAV_EVENT_TRICK : CAV_EVENT_FOULED, s->leader, 0);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    al_state *s = own(state);
    const int seat = s->head.turn;
    log_event(log, CAV_EVENT_MOVE, seat, SEEN_BY_ALL, *move);
    s->hands[seat] &= ~move->cards.any;
    s->head.hand_sizes[seat]--;
    s->played[s->played_count++] = (uint8_t)bits_lowest(move->cards.any);
    if (cards_in_trick(s) == 0)
        end_trick(s, log);
    s->head.turn = (int8_t)((s->leader + cards_in_trick(s)) % SEATS);
    if (s->played_count == DEALT)
        settle(s, log);
    return PLAYED;
}

/* ---- Settle (AL-5) ----------------------------------------------------------- */

typedef struct account {
    int won[SEATS]; /* tricks */
    int fouled;
    int winner;     /* seat, or NO_SEAT: all tricks were fouled */
    int points;     /* for the winner's team */
} account;

/* The seat with the most tricks; of equals the one that had so many first. */
static account account_of(const al_state *s)
{
    account a = {.winner = NO_SEAT};
    int most = 0, run = 0;
    for (int trick = 0; trick < tricks_played(s); trick++) {
        const int seat = s->winners[trick];
        run = trick > 0 && seat == s->winners[trick - 1] ? run + 1 : 1;
        if (seat == NO_SEAT) {
            a.fouled++;
        } else if (++a.won[seat] > most) {
            most = a.won[seat];
            a.winner = seat;
        }
    }
    /* Mordienne: all that the winner won were the last tricks in a row, two at least. */
    const bool to_the_last = a.winner != NO_SEAT && a.winner == s->winners[TRICKS - 1] && run == most;
    a.points = a.winner == NO_SEAT ? 0 : to_the_last && most >= 2 ? 2 : 1;
    return a;
}

static int32_t points_of(const account *a, int seat)
{
    return a->winner == NO_SEAT ? 0 : side(seat) == side(a->winner) ? a->points : -a->points;
}

static void settle(al_state *s, cav_log *log)
{
    const account a = account_of(s);
    s->head.phase = OVER;
    s->head.turn = -1;
    s->leader = NO_SEAT;
    s->head.match_over = s->head.deal + 1 == DEALS; /* AL-1 */
    log_amount(log, CAV_EVENT_DEAL_OVER, NO_SEAT, 0);
    for (int seat = 0; seat < SEATS; seat++) {
        const int32_t points = points_of(&a, seat);
        s->head.scores[seat] += points > 0 ? points : 0;
        log_amount(log, CAV_EVENT_POINTS, seat, points);
    }
    if (s->head.match_over)
        log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

static void result_of(const cav_state *state, cav_result *result)
{
    const account a = account_of(look(state));
    for (int seat = 0; seat < SEATS; seat++) {
        result->points[seat] = points_of(&a, seat);
        add_line(result, "tricks", seat, a.won[seat]);
    }
    if (a.fouled)
        add_line(result, "fouled", NO_SEAT, a.fouled);
    if (a.winner == NO_SEAT)
        return;
    add_line(result, "winner", a.winner, a.won[a.winner]);
    if (a.points == MOST_POINTS)
        add_line(result, "mordienne", a.winner, a.points);
    else
        add_line(result, "point", a.winner, a.points);
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
    al_state *s = own(state);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != s->head.viewer)
            s->hands[seat] = 0;
}

static uint64_t cards_seen(const al_state *s)
{
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        seen |= s->hands[seat];
    for (int i = 0; i < s->played_count; i++)
        seen |= (uint64_t)1 << s->played[i];
    return seen;
}

/* Any card can be played to any trick, so what is played tells nothing, and every way to deal unseen cards is equally
 * likely. */
static void complete(cav_state *state, cav_rng *rng)
{
    al_state *s = own(state);
    uint8_t unseen[KINDS];
    int left = cav_cards_list(cards_of(pack & ~cards_seen(s)), unseen);
    cav_rng_shuffle(rng, unseen, (size_t)left);
    for (int seat = 0; seat < SEATS; seat++)
        for (int held = bits_count(s->hands[seat]); held < s->head.hand_sizes[seat]; held++)
            s->hands[seat] |= (uint64_t)1 << unseen[--left];
}

/* ---- Valid ----------------------------------------------------------------- */

/* Whether the tricks went to who won them; and whose the cards were. */
static bool valid_tricks(const al_state *s, uint64_t played_by[SEATS])
{
    uint64_t seen = 0;
    int leader = next_seat(s->dealer);
    memset(played_by, 0, SEATS * sizeof played_by[0]);
    for (int i = 0; i < DEALT; i++) {
        const int card = s->played[i];
        if (i >= s->played_count) {
            if (card != NO_CARD)
                return false;
            continue;
        }
        if (card >= KINDS || seen >> card & 1)
            return false;
        seen |= (uint64_t)1 << card;
        played_by[(leader + i) % SEATS] |= (uint64_t)1 << card;
        if (i % SEATS != SEATS - 1)
            continue;
        const int place = trick_winner(s->played + i + 1 - SEATS, SEATS);
        leader = place < 0 ? leader : (leader + place) % SEATS;
        if (s->winners[i / SEATS] != (place < 0 ? NO_SEAT : leader))
            return false;
    }
    for (int trick = tricks_played(s); trick < TRICKS; trick++)
        if (s->winners[trick] != NO_SEAT)
            return false;
    return s->leader == (s->head.phase == OVER ? NO_SEAT : leader);
}

static bool valid_cards(const al_state *s, const uint64_t played_by[SEATS])
{
    uint64_t seen = 0;
    for (int seat = 0; seat < SEATS; seat++)
        seen |= played_by[seat];
    for (int seat = 0; seat < SEATS; seat++) {
        const int size = s->head.hand_sizes[seat];
        const bool whole = s->head.viewer == CAV_FULL || s->head.viewer == seat;
        if (size != HAND - bits_count(played_by[seat]) || s->hands[seat] & (seen | ~pack) ||
            bits_count(s->hands[seat]) != (whole ? size : 0))
            return false;
        seen |= s->hands[seat];
    }
    return true;
}

static bool valid_turn(const al_state *s)
{
    const bool over = s->played_count == DEALT;
    return (s->head.phase == OVER) == over && s->head.match_over == (over && s->head.deal + 1 == DEALS) &&
           s->head.turn == (over ? -1 : (s->leader + cards_in_trick(s)) % SEATS);
}

/* No more than the deals before can have given, and what this one gave. */
static bool valid_scores(const al_state *s)
{
    const account a = account_of(s);
    int32_t before = 0;
    for (int team = 0; team < SIDES; team++) {
        const int32_t score = s->head.scores[team], points = points_of(&a, team);
        const int32_t earlier = s->head.phase == OVER && points > 0 ? score - points : score;
        if (score != s->head.scores[team + 2] || earlier < 0 || earlier > MOST_POINTS * (DEALS - 1))
            return false;
        before += earlier;
    }
    return before <= MOST_POINTS * (int32_t)s->head.deal;
}

static bool valid(const cav_state *state)
{
    const al_state *s = look(state);
    uint64_t played_by[SEATS];
    return s->head.players == SEATS && s->head.deal < DEALS && s->head.redeal == 0 && s->dealer >= 0 &&
           s->dealer < SEATS && s->played_count <= DEALT && s->head.moves == DEALT * s->head.deal + s->played_count &&
           valid_tricks(s, played_by) && valid_cards(s, played_by) && valid_turn(s) && valid_scores(s);
}

/* ---- Table, kernels -------------------------------------------------------- */

static void table(const cav_state *state, void *into)
{
    const al_state *s = look(state);
    const account a = account_of(s);
    cav_aluette_table *t = into;
    *t = (cav_aluette_table){
        .dealer = s->dealer,
        .deals_played = (int32_t)s->head.deal + (s->head.phase == OVER),
        .leader = s->leader,
        .tricks_played = tricks_played(s),
    };
    for (int team = 0; team < SIDES; team++)
        t->points[team] = s->head.scores[team];
    for (int i = 0; i < SEATS; i++) {
        t->trick[i] = i < cards_in_trick(s) ? s->played[s->played_count - cards_in_trick(s) + i] : -1;
        t->won[i] = a.won[i];
    }
    for (int trick = 0, leader = next_seat(s->dealer); trick < TRICKS; trick++) {
        t->leaders[trick] = SEATS * trick < s->played_count ? leader : -1;
        t->winners[trick] = s->winners[trick];
        leader = s->winners[trick] == NO_SEAT ? leader : s->winners[trick];
    }
    for (int i = 0; i < DEALT; i++)
        t->played[i] = i < s->played_count ? s->played[i] : -1;
}

static const cav_error no_trick = {CAV_BAD_CARDS, "no-trick", "AL-4", "a trick is one to four different cards"};

const cav_error *cav_aluette_trick_winner(const uint8_t *cards, int count, int *winner)
{
    uint64_t seen = 0;
    if (count < 1 || count > SEATS)
        return &no_trick;
    for (int i = 0; i < count; i++) {
        if (cards[i] >= KINDS || seen >> cards[i] & 1)
            return &no_trick;
        seen |= (uint64_t)1 << cards[i];
    }
    *winner = trick_winner(cards, count);
    return NULL;
}

#define OPTION(...) OPTION_OF(cav_aluette_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_aluette_table, __VA_ARGS__)

static const cav_field option_fields[] = {OPTION(dealer, CAV_FIELD_SEAT, 1, NO_SEAT, SEATS - 1, NO_SEAT), {0}};

static const cav_field table_fields[] = {
    FIELD(dealer, CAV_FIELD_SEAT, 1),
    FIELD(deals_played, CAV_FIELD_INT, 1),
    FIELD(points, CAV_FIELD_INT, SIDES),
    FIELD(leader, CAV_FIELD_SEAT, 1),
    FIELD(trick, CAV_FIELD_CARD_LIST, SEATS),
    FIELD(tricks_played, CAV_FIELD_INT, 1),
    FIELD(won, CAV_FIELD_INT, SEATS),
    FIELD(winners, CAV_FIELD_SEAT, TRICKS),
    FIELD(leaders, CAV_FIELD_LIST, TRICKS),
    FIELD(played, CAV_FIELD_CARD_LIST, DEALT),
    {0},
};

const cav_game game_aluette = {
    .about =
        {
            .name = "aluette",
            .title = "Aluette",
            .direction = "clockwise",
            .players = SEATS,
            .deck = CAV_ALUETTE,
            .sides = {0, 1, 0, 1},
            .pack = {((uint64_t)1 << KINDS) - 1, 0},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_aluette_options),
            .table_size = sizeof(cav_aluette_table),
        },
    .state_size = sizeof(al_state),
    .begin = begin,
    .dealt = dealt,
    .owner = owner,
    .deal = deal,
    .count = count,
    .nth = nth,
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
