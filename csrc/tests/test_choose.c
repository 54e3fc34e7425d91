/* Choosing from a multiset: count and unrank, against listing everything. */
#include "kernels/choose.h"

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

int main(void)
{
    RUN(test_listing);
    RUN(test_against_listing);
    RUN(test_ways_are_coefficients);
    RUN(test_nothing_to_choose);
    return checks_result();
}
