/* The poker kernel: strengths against the letter of the usual order and against the counts that are known of 5, 6 and 7
 * cards; equities against going through all boards. With the argument `long` also over all hands of 6 and 7 cards. */
#include "kernels/poker.h"

#include <stdlib.h>

#include "table.h"
#include "test.h"

enum { CLASSES = 7462, MOST_CARDS = 7 };

#ifdef NDEBUG
enum { STRIDE = 1 };
#else
enum { STRIDE = 16 }; /* builds with sanitizers are ten times slower */
#endif

static bool with_long_tests;

/* ---- The usual order, by its letter ------------------------------------------------------------- */

/* The ranks of five cards, those that are there more often first, then the higher first. */
static void by_count_then_rank(const int *cards, int ranks[5], int counts[5])
{
    for (int i = 0; i < 5; i++) {
        ranks[i] = cards[i] % 13;
        counts[i] = 0;
        for (int j = 0; j < 5; j++)
            counts[i] += cards[j] % 13 == cards[i] % 13;
    }
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++)
            if (counts[j] > counts[i] || (counts[j] == counts[i] && ranks[j] > ranks[i])) {
                const int rank = ranks[i], count = counts[i];
                ranks[i] = ranks[j], counts[i] = counts[j];
                ranks[j] = rank, counts[j] = count;
            }
}

/* A number that is greater for the better hand: first the category, then the ranks one by one. */
static int naive_value_of_five(const int *cards)
{
    int ranks[5], counts[5], category = CAV_HIGH_CARD;
    bool flush = true;
    by_count_then_rank(cards, ranks, counts);
    for (int i = 1; i < 5; i++)
        flush &= cards[i] / 13 == cards[0] / 13;
    const bool wheel = counts[0] == 1 && ranks[0] == 12 && ranks[1] == 3; /* A 5 4 3 2, as no two are the same */
    const bool straight = wheel || (counts[0] == 1 && ranks[0] - ranks[4] == 4);
    if (straight && flush)
        category = CAV_STRAIGHT_FLUSH;
    else if (counts[0] == 4)
        category = CAV_FOUR_OF_A_KIND;
    else if (counts[0] == 3 && counts[3] == 2)
        category = CAV_FULL_HOUSE;
    else if (flush)
        category = CAV_FLUSH;
    else if (straight)
        category = CAV_STRAIGHT_HAND;
    else if (counts[0] == 3)
        category = CAV_THREE_OF_A_KIND;
    else if (counts[0] == 2)
        category = counts[2] == 2 ? CAV_TWO_PAIR : CAV_ONE_PAIR;
    if (wheel)
        ranks[0] = -1; /* the ace is low */
    int value = category;
    for (int i = 0; i < 5; i++)
        value = 16 * value + ranks[i] + 1;
    return value;
}

/* Calls for every choice of five of `count` cards; returns the best value, and `best` gets the choice that has it and
 * whose cards are the later in deck order. The cards are in deck order. */
static int naive_value(const int *cards, int count, uint64_t *best)
{
    int value = -1;
    for (unsigned chosen = 0; chosen < 1u << count; chosen++) {
        int five[MOST_CARDS], size = 0;
        uint64_t set = 0;
        for (int i = 0; i < count; i++)
            if (chosen >> i & 1) {
                five[size++] = cards[i];
                set |= (uint64_t)1 << cards[i];
            }
        if (size != 5)
            continue;
        const int worth = naive_value_of_five(five);
        if (worth > value || (worth == value && set > *best))
            *best = set;
        value = worth > value ? worth : value;
    }
    return value;
}

/* ---- Hands ------------------------------------------------------------------------------------------ */

static cav_cards set_of(uint64_t cards) { return (cav_cards){cards, 0}; }

static int rank_of(const char *text) { return cav_poker_rank(cards_from(text)); }

/* `count` cards of those that are not in `taken`, in deck order. */
static uint64_t random_cards(cav_rng *rng, uint64_t taken, int count)
{
    uint64_t cards = 0;
    while (count > 0) {
        const uint64_t card = (uint64_t)1 << cav_rng_below(rng, POKER_CARDS);
        count -= !((cards | taken) & card);
        cards |= card & ~taken;
    }
    return cards;
}

static int list_of(uint64_t cards, int list[POKER_CARDS])
{
    int count = 0;
    for (int card = 0; card < POKER_CARDS; card++)
        if (cards >> card & 1)
            list[count++] = card;
    return count;
}

/* Calls `visit` for every set of `count` of the cards of `from`. */
static void every_set(uint64_t from, int count, uint64_t set, void (*visit)(uint64_t set))
{
    if (count == 0) {
        visit(set);
        return;
    }
    for (; from; from &= from - 1)
        every_set(from & (from - 1), count - 1, set | (from & (0 - from)), visit);
}

static const uint64_t whole_pack = ((uint64_t)1 << POKER_CARDS) - 1;

/* What goes through all hands counts here. */
static uint64_t hands_counted, seen_of_rank[CLASSES + 1];

static void count_hand(uint64_t hand)
{
    const int rank = cav_poker_rank(set_of(hand));
    CHECK(rank >= 1 && rank <= CLASSES);
    seen_of_rank[rank]++;
    hands_counted++;
}

static void check_counts(const uint64_t expected[CAV_POKER_CATEGORIES], int distinct)
{
    uint64_t of_category[CAV_POKER_CATEGORIES] = {0}, all = 0;
    for (int rank = 1; rank <= CLASSES; rank++) {
        of_category[cav_poker_category(rank)] += seen_of_rank[rank];
        distinct -= seen_of_rank[rank] > 0;
    }
    for (int category = 0; category < CAV_POKER_CATEGORIES; category++) {
        CHECK(of_category[category] == expected[category]);
        all += expected[category];
    }
    CHECK(distinct == 0 && hands_counted == all);
    memset(seen_of_rank, 0, sizeof seen_of_rank);
    hands_counted = 0;
}

/* ---- Strengths of five ---------------------------------------------------------------------------------- */

static int value_of_rank[CLASSES + 1];

static void count_and_compare(uint64_t hand)
{
    int cards[POKER_CARDS];
    count_hand(hand);
    const int rank = cav_poker_rank(set_of(hand));
    if (value_of_rank[rank] && hands_counted % STRIDE)
        return;
    list_of(hand, cards);
    const int value = naive_value_of_five(cards);
    CHECK(value_of_rank[rank] == 0 || value_of_rank[rank] == value);
    value_of_rank[rank] = value;
}

/* All 2,598,960 hands: how many of each category; equal strength is equal value, and more strength more value. */
static void test_all_hands_of_five(void)
{
    every_set(whole_pack, 5, 0, count_and_compare);
    for (int rank = 2; rank <= CLASSES; rank++)
        CHECK(value_of_rank[rank] > value_of_rank[rank - 1]);
    for (int rank = 1; rank <= CLASSES; rank++)
        CHECK(cav_poker_category(rank) == value_of_rank[rank] >> 20);
    check_counts((const uint64_t[]){1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40}, CLASSES);
}

static void test_categories(void)
{
    /* Classes of each category: 13 over 5 less the straights, and so on. */
    static const int classes[CAV_POKER_CATEGORIES] = {1277, 2860, 858, 858, 10, 1277, 156, 156, 10};
    int rank = 1;
    for (int category = 0; category < CAV_POKER_CATEGORIES; category++)
        for (int i = 0; i < classes[category]; i++)
            CHECK(cav_poker_category(rank++) == category);
    CHECK(rank == CLASSES + 1);
    static const int none[] = {0, -1, -CLASSES, CLASSES + 1, 10000, 65535, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(cav_poker_category(none[i]) == -1);
}

/* Hands that everybody knows, each better than the one before. */
static void test_known_hands(void)
{
    static const char *const rising[] = {
        "7C 5D 4H 3S 2C", "7C 6D 4H 3S 2C", "8C 5D 4H 3S 2C", "AC KD QH JS 9C", "2C 2D 5H 4S 3C", "2C 2D 6H 4S 3C",
        "AC AD KH QS JC", "3C 3D 2H 2S 4C", "3C 3D 2H 2S 5C", "4C 4D 2H 2S 3C", "AC AD KH KS QC", "2C 2D 2H 4S 3C",
        "AC AD AH KS QC", "5C 4D 3H 2S AC", "6C 5D 4H 3S 2C", "AC KD QH JS TC", "7C 5C 4C 3C 2C", "AC KC QC JC 9C",
        "2C 2D 2H 3S 3C", "2C 2D 2H AS AC", "3C 3D 3H 2S 2C", "AC AD AH KS KC", "2C 2D 2H 2S 3C", "2C 2D 2H 2S AC",
        "3C 3D 3H 3S 2C", "AC AD AH AS KC", "5C 4C 3C 2C AC", "6C 5C 4C 3C 2C", "KC QC JC TC 9C", "AC KC QC JC TC",
    };
    const int count = sizeof rising / sizeof rising[0];
    CHECK(rank_of(rising[0]) == 1 && rank_of(rising[count - 1]) == CLASSES);
    for (int i = 1; i < count; i++)
        CHECK(rank_of(rising[i]) > rank_of(rising[i - 1]));
    for (int suit = 0; suit < 4; suit++) /* suits are equal */
        CHECK(cav_poker_rank(set_of((uint64_t)0x1f00 << 13 * suit)) == CLASSES);
    CHECK(rank_of("AC KD QH JS TC") == rank_of("AS KS QH JD TH"));
    CHECK(rank_of("2C AD KH QS JC") < rank_of("2C 2D 5H 4S 3C")); /* no straight goes round the corner */
    CHECK(cav_poker_category(rank_of("3C 2D AH KS QC")) == CAV_HIGH_CARD);
    /* Sixth and seventh cards never break a tie (HE-4). */
    CHECK(rank_of("AC KD QH JS TC 3D 2H") == rank_of("AC KD QH JS TC 5D 4H"));
    CHECK(rank_of("AC AD KH KS QC QD JH") == rank_of("AC AD KH KS QC QD 2H"));
    CHECK(rank_of("AC AD AH KS KC KD QH") == rank_of("AC AD AH KS KC 2D 3H"));
    CHECK(rank_of("AC AD AH AS KC KD KH") == rank_of("AC AD AH AS KC 2D 3H"));
    CHECK(rank_of("2C 3C 4C 6C 9C KC AC") == rank_of("4C 6C 9C KC AC QD QH"));
    CHECK(cav_poker_category(rank_of("2C 3C 4C 5C 6C 8C AC")) == CAV_STRAIGHT_FLUSH);
    CHECK(cav_poker_category(rank_of("2C 3C 4C 5C 6D 8C QH")) == CAV_FLUSH); /* a straight, a flush, not both in one */
}

/* ---- Strengths of six and seven ---------------------------------------------------------------------------- */

/* Random pairs of hands, the sizes mixed; half of the time the second shares cards with the first, as at a table. */
static void test_order_of_random_pairs(void)
{
    cav_rng rng = rng_of(1);
    int worse = 0, equal = 0;
    for (int round = 0; round < 40000 / STRIDE; round++) {
        uint64_t sets[2], best;
        int ranks[2], values[2], cards[POKER_CARDS];
        const uint64_t board = cav_rng_below(&rng, 2) ? random_cards(&rng, 0, 4) : 0;
        for (int i = 0; i < 2; i++) {
            const int count = 5 + (int)cav_rng_below(&rng, 3);
            sets[i] = board | random_cards(&rng, board, board ? count - 4 : count);
            ranks[i] = cav_poker_rank(set_of(sets[i]));
            values[i] = naive_value(cards, list_of(sets[i], cards), &best);
        }
        CHECK((ranks[0] > ranks[1]) == (values[0] > values[1]) && (ranks[0] < ranks[1]) == (values[0] < values[1]));
        worse += ranks[0] < ranks[1];
        equal += ranks[0] == ranks[1];
    }
    CHECK(worse > 10000 / STRIDE && equal > 500 / STRIDE);
}

/* A hand is as strong as its best five, which are cards of it; of equal choices they are the later in deck order. */
static void test_best_five(void)
{
    cav_rng rng = rng_of(2);
    for (int round = 0; round < 60000 / STRIDE; round++) {
        /* Few suits or few ranks make flushes and pairs more frequent. */
        const uint64_t left_out = round % 3 == 0 ? 0 : round % 3 == 1 ? (uint64_t)0x3ffffff : (uint64_t)0x1f8fc7e3f;
        const int count = 5 + round % 3;
        const uint64_t hand = random_cards(&rng, left_out, count);
        uint64_t best = 0;
        int cards[POKER_CARDS], highest = 0;
        CHECK(list_of(hand, cards) == count);
        naive_value(cards, count, &best);
        for (int i = 0; i < count; i++)
            for (int j = i; j < count; j++) {
                uint64_t five = hand & ~((uint64_t)1 << cards[i]) & ~((uint64_t)1 << cards[j]);
                if (count - (i != j) - 1 != 5)
                    five = count == 5 ? hand : 0;
                const int rank = five ? cav_poker_rank(set_of(five)) : 0;
                highest = rank > highest ? rank : highest;
            }
        const cav_cards five = cav_poker_best_five(set_of(hand));
        CHECK(cav_poker_rank(set_of(hand)) == highest && cav_poker_rank(five) == highest);
        CHECK(five.any == best && five.both == 0);
    }
    CHECK(cav_poker_best_five(cards_from("AC AD AH AS KC KD KH")).any == cards_from("AC AD AH AS KH").any);
    CHECK(cav_poker_best_five(cards_from("9C TD JH QS KC 9H KS")).any == cards_from("TD JH QS 9H KS").any);
    CHECK(cav_poker_best_five(cards_from("2C 3C 4C 5C AC KC QC")).any == cards_from("2C 3C 4C 5C AC").any);
    CHECK(cav_poker_best_five(cards_from("2C 3C 4C 5C")).any == 0);
    CHECK(cav_poker_best_five((cav_cards){0x1f, 1}).any == 0);
}

/* The kernel's own door: a hand is the sum of its cards. */
static void test_sums(void)
{
    static const int none[] = {-1, 52, 53, 63, 64, 255, INT32_MIN, INT32_MAX};
    cav_rng rng = rng_of(3);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(poker_card(none[i]) == 0);
    for (int round = 0; round < 20000 / STRIDE; round++) {
        const uint64_t hand = random_cards(&rng, 0, 2), board = random_cards(&rng, hand, 3 + round % 3);
        uint64_t sum = POKER_NO_CARDS;
        for (int card = 0; card < POKER_CARDS; card++)
            sum += (hand | board) >> card & 1 ? poker_card(card) : 0;
        CHECK(sum == POKER_NO_CARDS + poker_sum(hand) + poker_sum(board));
        CHECK(poker_strength(sum, hand | board) == cav_poker_rank(set_of(hand | board)));
    }
}

static const uint64_t counts_of_seven[CAV_POKER_CATEGORIES] = {23294460, 58627800, 31433400, 6461620, 6180020,
                                                               4047644,  3473184,  224848,   41584};
enum { HANDS_OF_SEVEN = 133784560 };

static void test_random_hands_of_seven(void)
{
    enum { HANDS = 200000 };
    cav_rng rng = rng_of(4);
    uint32_t seen[CAV_POKER_CATEGORIES] = {0};
    double far = 0;
    for (int i = 0; i < HANDS; i++) {
        uint8_t pack[POKER_CARDS];
        uint64_t hand = 0;
        for (int card = 0; card < POKER_CARDS; card++)
            pack[card] = (uint8_t)card;
        for (uint64_t drawn = 0; drawn < MOST_CARDS; drawn++) {
            const uint64_t from = drawn + cav_rng_below(&rng, POKER_CARDS - drawn);
            hand |= (uint64_t)1 << pack[from];
            pack[from] = pack[drawn];
        }
        seen[cav_poker_category(cav_poker_rank(set_of(hand)))]++;
    }
    for (int category = 0; category < CAV_POKER_CATEGORIES; category++)
        far += chi_square(&seen[category], 1, (double)counts_of_seven[category] * HANDS / HANDS_OF_SEVEN);
    CHECK(far < 26.12);
}

static void test_all_hands_of_six_and_seven(void)
{
    if (!with_long_tests)
        return;
    every_set(whole_pack, 6, 0, count_hand);
    check_counts((const uint64_t[]){6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844}, 6075);
    every_set(whole_pack, 7, 0, count_hand);
    check_counts(counts_of_seven, 4824);
}

/* ---- What is no hand ----------------------------------------------------------------------------------------- */

static void test_no_hands(void)
{
    CHECK(cav_poker_rank(set_of(0)) == 0 && cav_poker_rank(set_of(whole_pack)) == 0);
    for (int count = 0; count <= 10; count++)
        CHECK((cav_poker_rank(set_of(((uint64_t)1 << count) - 1)) > 0) == (count >= 5 && count <= 7));
    for (int card = 0; card < 64; card++) {
        CHECK((cav_poker_rank(set_of(0xf0 | (uint64_t)1 << card)) > 0) == (card < 52 && (card < 4 || card > 7)));
        CHECK(cav_poker_rank((cav_cards){0x1f | (uint64_t)1 << card, (uint64_t)1 << card}) == 0);
    }
    CHECK(cav_poker_rank((cav_cards){0xf, 1}) == 0 && cav_poker_rank((cav_cards){0x1f, (uint64_t)1 << 60}) == 0);
}

/* Hands one behind the other, some of which are none, in memory of exactly their size. */
static void test_arrays(void)
{
    enum { HANDS = 3000 };
    cav_rng rng = rng_of(5);
    for (int each = 5; each <= 7; each++) {
        const size_t size = (size_t)(HANDS * each);
        uint8_t *cards = malloc(size);
        uint16_t *ranks = malloc(HANDS * sizeof *ranks);
        size_t bad = 0;
        for (int hand = 0; hand < HANDS; hand++) {
            uint8_t *own = cards + hand * each;
            int list[POKER_CARDS];
            list_of(random_cards(&rng, 0, each), list);
            for (int i = 0; i < each; i++)
                own[i] = (uint8_t)list[i];
            cav_rng_shuffle(&rng, own, (size_t)each);
            const size_t at = (size_t)cav_rng_below(&rng, (uint64_t)each);
            if (hand % 4 == 1)
                own[at] = (uint8_t)(52 + cav_rng_below(&rng, 204)); /* no card; 64 higher it looks like one */
            if (hand % 4 == 2)
                own[at] = own[(at + 1 + cav_rng_below(&rng, (uint64_t)each - 1)) % (size_t)each];
            if (hand % 16 == 3)
                memset(own, own[0], (size_t)each);
        }
        memset(ranks, 0xee, HANDS * sizeof *ranks);
        const size_t none = cav_poker_rank_array(cards, HANDS, each, ranks);
        for (int hand = 0; hand < HANDS; hand++) {
            cav_cards set = {0, 0};
            bool good = true;
            for (int i = 0; i < each; i++)
                good &= cards[hand * each + i] < 52 && cav_cards_add(&set, cards[hand * each + i]) && !set.both;
            CHECK(ranks[hand] == (good ? cav_poker_rank(set) : 0) && (ranks[hand] > 0) == good);
            bad += !good;
        }
        CHECK(none == bad && bad > HANDS / 3);
        CHECK(cav_poker_rank_array(cards, 0, each, ranks) == 0);
        free(cards);
        free(ranks);
    }
    CHECK(cav_poker_rank_array(NULL, 0, 5, NULL) == 0);
}

/* With a number of cards that no hand has, nothing is a hand, and no card is read. */
static void test_arrays_of_no_hands(void)
{
    static const int none[] = {0, 1, 2, 3, 4, 8, 9, 52, 1000, -1, -5, -7, INT32_MIN, INT32_MAX};
    uint8_t *card = malloc(1);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        uint16_t ranks[9];
        memset(ranks, 0xee, sizeof ranks);
        CHECK(cav_poker_rank_array(card, 8, none[i], ranks) == 8);
        for (int hand = 0; hand < 8; hand++)
            CHECK(ranks[hand] == 0);
        CHECK(ranks[8] == 0xeeee);
        CHECK(cav_poker_rank_array(NULL, 8, none[i], ranks) == 8);
    }
    free(card);
}

/* ---- Equity, exact ---------------------------------------------------------------------------------------------- */

/* The case that all boards are gone through for. */
static struct {
    cav_cards hands[CAV_POKER_PLAYERS];
    int players;
    uint64_t board;
    cav_poker_equity equity;
} naive;

static void count_naively(uint64_t rest)
{
    int ranks[CAV_POKER_PLAYERS], best = 0;
    unsigned winners = 0;
    for (int i = 0; i < naive.players; i++) {
        ranks[i] = cav_poker_rank(set_of(naive.hands[i].any | naive.board | rest));
        best = ranks[i] > best ? ranks[i] : best;
    }
    for (int i = 0; i < naive.players; i++)
        winners += ranks[i] == best;
    naive.equity.boards++;
    for (int i = 0; i < naive.players; i++)
        if (ranks[i] == best) {
            naive.equity.wins[i] += winners == 1;
            naive.equity.ties[i] += winners > 1;
            naive.equity.shares[i] += CAV_POKER_SHARES / winners;
        }
}

/* What holds of every equity. Returns whether some board was shared. */
static bool check_equity(const cav_poker_equity *e, int players)
{
    uint64_t wins = 0, ties = 0, shares = 0;
    for (int i = 0; i < CAV_POKER_PLAYERS; i++) {
        wins += e->wins[i];
        ties += e->ties[i];
        shares += e->shares[i];
        CHECK(i < players || (e->wins[i] == 0 && e->ties[i] == 0 && e->shares[i] == 0));
        CHECK(e->wins[i] + e->ties[i] <= e->boards);
        CHECK(e->shares[i] >= e->wins[i] * CAV_POKER_SHARES + e->ties[i] * (CAV_POKER_SHARES / 10));
        CHECK(e->shares[i] <= e->wins[i] * CAV_POKER_SHARES + e->ties[i] * (CAV_POKER_SHARES / 2));
    }
    CHECK(shares == e->boards * CAV_POKER_SHARES);
    /* Each board that is not won alone is shared by two or more. */
    CHECK(wins <= e->boards && ties >= 2 * (e->boards - wins) && ties <= (uint64_t)players * (e->boards - wins));
    return ties > 0;
}

static bool compare_with_all_boards(const cav_cards *hands, int players, uint64_t board, uint64_t dead)
{
    cav_poker_equity equity;
    uint64_t taken = board | dead;
    int list[POKER_CARDS];
    memset(&naive, 0, sizeof naive);
    memset(&equity, 0, sizeof equity);
    naive.players = players;
    naive.board = board;
    for (int i = 0; i < players; i++) {
        naive.hands[i] = hands[i];
        taken |= hands[i].any;
    }
    every_set(whole_pack & ~taken, 5 - list_of(board, list), 0, count_naively);
    CHECK(!cav_poker_equity_exact(hands, players, set_of(board), set_of(dead), &equity));
    CHECK(memcmp(&equity, &naive.equity, sizeof equity) == 0);
    return check_equity(&equity, players);
}

/* Random hands at a random board; `left` cards can still come, the others are dead. With `suited` cards of one suit are
 * the last to be dead, so that flushes are frequent. */
static bool compare_random(cav_rng *rng, int players, int on_board, int left, bool suited)
{
    cav_cards hands[CAV_POKER_PLAYERS];
    const uint64_t suit = (uint64_t)0x1fff << 13 * cav_rng_below(rng, 4);
    uint64_t taken = 0, dead = 0;
    int list[POKER_CARDS];
    for (int i = 0; i < players; i++) {
        hands[i] = set_of(random_cards(rng, suited && cav_rng_below(rng, 2) ? taken | ~suit : taken, 2));
        taken |= hands[i].any;
        if (list_of(suit & ~taken, list) < 5)
            suited = false;
    }
    const uint64_t board = random_cards(rng, suited && cav_rng_below(rng, 2) ? taken | ~suit : taken, on_board);
    taken |= board;
    while (list_of(whole_pack & ~taken & ~dead, list) > left) {
        const uint64_t others = whole_pack & ~taken & ~dead & ~suit;
        dead |= random_cards(rng, suited && others ? ~others : taken | dead, 1);
    }
    return compare_with_all_boards(hands, players, board, dead);
}

static void test_exact_against_all_boards(void)
{
    cav_rng rng = rng_of(6);
    int shared = 0;
    for (int players = 2; players <= 5; players++)
        for (int round = 0; round < 64 / STRIDE; round++) {
            shared += compare_random(&rng, players, 3, 52, round % 2);
            shared += compare_random(&rng, players, 3, 5 + round, round % 2);
            for (int i = 0; i < 10; i++) {
                shared += compare_random(&rng, players, 4, i ? 52 : 1 + round, round % 2);
                shared += compare_random(&rng, players, 5, i ? 52 : round, round % 2);
            }
            shared += compare_random(&rng, players, 0, 5 + round % 9, round % 2);
            shared += compare_random(&rng, players, 1, 4 + round % 12, round % 2);
            shared += compare_random(&rng, players, 2, 3 + round % 20, round % 2);
        }
    CHECK(shared > 100 / STRIDE);
    for (int players = 6; players <= 10; players++)
        for (int on_board = 0; on_board <= 5; on_board++)
            compare_random(&rng, players, on_board, on_board < 3 ? 11 : 27, false);
    /* Few cards are dead: boards of 0, 1 and 2 cards, once each. */
    if (with_long_tests)
        compare_random(&rng, 2, 0, 48, true);
    compare_random(&rng, 3, 1, STRIDE == 1 ? 46 : 16, true);
    compare_random(&rng, 4, 2, STRIDE == 1 ? 42 : 24, true);
}

static void test_known_equities(void)
{
    cav_poker_equity e = {0};
    const cav_cards aces_and_kings[] = {cards_from("AH AS"), cards_from("KD KC")}, none = {0, 0};
    CHECK(!cav_poker_equity_exact(aces_and_kings, 2, none, none, &e));
    CHECK(e.boards == 1712304 && e.wins[0] == 1388072 && e.ties[0] == 6538 && e.ties[1] == 6538);
    CHECK(e.wins[1] == 317694);
    check_equity(&e, 2);
    /* An equity is added to what is there. */
    cav_poker_equity twice = e;
    CHECK(!cav_poker_equity_exact(aces_and_kings, 2, none, none, &twice));
    CHECK(twice.boards == 2 * e.boards && twice.shares[0] == 2 * e.shares[0] && twice.wins[1] == 2 * e.wins[1]);
    /* Two hands that differ by suits alone, of which none is on the board, are equal. */
    cav_poker_equity even = {0};
    const cav_cards alike[] = {cards_from("AC KD"), cards_from("AH KS")};
    CHECK(!cav_poker_equity_exact(alike, 2, none, none, &even) && even.wins[0] == even.wins[1] && even.wins[0] > 0);
    CHECK(even.shares[0] == even.shares[1] && even.boards == 1712304);
    /* A royal flush lies there: ten share. */
    cav_cards ten[CAV_POKER_PLAYERS];
    cav_poker_equity all = {0};
    for (int i = 0; i < CAV_POKER_PLAYERS; i++)
        ten[i] = set_of((uint64_t)3 << (13 + 2 * i)); /* diamonds and hearts; the board is of spades */
    CHECK(!cav_poker_equity_exact(ten, 10, cards_from("AS KS QS JS TS"), none, &all) && all.boards == 1);
    for (int i = 0; i < CAV_POKER_PLAYERS; i++)
        CHECK(all.wins[i] == 0 && all.ties[i] == 1 && all.shares[i] == 252);
}

static bool is_error(const cav_error *error, const char *code)
{
    return error && error->kind == CAV_BAD_CARDS && strcmp(error->code, code) == 0 && error->message[0];
}

/* What is refused by both doors, and changes no number. */
static const char *equity_error(const cav_cards *hands, int players, cav_cards board, cav_cards dead)
{
    cav_poker_equity equity, before;
    cav_poker_range ranges[CAV_POKER_PLAYERS + 1];
    cav_rng rng = rng_of(7);
    memset(&equity, 0xee, sizeof equity);
    before = equity;
    for (int i = 0; i <= CAV_POKER_PLAYERS && i < players; i++)
        ranges[i] = (cav_poker_range){&hands[i], 1};
    const cav_error *exact = cav_poker_equity_exact(hands, players, board, dead, &equity);
    const cav_error *sampled = cav_poker_equity_sampled(ranges, players, board, dead, 10, &rng, &equity);
    CHECK(exact && exact->kind == CAV_BAD_CARDS && exact->message[0] && sampled && sampled->kind == CAV_BAD_CARDS);
    CHECK(memcmp(&equity, &before, sizeof equity) == 0);
    /* Cards in two places are not looked for by the sampler: it finds no deal. */
    const bool twice = exact && strcmp(exact->code, "card-twice") == 0;
    CHECK(sampled && exact && (sampled == exact || (twice && strcmp(sampled->code, "no-deal") == 0)));
    return exact ? exact->code : "";
}

static void test_equity_errors(void)
{
    const cav_cards none = {0, 0}, board = cards_from("2C 3C 4C");
    cav_cards hands[CAV_POKER_PLAYERS + 1];
    for (int i = 0; i <= CAV_POKER_PLAYERS; i++)
        hands[i] = set_of((uint64_t)3 << (13 + 2 * i));
    static const int players[] = {0, 1, -1, 11, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++)
        CHECK(strcmp(equity_error(hands, players[i], none, none), "bad-players") == 0);
    const cav_cards bad_hands[] = {
        none, set_of(1), set_of(7), {1, 1}, {3, 1}, set_of(1 | (uint64_t)1 << 52), set_of((uint64_t)3 << 62)};
    for (size_t i = 0; i < sizeof bad_hands / sizeof bad_hands[0]; i++)
        for (int at = 0; at < 3; at++) {
            const cav_cards good = hands[at];
            hands[at] = bad_hands[i];
            CHECK(strcmp(equity_error(hands, 3, none, none), "bad-hand") == 0);
            hands[at] = good;
        }
    const cav_cards bad_boards[] = {set_of(0x3f), {1, 1}, {0, 1}, set_of((uint64_t)1 << 52), set_of((uint64_t)1 << 63)};
    for (size_t i = 0; i < sizeof bad_boards / sizeof bad_boards[0]; i++) {
        CHECK(strcmp(equity_error(hands, 3, bad_boards[i], none), "bad-board") == 0);
        if (i > 0) /* as many cards may be dead as like */
            CHECK(strcmp(equity_error(hands, 3, none, bad_boards[i]), "bad-board") == 0);
    }
    CHECK(strcmp(equity_error(hands, 3, board, cards_from("4C 5C")), "card-twice") == 0);
    CHECK(strcmp(equity_error(hands, 3, hands[2], none), "card-twice") == 0);
    CHECK(strcmp(equity_error(hands, 3, board, hands[1]), "card-twice") == 0);
    const cav_cards same[] = {hands[0], hands[1], hands[0]}, one_shared[] = {cards_from("AC AD"), cards_from("AD AH")};
    CHECK(strcmp(equity_error(same, 3, none, none), "card-twice") == 0);
    CHECK(strcmp(equity_error(one_shared, 2, none, none), "card-twice") == 0);
    /* Four cards are left where five have to come, and one where two have. */
    const uint64_t held = hands[0].any | hands[1].any;
    CHECK(strcmp(equity_error(hands, 2, none, set_of(whole_pack & ~held & ~(uint64_t)0xf)), "too-few-cards") == 0);
    CHECK(strcmp(equity_error(hands, 2, set_of(7), set_of(whole_pack & ~held & ~(uint64_t)0xf)), "too-few-cards") == 0);
    cav_poker_equity equity = {0};
    CHECK(!cav_poker_equity_exact(hands, 2, none, set_of(whole_pack & ~held & ~(uint64_t)0x1f), &equity));
    CHECK(equity.boards == 1);
    const cav_poker_range ranges[] = {{&hands[0], 1}, {&hands[1], 1}};
    cav_rng rng = rng_of(7);
    CHECK(!cav_poker_equity_sampled(ranges, 2, none, set_of(whole_pack & ~held & ~(uint64_t)0x1f), 3, &rng, &equity));
    CHECK(equity.boards == 4);
    memset(&equity, 0, sizeof equity);
    CHECK(!cav_poker_equity_exact(hands, 2, set_of(0x1f), set_of(whole_pack & ~held & ~(uint64_t)0x1f), &equity));
    CHECK(equity.boards == 1);
}

/* ---- Equity, sampled ------------------------------------------------------------------------------------------ */

/* Five deviations at the most: of one board a share deviates by no more than half of the whole. */
static bool is_near(const cav_poker_equity *sampled, double exact_share, int player)
{
    const double n = (double)sampled->boards, share = (double)sampled->shares[player] / (n * CAV_POKER_SHARES);
    return (share - exact_share) * (share - exact_share) * n < 25 * 0.25;
}

static double share_of(const cav_poker_equity *equity, int player)
{
    return (double)equity->shares[player] / ((double)equity->boards * CAV_POKER_SHARES);
}

static void test_sampled_is_near_exact(void)
{
    cav_rng rng = rng_of(8);
    for (int round = 0; round < 120 / STRIDE; round++) {
        cav_cards hands[CAV_POKER_PLAYERS];
        cav_poker_range ranges[CAV_POKER_PLAYERS];
        cav_poker_equity exact = {0}, sampled = {0};
        const int players = 2 + round % 9, on_board = round % 6;
        uint64_t taken = 0;
        for (int i = 0; i < players; i++) {
            hands[i] = set_of(random_cards(&rng, taken, 2));
            ranges[i] = (cav_poker_range){&hands[i], 1};
            taken |= hands[i].any;
        }
        const cav_cards board = set_of(random_cards(&rng, taken, on_board));
        const cav_cards dead = set_of(random_cards(&rng, taken | board.any, (int)cav_rng_below(&rng, 20)));
        CHECK(!cav_poker_equity_exact(hands, players, board, dead, &exact));
        CHECK(!cav_poker_equity_sampled(ranges, players, board, dead, 4000, &rng, &sampled));
        CHECK(sampled.boards == 4000);
        check_equity(&exact, players);
        check_equity(&sampled, players);
        for (int i = 0; i < players; i++)
            CHECK(is_near(&sampled, share_of(&exact, i), i));
    }
}

/* Every board comes equally often. Seven cards can come, each the third of a pair that somebody holds, and nothing
 * beats the highest three of a kind: who wins tells which was the highest that came. */
static void test_sampled_boards_are_even(void)
{
    enum { PLAYERS = 7, SAMPLES = 21000 };
    /* What chi-square exceeds once in 1000, by degrees of freedom: with n cards to come n - 1 seats never win. */
    static const double most[] = {0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46};
    static const char ranks[] = "AKJT875";
    static const char *const boards[] = {"", "2C", "2C 3D", "2C 3D 6C", "2C 3D 6C 9D"};
    cav_cards hands[PLAYERS];
    cav_poker_range ranges[PLAYERS];
    uint64_t free_cards = 0;
    cav_rng rng = rng_of(9);
    for (int i = 0; i < PLAYERS; i++) {
        const char pair[] = {ranks[i], 'C', ranks[i], 'D', 0}, third[] = {ranks[i], i % 2 ? 'H' : 'S', 0};
        hands[i] = cards_from(pair);
        ranges[i] = (cav_poker_range){&hands[i], 1};
        free_cards |= hands[i].any | cards_from(third).any;
    }
    for (int on_board = 0; on_board < 5; on_board++) {
        const cav_cards board = cards_from(boards[on_board]), dead = set_of(whole_pack & ~free_cards & ~board.any);
        cav_poker_equity exact = {0}, sampled = {0};
        double far = 0;
        CHECK(!cav_poker_equity_exact(hands, PLAYERS, board, dead, &exact));
        CHECK(!cav_poker_equity_sampled(ranges, PLAYERS, board, dead, SAMPLES, &rng, &sampled));
        for (int i = 0; i < PLAYERS; i++) {
            const uint32_t wins = (uint32_t)sampled.wins[i];
            CHECK((exact.wins[i] > 0) == (i < PLAYERS - 4 + on_board) && (exact.wins[i] > 0 || wins == 0));
            if (exact.wins[i])
                far += chi_square(&wins, 1, (double)exact.wins[i] * SAMPLES / (double)exact.boards);
        }
        CHECK(far < most[PLAYERS - 5 + on_board]);
    }
}

/* Ranges: every way to give each player a hand of its range, no card twice, is equally likely. */
static void test_ranges(void)
{
    static const char *const texts[3][4] = {{"AC AD", "AC AH", "KC KD", "7C 2D"},
                                            {"AC KC", "KC KD", "QC QD", "AH AS"},
                                            {"7C 7D", "QC JC", "2D 3D", "9S TS"}};
    cav_cards hands[3][4];
    cav_poker_range ranges[3];
    const cav_cards board = cards_from("2C 8H QS"), dead = cards_from("9S 4C"); /* one hand of the last range is dead */
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++)
            hands[i][j] = cards_from(texts[i][j]);
        ranges[i] = (cav_poker_range){hands[i], 4};
    }
    double shares[3] = {0};
    int deals = 0;
    for (int deal = 0; deal < 64; deal++) {
        const cav_cards chosen[] = {hands[0][deal % 4], hands[1][deal / 4 % 4], hands[2][deal / 16]};
        cav_poker_equity equity = {0};
        if (cav_poker_equity_exact(chosen, 3, board, dead, &equity))
            continue;
        deals++;
        for (int i = 0; i < 3; i++)
            shares[i] += share_of(&equity, i);
    }
    cav_poker_equity sampled = {0};
    cav_rng rng = rng_of(10);
    CHECK(deals > 10 && deals < 40);
    CHECK(!cav_poker_equity_sampled(ranges, 3, board, dead, 20000, &rng, &sampled) && sampled.boards == 20000);
    check_equity(&sampled, 3);
    for (int i = 0; i < 3; i++)
        CHECK(is_near(&sampled, shares[i] / deals, i));
    /* The same stream gives the same; it goes on where it stands; and counts are added. */
    cav_poker_equity again = {0}, more = sampled;
    cav_rng same = rng_of(10);
    CHECK(!cav_poker_equity_sampled(ranges, 3, board, dead, 20000, &same, &again));
    CHECK(memcmp(&again, &sampled, sizeof again) == 0 && memcmp(&rng, &same, sizeof rng) == 0);
    CHECK(!cav_poker_equity_sampled(ranges, 3, board, dead, 20000, &rng, &more));
    CHECK(more.boards == 40000 && more.shares[0] != 2 * sampled.shares[0]);
    CHECK(!cav_poker_equity_sampled(ranges, 3, board, dead, 0, &rng, &more) && more.boards == 40000);
    /* Two hands for each: four deals, none of which is left out. */
    const cav_poker_range two[] = {{hands[0], 2}, {&hands[1][1], 2}};
    cav_poker_equity of_two = {0};
    double share = 0;
    for (int deal = 0; deal < 4; deal++) {
        const cav_cards chosen[] = {hands[0][deal % 2], hands[1][1 + deal / 2]};
        cav_poker_equity equity = {0};
        CHECK(!cav_poker_equity_exact(chosen, 2, board, dead, &equity));
        share += share_of(&equity, 0) / 4;
    }
    CHECK(!cav_poker_equity_sampled(two, 2, board, dead, 20000, &rng, &of_two) && is_near(&of_two, share, 0));
}

static void test_ranges_without_a_deal(void)
{
    const cav_cards none = {0, 0}, aces[] = {cards_from("AC AD"), cards_from("AC AH"), cards_from("AC AS")};
    const cav_cards others[] = {cards_from("KC KD"), cards_from("KH KS"), {1, 0}};
    cav_poker_equity equity = {0};
    cav_rng rng = rng_of(11);
    const cav_poker_range clash[] = {{aces, 3}, {aces, 3}}, with_dead[] = {{aces, 3}, {others, 2}};
    CHECK(is_error(cav_poker_equity_sampled(clash, 2, none, none, 5, &rng, &equity), "no-deal"));
    CHECK(is_error(cav_poker_equity_sampled(with_dead, 2, none, cards_from("AC"), 5, &rng, &equity), "no-deal"));
    CHECK(is_error(cav_poker_equity_sampled(with_dead, 2, cards_from("2C 3C AC"), none, 5, &rng, &equity), "no-deal"));
    const cav_poker_range empty[] = {{aces, 3}, {others, 0}}, null[] = {{NULL, 0}, {others, 2}};
    CHECK(is_error(cav_poker_equity_sampled(empty, 2, none, none, 5, &rng, &equity), "bad-hand"));
    CHECK(is_error(cav_poker_equity_sampled(null, 2, none, none, 5, &rng, &equity), "bad-hand"));
    const cav_poker_range last_bad[] = {{aces, 3}, {others, 3}};
    CHECK(is_error(cav_poker_equity_sampled(last_bad, 2, none, none, 5, &rng, &equity), "bad-hand"));
    CHECK(equity.boards == 0 && equity.shares[0] == 0);
    CHECK(!cav_poker_equity_sampled(with_dead, 2, none, cards_from("AD KD"), 500, &rng, &equity));
    CHECK(equity.boards == 500);
}

/* Ranges that hardly ever go together: some deals may be found before the search is given up; none of them counts. */
static void test_refused_samples_change_nothing(void)
{
    enum { HANDS = 15000 };
    static cav_cards hands[HANDS];
    const cav_cards none = {0, 0}, other = cards_from("AC AH");
    const cav_poker_range ranges[] = {{hands, HANDS}, {&other, 1}};
    for (int i = 0; i < HANDS; i++)
        hands[i] = cards_from(i ? "AC AD" : "KC KD");
    int seen = 0;
    for (uint32_t number = 0; number < 20; number++) {
        cav_poker_equity equity = {.boards = 7, .wins = {5}}, before = equity;
        cav_rng rng = rng_of(number), same = rng;
        seen += !cav_poker_equity_sampled(ranges, 2, none, none, 1, &rng, &equity);
        equity = before;
        rng = same;
        CHECK(is_error(cav_poker_equity_sampled(ranges, 2, none, none, 100, &rng, &equity), "no-deal"));
        CHECK(memcmp(&equity, &before, sizeof equity) == 0 && memcmp(&rng, &same, sizeof rng) == 0);
    }
    CHECK(seen >= 4);
}

int main(int argc, char **argv)
{
    with_long_tests = argc > 1 && strcmp(argv[1], "long") == 0;
    RUN(test_all_hands_of_five);
    RUN(test_categories);
    RUN(test_known_hands);
    RUN(test_order_of_random_pairs);
    RUN(test_best_five);
    RUN(test_sums);
    RUN(test_random_hands_of_seven);
    RUN(test_all_hands_of_six_and_seven);
    RUN(test_no_hands);
    RUN(test_arrays);
    RUN(test_arrays_of_no_hands);
    RUN(test_exact_against_all_boards);
    RUN(test_known_equities);
    RUN(test_equity_errors);
    RUN(test_sampled_is_near_exact);
    RUN(test_sampled_boards_are_even);
    RUN(test_ranges);
    RUN(test_ranges_without_a_deal);
    RUN(test_refused_samples_change_nothing);
    return checks_result();
}
