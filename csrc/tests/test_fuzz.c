/* Whatever comes from outside, nothing crashes, hangs or reads out of bounds: damaged records, wild moves, wild text
 * and wild set-ups. The rounds are fixed and repeat; the first argument says how many (default: a few seconds), the
 * second from which seed on. Sanitizers make the most of it. */
#include <stdlib.h>

#include "engine/game.h"

#include "naive_guandan.h"
#include "table.h"
#include "test.h"

#ifdef NDEBUG
enum { ROUNDS = 60000 };
#else
enum { ROUNDS = 15000 }; /* builds with sanitizers are ten times slower */
#endif

enum {
    POOL = 64, /* valid positions that damage starts from */
    MOST_LISTED = 2000,
    MOST_STEPS = 5000 /* a deal that is not over then never ends */
};

static cav_rng rng;
static int rounds = ROUNDS;
static cav_state pool[POOL];

static uint64_t below(uint64_t n) { return cav_rng_below(&rng, n); }
static bool one_in(uint64_t n) { return below(n) == 0; }

/* A copy of exactly `size` bytes, so that a sanitizer sees a read beyond them. Freed by the caller. */
static void *exactly(const void *bytes, size_t size)
{
    void *copy = malloc(size);
    if (size && !copy)
        abort();
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

static void fill_randomly(void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)cav_rng_next(&rng);
}

/* A position of any game, from anywhere in a match; every third is a view. */
static cav_state fresh_position(void)
{
    cav_state state = begun(cav_game_at((int)below((uint64_t)cav_game_count())), cav_rng_next(&rng));
    if (one_in(2))
        wander(&state, &rng, below(one_in(4) ? 400 : 60));
    stroll(&state, &rng, below(one_in(4) ? 200 : 60));
    if (one_in(3))
        cav_state_view(&state, (int)below(state.head.players + 1u) - 1, &state);
    return state;
}

static void fill_pool(void)
{
    for (int i = 0; i < POOL; i++)
        pool[i] = fresh_position();
}

static const cav_state *any_position(void) { return &pool[below(POOL)]; }

/* ---- What an accepted position must stand ------------------------------------------------------ */

static bool is_accepted(const cav_state *state)
{
    cav_state loaded;
    return !cav_state_load(state, state->head.size, &loaded) && cav_state_equal(&loaded, state);
}

static bool same_move(const cav_move *a, const cav_move *b) { return memcmp(a, b, sizeof *a) == 0; }

static void check_moves(const cav_state *state)
{
    static cav_move list[MOST_LISTED];
    const uint64_t count = cav_state_count(state);
    const size_t listed = cav_state_list(state, list, MOST_LISTED);
    const bool known = state->head.viewer == CAV_FULL || state->head.viewer == state->head.turn;
    CHECK((count > 0) == (state->head.turn >= 0 && known));
    CHECK(listed == (count < MOST_LISTED ? count : MOST_LISTED));
    for (size_t i = 0; i < listed; i++) {
        cav_move nth;
        CHECK(!cav_state_nth(state, i, &nth) && same_move(&nth, &list[i]));
        CHECK(!cav_state_check(state, &nth) && same_move(&nth, &list[i]));
    }
    if (count == 0)
        return;
    cav_move move, read;
    char text[1024];
    size_t at;
    CHECK(!cav_state_nth(state, count - 1, &move) && !cav_state_check(state, &move));
    CHECK(!cav_state_nth(state, below(count), &move));
    const size_t length = cav_move_format(cav_state_game(state), &move, (cav_style)below(2), text, sizeof text);
    char *copy = exactly(text, length);
    CHECK(!cav_move_parse(state, copy, length, &read, &at) && same_move(&read, &move));
    free(copy);
}

static void check_table_and_result(const cav_state *state)
{
    cav_result result;
    const cav_game_info *info = cav_game_about(cav_state_game(state));
    void *table = malloc(info->table_size);
    cav_state_table(state, table);
    free(table);
    if (!cav_state_result(state, &result)) {
        int64_t sum = 0;
        for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
            sum += result.points[seat];
        CHECK(state->head.turn < 0 && sum == 0 && result.count >= 0 && result.count <= CAV_MAX_LINES);
    } else {
        CHECK(state->head.turn >= 0);
    }
    for (int seat = -2; seat < CAV_MAX_SEATS + 2; seat++)
        CHECK(cav_cards_contain(info->pack, cav_state_hand(state, seat)));
    uint8_t stock[CAV_MAX_PACK];
    CHECK(cav_state_stock(state, stock) <= CAV_MAX_PACK);
    cav_state_hash(state);
}

static void check_views(const cav_state *state)
{
    for (int viewer = CAV_SPECTATOR; viewer < state->head.players; viewer++) {
        cav_state view, again, sampled;
        if (cav_state_view(state, viewer, &view)) {
            CHECK(state->head.viewer != CAV_FULL && state->head.viewer != viewer);
            continue;
        }
        CHECK(is_accepted(&view));
        check_table_and_result(&view);
        CHECK(cav_state_playout(&view, &rng) == 0);
        CHECK(!cav_state_sample(&view, &rng, &sampled) && is_accepted(&sampled));
        CHECK(!cav_state_view(&sampled, viewer, &again) && cav_state_equal(&again, &view));
        if (one_in(4))
            check_moves(&view);
    }
}

/* Plays to the end of the deal, and begins the next ones; each position on the way must be accepted as well. */
static void check_play(const cav_state *from)
{
    cav_state state, played;
    cav_event events[CAV_MAX_EVENTS];
    cav_move move;
    int steps = 0;
    cav_state_copy(&state, from);
    for (; steps < MOST_STEPS && !cav_state_pick(&state, &rng, &move); steps++) {
        cav_log log = {events, CAV_MAX_EVENTS, 0};
        CHECK(!cav_state_play(&state, &move, &log));
        CHECK(log.count > 0 && log.count <= CAV_MAX_EVENTS);
        if (one_in(8) || state.head.turn < 0)
            CHECK(is_accepted(&state));
        if (one_in(32))
            check_moves(&state);
    }
    CHECK(steps < MOST_STEPS && state.head.turn == -1);
    check_table_and_result(&state);
    check_views(&state);
    if (steps == MOST_STEPS)
        return;
    cav_state_copy(&played, from);
    cav_state_playout(&played, &rng);
    CHECK(played.head.turn == -1 && is_accepted(&played));
    if (!cav_state_next_deal(&played, NULL)) {
        const bool to_play = played.head.turn >= 0; /* a deal can be over at once */
        CHECK(is_accepted(&played) && (cav_state_playout(&played, &rng) > 0) == to_play && is_accepted(&played));
    }
}

static void check_accepted(const cav_state *state)
{
    CHECK(is_accepted(state));
    check_moves(state);
    check_table_and_result(state);
    check_views(state);
    if (state->head.viewer == CAV_FULL)
        check_play(state);
}

/* ---- Records -------------------------------------------------------------------------------------- */

static const uint64_t edges[] = {0, 1, 2, 3, 7, 8, 15, 16, 17, 20, 53, 54, 63, 64, 127, 128, 253, 254, 255};

/* Damages some bytes in use. Half of the ways keep sums and sizes, so that the damage is harder to see. */
static void damage(cav_state *state, size_t size)
{
    uint8_t *bytes = (uint8_t *)state;
    const size_t at = below(size), to = below(size), word = at / 8 * 8, other = to / 8 * 8;
    const cav_state *donor = any_position();
    uint64_t a, b;
    switch (below(10)) {
    case 0:
        bytes[at] ^= (uint8_t)(1 << below(8));
        break;
    case 1:
        bytes[at] = (uint8_t)edges[below(sizeof edges / sizeof edges[0])];
        break;
    case 2:
        bytes[at] = (uint8_t)(bytes[at] + (one_in(2) ? 1 : -1));
        break;
    case 3: /* a stretch out of another position */
        for (size_t i = at; i < size && i < at + 1 + to % 48; i++)
            bytes[i] = ((const uint8_t *)donor)[i];
        break;
    case 4: /* a byte goes to two places */
        bytes[at] = bytes[to];
        break;
    case 5: /* words change places */
    case 6:
        memcpy(&a, bytes + word, 8);
        memcpy(&b, bytes + other, 8);
        memcpy(bytes + word, &b, 8);
        memcpy(bytes + other, &a, 8);
        break;
    default: /* two words exchange two bits: cards change places, and no count changes */
        memcpy(&a, bytes + word, 8);
        memcpy(&b, bytes + other, 8);
        for (int tries = 0; tries < 200 && word != other; tries++) {
            const uint64_t mine = (uint64_t)1 << below(64), theirs = (uint64_t)1 << below(64);
            if ((a & mine) && !(b & mine) && (b & theirs) && !(a & theirs)) {
                a ^= mine ^ theirs;
                b ^= mine ^ theirs;
                break;
            }
        }
        memcpy(bytes + word, &a, 8);
        memcpy(bytes + other, &b, 8);
    }
}

static int accepted, refused;

static void load_and_check(const void *bytes, size_t size)
{
    uint8_t *copy = exactly(bytes, size);
    cav_state loaded, before;
    memset(&loaded, 0xee, sizeof loaded);
    before = loaded;
    const cav_error *error = cav_state_load(copy, size, &loaded);
    accepted += !error;
    refused += error != NULL;
    if (error)
        CHECK(error->kind == CAV_BAD_RECORD && memcmp(&loaded, &before, sizeof loaded) == 0);
    else
        check_accepted(&loaded);
    if (!error && one_in(4)) /* to be damaged further: small steps lead far from what play can reach */
        pool[below(POOL)] = loaded;
    free(copy);
}

static void fuzz_records(void)
{
    accepted = refused = 0;
    for (int round = 0; round < rounds; round++) {
        if (one_in(16))
            pool[below(POOL)] = fresh_position();
        cav_state state = *any_position();
        const size_t size = state.head.size;
        for (uint64_t times = 1 + below(one_in(8) ? 12 : 3); times > 0; times--)
            damage(&state, size);
        load_and_check(&state, one_in(30) ? below(sizeof state + 1) : size);
    }
    printf("     %d damaged records accepted, %d refused\n", accepted, refused);
    CHECK(rounds < 1000 || (accepted > rounds / 100 && refused > rounds / 100));
}

static void fuzz_random_bytes(void)
{
    for (int round = 0; round < rounds; round++) {
        uint8_t bytes[sizeof(cav_state) + 8];
        const size_t size = below(sizeof bytes + 1);
        fill_randomly(bytes, sizeof bytes);
        if (one_in(2)) { /* past the first check */
            const cav_state *like = any_position();
            memcpy(bytes, like, one_in(2) ? sizeof(cav_head) : 8);
            load_and_check(bytes, like->head.size);
        } else {
            load_and_check(bytes, size);
        }
    }
}

/* ---- Moves -------------------------------------------------------------------------------------------- */

/* A move by its class: what is interchangeable by rule, and what may be left out, counts as the same. `b` is listed. */
static bool same_class(const cav_game *game, const cav_move *a, const cav_move *b)
{
    int ranks[64] = {0};
    const bool left_out = a->kind == CAV_CALL && a->amount == 0;
    if (a->kind != b->kind || (a->amount != b->amount && !left_out))
        return false;
    if (!game->suitless) {
        const bool unread = a->kind == CAV_PLAY && !a->shape && !a->rank && !a->length;
        return memcmp(&a->cards, &b->cards, sizeof a->cards) == 0 &&
               (unread || (a->shape == b->shape && a->rank == b->rank && a->length == b->length));
    }
    if (cav_cards_count(a->cards) != cav_cards_count(b->cards))
        return false;
    for (int card = 0; card < 64; card++) {
        const int rank = cav_card_rank(game->about.deck, card);
        if (rank >= 0)
            ranks[rank] += (int)(a->cards.any >> card & 1) - (int)(b->cards.any >> card & 1);
        else if ((a->cards.any | b->cards.any) >> card & 1)
            return false;
    }
    for (int rank = 0; rank < 64; rank++)
        if (ranks[rank])
            return false;
    return a->cards.both == 0 && (!a->shape || (a->shape == b->shape)) && (!a->shape || a->rank == b->rank) &&
           (!a->shape || a->length == b->length) && (a->shape || (!a->rank && !a->length));
}

static cav_move wild_move(const cav_move *list, size_t count)
{
    cav_move move;
    fill_randomly(&move, sizeof move);
    if (one_in(8))
        return move;
    if (count == 0 || one_in(4)) {
        move.kind = (uint8_t)below(CAV_KINDS + 1);
        move.amount = (int32_t)below(one_in(2) ? 6 : 1100) - 1;
        move.shape = move.rank = move.length = 0;
        move.cards = (cav_cards){move.cards.any & cav_rng_next(&rng) & cav_rng_next(&rng), 0};
        return move;
    }
    move = list[below(count)];
    switch (below(7)) {
    case 0:
        ((uint8_t *)&move)[below(sizeof move)] ^= (uint8_t)(1 << below(8));
        break;
    case 1:
        move.cards.any ^= (uint64_t)1 << below(54);
        move.shape = move.rank = move.length = 0;
        break;
    case 2: /* other suits of the same ranks */
        for (int tries = 0; tries < 20; tries++) {
            const uint64_t card = below(52), other = (card + 13 * (1 + below(3))) % 52;
            if ((move.cards.any >> card & 1) && !(move.cards.any >> other & 1))
                move.cards.any ^= (uint64_t)1 << card | (uint64_t)1 << other;
        }
        break;
    case 3:
        move.shape = one_in(2) ? (uint8_t)below(CAV_SHAPES + 1) : 0;
        move.length = one_in(2) ? (uint8_t)below(14) : 0;
        move.rank = one_in(2) ? (uint8_t)below(16) : 0;
        break;
    case 4: /* amounts beside those that are legal */
        move.amount = one_in(3) ? 0 : list[one_in(2) ? 0 : count - 1].amount + (int32_t)below(3) - 1;
        break;
    case 5: /* another kind with the amount of this */
        move.kind = (uint8_t)(CAV_FOLD + below(CAV_RAISE - CAV_FOLD + 1));
        break;
    default:
        move.cards.any = move.cards.any & cav_rng_next(&rng);
        move.shape = move.rank = move.length = 0;
    }
    return move;
}

/* Zheng Shangyou: the opening has the 3 of hearts (27), which no other three stands for (ZSY-2). */
static bool lacks_opening_card(const cav_state *position, const cav_move *play)
{
    const cav_cards hand = cav_state_hand(position, position->head.turn);
    return cav_state_game(position) == cav_game_find("zhengshangyou") &&
           (hand.any & ~play->cards.any & (uint64_t)1 << 27);
}

/* How many of the listed moves a play of Guandan can stand for: one for each reading of its cards that is named, or
 * left open, and has its class in the list. `*first` gets the index of the first. */
static int readings_listed(const cav_state *position, const cav_move *play, const cav_move *list, size_t listed,
                           size_t *first)
{
    cav_guandan_table table;
    gd_reading readings[GD_MOST_READINGS];
    int found = 0;
    *first = listed;
    cav_state_table(position, &table);
    if (play->amount || (play->cards.both & ~play->cards.any))
        return 0;
    const bool open = !play->shape && !play->rank && !play->length;
    const int count = cav_cards_count(play->cards) <= 10 ? gd_readings(play->cards, table.level, readings) : 0;
    for (int i = 0; i < count; i++) {
        const gd_reading r = readings[i];
        const gd_key key = gd_key_of(play->cards, table.level, r);
        if (!open && (play->shape != r.shape || play->rank != r.rank || (play->length && play->length != r.length)))
            continue;
        for (size_t j = 0; j < listed; j++) {
            const gd_key other = gd_key_of_play(&list[j], table.level);
            if (list[j].kind == CAV_PLAY && gd_compare(&key, &other) == 0) {
                *first = found++ ? *first : j;
                break;
            }
        }
    }
    return found;
}

/* The index of the one listed move that a move can stand for; `listed` when there is none, or more than one. */
static size_t stands_for(const cav_state *position, const cav_move *move, const cav_move *list, size_t listed)
{
    size_t found = 0;
    if (move->kind == CAV_PLAY && cav_state_game(position) == cav_game_find("guandan"))
        return readings_listed(position, move, list, listed, &found) == 1 ? found : listed;
    while (found < listed && !same_class(cav_state_game(position), move, &list[found]))
        found++;
    return found;
}

/* A move is taken exactly when the list holds one of its class and the cards are held. */
static void fuzz_moves(void)
{
    static cav_move list[MOST_LISTED];
    int taken = 0;
    for (int round = 0; round < rounds / 4; round++) {
        if (one_in(16))
            pool[below(POOL)] = fresh_position();
        const cav_state *position = any_position();
        const size_t listed = cav_state_list(position, list, MOST_LISTED);
        if (listed != cav_state_count(position))
            continue;
        for (int i = 0; i < 12; i++) {
            const cav_move wild = wild_move(list, listed);
            cav_move *checked = exactly(&wild, sizeof wild);
            cav_state state = *position;
            const cav_error *error = cav_state_check(position, checked);
            const size_t found = stands_for(position, &wild, list, listed);
            /* Listed cards are held, unless others stand for them. */
            const bool held = !cav_state_game(position)->canonical ||
                              cav_cards_contain(cav_state_hand(position, position->head.turn), wild.cards);
            CHECK(!error == (found < listed && held && !lacks_opening_card(position, &wild)));
            CHECK(!error || (error->kind == CAV_ILLEGAL_MOVE && same_move(checked, &wild)));
            CHECK(error || (checked->shape == list[found].shape && checked->rank == list[found].rank &&
                            checked->length == list[found].length && checked->amount == list[found].amount));
            const cav_error *played = cav_state_play(&state, &wild, NULL);
            if (position->head.viewer == CAV_FULL)
                CHECK(played == error);
            else
                CHECK(played);
            CHECK(!played == !cav_state_equal(&state, position));
            if (!played)
                CHECK(is_accepted(&state));
            taken += !error;
            char text[1024]; /* wild moves can be written, too */
            CHECK(cav_move_format(cav_state_game(position), &wild, (cav_style)below(2), text, below(sizeof text)) <
                  1000);
            free(checked);
        }
    }
    CHECK(rounds < 1000 || taken > rounds / 20);
}

/* ---- Text ------------------------------------------------------------------------------------------------ */

static const char *const pieces[] = {
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "T",
    "J",
    "Q",
    "K",
    "A",
    "B",
    "R",
    "BJ",
    "RJ",
    "bj",
    "rJ",
    "C",
    "D",
    "H",
    "S",
    "c",
    "d",
    "h",
    "s",
    "\xe2\x99\xa3",
    "\xe2\x99\xa6",
    "\xe2\x99\xa5",
    "\xe2\x99\xa0",
    "\xe2\x99\xa7",
    "\xe2\x99\xa4",
    "\xe2\x99",
    "\xe2",
    "\xef\xb8\x8f",
    "\xef\xb8",
    "\xf0\x9f\x83\x8f",
    " ",
    "  ",
    ",",
    "\t",
    "\n",
    "-",
    "0",
    "1",
    "11",
    "99999999999",
    "pass",
    "bid",
    "play",
    "PLAY",
    "bid 3",
    "fold",
    "check",
    "CALL",
    "call 20",
    "bet",
    "raise",
    "raise 40",
    "lock",
    "return",
    "return 3C",
    "single 3:",
    "full-house",
    "full-house 3:",
    "straight",
    "straight-flush A:",
    "Tube 10 :",
    "joker-bomb RJ:",
    ":",
    "passe",
    "play ",
    "333",
    "3C",
    "3D",
    "ANGEL",
    "matto",
    "MOOR1",
    "16",
    "10d",
    "Kb",
    "declare",
    "discard",
    "bury",
    "V",
    "Vc",
    "RS",
    "bid 3NT",
    "NT",
    "notrump",
    "double",
    "redouble",
    "\x80",
    "\xff",
    ".",
    ";",
    "\"",
    "%s",
    "#",
};
enum { PIECES = sizeof pieces / sizeof pieces[0], TEXT = 160 };

/* Random bytes, random pieces, or the text of a move with some damage. */
static size_t wild_text(const cav_state *position, char text[TEXT])
{
    size_t length = 0;
    cav_move move;
    const uint64_t count = cav_state_count(position), way = below(8);
    if (way == 0) {
        fill_randomly(text, TEXT);
        return below(TEXT);
    }
    if (way < 5 && count > 0) {
        cav_state_nth(position, below(count), &move);
        length = cav_move_format(cav_state_game(position), &move, (cav_style)below(2), text, TEXT);
        length = length < TEXT ? length : TEXT - 1;
    } else {
        for (uint64_t left = below(14); left > 0; left--) {
            const char *piece = pieces[below(PIECES)];
            if (length + strlen(piece) < TEXT)
                memcpy(text + length, piece, strlen(piece));
            length += length + strlen(piece) < TEXT ? strlen(piece) : 0;
        }
    }
    for (uint64_t damages = below(3); damages > 0 && length > 0; damages--) {
        const size_t at = below(length);
        switch (below(4)) {
        case 0:
            text[at] = (char)cav_rng_next(&rng);
            break;
        case 1:
            length = at;
            break;
        case 2:
            memmove(text + at, text + at + 1, --length - at);
            break;
        default:
            text[at] = pieces[below(PIECES)][0];
        }
    }
    return length;
}

static void check_cards_text(const char *text, size_t length)
{
    const size_t capacity = below(40);
    uint8_t *list = malloc(capacity + 1);
    size_t count = 999, at = 0;
    list[capacity] = 0xee;
    const int deck = one_in(20) ? (int)cav_rng_next(&rng) : (int)below(CAV_BOLOGNESE + 1);
    const cav_error *error = cav_cards_parse(deck, text, length, list, capacity, &count, &at);
    CHECK(count <= capacity && at <= length && list[capacity] == 0xee);
    CHECK(!error || (error->kind == CAV_BAD_CARDS && at < length));
    cav_cards cards = {0, 0};
    for (size_t i = 0; i < count; i++) {
        CHECK(list[i] < cav_deck_kinds(deck));
        cav_cards_add(&cards, list[i]);
    }
    char written[600];
    CHECK(cav_cards_format(deck, cards, (cav_style)below(2), written, below(sizeof written)) < sizeof written);
    free(list);
}

static void check_move_text(const cav_state *position, const char *text, size_t length)
{
    cav_state before;
    cav_move move, again;
    size_t at = 0;
    cav_state_copy(&before, position);
    memset(&move, 0xee, sizeof move);
    const cav_error *error = cav_move_parse(position, text, length, &move, &at);
    CHECK(at <= length && cav_state_equal(position, &before));
    CHECK(cav_move_parse(position, text, length, &again, NULL) == error);
    if (error) {
        CHECK((error->kind == CAV_BAD_CARDS || error->kind == CAV_ILLEGAL_MOVE) && move.kind == 0xee);
        return;
    }
    cav_move checked = move;
    CHECK(same_move(&move, &again) && !cav_state_check(position, &checked) && same_move(&checked, &move));
    if (position->head.viewer == CAV_FULL) {
        cav_state state = *position;
        CHECK(!cav_state_play(&state, &move, NULL) && is_accepted(&state));
    }
}

static void fuzz_text(void)
{
    for (int round = 0; round < 5 * rounds; round++) {
        char text[TEXT];
        const cav_state *position = any_position();
        const size_t length = wild_text(position, text);
        char *copy = exactly(text, length);
        check_cards_text(copy, length);
        check_move_text(position, copy, length);
        free(copy);
    }
}

/* ---- Set-ups and options ------------------------------------------------------------------------------------ */

static void wild_setup(cav_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    if (one_in(16)) {
        fill_randomly(setup, sizeof *setup);
        return;
    }
    const uint64_t most = one_in(8) ? 40 : one_in(2) ? 12 : 3;
    for (int seat = 0; seat < CAV_MAX_SEATS - !one_in(16) - one_in(3); seat++) {
        for (uint64_t left = below(most); left > 0; left--)
            cav_cards_add(&setup->hands[seat], (int)below(one_in(16) ? 64 : 54));
        if (one_in(16))
            fill_randomly(&setup->hands[seat], sizeof setup->hands[seat]);
        else if (!one_in(16))
            setup->hands[seat].both = 0;
        for (int other = 0; other < seat && !one_in(16); other++)
            setup->hands[seat].any &= ~setup->hands[other].any;
        setup->hands[seat].both &= setup->hands[seat].any;
    }
    setup->stock_size = one_in(16) ? (int32_t)cav_rng_next(&rng) : (int32_t)below(5) - one_in(8);
    for (int i = 0; i < CAV_MAX_PACK; i++)
        setup->stock[i] = (uint8_t)below(one_in(64) ? 256 : 54);
}

/* Options that are each in its range, mostly near the least, and may not go together. */
static void options_in_range(const cav_game *game, void *options)
{
    for (const cav_field *field = cav_game_about(game)->options; field->name; field++)
        for (int i = 0; i < field->count; i++) {
            const uint64_t range = (uint64_t)((int64_t)field->most - field->least) + 1;
            const int32_t value =
                one_in(16) ? field->most : field->least + (int32_t)below(range > 50 && !one_in(4) ? 50 : range);
            memcpy((char *)options + field->offset + 4 * (size_t)i, &value, sizeof value);
        }
}

static void fuzz_setups(void)
{
    int begun_well = 0;
    for (int round = 0; round < rounds / 2; round++) {
        const cav_game *game = cav_game_at((int)below((uint64_t)cav_game_count()));
        cav_setup setup;
        cav_state state, before;
        uint8_t seed[CAV_SEED_SIZE], options[256];
        fill_randomly(seed, sizeof seed);
        fill_randomly(options, sizeof options);
        if (one_in(2))
            cav_game_defaults(game, options);
        else if (!one_in(4))
            options_in_range(game, options);
        wild_setup(&setup);
        memset(&state, 0xee, sizeof state);
        before = state;
        void *own_options = exactly(options, cav_game_about(game)->options_size);
        const cav_error *error = cav_game_start(game, own_options, seed, &setup, &state, NULL);
        if (error) {
            CHECK(error->kind == CAV_BAD_OPTION || error->kind == CAV_BAD_CARDS);
            CHECK(memcmp(&state, &before, sizeof state) == 0);
        } else {
            begun_well++;
            for (int seat = 0; seat < state.head.players; seat++)
                CHECK(cav_cards_contain(cav_state_hand(&state, seat), setup.hands[seat]));
            if (one_in(4))
                check_accepted(&state);
            else
                CHECK(is_accepted(&state));
        }
        free(own_options);
    }
    CHECK(rounds < 1000 || begun_well > rounds / 100);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        rounds = atoi(argv[1]);
    rng = rng_of(argc > 2 ? (uint32_t)atoi(argv[2]) : 1);
    fill_pool();
    RUN(fuzz_records);
    RUN(fuzz_random_bytes);
    RUN(fuzz_moves);
    RUN(fuzz_text);
    RUN(fuzz_setups);
    return checks_result();
}
