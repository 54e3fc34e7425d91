/* Chance: the published vectors of ChaCha20, and that draws and shuffles are even. */
#include "base/rng.h"

#include "table.h"
#include "test.h"

/* ---- ChaCha20 ---------------------------------------------------------------- */

static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

/* RFC 8439 section 2.3.2 (RFC 7539 has the same). */
static const uint32_t rfc_232[16] = {
    0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
    0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2,
};

/* RFC 8439 appendix A.1, vectors 1 to 5: key, block counter, nonce, key stream. */
typedef struct vector {
    uint8_t key[CAV_SEED_SIZE];
    uint32_t counter, nonce[3];
    uint32_t words[16];
} vector;

static const vector rfc_a1[] = {
    {{0},
     0,
     {0, 0, 0},
     {0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b, 0x7c5941da,
      0x8d485751, 0x3fe02477, 0x374ad8b8, 0xf4b8436a, 0x1ca11815, 0x69b687c3, 0x8665eeb2}},
    {{0},
     1,
     {0, 0, 0},
     {0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73, 0xa0290fcb, 0x6965e348, 0x3e53c612, 0xed7aee32, 0x7621b729,
      0x434ee69c, 0xb03371d5, 0xd539d874, 0x281fed31, 0x45fb0a51, 0x1f0ae1ac, 0x6f4d794b}},
    {{[31] = 1},
     1,
     {0, 0, 0},
     {0x2452eb3a, 0x9249f8ec, 0x8d829d9b, 0xddd4ceb1, 0xe8252083, 0x60818b01, 0xf38422b8, 0x5aaa49c9, 0xbb00ca8e,
      0xda3ba7b4, 0xc4b592d1, 0xfdf2732f, 0x4436274e, 0x2561b3c8, 0xebdd4aa6, 0xa0136c00}},
    {{[1] = 0xff},
     2,
     {0, 0, 0},
     {0xfb4dd572, 0x4bc42ef1, 0xdf922636, 0x327f1394, 0xa78dea8f, 0x5e269039, 0xa1bebbc1, 0xcaf09aae, 0xa25ab213,
      0x48a6b46c, 0x1b9d9bcb, 0x092c5be6, 0x546ca624, 0x1bec45d5, 0x87f47473, 0x96f0992e}},
    {{0},
     0,
     {0, 0, 0x02000000},
     {0x374dc6c2, 0x3736d58c, 0xb904e24a, 0xcd3f93ef, 0x88228b1a, 0x96a4dfb3, 0x5b76ab72, 0xc727ee54, 0x0e0e978a,
      0xf3145c95, 0x1b748ea8, 0xf786c297, 0x99c28f5f, 0x628314e8, 0x398a19fa, 0x6ded1b53}},
};

static void test_block_of_rfc(void)
{
    uint32_t input[16] = {0}, output[16];
    memcpy(input, constants, sizeof constants);
    for (uint32_t i = 0; i < 8; i++)
        input[4 + i] = 0x03020100 + 0x04040404 * i; /* the bytes 00 ... 1f */
    input[12] = 1;
    input[13] = 0x09000000;
    input[14] = 0x4a000000;
    cav_chacha_block(input, output);
    CHECK(memcmp(output, rfc_232, sizeof output) == 0);
    cav_chacha_block(input, input); /* in place */
    CHECK(memcmp(input, rfc_232, sizeof input) == 0);
}

/* The counter, domain, stream and substream stand where ChaCha20 has its counter and nonce. */
static void test_stream_of_rfc(void)
{
    for (size_t i = 0; i < sizeof rfc_a1 / sizeof rfc_a1[0]; i++) {
        const vector *v = &rfc_a1[i];
        cav_rng rng;
        rng_open(&rng, v->key, v->nonce[0], v->nonce[1], v->nonce[2]);
        for (uint32_t skip = 0; skip < 16 * v->counter; skip++)
            cav_rng_next(&rng);
        for (int word = 0; word < 16; word++)
            CHECK(cav_rng_next(&rng) == v->words[word]);
    }
}

/* ---- Streams ------------------------------------------------------------------- */

static void test_rng_is_a_value(void)
{
    cav_rng rng = rng_of(1);
    for (int used = 0; used < 40; used++) {
        cav_rng copy = rng;
        for (int i = 0; i < 50; i++) {
            cav_rng ahead = rng;
            for (int j = 0; j <= i; j++)
                cav_rng_next(&ahead);
            cav_rng_next(&copy);
            CHECK(memcmp(&copy, &ahead, sizeof copy) == 0);
        }
        cav_rng_next(&rng);
    }
}

static void test_seed_is_the_next_words(void)
{
    cav_rng rng = rng_of(2), same = rng;
    uint8_t seed[CAV_SEED_SIZE];
    rng_seed(&rng, seed);
    for (int i = 0; i < CAV_SEED_SIZE; i += 4) {
        const uint32_t word = cav_rng_next(&same);
        for (int byte = 0; byte < 4; byte++)
            CHECK(seed[i + byte] == (uint8_t)(word >> 8 * byte));
    }
}

/* No two of the streams of a few seeds, domains and numbers share the numbers that they begin with. */
static void test_streams_differ(void)
{
    enum { MOST = 512 };
    static uint64_t begins[MOST];
    static const uint64_t numbers[] = {0, 1, 2, 255, 256, 0xffffffff, 0x100000000, 0x100000001, 0xffffffff00000000};
    int count = 0;
    uint8_t seed[CAV_SEED_SIZE];
    for (int bit = -1; bit < 8 * CAV_SEED_SIZE; bit += 41) {
        seed_of(7, seed);
        if (bit >= 0)
            seed[bit / 8] ^= (uint8_t)(1 << bit % 8);
        for (uint32_t domain = 0; domain < 3; domain++)
            for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
                cav_rng rng;
                rng_open(&rng, seed, domain, (uint32_t)numbers[i], (uint32_t)(numbers[i] >> 32));
                begins[count] = (uint64_t)cav_rng_next(&rng) << 32;
                begins[count++] |= cav_rng_next(&rng);
                if (domain == RNG_CHOICE) {
                    cav_rng opened;
                    cav_rng_init(&opened, seed, numbers[i]);
                    uint64_t begin = (uint64_t)cav_rng_next(&opened) << 32;
                    begin |= cav_rng_next(&opened);
                    CHECK(begin == begins[count - 1]);
                }
            }
    }
    CHECK(count > 150);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            CHECK(begins[i] != begins[j]);
}

/* ---- Numbers below n --------------------------------------------------------- */

static const uint64_t bounds[] = {
    1,
    2,
    3,
    5,
    6,
    7,
    10,
    17,
    37,
    54,
    100,
    1000,
    65536,
    1 << 20,
    3u << 30,
    0x80000000,
    0x80000001,
    0xfffffffe,
    0xffffffff,
    0x100000000,
    0x100000001,
    0x180000000,
    0x10000000001,
    (uint64_t)1 << 63,
    UINT64_MAX,
};
enum { BOUNDS = sizeof bounds / sizeof bounds[0] };

static void test_below_stays_below(void)
{
    cav_rng rng = rng_of(3), before = rng;
    CHECK(cav_rng_below(&rng, 0) == 0);
    CHECK(memcmp(&rng, &before, sizeof rng) == 0);
    for (int b = 0; b < BOUNDS; b++) {
        uint64_t all = 0, most = 0;
        for (int i = 0; i < 200; i++) {
            const uint64_t draw = cav_rng_below(&rng, bounds[b]);
            CHECK(draw < bounds[b]);
            all |= draw;
            most = draw > most ? draw : most;
        }
        CHECK(most >= (bounds[b] - 1) / 8 * 7); /* 200 draws miss the upper eighth once in 10^11 */
        CHECK(bounds[b] == 1 || (all & 1) == 1);
    }
}

/* A draw from given words; more words than those that follow show that it was rejected. */
static uint32_t words_used(uint32_t first, uint32_t second, uint32_t others, uint64_t n, uint64_t *draw)
{
    cav_rng rng = rng_of(4);
    rng.used = 0;
    rng.words[0] = first;
    rng.words[1] = second;
    for (int i = 2; i < 16; i++)
        rng.words[i] = others;
    *draw = cav_rng_below(&rng, n);
    return rng.used;
}

/* Whether the word is taken; if not, the highest is, for every n. */
static bool below_of_word(uint32_t word, uint32_t n, uint64_t *draw)
{
    return words_used(word, 0xffffffff, 0xffffffff, n, draw) == 1;
}

/* Every number below n has the same number of 32-bit words that give it: 2^32 / n, rounded down. The words of a number
 * are neighbours, so that its first and last can be looked for near the multiples of 2^32 / n. */
static void check_words_of(uint32_t n, uint64_t number)
{
    const uint64_t whole = (uint64_t)1 << 32;
    const uint64_t from = (number * whole + n - 1) / n, to = ((number + 1) * whole + n - 1) / n; /* [from, to) */
    uint64_t first = from, draw;
    while (first < to && !below_of_word((uint32_t)first, n, &draw))
        first++;
    CHECK(to - first == whole / n);
    const uint64_t words[] = {first, first + (to - first) / 3, first + (to - first) / 2, to - 1};
    for (int i = 0; i < 4; i++)
        CHECK(below_of_word((uint32_t)words[i], n, &draw) && draw == number);
}

static void test_below_is_exactly_even(void)
{
    static const uint32_t small[] = {2, 3, 5, 6, 7, 10, 17, 37, 54};
    static const uint32_t large[] = {1000, 65537, 3u << 30, 0x80000001, 0xfffffffe, 0xffffffff};
    cav_rng rng = rng_of(5);
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
        for (uint32_t number = 0; number < small[i]; number++)
            check_words_of(small[i], number);
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        const uint32_t n = large[i];
        check_words_of(n, 0);
        check_words_of(n, n - 1);
        for (int j = 0; j < 200; j++)
            check_words_of(n, cav_rng_next(&rng) % n);
    }
}

/* Bounds above 32 bits take two words, cut to the bits of n - 1, and reject from n on. */
static void test_below_large_bounds(void)
{
    uint64_t draw;
    CHECK(words_used(7, 9, 0, 0x100000000, &draw) == 2 && draw == 9);
    CHECK(words_used(7, 0xffffffff, 0, 0x100000000, &draw) == 2 && draw == 0xffffffff);
    CHECK(words_used(1, 0, 0, 0x100000001, &draw) == 2 && draw == 0x100000000);
    CHECK(words_used(1, 1, 0, 0x100000001, &draw) == 4 && draw == 0);
    CHECK(words_used(0x100, 0, 0, 0x10000000001, &draw) == 2 && draw == 0x10000000000);
    CHECK(words_used(0x100, 1, 0, 0x10000000001, &draw) == 4 && draw == 0);
    CHECK(words_used(0xfffffeff, 5, 0, 0x10000000001, &draw) == 2 && draw == 0xff00000005);
    CHECK(words_used(0xffffffff, 0xfffffffe, 0, UINT64_MAX, &draw) == 2 && draw == UINT64_MAX - 1);
    CHECK(words_used(0xffffffff, 0xffffffff, 0, UINT64_MAX, &draw) == 4 && draw == 0);
}

static void test_below_is_even(void)
{
    /* n, and what chi-square exceeds once in 1000 for n - 1 degrees of freedom */
    static const struct {
        int n;
        double most;
    } cells[] = {{2, 10.83}, {3, 13.82}, {5, 18.47}, {6, 20.52}, {7, 22.46}, {10, 27.88}, {54, 90.57}, {100, 148.23}};
    cav_rng rng = rng_of(6);
    for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
        uint32_t seen[100] = {0};
        for (int i = 0; i < 500 * cells[c].n; i++)
            seen[cav_rng_below(&rng, (uint64_t)cells[c].n)]++;
        CHECK(chi_square(seen, cells[c].n, 500) < cells[c].most);
    }
    /* Large bounds: the thirds of 3 * 2^30, of 3 * 2^40, and the tenths of 2^32 and 2^40 + 1 (but for 1 in 10^12). */
    static const struct {
        uint64_t n;
        int cells;
        double most;
    } wide[] = {
        {3u << 30, 3, 13.82}, {(uint64_t)3 << 40, 3, 13.82}, {0x100000000, 10, 27.88}, {0x10000000001, 10, 27.88}};
    for (size_t w = 0; w < sizeof wide / sizeof wide[0]; w++) {
        uint32_t seen[10] = {0};
        const uint64_t cell = wide[w].n / (uint64_t)wide[w].cells + (wide[w].n % (uint64_t)wide[w].cells != 0);
        for (int i = 0; i < 1000 * wide[w].cells; i++)
            seen[cav_rng_below(&rng, wide[w].n) / cell]++;
        CHECK(chi_square(seen, wide[w].cells, 1000) < wide[w].most);
    }
}

/* ---- Shuffles ------------------------------------------------------------------ */

static void test_shuffle_keeps_the_items(void)
{
    cav_rng rng = rng_of(7);
    for (size_t count = 0; count <= CAV_MAX_PACK; count++) {
        uint8_t items[CAV_MAX_PACK + 2], seen[CAV_MAX_PACK] = {0};
        memset(items, 0xee, sizeof items);
        for (size_t i = 0; i < count; i++)
            items[1 + i] = (uint8_t)i;
        cav_rng_shuffle(&rng, items + 1, count);
        for (size_t i = 0; i < count; i++)
            seen[items[1 + i]]++;
        for (size_t i = 0; i < count; i++)
            CHECK(seen[i] == 1);
        CHECK(items[0] == 0xee && items[1 + count] == 0xee);
    }
}

/* The number of an order of 0 1 2 3 among the 24. */
static int order_number(const uint8_t items[4])
{
    int number = 0;
    for (int i = 0; i < 4; i++) {
        int lower = 0;
        for (int j = i + 1; j < 4; j++)
            lower += items[j] < items[i];
        number = number * (4 - i) + lower;
    }
    return number;
}

static void test_shuffle_is_even(void)
{
    uint32_t seen[24] = {0};
    cav_rng rng = rng_of(8);
    for (int i = 0; i < 24 * 1000; i++) {
        uint8_t items[4] = {0, 1, 2, 3};
        cav_rng_shuffle(&rng, items, 4);
        seen[order_number(items)]++;
    }
    CHECK(chi_square(seen, 24, 1000) < 49.73);
}

/* Each of 54 cards comes to each place equally often. */
static void test_shuffle_of_a_pack_is_even(void)
{
    static uint32_t seen[54][54];
    cav_rng rng = rng_of(9);
    for (int i = 0; i < 54 * 100; i++) {
        uint8_t items[54];
        for (int card = 0; card < 54; card++)
            items[card] = (uint8_t)card;
        cav_rng_shuffle(&rng, items, 54);
        for (int place = 0; place < 54; place++)
            seen[place][items[place]]++;
    }
    /* 53 * 53 degrees of freedom, as rows and columns have fixed sums: mean 2809, deviation 75; 3.3 deviations apart.
     */
    const double far = chi_square(&seen[0][0], 54 * 54, 100) * 53 / 54;
    CHECK(far > 2562 && far < 3056);
}

int main(void)
{
    RUN(test_block_of_rfc);
    RUN(test_stream_of_rfc);
    RUN(test_rng_is_a_value);
    RUN(test_seed_is_the_next_words);
    RUN(test_streams_differ);
    RUN(test_below_stays_below);
    RUN(test_below_is_exactly_even);
    RUN(test_below_large_bounds);
    RUN(test_below_is_even);
    RUN(test_shuffle_keeps_the_items);
    RUN(test_shuffle_is_even);
    RUN(test_shuffle_of_a_pack_is_even);
    return checks_result();
}
