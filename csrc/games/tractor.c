/* Tractor (Sheng Ji): two sides of two, two packs, points in tricks.
 *
 * In turn the seats declare trump by showing level cards or jokers. The dealer takes the kitty of eight, buries eight,
 * and leads: a card, a pair, or a tractor of consecutive pairs; the others follow suit, and owe pairs to pairs. The side
 * that does not deal needs 80 points of the 200. Levels rise from 2 to past the ace. Clauses: TR in the house rules; all
 * are cited below. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"
#include "kernels/spread.h"
#include "kernels/tractor.h"

enum { SEATS = 4, SIDES = 2, HAND = 25, KITTY = 8, KINDS = TRACTOR_KINDS, PACK = 2 * KINDS };
enum { NO_SEAT = -1, NO_CARD = 0xff, MOST_DECLARED = 4, NOT_SETTLED = -1, PAST_ACE = 13, LOWEST_PRINTED = 2 };

enum phase { DECLARING, BURYING, PLAYING, OVER };
static const char *const phases[] = {"declaring", "burying", "playing", "over", NULL};

/* ---- State ----------------------------------------------------------------- */

/* A declaration (TR-3.1). */
typedef struct declaration {
    int8_t seat;      /* NO_SEAT behind the last */
    uint8_t strength; /* 1-4; 0 behind the last */
    uint8_t trump;    /* suit, or TRACTOR_NO_TRUMP; 0 behind the last */
    uint8_t zero;
} declaration;

typedef struct tr_state {
    cav_head head;
    cav_cards hands[SEATS];  /* cards held; in a view, of other seats: those that they are known to hold */
    cav_cards played[SEATS]; /* cards that the seat has played */
    cav_cards buried;        /* in a view of others than the dealer only once the deal is over */
    cav_move trick[SEATS];   /* each seat's play in the trick on the table; at the end the last trick */
    uint64_t lacks[SEATS];   /* kinds of which play has shown that the seat holds none */
    declaration declared[MOST_DECLARED];
    uint8_t kitty[KITTY];    /* as dealt, until the dealer takes it; then only if it was shown, else NO_CARD */
    uint8_t pairless[SEATS]; /* effective suits in which play has shown that the seat has no pair, bit s for suit s */
    uint8_t tricks[SEATS];   /* tricks won */
    uint8_t captured[SEATS]; /* card points in them */
    int8_t levels[SIDES];    /* ranks; PAST_ACE: the side has won */
    int8_t level;            /* rank of this deal */
    int8_t trump;            /* suit, TRACTOR_NO_TRUMP, or NOT_SETTLED */
    int8_t opener;           /* seat that spoke first; before the first deal NO_SEAT: to be drawn */
    int8_t dealer;           /* while declaring: as it stands */
    int8_t leader;           /* leads or led the trick; NO_SEAT before the play */
    int8_t leading;          /* whose play wins so far, or NO_SEAT */
    uint8_t passes;          /* in a row, while declaring and when it ended */
    uint8_t first_dealer;    /* cav_tractor_first_dealer */
    uint8_t zero[6];
} tr_state;

static_assert(sizeof(tr_state) <= sizeof(cav_state), "the position does not fit");
static_assert(sizeof(tr_state) % 8 == 0, "positions are hashed by words");

static tr_state *own(cav_state *state) { return (tr_state *)state; }
static const tr_state *look(const cav_state *state) { return (const tr_state *)state; }

static int next_seat(int seat) { return (seat + 1) % SEATS; }

static int side_of(int seat) { return seat % SIDES; }

static int declared(const tr_state *s)
{
    int count = 0;
    while (count < MOST_DECLARED && s->declared[count].seat != NO_SEAT)
        count++;
    return count;
}

static tractor_rules rules_of(const tr_state *s) { return tractor_rules_of(s->trump, s->level); }

/* Whether the kitty was shown, because nobody declared (TR-3.2). */
static bool kitty_is_open(const tr_state *s) { return s->head.phase != DECLARING && s->kitty[0] != NO_CARD; }

/* ---- Facts ----------------------------------------------------------------- */

static const uint64_t every_kind = ((uint64_t)1 << KINDS) - 1;

enum { FIVE = 3, TEN = 8, KING = 11, BLACK_JOKER = 52 };

static uint64_t kinds_of_rank(int rank)
{
    return ((uint64_t)1 | (uint64_t)1 << 13 | (uint64_t)1 << 26 | (uint64_t)1 << 39) << rank;
}

/* TR-9 */
static int points_of(cav_cards cards)
{
    const uint64_t fives = kinds_of_rank(FIVE), tens = kinds_of_rank(TEN) | kinds_of_rank(KING);
    if (!(cards.any & (fives | tens)))
        return 0;
    return 5 * (bits_count(cards.any & fives) + bits_count(cards.both & fives)) +
           10 * (bits_count(cards.any & tens) + bits_count(cards.both & tens));
}

/* Both together; no kind is there more than twice. */
static cav_cards plus(cav_cards a, cav_cards b)
{
    return (cav_cards){a.any | b.any, a.both | b.both | (a.any & b.any)};
}

/* Of each kind as many as in the one that has more. */
static cav_cards most_of(cav_cards a, cav_cards b) { return (cav_cards){a.any | b.any, a.both | b.both}; }

/* Of each kind as many as `a` has more than `b`. */
static cav_cards beyond(cav_cards a, cav_cards b) { return cards_minus(a, b); }

static cav_cards cards_of_kitty(const tr_state *s)
{
    cav_cards cards = {0, 0};
    for (int i = 0; i < KITTY; i++)
        cav_cards_add(&cards, s->kitty[i]);
    return cards;
}

/* TR-3.1 */
static cav_cards cards_of_declaration(const tr_state *s, declaration d)
{
    const int card = d.strength > 2 ? BLACK_JOKER + d.strength - 3 : 13 * d.trump + s->level;
    const uint64_t kind = (uint64_t)1 << card;
    return (cav_cards){kind, d.strength > 1 ? kind : 0};
}

/* The cards that everybody has seen to be the seat's and that it has not played: declared, or in a kitty that was shown.
 * The dealer may have buried them (TR-3.4, 4). */
static cav_cards known(const tr_state *s, int seat)
{
    cav_cards shown = {0, 0};
    for (int i = 0; i < MOST_DECLARED; i++)
        if (s->declared[i].seat == seat)
            shown = most_of(shown, cards_of_declaration(s, s->declared[i]));
    if (kitty_is_open(s) && seat == s->dealer)
        shown = cards_of_kitty(s);
    return beyond(shown, s->played[seat]);
}

/* Those of them that are in the hand for certain. */
static cav_cards known_in_hand(const tr_state *s, int seat)
{
    const bool may_be_buried = s->head.phase == PLAYING && seat == s->dealer;
    return s->head.phase == OVER || may_be_buried ? (cav_cards){0, 0} : known(s, seat);
}

/* ---- Deal (TR-2) ----------------------------------------------------------- */

static void show_levels(tr_state *s)
{
    for (int seat = 0; seat < SEATS; seat++)
        s->head.scores[seat] = s->levels[side_of(seat)] + LOWEST_PRINTED;
}

static const cav_error *begin(cav_state *state, const void *options)
{
    tr_state *s = own(state);
    const cav_tractor_options *o = options;
    for (int side = 0; side < SIDES; side++)
        s->levels[side] = (int8_t)o->levels[side];
    s->opener = (int8_t)o->dealer;
    s->first_dealer = (uint8_t)o->first_dealer;
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

static int next_dealer(const tr_state *s);

static void deal(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log)
{
    tr_state *s = own(state);
    if (s->head.deal > 0)
        s->opener = (int8_t)next_dealer(s);
    else if (s->opener == NO_SEAT) /* TR-3.3 */
        s->opener = (int8_t)cav_rng_below(rng, SEATS);
    s->dealer = s->opener;
    s->level = s->levels[side_of(s->dealer)];
    memset(s->hands, 0, offsetof(tr_state, declared) - offsetof(tr_state, hands));
    memset(s->pairless, 0, offsetof(tr_state, levels) - offsetof(tr_state, pairless));
    for (int i = 0; i < MOST_DECLARED; i++)
        s->declared[i] = (declaration){.seat = NO_SEAT};
    for (int place = 0; place < SEATS * HAND; place++) {
        const uint64_t kind = (uint64_t)1 << order[place];
        cav_cards *hand = &s->hands[place % SEATS];
        hand->both |= hand->any & kind;
        hand->any |= kind;
    }
    memcpy(s->kitty, order + SEATS * HAND, KITTY);
    memset(s->head.hand_sizes, HAND, SEATS);
    show_levels(s);
    s->trump = NOT_SETTLED;
    s->leader = s->leading = NO_SEAT;
    s->passes = 0;
    s->head.phase = DECLARING;
    s->head.turn = s->opener; /* TR-3.1 */
    log_amount(log, CAV_EVENT_DEAL, s->opener, (int32_t)s->head.deal);
    for (int seat = 0; seat < SEATS; seat++)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), s->hands[seat]);
}

/* ---- Legal moves ----------------------------------------------------------- */

enum { MOST_CALLS = 1 + 4 + 4 + 2 };

static int strength_to_beat(const tr_state *s)
{
    const int count = declared(s);
    return count ? s->declared[count - 1].strength : 0;
}

/* A pass, then the declarations by strength and suit (TR-3.1). */
static int list_calls(const tr_state *s, cav_move calls[MOST_CALLS])
{
    const cav_cards hand = s->hands[s->head.turn];
    int count = 0;
    calls[count++] = (cav_move){.kind = CAV_PASS};
    for (int strength = strength_to_beat(s) + 1; strength <= 4; strength++)
        for (int suit = 0; suit < (strength <= 2 ? 4 : 1); suit++) {
            const cav_cards shown = cards_of_declaration(s, (declaration){0, (uint8_t)strength, (uint8_t)suit, 0});
            if (cards_contain(hand, shown))
                calls[count++] = (cav_move){.kind = CAV_DECLARE, .cards = shown};
        }
    return count;
}

/* TR-4 */
static choice burials(const tr_state *s) { return (choice){.from = s->hands[s->head.turn], .r = KITTY}; }

/* A play as it stands in the list of moves, with its reading; of cards that are no combination, none. */
static void write_play(const tractor_rules *rules, cav_cards cards, cav_move *move)
{
    const tractor_reading reading = tractor_read(rules, cards);
    move->kind = CAV_PLAY;
    move->shape = (uint8_t)reading.shape;
    move->rank = (uint8_t)reading.rank;
    move->length = (uint8_t)reading.length;
    move->amount = 0;
    move->cards.any = cards.any; /* one by one: both at once would have to wait for them */
    move->cards.both = cards.both;
}

/* What follows a lead: its shape, length and suit. Shape 0 when the seat to act leads. */
static tractor_reading lead_of(const tr_state *s, const tractor_rules *rules)
{
    if (s->leading == NO_SEAT)
        return (tractor_reading){0};
    const cav_move *lead = &s->trick[s->leader];
    return (tractor_reading){.shape = lead->shape,
                             .length = lead->length,
                             .suit = tractor_suit_of(rules, bits_lowest(lead->cards.any))};
}

static choice follows(const tr_state *s, const tractor_rules *rules)
{
    const tractor_reading lead = lead_of(s, rules);
    return tractor_follows(rules, s->hands[s->head.turn], &lead);
}

static uint64_t count_plays(const tr_state *s)
{
    const tractor_rules rules = rules_of(s);
    if (s->leading != NO_SEAT) {
        const choice open = follows(s, &rules);
        return choice_count(&open);
    }
    tractor_leads leads;
    tractor_find_leads(&rules, s->hands[s->head.turn], &leads);
    return leads.count;
}

static void nth_play(const tr_state *s, uint64_t index, cav_move *move)
{
    const tractor_rules rules = rules_of(s);
    if (s->leading != NO_SEAT) {
        const choice open = follows(s, &rules);
        write_play(&rules, choice_nth(&open, index), move);
        return;
    }
    tractor_leads leads;
    tractor_find_leads(&rules, s->hands[s->head.turn], &leads);
    write_play(&rules, tractor_nth_lead(&rules, &leads, (uint32_t)index), move);
}

static uint64_t count(const cav_state *state)
{
    const tr_state *s = look(state);
    cav_move calls[MOST_CALLS];
    if (s->head.phase == PLAYING)
        return count_plays(s);
    if (s->head.phase == DECLARING)
        return (uint64_t)list_calls(s, calls);
    const choice open = burials(s);
    return choice_count(&open);
}

static void nth(const cav_state *state, uint64_t index, cav_move *move)
{
    const tr_state *s = look(state);
    cav_move calls[MOST_CALLS];
    if (s->head.phase == PLAYING) {
        nth_play(s, index, move);
    } else if (s->head.phase == DECLARING) {
        list_calls(s, calls);
        *move = calls[index];
    } else {
        const choice open = burials(s);
        *move = (cav_move){.kind = CAV_BURY, .cards = choice_nth(&open, index)};
    }
}

static uint64_t index_of_play(const tr_state *s, cav_cards cards)
{
    const tractor_rules rules = rules_of(s);
    if (s->leading != NO_SEAT) {
        const choice open = follows(s, &rules);
        return choice_index(&open, cards);
    }
    tractor_leads leads;
    tractor_find_leads(&rules, s->hands[s->head.turn], &leads);
    return tractor_lead_index(&rules, &leads, cards);
}

static uint64_t index_of(const cav_state *state, const cav_move *move)
{
    const tr_state *s = look(state);
    cav_move calls[MOST_CALLS];
    if (s->head.phase == PLAYING)
        return index_of_play(s, move->cards);
    if (s->head.phase == BURYING) {
        const choice open = burials(s);
        return choice_index(&open, move->cards);
    }
    uint64_t index = 0;
    list_calls(s, calls);
    while (memcmp(&calls[index], move, sizeof *move) != 0)
        index++;
    return index;
}

static void pick_play(const tr_state *s, cav_rng *rng, cav_move *move)
{
    const tractor_rules rules = rules_of(s);
    if (s->leading != NO_SEAT) {
        const choice open = follows(s, &rules);
        write_play(&rules, choice_draw(&open, rng), move);
        return;
    }
    tractor_leads leads;
    tractor_find_leads(&rules, s->hands[s->head.turn], &leads);
    write_play(&rules, tractor_nth_lead(&rules, &leads, (uint32_t)cav_rng_below(rng, leads.count)), move);
}

/* count and nth in one, so that nothing is counted twice. */
static void pick(const cav_state *state, cav_rng *rng, cav_move *move)
{
    const tr_state *s = look(state);
    cav_move calls[MOST_CALLS];
    if (s->head.phase == PLAYING) {
        pick_play(s, rng, move);
    } else if (s->head.phase == DECLARING) {
        const int open = list_calls(s, calls);
        *move = calls[cav_rng_below(rng, (uint64_t)open)];
    } else {
        const choice open = burials(s);
        *move = (cav_move){.kind = CAV_BURY, .cards = choice_draw(&open, rng)};
    }
}

static const cav_error declaring = {CAV_ILLEGAL_MOVE, "declaring", "TR-3.1",
                                    "first each seat declares trump or passes"};
static const cav_error no_declaration = {CAV_ILLEGAL_MOVE, "no-declaration", "TR-3.1",
                                         "trump is declared by one level card, two of a kind, or two jokers of a kind"};
static const cav_error not_shown = {CAV_ILLEGAL_MOVE, "not-in-hand", "TR-3.1", "the hand does not hold these cards"};
static const cav_error too_weak = {CAV_ILLEGAL_MOVE, "too-weak", "TR-3.1", "only a stronger declaration overcalls"};
static const cav_error settled = {CAV_ILLEGAL_MOVE, "trump-settled", "TR-3.2", "trump is settled"};
static const cav_error must_bury = {CAV_ILLEGAL_MOVE, "must-bury", "TR-4", "first the dealer buries eight cards"};
static const cav_error buried_already = {CAV_ILLEGAL_MOVE, "buried-already", "TR-4", "the cards are buried"};
static const cav_error bury_eight = {CAV_ILLEGAL_MOVE, "bury-eight", "TR-4", "eight cards are buried"};
static const cav_error not_to_bury = {CAV_ILLEGAL_MOVE, "not-in-hand", "TR-4", "the hand does not hold these cards"};
static const cav_error not_in_hand = {CAV_ILLEGAL_MOVE, "not-in-hand", "TR-7.1", "the hand does not hold these cards"};
static const cav_error no_combination = {CAV_ILLEGAL_MOVE, "no-combination", "TR-6",
                                         "a lead is one card, a pair, or a tractor of consecutive pairs"};
static const cav_error other_reading = {CAV_ILLEGAL_MOVE, "other-reading", "TR-6",
                                        "these cards are not the combination that the move names"};
static const cav_error other_size = {CAV_ILLEGAL_MOVE, "other-size", "TR-7.1", "as many cards are played as were led"};
static const cav_error must_follow = {CAV_ILLEGAL_MOVE, "must-follow", "TR-7.1",
                                      "the suit led is followed as far as possible"};
static const cav_error owes_pairs = {CAV_ILLEGAL_MOVE, "owes-pairs", "TR-7.2",
                                     "as many pairs of the suit are given as possible, up to the number led"};
static const cav_error stray_fields = {CAV_ILLEGAL_MOVE, "stray-fields", "",
                                       "the move says more than its kind has use for"};
static const cav_error unknown_kind = {CAV_ILLEGAL_MOVE, "unknown-kind", "", "the game has no such kind of move"};

static bool is_set(cav_cards cards) { return !(cards.any & ~every_kind) && !(cards.both & ~cards.any); }

/* Reads a declaration; strength 0 when it is none (TR-3.1). */
static declaration read_declaration(const tr_state *s, cav_cards cards)
{
    const declaration none = {.seat = s->head.turn};
    if (!is_set(cards) || !cards.any || (cards.any & (cards.any - 1)))
        return none;
    const int card = bits_lowest(cards.any), strength = cards.both ? 2 : 1;
    if (card >= BLACK_JOKER)
        return strength == 1 ? none
                             : (declaration){s->head.turn, (uint8_t)(3 + card - BLACK_JOKER), TRACTOR_NO_TRUMP, 0};
    return card % 13 != s->level ? none : (declaration){s->head.turn, (uint8_t)strength, (uint8_t)(card / 13), 0};
}

static const cav_error *check_declaration(const tr_state *s, const cav_move *move)
{
    const int strength = read_declaration(s, move->cards).strength;
    if (strength == 0)
        return &no_declaration;
    if (!cards_contain(s->hands[s->head.turn], move->cards))
        return &not_shown;
    return strength > strength_to_beat(s) ? NULL : &too_weak;
}

static const cav_error *check_burial(const tr_state *s, const cav_move *move)
{
    if (!is_set(move->cards) || cards_count(move->cards) != KITTY)
        return &bury_eight;
    return cards_contain(s->hands[s->head.turn], move->cards) ? NULL : &not_to_bury;
}

/* Whether cards that are no follow leave out some of the suit led that they have room for. */
static bool leaves_suit_out(const tr_state *s, const tractor_rules *rules, cav_cards cards)
{
    const tractor_reading lead = lead_of(s, rules);
    const uint64_t kinds = tractor_kinds(rules, lead.suit);
    const cav_cards hand = s->hands[s->head.turn];
    const int held = cards_count((cav_cards){hand.any & kinds, hand.both & kinds}), size = tractor_size(&lead);
    return cards_count((cav_cards){cards.any & kinds, cards.both & kinds}) < (held < size ? held : size);
}

static const cav_error *check_follow(const tr_state *s, const tractor_rules *rules, cav_cards cards)
{
    const choice open = follows(s, rules);
    if (choice_has(&open, cards))
        return NULL;
    if (cards_count(cards) != cards_count(s->trick[s->leader].cards))
        return &other_size;
    return leaves_suit_out(s, rules, cards) ? &must_follow : &owes_pairs;
}

static const cav_error *check_play(const tr_state *s, cav_move *move)
{
    const tractor_rules rules = rules_of(s);
    if (!is_set(move->cards) || !move->cards.any || !cards_contain(s->hands[s->head.turn], move->cards))
        return &not_in_hand;
    const cav_error *error = NULL;
    cav_move read;
    write_play(&rules, move->cards, &read);
    if (s->leading != NO_SEAT)
        error = check_follow(s, &rules, move->cards);
    else if (!read.shape)
        error = &no_combination;
    if (error)
        return error;
    if ((move->shape || move->length || move->rank) && memcmp(move, &read, sizeof read) != 0)
        return &other_reading;
    *move = read;
    return NULL;
}

static const cav_error *check(const cav_state *state, cav_move *move)
{
    const tr_state *s = look(state);
    const bool reads = move->kind == CAV_PLAY, bare = move->kind == CAV_PASS;
    if (move->kind != CAV_PASS && move->kind != CAV_DECLARE && move->kind != CAV_BURY && move->kind != CAV_PLAY)
        return &unknown_kind;
    if (move->amount || (!reads && (move->shape || move->rank || move->length)) ||
        (bare && (move->cards.any || move->cards.both)))
        return &stray_fields;
    if (s->head.phase == DECLARING)
        return bare ? NULL : move->kind == CAV_DECLARE ? check_declaration(s, move) : &declaring;
    if (s->head.phase == BURYING)
        return move->kind == CAV_BURY ? check_burial(s, move) : &must_bury;
    return reads ? check_play(s, move) : move->kind == CAV_BURY ? &buried_already : &settled;
}

/* ---- Play: trump and kitty (TR-3, 4) ----------------------------------------- */

/* TR-3.2: the suit of the first card of the kitty that is no joker. */
static int trump_of_kitty(const tr_state *s)
{
    int at = 0;
    while (at < KITTY - 1 && s->kitty[at] >= BLACK_JOKER)
        at++;
    return s->kitty[at] / 13;
}

/* Whom a declaration makes dealer in the first deal (TR-3.3); in later ones the dealer stays. */
static int dealer_now(const tr_state *s)
{
    const int count = declared(s);
    if (count == 0 || s->head.deal > 0 || s->first_dealer == CAV_TRACTOR_FIXED)
        return s->opener;
    return s->declared[s->first_dealer == CAV_TRACTOR_FIRST ? 0 : count - 1].seat;
}

static void settle_trump(tr_state *s, cav_log *log)
{
    const int count = declared(s), seat = s->dealer;
    const cav_cards kitty = cards_of_kitty(s);
    s->trump = (int8_t)(count ? s->declared[count - 1].trump : trump_of_kitty(s));
    s->hands[seat] = plus(s->hands[seat], kitty);
    s->head.hand_sizes[seat] = HAND + KITTY;
    if (count)
        memset(s->kitty, NO_CARD, sizeof s->kitty);
    s->head.phase = BURYING;
    s->head.turn = (int8_t)seat;
    if (count)
        log_cards(log, CAV_EVENT_HAND, seat, seen_by(seat), kitty);
    else
        log_cards(log, CAV_EVENT_BOTTOM, seat, SEEN_BY_ALL, kitty);
    log_amount(log, CAV_EVENT_TRUMP, seat, s->trump);
}

static void play_call(tr_state *s, const cav_move *move, cav_log *log)
{
    const int before = declared(s);
    if (move->kind == CAV_DECLARE) {
        s->declared[before] = read_declaration(s, move->cards);
        s->dealer = (int8_t)dealer_now(s);
        s->passes = 0;
    } else {
        s->passes++;
    }
    s->head.turn = (int8_t)next_seat(s->head.turn);
    if (s->passes == (before ? SEATS - 1 : SEATS)) /* TR-3.2 */
        settle_trump(s, log);
}

static void play_burial(tr_state *s, const cav_move *move, cav_log *log)
{
    const int seat = s->head.turn;
    s->hands[seat] = cards_minus(s->hands[seat], move->cards);
    s->buried = move->cards;
    s->head.hand_sizes[seat] = HAND;
    s->head.phase = PLAYING;
    s->leader = (int8_t)seat;
    log_amount(log, CAV_EVENT_BURIED, seat, KITTY);
}

/* ---- Play: tricks (TR-6, 7, 8, 9) ---------------------------------------------- */

/* What play has shown stays true, since cards only leave hands. */
static void note(tr_state *s, const tractor_rules *rules, int seat, cav_cards cards, const tractor_reading *lead)
{
    if (lead->shape) {
        const tractor_tell tell = tractor_tells(rules, cards, lead);
        s->lacks[seat] |= tell.lacks;
        s->pairless[seat] |= (uint8_t)(tell.pairless << lead->suit);
    }
    /* Where no pair was left, of a card that is played there is no second one; unless a record lied. */
    for (uint64_t suits = s->pairless[seat]; suits; suits &= suits - 1)
        s->lacks[seat] |= cards.any & tractor_kinds(rules, bits_lowest(suits)) & ~s->hands[seat].any;
}

static void settle(tr_state *s, cav_log *log);

static void end_trick(tr_state *s, cav_log *log)
{
    const int winner = s->leading;
    int points = 0;
    for (int seat = 0; seat < SEATS; seat++)
        points += points_of(s->trick[seat].cards);
    s->tricks[winner]++;
    s->captured[winner] = (uint8_t)(s->captured[winner] + points);
    log_amount(log, CAV_EVENT_TRICK, winner, 0);
    if (s->head.hand_sizes[winner] == 0) {
        settle(s, log);
        return;
    }
    memset(s->trick, 0, sizeof s->trick);
    s->leader = s->head.turn = (int8_t)winner;
    s->leading = NO_SEAT;
}

/* TR-8 */
static bool wins(const tr_state *s, const tractor_rules *rules, const cav_move *move)
{
    const cav_move *best = &s->trick[s->leading];
    if (move->shape != best->shape)
        return false;
    const tractor_reading mine = tractor_read(rules, move->cards), other = tractor_read(rules, best->cards);
    return tractor_beats(&mine, &other);
}

static void play_cards(tr_state *s, const cav_move *move, cav_log *log)
{
    const tractor_rules rules = rules_of(s);
    const int seat = s->head.turn, size = cards_count(move->cards);
    const tractor_reading lead = lead_of(s, &rules);
    s->hands[seat] = cards_minus(s->hands[seat], move->cards);
    s->played[seat] = plus(s->played[seat], move->cards);
    s->head.hand_sizes[seat] = (uint8_t)(s->head.hand_sizes[seat] - size);
    s->trick[seat] = *move;
    note(s, &rules, seat, move->cards, &lead);
    if (!lead.shape || wins(s, &rules, move))
        s->leading = (int8_t)seat;
    s->head.turn = (int8_t)next_seat(seat);
    if (s->head.turn == s->leader)
        end_trick(s, log);
}

static played play(cav_state *state, const cav_move *move, cav_log *log)
{
    tr_state *s = own(state);
    const bool buries = s->head.phase == BURYING;
    log_event(log, CAV_EVENT_MOVE, s->head.turn, buries ? seen_by(s->head.turn) : SEEN_BY_ALL, *move);
    if (s->head.phase == DECLARING)
        play_call(s, move, log);
    else if (buries)
        play_burial(s, move, log);
    else
        play_cards(s, move, log);
    return PLAYED;
}

/* ---- Settle (TR-9, 10) --------------------------------------------------------- */

enum { TAKE_OVER = 80, STEP = 40 };

/* What a deal that is over came to. */
typedef struct account {
    int captured, kitty, attackers; /* points: in tricks, for the kitty, together */
    bool take_over;
    int winners, rise; /* side, levels */
    int next_dealer;
} account;

static int captured_by_attackers(const tr_state *s)
{
    return s->captured[next_seat(s->dealer)] + s->captured[(s->dealer + 3) % SEATS];
}

static account account_of(const tr_state *s)
{
    const int defenders = side_of(s->dealer);
    account a = {.captured = captured_by_attackers(s)};
    if (side_of(s->leading) != defenders) /* TR-9 */
        a.kitty = points_of(s->buried) * 2 * cards_count(s->trick[s->leading].cards);
    a.attackers = a.captured + a.kitty;
    a.take_over = a.attackers >= TAKE_OVER;
    if (a.take_over) {
        a.winners = 1 - defenders;
        a.rise = (a.attackers - TAKE_OVER) / STEP;
        a.next_dealer = next_seat(s->dealer);
    } else {
        a.winners = defenders;
        a.rise = a.attackers == 0 ? 3 : a.attackers < STEP ? 2 : 1;
        a.next_dealer = (s->dealer + 2) % SEATS;
    }
    return a;
}

static int next_dealer(const tr_state *s) { return account_of(s).next_dealer; }

static void settle(tr_state *s, cav_log *log)
{
    const account a = account_of(s);
    const int level = s->levels[a.winners] + a.rise;
    s->levels[a.winners] = (int8_t)(level < PAST_ACE ? level : PAST_ACE);
    show_levels(s);
    s->head.phase = OVER;
    s->head.turn = -1;
    s->head.match_over = s->levels[a.winners] == PAST_ACE;
    log_cards(log, CAV_EVENT_SHOWN, s->dealer, SEEN_BY_ALL, s->buried); /* TR-4 */
    log_amount(log, CAV_EVENT_DEAL_OVER, NO_SEAT, 0);
    for (int seat = 0; seat < SEATS; seat++)
        log_amount(log, CAV_EVENT_POINTS, seat, side_of(seat) == a.winners ? a.rise : -a.rise);
    if (s->head.match_over)
        log_amount(log, CAV_EVENT_MATCH_OVER, NO_SEAT, 0);
}

static void result_of(const cav_state *state, cav_result *result)
{
    const tr_state *s = look(state);
    const account a = account_of(s);
    add_line(result, "captured", NO_SEAT, a.captured);
    if (side_of(s->leading) != side_of(s->dealer))
        add_line(result, "kitty", s->leading, a.kitty);
    add_line(result, "attackers", NO_SEAT, a.attackers);
    if (a.take_over)
        add_line(result, "take-over", a.next_dealer, 0);
    for (int seat = 0; seat < SEATS; seat++) {
        const bool won = side_of(seat) == a.winners;
        result->points[seat] = won ? a.rise : -a.rise;
        if (won && a.rise)
            add_line(result, "rise", seat, a.rise);
    }
    if (!s->head.match_over)
        add_line(result, "dealer", a.next_dealer, 0);
}

/* ---- View ------------------------------------------------------------------ */

static cav_cards hand_of(const cav_state *state, int seat) { return look(state)->hands[seat]; }

static int stock(const cav_state *state, uint8_t *list)
{
    if (state->head.phase != DECLARING)
        return 0;
    memcpy(list, look(state)->kitty, KITTY);
    return KITTY;
}

/* Whether the viewer knows the buried cards. */
static bool sees_buried(const tr_state *s)
{
    return s->head.viewer == CAV_FULL || s->head.viewer == s->dealer || s->head.phase == OVER;
}

static bool sees_hand(const tr_state *s, int seat) { return s->head.viewer == CAV_FULL || s->head.viewer == seat; }

static void hide(cav_state *state)
{
    tr_state *s = own(state);
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != s->head.viewer)
            s->hands[seat] = known_in_hand(s, seat);
    if (s->head.phase == DECLARING)
        memset(s->kitty, NO_CARD, sizeof s->kitty);
    if (!sees_buried(s))
        s->buried = (cav_cards){0, 0};
}

/* ---- Sample ---------------------------------------------------------------- */

enum { ASIDE = SEATS, TRIES = 100, SWAPS = 200, MOST_SWAPS = 200000 };

/* The kinds of the suits in which the seat has no pair. */
static uint64_t pairless_kinds(const tr_state *s, int seat)
{
    uint64_t kinds = 0;
    if (!s->pairless[seat])
        return 0;
    const tractor_rules rules = rules_of(s);
    for (uint64_t suits = s->pairless[seat]; suits; suits &= suits - 1)
        kinds |= tractor_kinds(&rules, bits_lowest(suits));
    return kinds;
}

/* Kinds that cannot be among the cards of the hand that are not known. */
static uint64_t barred(const tr_state *s, int seat)
{
    return s->lacks[seat] | (known_in_hand(s, seat).any & pairless_kinds(s, seat));
}

/* Adds copies of a card that may lie in the places of that set. */
static void add_cards(spread *what, int card, int copies, int allowed)
{
    for (; copies > 0; copies--) {
        what->cards[what->count] = (uint8_t)card;
        what->allowed[what->count++] = (uint8_t)allowed;
    }
}

static int copies_of(cav_cards cards, int card) { return (int)(cards.any >> card & 1) + (int)(cards.both >> card & 1); }

/* How many cards are hidden from the viewer and in no hand: the kitty, or what was buried. */
static int hidden_aside(const tr_state *s)
{
    return s->head.phase == DECLARING || (s->head.phase == PLAYING && !sees_buried(s)) ? KITTY : 0;
}

/* The cards that the viewer has not seen, and where they may be. */
static spread unseen_cards(const tr_state *s)
{
    spread what = {.room = {[ASIDE] = hidden_aside(s)}};
    cav_cards unseen = {every_kind, every_kind}, loose = {0, 0};
    uint64_t bars[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        unseen = cards_minus(cards_minus(unseen, s->hands[seat]), s->played[seat]);
        what.room[seat] = s->head.hand_sizes[seat] - cards_count(s->hands[seat]);
        bars[seat] = sees_hand(s, seat) ? every_kind : barred(s, seat);
    }
    unseen = cards_minus(unseen, s->buried);
    if (s->head.phase == PLAYING && !sees_buried(s))
        loose = known(s, s->dealer); /* TR-4: in the dealer's hand or buried */
    for (uint64_t left = unseen.any; left; left &= left - 1) {
        const int card = bits_lowest(left), copies = copies_of(unseen, card);
        const int bound = copies_of(loose, card) < copies ? copies_of(loose, card) : copies;
        int allowed = what.room[ASIDE] ? 1 << ASIDE : 0;
        for (int seat = 0; seat < SEATS; seat++)
            allowed |= !(bars[seat] >> card & 1) << seat;
        add_cards(&what, card, bound, allowed & (1 << ASIDE | 1 << s->dealer));
        add_cards(&what, card, copies - bound, allowed);
    }
    return what;
}

/* Whether card i and the next are a pair in a hand that has none of their suit. */
static int is_wrong(const spread *what, const uint64_t pairless[SEATS + 1], const uint8_t *place_of, int i)
{
    return i >= 0 && i + 1 < what->count && what->cards[i] == what->cards[i + 1] && place_of[i] == place_of[i + 1] &&
           pairless[place_of[i]] >> what->cards[i] & 1;
}

static int count_wrong(const spread *what, const uint64_t pairless[SEATS + 1], const uint8_t *place_of)
{
    int wrong = 0;
    for (int i = 0; i < what->count; i++)
        wrong += is_wrong(what, pairless, place_of, i);
    return wrong;
}

/* Wrong pairs that card i is in. */
static int wrong_at(const spread *what, const uint64_t pairless[SEATS + 1], const uint8_t *place_of, int i)
{
    return is_wrong(what, pairless, place_of, i - 1) + is_wrong(what, pairless, place_of, i);
}

/* Lets cards change places where both may and no more pairs go wrong than before, until none is and for a while longer:
 * the longer, the more even. */
static void part_pairs(const spread *what, const uint64_t pairless[SEATS + 1], uint8_t *place_of, cav_rng *rng)
{
    const uint64_t count = (uint64_t)what->count;
    int wrong = count_wrong(what, pairless, place_of), since = 0;
    for (int swap = 0; swap < MOST_SWAPS && since < SWAPS * what->count; swap++) {
        const int a = (int)cav_rng_below(rng, count), b = (int)cav_rng_below(rng, count);
        const uint8_t at_a = place_of[a], at_b = place_of[b];
        since += wrong == 0;
        if (at_a == at_b || !(what->allowed[a] >> at_b & 1) || !(what->allowed[b] >> at_a & 1))
            continue;
        const int before = wrong_at(what, pairless, place_of, a) + wrong_at(what, pairless, place_of, b);
        place_of[a] = at_b;
        place_of[b] = at_a;
        const int after = wrong_at(what, pairless, place_of, a) + wrong_at(what, pairless, place_of, b);
        if (after > before) {
            place_of[a] = at_a;
            place_of[b] = at_b;
        } else {
            wrong += after - before;
        }
    }
}

static void spread_unseen(const tr_state *s, const spread *what, cav_rng *rng, uint8_t place_of[CAV_MAX_PACK])
{
    uint64_t pairless[SEATS + 1] = {0};
    for (int seat = 0; seat < SEATS; seat++)
        pairless[seat] = pairless_kinds(s, seat);
    for (int tries = 0; tries < TRIES; tries++) {
        spread_cards(what, rng, place_of);
        if (count_wrong(what, pairless, place_of) == 0)
            return;
    }
    part_pairs(what, pairless, place_of, rng);
}

/* Each way to lay out the cards not seen that fits what is known is equally likely: shown cards, voids, and suits in
 * which a seat has no pair. Where that leaves so few ways that none is met by chance it is nearly so. */
static void complete(cav_state *state, cav_rng *rng)
{
    tr_state *s = own(state);
    const spread what = unseen_cards(s);
    uint8_t place_of[CAV_MAX_PACK], aside[KITTY];
    int put_aside = 0;
    if (what.count == 0)
        return;
    spread_unseen(s, &what, rng, place_of);
    for (int i = 0; i < what.count; i++)
        if (place_of[i] == ASIDE)
            aside[put_aside++] = what.cards[i];
        else
            cav_cards_add(&s->hands[place_of[i]], what.cards[i]);
    if (s->head.phase == DECLARING) {
        cav_rng_shuffle(rng, aside, KITTY);
        memcpy(s->kitty, aside, KITTY);
    } else {
        for (int i = 0; i < put_aside; i++)
            cav_cards_add(&s->buried, aside[i]);
    }
}

/* ---- Valid ----------------------------------------------------------------- */

static bool valid_declarations(const tr_state *s)
{
    const int count = declared(s);
    for (int i = 0; i < MOST_DECLARED; i++) {
        const declaration d = s->declared[i];
        if (d.zero || (i >= count && (d.seat != NO_SEAT || d.strength || d.trump)))
            return false;
        if (i >= count)
            continue;
        if (d.seat < 0 || d.seat >= SEATS || d.strength < 1 || d.strength > 4 ||
            (d.strength > 2 ? d.trump != TRACTOR_NO_TRUMP : d.trump >= TRACTOR_NO_TRUMP))
            return false;
        if (i > 0 && (d.strength <= s->declared[i - 1].strength || d.seat == s->declared[i - 1].seat))
            return false;
    }
    const int enough = count ? SEATS - 1 : SEATS, last = count ? next_seat(s->declared[count - 1].seat) : s->opener;
    if (s->head.phase != DECLARING)
        return s->passes == enough;
    return s->passes < enough && s->head.turn == (last + s->passes) % SEATS;
}

/* The kitty is there while it lies on the table, and afterwards if it was shown; and trump follows from it or from what
 * was declared. */
static bool valid_trump(const tr_state *s)
{
    const bool declaring_now = s->head.phase == DECLARING;
    const bool seen = declaring_now ? s->head.viewer == CAV_FULL : !declared(s);
    cav_cards left = {every_kind, every_kind};
    for (int i = 0; i < KITTY; i++) {
        cav_cards card = {0, 0};
        if (seen ? s->kitty[i] >= KINDS : s->kitty[i] != NO_CARD)
            return false;
        cav_cards_add(&card, s->kitty[i]);
        if (seen && !cards_contain(left, card))
            return false;
        left = cards_minus(left, card);
    }
    if (declaring_now)
        return s->trump == NOT_SETTLED;
    return s->trump == (declared(s) ? s->declared[declared(s) - 1].trump : trump_of_kitty(s)) &&
           s->trump <= TRACTOR_NO_TRUMP;
}

static bool take_all(cav_cards *left, cav_cards cards)
{
    if (!is_set(cards) || !cards_contain(*left, cards))
        return false;
    *left = cards_minus(*left, cards);
    return true;
}

/* Sizes; and that a seat has the cards that it showed, and none that it is known to lack. */
static bool valid_hand(const tr_state *s, int seat)
{
    const int held = cards_count(s->hands[seat]), size = s->head.hand_sizes[seat];
    const int extra = s->head.phase == BURYING && seat == s->dealer ? KITTY : 0;
    if (size != HAND + extra - cards_count(s->played[seat]) || (s->lacks[seat] & ~every_kind) ||
        s->pairless[seat] >> TRACTOR_SUITS)
        return false;
    if (s->head.phase < PLAYING && (s->lacks[seat] || s->pairless[seat] || s->played[seat].any))
        return false;
    if (!sees_hand(s, seat))
        return cards_equal(s->hands[seat], known_in_hand(s, seat));
    if (held != size)
        return false;
    if (s->head.phase == OVER)
        return true;
    const cav_cards certain = known_in_hand(s, seat);
    return cards_contain(s->hands[seat], certain) &&
           !(cards_minus(s->hands[seat], certain).any & barred(s, seat));
}

static bool valid_cards(const tr_state *s)
{
    cav_cards left = {every_kind, every_kind};
    if (!take_all(&left, s->buried))
        return false;
    for (int seat = 0; seat < SEATS; seat++)
        if (!take_all(&left, s->played[seat]) || !take_all(&left, s->hands[seat]) || !valid_hand(s, seat))
            return false;
    const bool buries = s->head.phase >= PLAYING, hidden = !sees_buried(s);
    if (cards_count(s->buried) != (buries && !hidden ? KITTY : 0))
        return false;
    /* TR-4: what the dealer showed and has not played is in the hand or buried. */
    if (buries && !cards_contain(hidden ? left : plus(s->hands[s->dealer], s->buried), known(s, s->dealer)))
        return false;
    if (s->head.phase == DECLARING && s->head.viewer == CAV_FULL && !take_all(&left, cards_of_kitty(s)))
        return false;
    if (s->head.viewer == CAV_FULL || s->head.phase == OVER)
        return left.any == 0;
    const spread what = unseen_cards(s);
    int room = 0;
    for (int place = 0; place < SPREAD_PLACES; place++)
        room += what.room[place];
    return room == what.count && spread_is_possible(&what);
}

/* What each seat has played in the trick, from the leader on, reads as it says, and the best of it leads. */
static bool valid_trick(const tr_state *s, int *plays)
{
    static const cav_move bare[SEATS] = {{0}};
    const tractor_rules rules = rules_of(s);
    tractor_reading best = {0};
    int leading = NO_SEAT, size = 0;
    *plays = s->leading == NO_SEAT ? 0 : s->head.phase == OVER ? SEATS : (s->head.turn + SEATS - s->leader) % SEATS;
    if (*plays == 0)
        return s->leading == NO_SEAT && s->head.phase == PLAYING && s->head.turn == s->leader &&
               memcmp(s->trick, bare, sizeof bare) == 0;
    for (int i = 0; i < SEATS; i++) {
        const int seat = (s->leader + i) % SEATS;
        const cav_move *act = &s->trick[seat];
        if (i >= *plays) {
            if (memcmp(act, bare, sizeof *act) != 0)
                return false;
            continue;
        }
        if (!is_set(act->cards) || !cards_contain(s->played[seat], act->cards))
            return false;
        cav_move read;
        write_play(&rules, act->cards, &read);
        const tractor_reading reading = tractor_read(&rules, act->cards);
        if (memcmp(&read, act, sizeof read) != 0 || (i == 0 && !reading.shape) ||
            (i > 0 && cards_count(act->cards) != size))
            return false;
        size = i == 0 ? tractor_size(&reading) : size;
        if (i == 0 || tractor_beats(&reading, &best)) {
            best = reading;
            leading = seat;
        }
    }
    return s->leading == leading;
}

/* Tricks and points fit the cards that were played, and all seats have played as many to the tricks that are over. */
static bool valid_tricks(const tr_state *s)
{
    int plays, points = 0, captured = 0, tricks = 0;
    if (s->leader < 0 || s->leader >= SEATS || s->leading < NO_SEAT || s->leading >= SEATS || !valid_trick(s, &plays))
        return false;
    const bool open = s->head.phase == PLAYING;
    const int last = (s->leader + SEATS - 1) % SEATS; /* the seat that plays last to a trick */
    const int before = cards_count(s->played[last]) - (open ? 0 : cards_count(s->trick[last].cards));
    for (int seat = 0; seat < SEATS; seat++) {
        const int in_trick = cards_count(s->trick[seat].cards);
        if (cards_count(s->played[seat]) != before + in_trick)
            return false;
        points += points_of(s->played[seat]) - (open ? points_of(s->trick[seat].cards) : 0);
        captured += s->captured[seat];
        tricks += s->tricks[seat];
        if (s->tricks[seat] > HAND || s->captured[seat] % 5 || (s->captured[seat] && !s->tricks[seat]))
            return false;
    }
    const int over = open ? before : HAND; /* cards that each has played to tricks that are over */
    if (captured != points || tricks > over || (tricks == 0) != (over == 0))
        return false;
    if (!open)
        return before + cards_count(s->trick[s->leader].cards) == HAND && s->tricks[s->leading] > 0;
    return before < HAND && (tricks == 0 ? s->leader == s->dealer : s->tricks[s->leader] > 0);
}

static bool nothing_played(const tr_state *s)
{
    static const cav_move bare[SEATS] = {{0}};
    static const uint8_t none[SEATS] = {0};
    return s->leader == NO_SEAT && s->leading == NO_SEAT && memcmp(s->trick, bare, sizeof bare) == 0 &&
           memcmp(s->tricks, none, SEATS) == 0 && memcmp(s->captured, none, SEATS) == 0;
}

/* The deal is played at the level of the side that spoke first; at the end the winners have risen. */
static bool valid_levels(const tr_state *s)
{
    int rises[SIDES] = {0};
    bool past = false;
    if (s->head.phase == OVER) {
        const account a = account_of(s);
        rises[a.winners] = a.rise;
    }
    for (int side = 0; side < SIDES; side++) {
        const int level = s->levels[side], rise = rises[side];
        const bool played_at = side == side_of(s->opener);
        past |= level == PAST_ACE;
        if (level == PAST_ACE ? rise == 0 || (played_at && s->level + rise < PAST_ACE)
                              : level < rise || level > PAST_ACE || (played_at && level - rise != s->level))
            return false;
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (s->head.scores[seat] != s->levels[side_of(seat)] + LOWEST_PRINTED)
            return false;
    return s->head.match_over == past;
}

static bool valid(const cav_state *state)
{
    static const uint8_t zero[sizeof look(NULL)->zero] = {0};
    const tr_state *s = look(state);
    const bool over = s->head.phase == OVER;
    if (s->head.players != SEATS || s->head.redeal || memcmp(s->zero, zero, sizeof zero) != 0 || s->opener < 0 ||
        s->opener >= SEATS || s->level < 0 || s->level >= PAST_ACE || s->first_dealer > CAV_TRACTOR_FIXED ||
        (s->head.turn < 0) != over)
        return false;
    if (!valid_declarations(s) || !valid_trump(s) || s->dealer != dealer_now(s) ||
        (s->head.phase == BURYING && s->head.turn != s->dealer))
        return false;
    return valid_cards(s) && (s->head.phase < PLAYING ? nothing_played(s) : valid_tricks(s)) && valid_levels(s);
}

/* ---- Table ----------------------------------------------------------------- */

static int void_suits(const tr_state *s, int seat)
{
    const tractor_rules rules = rules_of(s);
    int suits = 0;
    for (int suit = 0; suit < TRACTOR_SUITS; suit++) {
        const uint64_t kinds = tractor_kinds(&rules, suit);
        suits |= (kinds && !(kinds & ~s->lacks[seat])) << suit;
    }
    return suits;
}

static void show_declarations(const tr_state *s, cav_tractor_table *t)
{
    t->strength = strength_to_beat(s);
    for (int i = 0; i < MOST_DECLARED; i++) {
        t->declarers[i] = s->declared[i].seat;
        if (s->declared[i].seat != NO_SEAT)
            t->declarations[i] = (cav_move){.kind = CAV_DECLARE, .cards = cards_of_declaration(s, s->declared[i])};
    }
}

static void show_seat(const tr_state *s, int seat, cav_tractor_table *t)
{
    t->points[seat] = s->captured[seat];
    t->tricks[seat] = s->tricks[seat];
    t->trick[seat] = s->trick[seat];
    t->pairless[seat] = s->pairless[seat];
    t->voids[seat] = s->lacks[seat] ? void_suits(s, seat) : 0;
    t->shown[seat] = s->head.phase == OVER ? (cav_cards){0, 0} : known(s, seat);
}

static int led_suit(const tr_state *s)
{
    if (s->leading == NO_SEAT)
        return -1;
    const tractor_rules rules = rules_of(s);
    return lead_of(s, &rules).suit;
}

static void table(const cav_state *state, void *into)
{
    const tr_state *s = look(state);
    const bool over = s->head.phase == OVER;
    cav_tractor_table *t = into;
    *t = (cav_tractor_table){
        .dealer = s->dealer,
        .opener = s->opener,
        .level = s->level,
        .trump = s->trump == NOT_SETTLED ? CAV_UNREAD : CAV_CLUBS + s->trump,
        .passes = s->passes,
        .attackers = over ? account_of(s).attackers : captured_by_attackers(s),
        .leader = s->leader,
        .leading = s->leading,
        .led_suit = led_suit(s),
        .buried = over ? s->buried : (cav_cards){0, 0},
    };
    for (int side = 0; side < SIDES; side++)
        t->levels[side] = s->levels[side] < PAST_ACE ? s->levels[side] : PAST_ACE - 1;
    for (int i = 0; i < KITTY; i++)
        t->kitty[i] = kitty_is_open(s) ? s->kitty[i] : -1;
    show_declarations(s, t);
    for (int seat = 0; seat < SEATS; seat++)
        show_seat(s, seat, t);
}

#define OPTION(...) OPTION_OF(cav_tractor_options, __VA_ARGS__)
#define FIELD(...) FIELD_OF(cav_tractor_table, __VA_ARGS__)

static const char *const first_dealers[] = {"first", "final", "fixed", NULL};
static const char *const suits[] = {"C", "D", "H", "S", "trump", NULL}; /* effective ones */

static const cav_field option_fields[] = {
    OPTION(levels, CAV_FIELD_RANK, SIDES, 0, PAST_ACE - 1, 0),
    OPTION(dealer, CAV_FIELD_SEAT, 1, NO_SEAT, SEATS - 1, NO_SEAT),
    CHOICE_OF(cav_tractor_options, first_dealer, 1, first_dealers),
    {0},
};

static const cav_field table_fields[] = {
    FIELD(dealer, CAV_FIELD_SEAT, 1),
    FIELD(opener, CAV_FIELD_SEAT, 1),
    FIELD(levels, CAV_FIELD_RANK, SIDES),
    FIELD(level, CAV_FIELD_RANK, 1),
    FIELD(trump, CAV_FIELD_SHAPE, 1),
    FIELD(declarers, CAV_FIELD_LIST, MOST_DECLARED),
    FIELD(declarations, CAV_FIELD_MOVE, MOST_DECLARED),
    FIELD(strength, CAV_FIELD_INT, 1),
    FIELD(passes, CAV_FIELD_INT, 1),
    FIELD(attackers, CAV_FIELD_INT, 1),
    FIELD(points, CAV_FIELD_INT, SEATS),
    FIELD(tricks, CAV_FIELD_INT, SEATS),
    FIELD(leader, CAV_FIELD_SEAT, 1),
    FIELD(leading, CAV_FIELD_SEAT, 1),
    CHOICE_OF(cav_tractor_table, led_suit, 1, suits),
    NAMED_OF(cav_tractor_table, voids, CAV_FIELD_CHOICES, SEATS, suits),
    NAMED_OF(cav_tractor_table, pairless, CAV_FIELD_CHOICES, SEATS, suits),
    FIELD(kitty, CAV_FIELD_CARD_LIST, KITTY),
    FIELD(shown, CAV_FIELD_CARDS, SEATS),
    FIELD(buried, CAV_FIELD_CARDS, 1),
    FIELD(trick, CAV_FIELD_MOVE, SEATS),
    {0},
};

const cav_game game_tractor = {
    .about =
        {
            .name = "tractor",
            .title = "Tractor",
            .direction = "counter-clockwise",
            .players = SEATS,
            .deck = CAV_FRENCH,
            .sides = {0, 1, 0, 1},
            .pack = {((uint64_t)1 << KINDS) - 1, ((uint64_t)1 << KINDS) - 1},
            .phases = phases,
            .options = option_fields,
            .table = table_fields,
            .options_size = sizeof(cav_tractor_options),
            .table_size = sizeof(cav_tractor_table),
        },
    .state_size = sizeof(tr_state),
    .begin = begin,
    .dealt = dealt,
    .owner = owner,
    .deal = deal,
    .count = count,
    .nth = nth,
    .index = index_of,
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
