#include "kernels/choose.h"

#include "base/bits.h"

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
