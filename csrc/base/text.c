#include "base/text.h"

#include <string.h>

#include "base/cards.h"

/* ---- Decks ----------------------------------------------------------------- */

enum { SUITS = 4 };

/* A deck is four suits of the same ranks, and then cards that are known by a name alone. */
typedef struct deck_text {
    const char *name;
    int suited;                        /* ranks of a suit */
    int named;                         /* cards without a suit */
    int ten;                           /* the rank that "10" is read as besides its own text, -1: none */
    const char *const *ranks;          /* texts of the ranks of a suit, then the names */
    const char *suits;                 /* a letter for each */
    const char *const *symbols;        /* how suits are written in CAV_SYMBOLS; NULL: as letters */
    const char *const *other_symbols;  /* read as well */
} deck_text;

static const char *const french_ranks[] = {"2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "BJ", "RJ"};
static const char *const french_symbols[] = {"\xe2\x99\xa3", "\xe2\x99\xa6", "\xe2\x99\xa5", "\xe2\x99\xa0"};
static const char *const french_outlines[] = {"\xe2\x99\xa7", "\xe2\x99\xa2", "\xe2\x99\xa1", "\xe2\x99\xa4"};
static const char *const aluette_ranks[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "V", "C", "R"};
static const char *const bolognese_ranks[] = {
    "A",  "6",  "7",  "8",  "9",  "10", "J", "C", "Q", "K", "ANGEL", "WORLD", "SUN",   "MOON",  "16",     "15",
    "14", "13", "12", "11", "10", "9",  "8", "7", "6", "5", "MOOR1", "MOOR2", "MOOR3", "MOOR4", "BEGATO", "MATTO",
};

/* By cav_deck. */
static const deck_text decks[] = {
    {"french", 13, 2, 8, french_ranks, "CDHS", french_symbols, french_outlines},
    {"aluette", 12, 0, -1, aluette_ranks, "dcbs", NULL, NULL}, /* coins (denari), cups, batons, swords */
    {"bolognese", 10, 22, -1, bolognese_ranks, "dcbs", NULL, NULL},
};
enum { DECKS = sizeof decks / sizeof decks[0] };

static const deck_text *deck_of(int deck) { return deck >= 0 && deck < DECKS ? &decks[deck] : NULL; }

const char *cav_deck_name(int deck)
{
    const deck_text *d = deck_of(deck);
    return d ? d->name : NULL;
}

int cav_deck_kinds(int deck)
{
    const deck_text *d = deck_of(deck);
    return d ? SUITS * d->suited + d->named : 0;
}

int cav_card_rank(int deck, int card)
{
    if (card < 0 || card >= cav_deck_kinds(deck))
        return -1;
    const int suited = decks[deck].suited;
    return card < SUITS * suited ? card % suited : card - (SUITS - 1) * suited;
}

int cav_card_suit(int deck, int card)
{
    if (card < 0 || card >= cav_deck_kinds(deck) || card >= SUITS * decks[deck].suited)
        return -1;
    return card / decks[deck].suited;
}

const char *cav_rank_text(int deck, int rank)
{
    const deck_text *d = deck_of(deck);
    return d && rank >= 0 && rank < d->suited + d->named ? d->ranks[rank] : "";
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

void text_put_suit(text_out *out, int deck, int suit, cav_style style)
{
    const deck_text *d = &decks[deck];
    text_put(out, style == CAV_SYMBOLS && d->symbols ? d->symbols[suit] : (const char[]){d->suits[suit], 0});
}

void text_put_card(text_out *out, int deck, int card, cav_style style)
{
    const int suit = cav_card_suit(deck, card);
    text_put(out, cav_rank_text(deck, cav_card_rank(deck, card)));
    if (suit >= 0)
        text_put_suit(out, deck, suit, style);
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

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ','; }

bool text_more(text_in *in)
{
    while (in->at < in->length && is_blank(in->text[in->at]))
        in->at++;
    return in->at < in->length;
}

/* Letters and digits in any case, whatever follows. */
static bool take_letters(text_in *in, const char *letters)
{
    const size_t length = strlen(letters);
    for (size_t i = 0; i < length; i++)
        if (peek(in, i) != upper(letters[i]))
            return false;
    in->at += length;
    return true;
}

/* The name of a card. One that ends in a digit ends there: "65" is not the trumps 6 and 5. */
static bool take_name(text_in *in, const char *name)
{
    const size_t start = in->at;
    const bool number = is_digit(name[strlen(name) - 1]);
    if (take_letters(in, name) && !(number && (is_digit(peek(in, 0)) || is_letter(peek(in, 0)))))
        return true;
    in->at = start;
    return false;
}

bool text_take_word(text_in *in, const char *word)
{
    const size_t start = in->at;
    if (take_letters(in, word) && !is_letter(peek(in, 0)))
        return true;
    in->at = start;
    return false;
}

bool text_take_number(text_in *in, int32_t *number)
{
    const size_t start = in->at;
    const bool below = peek(in, 0) == '-';
    int32_t value = 0;
    int digits = 0;
    in->at += below;
    for (; is_digit(peek(in, 0)) && digits < 10; digits++, in->at++)
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

bool text_take_suit(text_in *in, int deck, int *suit)
{
    const deck_text *d = &decks[deck];
    for (*suit = 0; *suit < SUITS; ++*suit) {
        if (peek(in, 0) == upper(d->suits[*suit])) {
            in->at++;
            return true;
        }
        if (d->symbols && (take_bytes(in, d->symbols[*suit]) || take_bytes(in, d->other_symbols[*suit]))) {
            take_bytes(in, "\xef\xb8\x8f"); /* the selector that asks for a coloured symbol */
            return true;
        }
    }
    return false;
}

static bool take_rank(text_in *in, const deck_text *d, int *rank)
{
    *rank = d->ten;
    if (d->ten >= 0 && take_letters(in, "10"))
        return true;
    for (*rank = 0; *rank < d->suited; ++*rank)
        if (take_letters(in, d->ranks[*rank]))
            return true;
    return false;
}

bool text_take_card(text_in *in, int deck, int *card, int *rank)
{
    const size_t start = in->at;
    const deck_text *d = deck_of(deck);
    int found, suit;
    if (!d)
        return false;
    const bool ranked = take_rank(in, d, &found);
    if (ranked && text_take_suit(in, deck, &suit)) {
        *card = d->suited * suit + found;
        return true;
    }
    const size_t behind_rank = in->at;
    in->at = start;
    for (int name = 0; name < d->named; name++)
        if (take_name(in, d->ranks[d->suited + name])) {
            *card = SUITS * d->suited + name;
            return true;
        }
    if (!ranked || !rank)
        return false;
    in->at = behind_rank;
    *card = -1;
    *rank = found;
    return true;
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
