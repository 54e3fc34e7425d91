/* What the tests of games need at hand: seeds, cards and moves from text, and positions reached by random play. */
#ifndef CAV_TABLE_H
#define CAV_TABLE_H

#include <string.h>

#include "cardavia.h"

/* A seed for each number. */
static inline void seed_of(uint32_t number, uint8_t seed[CAV_SEED_SIZE])
{
    for (int i = 0; i < CAV_SEED_SIZE; i++)
        seed[i] = (uint8_t)(number >> 8 * (i % 4));
}

static inline cav_rng rng_of(uint32_t number)
{
    uint8_t seed[CAV_SEED_SIZE];
    cav_rng rng;
    seed_of(number, seed);
    cav_rng_init(&rng, seed, 0);
    return rng;
}

/* The cards of a text; none when it cannot be read. */
static inline cav_cards cards_in(cav_deck deck, const char *text)
{
    uint8_t list[CAV_MAX_PACK];
    size_t count;
    cav_cards cards = {0, 0};
    if (!cav_cards_parse((int)deck, text, strlen(text), list, sizeof list, &count, NULL))
        for (size_t i = 0; i < count; i++)
            cav_cards_add(&cards, list[i]);
    return cards;
}

static inline cav_cards cards_from(const char *text) { return cards_in(CAV_FRENCH, text); }

/* The first cards of the pack with the ranks of a text: "333 4 BJ". They are taken out of `pack`. */
static inline cav_cards take_ranks(cav_cards *pack, const char *text)
{
    static const char letters[] = "23456789TJQKA";
    cav_cards taken = {0, 0};
    for (; *text; text++) {
        const char *letter = strchr(letters, *text);
        int rank = letter ? (int)(letter - letters) : -1;
        if (text[0] != ' ' && text[1] == 'J' && (text[0] == 'B' || text[0] == 'R'))
            rank = *text++ == 'B' ? 13 : 14;
        for (int card = 0; card < 54 && rank >= 0; card++)
            if (pack->any >> card & 1 && cav_card_rank(CAV_FRENCH, card) == rank) {
                cav_cards_add(&taken, card);
                pack->any ^= (uint64_t)1 << card;
                break;
            }
    }
    return taken;
}

/* The first cards of a whole pack with the ranks of a text. */
static inline cav_cards ranks_from(const char *text)
{
    cav_cards pack = {((uint64_t)1 << 54) - 1, 0};
    return take_ranks(&pack, text);
}

/* A match of the game that is begun from a number. */
static inline cav_state begun(const cav_game *game, uint32_t number)
{
    uint8_t seed[CAV_SEED_SIZE];
    cav_state state;
    seed_of(number, seed);
    memset(&state, 0, sizeof state);
    cav_game_start(game, NULL, seed, NULL, &state, NULL);
    return state;
}

/* Makes up to `most` random moves; fewer when the deal ends. */
static inline void stroll(cav_state *state, cav_rng *rng, uint64_t most)
{
    cav_move move;
    for (uint64_t i = 0; i < most && !cav_state_pick(state, rng, &move); i++)
        cav_state_play(state, &move, NULL);
}

/* A random move that keeps a match of several deals going: mostly one of the first two (pass, fold, check, call), now
 * and then one of the next few (a small bet or raise). */
static inline const cav_error *pick_timidly(const cav_state *state, cav_rng *rng, cav_move *move)
{
    const uint64_t count = cav_state_count(state), few = cav_rng_below(rng, 8) ? 2 : 6;
    return cav_state_nth(state, cav_rng_below(rng, count < few ? count : few), move);
}

/* One step of a match: a random move, or the next deal. False when the match is over. */
static inline bool step(cav_state *state, cav_rng *rng, bool timid)
{
    cav_move move;
    if (state->head.turn < 0)
        return !cav_state_next_deal(state, NULL);
    return !(timid ? pick_timidly : cav_state_pick)(state, rng, &move) && !cav_state_play(state, &move, NULL);
}

/* Makes up to `most` timid steps; fewer when the match ends. */
static inline void wander(cav_state *state, cav_rng *rng, uint64_t most)
{
    for (uint64_t i = 0; i < most && step(state, rng, true); i++)
        ;
}

/* Makes a move that is given as text; returns the code of the error, "" when it was made. */
static inline const char *say(cav_state *state, const char *text)
{
    cav_move move;
    const cav_error *error = cav_move_parse(state, text, strlen(text), &move, NULL);
    if (!error)
        error = cav_state_play(state, &move, NULL);
    return error ? error->code : "";
}

/* Makes moves that are given as text, with semicolons between; whether all could be made. */
static inline bool say_all(cav_state *state, const char *texts)
{
    char text[100];
    while (*texts) {
        const size_t length = strcspn(texts, ";");
        memcpy(text, texts, length);
        text[length] = 0;
        texts += length + (texts[length] == ';');
        if (say(state, text)[0])
            return false;
    }
    return true;
}

/* Whether the text of a move is refused by that code and clause, and the position left alone. */
static inline bool refuses(const cav_state *state, const char *text, const char *code, const char *rule)
{
    cav_state before = *state, after = *state;
    cav_move move;
    const cav_error *error = cav_move_parse(&after, text, strlen(text), &move, NULL);
    return error && strcmp(error->code, code) == 0 && strcmp(error->rule, rule) == 0 &&
           cav_state_equal(&before, &after);
}

#endif
