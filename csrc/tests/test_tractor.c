/* Tractor, clause by clause: right values out of the house rules (TR); cards against a slow reading of the rules over all
 * subsets of small hands; and random matches in which every step is looked at. */
#include "base/rng.h"
#include "kernels/tractor.h"

#include "table.h"
#include "test.h"

enum { SEATS = 4, HAND = 25, KITTY = 8, KINDS = 54, PACK = 108, NO_TRUMP = 4, TRUMP = 4 };
enum { CLUBS, DIAMONDS, HEARTS, SPADES };
enum { DECLARING, BURYING, PLAYING, OVER };

static const cav_game *game(void) { return cav_game_find("tractor"); }

static cav_tractor_table table_of(const cav_state *state)
{
    cav_tractor_table table;
    cav_state_table(state, &table);
    return table;
}

static bool same(cav_cards a, cav_cards b) { return a.any == b.any && a.both == b.both; }

/* ---- The rules of cards, slowly -------------------------------------------------------------------------- */

static int copies(cav_cards cards, int card) { return (int)(cards.any >> card & 1) + (int)(cards.both >> card & 1); }

static int rank_of(int card) { return card < 52 ? card % 13 : card - 39; }
static int suit_of(int card) { return card < 52 ? card / 13 : -1; }

/* TR-5 */
static int naive_suit(int card, int trump, int level)
{
    return card >= 52 || rank_of(card) == level || suit_of(card) == trump ? TRUMP : suit_of(card);
}

/* TR-5.1, 5.2: a place in the order of the effective suit, from its lowest card on. Written out as the order itself. */
static int naive_place(int card, int trump, int level)
{
    int places[20][4], count = 0; /* kinds of the same place; -1 behind the last */
    memset(places, -1, sizeof places);
    const int suit = naive_suit(card, trump, level), plain = suit == TRUMP ? trump : suit;
    for (int rank = 0; rank < 13 && plain < 4; rank++)
        if (rank != level)
            places[count++][0] = 13 * plain + rank;
    if (suit == TRUMP) {
        int equal = 0;
        for (int other = 0; other < 4; other++)
            if (other != trump)
                places[count][equal++] = 13 * other + level;
        count++;
        if (trump < 4)
            places[count++][0] = 13 * trump + level;
        places[count++][0] = 52;
        places[count++][0] = 53;
    }
    for (int place = 0; place < count; place++)
        for (int i = 0; i < 4; i++)
            if (places[place][i] == card)
                return place;
    return -1;
}

typedef struct naive_shape {
    int shape, length, suit, top; /* place of the top card */
} naive_shape;

/* TR-6 */
static naive_shape naive_read(cav_cards cards, int trump, int level)
{
    uint8_t list[CAV_MAX_PACK];
    const int count = cav_cards_list(cards, list);
    const naive_shape none = {0, 0, -1, -1};
    if (count == 0)
        return none;
    naive_shape read = {CAV_SINGLE, 1, naive_suit(list[0], trump, level), naive_place(list[0], trump, level)};
    if (count == 1)
        return read;
    int low = 99, high = -1, taken[20] = {0};
    for (int card = 0; card < KINDS; card++) {
        const int place = copies(cards, card) ? naive_place(card, trump, level) : 0;
        if (copies(cards, card) == 0)
            continue;
        if (copies(cards, card) == 1 || naive_suit(card, trump, level) != read.suit || taken[place]++)
            return none;
        low = place < low ? place : low;
        high = place > high ? place : high;
    }
    if (high - low + 1 != count / 2)
        return none;
    return (naive_shape){count == 2 ? CAV_PAIR : CAV_TRACTOR, count / 2, read.suit, high};
}

static cav_cards of_suit(cav_cards cards, int suit, int trump, int level)
{
    cav_cards found = {0, 0};
    for (int card = 0; card < KINDS; card++)
        for (int i = 0; i < copies(cards, card); i++)
            if (naive_suit(card, trump, level) == suit)
                cav_cards_add(&found, card);
    return found;
}

static int pairs_in(cav_cards cards)
{
    int pairs = 0;
    for (int card = 0; card < KINDS; card++)
        pairs += copies(cards, card) == 2;
    return pairs;
}

static int least(int a, int b) { return a < b ? a : b; }

/* TR-7 */
static bool naive_may_follow(cav_cards hand, cav_cards play, cav_cards lead, int trump, int level)
{
    const int size = cav_cards_count(lead), suit = naive_read(lead, trump, level).suit;
    const cav_cards held = of_suit(hand, suit, trump, level), given = of_suit(play, suit, trump, level);
    if (cav_cards_count(play) != size || !cav_cards_contain(hand, play))
        return false;
    if (cav_cards_count(given) != least(size, cav_cards_count(held)))
        return false;
    return pairs_in(given) >= least(pairs_in(lead), pairs_in(held)) || cav_cards_count(held) < size;
}

/* TR-8: whether a play wins over the best so far. */
static bool naive_wins(cav_cards play, cav_cards best, int trump, int level)
{
    const naive_shape a = naive_read(play, trump, level), b = naive_read(best, trump, level);
    if (!a.shape || a.shape != b.shape || a.length != b.length)
        return false;
    return a.suit == b.suit ? a.top > b.top : a.suit == TRUMP;
}

/* ---- Cards against that reading ----------------------------------------------------------------------------- */

static void test_tr_5_power_and_suit(void)
{
    for (int trump = 0; trump <= NO_TRUMP; trump++)
        for (int level = 0; level < 13; level++)
            for (int card = 0; card < KINDS; card++) {
                CHECK(cav_tractor_effective_suit(card, trump, level) == naive_suit(card, trump, level));
                for (int other = 0; other < KINDS; other++) {
                    if (naive_suit(card, trump, level) != naive_suit(other, trump, level))
                        continue;
                    const int a = cav_tractor_power(card, trump, level), b = cav_tractor_power(other, trump, level);
                    const int x = naive_place(card, trump, level), y = naive_place(other, trump, level);
                    CHECK(a >= 0 && a - b == x - y);
                }
            }
    CHECK(cav_tractor_power(54, 0, 0) == -1 && cav_tractor_power(-1, 0, 0) == -1 && cav_tractor_power(0, 5, 0) == -1);
    CHECK(cav_tractor_power(0, -1, 0) == -1 && cav_tractor_power(0, 0, 13) == -1 && cav_tractor_power(0, 0, -1) == -1);
    CHECK(cav_tractor_effective_suit(54, 0, 0) == -1 && cav_tractor_effective_suit(3, 5, 0) == -1);
}

static int shape_at(const char *text, int trump, int level)
{
    const cav_tractor_reading reading = cav_tractor_shape(cards_from(text), trump, level);
    return 10 * reading.shape + reading.length; /* both in one number */
}

enum { NONE = 0, SINGLE = 10 * CAV_SINGLE + 1, PAIR = 10 * CAV_PAIR + 1, TRACTOR = 10 * CAV_TRACTOR };
enum { TWO, THREE, FOUR, FIVE, ACE = 12 };

static void test_tr_6_right_values(void)
{
    CHECK(shape_at("3H 3H 5H 5H", SPADES, FOUR) == TRACTOR + 2);
    CHECK(shape_at("AS AS 4H 4H", SPADES, FOUR) == TRACTOR + 2);
    CHECK(shape_at("4H 4H 4S 4S", SPADES, FOUR) == TRACTOR + 2);
    CHECK(shape_at("4S 4S BJ BJ", SPADES, FOUR) == TRACTOR + 2);
    CHECK(shape_at("BJ BJ RJ RJ", SPADES, FOUR) == TRACTOR + 2);
    CHECK(shape_at("4H 4H 4D 4D", SPADES, FOUR) == NONE);
    CHECK(shape_at("4H 4D", SPADES, FOUR) == NONE);
    CHECK(shape_at("AH AH 2H 2H", SPADES, FOUR) == NONE);
    CHECK(shape_at("AS AS 4S 4S", SPADES, FOUR) == NONE);
    CHECK(shape_at("4H 4H BJ BJ", NO_TRUMP, FOUR) == TRACTOR + 2);
    CHECK(shape_at("4H 4H 4D 4D", NO_TRUMP, FOUR) == NONE);
    CHECK(shape_at("AS AS 4S 4S", NO_TRUMP, FOUR) == NONE);
    CHECK(shape_at("KS KS AH AH AS AS BJ BJ", SPADES, ACE) == TRACTOR + 4);
    CHECK(shape_at("8S 8C", SPADES, FOUR) == NONE);
    CHECK(shape_at("3H 3H 4H 4H", SPADES, TWO) == TRACTOR + 2);
    CHECK(shape_at("AH AH 3H 3H", SPADES, TWO) == NONE); /* an ace never touches the lowest card */
    CHECK(shape_at("4C 4C 6C 6C", SPADES, FIVE) == TRACTOR + 2);
    CHECK(shape_at("AS AS 4H 4H 4S 4S BJ BJ RJ RJ", SPADES, FOUR) == TRACTOR + 5);
    CHECK(shape_at("AS AS 4H 4H 4D 4D 4S 4S", SPADES, FOUR) == NONE); /* one off-suit level pair at most */
    CHECK(shape_at("KH KH AH AH", SPADES, FOUR) == TRACTOR + 2);
    CHECK(shape_at("KH KH AD AD", SPADES, FOUR) == NONE);
    CHECK(shape_at("5H", SPADES, FOUR) == SINGLE && shape_at("RJ RJ", SPADES, FOUR) == PAIR);
    CHECK(shape_at("3H 3H 5H", SPADES, FOUR) == NONE && shape_at("", SPADES, FOUR) == NONE);
    CHECK(shape_at("3H 3H 6H 6H", SPADES, FOUR) == NONE && shape_at("3H 5H", SPADES, FOUR) == NONE);
    const cav_tractor_reading reading = cav_tractor_shape(cards_from("AS AS 4H 4H"), SPADES, FOUR);
    CHECK(reading.suit == TRUMP && reading.rank == FOUR && reading.power == 12);
    const cav_tractor_reading none = cav_tractor_shape(cards_from("3H 5H"), SPADES, FOUR);
    CHECK(none.shape == 0 && none.length == 0 && none.suit == -1 && none.rank == -1 && none.power == -1);
    CHECK(cav_tractor_shape((cav_cards){0, 1}, SPADES, FOUR).shape == 0);
    CHECK(cav_tractor_shape((cav_cards){(uint64_t)1 << 54, 0}, SPADES, FOUR).shape == 0);
    CHECK(cav_tractor_shape(cards_from("2C"), 5, FOUR).shape == 0);
    CHECK(cav_tractor_shape(cards_from("2C"), SPADES, 13).shape == 0);
}

enum { MOST_SUBSETS = 60000 };

/* All sub-multisets of some cards. */
static int list_subsets(cav_cards cards, cav_cards *subsets)
{
    int count = 1;
    subsets[0] = (cav_cards){0, 0};
    for (int card = 0; card < KINDS; card++) {
        const int before = count;
        for (int times = 1; times <= copies(cards, card); times++)
            for (int i = 0; i < before; i++) {
                subsets[count] = subsets[i];
                for (int j = 0; j < times; j++)
                    cav_cards_add(&subsets[count], card);
                count++;
            }
    }
    return count;
}

/* Some cards of a few kinds, so that there are pairs: of one suit or two, levels and jokers. */
static cav_cards few_cards(cav_rng *rng, int count, int level)
{
    cav_cards cards = {0, 0};
    const int suit = (int)cav_rng_below(rng, 4), low = (int)cav_rng_below(rng, 9);
    while (cav_cards_count(cards) < count) {
        int card = (int)cav_rng_below(rng, KINDS);
        switch (cav_rng_below(rng, 8)) {
        case 0:
            break;
        case 1:
            card = 13 * (int)cav_rng_below(rng, 4) + level;
            break;
        case 2:
            card = 52 + (int)cav_rng_below(rng, 2);
            break;
        default:
            card = 13 * suit + low + (int)cav_rng_below(rng, 4);
        }
        cav_cards_add(&cards, card);
        if (cav_rng_below(rng, 2))
            cav_cards_add(&cards, card);
    }
    return cards;
}

/* Every subset that is legal by the slow reading is listed once, reads as it should, and nothing else is listed. */
static void check_listed(const cav_move *moves, uint64_t count, const cav_cards *subsets, const bool *legal, int all,
                         int trump, int level)
{
    uint64_t expected = 0;
    for (int i = 0; i < all; i++)
        expected += legal[i];
    CHECK(count == expected);
    for (uint64_t at = 0; at < count; at++) {
        int found = 0;
        while (found < all && !same(subsets[found], moves[at].cards))
            found++;
        CHECK(found < all && legal[found]);
        for (uint64_t before = 0; before < at; before++)
            CHECK(!same(moves[before].cards, moves[at].cards));
        const naive_shape read = naive_read(moves[at].cards, trump, level);
        CHECK(moves[at].kind == CAV_PLAY && moves[at].shape == read.shape && moves[at].length == read.length &&
              moves[at].amount == 0);
        bool top = read.shape == 0 && moves[at].rank == 0;
        for (int card = 0; card < KINDS; card++)
            top |= copies(moves[at].cards, card) && rank_of(card) == moves[at].rank &&
                   naive_place(card, trump, level) == read.top;
        CHECK(top);
    }
}

static uint64_t index_of(cav_cards hand, const cav_cards *lead, int trump, int level, cav_cards play)
{
    return lead ? cav_tractor_follow_index(hand, *lead, trump, level, play)
                : cav_tractor_lead_index(hand, trump, level, play);
}

/* Every listed play has its number; what is not legal, not in the hand or no card has none. */
static void check_indices(cav_cards hand, const cav_cards *lead, int trump, int level, const cav_move *moves,
                          uint64_t count, const cav_cards *subsets, const bool *legal, int all)
{
    const uint64_t other = (uint64_t)1 << bits_lowest(~hand.any), beyond = (uint64_t)1 << KINDS;
    const cav_cards wrong[] = {{0, 0}, {other, 0}, {0, other}, {beyond, 0}};
    for (uint64_t at = 0; at < count; at++)
        CHECK(index_of(hand, lead, trump, level, moves[at].cards) == at);
    for (int i = 0; i < all; i++)
        CHECK(legal[i] || index_of(hand, lead, trump, level, subsets[i]) == UINT64_MAX);
    for (int i = 0; i < 4; i++)
        CHECK(index_of(hand, lead, trump, level, wrong[i]) == UINT64_MAX);
}

static void test_leads_and_follows_by_brute_force(void)
{
    static cav_cards subsets[MOST_SUBSETS], leads[MOST_SUBSETS];
    static bool legal[MOST_SUBSETS];
    static cav_move moves[MOST_SUBSETS];
    cav_rng rng = rng_of(1);
    int shapes[3] = {0};
    for (int round = 0; round < 1500; round++) {
        const int trump = (int)cav_rng_below(&rng, 5), level = (int)cav_rng_below(&rng, 13);
        const cav_cards hand = few_cards(&rng, 4 + (int)cav_rng_below(&rng, 5), level);
        const int all = list_subsets(hand, subsets);
        for (int i = 0; i < all; i++)
            legal[i] = naive_read(subsets[i], trump, level).shape != 0;
        uint64_t count = cav_tractor_leads(hand, trump, level, 0, moves, MOST_SUBSETS);
        check_listed(moves, count, subsets, legal, all, trump, level);
        check_indices(hand, NULL, trump, level, moves, count, subsets, legal, all);
        for (uint64_t i = 0; i < count; i++) { /* from any number on */
            cav_move one;
            CHECK(cav_tractor_leads(hand, trump, level, i, &one, 1) == count && same(one.cards, moves[i].cards));
        }
        /* Leads of another hand, a tractor if there is one. */
        const cav_cards other = few_cards(&rng, 6, level);
        const int others = list_subsets(other, leads);
        for (int tries = 0; tries < 3; tries++) {
            int pick = (int)cav_rng_below(&rng, (uint64_t)others);
            for (int i = 0; i < others && naive_read(leads[pick], trump, level).length < 3 - tries; i++)
                pick = (pick + 1) % others;
            const cav_cards lead = leads[pick];
            const naive_shape read = naive_read(lead, trump, level);
            if (!read.shape || cav_cards_count(lead) > cav_cards_count(hand))
                continue;
            shapes[read.shape == CAV_TRACTOR ? 2 : read.shape == CAV_PAIR]++;
            for (int i = 0; i < all; i++)
                legal[i] = naive_may_follow(hand, subsets[i], lead, trump, level);
            count = cav_tractor_follows(hand, lead, trump, level, 0, moves, MOST_SUBSETS);
            CHECK(count > 0);
            check_listed(moves, count, subsets, legal, all, trump, level);
            check_indices(hand, &lead, trump, level, moves, count, subsets, legal, all);
        }
    }
    CHECK(shapes[0] > 100 && shapes[1] > 100 && shapes[2] > 100);
}

static uint64_t follows(const char *hand, const char *lead, int trump, int level)
{
    return cav_tractor_follows(cards_from(hand), cards_from(lead), trump, level, 0, NULL, 0);
}

static void test_tr_7_right_values(void)
{
    /* A pair led: a pair must be given, either. */
    CHECK(follows("2H 3H QH QH KH KH 5C 5C", "9H 9H", SPADES, FOUR) == 2);
    /* Three pairs led: the one pair, and four of the six singles. */
    CHECK(follows("9H 9H 2H 3H 5H 6H 8H JH 5C 5C", "TH TH JH JH QH QH", SPADES, FOUR) == 15);
    /* Too few of the suit: all of them, and any others; no pair is owed from another suit. */
    CHECK(follows("2H 3C 3C 5C", "9H 9H", SPADES, FOUR) == 2);
    CHECK(follows("2H 2H 3C 3C 5C", "9H 9H TH TH", SPADES, FOUR) == 2);
    /* No pair is owed to a single; void: anything. */
    CHECK(follows("2H 2H 3C 3C", "9H", SPADES, FOUR) == 1 && follows("5S 5S 3C 3C", "9H", SPADES, FOUR) == 2);
    CHECK(follows("5S 5S 3C 3C 6D", "9H 9H", SPADES, FOUR) == 5);
    /* Two level cards of different suits are no pair; a level card follows trumps, not its suit. */
    CHECK(follows("4H 4D 5S 5S", "9S 9S", SPADES, FOUR) == 1 && follows("4H 5S", "9H", SPADES, FOUR) == 2);
    CHECK(follows("4H 5H", "9S", SPADES, FOUR) == 1);
    CHECK(follows("4H", "9H 9H", SPADES, FOUR) == 0 && follows("4H 5H", "9H TH", SPADES, FOUR) == 0);
    CHECK(follows("4H 5H", "9H", 5, FOUR) == 0 && follows("4H 5H", "9H", SPADES, 13) == 0);
    CHECK(cav_tractor_leads((cav_cards){0, 1}, 0, 0, 0, NULL, 0) == 0);
    CHECK(cav_tractor_leads((cav_cards){((uint64_t)1 << 34) - 1, 0}, 0, 0, 0, NULL, 0) == 0); /* more than any hand */
    cav_move move;
    CHECK(cav_tractor_leads(cards_from("4H"), 0, 0, UINT64_MAX, &move, 1) == 1);
    CHECK(cav_tractor_lead_index(cards_from("4H"), 5, 0, cards_from("4H")) == UINT64_MAX);
    CHECK(cav_tractor_follow_index(cards_from("4H"), cards_from("5H 6H"), 0, 0, cards_from("4H")) == UINT64_MAX);
    CHECK(cav_tractor_follows(cards_from("4H"), cards_from("5H"), 0, 0, 1, &move, 1) == 1);
}

/* ---- Deals ---------------------------------------------------------------------------------------------------- */

/* A deal with cards put where they are said. */
static cav_state dealt(const cav_tractor_options *options, const char *const hands[SEATS], const char *kitty,
                       uint32_t number)
{
    cav_setup setup;
    cav_state state;
    uint8_t seed[CAV_SEED_SIZE];
    size_t count;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(number, seed);
    for (int seat = 0; seat < SEATS && hands; seat++)
        setup.hands[seat] = cards_from(hands[seat]);
    CHECK(!cav_cards_parse(CAV_FRENCH, kitty, strlen(kitty), setup.stock, sizeof setup.stock, &count, NULL));
    setup.stock_size = (int32_t)count;
    CHECK(!cav_game_start(game(), options, seed, &setup, &state, NULL));
    return state;
}

static const cav_tractor_options first_deal = {{0, 0}, 0, CAV_TRACTOR_FIRST};
static const char *const two_each[SEATS] = {"2C 2H BJ BJ", "2D 2D 2C", "2S 2S RJ RJ", "2H"};

static void test_tr_2_deal(void)
{
    for (uint32_t number = 0; number < 50; number++) {
        const cav_state state = begun(game(), number);
        const cav_tractor_table table = table_of(&state);
        uint8_t seed[CAV_SEED_SIZE], order[PACK], kitty[CAV_MAX_PACK];
        cav_rng rng;
        seed_of(number, seed);
        for (int i = 0; i < PACK; i++)
            order[i] = (uint8_t)(i / 2);
        rng_open(&rng, seed, RNG_DEAL, 0, 0);
        rng_draw(&rng, order, PACK, PACK);
        cav_cards hands[SEATS] = {{0, 0}};
        for (int i = 0; i < SEATS * HAND; i++)
            cav_cards_add(&hands[i % SEATS], order[i]);
        for (int seat = 0; seat < SEATS; seat++)
            CHECK(same(cav_state_hand(&state, seat), hands[seat]) && state.head.hand_sizes[seat] == HAND);
        CHECK(cav_state_stock(&state, kitty) == KITTY && memcmp(kitty, order + SEATS * HAND, KITTY) == 0);
        /* TR-3.3: drawn with the deal's own chance, behind the cards. */
        CHECK(table.dealer == (int32_t)cav_rng_below(&rng, SEATS) && table.opener == table.dealer);
        CHECK(state.head.turn == table.opener && state.head.phase == DECLARING && !table.trump);
        CHECK(table.level == TWO && table.levels[0] == TWO && table.levels[1] == TWO && state.head.scores[3] == 2);
    }
}

static void test_tr_3_1_strengths(void)
{
    cav_state state = dealt(&first_deal, two_each, "", 1);
    CHECK(state.head.turn == 0 && cav_state_count(&state) == 4); /* pass, 2C, 2H, BJ BJ */
    CHECK(refuses(&state, "declare BJ", "no-declaration", "TR-3.1"));
    CHECK(refuses(&state, "declare 2C 2H", "no-declaration", "TR-3.1"));
    CHECK(refuses(&state, "declare 3C", "no-declaration", "TR-3.1"));
    CHECK(refuses(&state, "declare 2D", "not-in-hand", "TR-3.1"));
    CHECK(refuses(&state, "declare 2C 2C", "not-in-hand", "TR-3.1"));
    CHECK(refuses(&state, "declare BJ RJ", "no-declaration", "TR-3.1"));
    CHECK(refuses(&state, "play 2C", "declaring", "TR-3.1"));
    CHECK(say_all(&state, "declare 2C"));
    CHECK(table_of(&state).strength == 1 && cav_state_count(&state) == 2); /* 2D and 2C are no stronger */
    CHECK(refuses(&state, "declare 2D", "too-weak", "TR-3.1") && refuses(&state, "declare 2C", "too-weak", "TR-3.1"));
    CHECK(say_all(&state, "declare 2D 2D") && table_of(&state).strength == 2);
    CHECK(refuses(&state, "declare 2S 2S", "too-weak", "TR-3.1") && cav_state_count(&state) == 2);
    CHECK(say_all(&state, "pass;pass;declare BJ BJ") && table_of(&state).strength == 3); /* a seat that had declared */
    CHECK(say_all(&state, "pass;declare RJ RJ") && table_of(&state).strength == 4); /* over its partner */
    CHECK(say_all(&state, "pass;pass") && state.head.phase == DECLARING); /* three passes are needed even now */
    CHECK(say_all(&state, "pass") && state.head.phase == BURYING);
    const cav_tractor_table table = table_of(&state);
    static const int seats[] = {0, 1, 0, 2};
    CHECK(memcmp(table.declarers, seats, sizeof seats) == 0 && table.trump == CAV_NOTRUMP && table.dealer == 0);
    CHECK(same(table.declarations[3].cards, cards_from("RJ RJ")) && table.declarations[3].kind == CAV_DECLARE);
    CHECK(refuses(&state, "pass", "must-bury", "TR-4") && refuses(&state, "declare BJ BJ", "must-bury", "TR-4"));
}

static void test_tr_3_2_settling(void)
{
    cav_state state = dealt(&first_deal, NULL, "BJ RJ 2H 7S", 1); /* a level card counts */
    CHECK(say_all(&state, "pass;pass;pass") && state.head.phase == DECLARING && state.head.turn == 3);
    CHECK(say_all(&state, "pass") && state.head.phase == BURYING && state.head.turn == 0);
    cav_tractor_table table = table_of(&state);
    CHECK(table.trump == CAV_HEARTS && table.dealer == 0 && table.kitty[0] == 52 && table.kitty[1] == 53);
    CHECK(table.kitty[2] == 26 && table.kitty[3] == 39 + 5 && table.declarers[0] == -1 && table.strength == 0);
    state = dealt(&first_deal, two_each, "7S", 1);
    CHECK(say_all(&state, "pass;pass;pass;pass") && table_of(&state).trump == CAV_SPADES);
    /* Three passes after a declaration, whoever passed before; a seat that passed speaks again. */
    state = dealt(&first_deal, two_each, "7S", 1);
    CHECK(say_all(&state, "pass;declare 2D;pass;pass"));
    CHECK(state.head.phase == DECLARING && state.head.turn == 0 && say_all(&state, "declare BJ BJ;pass;pass;pass"));
    table = table_of(&state);
    CHECK(state.head.phase == BURYING && table.trump == CAV_NOTRUMP && table.kitty[0] == -1 && table.dealer == 1);
}

static void test_tr_3_3_first_dealer(void)
{
    static const struct {
        int rule, dealer;
    } rows[] = {{CAV_TRACTOR_FIRST, 1}, {CAV_TRACTOR_FINAL, 2}, {CAV_TRACTOR_FIXED, 0}};
    for (int i = 0; i < 3; i++) {
        const cav_tractor_options options = {{0, 0}, 0, rows[i].rule};
        cav_state state = dealt(&options, two_each, "", 1);
        CHECK(table_of(&state).dealer == 0 && say_all(&state, "pass;declare 2D;declare 2S 2S;pass;pass;pass"));
        CHECK(table_of(&state).dealer == rows[i].dealer && state.head.turn == rows[i].dealer);
        CHECK(table_of(&state).trump == CAV_SPADES && state.head.hand_sizes[rows[i].dealer] == HAND + KITTY);
    }
    /* Who speaks first is drawn evenly. */
    uint32_t seen[SEATS] = {0};
    for (uint32_t number = 0; number < 4000; number++) {
        const cav_state state = begun(game(), number);
        seen[table_of(&state).dealer]++;
    }
    CHECK(chi_square(seen, SEATS, 1000) < 16.27);
}

static void test_tr_4_burying(void)
{
    cav_state state = dealt(&first_deal, two_each, "", 1);
    CHECK(say_all(&state, "declare 2C;pass;pass;pass"));
    CHECK(refuses(&state, "bury 2C 2H BJ BJ", "bury-eight", "TR-4"));
    CHECK(refuses(&state, "bury RJ RJ RJ RJ RJ RJ RJ RJ", "not-in-pack", ""));
    CHECK(refuses(&state, "play 2C", "must-bury", "TR-4"));
    CHECK(cav_state_count(&state) > 1000000);
    cav_move move;
    cav_state_nth(&state, 0, &move);
    move.cards = cards_from("2D 2D 2S 2S 3C 3C 4C 4C");
    const cav_error *error = cav_state_check(&state, &move);
    CHECK(error && strcmp(error->code, "not-in-hand") == 0 && strcmp(error->rule, "TR-4") == 0);
    /* Shown cards may be buried; which, the others don't see. */
    const uint64_t last = cav_state_count(&state) - 1;
    for (uint64_t i = 0;; i += 1000) {
        CHECK(i <= last && !cav_state_nth(&state, i, &move));
        if (i > last || move.cards.any & 1)
            break;
    }
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    CHECK(!cav_state_play(&state, &move, &log) && log.count == 2 && events[1].code == CAV_EVENT_BURIED);
    CHECK(cav_event_seen(&events[0], 0) && !cav_event_seen(&events[0], 1) && !cav_event_seen(&events[0], -1));
    CHECK(state.head.phase == PLAYING && state.head.turn == 0 && state.head.hand_sizes[0] == HAND);
    CHECK(refuses(&state, "pass", "trump-settled", "TR-3.2"));
    CHECK(refuses(&state, "declare 2H", "trump-settled", "TR-3.2"));
    cav_move again = move;
    error = cav_state_check(&state, &again);
    CHECK(error && strcmp(error->code, "buried-already") == 0);
    /* TR-4: the card shown is in the hand or buried, and all know it. */
    CHECK(same(table_of(&state).shown[0], cards_from("2C")));
    uint32_t buried = 0;
    cav_rng rng = rng_of(3);
    for (int i = 0; i < 1650; i++) {
        cav_state view, full;
        CHECK(!cav_state_view(&state, 1, &view) && cav_state_hand(&view, 0).any == 0);
        CHECK(!cav_state_sample(&view, &rng, &full));
        /* One copy of 2C is seat 1's own. */
        buried += !(cav_state_hand(&full, 0).any & 1);
        for (int seat = 2; seat < SEATS; seat++)
            CHECK(!(cav_state_hand(&full, seat).any & 1));
    }
    const uint32_t seen[2] = {buried, 1650 - buried};
    const double far = ((double)seen[0] - 400) * ((double)seen[0] - 400) / (1650 * 8.0 / 33 * 25 / 33);
    CHECK(far < 10.83);
}

static void test_tr_7_refusals(void)
{
    static const char *const hands[SEATS] = {
        "2S AS AS KH KH QH QH 9H 5D 6C 6C 7C", "2H 3H 4H 5H 5H 6H 9D 9D TD", "8H 8H 7H JH JH 3S 3S",
        "4S 4S 5S AD 3H 4H 6H 7H 9H TH TH AH AH"};
    const cav_tractor_options options = {{TWO, TWO}, 0, CAV_TRACTOR_FIXED};
    cav_state state = dealt(&options, hands, "", 1);
    cav_move bury = {.kind = CAV_BURY};
    CHECK(say_all(&state, "declare 2S;pass;pass;pass"));
    const cav_cards shown = cards_from(hands[0]);
    uint8_t list[CAV_MAX_PACK];
    const int count = cav_cards_list(cav_cards_minus(cav_state_hand(&state, 0), shown), list);
    for (int i = 0; i < count && cav_cards_count(bury.cards) < KITTY; i++)
        cav_cards_add(&bury.cards, list[i]);
    CHECK(!cav_state_play(&state, &bury, NULL));
    CHECK(refuses(&state, "play KH 5D", "no-combination", "TR-6"));
    CHECK(refuses(&state, "KH KH 5D", "no-combination", "TR-6"));
    CHECK(refuses(&state, "play 3H", "not-in-hand", "TR-7.1") == !(cav_state_hand(&state, 0).any >> 27 & 1));
    cav_move lead = {.kind = CAV_PLAY, .cards = cards_from("KH KH QH QH")}, named = lead;
    named.shape = CAV_PAIR_RUN;
    const cav_error *error = cav_state_check(&state, &named);
    CHECK(error && strcmp(error->code, "other-reading") == 0);
    CHECK(!cav_state_check(&state, &lead) && lead.shape == CAV_TRACTOR && lead.length == 2 && lead.rank == 11);
    CHECK(say_all(&state, "KH KH QH QH"));
    CHECK(refuses(&state, "play 5H 5H", "other-size", "TR-7.1"));
    CHECK(refuses(&state, "play 5H 5H 9D 9D", "must-follow", "TR-7.1"));
    CHECK(refuses(&state, "play 3H 4H 5H 6H", "owes-pairs", "TR-7.2"));
    CHECK(refuses(&state, "play 2H 5H 5H 3H", "must-follow", "TR-7.1")); /* 2H is a trump */
    CHECK(say_all(&state, "5H 5H 3H 4H"));
    CHECK(table_of(&state).pairless[1] >> HEARTS & 1);
    CHECK(refuses(&state, "play 8H 8H 7H JH", "owes-pairs", "TR-7.2") && say_all(&state, "8H 8H JH JH"));
    CHECK(table_of(&state).leading == 0 && table_of(&state).led_suit == HEARTS);
    CHECK(!(table_of(&state).pairless[2]));
}

/* ---- Who wins (TR-8) -------------------------------------------------------------------------------------------- */

/* By the slow reading, which the matches below are compared with, and by the kernel. */
static int winner_of(const char *const plays[SEATS], int trump_suit)
{
    const tractor_rules rules = tractor_rules_of(trump_suit, FOUR);
    cav_cards best = cards_from(plays[0]);
    int winner = 0;
    for (int seat = 1; seat < SEATS; seat++) {
        const cav_cards play = cards_from(plays[seat]);
        const tractor_reading reading = tractor_read(&rules, play), other = tractor_read(&rules, best);
        CHECK(tractor_beats(&reading, &other) == naive_wins(play, best, trump_suit, FOUR));
        if (naive_wins(play, best, trump_suit, FOUR)) {
            best = play;
            winner = seat;
        }
    }
    return winner;
}

static void test_tr_8_right_values(void)
{
    static const struct {
        const char *plays[SEATS];
        int winner;
    } rows[] = {
        {{"5H 5H", "AS KS", "6H 7H", "6C 7C"}, 0},       /* two unmatched high trumps never beat a pair */
        {{"4H", "4D", "4C", "AS"}, 0},                   /* equal level cards: the earlier wins */
        {{"4H", "4S", "4C", "AS"}, 1},                   /* that of the trump suit is higher */
        {{"AS AS", "4H 4H", "5S 6S", "7S 7S"}, 1},       /* a pair of level cards beats the ace of trumps */
        {{"AS AS", "4H 4D", "5S 6S", "7S 7S"}, 0},       /* two of different suits beat no pair */
        {{"5H 5H", "4H 4D", "6H 6H", "7H 8H"}, 2},
        {{"5H 5H 6H 6H", "7H 7H 9H 9H", "5S 5S 7S 7S", "8H 8H 9H 9H"}, 3}, /* pairs that are no tractor win nothing */
        {{"5H 5H 6H 6H", "7H 7H 8H 8H", "5S 5S 6S 6S", "9C 9C TC TC"}, 2}, /* trumps beat the suit, others don't */
        {{"KH", "AH", "2S", "AD"}, 2},
        {{"BJ BJ", "RJ", "RJ RJ", "4S 4S"}, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK(winner_of(rows[i].plays, SPADES) == rows[i].winner);
}

/* ---- Whole matches, step by step ---------------------------------------------------------------------------- */

static int points_of(cav_cards cards)
{
    int points = 0;
    for (int card = 0; card < 52; card++) {
        const int rank = rank_of(card), worth = rank == 3 ? 5 : rank == 8 || rank == 11 ? 10 : 0;
        points += worth * copies(cards, card);
    }
    return points;
}

/* What one who watches the table writes down. */
typedef struct watch {
    cav_cards trick[SEATS];
    int count, leader, points[SEATS], tricks[SEATS], last_size, last_winner;
    unsigned voids[SEATS], pairless[SEATS];
} watch;

static void watch_play(watch *w, int seat, cav_cards cards, const cav_tractor_table *t)
{
    if (w->count == 0)
        w->leader = seat;
    w->trick[seat] = cards;
    w->count++;
    const cav_cards lead = w->trick[w->leader];
    const naive_shape read = naive_read(lead, t->trump - CAV_CLUBS, t->level);
    if (seat != w->leader) {
        const cav_cards given = of_suit(cards, read.suit, t->trump - CAV_CLUBS, t->level);
        if (cav_cards_count(given) < cav_cards_count(lead))
            w->voids[seat] |= 1u << read.suit;
        else if (pairs_in(given) < pairs_in(lead))
            w->pairless[seat] |= 1u << read.suit;
    }
    if (w->count < SEATS)
        return;
    int winner = w->leader, points = 0;
    for (int i = 1; i < SEATS; i++) {
        const int next = (w->leader + i) % SEATS;
        if (naive_wins(w->trick[next], w->trick[winner], t->trump - CAV_CLUBS, t->level))
            winner = next;
    }
    for (int i = 0; i < SEATS; i++)
        points += points_of(w->trick[i]);
    w->points[winner] += points;
    w->tricks[winner]++;
    w->last_size = cav_cards_count(lead);
    w->last_winner = winner;
    w->count = 0;
}

static void check_facts(const watch *w, const cav_state *state)
{
    const cav_tractor_table t = table_of(state);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(t.points[seat] == w->points[seat] && t.tricks[seat] == w->tricks[seat]);
        CHECK(t.voids[seat] == (int32_t)w->voids[seat] && t.pairless[seat] == (int32_t)w->pairless[seat]);
        /* Facts are true, and stay so. */
        for (int suit = 0; suit <= TRUMP; suit++) {
            const cav_cards held = of_suit(cav_state_hand(state, seat), suit, t.trump - CAV_CLUBS, t.level);
            CHECK(!(w->voids[seat] >> suit & 1) || cav_cards_count(held) == 0);
            CHECK(!(w->pairless[seat] >> suit & 1) || pairs_in(held) == 0);
        }
    }
    if (state->head.turn >= 0 && w->count == 0)
        CHECK(state->head.turn == w->last_winner || t.tricks[0] + t.tricks[1] + t.tricks[2] + t.tricks[3] == 0);
}

/* TR-10, from the words */
static int naive_rise(int attackers)
{
    return attackers == 0 ? 3 : attackers <= 35 ? 2 : attackers <= 75 ? 1 : attackers < 120 ? 0 : attackers / 40 - 2;
}

static int line_amount(const cav_result *result, const char *code, int seat, int missing)
{
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->lines[i].code, code) == 0 && (seat < 0 || result->lines[i].seat == seat))
            return result->lines[i].amount;
    return missing;
}

static int line_seat(const cav_result *result, const char *code)
{
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->lines[i].code, code) == 0)
            return result->lines[i].seat;
    return -2;
}

static int raised(int level, int rise) { return level + rise > 13 ? 13 : level + rise; }

/* What the account says, and what becomes of the match. */
static void check_result(const watch *w, const cav_state *state, const int levels[2])
{
    cav_result result;
    const cav_tractor_table t = table_of(state);
    const int defenders = t.dealer % 2, kitty = points_of(t.buried) * 2 * w->last_size;
    const bool won_last = w->last_winner % 2 != defenders;
    const int captured = w->points[(t.dealer + 1) % SEATS] + w->points[(t.dealer + 3) % SEATS];
    const int attackers = captured + (won_last ? kitty : 0), rise = naive_rise(attackers);
    const int winners = attackers >= 80 ? 1 - defenders : defenders;
    CHECK(!cav_state_result(state, &result));
    CHECK(t.points[0] + t.points[1] + t.points[2] + t.points[3] + points_of(t.buried) == 200);
    CHECK(line_amount(&result, "captured", -1, -1) == captured);
    CHECK(line_amount(&result, "attackers", -1, -1) == attackers);
    CHECK(t.attackers == attackers && line_amount(&result, "kitty", w->last_winner, -1) == (won_last ? kitty : -1));
    CHECK(cav_cards_count(t.buried) == KITTY && t.leading == w->last_winner);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(result.points[seat] == (seat % 2 == winners ? rise : -rise));
        CHECK(line_amount(&result, "rise", seat, 0) == (seat % 2 == winners ? rise : 0));
        const int level = raised(levels[seat % 2], seat % 2 == winners ? rise : 0);
        CHECK(state->head.scores[seat] == level + 2);
        CHECK(t.levels[seat % 2] == (level < 13 ? level : 12));
    }
    const bool over = raised(levels[winners], rise) == 13;
    const int next = attackers >= 80 ? (t.dealer + 1) % SEATS : (t.dealer + 2) % SEATS;
    CHECK(state->head.match_over == over && line_seat(&result, "dealer") == (over ? -2 : next));
    CHECK(line_seat(&result, "take-over") == (attackers >= 80 ? next : -2));
    if (over)
        return;
    cav_state after = *state;
    CHECK(!cav_state_next_deal(&after, NULL));
    const cav_tractor_table dealt_next = table_of(&after);
    CHECK(dealt_next.dealer == next && after.head.turn == next && dealt_next.opener == next);
    CHECK(dealt_next.level == raised(levels[next % 2], next % 2 == winners ? rise : 0));
    CHECK(dealt_next.levels[next % 2] == dealt_next.level && !dealt_next.trump && dealt_next.leader == -1);
}

/* A move of a player who does anything, keeps pairs for the end, or leads them first. */
static cav_move choose(const cav_state *state, cav_rng *rng, int manner)
{
    cav_move move, best;
    CHECK(!cav_state_pick(state, rng, &best));
    if (state->head.phase != PLAYING || manner == 0)
        return best;
    const bool leads = table_of(state).leading < 0;
    const cav_cards hand = cav_state_hand(state, state->head.turn);
    const int held = cav_cards_count(hand);
    int least_broken = 99;
    for (int tries = 0; tries < 40; tries++) {
        CHECK(!cav_state_pick(state, rng, &move));
        const int size = cav_cards_count(move.cards);
        const int broken = pairs_in(hand) - pairs_in(cav_cards_minus(hand, move.cards));
        if (manner == 1 && (broken < least_broken || size == held)) {
            best = move;
            least_broken = size == held ? -1 : broken;
        }
        if (manner == 2 && leads && size > cav_cards_count(best.cards))
            best = move;
    }
    return best;
}

static int last_tractors, most_voids, most_pairless;

static void play_deal(cav_state *state, cav_rng *rng, int manner)
{
    watch w = {.last_winner = -1};
    const cav_tractor_table start = table_of(state);
    const int levels[2] = {start.levels[0], start.levels[1]};
    while (state->head.turn >= 0) {
        const int seat = state->head.turn, phase = state->head.phase;
        const cav_move move = choose(state, rng, manner);
        const cav_tractor_table before = table_of(state);
        CHECK(!cav_state_play(state, &move, NULL));
        if (phase == PLAYING)
            watch_play(&w, seat, move.cards, &before);
        if (phase == PLAYING && (state->head.moves % 8 == 0 || state->head.turn < 0))
            check_facts(&w, state);
        for (int i = 0; i < SEATS; i++) {
            most_voids += w.voids[i] != 0;
            most_pairless += w.pairless[i] != 0;
        }
    }
    check_result(&w, state, levels);
    const cav_tractor_table t = table_of(state);
    last_tractors += w.last_size == 4 && t.trick[t.leader].shape == CAV_TRACTOR && t.leading % 2 != t.dealer % 2 &&
                     points_of(t.buried) > 0;
}

static void test_matches_step_by_step(void)
{
    cav_rng rng = rng_of(4);
    int matches_over = 0;
    for (uint32_t number = 0; number < 150; number++) {
        const cav_tractor_options options = {{(int32_t)number % 13, (int32_t)number * 5 % 13}, -1,
                                             (int32_t)number % 3};
        cav_state state = dealt(&options, NULL, "", number);
        for (int deals = 0; deals < 25; deals++) {
            play_deal(&state, &rng, (int)number % 3);
            if (state.head.match_over)
                break;
            CHECK(!cav_state_next_deal(&state, NULL));
        }
        matches_over += state.head.match_over;
    }
    CHECK(matches_over > 75 && most_voids > 100 && most_pairless > 100);
    CHECK(last_tractors > 0); /* TR-9: a last trick of two pairs, won by the attackers: the kitty counts eight times */
}

/* Later deals: declaring fixes trump only (TR-3.1, 3.3). */
static void test_tr_3_later_deals(void)
{
    cav_rng rng = rng_of(5);
    for (uint32_t number = 0; number < 20; number++) {
        cav_state state = begun(game(), number);
        cav_state_playout(&state, &rng);
        if (state.head.match_over)
            continue;
        CHECK(!cav_state_next_deal(&state, NULL));
        const int dealer = table_of(&state).dealer;
        while (state.head.phase == DECLARING) {
            cav_move move;
            cav_state_nth(&state, cav_state_count(&state) - 1, &move);
            CHECK(!cav_state_play(&state, &move, NULL));
        }
        CHECK(table_of(&state).dealer == dealer && state.head.turn == dealer);
    }
}

/* The level of a first deal is that of the side that speaks first, whoever takes the deal. */
static void test_levels_of_a_first_deal(void)
{
    const cav_tractor_options options = {{FIVE, THREE}, 0, CAV_TRACTOR_FIRST};
    static const char *const hands[SEATS] = {"", "5D 5D", "", ""};
    cav_state state = dealt(&options, hands, "", 1);
    CHECK(table_of(&state).level == FIVE && state.head.scores[0] == 5 && state.head.scores[1] == 3);
    CHECK(say_all(&state, "pass;declare 5D 5D;pass;pass;pass"));
    CHECK(table_of(&state).level == FIVE && table_of(&state).dealer == 1 && table_of(&state).trump == CAV_DIAMONDS);
}

/* Counting, drawing and finding take no longer when there are millions. */
static void test_burials_are_not_listed(void)
{
    cav_rng rng = rng_of(6);
    uint64_t most = 0;
    for (uint32_t number = 0; number < 200; number++) {
        cav_state state = begun(game(), number);
        stroll(&state, &rng, 30);
        while (state.head.phase != BURYING) {
            state = begun(game(), (uint32_t)cav_rng_next(&rng));
            for (cav_move move = {.kind = CAV_PASS}; state.head.phase == DECLARING;)
                cav_state_play(&state, &move, NULL);
        }
        const uint64_t count = cav_state_count(&state);
        most = count > most ? count : most;
        for (int i = 0; i < 20; i++) {
            const uint64_t at = i == 0 ? 0 : i == 1 ? count - 1 : cav_rng_below(&rng, count);
            uint64_t index;
            cav_move move;
            CHECK(!cav_state_nth(&state, at, &move) && !cav_state_index(&state, &move, &index) && index == at);
            CHECK(move.kind == CAV_BURY && cav_cards_count(move.cards) == KITTY);
        }
    }
    CHECK(most > 5000000 && most <= 13884156);
}

int main(void)
{
    RUN(test_tr_5_power_and_suit);
    RUN(test_tr_6_right_values);
    RUN(test_leads_and_follows_by_brute_force);
    RUN(test_tr_7_right_values);
    RUN(test_tr_2_deal);
    RUN(test_tr_3_1_strengths);
    RUN(test_tr_3_2_settling);
    RUN(test_tr_3_3_first_dealer);
    RUN(test_tr_3_later_deals);
    RUN(test_tr_4_burying);
    RUN(test_tr_7_refusals);
    RUN(test_tr_8_right_values);
    RUN(test_matches_step_by_step);
    RUN(test_levels_of_a_first_deal);
    RUN(test_burials_are_not_listed);
    return checks_result();
}
