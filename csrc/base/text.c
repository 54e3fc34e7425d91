#include "base/text.h"

#include <string.h>

#include "base/cards.h"

/* ---- Decks ----------------------------------------------------------------- */

enum { FRENCH_KINDS = 54, FRENCH_RANKS = 15, FRENCH_SUITED = 13, BLACK_JOKER = 52 };

static const char *const french_ranks[FRENCH_RANKS] = {"2", "3", "4", "5", "6", "7",  "8", "9",
                                                       "T", "J", "Q", "K", "A", "BJ", "RJ"};
static const char french_suits[] = "CDHS";
static const char *const french_symbols[] = {"\xe2\x99\xa3", "\xe2\x99\xa6", "\xe2\x99\xa5", "\xe2\x99\xa0"};
/* The outlined symbols are read as well. */
static const char *const french_outlines[] = {"\xe2\x99\xa7", "\xe2\x99\xa2", "\xe2\x99\xa1", "\xe2\x99\xa4"};

const char *cav_deck_name(int deck) { return deck == CAV_FRENCH ? "french" : NULL; }

int cav_deck_kinds(int deck) { return deck == CAV_FRENCH ? FRENCH_KINDS : 0; }

int cav_card_rank(int deck, int card)
{
    if (card < 0 || card >= cav_deck_kinds(deck))
        return -1;
    return card < BLACK_JOKER ? card % FRENCH_SUITED : FRENCH_SUITED + card - BLACK_JOKER;
}

int cav_card_suit(int deck, int card)
{
    if (card < 0 || card >= cav_deck_kinds(deck) || card >= BLACK_JOKER)
        return -1;
    return card / FRENCH_SUITED;
}

const char *cav_rank_text(int deck, int rank)
{
    return deck == CAV_FRENCH && rank >= 0 && rank < FRENCH_RANKS ? french_ranks[rank] : "";
}

/* ---- Writing --------------------------------------------------------------- */

text_out text_begin(char *text, size_t size)
{
    if (size)
        text[0] = 0;
    return (text_out){text, size, 0};
}

void text_put(text_out *out, const char *words)
{
    const size_t more = strlen(words);
    if (out->length + 1 < out->size) {
        const size_t room = out->size - out->length - 1;
        const size_t fits = more < room ? more : room;
        memcpy(out->text + out->length, words, fits);
        out->text[out->length + fits] = 0;
    }
    out->length += more;
}

void text_put_number(text_out *out, int64_t number)
{
    char digits[24];
    char *first = digits + sizeof digits - 1;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    *first = 0;
    do {
        *--first = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0)
        *--first = '-';
    text_put(out, first);
}

void text_put_card(text_out *out, int deck, int card, cav_style style)
{
    const int suit = cav_card_suit(deck, card);
    text_put(out, cav_rank_text(deck, cav_card_rank(deck, card)));
    if (suit >= 0)
        text_put(out, style == CAV_SYMBOLS ? french_symbols[suit] : (const char[]){french_suits[suit], 0});
}

void text_put_cards(text_out *out, int deck, cav_cards cards, cav_style style)
{
    const char *between = "";
    for (uint64_t left = cards.any; left; left &= left - 1) {
        const int card = bits_lowest(left);
        for (int copy = 0; copy <= (int)(cards.both >> card & 1); copy++) {
            text_put(out, between);
            text_put_card(out, deck, card, style);
            between = " ";
        }
    }
}

size_t cav_card_format(int deck, int card, cav_style style, char *text, size_t size)
{
    text_out out = text_begin(text, size);
    text_put_card(&out, deck, card, style);
    return out.length;
}

size_t cav_cards_format(int deck, cav_cards cards, cav_style style, char *text, size_t size)
{
    text_out out = text_begin(text, size);
    text_put_cards(&out, deck, cards, style);
    return out.length;
}

/* ---- Reading --------------------------------------------------------------- */

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static char peek(const text_in *in, size_t ahead)
{
    return in->at + ahead < in->length ? upper(in->text[in->at + ahead]) : 0;
}

static bool is_letter(char c) { return c >= 'A' && c <= 'Z'; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ','; }

bool text_more(text_in *in)
{
    while (in->at < in->length && is_blank(in->text[in->at]))
        in->at++;
    return in->at < in->length;
}

bool text_take_word(text_in *in, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i < length; i++)
        if (peek(in, i) != upper(word[i]))
            return false;
    if (is_letter(peek(in, length)))
        return false;
    in->at += length;
    return true;
}

bool text_take_number(text_in *in, int32_t *number)
{
    const size_t start = in->at;
    const bool below = peek(in, 0) == '-';
    int32_t value = 0;
    int digits = 0;
    in->at += below;
    for (; peek(in, 0) >= '0' && peek(in, 0) <= '9' && digits < 10; digits++, in->at++)
        value = digits < 9 ? 10 * value + (peek(in, 0) - '0') : value;
    if (digits == 0 || digits > 9) {
        in->at = start;
        return false;
    }
    *number = below ? -value : value;
    return true;
}

static bool take_bytes(text_in *in, const char *bytes)
{
    const size_t length = strlen(bytes);
    if (in->length - in->at < length || memcmp(in->text + in->at, bytes, length) != 0)
        return false;
    in->at += length;
    return true;
}

static int take_french_suit(text_in *in)
{
    for (int suit = 0; suit < 4; suit++) {
        if (peek(in, 0) == french_suits[suit]) {
            in->at++;
            return suit;
        }
        if (take_bytes(in, french_symbols[suit]) || take_bytes(in, french_outlines[suit])) {
            take_bytes(in, "\xef\xb8\x8f"); /* the selector that asks for a coloured symbol */
            return suit;
        }
    }
    return -1;
}

static int take_french_rank(text_in *in)
{
    if (peek(in, 0) == '1' && peek(in, 1) == '0') {
        in->at += 2;
        return 8;
    }
    for (int rank = 0; rank < FRENCH_SUITED; rank++)
        if (peek(in, 0) == french_ranks[rank][0]) {
            in->at++;
            return rank;
        }
    return -1;
}

bool text_take_card(text_in *in, int deck, int *card, int *rank)
{
    const size_t start = in->at;
    if (deck != CAV_FRENCH)
        return false;
    for (int joker = 0; joker < 2; joker++)
        if (peek(in, 0) == french_ranks[FRENCH_SUITED + joker][0] && peek(in, 1) == 'J') {
            in->at += 2;
            *card = BLACK_JOKER + joker;
            return true;
        }
    const int found = take_french_rank(in);
    const int suit = found < 0 ? -1 : take_french_suit(in);
    if (suit >= 0) {
        *card = FRENCH_SUITED * suit + found;
        return true;
    }
    if (found >= 0 && rank) {
        *card = -1;
        *rank = found;
        return true;
    }
    in->at = start;
    return false;
}

static const cav_error bad_card = {CAV_BAD_CARDS, "bad-card", "", "this is no card of the deck"};
static const cav_error too_many_cards = {CAV_BAD_CARDS, "too-many-cards", "", "these are more cards than can be"};

const cav_error *cav_cards_parse(int deck, const char *text, size_t length, uint8_t *list, size_t capacity,
                                 size_t *count, size_t *at)
{
    text_in in = {text, length, 0};
    const cav_error *error = NULL;
    size_t read = 0;
    while (!error && text_more(&in)) {
        int card;
        if (at)
            *at = in.at;
        if (!text_take_card(&in, deck, &card, NULL))
            error = &bad_card;
        else if (read == capacity)
            error = &too_many_cards;
        else
            list[read++] = (uint8_t)card;
    }
    *count = read;
    return error;
}
