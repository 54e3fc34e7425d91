/* Multisets of cards, decks, and the text of cards and moves. */
#include "base/text.h"

#include "table.h"
#include "test.h"

/* ---- Multisets, against plain counts ------------------------------------------- */

enum { KINDS = 64 };
typedef struct counts {
    int of[KINDS];
} counts;

static cav_cards cards_of_counts(const counts *n)
{
    cav_cards cards = {0, 0};
    for (int kind = 0; kind < KINDS; kind++) {
        cards.any |= (uint64_t)(n->of[kind] >= 1) << kind;
        cards.both |= (uint64_t)(n->of[kind] == 2) << kind;
    }
    return cards;
}

static bool same(cav_cards a, cav_cards b) { return a.any == b.any && a.both == b.both; }

/* Zero, one or two copies of each kind; `density` of 100 says how many. */
static counts random_counts(cav_rng *rng, uint64_t density)
{
    counts n;
    for (int kind = 0; kind < KINDS; kind++)
        n.of[kind] = cav_rng_below(rng, 100) < density ? 1 + (int)cav_rng_below(rng, 2) : 0;
    return n;
}

static void test_multisets(void)
{
    cav_rng rng = rng_of(1);
    for (int round = 0; round < 5000; round++) {
        const counts whole = random_counts(&rng, cav_rng_below(&rng, 101));
        counts part = random_counts(&rng, cav_rng_below(&rng, 101));
        const bool shrink = cav_rng_below(&rng, 2); /* a part that is contained */
        bool contained = true;
        int count = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            if (shrink && part.of[kind] > whole.of[kind])
                part.of[kind] = whole.of[kind];
            contained = contained && part.of[kind] <= whole.of[kind];
            count += whole.of[kind];
        }
        const cav_cards cards = cards_of_counts(&whole), some = cards_of_counts(&part);
        CHECK(cav_cards_count(cards) == count);
        CHECK(cav_cards_contain(cards, some) == contained);
        if (contained) {
            counts left;
            for (int kind = 0; kind < KINDS; kind++)
                left.of[kind] = whole.of[kind] - part.of[kind];
            CHECK(same(cav_cards_minus(cards, some), cards_of_counts(&left)));
        }
    }
}

static void test_list(void)
{
    cav_rng rng = rng_of(2);
    for (int round = 0; round < 2000; round++) {
        const counts n = random_counts(&rng, cav_rng_below(&rng, 101));
        uint8_t list[2 * KINDS + 1], naive[2 * KINDS];
        int count = 0;
        for (int kind = 0; kind < KINDS; kind++)
            for (int copy = 0; copy < n.of[kind]; copy++)
                naive[count++] = (uint8_t)kind;
        memset(list, 0xee, sizeof list);
        CHECK(cav_cards_list(cards_of_counts(&n), list) == count);
        CHECK(memcmp(list, naive, (size_t)count) == 0);
        CHECK(list[count] == 0xee);
    }
}

static void test_add(void)
{
    static const int strangers[] = {-1, -64, 64, 65, 128, INT32_MIN, INT32_MAX};
    cav_rng rng = rng_of(3);
    counts n = {{0}};
    cav_cards cards = {0, 0};
    for (int i = 0; i < 1000; i++) {
        const int kind = (int)cav_rng_below(&rng, KINDS);
        const bool room = n.of[kind] < 2;
        CHECK(cav_cards_add(&cards, kind) == room);
        n.of[kind] += room;
        CHECK(same(cards, cards_of_counts(&n)));
    }
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        CHECK(!cav_cards_add(&cards, strangers[i]));
        CHECK(same(cards, cards_of_counts(&n)));
    }
}

/* ---- Decks ----------------------------------------------------------------------- */

/* Deck order by the house rules: clubs 2 ... A, diamonds, hearts, spades, black joker, red joker. */
static const char ranks[] = "23456789TJQKA";
static const char suits[] = "CDHS";
/* In UTF-8: U+2663, 2666, 2665, 2660, and outlined U+2667, 2662, 2661, 2664. */
static const char *const symbols[] = {"\xe2\x99\xa3", "\xe2\x99\xa6", "\xe2\x99\xa5", "\xe2\x99\xa0"};
static const char *const outlines[] = {"\xe2\x99\xa7", "\xe2\x99\xa2", "\xe2\x99\xa1", "\xe2\x99\xa4"};

static void test_french_deck(void)
{
    CHECK(strcmp(cav_deck_name(CAV_FRENCH), "french") == 0);
    CHECK(cav_deck_kinds(CAV_FRENCH) == 54);
    for (int card = 0; card < 52; card++) {
        CHECK(cav_card_rank(CAV_FRENCH, card) == card % 13);
        CHECK(cav_card_suit(CAV_FRENCH, card) == card / 13);
    }
    CHECK(cav_card_rank(CAV_FRENCH, 52) == 13 && cav_card_suit(CAV_FRENCH, 52) == -1);
    CHECK(cav_card_rank(CAV_FRENCH, 53) == 14 && cav_card_suit(CAV_FRENCH, 53) == -1);
    for (int rank = 0; rank < 13; rank++)
        CHECK(cav_rank_text(CAV_FRENCH, rank)[0] == ranks[rank] && !cav_rank_text(CAV_FRENCH, rank)[1]);
    CHECK(strcmp(cav_rank_text(CAV_FRENCH, 13), "BJ") == 0);
    CHECK(strcmp(cav_rank_text(CAV_FRENCH, 14), "RJ") == 0);
}

/* Coins A 6 7 8 9 10 J C Q K, cups, batons, swords; Angel, World, Sun, Moon, 16 ... 5, Moors, Begato, Matto: the text
 * of every card and back, in any case. */
static void test_bolognese_deck(void)
{
    static const char *const texts[] = {"A", "6", "7", "8", "9", "10", "J", "C", "Q", "K"};
    static const char *const names[] = {"ANGEL", "WORLD", "SUN", "MOON", "16",    "15",    "14",    "13",
                                        "12",    "11",    "10",  "9",    "8",     "7",     "6",     "5",
                                        "MOOR1", "MOOR2", "MOOR3", "MOOR4", "BEGATO", "MATTO"};
    uint8_t list[8];
    size_t count, at;
    CHECK(strcmp(cav_deck_name(CAV_BOLOGNESE), "bolognese") == 0 && cav_deck_kinds(CAV_BOLOGNESE) == 62);
    for (int card = 0; card < 62; card++) {
        const int rank = card < 40 ? card % 10 : card - 30, suit = card < 40 ? card / 10 : -1;
        char expected[8], text[8];
        CHECK(cav_card_rank(CAV_BOLOGNESE, card) == rank && cav_card_suit(CAV_BOLOGNESE, card) == suit);
        if (suit < 0)
            snprintf(expected, sizeof expected, "%s", names[rank - 10]);
        else
            snprintf(expected, sizeof expected, "%s%c", texts[rank], "dcbs"[suit]);
        for (cav_style style = CAV_PLAIN; style <= CAV_SYMBOLS; style++) {
            const size_t length = cav_card_format(CAV_BOLOGNESE, card, style, text, sizeof text);
            CHECK(strcmp(text, expected) == 0);
            for (int way = 0; way < 3; way++) { /* as written, small, large */
                for (size_t i = 0; i < length; i++) {
                    const char c = expected[i];
                    text[i] = way == 1 && c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A')
                              : way == 2 && c >= 'a' && c <= 'z' ? (char)(c + 'A' - 'a') : c;
                }
                CHECK(!cav_cards_parse(CAV_BOLOGNESE, text, length, list, 2, &count, NULL));
                CHECK(count == 1 && list[0] == card);
            }
        }
    }
    for (int card = 62; card < 64; card++)
        CHECK(cav_card_rank(CAV_BOLOGNESE, card) == -1 && cav_card_suit(CAV_BOLOGNESE, card) == -1);
    CHECK(!cav_rank_text(CAV_BOLOGNESE, 32)[0]);
    /* A rank with a suit comes first; the number of a trump ends where it ends. */
    static const struct {
        const char *text;
        size_t count;
        uint8_t cards[4];
    } runs[] = {
        {"10d10 16", 3, {5, 50, 44}},           {"6d6,5", 3, {1, 54, 55}},  {"CCcb", 2, {17, 27}},
        {"angelWorldmoor1", 3, {40, 41, 56}}, {"AsAngel", 2, {30, 40}}, {"QcMATTO 9", 3, {18, 61, 51}},
    };
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        CHECK(!cav_cards_parse(CAV_BOLOGNESE, runs[i].text, strlen(runs[i].text), list, 8, &count, NULL));
        CHECK(count == runs[i].count && memcmp(list, runs[i].cards, count) == 0);
    }
    static const char *const faults[] = {"65",    "165",   "16d",  "17",  "4",    "10angel", "MOOR",  "MOOR12", "MOOR5",
                                         "Moor1x", "ANGE",  "ad6x", "Vd",  "Kh",   "1d",      "Td",    "BJ",     "11d",
                                         "K",      "d6",    "-5",   "6 d", "10 d", "sunn",    "K\xe2\x99\xa3"};
    static const size_t offsets[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 3, 0};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const cav_error *error = cav_cards_parse(CAV_BOLOGNESE, faults[i], strlen(faults[i]), list, 8, &count, &at);
        CHECK(error && strcmp(error->code, "bad-card") == 0 && at == offsets[i]);
    }
}

/* Coins 1 ... 9 valet cavalier roi, cups, batons, swords; the text of every card and back, in any case. */
static void test_aluette_deck(void)
{
    static const char letters[] = "123456789VCR", coins_to_swords[] = "dcbs";
    CHECK(strcmp(cav_deck_name(CAV_ALUETTE), "aluette") == 0 && cav_deck_kinds(CAV_ALUETTE) == 48);
    for (int card = 0; card < 48; card++) {
        const int rank = card % 12, suit = card / 12;
        const char low = rank < 9 ? letters[rank] : (char)(letters[rank] + 'a' - 'A');
        char expected[4], text[8];
        uint8_t list[2];
        size_t count;
        CHECK(cav_card_rank(CAV_ALUETTE, card) == rank && cav_card_suit(CAV_ALUETTE, card) == suit);
        CHECK(cav_rank_text(CAV_ALUETTE, rank)[0] == letters[rank] && !cav_rank_text(CAV_ALUETTE, rank)[1]);
        snprintf(expected, sizeof expected, "%c%c", letters[rank], coins_to_swords[suit]);
        for (cav_style style = CAV_PLAIN; style <= CAV_SYMBOLS; style++) {
            CHECK(cav_card_format(CAV_ALUETTE, card, style, text, sizeof text) == 2 && strcmp(text, expected) == 0);
            CHECK(!cav_cards_parse(CAV_ALUETTE, text, 2, list, 2, &count, NULL) && count == 1 && list[0] == card);
        }
        snprintf(text, sizeof text, "%c%c", low, coins_to_swords[suit] + 'A' - 'a');
        CHECK(!cav_cards_parse(CAV_ALUETTE, text, 2, list, 2, &count, NULL) && count == 1 && list[0] == card);
    }
    for (int card = 48; card < 64; card++)
        CHECK(cav_card_rank(CAV_ALUETTE, card) == -1 && cav_card_suit(CAV_ALUETTE, card) == -1);
    CHECK(!cav_rank_text(CAV_ALUETTE, 12)[0]);
    static const uint8_t run[] = {21, 22, 9, 2, 47}; /* rank first, then suit: never ambiguous */
    uint8_t list[8];
    size_t count, at;
    CHECK(!cav_cards_parse(CAV_ALUETTE, "VCcc,vD 3dRs", 12, list, 8, &count, NULL) && count == 5);
    CHECK(memcmp(list, run, sizeof run) == 0);
    static const char *const faults[] = {"10d", "0d", "3h", "Td", "3", "BJ", "RJ", "d3", "3\xe2\x99\xa3", "Kd"};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const cav_error *error = cav_cards_parse(CAV_ALUETTE, faults[i], strlen(faults[i]), list, 8, &count, &at);
        CHECK(error && strcmp(error->code, "bad-card") == 0 && at == 0 && count == 0);
    }
}

static void test_no_such_card_or_deck(void)
{
    static const int none[] = {-1, 54, 63, 64, 255, INT32_MIN, INT32_MAX};
    char text[8];
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        CHECK(cav_card_rank(CAV_FRENCH, none[i]) == -1);
        CHECK(cav_card_suit(CAV_FRENCH, none[i]) == -1);
        CHECK(cav_rank_text(CAV_FRENCH, none[i])[0] == 0);
        CHECK(cav_card_format(CAV_FRENCH, none[i], CAV_PLAIN, text, sizeof text) == 0 && text[0] == 0);
        CHECK(!cav_deck_name(none[i]) && cav_deck_kinds(none[i]) == 0);
        CHECK(cav_card_rank(none[i], 0) == -1 && cav_card_suit(none[i], 0) == -1 && !cav_rank_text(none[i], 0)[0]);
        uint8_t list[4];
        size_t count = 9;
        CHECK(cav_cards_parse(none[i], "3C", 2, list, 4, &count, NULL) && count == 0);
    }
}

static void test_names(void)
{
    static const char *const kinds[CAV_KINDS] = {"",     "pass", "bid",   "play", "fold",  "check",
                                                 "call", "bet",  "raise", "lock", "return",
                                                 "double", "redouble", "declare", "bury", "discard"};
    static const char *const shapes[CAV_SHAPES] = {
        "",           "single",         "pair",      "triple",           "triple+single",  "triple+pair",
        "straight",   "pair-run",       "airplane",  "airplane+singles", "airplane+pairs", "four+singles",
        "four+pairs", "bomb",           "rocket",    "heavenly-bomb",    "full-house",     "tube",
        "plate",      "straight-flush", "joker-bomb",
        "clubs",      "diamonds",       "hearts",    "spades",           "notrump",
        "tractor"};
    for (int i = 0; i < CAV_KINDS; i++)
        CHECK(strcmp(cav_kind_name(i), kinds[i]) == 0);
    for (int i = 0; i < CAV_SHAPES; i++)
        CHECK(strcmp(cav_shape_name(i), shapes[i]) == 0);
    static const char *const events[CAV_EVENT_CODES] = {
        "",          "deal",       "hand",   "move",    "redeal", "bottom",  "trick",     "points",
        "deal-over", "match-over", "blind",  "ante",    "street", "shown",   "refund",    "pot",
        "out",       "signal",     "locked", "restock", "bonus",  "tribute", "cancelled", "place",
        "contract",  "dummy",      "fouled", "trump",   "buried", "declared",  "given"};
    for (int i = 0; i < CAV_EVENT_CODES; i++)
        CHECK(strcmp(cav_event_name(i), events[i]) == 0 && (i == 0 || events[i][0]));
    static const int none[] = {-1, CAV_EVENT_CODES, CAV_EVENT_CODES + 1, 255, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(!cav_kind_name(none[i])[0] && !cav_shape_name(none[i])[0] && !cav_event_name(none[i])[0]);
}

/* ---- Writing and reading back -------------------------------------------------------- */

static void naive_text(int card, cav_style style, char text[8])
{
    if (card >= 52)
        snprintf(text, 8, "%s", card == 52 ? "BJ" : "RJ");
    else if (style == CAV_PLAIN)
        snprintf(text, 8, "%c%c", ranks[card % 13], suits[card / 13]);
    else
        snprintf(text, 8, "%c%s", ranks[card % 13], symbols[card / 13]);
}

static bool reads_as(const char *text, const int *cards, size_t expected)
{
    uint8_t list[CAV_MAX_PACK];
    size_t count;
    if (cav_cards_parse(CAV_FRENCH, text, strlen(text), list, sizeof list, &count, NULL) || count != expected)
        return false;
    for (size_t i = 0; i < count; i++)
        if (list[i] != cards[i])
            return false;
    return true;
}

static void test_every_card_round_trips(void)
{
    for (int card = 0; card < 54; card++)
        for (cav_style style = CAV_PLAIN; style <= CAV_SYMBOLS; style++) {
            char text[16], naive[8];
            naive_text(card, style, naive);
            CHECK(cav_card_format(CAV_FRENCH, card, style, text, sizeof text) == strlen(naive));
            CHECK(strcmp(text, naive) == 0);
            CHECK(reads_as(text, &card, 1));
            CHECK(cav_cards_format(CAV_FRENCH, (cav_cards){(uint64_t)1 << card, 0}, style, text, sizeof text) ==
                  strlen(naive));
            CHECK(strcmp(text, naive) == 0);
        }
}

static void test_sets_round_trip(void)
{
    cav_rng rng = rng_of(4);
    for (int round = 0; round < 500; round++) {
        counts n = random_counts(&rng, cav_rng_below(&rng, 101));
        char naive[1024] = "", text[1024];
        int list[2 * KINDS];
        size_t count = 0, length = 0;
        const cav_style style = round & 1 ? CAV_SYMBOLS : CAV_PLAIN;
        for (int kind = 0; kind < KINDS; kind++) {
            n.of[kind] = kind < 54 ? n.of[kind] : 0;
            for (int copy = 0; copy < n.of[kind]; copy++) {
                if (count)
                    naive[length++] = ' ';
                naive_text(kind, style, naive + length);
                length += strlen(naive + length);
                list[count++] = kind;
            }
        }
        CHECK(cav_cards_format(CAV_FRENCH, cards_of_counts(&n), style, text, sizeof text) == length);
        CHECK(strcmp(text, naive) == 0);
        CHECK(reads_as(text, list, count));
    }
}

static void test_other_spellings(void)
{
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 0; rank < 13; rank++) {
            char text[32];
            const int card = 13 * suit + rank;
            const char low = rank >= 8 ? (char)(ranks[rank] + 'a' - 'A') : ranks[rank];
            snprintf(text, sizeof text, "%c%c", low, suits[suit] + 'a' - 'A');
            CHECK(reads_as(text, &card, 1));
            snprintf(text, sizeof text, "%c%s", low, outlines[suit]);
            CHECK(reads_as(text, &card, 1));
            snprintf(text, sizeof text, "%c%s\xef\xb8\x8f", ranks[rank], symbols[suit]); /* variation selector 16 */
            CHECK(reads_as(text, &card, 1));
            snprintf(text, sizeof text, "%c%s\xef\xb8\x8f", ranks[rank], outlines[suit]);
            CHECK(reads_as(text, &card, 1));
        }
    static const int tens[] = {8, 21, 34, 47}, jokers[] = {52, 53, 52, 53}, hand[] = {1, 34, 53};
    CHECK(reads_as("10C10D10H10S", tens, 4));
    CHECK(reads_as("10\xe2\x99\xa3 10d,t\xe2\x99\xa1\xef\xb8\x8f,TS", tens, 4));
    CHECK(reads_as("BJ rj bJRj", jokers, 4));
    static const char *const spellings[] = {
        "3c 10H RJ", "3C10HRJ", "3C,10H,RJ", " 3C , 10h ,, rj ", "\t3C\r\n10H\nRJ\n",
    };
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        CHECK(reads_as(spellings[i], hand, 3));
    CHECK(reads_as("", NULL, 0) && reads_as(" ,\t\r\n ", NULL, 0));
}

/* ---- Faults ------------------------------------------------------------------------ */

static void test_faults_with_offsets(void)
{
    static const struct {
        const char *text;
        size_t at, count; /* where the fault is, and how many cards stand before it */
    } faults[] = {
        {"3", 0, 0},
        {"C", 0, 0},
        {"CC", 0, 0},
        {"3X", 0, 0},
        {"1C", 0, 0},
        {"11C", 0, 0},
        {"3C 4", 3, 1},
        {"3C4", 2, 1},
        {"3C  zz", 4, 1},
        {"3C,4D,5", 6, 2},
        {"3 C", 0, 0},
        {"10", 0, 0},
        {"3C 10", 3, 1},
        {"B", 0, 0},
        {"RJBJR", 4, 2},
        {"J", 0, 0},
        {"JB", 0, 0},
        {"3C;4C", 2, 1},
        {"-3C", 0, 0},
        {"3\xe2\x99", 0, 0},
        {"0C", 0, 0},
        {"3C \xef\xb8\x8f", 3, 1},
        {"3C\xe2\x99\xa3", 2, 1},
        {"3\xe2\x99\xa8", 0, 0},
        {"BJ.", 2, 1},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        uint8_t list[8];
        size_t count = 99, at = 99;
        const cav_error *error =
            cav_cards_parse(CAV_FRENCH, faults[i].text, strlen(faults[i].text), list, sizeof list, &count, &at);
        CHECK(error && error->kind == CAV_BAD_CARDS && strcmp(error->code, "bad-card") == 0);
        CHECK(at == faults[i].at && count == faults[i].count);
        CHECK(cav_cards_parse(CAV_FRENCH, faults[i].text, strlen(faults[i].text), list, sizeof list, &count, NULL) ==
              error);
    }
}

/* A zero is a character like any other, and the length is what ends the text. */
static void test_length_ends_the_text(void)
{
    uint8_t list[8];
    size_t count, at;
    CHECK(!cav_cards_parse(CAV_FRENCH, "3C4C5C", 4, list, 8, &count, &at) && count == 2);
    CHECK(cav_cards_parse(CAV_FRENCH, "3C4C5C", 5, list, 8, &count, &at) && count == 2 && at == 4);
    CHECK(cav_cards_parse(CAV_FRENCH, "3C\0004C", 5, list, 8, &count, &at) && count == 1 && at == 2);
    CHECK(cav_cards_parse(CAV_FRENCH, "10C", 2, list, 8, &count, &at) && count == 0 && at == 0);
    CHECK(!cav_cards_parse(CAV_FRENCH, NULL, 0, list, 8, &count, &at) && count == 0);
}

static void test_capacity(void)
{
    const char *text = "3C 4D 10H RJ";
    static const size_t starts[] = {0, 3, 6, 10};
    for (size_t capacity = 0; capacity < 4; capacity++) {
        uint8_t list[5];
        size_t count = 99, at = 99;
        memset(list, 0xee, sizeof list);
        const cav_error *error = cav_cards_parse(CAV_FRENCH, text, strlen(text), list, capacity, &count, &at);
        CHECK(error && error->kind == CAV_BAD_CARDS && strcmp(error->code, "too-many-cards") == 0);
        CHECK(count == capacity && at == starts[capacity]);
        CHECK(list[capacity] == 0xee);
    }
    uint8_t list[4];
    size_t count;
    CHECK(!cav_cards_parse(CAV_FRENCH, text, strlen(text), list, 4, &count, NULL) && count == 4);
}

/* ---- Truncation, as snprintf does it ---------------------------------------------------- */

typedef size_t formatter(char *text, size_t size);

static size_t format_card(char *text, size_t size) { return cav_card_format(CAV_FRENCH, 21, CAV_PLAIN, text, size); }
static size_t format_symbol(char *text, size_t size)
{
    return cav_card_format(CAV_FRENCH, 21, CAV_SYMBOLS, text, size);
}
static size_t format_cards(char *text, size_t size)
{
    return cav_cards_format(CAV_FRENCH, (cav_cards){1 | (uint64_t)3 << 52, 1}, CAV_PLAIN, text, size);
}
static size_t format_symbols(char *text, size_t size)
{
    return cav_cards_format(CAV_FRENCH, (cav_cards){1 | (uint64_t)3 << 52, 1}, CAV_SYMBOLS, text, size);
}
static size_t format_nothing(char *text, size_t size)
{
    return cav_cards_format(CAV_FRENCH, (cav_cards){0, 0}, CAV_PLAIN, text, size);
}
static size_t format_pass(char *text, size_t size)
{
    return cav_move_format(cav_game_at(0), &(cav_move){.kind = CAV_PASS}, CAV_PLAIN, text, size);
}
static size_t format_bid(char *text, size_t size)
{
    return cav_move_format(cav_game_at(0), &(cav_move){.kind = CAV_BID, .amount = 3}, CAV_PLAIN, text, size);
}
static size_t format_bid_of_suit(char *text, size_t size)
{
    const cav_move bid = {.kind = CAV_BID, .shape = CAV_HEARTS, .amount = 7};
    return cav_move_format(cav_game_find("bridge"), &bid, CAV_SYMBOLS, text, size);
}
static size_t format_bid_of_notrump(char *text, size_t size)
{
    const cav_move bid = {.kind = CAV_BID, .shape = CAV_NOTRUMP, .amount = 3};
    return cav_move_format(cav_game_find("bridge"), &bid, CAV_SYMBOLS, text, size);
}
static size_t format_amount(char *text, size_t size)
{
    return cav_move_format(cav_game_at(0), &(cav_move){.kind = CAV_BID, .amount = INT32_MIN}, CAV_PLAIN, text, size);
}
static size_t format_play(char *text, size_t size)
{
    const cav_move play = {.kind = CAV_PLAY, .cards = cards_from("3C 3D 3H 5S")};
    return cav_move_format(cav_game_at(0), &play, CAV_PLAIN, text, size);
}

static void test_truncation(void)
{
    static const struct {
        formatter *format;
        const char *whole;
    } cases[] = {
        {format_card, "TD"},
        {format_symbol, "T\xe2\x99\xa6"},
        {format_cards, "2C 2C BJ RJ"},
        {format_symbols, "2\xe2\x99\xa3 2\xe2\x99\xa3 BJ RJ"},
        {format_nothing, ""},
        {format_pass, "pass"},
        {format_bid, "bid 3"},
        {format_amount, "bid -2147483648"},
        {format_play, "play 3C 3D 3H 5S"},
        {format_bid_of_suit, "bid 7\xe2\x99\xa5"},
        {format_bid_of_notrump, "bid 3NT"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const size_t length = strlen(cases[i].whole);
        CHECK(cases[i].format(NULL, 0) == length);
        for (size_t size = 0; size <= length + 3; size++) {
            char text[40], expected[40];
            memset(text, '#', sizeof text);
            memset(expected, '#', sizeof expected);
            snprintf(expected, size, "%s", cases[i].whole);
            CHECK(cases[i].format(text, size) == length);
            /* Not even the bytes behind the closing zero are touched. */
            CHECK(memcmp(text, expected, sizeof text) == 0);
        }
    }
}

/* The parts that text is made of: numbers and words. */
static void test_numbers(void)
{
    static const struct {
        const char *text;
        bool taken;
        int32_t number;
        size_t at;
    } cases[] = {
        {"0", true, 0, 1},
        {"3", true, 3, 1},
        {"-3", true, -3, 2},
        {"007", true, 7, 3},
        {"12 34", true, 12, 2},
        {"3x", true, 3, 1},
        {"999999999", true, 999999999, 9},
        {"-999999999", true, -999999999, 10},
        {"1000000000", false, 0, 0},
        {"99999999999999999999", false, 0, 0},
        {"", false, 0, 0},
        {"-", false, 0, 0},
        {"--1", false, 0, 0},
        {"+1", false, 0, 0},
        {" 1", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_in in = {cases[i].text, strlen(cases[i].text), 0};
        int32_t number = 0;
        CHECK(text_take_number(&in, &number) == cases[i].taken);
        CHECK(number == cases[i].number && in.at == cases[i].at);
    }
    static const int64_t numbers[] = {0, 1, -1, 10, -10, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[32], expected[32];
        text_out out = text_begin(text, sizeof text);
        text_put_number(&out, numbers[i]);
        snprintf(expected, sizeof expected, "%lld", (long long)numbers[i]);
        CHECK(strcmp(text, expected) == 0 && out.length == strlen(expected));
    }
}

static void test_words(void)
{
    static const struct {
        const char *text;
        bool taken;
    } cases[] = {
        {"pass", true},   {"PaSs", true}, {"pass 3", true}, {"pass3", true},  {"pass,", true},
        {"passe", false}, {"pas", false}, {"", false},      {" pass", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_in in = {cases[i].text, strlen(cases[i].text), 0};
        CHECK(text_take_word(&in, "pass") == cases[i].taken);
        CHECK(in.at == (cases[i].taken ? 4 : 0));
    }
    text_in cut = {"passe", 4, 0}; /* the length ends the word */
    CHECK(text_take_word(&cut, "pass"));
}

/* What is no card is not stepped over. */
static void test_card_or_rank(void)
{
    static const struct {
        const char *text;
        bool alone; /* whether a rank alone will do */
        int card, rank;
        size_t at;
    } cases[] = {
        {"3C", false, 1, 99, 2}, {"3C", true, 1, 99, 2},   {"3X", false, 99, 99, 0}, {"3X", true, -1, 1, 1},
        {"10", true, -1, 8, 2},  {"10", false, 99, 99, 0}, {"RJ", true, 53, 99, 2},  {"R", true, 99, 99, 0},
        {"J", true, -1, 9, 1},   {"X", true, 99, 99, 0},   {"1", true, 99, 99, 0},   {"", true, 99, 99, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_in in = {cases[i].text, strlen(cases[i].text), 0};
        int card = 99, rank = 99;
        CHECK(text_take_card(&in, CAV_FRENCH, &card, cases[i].alone ? &rank : NULL) == (cases[i].at > 0));
        CHECK(card == cases[i].card && rank == cases[i].rank && in.at == cases[i].at);
    }
}

int main(void)
{
    RUN(test_multisets);
    RUN(test_list);
    RUN(test_add);
    RUN(test_french_deck);
    RUN(test_aluette_deck);
    RUN(test_bolognese_deck);
    RUN(test_no_such_card_or_deck);
    RUN(test_names);
    RUN(test_every_card_round_trips);
    RUN(test_sets_round_trip);
    RUN(test_other_spellings);
    RUN(test_faults_with_offsets);
    RUN(test_length_ends_the_text);
    RUN(test_capacity);
    RUN(test_truncation);
    RUN(test_numbers);
    RUN(test_words);
    RUN(test_card_or_rank);
    return checks_result();
}
