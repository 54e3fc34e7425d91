/* Writes the tables of the poker kernel as C source to the file that is named. Runs once, when the library is built.
 *
 * The strength of a hand is the place of its best five among the 7,462 classes of five cards, from 1 upwards. Without a
 * flush only the ranks matter: each multiset of 5 to 7 ranks has a key, the sum of a number for each of its cards. The
 * high bits of a key choose a bucket, the low bits a column; each bucket is moved (by an exclusive or) to where its keys
 * meet no others in the table. With a flush only the set of ranks in that suit matters. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/poker_keys.h"

enum { RANKS = 13, MAX_CARDS = 7, CLASSES = 7462 };
enum { BUCKETS = 1 << POKER_BUCKET_BITS, TABLE = 1 << POKER_COLUMN_BITS };

static const uint32_t keys[RANKS] = {
    POKER_KEY_0, POKER_KEY_1, POKER_KEY_2, POKER_KEY_3,  POKER_KEY_4,  POKER_KEY_5,  POKER_KEY_6,
    POKER_KEY_7, POKER_KEY_8, POKER_KEY_9, POKER_KEY_10, POKER_KEY_11, POKER_KEY_12,
};

/* ---- Strength of five ------------------------------------------------------- */

enum category { HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH };

/* The rank that five ranks in a row end at; -1 when they are not in a row. The ace is also below the deuce. */
static int straight_top(const int *count)
{
    for (int top = RANKS - 1; top >= 3; top--) {
        int run = 0;
        for (int i = 0; i < 5; i++)
            run += count[(top - i + RANKS) % RANKS] > 0;
        if (run == 5)
            return top;
    }
    return -1;
}

/* A number that orders hands of five: the category, then the ranks by how often they are there and how high. */
static uint32_t strength_of_five(const int *count, int flush)
{
    uint32_t order = 0;
    int copies[5] = {0}, kinds = 0;
    for (int times = 4; times >= 1; times--)
        for (int rank = RANKS - 1; rank >= 0; rank--)
            if (count[rank] == times) {
                order = order * RANKS + (uint32_t)rank;
                copies[kinds++] = times;
            }
    const int top = kinds == 5 ? straight_top(count) : -1;
    int category = flush ? FLUSH : HIGH_CARD;
    if (top >= 0) {
        category = flush ? STRAIGHT_FLUSH : STRAIGHT;
        order = (uint32_t)top;
    } else if (copies[0] == 4) {
        category = QUADS;
    } else if (copies[0] == 3) {
        category = copies[1] == 2 ? FULL_HOUSE : TRIPS;
    } else if (copies[0] == 2) {
        category = copies[1] == 2 ? TWO_PAIR : PAIR;
    }
    return (uint32_t)category << 24 | order;
}

/* ---- Classes ---------------------------------------------------------------- */

static uint32_t classes[CLASSES];
static int class_count;

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint16_t class_of(uint32_t strength)
{
    const uint32_t *found = bsearch(&strength, classes, CLASSES, sizeof classes[0], compare);
    return (uint16_t)(found - classes + 1);
}

static uint32_t best_of(int *count, int cards, int flush)
{
    if (cards == 5)
        return strength_of_five(count, flush);
    uint32_t best = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (count[rank]) {
            count[rank]--;
            const uint32_t strength = best_of(count, cards - 1, flush);
            count[rank]++;
            best = strength > best ? strength : best;
        }
    return best;
}

/* Calls `visit` for every multiset of `cards` ranks, `most` of each at the most. */
static void every_multiset(int rank, int cards, int most, int *count, void (*visit)(int *count))
{
    if (rank == RANKS) {
        if (cards == 0)
            visit(count);
        return;
    }
    for (count[rank] = 0; count[rank] <= most && count[rank] <= cards; count[rank]++)
        every_multiset(rank + 1, cards - count[rank], most, count, visit);
    count[rank] = 0;
}

static void add_class(int *count) { classes[class_count++] = strength_of_five(count, 0); }

static void add_flush_class(int *count) { classes[class_count++] = strength_of_five(count, 1); }

/* ---- The folded table ------------------------------------------------------- */

typedef struct entry {
    uint32_t key;
    uint16_t strength;
} entry;

static entry entries[80000];
static int entry_count;
static uint16_t table[TABLE];
static uint32_t moved[BUCKETS];
static int bucket_size[BUCKETS];
static int cards_now;

static uint32_t bucket_of(uint32_t key) { return key >> (32 - POKER_BUCKET_BITS); }

static void add_entry(int *count)
{
    uint32_t key = 0;
    for (int rank = 0; rank < RANKS; rank++)
        key += (uint32_t)count[rank] * keys[rank];
    entries[entry_count++] = (entry){key, class_of(best_of(count, cards_now, 0))};
    bucket_size[bucket_of(key)]++;
}

static int by_size_then_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    const int size_x = bucket_size[bucket_of(x->key)], size_y = bucket_size[bucket_of(y->key)];
    return size_x != size_y ? size_y - size_x : (x->key > y->key) - (x->key < y->key);
}

/* Takes the places of a bucket moved by `by`, or none when one of them is taken. */
static int place(const entry *bucket, int size, uint32_t by)
{
    for (int i = 0; i < size; i++) {
        uint16_t *at = &table[(bucket[i].key & (TABLE - 1)) ^ by];
        if (*at) {
            while (i-- > 0)
                table[(bucket[i].key & (TABLE - 1)) ^ by] = 0;
            return 0;
        }
        *at = bucket[i].strength;
    }
    return 1;
}

/* Moves each bucket, the fullest first. False when two keys are the same in bucket and column. */
static int fold(void)
{
    qsort(entries, (size_t)entry_count, sizeof entries[0], by_size_then_key);
    for (int first = 0; first < entry_count; first += bucket_size[bucket_of(entries[first].key)]) {
        const uint32_t bucket = bucket_of(entries[first].key);
        uint32_t by = 0;
        while (by < TABLE && !place(entries + first, bucket_size[bucket], by))
            by++;
        if (by == TABLE)
            return 0;
        moved[bucket] = by;
    }
    return 1;
}

/* ---- Output ----------------------------------------------------------------- */

static void print_table(const char *type, const char *name, const uint16_t *small, const uint32_t *large, int count)
{
    printf("static const %s %s[%d] = {", type, name, count);
    for (int i = 0; i < count; i++)
        printf("%s%u,", i % 16 ? "" : "\n", (unsigned)(small ? small[i] : large[i]));
    printf("\n};\n");
}

static uint16_t flush_strength(unsigned ranks)
{
    int count[RANKS] = {0}, cards = 0;
    for (int rank = 0; rank < RANKS; rank++)
        cards += count[rank] = (int)(ranks >> rank & 1);
    return cards >= 5 && cards <= MAX_CARDS ? class_of(best_of(count, cards, 1)) : 0;
}

int main(int argc, char **argv)
{
    static uint16_t flush[1 << RANKS];
    int count[RANKS] = {0};
    every_multiset(0, 5, 4, count, add_class);
    every_multiset(0, 5, 1, count, add_flush_class);
    qsort(classes, (size_t)class_count, sizeof classes[0], compare);
    if (argc != 2 || class_count != CLASSES || !freopen(argv[1], "w", stdout))
        return 1;
    for (cards_now = 5; cards_now <= MAX_CARDS; cards_now++)
        every_multiset(0, cards_now, 4, count, add_entry);
    if (!fold())
        return 1;
    for (unsigned ranks = 0; ranks < 1 << RANKS; ranks++)
        flush[ranks] = flush_strength(ranks);
    printf("/* Written by generate/poker.c. */\n");
    print_table("uint16_t", "flush_strength", flush, NULL, 1 << RANKS);
    print_table("uint16_t", "rank_strength", table, NULL, TABLE);
    print_table("uint32_t", "bucket_move", NULL, moved, BUCKETS);
    return fclose(stdout) == 0 ? 0 : 1;
}
