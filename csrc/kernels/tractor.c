#include "kernels/tractor.h"

enum { SUIT = 0x1fff };

/* ---- Powers ---------------------------------------------------------------- */

static int rank_of_power(const tractor_rules *rules, int power)
{
    if (power >= TRACTOR_BLACK_JOKER)
        return power - 1; /* 13, 14 */
    return power >= TRACTOR_OFF_LEVEL ? rules->level : power + (power >= rules->level);
}

/* Ranks of a suit as powers, without the level rank, and back (TR-6: the gap is closed). */
static uint32_t close_gap(uint32_t ranks, int level)
{
    const uint32_t below = ((uint32_t)1 << level) - 1;
    return (ranks & below) | (ranks >> (level + 1)) << level;
}

static uint32_t open_gap(uint32_t powers, int level)
{
    const uint32_t below = ((uint32_t)1 << level) - 1;
    return (powers & below) | (powers & ~below) << 1;
}

/* The level cards that are all equal, and their power. */
static uint64_t equal_kinds(const tractor_rules *rules)
{
    const tractor_rules no_trump = tractor_rules_of(TRACTOR_NO_TRUMP, rules->level);
    const uint64_t levels = no_trump.trumps & (((uint64_t)1 << TRACTOR_FIRST_JOKER) - 1);
    return rules->trump == TRACTOR_NO_TRUMP ? levels : levels & ~((uint64_t)SUIT << 13 * rules->trump);
}

static int equal_power(const tractor_rules *rules)
{
    return rules->trump == TRACTOR_NO_TRUMP ? TRACTOR_TRUMP_LEVEL : TRACTOR_OFF_LEVEL;
}

/* Kinds of an effective suit as a set of powers. */
static uint32_t powers_of(const tractor_rules *rules, int suit, uint64_t kinds)
{
    if (suit != TRACTOR_TRUMP)
        return close_gap((uint32_t)(kinds >> 13 * suit) & SUIT, rules->level);
    uint32_t powers = (uint32_t)(kinds >> TRACTOR_FIRST_JOKER) << TRACTOR_BLACK_JOKER;
    powers |= (uint32_t)((kinds & equal_kinds(rules)) != 0) << equal_power(rules);
    if (rules->trump == TRACTOR_NO_TRUMP)
        return powers;
    const uint32_t ranks = (uint32_t)(kinds >> 13 * rules->trump) & SUIT;
    return powers | close_gap(ranks, rules->level) | (ranks >> rules->level & 1) << TRACTOR_TRUMP_LEVEL;
}

/* The kinds of a set of powers; `equal` stands for the level cards that are all equal. */
static uint64_t kinds_of(const tractor_rules *rules, int suit, uint32_t powers, uint64_t equal)
{
    const uint32_t plain = open_gap(powers & ((1u << TRACTOR_OFF_LEVEL) - 1), rules->level);
    if (suit != TRACTOR_TRUMP)
        return (uint64_t)plain << 13 * suit;
    uint64_t kinds = (uint64_t)(powers >> TRACTOR_BLACK_JOKER) << TRACTOR_FIRST_JOKER;
    if (powers >> equal_power(rules) & 1)
        kinds |= equal;
    if (rules->trump != TRACTOR_NO_TRUMP)
        kinds |= ((uint64_t)plain | (uint64_t)(powers >> TRACTOR_TRUMP_LEVEL & 1) << rules->level) << 13 * rules->trump;
    return kinds;
}

/* ---- Shapes ---------------------------------------------------------------- */

/* TR-6: consecutive pairs of one effective suit, no two of the same power. */
tractor_reading tractor_read_kinds(const tractor_rules *rules, cav_cards cards)
{
    const int suit = tractor_suit_of(rules, bits_lowest(cards.any));
    if (cards.both != cards.any || (cards.any & ~tractor_kinds(rules, suit)))
        return (tractor_reading){0};
    const uint32_t powers = powers_of(rules, suit, cards.any);
    const int length = bits_count(cards.any), lowest = bits_lowest(powers), top = lowest + length - 1;
    if (powers != (((uint32_t)1 << length) - 1) << lowest)
        return (tractor_reading){0};
    return (tractor_reading){CAV_TRACTOR, length, suit, top, rank_of_power(rules, top)};
}

/* ---- Leads (TR-6) ---------------------------------------------------------- */

/* Runs of at least two. */
static uint32_t count_runs(uint32_t powers)
{
    uint32_t runs = 0;
    for (uint32_t starts = powers & powers >> 1; starts; starts &= starts >> 1)
        runs += (uint32_t)bits_count(starts);
    return runs;
}

/* The pairs of a suit as powers, and in how many ways each run through the equal level pairs can be had. */
typedef struct suit_pairs {
    uint32_t powers;
    uint32_t equal_bit; /* 0: there is none of those */
    uint64_t equals;    /* their kinds */
    uint32_t ways;
} suit_pairs;

static suit_pairs pairs_of(const tractor_rules *rules, int suit, uint64_t both)
{
    const uint64_t kinds = both & tractor_kinds(rules, suit);
    suit_pairs pairs = {.ways = 1};
    if (!(kinds & (kinds - 1)))
        return pairs;
    pairs.powers = powers_of(rules, suit, kinds);
    if (suit == TRACTOR_TRUMP) {
        pairs.equals = kinds & equal_kinds(rules);
        pairs.equal_bit = pairs.powers & 1u << equal_power(rules);
        pairs.ways = pairs.equals ? (uint32_t)bits_count(pairs.equals) : 1;
    }
    return pairs;
}

static uint32_t count_tractors(const tractor_rules *rules, int suit, uint64_t both)
{
    const suit_pairs pairs = pairs_of(rules, suit, both);
    const uint32_t all = count_runs(pairs.powers);
    if (pairs.ways == 1)
        return all;
    const uint32_t apart = count_runs(pairs.powers ^ pairs.equal_bit);
    return apart + pairs.ways * (all - apart);
}

void tractor_find_leads(const tractor_rules *rules, cav_cards hand, tractor_leads *leads)
{
    *leads = (tractor_leads){.hand = hand, .singles = (uint32_t)bits_count(hand.any)};
    leads->pairs = hand.both ? (uint32_t)bits_count(hand.both) : 0;
    leads->count = leads->singles + leads->pairs;
    if (leads->pairs < 2)
        return;
    for (int suit = 0; suit < TRACTOR_SUITS; suit++) {
        leads->tractors[suit] = count_tractors(rules, suit, hand.both);
        leads->count += leads->tractors[suit];
    }
}

static cav_cards as_pairs(uint64_t kinds) { return (cav_cards){kinds, kinds}; }

/* Goes through the tractors of a suit, from the lowest start and the shortest, until `index` of them have been passed or
 * `wanted` is found. Returns how many were passed; the tractor where it stopped goes to `found`. */
static uint32_t seek_tractor(const tractor_rules *rules, int suit, uint64_t both, uint32_t index, uint64_t wanted,
                             uint64_t *found)
{
    const suit_pairs pairs = pairs_of(rules, suit, both);
    uint32_t passed = 0;
    for (uint32_t starts = pairs.powers & pairs.powers >> 1; starts; starts &= starts - 1) {
        uint32_t run = starts & (0 - starts);
        for (uint32_t next = run << 1; pairs.powers & next; next <<= 1) {
            run |= next;
            uint64_t equals = run & pairs.equal_bit ? pairs.equals : 0;
            do {
                *found = kinds_of(rules, suit, run, bits_low(equals));
                if (passed == index || *found == wanted)
                    return passed;
                passed++;
                equals &= equals - 1;
            } while (equals);
        }
    }
    return passed;
}

cav_cards tractor_nth_lead(const tractor_rules *rules, const tractor_leads *leads, uint32_t index)
{
    if (index < leads->singles)
        return cards_of(bits_nth(leads->hand.any, index));
    index -= leads->singles;
    if (index < leads->pairs)
        return as_pairs(bits_nth(leads->hand.both, index));
    index -= leads->pairs;
    int suit = 0;
    for (; index >= leads->tractors[suit]; suit++)
        index -= leads->tractors[suit];
    uint64_t kinds;
    seek_tractor(rules, suit, leads->hand.both, index, 0, &kinds);
    return as_pairs(kinds);
}

uint32_t tractor_lead_index(const tractor_rules *rules, const tractor_leads *leads, cav_cards lead)
{
    const uint64_t below = bits_low(lead.any) - 1;
    if (!lead.both)
        return (uint32_t)bits_count(leads->hand.any & below);
    if (!(lead.any & (lead.any - 1)))
        return leads->singles + (uint32_t)bits_count(leads->hand.both & below);
    const int in = tractor_suit_of(rules, bits_lowest(lead.any));
    uint32_t index = leads->singles + leads->pairs;
    for (int suit = 0; suit < in; suit++)
        index += leads->tractors[suit];
    uint64_t kinds;
    return index + seek_tractor(rules, in, leads->hand.both, UINT32_MAX, lead.any, &kinds);
}

/* ---- Follows (TR-7) -------------------------------------------------------- */

static cav_cards within(cav_cards cards, uint64_t kinds) { return (cav_cards){cards.any & kinds, cards.both & kinds}; }

choice tractor_follows(const tractor_rules *rules, cav_cards hand, const tractor_reading *lead)
{
    const int size = tractor_size(lead);
    const cav_cards suited = within(hand, tractor_kinds(rules, lead->suit));
    if (size == 1 && suited.any)
        return (choice){.from = suited, .r = 1};
    const int held = cards_count(suited);
    if (held < size) /* TR-7.1, 7.3: all of the suit, and any others */
        return (choice){.fixed = suited, .from = cards_minus(hand, suited), .r = size - held};
    const int pairs = bits_count(suited.both);
    if (pairs >= lead->length) /* TR-7.2: nothing but pairs, any of them */
        return (choice){.from = as_pairs(suited.both), .r = lead->length, .in_pairs = true};
    /* TR-7.2: every pair, and of the suit any others, of which none is a pair */
    return (choice){.fixed = as_pairs(suited.both), .from = cards_of(suited.any & ~suited.both), .r = size - 2 * pairs};
}

tractor_tell tractor_tells(const tractor_rules *rules, cav_cards play, const tractor_reading *lead)
{
    const uint64_t kinds = tractor_kinds(rules, lead->suit);
    if ((play.any & ~kinds) != 0)
        return (tractor_tell){.lacks = kinds, .is_void = true};
    if (lead->shape == CAV_SINGLE || bits_count(play.both) >= lead->length)
        return (tractor_tell){0};
    /* No pair was left, so of what was played as a single card there is no second one. */
    return (tractor_tell){.lacks = play.any, .pairless = true};
}

/* ---- The public doors ------------------------------------------------------ */

static bool are_rules(int trump, int level)
{
    return trump >= 0 && trump <= TRACTOR_NO_TRUMP && level >= 0 && level <= 12;
}

static bool are_cards(cav_cards cards) { return !(cards.any >> TRACTOR_KINDS) && !(cards.both & ~cards.any); }

/* No hand is larger than the dealer's with the kitty. */
static bool is_hand(cav_cards cards) { return are_cards(cards) && cards_count(cards) <= CHOOSE_MOST; }

int cav_tractor_effective_suit(int card, int trump, int level)
{
    if (card < 0 || card >= TRACTOR_KINDS || !are_rules(trump, level))
        return -1;
    const tractor_rules rules = tractor_rules_of(trump, level);
    return tractor_suit_of(&rules, card);
}

int cav_tractor_power(int card, int trump, int level)
{
    if (card < 0 || card >= TRACTOR_KINDS || !are_rules(trump, level))
        return -1;
    const tractor_rules rules = tractor_rules_of(trump, level);
    return tractor_power_of(&rules, card);
}

cav_tractor_reading cav_tractor_shape(cav_cards cards, int trump, int level)
{
    if (!are_cards(cards) || !are_rules(trump, level))
        return (cav_tractor_reading){.suit = -1, .rank = -1, .power = -1};
    const tractor_rules rules = tractor_rules_of(trump, level);
    const tractor_reading reading = tractor_read(&rules, cards);
    if (!reading.shape)
        return (cav_tractor_reading){.suit = -1, .rank = -1, .power = -1};
    return (cav_tractor_reading){reading.shape, reading.length, reading.suit, reading.rank, reading.power};
}

static cav_move play_of(const tractor_rules *rules, cav_cards cards)
{
    const tractor_reading reading = tractor_read(rules, cards);
    return (cav_move){.kind = CAV_PLAY,
                      .shape = (uint8_t)reading.shape,
                      .rank = (uint8_t)reading.rank,
                      .length = (uint8_t)reading.length,
                      .cards = cards};
}

/* Whether these are a hand and rules; if so, all that it may lead goes to `leads`. */
static bool find_leads(cav_cards hand, int trump, int level, tractor_rules *rules, tractor_leads *leads)
{
    if (!is_hand(hand) || !are_rules(trump, level))
        return false;
    *rules = tractor_rules_of(trump, level);
    tractor_find_leads(rules, hand, leads);
    return true;
}

uint64_t cav_tractor_leads(cav_cards hand, int trump, int level, uint64_t first, cav_move *moves, size_t capacity)
{
    tractor_rules rules;
    tractor_leads leads;
    if (!find_leads(hand, trump, level, &rules, &leads))
        return 0;
    for (size_t i = 0; i < capacity && first + i >= first && first + i < leads.count; i++)
        moves[i] = play_of(&rules, tractor_nth_lead(&rules, &leads, (uint32_t)(first + i)));
    return leads.count;
}

uint64_t cav_tractor_lead_index(cav_cards hand, int trump, int level, cav_cards play)
{
    tractor_rules rules;
    tractor_leads leads;
    if (!find_leads(hand, trump, level, &rules, &leads) || !are_cards(play) || !cards_contain(hand, play) ||
        !tractor_read(&rules, play).shape)
        return UINT64_MAX;
    return tractor_lead_index(&rules, &leads, play);
}

/* The same for what it may play to a lead, which has to be one. */
static bool find_follows(cav_cards hand, cav_cards lead, int trump, int level, tractor_rules *rules, choice *follows)
{
    if (!is_hand(hand) || !are_cards(lead) || !are_rules(trump, level))
        return false;
    *rules = tractor_rules_of(trump, level);
    const tractor_reading reading = tractor_read(rules, lead);
    if (!reading.shape)
        return false;
    *follows = tractor_follows(rules, hand, &reading);
    return true;
}

uint64_t cav_tractor_follows(cav_cards hand, cav_cards lead, int trump, int level, uint64_t first, cav_move *moves,
                             size_t capacity)
{
    tractor_rules rules;
    choice follows;
    if (!find_follows(hand, lead, trump, level, &rules, &follows))
        return 0;
    const uint64_t count = choice_count(&follows);
    for (size_t i = 0; i < capacity && first + i >= first && first + i < count; i++)
        moves[i] = play_of(&rules, choice_nth(&follows, first + i));
    return count;
}

uint64_t cav_tractor_follow_index(cav_cards hand, cav_cards lead, int trump, int level, cav_cards play)
{
    tractor_rules rules;
    choice follows;
    if (!find_follows(hand, lead, trump, level, &rules, &follows) || !are_cards(play) || !choice_has(&follows, play))
        return UINT64_MAX;
    return choice_index(&follows, play);
}
