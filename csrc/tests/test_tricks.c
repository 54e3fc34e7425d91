/* The kernel of trick games: who is highest, what follows, who strayed. */
#include "kernels/tricks.h"

#include "test.h"

/* ---- Tricks -------------------------------------------------------------------------------- */

/* Every trick of one to five cards with powers 0 ... 3, against the letter of it. */
static void test_highest(void)
{
    for (int count = 1; count <= 5; count++)
        for (int code = 0; code < 1 << 2 * count; code++) {
            uint8_t powers[5];
            int highest = 0, first = -1, last = -1;
            for (int i = 0; i < count; i++) {
                powers[i] = code >> 2 * i & 3;
                highest = powers[i] > highest ? powers[i] : highest;
            }
            for (int i = 0; i < count; i++)
                if (powers[i] == highest) {
                    first = first < 0 ? i : first;
                    last = i;
                }
            const tricks_top top = tricks_highest(powers, count);
            CHECK(top.first == first && top.last == last);
        }
}

static void test_follow(void)
{
    for (uint64_t hand = 0; hand < 64; hand++)
        for (uint64_t suit = 0; suit < 64; suit++) {
            uint64_t naive = 0;
            for (int card = 0; card < 6; card++)
                if ((hand >> card & 1) && (suit >> card & 1))
                    naive |= (uint64_t)1 << card;
            CHECK(tricks_follow(hand, suit) == (naive ? naive : hand));
        }
}

static void test_strayed(void)
{
    static const uint8_t suits[] = {2, 2, 0, 2, 3};
    CHECK(tricks_strayed(suits, 0) == 0 && tricks_strayed(suits, 1) == 0 && tricks_strayed(suits, 2) == 0);
    CHECK(tricks_strayed(suits, 3) == 1 << 2 && tricks_strayed(suits, 4) == 1 << 2);
    CHECK(tricks_strayed(suits, 5) == (1 << 2 | 1 << 4));
}

int main(void)
{
    RUN(test_highest);
    RUN(test_follow);
    RUN(test_strayed);
    return checks_result();
}
