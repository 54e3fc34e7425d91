#include "kernels/ranks.h"

#include "base/bits.h"
#include "kernels/choose.h"

/* ---- Cards and positions --------------------------------------------------- */

enum { SUITED = 13, FIRST_JOKER = 52 };

/* The cards of rank 2 in all suits; shifted left by a rank, the cards of that rank. */
static const uint64_t four_suits = (uint64_t)1 | (uint64_t)1 << 13 | (uint64_t)1 << 26 | (uint64_t)1 << 39;

int ranks_position(int rank) { return rank >= SUITED ? rank : rank == 0 ? RANKS_TWO : rank - 1; }

int ranks_rank(int position) { return position > RANKS_TWO ? position : position == RANKS_TWO ? 0 : position + 1; }

/* Thirteen bits in deck order, 2 lowest, to positions, 2 highest. */
static uint32_t rotate_two(uint32_t ranks) { return ranks >> 1 | (ranks & 1) << RANKS_TWO; }

ranks_counts ranks_count(uint64_t cards)
{
    const uint32_t clubs = cards & 0x1fff, diamonds = cards >> 13 & 0x1fff;
    const uint32_t hearts = cards >> 26 & 0x1fff, spades = cards >> 39 & 0x1fff;
    const uint32_t either = clubs | diamonds, other = hearts | spades;
    const uint32_t minor = clubs & diamonds, major = hearts & spades;
    ranks_counts counts;
    counts.at[0] = rotate_two(either | other) | (uint32_t)(cards >> FIRST_JOKER & 3) << RANKS_BLACK;
    counts.at[1] = rotate_two(minor | major | (either & other));
    counts.at[2] = rotate_two((minor & other) | (major & either));
    counts.at[3] = rotate_two(minor & major);
    counts.at[4] = 0;
    return counts;
}

/* The first `count` cards of a position that are held. */
static uint64_t first_cards(uint64_t hand, int position, int count)
{
    if (position > RANKS_TWO)
        return hand & (uint64_t)1 << (FIRST_JOKER + position - RANKS_BLACK);
    uint64_t held = hand & four_suits << ranks_rank(position), taken = 0;
    for (; count > 0; count--) {
        taken |= bits_low(held);
        held &= held - 1;
    }
    return taken;
}

/* ---- Cores and wings ------------------------------------------------------- */

/* The lowest positions of all runs of `length` within `ranks`. */
static uint32_t run_starts(uint32_t ranks, int length)
{
    uint32_t starts = ranks;
    for (int i = 1; i < length && starts; i++)
        starts &= ranks >> i;
    return starts;
}

static uint32_t run(int start, int length) { return ((1u << length) - 1) << start; }

/* In how many ways a core of `length` ranks can be given its wings. Every core rank is held at least three times,
 * hence counted in both at[0] and at[1]: the number does not depend on which ranks they are. */
static uint32_t wing_ways(const ranks_facts *facts, const ranks_shape *shape, const ranks_counts *hand, int length)
{
    const int wings = shape->wings * length;
    const int twice = bits_count(hand->at[1]) - length;
    if (wings == 0)
        return 1;
    if (shape->wing == 2)
        return choose_ways(twice, 0, wings);
    const int kinds = bits_count(hand->at[0]) - length;
    const bool both_apart = (hand->at[0] & facts->apart) == facts->apart;
    return choose_ways(kinds, twice, wings) - (both_apart ? choose_ways(kinds - 2, twice, wings - 2) : 0);
}

/* ---- Readings -------------------------------------------------------------- */

static bool are_wings(const ranks_facts *facts, const ranks_shape *shape, const ranks_counts *cards, uint32_t core)
{
    const uint32_t any = cards->at[0] & ~core, twice = cards->at[1] & ~core, thrice = cards->at[2] & ~core;
    if (shape->wings == 0)
        return any == 0;
    if (thrice)
        return false;
    return shape->wing == 2 ? any == twice : (any & facts->apart) != facts->apart;
}

int ranks_readings(const ranks_facts *facts, uint64_t cards, ranks_reading *readings, int capacity)
{
    const ranks_counts counts = ranks_count(cards);
    const int total = bits_count(cards);
    int found = 0;
    for (int row = 0; row < facts->count; row++) {
        const ranks_shape *shape = &facts->shapes[row];
        const int unit = shape->core + shape->wings * shape->wing, length = total / unit;
        if (length * unit != total || length < shape->least || length > shape->most)
            continue;
        const uint32_t exact = counts.at[shape->core - 1] & ~counts.at[shape->core] & shape->ranks;
        for (uint32_t starts = run_starts(exact, length); starts; starts &= starts - 1) {
            const int start = bits_lowest(starts);
            if (found < capacity && are_wings(facts, shape, &counts, run(start, length)))
                readings[found++] = (ranks_reading){(uint8_t)row, (uint8_t)length, (uint8_t)(start + length - 1)};
        }
    }
    return found;
}

bool ranks_beat(const ranks_facts *facts, ranks_reading answer, ranks_reading table)
{
    const int power = facts->shapes[answer.row].power, other = facts->shapes[table.row].power;
    if (power != other)
        return power > other;
    return answer.row == table.row && answer.length == table.length && answer.top > table.top;
}

/* ---- Plays of a hand ------------------------------------------------------- */

static void find_row(const ranks_facts *facts, const ranks_counts *hand, int row, int least, int most, uint32_t above,
                     ranks_plays *plays)
{
    const ranks_shape *shape = &facts->shapes[row];
    const uint32_t ranks = hand->at[shape->core - 1] & shape->ranks;
    uint32_t starts = run_starts(ranks, least);
    for (int length = least; length <= most && starts; length++, starts &= ranks >> (length - 1)) {
        /* A core beats the table when its top, length - 1 above its start, does. */
        const uint32_t higher = starts & (above >> (length - 1));
        const uint32_t ways = higher ? wing_ways(facts, shape, hand, length) : 0;
        if (ways == 0)
            continue;
        plays->groups[plays->count++] = (ranks_group){(uint8_t)row, (uint8_t)length, (uint16_t)higher, ways};
        plays->total += ways * (uint32_t)bits_count(higher);
    }
}

void ranks_find(const ranks_facts *facts, const ranks_counts *hand, const ranks_reading *beating, ranks_plays *plays)
{
    const uint32_t all = ~0u;
    int row = 0;
    plays->total = 0;
    plays->count = 0;
    if (beating) {
        const int power = facts->shapes[beating->row].power;
        find_row(facts, hand, beating->row, beating->length, beating->length, all << (beating->top + 1), plays);
        for (row = facts->count; row > 0 && facts->shapes[row - 1].power > power; row--)
            ;
    }
    for (; row < facts->count; row++)
        find_row(facts, hand, row, facts->shapes[row].least, facts->shapes[row].most, all, plays);
}

static cav_move play_of(const ranks_shape *shape, int length, int start, uint64_t cards)
{
    return (cav_move){CAV_PLAY, shape->shape, (uint8_t)ranks_rank(start + length - 1), (uint8_t)length, 0, {cards, 0}};
}

/* Wings that may be chosen beside a core: cards for single wings (kinds and doubles), ranks for pairs. */
static cav_cards wing_kinds(const ranks_shape *shape, const ranks_counts *hand, uint32_t core)
{
    if (shape->wing == 2)
        return (cav_cards){hand->at[1] & ~core, 0};
    return (cav_cards){hand->at[0] & ~core, hand->at[1] & ~core};
}

static cav_cards nth_wings(const ranks_facts *facts, const ranks_shape *shape, cav_cards kinds, int wings,
                           uint32_t index)
{
    if (shape->wing == 2 || (kinds.any & facts->apart) != facts->apart)
        return choose_nth(kinds, wings, index);
    /* First the wings without the higher of the two that stay apart, then those with it and without the lower. */
    const uint64_t lower = bits_low(facts->apart), higher = facts->apart ^ lower;
    kinds.any ^= higher;
    const uint32_t without = choose_ways(bits_count(kinds.any), bits_count(kinds.both), wings);
    if (index < without)
        return choose_nth(kinds, wings, index);
    kinds.any ^= lower;
    cav_cards chosen = choose_nth(kinds, wings - 1, index - without);
    chosen.any |= higher;
    return chosen;
}

cav_move ranks_nth(const ranks_facts *facts, uint64_t hand, const ranks_plays *plays, uint32_t index)
{
    const ranks_group *group = plays->groups;
    for (;; group++) {
        const uint32_t size = group->ways * (uint32_t)bits_count(group->starts);
        if (index < size)
            break;
        index -= size;
    }
    const ranks_shape *shape = &facts->shapes[group->row];
    uint32_t starts = group->starts;
    for (uint32_t skip = index / group->ways; skip; skip--)
        starts &= starts - 1;
    const int start = bits_lowest(starts);
    uint64_t cards = 0;
    for (int i = 0; i < group->length; i++)
        cards |= first_cards(hand, start + i, shape->core);
    if (shape->wings) {
        const ranks_counts counts = ranks_count(hand);
        const cav_cards kinds = wing_kinds(shape, &counts, run(start, group->length));
        const cav_cards wings =
            nth_wings(facts, shape, kinds, shape->wings * group->length, index % group->ways);
        for (uint64_t left = wings.any; left; left &= left - 1) {
            const int position = bits_lowest(left);
            cards |= first_cards(hand, position, shape->wing + (int)(wings.both >> position & 1));
        }
    }
    return play_of(shape, group->length, start, cards);
}

/* ---- Listing --------------------------------------------------------------- */

/* A list being written: the move that the next ones differ from in their wings, and the cards to choose them from. */
typedef struct lister {
    cav_move *next, *end;
    cav_move core;
    uint64_t first[RANKS_POSITIONS][5]; /* the first n cards of each position */
    int wing;
} lister;

/* Writes the core with every choice of r wings, in the order of choose_nth. */
static void list_wings(lister *list, cav_cards kinds, int r, uint64_t cards)
{
    if (r == 0) {
        if (list->next < list->end) {
            *list->next = list->core;
            (list->next++)->cards.any |= cards;
        }
        return;
    }
    while (kinds.any && bits_count(kinds.any) + bits_count(kinds.both) >= r) {
        const int position = bits_lowest(kinds.any);
        const uint64_t kind = (uint64_t)1 << position;
        const bool twice = (kinds.both & kind) != 0;
        kinds.any ^= kind;
        kinds.both &= ~kind;
        if (twice && r >= 2)
            list_wings(list, kinds, r - 2, cards | list->first[position][2]);
        list_wings(list, kinds, r - 1, cards | list->first[position][list->wing]);
    }
}

static void list_group(const ranks_facts *facts, const ranks_counts *hand, const ranks_group *group, lister *list)
{
    const ranks_shape *shape = &facts->shapes[group->row];
    const int wings = shape->wings * group->length;
    list->wing = shape->wing;
    for (uint32_t starts = group->starts; starts; starts &= starts - 1) {
        const int start = bits_lowest(starts);
        uint64_t cards = 0;
        for (int i = 0; i < group->length; i++)
            cards |= list->first[start + i][shape->core];
        list->core = play_of(shape, group->length, start, cards);
        cav_cards kinds = wing_kinds(shape, hand, run(start, group->length));
        if (wings == 0 || shape->wing == 2 || (kinds.any & facts->apart) != facts->apart) {
            list_wings(list, kinds, wings, 0);
        } else {
            const uint64_t lower = bits_low(facts->apart), higher = facts->apart ^ lower;
            kinds.any ^= higher;
            list_wings(list, kinds, wings, 0);
            kinds.any ^= lower;
            list_wings(list, kinds, wings - 1, list->first[bits_lowest(higher)][1]);
        }
    }
}

size_t ranks_list(const ranks_facts *facts, uint64_t hand, const ranks_plays *plays, cav_move *moves, size_t capacity)
{
    const ranks_counts counts = ranks_count(hand);
    lister list = {.next = moves, .end = moves + capacity};
    for (uint32_t held = counts.at[0]; held; held &= held - 1) {
        const int position = bits_lowest(held);
        uint64_t left = position > RANKS_TWO ? first_cards(hand, position, 1) : hand & four_suits << ranks_rank(position);
        list.first[position][0] = 0;
        for (int n = 1; n <= 4; n++, left &= left - 1)
            list.first[position][n] = list.first[position][n - 1] | bits_low(left);
    }
    for (int i = 0; i < plays->count; i++)
        list_group(facts, &counts, &plays->groups[i], &list);
    return (size_t)(list.next - moves);
}
