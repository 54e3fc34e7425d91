/* The contract between the engine and a game: the record of functions that a game is.
 *
 * The engine checks what comes from outside (numbers, views, whose turn it is) before it calls; a game may rely on that.
 * A position handed to a game always belongs to it. */
#ifndef CAV_GAME_H
#define CAV_GAME_H

#include "base/cards.h"
#include "base/rng.h"
#include "base/text.h"
#include "cardavia.h"

/* What a move led to, as far as the engine has to act on it. */
typedef enum played {
    PLAYED,
    THROWN_IN /* the cards are to be dealt anew within the same deal */
} played;

struct cav_game {
    cav_game_info about;
    uint16_t state_size;
    bool suitless; /* suits never matter: a rank alone names a card */
    bool named;    /* cards can be more than one combination: the text of a play names its own */

    /* Takes the options, each in its range, over into a zeroed position. Refuses those that do not go together. */
    const cav_error *(*begin)(cav_state *state, const void *options);
    /* Dealing: how many cards leave the pack, to hands and stock; the rest is never seen. */
    int (*dealt)(const cav_state *state);
    /* Which seat the card dealt as number `place` goes to, -1 for the stock. */
    int (*owner)(const cav_state *state, int place);
    /* From the cards in the order dealt to the first decision. head.deal and head.redeal say which deal it is; `rng` is
     * the deal's own, for what is drawn besides the cards. */
    void (*deal)(cav_state *state, const uint8_t *order, cav_rng *rng, cav_log *log);

    /* The legal moves of the seat to act. */
    uint64_t (*count)(const cav_state *state);
    void (*nth)(const cav_state *state, uint64_t index, cav_move *move);
    /* The index of a legal move; NULL: the engine looks through the list. For games in which that can be long. */
    uint64_t (*index)(const cav_state *state, const cav_move *move);
    /* Each legal move equally likely; NULL: the engine takes count and nth. For games in which both would do the same
     * work twice. */
    void (*pick)(const cav_state *state, cav_rng *rng, cav_move *move);
    /* The first moves, for games that can do better than nth again and again; NULL: they can't. */
    size_t (*list)(const cav_state *state, cav_move *moves, size_t capacity);
    /* Puts for a legal move the listed one of its class; NULL: every legal move is listed. */
    void (*canonical)(const cav_state *state, cav_move *move);
    /* May rely on nothing about the move; fills in a reading that was left out. */
    const cav_error *(*check)(const cav_state *state, cav_move *move);
    played (*play)(cav_state *state, const cav_move *move, cav_log *log);

    /* The account of a deal that is over. */
    void (*result)(const cav_state *state, cav_result *result);
    void (*table)(const cav_state *state, void *table);

    cav_cards (*hand)(const cav_state *state, int seat);
    int (*stock)(const cav_state *state, uint8_t *list);
    /* Erases from the game's own part what head.viewer does not know. */
    void (*hide)(cav_state *state);
    /* Fills in what `hide` erased for head.viewer, evenly at random. */
    void (*complete)(cav_state *state, cav_rng *rng);
    /* Whether the game's own part is one that play could have led to, as far as playing on safely needs it. */
    bool (*valid)(const cav_state *state);
};

enum { SEEN_BY_ALL = 0xff };

/* Who may know what only one seat knows. */
static inline uint8_t seen_by(int seat) { return (uint8_t)(1u << seat); }

static inline void log_event(cav_log *log, cav_event_code code, int seat, uint8_t seen, cav_move move)
{
    if (!log)
        return;
    if (log->count < log->capacity)
        log->events[log->count] = (cav_event){(uint8_t)code, (int8_t)seat, seen, {0}, move};
    log->count++;
}

static inline void log_amount(cav_log *log, cav_event_code code, int seat, int32_t amount)
{
    log_event(log, code, seat, SEEN_BY_ALL, (cav_move){.amount = amount});
}

static inline void log_cards(cav_log *log, cav_event_code code, int seat, uint8_t seen, cav_cards cards)
{
    log_event(log, code, seat, seen, (cav_move){.cards = cards});
}

static inline void add_line(cav_result *result, const char *code, int seat, int32_t amount)
{
    result->lines[result->count++] = (cav_line){code, seat, amount};
}

/* A field of an options or table struct, described. */
#define OPTION_OF(options, name, type, count, least, most, initial)                                                    \
    {#name, type, count, offsetof(options, name), least, most, initial, NULL}
#define FIELD_OF(table, name, type, count) {#name, type, count, offsetof(table, name), 0, 0, 0, NULL}
/* A field of either whose numbers have names; an option is by default the first. */
#define NAMED_OF(owner, name, type, count, names)                                                                      \
    {#name, type, count, offsetof(owner, name), 0, (int32_t)(sizeof names / sizeof names[0]) - 2, 0, names}
#define CHOICE_OF(owner, name, count, names) NAMED_OF(owner, name, CAV_FIELD_CHOICE, count, names)

/* The games, one line each in engine/registry.c. */
extern const cav_game game_doudizhu, game_holdem, game_onepoker, game_zhengshangyou, game_guandan, game_bridge,
    game_aluette, game_tractor, game_ottocento;

#endif
