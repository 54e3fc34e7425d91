/* Choosing from a multiset: count, unrank, rank and draw, against listing everything. */
#include "kernels/choose.h"

#include "table.h"
#include "test.h"

enum { MOST_KINDS = 7, MOST_SETS = 3 * 3 * 3 * 3 * 3 * 3 * 3, MOST_CHOSEN = 8 };

/* Kinds need not be neighbours: where the few kinds of a test lie. */
static const int bits[MOST_KINDS] = {0, 1, 5, 13, 31, 32, 63};

/* Lists the multisets of r in the documented order: of the lowest kind two copies, then one, then none; and so upwards.
 */
static int list_sets(int kinds, unsigned twice, int kind, int r, cav_cards chosen, cav_cards *sets)
{
    if (kind == kinds) {
        if (r == 0)
            *sets = chosen;
        return r == 0;
    }
    const uint64_t bit = (uint64_t)1 << bits[kind];
    int count = 0;
    for (int copies = twice >> kind & 1 ? 2 : 1; copies >= 0; copies--) {
        cav_cards more = chosen;
        more.any |= copies >= 1 ? bit : 0;
        more.both |= copies == 2 ? bit : 0;
        if (copies <= r)
            count += list_sets(kinds, twice, kind + 1, r - copies, more, sets + count);
    }
    return count;
}

static void test_against_listing(void)
{
    static cav_cards sets[MOST_SETS];
    for (int kinds = 0; kinds <= MOST_KINDS; kinds++)
        for (unsigned twice = 0; twice < 1u << kinds; twice++)
            for (int r = 0; r <= MOST_CHOSEN; r++) {
                cav_cards from = {0, 0};
                int doubles = 0;
                for (int kind = 0; kind < kinds; kind++) {
                    from.any |= (uint64_t)1 << bits[kind];
                    from.both |= (uint64_t)(twice >> kind & 1) << bits[kind];
                    doubles += (twice >> kind & 1) != 0;
                }
                const int count = list_sets(kinds, twice, 0, r, (cav_cards){0, 0}, sets);
                CHECK(choose_ways(kinds, doubles, r) == (uint32_t)count);
                for (int i = 0; i < count; i++) {
                    const cav_cards nth = choose_nth(from, r, (uint32_t)i);
                    CHECK(nth.any == sets[i].any && nth.both == sets[i].both);
                }
            }
}

/* The listing that the other test leans on holds no set twice, only sets of r, and only of what there is. */
static void test_listing(void)
{
    static cav_cards sets[MOST_SETS];
    for (unsigned twice = 0; twice < 1u << 5; twice++)
        for (int r = 0; r <= MOST_CHOSEN; r++) {
            const int count = list_sets(5, twice, 0, r, (cav_cards){0, 0}, sets);
            for (int i = 0; i < count; i++) {
                CHECK(cav_cards_count(sets[i]) == r);
                for (int j = 0; j < i; j++)
                    CHECK(sets[i].any != sets[j].any || sets[i].both != sets[j].both);
            }
        }
}

/* The number of ways is the coefficient of x^r in (1 + x + x^2)^twice (1 + x)^(kinds - twice). */
static void test_ways_are_coefficients(void)
{
    for (int kinds = 0; kinds <= 16; kinds++)
        for (int twice = 0; twice <= kinds; twice++) {
            uint64_t coefficients[2 * 16 + 3] = {1};
            for (int kind = 0; kind < kinds; kind++)
                for (int r = 2 * 16; r >= 1; r--) {
                    const uint64_t two = kind < twice && r >= 2 ? coefficients[r - 2] : 0;
                    coefficients[r] += coefficients[r - 1] + two;
                }
            for (int r = 0; r <= MOST_CHOSEN; r++)
                CHECK(choose_ways(kinds, twice, r) == coefficients[r]);
        }
}

static void test_nothing_to_choose(void)
{
    CHECK(choose_ways(5, 2, -1) == 0);
    CHECK(choose_ways(-1, 0, 0) == 0);
    CHECK(choose_ways(0, 0, 0) == 1);
    const cav_cards none = choose_nth((cav_cards){7, 7}, 0, 0);
    CHECK(none.any == 0 && none.both == 0);
}

/* ---- Any cards ---------------------------------------------------------------------------- */

static bool same(cav_cards a, cav_cards b) { return a.any == b.any && a.both == b.both; }

static cav_cards plus(cav_cards a, cav_cards b)
{
    return (cav_cards){a.any | b.any, a.both | b.both | (a.any & b.any)};
}

static cav_cards few_cards(int kinds, unsigned twice)
{
    cav_cards cards = {0, 0};
    for (int kind = 0; kind < kinds; kind++) {
        cards.any |= (uint64_t)1 << bits[kind];
        cards.both |= (uint64_t)(twice >> kind & 1) << bits[kind];
    }
    return cards;
}

/* Every set is counted, listed in order, found again, and nothing else is one. */
static void check_sets(const choice *of, const cav_cards *sets, int count)
{
    CHECK(choice_count(of) == (uint64_t)count);
    for (int i = 0; i < count; i++) {
        const cav_cards set = plus(of->fixed, sets[i]);
        CHECK(same(choice_nth(of, (uint64_t)i), set));
        CHECK(choice_has(of, set) && choice_index(of, set) == (uint64_t)i);
    }
}

static void test_choices_against_listing(void)
{
    static cav_cards sets[MOST_SETS];
    for (int kinds = 0; kinds <= MOST_KINDS; kinds++)
        for (unsigned twice = 0; twice < 1u << kinds; twice++)
            for (int r = -1; r <= 2 * kinds + 1; r++) {
                /* A kind that is fixed as well, and one that is not chosen from. */
                const choice of = {.fixed = {1 | (uint64_t)1 << 40, (uint64_t)1 << 40},
                                   .from = few_cards(kinds, twice & ~1u),
                                   .r = r};
                const int count = list_sets(kinds, twice & ~1u, 0, r, (cav_cards){0, 0}, sets);
                check_sets(&of, sets, count);
            }
}

/* Any q of some pairs: as any q of as many kinds, each then there twice. */
static void test_choices_of_pairs(void)
{
    static cav_cards sets[MOST_SETS];
    for (int kinds = 0; kinds <= MOST_KINDS; kinds++)
        for (int q = 0; q <= kinds + 1; q++) {
            const cav_cards pairs = few_cards(kinds, (1u << kinds) - 1);
            const choice of = {.from = pairs, .r = q, .in_pairs = true};
            const int count = list_sets(kinds, 0, 0, q, (cav_cards){0, 0}, sets);
            for (int i = 0; i < count; i++)
                sets[i].both = sets[i].any;
            check_sets(&of, sets, count);
            if (q == 2 && kinds >= 3)
                CHECK(!choice_has(&of, (cav_cards){7, 2}) && !choice_has(&of, (cav_cards){1 | 2 | 32, 1}));
        }
}

static void test_what_is_no_choice(void)
{
    const choice of = {.fixed = {1, 0}, .from = {2 | 4 | 8, 2}, .r = 2};
    CHECK(choice_count(&of) == 4); /* 1 1, 1 2, 1 3, 2 3 */
    CHECK(choice_has(&of, (cav_cards){1 | 2, 2}) && choice_has(&of, (cav_cards){1 | 4 | 8, 0}));
    CHECK(!choice_has(&of, (cav_cards){2 | 4 | 8, 0}));      /* lacks what is fixed */
    CHECK(!choice_has(&of, (cav_cards){1 | 4, 4}));          /* a card twice that is there once */
    CHECK(!choice_has(&of, (cav_cards){1 | 2, 0}));          /* too few */
    CHECK(!choice_has(&of, (cav_cards){1 | 2 | 4 | 8, 0}));  /* too many */
    CHECK(!choice_has(&of, (cav_cards){1 | 2 | 16, 0}));     /* something else */
    CHECK(!choice_has(&of, (cav_cards){1 | 2, 1 | 2 | 16})); /* no multiset */
}

/* A dealer's hand of Tractor: the most sets are 33 single cards' 13,884,156, and with pairs there are fewer. The numbers
 * are those of the generating function; and unranking and ranking are inverse at both ends and anywhere. */
static void test_large_choices(void)
{
    cav_rng rng = rng_of(1);
    for (int doubles = 0; doubles <= 27; doubles++)
        for (int r = 0; r <= CHOOSE_MOST; r++) {
            const uint64_t all = ((uint64_t)1 << (doubles <= 16 ? 33 - doubles : 54 - doubles)) - 1;
            const choice of = {.from = {all << 7, (((uint64_t)1 << doubles) - 1) << 9 & all << 7}, .r = r};
            uint64_t coefficients[2 * 64 + 3] = {1};
            for (int kind = 0; kind < 64; kind++)
                for (int i = 2 * 64; i >= 1 && of.from.any >> kind & 1; i--)
                    coefficients[i] +=
                        coefficients[i - 1] + (of.from.both >> kind & 1 && i >= 2 ? coefficients[i - 2] : 0);
            const uint64_t count = choice_count(&of);
            CHECK(count == coefficients[r]);
            for (int i = 0; i < 20 && count; i++) {
                const uint64_t index = i == 0 ? 0 : i == 1 ? count - 1 : cav_rng_below(&rng, count);
                const cav_cards set = choice_nth(&of, index), drawn = choice_draw(&of, &rng);
                CHECK(cav_cards_count(set) == r && choice_has(&of, set) && choice_index(&of, set) == index);
                CHECK(choice_has(&of, drawn));
            }
        }
    const choice burials = {.from = {((uint64_t)1 << 33) - 1, 0}, .r = 8};
    CHECK(choice_count(&burials) == 13884156);
    const choice packs = {.from = {((uint64_t)1 << 54) - 1, ((uint64_t)1 << 54) - 1}, .r = 24};
    const uint64_t count = choice_count(&packs);
    for (int i = 0; i < 100; i++) {
        const uint64_t index = cav_rng_below(&rng, count);
        CHECK(choice_index(&packs, choice_nth(&packs, index)) == index);
    }
}

static void test_draws_are_even(void)
{
    const choice choices[] = {
        {.fixed = {1, 0}, .from = {1 | 2 | 4 | 8, 2 | 4}, .r = 2},
        {.from = {1 | 2 | 4 | 8 | 16, 0}, .r = 1},
        {.fixed = {1, 1}, .from = {62, 62}, .r = 2, .in_pairs = true},
        {.from = {1 | 2 | 4, 7}, .r = 6},
    };
    /* What chi-square exceeds once in 1000, by degrees of freedom. */
    static const double most[] = {0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12, 27.88};
    cav_rng rng = rng_of(2);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const int count = (int)choice_count(&choices[i]);
        uint32_t seen[10] = {0};
        CHECK(count <= 10);
        for (int draw = 0; draw < 1000 * count; draw++)
            seen[choice_index(&choices[i], choice_draw(&choices[i], &rng)) % 10]++;
        CHECK(chi_square(seen, count, 1000) < most[count - 1] + 1e-9);
    }
}

int main(void)
{
    RUN(test_listing);
    RUN(test_against_listing);
    RUN(test_ways_are_coefficients);
    RUN(test_nothing_to_choose);
    RUN(test_choices_against_listing);
    RUN(test_choices_of_pairs);
    RUN(test_what_is_no_choice);
    RUN(test_large_choices);
    RUN(test_draws_are_even);
    return checks_result();
}
