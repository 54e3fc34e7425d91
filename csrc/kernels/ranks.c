#include "kernels/ranks.h"

#include "base/cards.h"
#include "kernels/choose.h"

/* ---- Ranks ------------------------------------------------------------------- */

enum { SUITED = 13, FIRST_JOKER = 52, ACE = 12, SUIT_COUNT = 4, PLACES = 14, NO_SUIT = SUIT_COUNT };

/* The cards of rank 2 in all suits; shifted left by a rank, the cards of that rank. */
static const uint64_t four_suits = (uint64_t)1 | (uint64_t)1 << 13 | (uint64_t)1 << 26 | (uint64_t)1 << 39;

int ranks_strength(int rank, int level)
{
    return rank >= SUITED ? rank : rank == level ? RANKS_LEVEL : rank > level ? rank - 1 : rank;
}

int ranks_rank(int strength, int level)
{
    return strength > RANKS_LEVEL ? strength : strength == RANKS_LEVEL ? level : strength < level ? strength : strength + 1;
}

/* Thirteen bits from 2 to ace, in order of strength. */
static uint32_t by_strength(uint32_t ranks, int level)
{
    const uint32_t below = (1u << level) - 1;
    return (ranks & below) | (ranks >> 1 & ~below) | (ranks >> level & 1) << RANKS_LEVEL;
}

static uint32_t by_place(uint32_t ranks) { return ranks << 1 | ranks >> ACE; }

static int rank_of_place(int place) { return place == 0 ? ACE : place - 1; }

/* ---- Counting ---------------------------------------------------------------- */

/* Puts, at each bit, a set bit before one that is not. */
static void sort_two(uint32_t *more, uint32_t *less)
{
    const uint32_t either = *more | *less;
    *less &= *more;
    *more = either;
}

/* Merges two sorted pairs. */
static void merge_pairs(uint32_t at[4])
{
    sort_two(&at[0], &at[2]);
    sort_two(&at[1], &at[3]);
    sort_two(&at[1], &at[2]);
}

/* How many suits, at[k] more than k, hold each of thirteen ranks. */
static void count_suits(uint64_t cards, uint32_t at[4])
{
    for (int suit = 0; suit < SUIT_COUNT; suit++)
        at[suit] = cards >> SUITED * suit & 0x1fff;
    sort_two(&at[0], &at[1]);
    sort_two(&at[2], &at[3]);
    merge_pairs(at);
}

/* The same of cards with two copies: an odd-even merge of the sorted counts of the copies. */
static void count_copies(cav_cards cards, uint32_t at[RANKS_COPIES])
{
    count_suits(cards.any, at);
    count_suits(cards.both, at + 4);
    for (int i = 0; i < 4; i++)
        sort_two(&at[i], &at[i + 4]);
    for (int i = 2; i < 4; i++)
        sort_two(&at[i], &at[i + 2]);
    for (int i = 1; i < 7; i += 2)
        sort_two(&at[i], &at[i + 1]);
}

void ranks_hold(cav_cards cards, int level, int wild, ranks_hand *hand)
{
    uint32_t at[RANKS_COPIES];
    int most = 4, wilds = 0;
    hand->natural = cards;
    if (wild >= 0) {
        const uint64_t bit = (uint64_t)1 << wild;
        wilds = (int)((cards.any >> wild & 1) + (cards.both >> wild & 1));
        hand->natural = (cav_cards){cards.any & ~bit, cards.both & ~bit};
    }
    hand->wild = (int8_t)wild;
    hand->wilds = (uint8_t)wilds;
    hand->level = (uint8_t)level;
    if (cards.both) {
        count_copies(hand->natural, at);
        most = RANKS_COPIES;
    } else {
        count_suits(hand->natural.any, at);
    }
    for (int k = 0; k < RANKS_FILLED + 1; k++) {
        hand->strength[k] = k < most ? by_strength(at[k], level) : 0;
        hand->line[k] = k < most ? by_place(at[k]) : 0;
    }
    hand->strength[0] |= (uint32_t)(cards.any >> FIRST_JOKER & 3) << RANKS_BLACK;
    hand->strength[1] |= (uint32_t)(cards.both >> FIRST_JOKER & 3) << RANKS_BLACK;
}

/* The places of one suit. */
static uint32_t places_of_suit(const ranks_hand *hand, int suit)
{
    return by_place(hand->natural.any >> SUITED * suit & 0x1fff);
}

/* The places of all other suits. */
static uint32_t places_beside_suit(const ranks_hand *hand, int suit)
{
    uint32_t places = 0;
    for (int other = 0; other < SUIT_COUNT; other++)
        places |= other == suit ? 0 : places_of_suit(hand, other);
    return places;
}

/* The first `count` cards of a rank that are held. */
static cav_cards first_cards(cav_cards held, int rank, int count)
{
    uint64_t left = held.any & (rank >= SUITED ? (uint64_t)1 << (FIRST_JOKER + rank - SUITED) : four_suits << rank);
    cav_cards taken = {0, 0};
    for (; count > 0; count--, left &= left - 1) {
        const uint64_t card = bits_low(left);
        taken.any |= card;
        if (count > 1 && held.both & card) {
            taken.both |= card;
            count--;
        }
    }
    return taken;
}

/* ---- Cores and wings ----------------------------------------------------------- */

static const uint32_t *counts_of(const ranks_hand *hand, const ranks_shape *shape)
{
    return shape->line ? hand->line : hand->strength;
}

/* The lowest ranks of all runs of `length` within `ranks`. */
static uint32_t run_starts(uint32_t ranks, int length)
{
    uint32_t starts = ranks;
    for (int i = 1; i < length && starts; i++)
        starts &= ranks >> i;
    return starts;
}

static uint32_t run(int start, int length) { return ((1u << length) - 1) << start; }

/* A mask of ranks in the order of the row, in order of strength. */
static uint32_t core_strength(const ranks_shape *shape, int level, uint32_t core)
{
    return shape->line ? by_strength((core >> 1 | core << ACE) & 0x1fff, level) : core;
}

/* Starts of straights that are there in one suit alone. */
static uint32_t flush_only(const ranks_hand *hand, int length)
{
    uint32_t starts = 0;
    for (int suit = 0; suit < SUIT_COUNT; suit++)
        starts |= run_starts(places_of_suit(hand, suit) & ~places_beside_suit(hand, suit), length);
    return starts;
}

/* In how many ways a core of `length` ranks can be given its wings. Every core rank is held at least three times,
 * hence counted in both strength[0] and [1]: the number does not depend on which ranks they are. */
static uint32_t wing_ways(const ranks_facts *facts, const ranks_shape *shape, const ranks_hand *hand, int length)
{
    const int wings = shape->wings * length;
    const int twice = bits_count(hand->strength[1]) - length;
    if (wings == 0)
        return 1;
    if (shape->wing == 2)
        return choose_ways(twice, 0, wings);
    const int kinds = bits_count(hand->strength[0]) - length;
    const bool both_apart = (hand->strength[0] & facts->apart) == facts->apart;
    return choose_ways(kinds, twice, wings) - (both_apart ? choose_ways(kinds - 2, twice, wings - 2) : 0);
}

/* ---- Readings ------------------------------------------------------------------ */

/* Whether all that is left of the cards beside a core is its wings; `wilds` of the wild cards are left for them. */
static bool are_wings(const ranks_facts *facts, const ranks_shape *shape, const ranks_hand *cards, uint32_t core,
                      int wilds)
{
    const uint32_t any = cards->strength[0] & ~core, twice = cards->strength[1] & ~core;
    if (shape->wings == 0)
        return any == 0;
    if (cards->strength[2] & ~core)
        return false;
    if (shape->wing == 1)
        return wilds == 0 && (any & facts->apart) != facts->apart;
    const uint32_t alone = any & ~twice; /* a wild card makes each a pair, and no joker is made a pair by one */
    return !(alone & RANKS_JOKERS) && bits_count(alone) <= wilds && (wilds - bits_count(alone)) % 2 == 0;
}

static bool suits_fit(const ranks_shape *shape, const ranks_hand *cards)
{
    int suits = 0;
    if (shape->suits == RANKS_ANY_SUITS)
        return true;
    for (int suit = 0; suit < SUIT_COUNT; suit++)
        suits += places_of_suit(cards, suit) != 0;
    return shape->suits == RANKS_ONE_SUIT ? suits == 1 : suits > 1 || cards->wilds > 0;
}

/* Whether the cards are a combination of that row with its core at `start`. */
static bool is_read(const ranks_facts *facts, const ranks_shape *shape, const ranks_hand *cards, int start, int length)
{
    const uint32_t core = run(start, length), in_strength = core_strength(shape, cards->level, core);
    const uint32_t *at = counts_of(cards, shape);
    int natural = 0;
    if ((core & ~shape->ranks) || at[shape->core] & core)
        return false;
    for (int k = 0; k < shape->core; k++)
        natural += bits_count(at[k] & core);
    const int missing = shape->core * length - natural;
    if (missing > cards->wilds || (missing > 0 && in_strength & RANKS_JOKERS))
        return false;
    if (natural == 0 && core != 1u << RANKS_LEVEL) /* wild cards alone are cards of the level rank */
        return false;
    return are_wings(facts, shape, cards, in_strength, cards->wilds - missing) && suits_fit(shape, cards);
}

int ranks_readings(const ranks_facts *facts, const ranks_hand *cards, ranks_reading *readings, int capacity)
{
    const int total = cards_count(cards->natural) + cards->wilds;
    int found = 0;
    for (int row = 0; row < facts->count; row++) {
        const ranks_shape *shape = &facts->shapes[row];
        const int unit = shape->core + shape->wings * shape->wing, length = total / unit;
        if (length * unit != total || length < shape->least || length > shape->most)
            continue;
        /* Without wild cards every rank of the core is there in full. */
        const uint32_t held = cards->wilds ? shape->ranks : counts_of(cards, shape)[shape->core - 1] & shape->ranks;
        for (uint32_t starts = run_starts(held, length); starts; starts &= starts - 1) {
            const int start = bits_lowest(starts);
            if (!is_read(facts, shape, cards, start, length))
                continue;
            if (found < capacity)
                readings[found] = (ranks_reading){(uint8_t)row, (uint8_t)length, (uint8_t)(start + length - 1)};
            found++;
        }
    }
    return found;
}

static int rank_at(const ranks_shape *shape, int level, int position)
{
    return shape->line ? rank_of_place(position) : ranks_rank(position, level);
}

void ranks_read_as(const ranks_facts *facts, int level, ranks_reading reading, cav_move *play)
{
    const ranks_shape *shape = &facts->shapes[reading.row];
    play->shape = shape->shape;
    play->length = reading.length;
    play->rank = (uint8_t)rank_at(shape, level, reading.top);
}

ranks_reading ranks_reading_of(const ranks_facts *facts, int level, int row, const cav_move *play)
{
    /* The top of a sequence is never the low ace. */
    const int top = facts->shapes[row].line ? play->rank + 1 : ranks_strength(play->rank, level);
    return (ranks_reading){(uint8_t)row, play->length, (uint8_t)top};
}

bool ranks_beat(const ranks_facts *facts, ranks_reading answer, ranks_reading table)
{
    const int power = facts->shapes[answer.row].power, other = facts->shapes[table.row].power;
    if (power != other)
        return power > other;
    return answer.row == table.row && answer.length == table.length && answer.top > table.top;
}

/* ---- Plays of a hand ------------------------------------------------------------- */

static void add_group(ranks_plays *plays, ranks_group group)
{
    if (group.starts == 0 || group.ways == 0)
        return;
    plays->groups[plays->count++] = group;
    plays->total += group.ways * (uint32_t)bits_count(group.starts);
}

/* The cores of one row that are held without wild cards: `ranks` of which there are enough cards, `starts` of runs of the
 * least length. */
static void find_natural(const ranks_facts *facts, const ranks_hand *hand, int row, int suit, uint32_t ranks,
                         uint32_t starts, int least, int most, uint32_t above, ranks_plays *plays)
{
    const ranks_shape *shape = &facts->shapes[row];
    for (int length = least; length <= most && starts; length++, starts &= ranks >> (length - 1)) {
        /* A core beats the table when its top, length - 1 above its start, does. */
        uint32_t higher = starts & (above >> (length - 1));
        if (higher && shape->suits == RANKS_NOT_ONE_SUIT)
            higher &= ~flush_only(hand, length);
        if (higher)
            add_group(plays, (ranks_group){.row = (uint8_t)row, .length = (uint8_t)length, .suit = (uint8_t)suit,
                                           .starts = (uint16_t)higher,
                                           .ways = wing_ways(facts, shape, hand, length)});
    }
}

/* Ranks of which there are so many natural cards that wild cards can fill a core up; held[0]: all that they can be. */
typedef struct fillable {
    uint32_t held[RANKS_FILLED + 1];
} fillable;

static fillable fillable_ranks(const ranks_shape *shape, const uint32_t *at)
{
    const uint32_t ranks = shape->ranks & (shape->line ? ~0u : ~(uint32_t)RANKS_JOKERS);
    fillable with;
    with.held[0] = ranks;
    for (int k = 0; k < shape->core; k++)
        with.held[k + 1] = at[k] & ranks;
    return with;
}

/* The cores of one row in which the wild cards of the group are where its gaps say. */
static void find_gapped(const ranks_shape *shape, const fillable *with, ranks_group group, uint32_t above,
                        ranks_plays *plays)
{
    uint32_t starts = above >> (group.length - 1);
    for (int i = 0; i < group.length; i++) {
        const int missing = (group.gaps[0] == i) + (group.wilds == 2 && group.gaps[1] == i);
        if (missing > shape->core)
            return;
        starts &= with->held[shape->core - missing] >> i;
    }
    if (group.wilds == shape->core * group.length) /* wild cards alone are cards of the level rank */
        starts &= 1u << RANKS_LEVEL;
    group.starts = (uint16_t)starts;
    add_group(plays, group);
}

/* The same with the gaps anywhere. */
static void find_filled(const ranks_shape *shape, const ranks_hand *hand, const uint32_t *at, ranks_group group, int most,
                        uint32_t above, ranks_plays *plays)
{
    const fillable with = fillable_ranks(shape, at);
    group.ways = 1;
    for (; group.length <= most; group.length++)
        for (group.wilds = 1; group.wilds <= hand->wilds; group.wilds++)
            for (group.gaps[0] = 0; group.gaps[0] < group.length; group.gaps[0]++) {
                const int last = group.wilds == 2 ? group.length - 1 : group.gaps[0];
                for (group.gaps[1] = group.gaps[0]; group.gaps[1] <= last; group.gaps[1]++)
                    find_gapped(shape, &with, group, above, plays);
            }
}

/* The ranks that a wing of two cards may have beside a core, when so many of them are wild. */
static uint32_t wing_ranks(const ranks_hand *hand, int wilds)
{
    return wilds == 0 ? hand->strength[1] : wilds == 1 ? hand->strength[0] & ~(uint32_t)RANKS_JOKERS : 0;
}

/* One core with a wing of two cards, wild cards in either. */
static void find_winged(const ranks_shape *shape, const ranks_hand *hand, ranks_group group, uint32_t above,
                        ranks_plays *plays)
{
    const fillable with = fillable_ranks(shape, hand->strength);
    for (group.wilds = 0; group.wilds <= hand->wilds; group.wilds++)
        for (group.wing_wilds = group.wilds ? 0 : 1; group.wilds + group.wing_wilds <= hand->wilds; group.wing_wilds++) {
            const uint32_t cores = with.held[shape->core - group.wilds] & above;
            const uint32_t wings = wing_ranks(hand, group.wing_wilds);
            const uint32_t ways = group.wing_wilds == 2 ? 1 : (uint32_t)bits_count(wings);
            /* A core that could be its own wing has one way less. */
            group.starts = (uint16_t)(cores & ~wings);
            group.ways = ways;
            add_group(plays, group);
            group.starts = (uint16_t)(cores & wings);
            group.ways = ways - 1;
            add_group(plays, group);
        }
}

/* The cores of one row, and suit when it has to have one, with wild cards in them. */
static void find_wild(const ranks_hand *hand, const ranks_shape *shape, int row, int suit, const uint32_t *at, int least,
                      int most, uint32_t above, ranks_plays *plays)
{
    const ranks_group group = {.row = (uint8_t)row, .length = (uint8_t)least, .suit = (uint8_t)suit};
    if (shape->wings)
        find_winged(shape, hand, group, above, plays);
    else
        find_filled(shape, hand, at, group, most, above, plays);
}

static void find_flushes(const ranks_facts *facts, const ranks_hand *hand, int row, int least, int most, uint32_t above,
                         ranks_plays *plays)
{
    for (int suit = 0; suit < SUIT_COUNT; suit++) {
        const uint32_t at[] = {places_of_suit(hand, suit)};
        const uint32_t starts = run_starts(at[0], least);
        if (starts)
            find_natural(facts, hand, row, suit, at[0], starts, least, most, above, plays);
        if (hand->wilds)
            find_wild(hand, &facts->shapes[row], row, suit, at, least, most, above, plays);
    }
}

static void find_row(const ranks_facts *facts, const ranks_hand *hand, int row, int least, int most, uint32_t above,
                     ranks_plays *plays)
{
    const ranks_shape *shape = &facts->shapes[row];
    if (shape->suits == RANKS_ONE_SUIT) {
        find_flushes(facts, hand, row, least, most, above, plays);
        return;
    }
    const uint32_t *at = counts_of(hand, shape);
    const uint32_t ranks = at[shape->core - 1] & shape->ranks, starts = run_starts(ranks, least);
    if (starts)
        find_natural(facts, hand, row, NO_SUIT, ranks, starts, least, most, above, plays);
    if (hand->wilds)
        find_wild(hand, shape, row, NO_SUIT, at, least, most, above, plays);
}

void ranks_find(const ranks_facts *facts, const ranks_hand *hand, const ranks_reading *beating, ranks_plays *plays)
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

void ranks_keep_from(const ranks_facts *facts, int level, int rank, ranks_plays *plays)
{
    const int count = plays->count;
    plays->total = 0;
    plays->count = 0;
    for (int i = 0; i < count; i++) {
        ranks_group group = plays->groups[i];
        const int start = facts->shapes[group.row].line ? rank + 1 : ranks_strength(rank, level);
        group.starts &= (uint16_t)(1u << start);
        add_group(plays, group);
    }
}

/* ---- One play ---------------------------------------------------------------------- */

/* The first n cards of each rank held, by strength, worked out when many plays are to be built. */
typedef struct first_table {
    cav_cards of[RANKS_POSITIONS][RANKS_COPIES + 1];
} first_table;

static cav_cards take(const ranks_hand *hand, const first_table *table, int rank, int count)
{
    return table ? table->of[ranks_strength(rank, hand->level)][count] : first_cards(hand->natural, rank, count);
}

static cav_cards both_of(cav_cards a, cav_cards b) { return (cav_cards){a.any | b.any, a.both | b.both}; }

/* The wild cards of a play. */
static cav_cards wild_cards(const ranks_hand *hand, int count)
{
    const uint64_t card = count ? (uint64_t)1 << hand->wild : 0;
    return (cav_cards){card, count == 2 ? card : 0};
}

static uint64_t card_of(int suit, int rank) { return (uint64_t)1 << (SUITED * suit + rank); }

/* A straight that came out in one suit gets, at its highest place that has one, the first card of another suit. */
static uint64_t mix_suits(const ranks_hand *hand, int top, uint64_t cards)
{
    const int suit = bits_lowest(cards) / SUITED;
    if (cards & ~((uint64_t)0x1fff << SUITED * suit))
        return cards;
    int place = top;
    uint64_t others;
    do {
        others = hand->natural.any & four_suits << rank_of_place(place) & ~card_of(suit, rank_of_place(place));
        place--;
    } while (!others);
    return (cards & ~card_of(suit, rank_of_place(place + 1))) | bits_low(others);
}

/* A group's core that begins at `start`, as a play without its wings. */
static cav_move core_of(const ranks_facts *facts, const ranks_hand *hand, const first_table *table,
                        const ranks_group *group, int start)
{
    const ranks_shape *shape = &facts->shapes[group->row];
    cav_cards cards = wild_cards(hand, group->wilds + group->wing_wilds);
    for (int i = 0; i < group->length; i++) {
        const int rank = rank_at(shape, hand->level, start + i);
        int count = shape->core;
        if (group->wilds)
            count -= (group->gaps[0] == i) + (group->wilds == 2 && group->gaps[1] == i);
        if (count == 0)
            continue;
        if (shape->suits != RANKS_ONE_SUIT)
            cards = both_of(cards, take(hand, table, rank, count));
        else
            cards.any |= card_of(group->suit, rank);
    }
    if (shape->suits == RANKS_NOT_ONE_SUIT && !group->wilds)
        cards.any = mix_suits(hand, start + group->length - 1, cards.any);
    return (cav_move){CAV_PLAY, shape->shape, (uint8_t)rank_at(shape, hand->level, start + group->length - 1),
                      group->length, 0, cards};
}

/* What the wings beside a core may be chosen from, in order of strength: kinds, and of single wings those that may come
 * twice. */
static cav_cards wing_kinds(const ranks_shape *shape, const ranks_hand *hand, const ranks_group *group, int start)
{
    const uint32_t core = core_strength(shape, hand->level, run(start, group->length));
    if (group->wing_wilds)
        return (cav_cards){wing_ranks(hand, group->wing_wilds) & ~core, 0};
    if (shape->wing == 2)
        return (cav_cards){hand->strength[1] & ~core, 0};
    return (cav_cards){hand->strength[0] & ~core, hand->strength[1] & ~core};
}

/* How many wings have a natural card. */
static int wings_of(const ranks_shape *shape, const ranks_group *group)
{
    return group->wing_wilds == 2 ? 0 : shape->wings * group->length;
}

static bool kept_apart(const ranks_facts *facts, const ranks_shape *shape, cav_cards kinds)
{
    return shape->wing == 1 && (kinds.any & facts->apart) == facts->apart;
}

static cav_cards nth_wings(const ranks_facts *facts, const ranks_shape *shape, cav_cards kinds, int wings,
                           uint32_t index)
{
    if (!kept_apart(facts, shape, kinds))
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

cav_move ranks_nth(const ranks_facts *facts, const ranks_hand *hand, const ranks_plays *plays, uint32_t index)
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
    cav_move play = core_of(facts, hand, NULL, group, start);
    if (wings_of(shape, group)) {
        const cav_cards kinds = wing_kinds(shape, hand, group, start);
        const cav_cards wings = nth_wings(facts, shape, kinds, wings_of(shape, group), index % group->ways);
        const int each = shape->wing - group->wing_wilds;
        for (uint64_t left = wings.any; left; left &= left - 1) {
            const int position = bits_lowest(left);
            const int count = each + (int)(wings.both >> position & 1);
            play.cards = both_of(play.cards, first_cards(hand->natural, ranks_rank(position, hand->level), count));
        }
    }
    return play;
}

void ranks_canonical(const ranks_facts *facts, const ranks_hand *hand, ranks_reading reading, cav_move *play)
{
    const ranks_shape *shape = &facts->shapes[reading.row];
    ranks_hand cards;
    if (shape->suits == RANKS_ONE_SUIT)
        return;
    ranks_hold(play->cards, hand->level, hand->wild, &cards);
    play->cards = wild_cards(hand, cards.wilds);
    for (uint32_t held = cards.strength[0]; held; held &= held - 1) {
        const int rank = ranks_rank(bits_lowest(held), hand->level);
        const int count = cards_count(first_cards(cards.natural, rank, RANKS_COPIES));
        play->cards = both_of(play->cards, first_cards(hand->natural, rank, count));
    }
    if (shape->suits == RANKS_NOT_ONE_SUIT && !cards.wilds)
        play->cards.any = mix_suits(hand, reading.top, play->cards.any);
}

/* ---- Listing ------------------------------------------------------------------------- */

/* A list being written: the move that the next ones differ from in their wings. */
typedef struct lister {
    cav_move *next, *end;
    cav_move core;
    const ranks_hand *hand;
    first_table first;
    int each; /* natural cards of a wing */
} lister;

/* Writes the core with every choice of r wings, in the order of choose_nth. Masks go one by one, since structs of two are
 * put together in memory, which took a third of the time. */
static void list_wings(lister *list, uint64_t kinds, uint64_t twice, int r, uint64_t any, uint64_t both)
{
    if (r == 0) {
        if (list->next < list->end) {
            cav_move *move = list->next++;
            *move = list->core;
            move->cards.any |= any;
            move->cards.both |= both;
        }
        return;
    }
    while (kinds && bits_count(kinds) + bits_count(twice) >= r) {
        const int position = bits_lowest(kinds);
        const cav_cards *first = list->first.of[position];
        const bool two = twice >> position & 1;
        kinds &= kinds - 1;
        twice &= kinds;
        if (two && r >= 2)
            list_wings(list, kinds, twice, r - 2, any | first[2].any, both | first[2].both);
        list_wings(list, kinds, twice, r - 1, any | first[list->each].any, both | first[list->each].both);
    }
}

static void list_group(const ranks_facts *facts, const ranks_group *group, lister *list)
{
    const ranks_shape *shape = &facts->shapes[group->row];
    const int wings = wings_of(shape, group);
    list->each = shape->wing - group->wing_wilds;
    for (uint32_t starts = group->starts; starts; starts &= starts - 1) {
        const int start = bits_lowest(starts);
        list->core = core_of(facts, list->hand, &list->first, group, start);
        if (wings == 0) {
            list_wings(list, 0, 0, 0, 0, 0);
            continue;
        }
        cav_cards kinds = wing_kinds(shape, list->hand, group, start);
        if (!kept_apart(facts, shape, kinds)) {
            list_wings(list, kinds.any, kinds.both, wings, 0, 0);
        } else {
            const uint64_t lower = bits_low(facts->apart), higher = facts->apart ^ lower;
            kinds.any ^= higher;
            const uint64_t apart = list->first.of[bits_lowest(higher)][1].any;
            list_wings(list, kinds.any, kinds.both, wings, 0, 0);
            list_wings(list, kinds.any ^ lower, kinds.both, wings - 1, apart, 0);
        }
    }
}

static void fill_first(const ranks_hand *hand, first_table *table)
{
    for (uint32_t held = hand->strength[0]; held; held &= held - 1) {
        const int strength = bits_lowest(held);
        cav_cards taken = {0, 0};
        uint64_t left = first_cards(hand->natural, ranks_rank(strength, hand->level), RANKS_COPIES).any;
        for (int n = 1; left; left &= left - 1) {
            const uint64_t card = bits_low(left);
            taken.any |= card;
            table->of[strength][n++] = taken;
            if (hand->natural.both & card) {
                taken.both |= card;
                table->of[strength][n++] = taken;
            }
        }
    }
}

size_t ranks_list(const ranks_facts *facts, const ranks_hand *hand, const ranks_plays *plays, cav_move *moves,
                  size_t capacity)
{
    lister list;
    list.next = moves;
    list.end = moves + capacity;
    list.hand = hand;
    fill_first(hand, &list.first);
    for (int i = 0; i < plays->count; i++)
        list_group(facts, &plays->groups[i], &list);
    return (size_t)(list.next - moves);
}
