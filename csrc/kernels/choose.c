#include "kernels/choose.h"

#include "base/cards.h"

enum { MOST_KINDS = 16, MOST_CHOSEN = 8 };

/* Binomial coefficients n over k. */
static const uint16_t binomial[MOST_KINDS + 1][MOST_CHOSEN + 1] = {
    {1, 0, 0, 0, 0, 0, 0, 0, 0},
    {1, 1, 0, 0, 0, 0, 0, 0, 0},
    {1, 2, 1, 0, 0, 0, 0, 0, 0},
    {1, 3, 3, 1, 0, 0, 0, 0, 0},
    {1, 4, 6, 4, 1, 0, 0, 0, 0},
    {1, 5, 10, 10, 5, 1, 0, 0, 0},
    {1, 6, 15, 20, 15, 6, 1, 0, 0},
    {1, 7, 21, 35, 35, 21, 7, 1, 0},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
    {1, 9, 36, 84, 126, 126, 84, 36, 9},
    {1, 10, 45, 120, 210, 252, 210, 120, 45},
    {1, 11, 55, 165, 330, 462, 462, 330, 165},
    {1, 12, 66, 220, 495, 792, 924, 792, 495},
    {1, 13, 78, 286, 715, 1287, 1716, 1716, 1287},
    {1, 14, 91, 364, 1001, 2002, 3003, 3432, 3003},
    {1, 15, 105, 455, 1365, 3003, 5005, 6435, 6435},
    {1, 16, 120, 560, 1820, 4368, 8008, 11440, 12870},
};

uint32_t choose_ways(int kinds, int twice, int r)
{
    if (r < 0 || kinds < 0)
        return 0;
    uint32_t ways = 0;
    /* Take `pairs` of the kinds twice, then the rest one by one from the other kinds. */
    for (int pairs = 0; pairs <= twice && 2 * pairs <= r; pairs++)
        ways += (uint32_t)binomial[twice][pairs] * binomial[kinds - pairs][r - 2 * pairs];
    return ways;
}

cav_cards choose_nth(cav_cards from, int r, uint32_t index)
{
    cav_cards chosen = {0, 0};
    int kinds = bits_count(from.any), twice = bits_count(from.both);
    while (r > 0) {
        const uint64_t kind = bits_low(from.any);
        const bool double_kind = (from.both & kind) != 0;
        from.any ^= kind;
        kinds--;
        twice -= double_kind;
        if (double_kind) {
            const uint32_t with_two = choose_ways(kinds, twice, r - 2);
            if (index < with_two) {
                chosen.any |= kind;
                chosen.both |= kind;
                r -= 2;
                continue;
            }
            index -= with_two;
        }
        const uint32_t with_one = choose_ways(kinds, twice, r - 1);
        if (index < with_one) {
            chosen.any |= kind;
            r -= 1;
        } else {
            index -= with_one;
        }
    }
    return chosen;
}

/* ---- Any cards ------------------------------------------------------------- */

enum { MOST_BITS = 64, FRONT = 2 };

/* Row k: in how many ways 0, 1 ... r cards can be had of the highest k kinds. Behind FRONT zeros, so that sums may reach
 * below nothing. */
typedef struct ways_table {
    int kinds;
    uint64_t row[MOST_BITS + 1][FRONT + CHOOSE_MOST + 1];
} ways_table;

static uint64_t highest(uint64_t mask)
{
    mask |= mask >> 1;
    mask |= mask >> 2;
    mask |= mask >> 4;
    mask |= mask >> 8;
    mask |= mask >> 16;
    mask |= mask >> 32;
    return mask ^ mask >> 1;
}

static void count_ways(ways_table *ways, cav_cards from, int r)
{
    ways->kinds = 0;
    for (int i = 0; i <= FRONT + r; i++)
        ways->row[0][i] = i == FRONT;
    while (from.any) {
        const uint64_t kind = highest(from.any), two = from.both & kind ? ~(uint64_t)0 : 0;
        const uint64_t *without = ways->row[ways->kinds];
        uint64_t *with = ways->row[++ways->kinds];
        from.any ^= kind;
        for (int i = 0; i < FRONT; i++)
            with[i] = 0;
        for (int i = FRONT; i <= FRONT + r; i++)
            with[i] = without[i] + without[i - 1] + (without[i - 2] & two);
    }
}

/* Whether nothing needs to be counted: one card, or none. */
static bool is_simple(const choice *of) { return of->r <= 1; }

static uint64_t count_simple(const choice *of)
{
    return of->r < 0 ? 0 : of->r == 0 ? 1 : (uint64_t)bits_count(of->from.any);
}

static cav_cards nth_simple(const choice *of, uint64_t index)
{
    return cards_of(of->r == 0 ? 0 : bits_nth(of->from.any, index));
}

/* What is chosen from: cards, or kinds that stand for pairs. */
static cav_cards source(const choice *of) { return of->in_pairs ? cards_of(of->from.any) : of->from; }

uint64_t choice_count(const choice *of)
{
    if (is_simple(of))
        return count_simple(of);
    const int most = cards_count(source(of));
    if (of->r >= most)
        return of->r == most;
    ways_table ways;
    count_ways(&ways, source(of), of->r);
    return ways.row[ways.kinds][FRONT + of->r];
}

/* The cards that are chosen besides those that are fixed. */
static cav_cards unrank(const ways_table *ways, cav_cards from, int r, uint64_t index)
{
    cav_cards chosen = {0, 0};
    for (int left = ways->kinds - 1; r > 0; left--) {
        const uint64_t *rest = &ways->row[left][FRONT + r];
        const uint64_t kind = bits_low(from.any);
        from.any ^= kind;
        const uint64_t two = from.both & kind ? rest[-2] : 0, one = rest[-1];
        if (index < two) {
            chosen.any |= kind;
            chosen.both |= kind;
            r -= 2;
        } else if (index - two < one) {
            chosen.any |= kind;
            index -= two;
            r--;
        } else {
            index -= two + one;
        }
    }
    return chosen;
}

static cav_cards whole_set(const choice *of, cav_cards chosen)
{
    if (of->in_pairs)
        chosen.both = chosen.any;
    /* A kind that is fixed and chosen is there twice. */
    return (cav_cards){of->fixed.any | chosen.any, of->fixed.both | chosen.both | (of->fixed.any & chosen.any)};
}

cav_cards choice_nth(const choice *of, uint64_t index)
{
    if (is_simple(of))
        return whole_set(of, nth_simple(of, index));
    ways_table ways;
    count_ways(&ways, source(of), of->r);
    return whole_set(of, unrank(&ways, source(of), of->r, index));
}

cav_cards choice_draw(const choice *of, cav_rng *rng)
{
    if (is_simple(of))
        return whole_set(of, nth_simple(of, cav_rng_below(rng, count_simple(of))));
    ways_table ways;
    count_ways(&ways, source(of), of->r);
    const uint64_t index = cav_rng_below(rng, ways.row[ways.kinds][FRONT + of->r]);
    return whole_set(of, unrank(&ways, source(of), of->r, index));
}

bool choice_has(const choice *of, cav_cards set)
{
    if ((set.both & ~set.any) || !cards_contain(set, of->fixed))
        return false;
    const cav_cards chosen = cards_minus(set, of->fixed);
    const int count = cards_count(chosen);
    return cards_contain(of->from, chosen) &&
           (of->in_pairs ? chosen.any == chosen.both && count == 2 * of->r : count == of->r);
}

uint64_t choice_index(const choice *of, cav_cards set)
{
    cav_cards from = source(of), chosen = cards_minus(set, of->fixed);
    int r = of->r;
    uint64_t index = 0;
    ways_table ways;
    if (r <= 0)
        return 0;
    if (of->in_pairs)
        chosen.both = 0;
    count_ways(&ways, from, r);
    for (int left = ways.kinds - 1; r > 0; left--) {
        const uint64_t *rest = &ways.row[left][FRONT + r];
        const uint64_t kind = bits_low(from.any), two = from.both & kind ? rest[-2] : 0;
        from.any ^= kind;
        if (chosen.both & kind) {
            r -= 2;
        } else if (chosen.any & kind) {
            index += two;
            r--;
        } else {
            index += two + rest[-1];
        }
    }
    return index;
}
