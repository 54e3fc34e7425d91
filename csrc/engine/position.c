/* Positions as values: start, copy, compare, hash, load; and the doors to a game's functions. */
#include <assert.h>
#include <string.h>

#include "engine/game.h"

static_assert(sizeof(cav_move) == 24, "moves are 24 bytes on every platform");
static_assert(sizeof(cav_event) == 32, "events are 32 bytes on every platform");
static_assert(sizeof(cav_head) % 8 == 0, "the head ends on a word");
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "positions are laid out for little-endian machines"
#endif

static const cav_error deal_over = {CAV_ILLEGAL_MOVE, "deal-over", "", "the deal is over"};
static const cav_error match_over = {CAV_ILLEGAL_MOVE, "match-over", "", "the match is over"};
static const cav_error deal_not_over = {CAV_ILLEGAL_MOVE, "deal-not-over", "", "the deal is still being played"};
static const cav_error view_is_closed = {CAV_ILLEGAL_MOVE, "view", "", "a view can be looked at but not played"};
static const cav_error not_your_turn = {CAV_ILLEGAL_MOVE, "not-your-turn", "", "it is another seat's turn"};
static const cav_error no_such_index = {CAV_ILLEGAL_MOVE, "no-such-index", "", "there are not that many legal moves"};
static const cav_error option_range = {CAV_BAD_OPTION, "option-out-of-range", "", "an option is out of its range"};
static const cav_error no_such_seat = {CAV_BAD_OPTION, "no-such-seat", "", "the table has no such seat"};
static const cav_error other_view = {CAV_BAD_OPTION, "other-view", "", "a view shows nothing to another seat"};
static const cav_error too_many_dealt = {CAV_BAD_CARDS, "too-many-cards", "", "more cards are given than are dealt there"};
static const cav_error not_in_pack = {CAV_BAD_CARDS, "not-in-pack", "",
                                      "the pack does not hold these cards, or not as many of them"};
static const cav_error not_a_position = {CAV_BAD_RECORD, "not-a-position", "", "these bytes are no position"};
static const cav_error not_a_view = {CAV_BAD_RECORD, "not-a-view", "", "only a view can be sampled"};

static const cav_game *game_of(const cav_state *state) { return cav_game_at(state->head.game); }

/* ---- Dealing --------------------------------------------------------------- */

/* Counts the places that go to each seat; index CAV_MAX_SEATS: to the stock. */
static void count_places(const cav_state *state, int places[CAV_MAX_SEATS + 1])
{
    const cav_game *game = game_of(state);
    const int dealt = game->dealt(state);
    memset(places, 0, (CAV_MAX_SEATS + 1) * sizeof places[0]);
    for (int place = 0; place < dealt; place++) {
        const int seat = game->owner(state, place);
        places[seat < 0 ? CAV_MAX_SEATS : seat]++;
    }
}

/* Takes the cards of a set-up out of `left`; whether they were all there. */
static bool take_setup(const cav_setup *setup, cav_cards *left)
{
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++) {
        const cav_cards hand = setup->hands[seat];
        if ((hand.both & ~hand.any) || !cards_contain(*left, hand))
            return false;
        *left = cards_minus(*left, hand);
    }
    for (int i = 0; i < setup->stock_size; i++) {
        cav_cards card = {0, 0};
        if (!cav_cards_add(&card, setup->stock[i]) || !cards_contain(*left, card))
            return false;
        *left = cards_minus(*left, card);
    }
    return true;
}

static const cav_error *check_setup(const cav_state *state, const cav_setup *setup)
{
    cav_cards left = game_of(state)->about.pack;
    int places[CAV_MAX_SEATS + 1];
    count_places(state, places);
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
        if (cards_count(setup->hands[seat]) > places[seat])
            return &too_many_dealt;
    if (setup->stock_size < 0 || setup->stock_size > places[CAV_MAX_SEATS])
        return &too_many_dealt;
    return take_setup(setup, &left) ? NULL : &not_in_pack;
}

/* Puts the cards of a set-up in their places and those of `order`, which were drawn, in the places left open. */
static void arrange(const cav_state *state, const cav_setup *setup, uint8_t *order, int dealt)
{
    uint8_t given[CAV_MAX_SEATS][CAV_MAX_PACK], rest[CAV_MAX_PACK];
    int given_count[CAV_MAX_SEATS], given_next[CAV_MAX_SEATS] = {0}, stock_next = 0, rest_next = 0;
    memcpy(rest, order, (size_t)dealt);
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
        given_count[seat] = cav_cards_list(setup->hands[seat], given[seat]);
    for (int place = 0; place < dealt; place++) {
        const int seat = game_of(state)->owner(state, place);
        if (seat < 0 && stock_next < setup->stock_size)
            order[place] = setup->stock[stock_next++];
        else if (seat >= 0 && given_next[seat] < given_count[seat])
            order[place] = given[seat][given_next[seat]++];
        else
            order[place] = rest[rest_next++];
    }
}

static void deal(cav_state *state, const cav_setup *setup, cav_log *log)
{
    const cav_game *game = game_of(state);
    const int dealt = game->dealt(state);
    cav_cards left = game->about.pack;
    uint8_t cards[CAV_MAX_PACK], order[CAV_MAX_PACK];
    cav_rng rng;
    rng_open(&rng, state->head.seed, RNG_DEAL, state->head.deal, state->head.redeal);
    if (setup)
        take_setup(setup, &left);
    const int count = cav_cards_list(left, cards), drawn = count < dealt ? count : dealt;
    rng_draw(&rng, cards, (size_t)count, (size_t)drawn);
    memcpy(order, cards + count - drawn, (size_t)drawn);
    if (setup)
        arrange(state, setup, order, dealt);
    game->deal(state, order, &rng, log);
}

static bool options_fit(const cav_game *game, const void *options)
{
    for (const cav_field *field = game->about.options; field->name; field++)
        for (int i = 0; i < field->count; i++) {
            int32_t value;
            memcpy(&value, (const char *)options + field->offset + 4 * (size_t)i, sizeof value);
            if (value < field->least || value > field->most)
                return false;
        }
    return true;
}

enum { MAX_OPTION_WORDS = 16 };

const cav_error *cav_game_start(const cav_game *game, const void *options, const uint8_t seed[CAV_SEED_SIZE],
                                const cav_setup *setup, cav_state *state, cav_log *log)
{
    uint64_t defaults[MAX_OPTION_WORDS];
    cav_state begun;
    if (!options) {
        assert(game->about.options_size <= sizeof defaults);
        cav_game_defaults(game, defaults);
        options = defaults;
    }
    if (!options_fit(game, options))
        return &option_range;
    memset(&begun, 0, game->state_size);
    begun.head.size = game->state_size;
    begun.head.game = (uint8_t)cav_game_number(game);
    begun.head.players = game->about.players;
    begun.head.viewer = CAV_FULL;
    memcpy(begun.head.seed, seed, CAV_SEED_SIZE);
    const cav_error *error = game->begin(&begun, options);
    if (!error && setup)
        error = check_setup(&begun, setup);
    if (error)
        return error;
    deal(&begun, setup, log);
    cav_state_copy(state, &begun);
    return NULL;
}

/* ---- Values ---------------------------------------------------------------- */

const cav_game *cav_state_game(const cav_state *state) { return game_of(state); }

void cav_state_copy(cav_state *to, const cav_state *from) { memmove(to, from, from->head.size); }

bool cav_state_equal(const cav_state *a, const cav_state *b)
{
    return a->head.size == b->head.size && memcmp(a, b, a->head.size) == 0;
}

uint64_t cav_state_hash(const cav_state *state)
{
    const uint64_t odd = 0x9e3779b97f4a7c15; /* 2^64 over the golden ratio */
    uint64_t hash = state->head.size * odd;
    for (size_t at = 0; at < state->head.size; at += 8) {
        uint64_t word;
        memcpy(&word, (const char *)state + at, 8);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool valid_head(const cav_head *head, size_t size)
{
    static const uint8_t no_seed[CAV_SEED_SIZE] = {0};
    const cav_game *game = cav_game_at(head->game);
    if (!game || head->size != size || game->state_size != size || head->match_over > 1 || head->deal == UINT32_MAX)
        return false; /* of the deals: the one after the last number would pass for the first */
    int phase = 0;
    while (game->about.phases[phase] && phase < head->phase)
        phase++;
    return game->about.phases[phase] && head->players >= 1 && head->players <= CAV_MAX_SEATS && head->turn >= -1 &&
           head->turn < head->players && head->viewer >= CAV_FULL && head->viewer < head->players &&
           (head->viewer == CAV_FULL || memcmp(head->seed, no_seed, sizeof no_seed) == 0);
}

const cav_error *cav_state_load(const void *bytes, size_t size, cav_state *state)
{
    cav_state read;
    if (size < sizeof read.head || size > sizeof read)
        return &not_a_position;
    memcpy(&read, bytes, size);
    if (!valid_head(&read.head, size) || !game_of(&read)->valid(&read))
        return &not_a_position;
    cav_state_copy(state, &read);
    return NULL;
}

cav_cards cav_state_hand(const cav_state *state, int seat)
{
    return seat >= 0 && seat < state->head.players ? game_of(state)->hand(state, seat) : (cav_cards){0, 0};
}

int cav_state_stock(const cav_state *state, uint8_t *list)
{
    return state->head.viewer == CAV_FULL ? game_of(state)->stock(state, list) : 0;
}

/* ---- Moves ----------------------------------------------------------------- */

/* Whether the hand of the seat to act is known. */
static bool open_to_viewer(const cav_head *head) { return head->viewer == CAV_FULL || head->viewer == head->turn; }

uint64_t cav_state_count(const cav_state *state)
{
    return state->head.turn >= 0 && open_to_viewer(&state->head) ? game_of(state)->count(state) : 0;
}

const cav_error *cav_state_nth(const cav_state *state, uint64_t index, cav_move *move)
{
    if (index >= cav_state_count(state))
        return &no_such_index;
    game_of(state)->nth(state, index, move);
    return NULL;
}

size_t cav_state_list(const cav_state *state, cav_move *moves, size_t capacity)
{
    const cav_game *game = game_of(state);
    const uint64_t count = cav_state_count(state);
    const size_t wanted = count < capacity ? (size_t)count : capacity;
    if (wanted && game->list)
        return game->list(state, moves, wanted);
    for (size_t i = 0; i < wanted; i++)
        game->nth(state, i, &moves[i]);
    return wanted;
}

const cav_error *cav_state_check(const cav_state *state, cav_move *move)
{
    if (state->head.turn < 0)
        return state->head.match_over ? &match_over : &deal_over;
    if (!open_to_viewer(&state->head))
        return &not_your_turn;
    return game_of(state)->check(state, move);
}

const cav_error *cav_state_canonical(const cav_state *state, cav_move *move)
{
    cav_move listed = *move;
    const cav_error *error = cav_state_check(state, &listed);
    if (error)
        return error;
    if (game_of(state)->canonical)
        game_of(state)->canonical(state, &listed);
    *move = listed;
    return NULL;
}

const cav_error *cav_state_index(const cav_state *state, const cav_move *move, uint64_t *index)
{
    const cav_game *game = game_of(state);
    cav_move listed = *move, nth;
    const cav_error *error = cav_state_canonical(state, &listed);
    if (error)
        return error;
    if (game->index) {
        *index = game->index(state, &listed);
        return NULL;
    }
    *index = 0;
    for (game->nth(state, 0, &nth); memcmp(&nth, &listed, sizeof nth) != 0; game->nth(state, *index, &nth))
        ++*index;
    return NULL;
}

void cav_state_play_unchecked(cav_state *state, const cav_move *move, cav_log *log)
{
    const played outcome = game_of(state)->play(state, move, log);
    state->head.moves++;
    if (outcome == THROWN_IN) {
        state->head.redeal++;
        deal(state, NULL, log);
    }
}

const cav_error *cav_state_play(cav_state *state, const cav_move *move, cav_log *log)
{
    cav_move read = *move;
    const cav_error *error = state->head.viewer == CAV_FULL ? cav_state_check(state, &read) : &view_is_closed;
    if (!error)
        cav_state_play_unchecked(state, &read, log);
    return error;
}

const cav_error *cav_state_next_deal(cav_state *state, cav_log *log)
{
    if (state->head.viewer != CAV_FULL)
        return &view_is_closed;
    if (state->head.turn >= 0)
        return &deal_not_over;
    if (state->head.match_over)
        return &match_over;
    state->head.deal++;
    state->head.redeal = 0;
    deal(state, NULL, log);
    return NULL;
}

const cav_error *cav_state_result(const cav_state *state, cav_result *result)
{
    if (state->head.turn >= 0)
        return &deal_not_over;
    memset(result, 0, sizeof *result);
    game_of(state)->result(state, result);
    return NULL;
}

void cav_state_table(const cav_state *state, void *table) { game_of(state)->table(state, table); }

/* ---- Secrecy --------------------------------------------------------------- */

const cav_error *cav_state_view(const cav_state *from, int viewer, cav_state *view)
{
    if (viewer < CAV_SPECTATOR || viewer >= from->head.players)
        return &no_such_seat;
    if (from->head.viewer != CAV_FULL && from->head.viewer != viewer)
        return &other_view;
    cav_state_copy(view, from);
    view->head.viewer = (int8_t)viewer;
    memset(view->head.seed, 0, CAV_SEED_SIZE);
    game_of(view)->hide(view);
    return NULL;
}

const cav_error *cav_state_sample(const cav_state *view, cav_rng *rng, cav_state *state)
{
    if (view->head.viewer == CAV_FULL)
        return &not_a_view;
    cav_state_copy(state, view);
    game_of(state)->complete(state, rng);
    state->head.viewer = CAV_FULL;
    rng_seed(rng, state->head.seed);
    return NULL;
}
