/* Writing text into a bounded buffer, reading it from a bounded one, and the text of decks. */
#ifndef CAV_TEXT_H
#define CAV_TEXT_H

#include "cardavia.h"

/* A text being written: `length` counts what it would be whole. */
typedef struct text_out {
    char *text;
    size_t size, length;
} text_out;

text_out text_begin(char *text, size_t size);
void text_put(text_out *out, const char *words);
void text_put_number(text_out *out, int64_t number);
void text_put_suit(text_out *out, int deck, int suit, cav_style style);
void text_put_card(text_out *out, int deck, int card, cav_style style);
void text_put_cards(text_out *out, int deck, cav_cards cards, cav_style style);

/* A text being read. */
typedef struct text_in {
    const char *text;
    size_t length, at;
} text_in;

/* Steps over blanks and commas; whether anything is left. */
bool text_more(text_in *in);
/* Reads a word of letters if it is this one, in any case, and ends there. */
bool text_take_word(text_in *in, const char *word);
/* Reads a number of at most nine digits, with or without a minus. */
bool text_take_number(text_in *in, int32_t *number);
/* Reads a suit: its letter or symbol. */
bool text_take_suit(text_in *in, int deck, int *suit);
/* Reads one card. With `rank` not NULL a rank without a suit is taken too: *card is -1 then, and *rank its rank. */
bool text_take_card(text_in *in, int deck, int *card, int *rank);

#endif
