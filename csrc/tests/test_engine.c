/* What the engine promises of every game: values, set-ups, legal moves, secrecy, samples, events. Everything here runs
 * over all games of the registry; where a fact of one game is needed, the test says so. */
#include <stddef.h>

#include "base/rng.h"

#include "table.h"
#include "test.h"

enum { MOST_MOVES = 20000, MOST_TRIES = 60, MOST_STEPS = 300, MATCHES = 25, TABLE_SIZE = 4096 };

/* Walks through random matches of all games: calls `visit` at every position, the ends of deals included. Every other
 * match is played timidly, so that it lasts for many deals where there can be many. */
typedef void visitor(cav_state *state, cav_rng *rng);

static void walk(visitor *visit, uint32_t matches)
{
    for (int number = 0; number < cav_game_count(); number++)
        for (uint32_t match = 0; match < matches; match++) {
            cav_state state = begun(cav_game_at(number), match);
            cav_rng rng = rng_of(1000 + match);
            int steps = 0;
            for (visit(&state, &rng); steps < MOST_STEPS && step(&state, &rng, match % 2); steps++)
                visit(&state, &rng);
            CHECK(steps == MOST_STEPS || state.head.match_over); /* a long match is left where it stands */
        }
}

static bool is_error(const cav_error *error, cav_error_kind kind, const char *code)
{
    return error && error->kind == kind && strcmp(error->code, code) == 0 && error->message[0] && error->rule;
}

static cav_cards pack_of(const cav_state *state) { return cav_game_about(cav_state_game(state))->pack; }

/* ---- Registry ----------------------------------------------------------------------------- */

static void test_registry(void)
{
    CHECK(cav_game_count() >= 1);
    CHECK(!cav_game_at(-1) && !cav_game_at(cav_game_count()) && !cav_game_find("whist") && !cav_game_find(""));
    for (int number = 0; number < cav_game_count(); number++) {
        const cav_game *game = cav_game_at(number);
        const cav_game_info *info = cav_game_about(game);
        CHECK(cav_game_number(game) == number && cav_game_find(info->name) == game);
        CHECK(info->players >= 2 && info->players <= CAV_MAX_SEATS && cav_cards_count(info->pack) <= CAV_MAX_PACK);
        CHECK(info->pack.any >> cav_deck_kinds(info->deck) == 0 && !(info->pack.both & ~info->pack.any));
        CHECK(strcmp(info->direction, "clockwise") == 0 || strcmp(info->direction, "counter-clockwise") == 0);
        CHECK(info->table_size <= TABLE_SIZE);
        /* Every field lies within its struct, and the default within its range. */
        for (const cav_field *field = info->options; field->name; field++) {
            CHECK(field->least <= field->initial && field->initial <= field->most);
            CHECK(field->offset + 4u * field->count <= info->options_size);
        }
        for (const cav_field *field = info->table; field->name; field++) {
            const size_t each = field->type == CAV_FIELD_CARDS ? 16 : field->type == CAV_FIELD_MOVE ? 24 : 4;
            CHECK(field->offset + each * field->count <= info->table_size);
        }
    }
}

/* ---- Start: options and set-ups -------------------------------------------------------------- */

/* Starts and checks that a refusal writes nothing. */
static const cav_error *try_start(const cav_game *game, const void *options, const cav_setup *setup)
{
    uint8_t seed[CAV_SEED_SIZE];
    cav_state state, before;
    seed_of(1, seed);
    memset(&state, 0xee, sizeof state);
    before = state;
    const cav_error *error = cav_game_start(game, options, seed, setup, &state, NULL);
    CHECK(!error || memcmp(&state, &before, sizeof state) == 0);
    return error;
}

static void test_options_in_range(void)
{
    for (int number = 0; number < cav_game_count(); number++) {
        const cav_game *game = cav_game_at(number);
        int32_t options[64];
        CHECK(cav_game_about(game)->options_size <= sizeof options);
        cav_game_defaults(game, options);
        CHECK(!try_start(game, options, NULL));
        for (const cav_field *field = cav_game_about(game)->options; field->name; field++)
            for (int i = 0; i < field->count; i++) {
                int32_t *option = &options[field->offset / 4 + i];
                const int32_t wrong[] = {field->least - 1, field->most + 1, INT32_MIN, INT32_MAX};
                CHECK(*option == field->initial);
                for (size_t j = 0; j < sizeof wrong / sizeof wrong[0]; j++) {
                    *option = wrong[j];
                    CHECK(is_error(try_start(game, options, NULL), CAV_BAD_OPTION, "option-out-of-range"));
                }
                for (int end = 0; end < 2; end++) { /* what is in its range may yet not go with the other options */
                    *option = end ? field->most : field->least;
                    const cav_error *error = try_start(game, options, NULL);
                    CHECK(!error || (error->kind == CAV_BAD_OPTION && strcmp(error->code, "option-out-of-range")));
                }
                *option = field->initial;
            }
    }
}

/* The defaults are what NULL stands for. */
static void test_no_options_are_the_defaults(void)
{
    for (int number = 0; number < cav_game_count(); number++) {
        const cav_game *game = cav_game_at(number);
        int32_t options[64];
        uint8_t seed[CAV_SEED_SIZE];
        cav_setup setup;
        cav_state a, b, c;
        memset(&setup, 0, sizeof setup);
        cav_game_defaults(game, options);
        for (uint32_t i = 0; i < 20; i++) {
            seed_of(i, seed);
            CHECK(!cav_game_start(game, NULL, seed, NULL, &a, NULL));
            CHECK(!cav_game_start(game, options, seed, NULL, &b, NULL));
            CHECK(!cav_game_start(game, NULL, seed, &setup, &c, NULL)); /* an empty set-up sets nothing */
            CHECK(cav_state_equal(&a, &b) && cav_state_equal(&a, &c));
        }
    }
}

static void test_setup_errors(void)
{
    const cav_game *game = cav_game_find("doudizhu"); /* hands of 17, three cards of stock, 54 kinds once each */
    cav_setup setup;
#define REFUSED(code)                                                                                                  \
    do {                                                                                                               \
        CHECK(is_error(try_start(game, NULL, &setup), CAV_BAD_CARDS, code));                                           \
        memset(&setup, 0, sizeof setup);                                                                               \
    } while (0)
    memset(&setup, 0, sizeof setup);
    setup.hands[1].any = (1 << 18) - 1; /* eighteen cards */
    REFUSED("too-many-cards");
    setup.hands[3].any = 1; /* a seat that is not there */
    REFUSED("too-many-cards");
    setup.hands[0] = (cav_cards){1, 1}; /* a card twice in one hand */
    REFUSED("not-in-pack");
    setup.hands[0].any = setup.hands[2].any = 1; /* a card in two hands */
    REFUSED("not-in-pack");
    setup.hands[0].any = (uint64_t)1 << 54; /* no card */
    REFUSED("not-in-pack");
    setup.hands[0] = (cav_cards){0, 1}; /* no multiset */
    REFUSED("not-in-pack");
    setup.stock_size = 4;
    memcpy(setup.stock, "\1\2\3\4", 4);
    REFUSED("too-many-cards");
    setup.stock_size = -1;
    REFUSED("too-many-cards");
    setup.stock_size = INT32_MAX;
    REFUSED("too-many-cards");
    setup.stock_size = 2; /* a card twice in the stock */
    memcpy(setup.stock, "\7\7", 2);
    REFUSED("not-in-pack");
    setup.stock_size = 1; /* a card of a hand in the stock */
    setup.stock[0] = 5;
    setup.hands[2].any = 1 << 5;
    REFUSED("not-in-pack");
    static const uint8_t strangers[] = {54, 63, 64, 128, 255};
    for (size_t i = 0; i < sizeof strangers; i++) {
        setup.stock_size = 1;
        setup.stock[0] = strangers[i];
        REFUSED("not-in-pack");
    }
#undef REFUSED
    setup.hands[0].any = (1 << 17) - 1; /* all places taken by the set-up */
    setup.hands[1].any = (uint64_t)((1 << 17) - 1) << 17;
    setup.hands[2].any = (uint64_t)((1 << 17) - 1) << 34;
    setup.stock_size = 3;
    memcpy(setup.stock, "\x35\x33\x34", 3);
    CHECK(!try_start(game, NULL, &setup));
}

/* The same in every game, as far as the sizes of hands and stock and the pack tell it. */
static void test_setup_errors_of_all_games(void)
{
    for (int number = 0; number < cav_game_count(); number++) {
        const cav_game *game = cav_game_at(number);
        const cav_state model = begun(game, 1);
        uint8_t cards[CAV_MAX_PACK], stock[CAV_MAX_PACK];
        const int stocked = cav_state_stock(&model, stock), count = cav_cards_list(pack_of(&model), cards);
        cav_setup setup;
        for (int seat = 0; seat < CAV_MAX_SEATS; seat++) {
            const int size = seat < model.head.players ? model.head.hand_sizes[seat] : 0;
            memset(&setup, 0, sizeof setup);
            for (int i = 0; i <= size; i++)
                cav_cards_add(&setup.hands[seat], cards[i]);
            CHECK(is_error(try_start(game, NULL, &setup), CAV_BAD_CARDS, "too-many-cards"));
        }
        const int32_t sizes[] = {stocked + 1, -1, CAV_MAX_PACK + 1, INT32_MAX, INT32_MIN};
        memset(&setup, 0, sizeof setup);
        memcpy(setup.stock, cards, (size_t)count);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            setup.stock_size = sizes[i];
            CHECK(is_error(try_start(game, NULL, &setup), CAV_BAD_CARDS, "too-many-cards"));
        }
        for (int kind = 0; kind < 64; kind++) { /* one more of a kind than the pack has, over two hands and the stock */
            int copies = 0;
            memset(&setup, 0, sizeof setup);
            for (int i = 0; i < count; i++)
                copies += cards[i] == kind;
            for (int i = 0; i <= copies; i++)
                cav_cards_add(&setup.hands[i % 2], kind);
            CHECK(is_error(try_start(game, NULL, &setup), CAV_BAD_CARDS, "not-in-pack"));
            setup.hands[0] = (cav_cards){0, 0};
            setup.stock_size = copies > 0;
            setup.stock[0] = (uint8_t)kind;
            CHECK(copies == 0 || stocked == 0 || !try_start(game, NULL, &setup) == (copies == 2));
        }
    }
}

/* A random set-up out of cards of the pack that goes to the hands and the stock as they are sized in `model`. */
static void random_setup(const cav_state *model, cav_rng *rng, cav_setup *setup)
{
    uint8_t cards[CAV_MAX_PACK], stock[CAV_MAX_PACK];
    const int count = cav_cards_list(pack_of(model), cards);
    int next = 0;
    cav_rng_shuffle(rng, cards, (size_t)count);
    memset(setup, 0, sizeof *setup);
    for (int seat = 0; seat < model->head.players; seat++)
        for (uint64_t give = cav_rng_below(rng, model->head.hand_sizes[seat] + 1u); give > 0; give--)
            cav_cards_add(&setup->hands[seat], cards[next++]);
    setup->stock_size = (int32_t)cav_rng_below(rng, (uint64_t)cav_state_stock(model, stock) + 1);
    for (int i = 0; i < setup->stock_size; i++)
        setup->stock[i] = cards[next++];
}

/* The cards that are given lie where they were put; the others are dealt, each once. */
static void test_setup_places_cards(void)
{
    cav_rng rng = rng_of(2);
    for (int number = 0; number < cav_game_count(); number++)
        for (uint32_t i = 0; i < 200; i++) {
            const cav_game *game = cav_game_at(number);
            const cav_state model = begun(game, i);
            uint8_t seed[CAV_SEED_SIZE], stock[CAV_MAX_PACK];
            cav_setup setup;
            cav_state state, other, again;
            random_setup(&model, &rng, &setup);
            seed_of(i, seed);
            CHECK(!cav_game_start(game, NULL, seed, &setup, &state, NULL));
            CHECK(!cav_game_start(game, NULL, seed, &setup, &again, NULL) && cav_state_equal(&state, &again));
            cav_cards left = cav_game_about(game)->pack;
            for (int seat = 0; seat < state.head.players; seat++) {
                const cav_cards hand = cav_state_hand(&state, seat);
                CHECK(cav_cards_contain(hand, setup.hands[seat]));
                CHECK(cav_cards_count(hand) == model.head.hand_sizes[seat]);
                CHECK(state.head.hand_sizes[seat] == model.head.hand_sizes[seat]);
                CHECK(cav_cards_contain(left, hand));
                left = cav_cards_minus(left, hand);
            }
            const int stocked = cav_state_stock(&model, stock);
            memset(stock, 0xee, sizeof stock);
            CHECK(cav_state_stock(&state, stock) == stocked && stock[stocked] == 0xee);
            cav_cards lying = {0, 0}, put = {0, 0};
            for (int j = 0; j < stocked; j++)
                CHECK(cav_cards_add(&lying, stock[j]));
            for (int j = 0; j < setup.stock_size; j++)
                cav_cards_add(&put, setup.stock[j]);
            CHECK(cav_cards_contain(left, lying) && cav_cards_contain(lying, put));
            /* What is left open depends on the seed; also who deals, and so, in Ottocento, whose hand is larger. */
            seed_of(i + 1, seed);
            const cav_error *error = cav_game_start(game, NULL, seed, &setup, &other, NULL);
            CHECK(error ? is_error(error, CAV_BAD_CARDS, "too-many-cards") : !cav_state_equal(&state, &other));
        }
}

/* The cards left open are dealt evenly: a card of the pack goes to each open place as often (doudizhu). */
static void test_setup_deals_the_rest_evenly(void)
{
    const cav_game *game = cav_game_find("doudizhu");
    cav_setup setup;
    uint32_t seen[4] = {0};
    memset(&setup, 0, sizeof setup);
    setup.hands[0].any = (1 << 16) - 1;                   /* one place open */
    setup.hands[1].any = (uint64_t)((1 << 16) - 1) << 16; /* one place open */
    setup.hands[2].any = (uint64_t)((1 << 16) - 1) << 32; /* one place open */
    memcpy(setup.stock, "\x30\x31", 2);                   /* one place open */
    setup.stock_size = 2;
    for (uint32_t i = 0; i < 4000; i++) {
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state;
        seed_of(i, seed);
        CHECK(!cav_game_start(game, NULL, seed, &setup, &state, NULL));
        int place = 3;
        for (int seat = 0; seat < 3; seat++)
            place = cav_state_hand(&state, seat).any >> 53 & 1 ? seat : place;
        seen[place]++;
    }
    CHECK(chi_square(seen, 4, 1000) < 16.27);
}

/* ---- Values ------------------------------------------------------------------------------------ */

static void visit_copy(cav_state *state, cav_rng *rng)
{
    cav_state copy, before;
    memset(&copy, 0xee, sizeof copy);
    cav_state_copy(&copy, state);
    CHECK(cav_state_equal(&copy, state) && cav_state_hash(&copy) == cav_state_hash(state));
    CHECK(((uint8_t *)&copy)[state->head.size] == 0xee); /* only the bytes in use are copied */
    cav_state_copy(&before, state);
    cav_state_playout(&copy, rng);
    CHECK(cav_state_equal(&before, state));
    CHECK(state->head.turn < 0 || !cav_state_equal(&copy, state));
    /* Every byte in use counts. */
    const size_t at = (size_t)cav_rng_below(rng, state->head.size - 2u) + 2;
    cav_state_copy(&copy, state);
    ((uint8_t *)&copy)[at] ^= (uint8_t)(1 << cav_rng_below(rng, 8));
    CHECK(!cav_state_equal(&copy, state) && cav_state_hash(&copy) != cav_state_hash(state));
}

static void test_copies_are_independent(void) { walk(visit_copy, MATCHES); }

/* The same seed, options and moves give the same bytes, with and without a log. */
static void test_replay(void)
{
    static cav_move moves[MOST_MOVES];
    static cav_event events[2][CAV_MAX_EVENTS];
    for (int number = 0; number < cav_game_count(); number++)
        for (uint32_t match = 0; match < MATCHES; match++) {
            cav_state state = begun(cav_game_at(number), match), again = begun(cav_game_at(number), match);
            cav_rng rng = rng_of(match);
            size_t made = 0;
            while (made < MOST_MOVES && !cav_state_pick(&state, &rng, &moves[made])) {
                cav_log log = {events[0], CAV_MAX_EVENTS, 0};
                CHECK(!cav_state_play(&state, &moves[made++], &log));
            }
            CHECK(state.head.turn < 0 && state.head.moves == made);
            for (size_t i = 0; i < made; i++)
                CHECK(!cav_state_play(&again, &moves[i], NULL));
            CHECK(cav_state_equal(&state, &again));
        }
}

static void test_playout(void)
{
    for (int number = 0; number < cav_game_count(); number++)
        for (uint32_t match = 0; match < MATCHES; match++) {
            cav_state state = begun(cav_game_at(number), match), stepped = state;
            cav_rng rng = rng_of(match), same = rng;
            uint64_t moves = 0;
            for (cav_move move; !cav_state_pick(&stepped, &same, &move); moves++)
                cav_state_play_unchecked(&stepped, &move, NULL);
            CHECK(cav_state_playout(&state, &rng) == moves && cav_state_equal(&state, &stepped));
            CHECK(memcmp(&rng, &same, sizeof rng) == 0);
            CHECK(cav_state_playout(&state, &rng) == 0 && cav_state_equal(&state, &stepped));
            cav_move move;
            CHECK(is_error(cav_state_pick(&state, &rng, &move), CAV_ILLEGAL_MOVE, "no-moves"));
        }
}

/* However the numbers of the matches are split, the sum is the same; and it is that of the deals one by one. */
static void test_playouts_of_many(void)
{
    uint8_t seed[CAV_SEED_SIZE];
    seed_of(12, seed);
    for (int number = 0; number < cav_game_count(); number++) {
        const cav_game *game = cav_game_at(number);
        cav_tally whole = {0}, parts = {0}, naive = {0}, other = {0};
        CHECK(!cav_game_playouts(game, NULL, seed, 100, 60, &whole));
        CHECK(!cav_game_playouts(game, NULL, seed, 130, 30, &parts) &&
              !cav_game_playouts(game, NULL, seed, 100, 0, &parts));
        CHECK(!cav_game_playouts(game, NULL, seed, 100, 30, &parts));
        CHECK(memcmp(&whole, &parts, sizeof whole) == 0 && whole.deals == 60);
        CHECK(!cav_game_playouts(game, NULL, seed, 101, 60, &other) && other.hash != whole.hash);
        for (uint32_t match = 100; match < 160; match++) {
            uint8_t own[CAV_SEED_SIZE];
            cav_rng rng;
            cav_state state;
            cav_result result;
            rng_open(&rng, seed, RNG_SEED, match, 0);
            rng_seed(&rng, own);
            CHECK(!cav_game_start(game, NULL, own, NULL, &state, NULL));
            cav_rng_init(&rng, own, 0);
            for (cav_move move; !cav_state_pick(&state, &rng, &move); naive.moves++)
                CHECK(!cav_state_play(&state, &move, NULL));
            CHECK(!cav_state_result(&state, &result));
            naive.deals++;
            naive.hash += cav_state_hash(&state);
            for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
                naive.points[seat] += result.points[seat];
        }
        CHECK(memcmp(&whole, &naive, sizeof whole) == 0);
        /* The numbers of matches go on beyond 32 bits, and around. */
        cav_tally high = {0}, low = {0};
        CHECK(!cav_game_playouts(game, NULL, seed, (uint64_t)100 << 32, 1, &high));
        CHECK(!cav_game_playouts(game, NULL, seed, 100, 1, &low) && high.hash != low.hash);
        CHECK(!cav_game_playouts(game, NULL, seed, UINT64_MAX, 2, &high) && high.deals == 3);
    }
}

/* ---- Legal moves --------------------------------------------------------------------------------- */

static cav_move moves[MOST_MOVES];

/* nth and list agree, and every move passes the check as it stands. */
static void visit_moves(cav_state *state, cav_rng *rng)
{
    const uint64_t count = cav_state_count(state);
    const uint64_t listed = count < MOST_MOVES ? count : MOST_MOVES; /* there may be millions */
    cav_move move;
    CHECK((count == 0) == (state->head.turn < 0));
    CHECK(cav_state_list(state, moves, MOST_MOVES) == listed);
    CHECK(is_error(cav_state_nth(state, count, &move), CAV_ILLEGAL_MOVE, "no-such-index"));
    CHECK(is_error(cav_state_nth(state, UINT64_MAX, &move), CAV_ILLEGAL_MOVE, "no-such-index"));
    for (uint64_t tries = 0; tries < count && tries < MOST_TRIES; tries++) { /* of many moves, such as raises, some */
        const uint64_t i = count <= MOST_TRIES ? tries : tries == 0 ? count - 1 : cav_rng_below(rng, count);
        cav_move before, checked;
        CHECK(!cav_state_nth(state, i, &move) && (i >= listed || memcmp(&move, &moves[i], sizeof move) == 0));
        checked = move;
        CHECK(!cav_state_check(state, &checked) && memcmp(&checked, &move, sizeof move) == 0);
        uint64_t index = UINT64_MAX;
        CHECK(!cav_state_index(state, &move, &index) && index == i);
        CHECK(i == 0 || (!cav_state_nth(state, i - 1, &before) && memcmp(&before, &move, sizeof move) != 0));
    }
    if (count > 1) { /* a list that is too short keeps to its room */
        const size_t room = (size_t)cav_rng_below(rng, listed);
        const cav_move last = moves[room ? room - 1 : 0], next = moves[room];
        memset(&moves[room], 0xee, sizeof move);
        CHECK(cav_state_list(state, moves, room) == room && moves[room].kind == 0xee);
        CHECK(room == 0 || memcmp(&moves[room - 1], &last, sizeof last) == 0);
        moves[room] = next;
    }
    /* The text of a move reads back as that move. */
    for (uint64_t tries = count ? 10 : 0; tries > 0; tries--) {
        const cav_move *written = &moves[cav_rng_below(rng, listed)];
        char text[1024];
        size_t at;
        const cav_style style = tries % 2 ? CAV_PLAIN : CAV_SYMBOLS;
        const size_t length = cav_move_format(cav_state_game(state), written, style, text, sizeof text);
        CHECK(length < sizeof text && strlen(text) == length);
        CHECK(!cav_move_parse(state, text, length, &move, &at) && memcmp(&move, written, sizeof move) == 0);
        CHECK(at == length);
    }
}

static void test_moves(void) { walk(visit_moves, MATCHES); }

/* Every member of a class has the index of its listed move; a move that is refused has none, for the reason that it is
 * refused for. */
static void test_index_of_unlisted_moves(void)
{
    int tested = 0;
    cav_rng rng = rng_of(3);
    for (uint32_t match = 0; match < 20; match++) {
        cav_state state = begun(cav_game_find("doudizhu"), match);
        stroll(&state, &rng, 12);
        const uint64_t hand = state.head.turn >= 0 ? cav_state_hand(&state, state.head.turn).any : 0;
        for (int card = 0; card < 52; card++) {
            cav_move move = {.kind = CAV_PLAY, .cards = {(uint64_t)1 << card, 0}};
            uint64_t index = 77;
            const cav_error *illegal = cav_state_check(&state, &move), *error = cav_state_index(&state, &move, &index);
            bool first = true; /* of its rank in the hand */
            for (int other = card % 13; other < card; other += 13)
                first &= !(hand >> other & 1);
            CHECK(error == illegal && (index == 77) == (error != NULL));
            cav_move listed;
            if (!error)
                CHECK(!cav_state_nth(&state, index, &listed) && listed.rank == card % 13 &&
                      (memcmp(&listed, &move, sizeof move) == 0) == first);
            tested += !illegal && !first;
        }
    }
    CHECK(tested > 10);
}

/* Puts for some cards of a move others of the hand that rank the same, and leaves its reading out now and then. */
static cav_move disguised(const cav_state *state, cav_rng *rng, cav_move move)
{
    const int deck = cav_game_about(cav_state_game(state))->deck;
    const cav_cards hand = cav_state_hand(state, state->head.turn);
    for (int tries = 0; tries < 20 && move.kind == CAV_PLAY; tries++) {
        cav_cards held[2] = {move.cards, cav_cards_minus(hand, move.cards)};
        uint8_t list[2][CAV_MAX_PACK];
        const int count = cav_cards_list(held[0], list[0]), others = cav_cards_list(held[1], list[1]);
        if (count == 0 || others == 0)
            break;
        const int out = list[0][cav_rng_below(rng, (uint64_t)count)],
                  in = list[1][cav_rng_below(rng, (uint64_t)others)];
        cav_cards card = {0, 0};
        cav_cards_add(&card, out);
        if (cav_card_rank(deck, out) == cav_card_rank(deck, in)) {
            move.cards = cav_cards_minus(move.cards, card);
            cav_cards_add(&move.cards, in);
        }
    }
    if (move.kind == CAV_PLAY && cav_rng_below(rng, 4) == 0)
        move.shape = move.rank = move.length = 0;
    return move;
}

/* A listed move stands for itself; whatever else is legal has one in the list that stands for it, which differs in
 * cards that rank the same alone; and what is refused is left as it was. */
static void visit_canonical(cav_state *state, cav_rng *rng)
{
    const uint64_t count = cav_state_count(state);
    for (uint64_t tries = 0; tries < count && tries < MOST_TRIES; tries++) {
        cav_move move, checked, listed;
        CHECK(!cav_state_nth(state, cav_rng_below(rng, count), &move));
        const cav_move before = move;
        CHECK(!cav_state_canonical(state, &move) && memcmp(&move, &before, sizeof move) == 0);
        move = checked = disguised(state, rng, move);
        const cav_move disguise = move;
        const cav_error *error = cav_state_check(state, &checked);
        CHECK(cav_state_canonical(state, &move) == error);
        if (error) {
            CHECK(memcmp(&move, &disguise, sizeof move) == 0);
            continue;
        }
        uint64_t at = 0;
        CHECK(!cav_state_index(state, &disguise, &at) && !cav_state_nth(state, at, &listed) &&
              memcmp(&listed, &move, sizeof move) == 0);
        CHECK(cav_cards_count(move.cards) == cav_cards_count(disguise.cards));
        CHECK(move.kind == checked.kind && move.shape == checked.shape && move.rank == checked.rank &&
              move.length == checked.length && move.amount == checked.amount);
        int ranks[64] = {0};
        const int deck = cav_game_about(cav_state_game(state))->deck;
        for (int card = 0; card < cav_deck_kinds(deck); card++)
            ranks[cav_card_rank(deck, card)] +=
                (int)(move.cards.any >> card & 1) + (int)(move.cards.both >> card & 1) -
                (int)(disguise.cards.any >> card & 1) - (int)(disguise.cards.both >> card & 1);
        for (int rank = 0; rank < 64; rank++)
            CHECK(ranks[rank] == 0);
        cav_state a = *state, b = *state;
        CHECK(!cav_state_play(&a, &move, NULL) && !cav_state_play(&b, &disguise, NULL));
        CHECK(a.head.turn == b.head.turn && a.head.phase == b.head.phase);
    }
    cav_move none = {.kind = CAV_NONE};
    const cav_move before = none;
    CHECK(cav_state_canonical(state, &none) && memcmp(&none, &before, sizeof none) == 0);
    for (int viewer = CAV_SPECTATOR; viewer < state->head.players && count; viewer++) {
        cav_state view;
        cav_move move, first;
        CHECK(!cav_state_view(state, viewer, &view) && !cav_state_nth(state, 0, &first));
        move = first;
        const cav_error *error = cav_state_canonical(&view, &move);
        CHECK(memcmp(&move, &first, sizeof move) == 0);
        CHECK(viewer == state->head.turn ? !error : is_error(error, CAV_ILLEGAL_MOVE, "not-your-turn"));
    }
}

static void test_canonical(void) { walk(visit_canonical, MATCHES); }

/* A call that is refused leaves every byte alone. */
static void visit_mutated(cav_state *state, cav_rng *rng)
{
    const uint64_t count = cav_state_count(state);
    cav_state before, after;
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    cav_state_copy(&before, state);
    for (int i = 0; i < 40; i++) {
        cav_move move = {.kind = CAV_PASS}, checked;
        if (count)
            cav_state_nth(state, cav_rng_below(rng, count), &move);
        for (uint64_t changes = 1 + cav_rng_below(rng, 3); changes > 0; changes--)
            ((uint8_t *)&move)[cav_rng_below(rng, sizeof move)] ^= (uint8_t)(1 << cav_rng_below(rng, 8));
        checked = move;
        const cav_error *error = cav_state_check(state, &checked);
        CHECK(cav_state_equal(state, &before));
        cav_state_copy(&after, state);
        log.count = 0;
        CHECK(cav_state_play(&after, &move, &log) == error);
        CHECK(!error || (cav_state_equal(&after, &before) && log.count == 0 && error->kind == CAV_ILLEGAL_MOVE));
        CHECK(error || (after.head.moves == before.head.moves + 1 && log.count > 0));
    }
}

static void test_refused_calls_change_nothing(void) { walk(visit_mutated, MATCHES); }

/* Every move of a position with few is picked equally often. */
static void test_pick_is_even(void)
{
    /* What chi-square exceeds once in 1000, by degrees of freedom. */
    static const double most[] = {0,     10.83, 13.82, 16.27, 18.47, 20.52, 22.46,
                                  24.32, 26.12, 27.88, 29.59, 31.26, 32.91};
    int tested = 0;
    for (int number = 0; number < cav_game_count(); number++)
        for (uint32_t match = 0; match < 20; match++) {
            cav_state state = begun(cav_game_at(number), match);
            cav_rng rng = rng_of(match);
            stroll(&state, &rng, 2 * match);
            const int count = (int)cav_state_count(&state);
            if (count < 2 || count > 13)
                continue;
            uint32_t seen[13] = {0};
            cav_state_list(&state, moves, MOST_MOVES);
            for (int i = 0; i < 500 * count; i++) {
                cav_move move;
                int index = 0;
                CHECK(!cav_state_pick(&state, &rng, &move));
                while (index < count - 1 && memcmp(&moves[index], &move, sizeof move) != 0)
                    index++;
                seen[index]++;
            }
            CHECK(chi_square(seen, count, 500) < most[count - 1]);
            tested++;
        }
    CHECK(tested >= 5);
}

/* ---- Deals and results ------------------------------------------------------------------------------ */

static void visit_deal_errors(cav_state *state, cav_rng *rng)
{
    cav_result result, next;
    cav_state before, view;
    (void)rng;
    cav_state_copy(&before, state);
    cav_state_copy(&view, state);
    memset(&result, 0xee, sizeof result);
    if (state->head.turn >= 0) {
        CHECK(is_error(cav_state_next_deal(state, NULL), CAV_ILLEGAL_MOVE, "deal-not-over"));
        CHECK(is_error(cav_state_result(state, &result), CAV_ILLEGAL_MOVE, "deal-not-over"));
        CHECK(result.count == (int32_t)0xeeeeeeee);
    } else {
        cav_move move = {.kind = CAV_PASS};
        CHECK(!cav_state_result(state, &result));
        int64_t sum = 0;
        for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
            sum += result.points[seat];
        CHECK(sum == 0 && result.count >= 0 && result.count <= CAV_MAX_LINES);
        for (int i = 0; i < result.count; i++)
            CHECK(result.lines[i].code[0] && result.lines[i].seat >= -1 && result.lines[i].seat < state->head.players);
        if (state->head.match_over)
            CHECK(is_error(cav_state_next_deal(state, NULL), CAV_ILLEGAL_MOVE, "match-over"));
        else
            CHECK(!cav_state_next_deal(&view, NULL) && view.head.deal == state->head.deal + 1 &&
                  (view.head.turn >= 0) == !!cav_state_result(&view, &next)); /* a deal can be over at once */
        CHECK(is_error(cav_state_play(state, &move, NULL), CAV_ILLEGAL_MOVE,
                       state->head.match_over ? "match-over" : "deal-over"));
    }
    for (int viewer = CAV_SPECTATOR; viewer < state->head.players; viewer++) {
        cav_result seen;
        CHECK(!cav_state_view(state, viewer, &view));
        CHECK(is_error(cav_state_next_deal(&view, NULL), CAV_ILLEGAL_MOVE, "view"));
        if (state->head.turn < 0) /* the account of a deal lies open */
            CHECK(!cav_state_result(&view, &seen) && memcmp(&seen, &result, sizeof seen) == 0);
    }
    CHECK(cav_state_equal(state, &before));
}

static void test_deals_and_results(void) { walk(visit_deal_errors, MATCHES); }

/* ---- Views -------------------------------------------------------------------------------------------- */

static void check_table(const cav_state *a, const cav_state *b)
{
    uint8_t table[2][TABLE_SIZE];
    const size_t size = cav_game_about(cav_state_game(a))->table_size;
    memset(table, 0, sizeof table);
    cav_state_table(a, table[0]);
    cav_state_table(b, table[1]);
    CHECK(memcmp(table[0], table[1], size) == 0);
}

static void visit_views(cav_state *state, cav_rng *rng)
{
    static const uint8_t no_seed[CAV_SEED_SIZE] = {0};
    for (int viewer = CAV_SPECTATOR; viewer < state->head.players; viewer++) {
        cav_state view, again, sampled;
        uint8_t stock[CAV_MAX_PACK];
        CHECK(!cav_state_view(state, viewer, &view));
        CHECK(view.head.viewer == viewer && memcmp(view.head.seed, no_seed, sizeof no_seed) == 0);
        CHECK(memcmp(view.head.hand_sizes, state->head.hand_sizes, sizeof view.head.hand_sizes) == 0);
        CHECK(memcmp(view.head.scores, state->head.scores, sizeof view.head.scores) == 0);
        CHECK(view.head.turn == state->head.turn && view.head.phase == state->head.phase);
        CHECK(cav_state_stock(&view, stock) == 0);
        for (int seat = 0; seat < state->head.players; seat++) {
            const cav_cards hand = cav_state_hand(state, seat), seen = cav_state_hand(&view, seat);
            if (seat == viewer)
                CHECK(hand.any == seen.any && hand.both == seen.both);
            else
                CHECK(cav_cards_contain(hand, seen));
        }
        check_table(state, &view);
        CHECK(!cav_state_view(&view, viewer, &again) && cav_state_equal(&view, &again));
        CHECK(!cav_state_view(&again, viewer, &again) && cav_state_equal(&view, &again)); /* in place */
        for (int other = CAV_SPECTATOR; other < state->head.players; other++)
            if (other != viewer)
                CHECK(is_error(cav_state_view(&view, other, &again), CAV_BAD_OPTION, "other-view"));
        /* A position that differs in what is hidden alone looks the same, to the byte. */
        CHECK(!cav_state_sample(&view, rng, &sampled) && sampled.head.viewer == CAV_FULL);
        CHECK(!cav_state_view(&sampled, viewer, &again) && cav_state_equal(&view, &again));
        CHECK(cav_state_hash(&view) == cav_state_hash(&again));
    }
    cav_state view;
    static const int none[] = {CAV_FULL, -3, CAV_MAX_SEATS, 127, 128, 255, 256, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(is_error(cav_state_view(state, none[i], &view), CAV_BAD_OPTION, "no-such-seat"));
    CHECK(is_error(cav_state_view(state, state->head.players, &view), CAV_BAD_OPTION, "no-such-seat"));
}

static void test_views(void) { walk(visit_views, MATCHES); }

/* The seat to act sees its moves, no other view has any; and no view can be played. */
static void visit_moves_of_views(cav_state *state, cav_rng *rng)
{
    static cav_move seen[MOST_MOVES];
    const uint64_t count = cav_state_count(state);
    const size_t listed = cav_state_list(state, moves, MOST_MOVES);
    for (int viewer = CAV_SPECTATOR; viewer < state->head.players; viewer++) {
        cav_state view, before;
        cav_move move;
        CHECK(!cav_state_view(state, viewer, &view));
        cav_state_copy(&before, &view);
        if (count && viewer == state->head.turn) {
            CHECK(cav_state_count(&view) == count && cav_state_list(&view, seen, MOST_MOVES) == listed);
            CHECK(memcmp(seen, moves, listed * sizeof moves[0]) == 0);
            move = moves[cav_rng_below(rng, listed)];
            CHECK(!cav_state_check(&view, &move) && !cav_state_pick(&view, rng, &move));
        } else {
            CHECK(cav_state_count(&view) == 0 && cav_state_list(&view, seen, MOST_MOVES) == 0);
            CHECK(is_error(cav_state_nth(&view, 0, &move), CAV_ILLEGAL_MOVE, "no-such-index"));
            CHECK(is_error(cav_state_pick(&view, rng, &move), CAV_ILLEGAL_MOVE, "no-moves"));
            move = moves[0];
            if (count) {
                char text[1024];
                const size_t length = cav_move_format(cav_state_game(state), &move, CAV_PLAIN, text, sizeof text);
                CHECK(is_error(cav_state_check(&view, &move), CAV_ILLEGAL_MOVE, "not-your-turn"));
                CHECK(is_error(cav_move_parse(&view, text, length, &move, NULL), CAV_ILLEGAL_MOVE, "not-your-turn"));
            }
        }
        if (count)
            CHECK(is_error(cav_state_play(&view, &moves[0], NULL), CAV_ILLEGAL_MOVE, "view"));
        CHECK(cav_state_playout(&view, rng) == 0);
        CHECK(cav_state_equal(&view, &before));
    }
}

static void test_moves_of_views(void) { walk(visit_moves_of_views, MATCHES); }

/* ---- Samples --------------------------------------------------------------------------------------------- */

static void visit_samples(cav_state *state, cav_rng *rng)
{
    cav_state full;
    CHECK(is_error(cav_state_sample(state, rng, &full), CAV_BAD_RECORD, "not-a-view"));
    for (int viewer = CAV_SPECTATOR; viewer < state->head.players; viewer++) {
        cav_state view, sampled, loaded, in_place;
        CHECK(!cav_state_view(state, viewer, &view));
        cav_rng same = *rng;
        CHECK(!cav_state_sample(&view, rng, &sampled));
        cav_state_copy(&in_place, &view);
        CHECK(!cav_state_sample(&in_place, &same, &in_place) && cav_state_equal(&in_place, &sampled));
        CHECK(!cav_state_load(&sampled, sampled.head.size, &loaded)); /* a position like any other */
        CHECK(!cav_state_sample(&view, rng, &in_place));              /* with chance of its own to come */
        CHECK(memcmp(in_place.head.seed, sampled.head.seed, CAV_SEED_SIZE) != 0);
        for (int seat = 0; seat < state->head.players; seat++) {
            const cav_cards hand = cav_state_hand(&sampled, seat);
            CHECK(cav_cards_count(hand) == state->head.hand_sizes[seat]);
            CHECK(cav_cards_contain(hand, cav_state_hand(&view, seat)));
        }
        CHECK(cav_state_count(&sampled) > 0 || state->head.turn < 0);
        check_table(state, &sampled);
        cav_state_playout(&sampled, rng);
        CHECK(sampled.head.turn == -1);
    }
}

static void test_samples_are_positions(void) { walk(visit_samples, MATCHES); }

/* Doudizhu: before the landlord is known, any unseen card is with each other seat 17 times in 37, at the bottom 3. */
static void test_samples_of_a_bidding_are_even(void)
{
    const cav_state state = begun(cav_game_find("doudizhu"), 5);
    cav_state view, sampled;
    cav_rng rng = rng_of(5);
    enum { SAMPLES = 3700 };
    static uint32_t seen[54][4];
    CHECK(!cav_state_view(&state, 0, &view));
    for (int i = 0; i < SAMPLES; i++) {
        uint8_t stock[CAV_MAX_PACK];
        CHECK(!cav_state_sample(&view, &rng, &sampled));
        for (int seat = 0; seat < 3; seat++)
            for (uint64_t hand = cav_state_hand(&sampled, seat).any, card = 0; card < 54; card++)
                seen[card][seat] += (hand >> card & 1) != 0;
        const int stocked = cav_state_stock(&sampled, stock);
        for (int j = 0; j < stocked; j++)
            seen[stock[j]][3]++;
    }
    double far = 0;
    for (int card = 0; card < 54; card++) {
        if (cav_state_hand(&view, 0).any >> card & 1) {
            CHECK(seen[card][0] == SAMPLES);
            continue;
        }
        CHECK(seen[card][0] == 0);
        far += chi_square(&seen[card][1], 2, SAMPLES * 17.0 / 37) + chi_square(&seen[card][3], 1, SAMPLES * 3.0 / 37);
    }
    /* 36 * 2 degrees of freedom, as the places of all cards together are fixed; scaled by 37 / 36. */
    CHECK(far * 36 / 37 < 114.84);
}

/* Doudizhu: in an ending every layout of the unseen cards comes equally often. */
static void check_ending(const cav_state *view, const uint64_t known[3], uint64_t unseen, int ways)
{
    enum { MOST_WAYS = 128 };
    uint64_t layouts[MOST_WAYS];
    uint32_t seen[MOST_WAYS] = {0};
    int found = 0;
    const int others[2] = {(view->head.viewer + 1) % 3, (view->head.viewer + 2) % 3};
    cav_rng rng = rng_of(6);
    for (int i = 0; i < 200 * ways; i++) {
        cav_state sampled;
        CHECK(!cav_state_sample(view, &rng, &sampled));
        const uint64_t layout = cav_state_hand(&sampled, others[0]).any & ~known[others[0]];
        CHECK((layout & ~unseen) == 0);
        CHECK((cav_state_hand(&sampled, others[1]).any & ~known[others[1]]) == (unseen & ~layout));
        int index = 0;
        while (index < found && layouts[index] != layout)
            index++;
        if (index == found && found < MOST_WAYS)
            layouts[found++] = layout;
        seen[index < MOST_WAYS ? index : 0]++;
    }
    CHECK(found == ways);
    /* The mean of chi-square is ways - 1 and its deviation the root of twice that; four deviations are far. */
    const double far = chi_square(seen, ways, 200) - (ways - 1);
    CHECK(far < 0 || far * far < 16 * 2.0 * (ways - 1));
}

static void test_samples_of_endings_are_even(void)
{
    int tested = 0, with_known = 0;
    cav_rng rng = rng_of(7);
    for (uint32_t match = 0; match < 3000 && tested < 12; match++) {
        cav_state state = begun(cav_game_find("doudizhu"), match), view;
        stroll(&state, &rng, 30 + cav_rng_below(&rng, 40));
        if (state.head.turn < 0 || state.head.phase == 0)
            continue;
        for (int viewer = 0; viewer < 3; viewer++) {
            CHECK(!cav_state_view(&state, viewer, &view));
            uint64_t known[3], unseen = 0;
            int free[3];
            for (int seat = 0; seat < 3; seat++) {
                known[seat] = cav_state_hand(&view, seat).any;
                unseen |= cav_state_hand(&state, seat).any & ~known[seat];
                free[seat] = state.head.hand_sizes[seat] - cav_cards_count(cav_state_hand(&view, seat));
            }
            const int a = free[(viewer + 1) % 3], b = free[(viewer + 2) % 3];
            if (a == 0 || b == 0 || a + b > 8)
                continue;
            int ways = 1; /* a + b over a */
            for (int i = 1; i <= a; i++)
                ways = ways * (b + i) / i;
            with_known += known[(viewer + 1) % 3] || known[(viewer + 2) % 3];
            check_ending(&view, known, unseen, ways);
            tested++;
        }
    }
    CHECK(tested >= 10 && with_known >= 2);
}

/* ---- Records ----------------------------------------------------------------------------------------------- */

static void check_record(const cav_state *state)
{
    static uint8_t bytes[sizeof(cav_state) + 16];
    cav_state loaded, before;
    const size_t size = state->head.size;
    memcpy(bytes + 1, state, size); /* at an odd address */
    memset(&loaded, 0xee, sizeof loaded);
    CHECK(!cav_state_load(bytes + 1, size, &loaded) && cav_state_equal(&loaded, state));
    CHECK(((uint8_t *)&loaded)[size] == 0xee);
    before = loaded;
    const size_t wrong[] = {0,        1,        8,        sizeof(cav_head) - 1, sizeof(cav_head), size - 8,
                            size - 1, size + 1, size + 8, sizeof bytes};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(is_error(cav_state_load(bytes + 1, wrong[i], &loaded), CAV_BAD_RECORD, "not-a-position"));
        CHECK(memcmp(&loaded, &before, sizeof loaded) == 0);
    }
}

static void visit_records(cav_state *state, cav_rng *rng)
{
    cav_state view;
    (void)rng;
    check_record(state);
    for (int viewer = CAV_SPECTATOR; viewer < state->head.players; viewer++) {
        CHECK(!cav_state_view(state, viewer, &view));
        check_record(&view);
    }
}

static void test_records(void) { walk(visit_records, MATCHES); }

/* Whether a view leaves out any card; once a deal is over there may be nothing to leave out. */
static bool hides_cards(const cav_state *state, const cav_state *view)
{
    uint8_t stock[CAV_MAX_PACK];
    for (int seat = 0; seat < state->head.players; seat++)
        if (cav_cards_count(cav_state_hand(view, seat)) < state->head.hand_sizes[seat])
            return true;
    return cav_state_stock(state, stock) > 0;
}

/* What must not be in the head of a record. */
static void visit_bad_heads(cav_state *state, cav_rng *rng)
{
    cav_state bad, view, table, loaded;
    (void)rng;
    CHECK(!cav_state_view(state, 0, &view) && !cav_state_view(state, CAV_SPECTATOR, &table));
#define REFUSED(from, field, value)                                                                                    \
    do {                                                                                                               \
        cav_state_copy(&bad, from);                                                                                    \
        bad.head.field = (value);                                                                                      \
        CHECK(is_error(cav_state_load(&bad, (from)->head.size, &loaded), CAV_BAD_RECORD, "not-a-position"));           \
    } while (0)
    REFUSED(state, size, 0);
    REFUSED(state, size, (uint16_t)(state->head.size + 8));
    REFUSED(state, game, (uint8_t)cav_game_count());
    REFUSED(state, game, 255);
    REFUSED(state, players, 0);
    REFUSED(state, players, 255);
    REFUSED(state, phase, 255);
    REFUSED(state, turn, -2);
    REFUSED(state, turn, (int8_t)state->head.players);
    REFUSED(state, viewer, -3);
    REFUSED(state, viewer, (int8_t)state->head.players);
    REFUSED(state, match_over, 2);
    REFUSED(&view, seed[31], 1);
    REFUSED(&table, viewer, -3);
    REFUSED(&table, viewer, (int8_t)state->head.players);
    REFUSED(&table, viewer, 127);
    if (hides_cards(state, &view))
        REFUSED(&view, viewer, CAV_FULL); /* a view is no full position */
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++) {
        REFUSED(state, hand_sizes[seat], (uint8_t)(state->head.hand_sizes[seat] + 1));
        REFUSED(&view, hand_sizes[seat], (uint8_t)(state->head.hand_sizes[seat] + 1));
    }
    if (state->head.turn >= 0 && cav_cards_count(cav_state_hand(state, 1)) > 0)
        REFUSED(state, viewer, 0); /* a full position is no view */
#undef REFUSED
}

static void test_bad_heads(void) { walk(visit_bad_heads, 5); }

/* ---- Events -------------------------------------------------------------------------------------------------- */

static bool no_cards(const cav_event *event) { return !event->move.cards.any && !event->move.cards.both; }

/* What holds of an event whatever the game. */
static void check_event(const cav_event *event, const cav_state *after)
{
    static const uint8_t zero[sizeof event->zero] = {0};
    const int code = event->code;
    CHECK(code >= 1 && code < CAV_EVENT_CODES && cav_event_name(code)[0]);
    CHECK(event->seat >= -1 && event->seat < after->head.players);
    CHECK(memcmp(event->zero, zero, sizeof zero) == 0 && cav_event_seen(event, CAV_FULL));
    if (code != CAV_EVENT_MOVE)
        CHECK(!event->move.kind && !event->move.shape && !event->move.rank && !event->move.length);
    CHECK(cav_cards_contain(pack_of(after), event->move.cards));
    CHECK(no_cards(event) || code == CAV_EVENT_MOVE || code == CAV_EVENT_HAND || code == CAV_EVENT_BOTTOM ||
          code == CAV_EVENT_STREET || code == CAV_EVENT_SHOWN || code == CAV_EVENT_TRIBUTE ||
          code == CAV_EVENT_CANCELLED || code == CAV_EVENT_DUMMY ||
          code == CAV_EVENT_DECLARED || code == CAV_EVENT_GIVEN);
    if (code == CAV_EVENT_REDEAL || code == CAV_EVENT_TRICK || code == CAV_EVENT_DEAL_OVER ||
        code == CAV_EVENT_MATCH_OVER || code == CAV_EVENT_LOCKED || code == CAV_EVENT_HAND || code == CAV_EVENT_SHOWN)
        CHECK(event->move.amount == 0);
    if (code == CAV_EVENT_DUMMY || code == CAV_EVENT_FOULED)
        CHECK(event->move.amount == 0);
    /* What is dealt and what is laid face down only the seat itself sees. */
    const int kind = event->move.kind;
    const bool secret = code == CAV_EVENT_HAND ||
                        (code == CAV_EVENT_MOVE && (kind == CAV_LOCK || kind == CAV_BURY || kind == CAV_DISCARD));
    for (int viewer = CAV_SPECTATOR; viewer < after->head.players; viewer++)
        CHECK(cav_event_seen(event, viewer) == (!secret || viewer == event->seat));
    CHECK(!cav_event_seen(event, -3) && !cav_event_seen(event, 100));
}

static size_t count_events(const cav_log *log, cav_event_code code)
{
    size_t count = 0;
    for (size_t i = 0; i < log->count; i++)
        count += log->events[i].code == code;
    return count;
}

/* Whether the standing of a match is the level that a side has reached. */
static bool scores_are_levels(const cav_state *state)
{
    const char *name = cav_game_about(cav_state_game(state))->name;
    return strcmp(name, "tractor") == 0 || strcmp(name, "guandan") == 0;
}

/* The end of a deal is told in the same call: that it is over, then what each seat that played got, then the match. */
static void check_end(const cav_log *log, const cav_state *state, const int32_t before[CAV_MAX_SEATS])
{
    cav_result result;
    int32_t points[CAV_MAX_SEATS] = {0};
    size_t at = 0;
    const bool over = !cav_state_result(state, &result);
    CHECK(over == (state->head.turn < 0) && count_events(log, CAV_EVENT_DEAL_OVER) == over);
    CHECK(count_events(log, CAV_EVENT_MATCH_OVER) == (over && state->head.match_over));
    if (!over) {
        CHECK(count_events(log, CAV_EVENT_POINTS) == 0);
        return;
    }
    while (log->events[at].code != CAV_EVENT_DEAL_OVER)
        at++;
    CHECK(count_events(log, CAV_EVENT_MOVE) == 0 || log->events[at].seat == -1 ||
          log->events[at].seat == log->events[0].seat); /* who moved last ended it, if anybody is said to */
    for (int8_t last = -1; ++at < log->count && log->events[at].code == CAV_EVENT_POINTS; last = log->events[at].seat) {
        CHECK(log->events[at].seat > last);
        points[log->events[at].seat] = log->events[at].move.amount;
    }
    CHECK(memcmp(points, result.points, sizeof points) == 0);
    /* The standing is the sum of the points; in Aluette of what was won. Levels only rise, and not beyond the end of the
     * match. */
    const bool won_only = strcmp(cav_game_about(cav_state_game(state))->name, "aluette") == 0;
    for (int seat = 0; seat < CAV_MAX_SEATS; seat++) {
        const int32_t gain = state->head.scores[seat] - before[seat];
        const int32_t due = won_only && points[seat] < 0 ? 0 : points[seat];
        CHECK(scores_are_levels(state) ? (points[seat] > 0 ? gain >= 0 && gain <= points[seat] : gain == 0) : gain == due);
    }
    for (; at < log->count; at++)
        CHECK(log->events[at].code == CAV_EVENT_OUT ||
              (at + 1 == log->count && log->events[at].seat == -1 && log->events[at].code == CAV_EVENT_MATCH_OVER));
}

/* A deal: its number, then to each seat its hand, all of it in the first deal. */
static void check_deal(const cav_log *log, const cav_state *state)
{
    cav_cards told[CAV_MAX_SEATS] = {{0, 0}};
    CHECK(log->count >= 1 && log->events[0].code == CAV_EVENT_DEAL && log->events[0].seat >= 0);
    CHECK(log->events[0].move.amount == (int32_t)state->head.deal && count_events(log, CAV_EVENT_DEAL) == 1);
    for (size_t i = 0; i < log->count; i++)
        if (log->events[i].code == CAV_EVENT_HAND)
            told[log->events[i].seat] = log->events[i].move.cards;
        else if (log->events[i].code == CAV_EVENT_TRIBUTE) /* a card that leaves the hand again */
            told[log->events[i].seat] = cav_cards_minus(told[log->events[i].seat], log->events[i].move.cards);
    for (int seat = 0; seat < state->head.players; seat++) {
        const cav_cards hand = cav_state_hand(state, seat);
        CHECK(cav_cards_contain(hand, told[seat]));
        CHECK(state->head.deal > 0 || memcmp(&told[seat], &hand, sizeof hand) == 0);
    }
}

/* Whether a seat acts for itself or, as declarer in Bridge, for its partner. */
static bool acts_for(const cav_state *state, int seat, int whose)
{
    const uint8_t *sides = cav_game_about(cav_state_game(state))->sides;
    return seat == whose || (strcmp(cav_game_about(cav_state_game(state))->name, "bridge") == 0 && seat >= 0 &&
                             sides[seat] == sides[whose]);
}

static void test_events(void)
{
    for (int number = 0; number < cav_game_count(); number++)
        for (uint32_t match = 0; match < MATCHES; match++) {
            const cav_game *game = cav_game_at(number);
            cav_event events[CAV_MAX_EVENTS];
            cav_log log = {events, CAV_MAX_EVENTS, 0};
            uint8_t seed[CAV_SEED_SIZE];
            cav_state state;
            cav_rng rng = rng_of(match);
            seed_of(match, seed);
            CHECK(!cav_game_start(game, NULL, seed, NULL, &state, &log));
            check_deal(&log, &state);
            for (int steps = 0; steps < MOST_STEPS; steps++) {
                int32_t before[CAV_MAX_SEATS];
                cav_move move;
                memcpy(before, state.head.scores, sizeof before);
                log.count = 0;
                if (state.head.turn < 0) {
                    if (cav_state_next_deal(&state, &log))
                        break;
                    check_deal(&log, &state);
                } else {
                    const int seat = state.head.turn;
                    CHECK(!(match % 2 ? pick_timidly : cav_state_pick)(&state, &rng, &move));
                    CHECK(!cav_state_play(&state, &move, &log));
                    CHECK(log.count >= 1 && events[0].code == CAV_EVENT_MOVE);
                    CHECK(acts_for(&state, seat, events[0].seat));
                    CHECK(memcmp(&events[0].move, &move, sizeof move) == 0);
                    CHECK(count_events(&log, CAV_EVENT_MOVE) == 1);
                }
                CHECK(log.count <= CAV_MAX_EVENTS);
                for (size_t i = 0; i < log.count; i++) {
                    check_event(&events[i], &state);
                    if (events[i].code == CAV_EVENT_TRICK || events[i].code == CAV_EVENT_FOULED)
                        CHECK(state.head.turn < 0 || acts_for(&state, state.head.turn, events[i].seat));
                }
                if (count_events(&log, CAV_EVENT_REDEAL) == 0)
                    check_end(&log, &state, before);
            }
        }
}

/* What does not fit is counted and not written; the position is the same. */
static void test_events_beyond_capacity(void)
{
    for (int number = 0; number < cav_game_count(); number++) {
        const cav_game *game = cav_game_at(number);
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state;
        cav_event all[CAV_MAX_EVENTS], some[CAV_MAX_EVENTS];
        cav_log whole = {all, CAV_MAX_EVENTS, 0};
        seed_of(3, seed);
        CHECK(!cav_game_start(game, NULL, seed, NULL, &state, &whole));
        for (size_t capacity = 0; capacity <= whole.count + 1; capacity++) {
            cav_state other;
            cav_log log = {some, capacity, 0};
            memset(some, 0xee, sizeof some);
            CHECK(!cav_game_start(game, NULL, seed, NULL, &other, &log));
            const size_t written = capacity < whole.count ? capacity : whole.count;
            CHECK(log.count == whole.count && cav_state_equal(&state, &other));
            CHECK(memcmp(some, all, written * sizeof some[0]) == 0 && some[written].code == 0xee);
        }
        /* A log goes on where it stands, over several calls. */
        cav_log nowhere = {NULL, 0, 0}, log = {all, CAV_MAX_EVENTS, 5};
        cav_state other = state;
        cav_move move;
        memset(all, 0xee, sizeof all);
        CHECK(!cav_state_nth(&state, 0, &move) && !cav_state_play(&state, &move, &nowhere));
        CHECK(!cav_state_play(&other, &move, &log));
        CHECK(log.count == 5 + nowhere.count && all[4].code == 0xee && all[5].code == CAV_EVENT_MOVE);
        CHECK(cav_state_equal(&state, &other));
    }
}

int main(void)
{
    RUN(test_registry);
    RUN(test_options_in_range);
    RUN(test_no_options_are_the_defaults);
    RUN(test_setup_errors);
    RUN(test_setup_errors_of_all_games);
    RUN(test_setup_places_cards);
    RUN(test_setup_deals_the_rest_evenly);
    RUN(test_copies_are_independent);
    RUN(test_replay);
    RUN(test_playout);
    RUN(test_playouts_of_many);
    RUN(test_moves);
    RUN(test_index_of_unlisted_moves);
    RUN(test_canonical);
    RUN(test_refused_calls_change_nothing);
    RUN(test_pick_is_even);
    RUN(test_deals_and_results);
    RUN(test_views);
    RUN(test_moves_of_views);
    RUN(test_samples_are_positions);
    RUN(test_samples_of_a_bidding_are_even);
    RUN(test_samples_of_endings_are_even);
    RUN(test_records);
    RUN(test_bad_heads);
    RUN(test_events);
    RUN(test_events_beyond_capacity);
    return checks_result();
}
