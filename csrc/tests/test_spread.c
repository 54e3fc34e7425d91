/* Unseen cards over the places where they may lie: each way equally likely, and what happens when there is none.
 * Against the list of all ways. */
#include "kernels/spread.h"

#include <stdlib.h>

#include "table.h"
#include "test.h"

enum { MOST_WAYS = 4000, SAMPLES_EACH = 200 };
#ifdef NDEBUG
enum { HARD_ROUNDS = 60, HARD_SAMPLES = 500 };
#else
enum { HARD_ROUNDS = 15, HARD_SAMPLES = 150 };
#endif

/* Cards that may lie in the sets of a text, a letter for each place ("ab ab b"), in places with that room. */
static spread spread_from(const char *sets, const int room[SPREAD_PLACES])
{
    spread what;
    memset(&what, 0, sizeof what);
    memcpy(what.room, room, sizeof what.room);
    for (; *sets; sets += strspn(sets, " ")) {
        for (; *sets && *sets != ' '; sets++)
            what.allowed[what.count] |= (uint8_t)(1 << (*sets - 'a'));
        what.cards[what.count] = (uint8_t)(what.count % 54);
        what.count++;
    }
    return what;
}

static spread random_spread(cav_rng *rng, int count, int places)
{
    spread what;
    memset(&what, 0, sizeof what);
    what.count = count;
    for (int i = 0; i < count; i++) {
        what.cards[i] = (uint8_t)cav_rng_below(rng, 54);
        what.allowed[i] = (uint8_t)cav_rng_below(rng, (uint64_t)1 << places);
        if (cav_rng_below(rng, 4))
            what.allowed[i] |= (uint8_t)(1 << cav_rng_below(rng, (uint64_t)places));
        what.room[cav_rng_below(rng, (uint64_t)places)]++;
    }
    return what;
}

/* ---- All ways ------------------------------------------------------------------------------- */

/* A way as a number: three bits for the place of each card. */
static uint32_t code_of(const uint8_t *place_of, int count)
{
    uint32_t code = 0;
    for (int i = 0; i < count; i++)
        code |= (uint32_t)place_of[i] << 3 * i;
    return code;
}

static int list_ways(const spread *what, int card, int room[SPREAD_PLACES], uint8_t *place_of, uint32_t *ways,
                     int found)
{
    if (card == what->count) {
        if (found < MOST_WAYS)
            ways[found] = code_of(place_of, what->count);
        return found + 1;
    }
    for (int place = 0; place < SPREAD_PLACES; place++)
        if (what->allowed[card] >> place & 1 && room[place] > 0) {
            place_of[card] = (uint8_t)place;
            room[place]--;
            found = list_ways(what, card + 1, room, place_of, ways, found);
            room[place]++;
        }
    return found;
}

/* In order of their numbers. */
static int compare_ways(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int all_ways(const spread *what, uint32_t ways[MOST_WAYS])
{
    uint8_t place_of[CAV_MAX_PACK];
    int room[SPREAD_PLACES];
    memcpy(room, what->room, sizeof room);
    const int found = list_ways(what, 0, room, place_of, ways, 0);
    qsort(ways, (size_t)(found < MOST_WAYS ? found : MOST_WAYS), sizeof ways[0], compare_ways);
    return found;
}

/* ---- Each way equally likely -------------------------------------------------------------------- */

static void check_even(const spread *what, cav_rng *rng)
{
    static uint32_t ways[MOST_WAYS], seen[MOST_WAYS];
    const int count = all_ways(what, ways);
    CHECK(count > 0 && count <= MOST_WAYS && spread_is_possible(what));
    if (count == 0 || count > MOST_WAYS)
        return;
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < SAMPLES_EACH * count; i++) {
        uint8_t place_of[CAV_MAX_PACK];
        spread_cards(what, rng, place_of);
        const uint32_t code = code_of(place_of, what->count);
        const uint32_t *at = bsearch(&code, ways, (size_t)count, sizeof ways[0], compare_ways);
        CHECK(at);
        if (at)
            seen[at - ways]++;
    }
    /* The mean of chi-square is count - 1 and its deviation the root of twice that; four deviations are far. */
    const double far = chi_square(seen, count, SAMPLES_EACH) - (count - 1);
    CHECK(far <= 0 || far * far < 16 * 2.0 * (count - 1));
}

static void test_each_way_is_equally_likely(void)
{
    static const struct {
        const char *sets;
        int room[SPREAD_PLACES];
        int ways;
    } cases[] = {
        {"abc abc abc abc abc abc", {2, 2, 2, 0, 0}, 90},   /* no card is barred anywhere */
        {"ab ab ab ab ab ab", {4, 2, 0, 0, 0}, 15},         /* rooms of unlike sizes */
        {"a abc abc abc abc", {1, 2, 2, 0, 0}, 6},          /* a card with one place */
        {"ab ab abc abc abc", {2, 1, 2, 0, 0}, 9},          /* one set */
        {"a ab ab abc abc abc", {2, 2, 2, 0, 0}, 9},        /* sets within each other */
        {"a ab abc abcd abcd abcd", {1, 2, 2, 1, 0}, 9},    /* all within the next */
        {"ab ab cd cd abcd abcd", {2, 1, 2, 1, 0}, 18},     /* sets apart */
        {"ab bc", {1, 1, 0, 0, 0}, 1},                      /* overlapping: only one way is left */
        {"ab ab bc bc", {1, 2, 1, 0, 0}, 4},                /* overlapping */
        {"ab ab bc bc ac ac", {2, 2, 2, 0, 0}, 10},         /* in a ring */
        {"ab bc cd da abcd abcd", {2, 2, 1, 1, 0}, 14},     /* four places */
        {"abc bcd cda dab ab", {2, 1, 1, 1, 0}, 13},        /* triples of four places */
        {"abcde abcde ab cde bcd ae", {1, 1, 1, 1, 2}, 28}, /* five */
        {"ab ab ab abc c c", {3, 0, 3, 0, 0}, 1},           /* a place without room */
        {"e e e e", {0, 0, 0, 0, 4}, 1},
    };
    cav_rng rng = rng_of(1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static uint32_t ways[MOST_WAYS];
        const spread what = spread_from(cases[i].sets, cases[i].room);
        CHECK(all_ways(&what, ways) == cases[i].ways);
        check_even(&what, &rng);
    }
}

static void test_random_sets_are_even(void)
{
    cav_rng rng = rng_of(2);
    int tested = 0;
    for (int round = 0; round < 400 && tested < 60; round++) {
        static uint32_t ways[MOST_WAYS];
        const spread what = random_spread(&rng, 4 + (int)cav_rng_below(&rng, 4), 3 + (int)cav_rng_below(&rng, 3));
        const int count = all_ways(&what, ways);
        if (count < 2 || count > 100)
            continue;
        check_even(&what, &rng);
        tested++;
    }
    CHECK(tested == 60);
}

/* Nothing to spread; and nothing written for it. */
static void test_no_cards(void)
{
    cav_rng rng = rng_of(3);
    uint8_t place_of[CAV_MAX_PACK];
    spread none;
    memset(&none, 0, sizeof none);
    memset(place_of, 0xee, sizeof place_of);
    CHECK(spread_is_possible(&none));
    spread_cards(&none, &rng, place_of);
    for (int i = 0; i < CAV_MAX_PACK; i++)
        CHECK(place_of[i] == 0xee);
}

/* ---- Whether there is a way, and when there is none ------------------------------------------------- */

/* Every card has a place, and every place its room; whether each lies where it may. */
static bool check_rooms(const spread *what, const uint8_t *place_of)
{
    int room[SPREAD_PLACES];
    bool allowed = true;
    memcpy(room, what->room, sizeof room);
    for (int i = 0; i < what->count; i++) {
        CHECK(place_of[i] < SPREAD_PLACES && room[place_of[i]] > 0);
        if (place_of[i] >= SPREAD_PLACES)
            return false;
        room[place_of[i]]--;
        allowed &= what->allowed[i] >> place_of[i] & 1;
    }
    return allowed;
}

static void test_is_possible(void)
{
    cav_rng rng = rng_of(4);
    int possible = 0, impossible = 0;
    for (int round = 0; round < 3000; round++) {
        static uint32_t ways[MOST_WAYS];
        uint8_t place_of[CAV_MAX_PACK];
        const spread what = random_spread(&rng, 1 + (int)cav_rng_below(&rng, 7), 2 + (int)cav_rng_below(&rng, 4));
        const bool is_possible = all_ways(&what, ways) > 0;
        CHECK(spread_is_possible(&what) == is_possible);
        possible += is_possible;
        impossible += !is_possible;
        if (is_possible || round % 16 == 0) { /* without a way the sets do not bind, and the rooms do */
            spread_cards(&what, &rng, place_of);
            CHECK(check_rooms(&what, place_of) == is_possible);
        }
    }
    CHECK(possible > 500 && impossible > 500);
}

static void test_whole_pack_without_a_way(void)
{
    cav_rng rng = rng_of(5);
    spread what;
    uint8_t place_of[CAV_MAX_PACK];
    memset(&what, 0, sizeof what);
    what.count = CAV_MAX_PACK;
    for (int i = 0; i < CAV_MAX_PACK; i++)
        what.allowed[i] = (uint8_t)(i < 28 ? 1 : 14); /* a card too many for the first place */
    for (int seat = 0; seat < 4; seat++)
        what.room[seat] = 27;
    CHECK(!spread_is_possible(&what));
    spread_cards(&what, &rng, place_of);
    CHECK(!check_rooms(&what, place_of));
    memset(what.allowed, 0, sizeof what.allowed);
    CHECK(!spread_is_possible(&what));
    spread_cards(&what, &rng, place_of);
    check_rooms(&what, place_of);
}

/* ---- When draws are hardly ever accepted ------------------------------------------------------------- */

/* Sets in a ring over `places`, `each` cards in each set and in each place. */
static spread ring(int places, int each)
{
    spread what;
    memset(&what, 0, sizeof what);
    for (int place = 0; place < places; place++) {
        what.room[place] = each;
        for (int i = 0; i < each; i++)
            what.allowed[what.count++] = (uint8_t)(1 << place | 1 << (place + 1) % places);
    }
    return what;
}

static void test_hard_sets(void)
{
    cav_rng rng = rng_of(6);
    uint8_t place_of[CAV_MAX_PACK];
    for (int places = 3; places <= SPREAD_PLACES; places++)
        for (int each = 1; each * places <= CAV_MAX_PACK; each += 5) {
            const spread what = ring(places, each);
            spread_cards(&what, &rng, place_of);
            CHECK(spread_is_possible(&what) && check_rooms(&what, place_of));
        }
    for (int round = 0; round < HARD_ROUNDS; round++) { /* rooms as a way that there is fills them */
        spread what = random_spread(&rng, CAV_MAX_PACK, 3 + round % 3);
        memset(what.room, 0, sizeof what.room);
        for (int i = 0; i < what.count; i++) {
            uint64_t place = cav_rng_below(&rng, 3);
            what.allowed[i] |= (uint8_t)(1 << place);
            if (round % 2) /* as few places as can be */
                what.allowed[i] = (uint8_t)(1 << place | 1 << cav_rng_below(&rng, SPREAD_PLACES));
            what.room[place]++;
        }
        CHECK(spread_is_possible(&what));
        spread_cards(&what, &rng, place_of);
        CHECK(check_rooms(&what, place_of));
    }
}

static double choose(int n, int k)
{
    double ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* Of three sets in a ring with twelve cards each, as many lie in the first place of their set in all three: x, in
 * (12 over x)^3 of the ways. Draws are never accepted there; yet the ways come nearly evenly. */
static void test_hard_sets_are_nearly_even(void)
{
    enum { EACH = 12, SAMPLES = HARD_SAMPLES };
    const spread what = ring(3, EACH);
    cav_rng rng = rng_of(7);
    uint32_t seen[EACH + 1] = {0}, of_card[3 * EACH] = {0};
    double all = 0, far = 0;
    for (int i = 0; i < SAMPLES; i++) {
        uint8_t place_of[CAV_MAX_PACK];
        int first = 0;
        spread_cards(&what, &rng, place_of);
        CHECK(check_rooms(&what, place_of));
        for (int card = 0; card < 3 * EACH; card++) {
            first += card < EACH && place_of[card] == 0;
            of_card[card] += place_of[card] == card / EACH;
        }
        seen[first]++;
    }
    for (int x = 0; x <= EACH; x++)
        all += choose(EACH, x) * choose(EACH, x) * choose(EACH, x);
    for (int x = 0; x <= EACH; x++) {
        const double expected = SAMPLES * choose(EACH, x) * choose(EACH, x) * choose(EACH, x) / all;
        if (expected > 5)
            far += (seen[x] - expected) * (seen[x] - expected) / expected;
    }
    CHECK(far < 18.47); /* five values are expected more than five times */
    for (int card = 0; card < 3 * EACH; card++)
        CHECK(of_card[card] > SAMPLES * 3 / 10 && of_card[card] < SAMPLES * 7 / 10);
}

int main(void)
{
    RUN(test_each_way_is_equally_likely);
    RUN(test_random_sets_are_even);
    RUN(test_no_cards);
    RUN(test_is_possible);
    RUN(test_whole_pack_without_a_way);
    RUN(test_hard_sets);
    RUN(test_hard_sets_are_nearly_even);
    return checks_result();
}
