/* Cardavia: a card-table engine. The public C interface, whole.
 *
 * A position (cav_state) is a plain value that the caller owns: copy it by
 * assignment or with cav_state_copy, compare it with cav_state_equal. The
 * library never allocates, keeps no globals and may be called from any thread;
 * two threads must not change the same value at the same time.
 *
 * Functions that can refuse return a `const cav_error *`: NULL when all went
 * well, otherwise a constant that says which rule was broken; nothing that was
 * passed in has changed then, unless the function says otherwise.
 *
 * Positions are compared by bytes and are written for little-endian machines.
 */
#ifndef CARDAVIA_H
#define CARDAVIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef CAV_API
#define CAV_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sizes and limits ---------------------------------------------------- */

enum {
    CAV_VERSION = 100,     /* 10000 * major + 100 * minor + patch */
    CAV_MAX_SEATS = 4,     /* the most seats at a table */
    CAV_MAX_PACK = 108,    /* the most cards in a pack */
    CAV_MAX_EVENTS = 64,   /* the most events that one call appends */
    CAV_MAX_LINES = 32,    /* the most lines of a result */
    CAV_MAX_READINGS = 16, /* the most readings of one set of cards */
    CAV_MAX_CHIPS = 100000000, /* the most chips that a seat starts with */
    CAV_SEED_SIZE = 32,    /* bytes of a seed */
    CAV_STATE_WORDS = 144  /* 64-bit words of a game's own part of a position */
};

/* ---- Errors ---------------------------------------------------------------- */

/* What kind of thing was wrong. */
typedef enum cav_error_kind {
    CAV_ILLEGAL_MOVE = 1, /* the rules do not allow it now */
    CAV_BAD_CARDS,        /* text or cards that are not cards of the table */
    CAV_BAD_OPTION,       /* an option, a seed or a set-up out of range */
    CAV_BAD_RECORD        /* bytes that are no position */
} cav_error_kind;

/* Why a call refused. Constant and static: never freed. */
typedef struct cav_error {
    cav_error_kind kind;
    const char *code;    /* stable code, such as "not-in-hand" */
    const char *rule;    /* clause of the house rules, such as "DDZ-3.1"; "" when none applies */
    const char *message; /* one English sentence without a full stop */
} cav_error;

/* ---- Cards ----------------------------------------------------------------- */

/* A deck: how card numbers read. Those of the Bolognese one: 0-9 coins A 6 7 8 9 10 J C Q K, then cups, batons, swords; 40
 * Angel, 41 World, 42 Sun, 43 Moon, 44-55 the trumps 16 ... 5, 56-59 Moors, 60 Begato; 61 Matto. */
typedef enum cav_deck {
    CAV_FRENCH = 0,  /* 0-12 clubs 2 ... A, then diamonds, hearts, spades; 52 black joker, 53 red joker */
    CAV_ALUETTE = 1, /* 0-11 coins 1 ... 9 valet cavalier roi, then cups, batons, swords */
    CAV_BOLOGNESE = 2 /* of the tarot of Bologna */
} cav_deck;

/* How text is written. Parsing takes every style. */
typedef enum cav_style {
    CAV_PLAIN = 0,  /* ASCII: TH, BJ */
    CAV_SYMBOLS = 1 /* suit symbols in UTF-8 */
} cav_style;

/* A multiset of cards with up to two copies of each kind. `both` is a subset of `any`. */
typedef struct cav_cards {
    uint64_t any;  /* bit k: at least one card of kind k */
    uint64_t both; /* bit k: two cards of kind k */
} cav_cards;

/* The number of cards. */
CAV_API int cav_cards_count(cav_cards cards);
/* Whether every card of `part` is in `whole`, copies counted. */
CAV_API bool cav_cards_contain(cav_cards whole, cav_cards part);
/* Adds one card of kind `card`. False, and nothing added, when it is there twice or `card` is above 63. */
CAV_API bool cav_cards_add(cav_cards *cards, int card);
/* `whole` without `part`; `part` must be contained in it. */
CAV_API cav_cards cav_cards_minus(cav_cards whole, cav_cards part);
/* Writes the cards in deck order into `list` (room for cav_cards_count) and returns how many. */
CAV_API int cav_cards_list(cav_cards cards, uint8_t *list);

/* The name of a deck, or NULL for an unknown one. */
CAV_API const char *cav_deck_name(int deck);
/* How many kinds of cards a deck has; 0 for an unknown deck. */
CAV_API int cav_deck_kinds(int deck);
/* The rank of a card within its deck, from 0; French: 2 ... A = 0-12, black joker 13, red joker 14; Aluette: 1 ... 9 =
 * 0-8, valet 9, cavalier 10, roi 11; Bolognese: A ... K = 0-9, Angel ... Matto = 10-31. -1 for no such card. */
CAV_API int cav_card_rank(int deck, int card);
/* The suit of a card within its deck, from 0; -1 for a card without one (jokers, trumps of the Bolognese deck, the
 * Matto) or no such card. */
CAV_API int cav_card_suit(int deck, int card);
/* The text of a rank within its deck ("T", "BJ"); "" for no such rank. */
CAV_API const char *cav_rank_text(int deck, int rank);

/* Text functions work as snprintf does: they write at most `size` bytes with
 * the closing zero and return the length of the whole text without it. */

/* The text of one card. */
CAV_API size_t cav_card_format(int deck, int card, cav_style style, char *text, size_t size);
/* The text of a multiset, in deck order, blanks between. */
CAV_API size_t cav_cards_format(int deck, cav_cards cards, cav_style style, char *text, size_t size);
/* Reads cards in any style, case and spacing ("3c 10H RJ", "3C10HRJ") into `list` in the order of the text.
 * `capacity` bounds the list, `count` gets how many were read, `at` (may be NULL) the offset of a fault. */
CAV_API const cav_error *cav_cards_parse(int deck, const char *text, size_t length, uint8_t *list, size_t capacity,
                                         size_t *count, size_t *at);

/* ---- Moves ----------------------------------------------------------------- */

/* What a move does. */
typedef enum cav_kind {
    CAV_NONE = 0, /* no move */
    CAV_PASS = 1,
    CAV_BID = 2, /* amount: what is bid; in Bridge the level, with the denomination as shape */
    CAV_PLAY = 3, /* cards, and their reading: shape, rank, length */
    CAV_FOLD = 4,
    CAV_CHECK = 5,
    CAV_CALL = 6,  /* amount: the seat's total for the round then; may be left out */
    CAV_BET = 7,   /* amount: the total for the round */
    CAV_RAISE = 8, /* amount: the total for the round ("raise to") */
    CAV_LOCK = 9,  /* cards: the card that is laid face down */
    CAV_RETURN = 10, /* cards: the card that is given back for a tribute */
    CAV_DOUBLE = 11,
    CAV_REDOUBLE = 12,
    CAV_DECLARE = 13, /* cards: what is shown, where that is chosen */
    CAV_BURY = 14,    /* cards: what is laid face down and out of play */
    CAV_DISCARD = 15  /* cards: what is laid aside */
} cav_kind;
enum { CAV_KINDS = 16 };

/* What a set of cards is read as; and the denominations of a bid. */
typedef enum cav_shape {
    CAV_UNREAD = 0, /* not said: the only reading of the cards is meant */
    CAV_SINGLE = 1,
    CAV_PAIR = 2,
    CAV_TRIPLE = 3,
    CAV_TRIPLE_SINGLE = 4,
    CAV_TRIPLE_PAIR = 5,
    CAV_STRAIGHT = 6,
    CAV_PAIR_RUN = 7,
    CAV_AIRPLANE = 8,
    CAV_AIRPLANE_SINGLES = 9,
    CAV_AIRPLANE_PAIRS = 10,
    CAV_FOUR_SINGLES = 11,
    CAV_FOUR_PAIRS = 12,
    CAV_BOMB = 13,
    CAV_ROCKET = 14,
    CAV_HEAVENLY_BOMB = 15,       /* four threes as the opening play */
    CAV_FULL_HOUSE_PLAY = 16,     /* a triple and a pair */
    CAV_TUBE = 17,                /* three consecutive pairs */
    CAV_PLATE = 18,               /* two consecutive triples */
    CAV_STRAIGHT_FLUSH_PLAY = 19, /* a straight of one suit */
    CAV_JOKER_BOMB = 20,          /* four jokers */
    CAV_CLUBS = 21,               /* denominations of a bid */
    CAV_DIAMONDS = 22,
    CAV_HEARTS = 23,
    CAV_SPADES = 24,
    CAV_NOTRUMP = 25,
    CAV_TRACTOR = 26 /* two or more consecutive pairs; length: how many */
} cav_shape;
enum { CAV_SHAPES = 27 };

/* A move, 24 bytes, the same for every game. What a kind has no use for is zero. */
typedef struct cav_move {
    uint8_t kind;    /* cav_kind */
    uint8_t shape;   /* cav_shape */
    uint8_t rank;    /* main rank, as cav_card_rank gives it; of a sequence its top rank */
    uint8_t length;  /* ranks in the core: 1, or the length of a sequence */
    int32_t amount;  /* what is bid or bet */
    cav_cards cards; /* the cards that leave the hand */
} cav_move;

/* The stable code of a kind or shape ("bid", "airplane+singles", "notrump"); "" for no such number. */
CAV_API const char *cav_kind_name(int kind);
CAV_API const char *cav_shape_name(int shape);

/* ---- Positions ------------------------------------------------------------- */

enum {
    CAV_SPECTATOR = -1, /* the viewer who sees what lies open to all */
    CAV_FULL = -2       /* no view: everything is known */
};

/* The part that the positions of all games share. Read it; change it only through the functions below. */
typedef struct cav_head {
    uint16_t size;                    /* bytes of the whole position that are in use */
    uint8_t game;                     /* which game, as cav_game_number gives it */
    uint8_t players;                  /* seats at the table */
    uint8_t phase;                    /* the game's own phases, cav_game_info.phases */
    int8_t turn;                      /* seat to act; -1 when the deal is over */
    int8_t viewer;                    /* CAV_FULL, CAV_SPECTATOR, or the seat whose view this is */
    uint8_t match_over;               /* 1 when no deal follows */
    uint32_t deal;                    /* deals begun before this one */
    uint32_t redeal;                  /* how often this deal was thrown in and dealt anew */
    uint32_t moves;                   /* moves made in the match */
    uint8_t hand_sizes[CAV_MAX_SEATS]; /* cards in each hand, known to all */
    int32_t scores[CAV_MAX_SEATS];    /* standing of the match, per seat */
    uint8_t seed[CAV_SEED_SIZE];      /* what all chance of the match comes from; zero in a view */
} cav_head;

/* A position: the head, and then the game's own part. Only the first head.size bytes are in use. */
typedef struct cav_state {
    cav_head head;
    uint64_t body[CAV_STATE_WORDS];
} cav_state;

/* What happened. */
typedef enum cav_event_code {
    CAV_EVENT_DEAL = 1,      /* a deal begins: seat acts first (Hold'em: has the button), amount is its number from 0 */
    CAV_EVENT_HAND = 2,      /* seat was dealt cards; only that seat sees it */
    CAV_EVENT_MOVE = 3,      /* seat made the move (Bridge: whose card it is, also when declarer plays dummy's) */
    CAV_EVENT_REDEAL = 4,    /* nobody bid: the cards are thrown in and dealt anew */
    CAV_EVENT_BOTTOM = 5,    /* cards are turned up and join seat's hand */
    CAV_EVENT_TRICK = 6,     /* the trick is over: seat leads, who won it or, when that seat is out, who leads for it */
    CAV_EVENT_POINTS = 7,    /* seat gets amount points (or pays, when below zero) */
    CAV_EVENT_DEAL_OVER = 8, /* the deal ends; seat ended it */
    CAV_EVENT_MATCH_OVER = 9,
    CAV_EVENT_BLIND = 10,   /* seat posts amount as a blind */
    CAV_EVENT_ANTE = 11,    /* seat pays amount as an ante */
    CAV_EVENT_STREET = 12,  /* cards are turned up: amount 1 flop, 2 turn, 3 river */
    CAV_EVENT_SHOWN = 13,   /* seat shows cards */
    CAV_EVENT_REFUND = 14,  /* amount, which nobody matched, goes back to seat */
    CAV_EVENT_POT = 15,     /* seat wins amount of a pot */
    CAV_EVENT_OUT = 16,     /* seat is out of the match: place amount, 1 the best */
    CAV_EVENT_SIGNAL = 17,  /* amount of the cards that seat holds are UP */
    CAV_EVENT_LOCKED = 18,  /* seat locked a card */
    CAV_EVENT_RESTOCK = 19, /* amount cards were shuffled into a new stock */
    CAV_EVENT_BONUS = 20,   /* seat gets amount points for a bomb */
    CAV_EVENT_TRIBUTE = 21, /* seat gives cards; amount: the seat that gets them */
    CAV_EVENT_CANCELLED = 22, /* there is no tribute: cards are what cancels it */
    CAV_EVENT_PLACE = 23,   /* seat is out of the deal: place amount, 1 the best */
    CAV_EVENT_CONTRACT = 24, /* the auction ends: seat declares, amount is the contract (see cav_bridge_table) */
    CAV_EVENT_DUMMY = 25,    /* seat is dummy: cards, its hand, lie open */
    CAV_EVENT_FOULED = 26,   /* nobody has the trick: seat leads again */
    CAV_EVENT_TRUMP = 27,    /* trump is settled: amount 0-3 a suit, 4 none; seat is the dealer */
    CAV_EVENT_BURIED = 28,   /* seat laid amount cards out of play; not said which: they lie face down */
    CAV_EVENT_DECLARED = 29, /* seat shows the cards of its combinations, which score amount */
    CAV_EVENT_GIVEN = 30     /* cards go from seat's pile to the other team's */
} cav_event_code;
enum { CAV_EVENT_CODES = 31 };

/* One event. `move` is the move made; of other events only its amount and cards are used. */
typedef struct cav_event {
    uint8_t code;      /* cav_event_code */
    int8_t seat;       /* whom it concerns; -1: nobody in particular */
    uint8_t seen;      /* who may know it: bit s for seat s, bit 7 for a spectator */
    uint8_t zero[5];   /* always zero */
    cav_move move;
} cav_event;

/* Where events go: the caller's array. `count` grows also past `capacity`; what does not fit is not written. */
typedef struct cav_log {
    cav_event *events;
    size_t capacity;
    size_t count;
} cav_log;

/* The stable code of an event ("trick"); "" for no such number. */
CAV_API const char *cav_event_name(int code);
/* Whether `viewer` (a seat or CAV_SPECTATOR; CAV_FULL sees all) may know the event. */
CAV_API bool cav_event_seen(const cav_event *event, int viewer);

/* ---- Games ----------------------------------------------------------------- */

/* How a field of an options or table struct is stored. Every number is an int32_t. */
typedef enum cav_field_type {
    CAV_FIELD_INT = 1, /* a number */
    CAV_FIELD_SEAT,    /* a seat, -1: none */
    CAV_FIELD_LIST,    /* numbers up to the first -1, at most `count` */
    CAV_FIELD_CARDS,   /* cav_cards */
    CAV_FIELD_MOVE,    /* cav_move, kind CAV_NONE: none */
    CAV_FIELD_SEATS,   /* a set of seats, bit s for seat s; an array ends at the first -1 */
    CAV_FIELD_CARD_LIST, /* card numbers in order, up to the first -1 */
    CAV_FIELD_RANK, /* a rank as cav_card_rank gives it, -1: none */
    CAV_FIELD_CHOICE, /* the number of one of `names`, from 0; an array ends at the first -1 */
    CAV_FIELD_SHAPE, /* a cav_shape, CAV_UNREAD: none */
    CAV_FIELD_CHOICES /* a set of choices, bit n for the number n */
} cav_field_type;

/* One field of an options or table struct, for languages that read structs by description. */
typedef struct cav_field {
    const char *name;
    uint8_t type;    /* cav_field_type */
    uint16_t count;  /* 1, or how many the array holds */
    uint16_t offset; /* bytes from the start of the struct */
    int32_t least, most, initial; /* of an option: its range and its default; else 0 */
    const char *const *names; /* of choices: what their numbers are called, NULL at the end; else NULL */
} cav_field;

/* What there is to know about a game before it is played. */
typedef struct cav_game_info {
    const char *name;      /* "doudizhu" */
    const char *title;     /* "Dou Dizhu" */
    const char *direction; /* "clockwise" or "counter-clockwise"; display only: seat + 1 acts next */
    uint8_t players;       /* seats */
    uint8_t deck;          /* cav_deck */
    uint8_t sides[CAV_MAX_SEATS]; /* fixed sides: seats with the same number are partners */
    cav_cards pack;        /* the cards that are dealt from */
    const char *const *phases;  /* names of the phases, NULL at the end */
    const cav_field *options;   /* fields of the options struct, name NULL at the end */
    const cav_field *table;     /* fields of the table struct, name NULL at the end */
    size_t options_size;
    size_t table_size;
} cav_game_info;

typedef struct cav_game cav_game;

/* How many games there are. */
CAV_API int cav_game_count(void);
/* The game of that number, from 0; NULL when there is none. Numbers never change. */
CAV_API const cav_game *cav_game_at(int number);
/* The game of that name, or NULL. */
CAV_API const cav_game *cav_game_find(const char *name);
/* The number of a game. */
CAV_API int cav_game_number(const cav_game *game);
/* What there is to know about a game. */
CAV_API const cav_game_info *cav_game_about(const cav_game *game);
/* Fills `options` (a struct of the game, info.options_size bytes) with the defaults of the house rules. */
CAV_API void cav_game_defaults(const cav_game *game, void *options);

/* Cards that are put where they are before the first deal; all that is left open is dealt from the seed. */
typedef struct cav_setup {
    cav_cards hands[CAV_MAX_SEATS]; /* cards that the seat is dealt; fewer than a hand: the rest by chance */
    uint8_t stock[CAV_MAX_PACK];    /* the undealt cards, in order, from the first */
    int32_t stock_size;             /* how many of them are given */
} cav_setup;

/* Begins a match and deals. `options` NULL: the defaults; `setup` NULL: all by chance; `log` NULL: no events.
 * On an error `state` is not written. Errors: CAV_BAD_OPTION, CAV_BAD_CARDS. */
CAV_API const cav_error *cav_game_start(const cav_game *game, const void *options, const uint8_t seed[CAV_SEED_SIZE],
                                        const cav_setup *setup, cav_state *state, cav_log *log);

/* ---- Playing --------------------------------------------------------------- */

/* The game that a position belongs to. */
CAV_API const cav_game *cav_state_game(const cav_state *state);
/* Copies the bytes in use. */
CAV_API void cav_state_copy(cav_state *to, const cav_state *from);
/* Whether two positions are the same, byte for byte. */
CAV_API bool cav_state_equal(const cav_state *a, const cav_state *b);
/* A 64-bit hash of the bytes in use; of a view, therefore, of what is visible. The same on every platform. */
CAV_API uint64_t cav_state_hash(const cav_state *state);
/* Reads a position back from its bytes (the first head.size bytes of a cav_state), from anywhere: every field is
 * checked, so that what is accepted can be played on safely. On an error `state` is not written. */
CAV_API const cav_error *cav_state_load(const void *bytes, size_t size, cav_state *state);

/* The cards of a seat; in a view those that its viewer knows the seat to hold. Empty for no such seat. */
CAV_API cav_cards cav_state_hand(const cav_state *state, int seat);
/* The undealt cards, in order, into `list` (room for CAV_MAX_PACK); returns how many. In a view: none. */
CAV_API int cav_state_stock(const cav_state *state, uint8_t *list);

/* How many moves the seat to act has. 0 when the deal is over, and in a view of any other seat. */
CAV_API uint64_t cav_state_count(const cav_state *state);
/* The move of that index in [0, cav_state_count). Error: CAV_ILLEGAL_MOVE "no-such-index". */
CAV_API const cav_error *cav_state_nth(const cav_state *state, uint64_t index, cav_move *move);
/* The index of a legal move, that is of the listed one of its class: cav_state_nth the other way round. Errors: those of
 * cav_state_check. */
CAV_API const cav_error *cav_state_index(const cav_state *state, const cav_move *move, uint64_t *index);
/* Writes the moves from the first, at most `capacity`, in the order of cav_state_nth; returns how many. */
CAV_API size_t cav_state_list(const cav_state *state, cav_move *moves, size_t capacity);
/* Whether the seat to act may make the move. A play may leave its reading out (CAV_UNREAD) when the cards have only
 * one: it is filled in. The cards need not be those of the listed move of the same class. */
CAV_API const cav_error *cav_state_check(const cav_state *state, cav_move *move);
/* Checks a move and puts for it the listed one of its class: of cards that rank the same, those that cav_state_nth takes. */
CAV_API const cav_error *cav_state_canonical(const cav_state *state, cav_move *move);
/* Checks and makes a move. On an error the position is unchanged. */
CAV_API const cav_error *cav_state_play(cav_state *state, const cav_move *move, cav_log *log);
/* Makes a move that cav_state_nth, cav_state_list or cav_state_check gave for this very position. Nothing is checked. */
CAV_API void cav_state_play_unchecked(cav_state *state, const cav_move *move, cav_log *log);
/* Deals the next deal of the match. Error: CAV_ILLEGAL_MOVE while a deal is being played or when the match is over. */
CAV_API const cav_error *cav_state_next_deal(cav_state *state, cav_log *log);

/* One line of the account of a deal. */
typedef struct cav_line {
    const char *code; /* stable code, such as "spring" */
    int32_t seat;     /* whom it concerns, -1: all */
    int32_t amount;
} cav_line;

/* The account of a deal. */
typedef struct cav_result {
    int32_t points[CAV_MAX_SEATS]; /* per seat; they sum to zero */
    int32_t count;
    cav_line lines[CAV_MAX_LINES];
} cav_result;

/* The account of the deal that is over. Error: CAV_ILLEGAL_MOVE while it is being played. */
CAV_API const cav_error *cav_state_result(const cav_state *state, cav_result *result);
/* Fills the game's table struct (info.table_size bytes): what lies open. The same from a position and its views. */
CAV_API void cav_state_table(const cav_state *state, void *table);

/* ---- Secrecy --------------------------------------------------------------- */

/* What `viewer` (a seat or CAV_SPECTATOR) knows, as a position with all else erased. A view can be asked everything,
 * but not played. `from` may be a view only of the same viewer. Errors: CAV_BAD_OPTION "no-such-seat". */
CAV_API const cav_error *cav_state_view(const cav_state *from, int viewer, cav_state *view);

/* A stream of random numbers: ChaCha20 keyed by a seed. A value: copy it to repeat it. */
typedef struct cav_rng {
    uint32_t key[8];
    uint32_t counter; /* block to make next */
    uint32_t domain;  /* what the numbers are for, so that no two uses share a stream */
    uint32_t stream, substream;
    uint32_t words[16];
    uint32_t used; /* words of the block already given out */
} cav_rng;

/* Fills a view up to a full position that fits all that its viewer knows, each equally likely. `view` and `state` may
 * be the same. Error: CAV_BAD_RECORD "not-a-view". */
CAV_API const cav_error *cav_state_sample(const cav_state *view, cav_rng *rng, cav_state *state);

/* ---- Chance ---------------------------------------------------------------- */

/* The stream of that number for the choices of bots, samples and playouts. */
CAV_API void cav_rng_init(cav_rng *rng, const uint8_t seed[CAV_SEED_SIZE], uint64_t stream);
/* The next 32 bits. */
CAV_API uint32_t cav_rng_next(cav_rng *rng);
/* A number in [0, n), each equally likely; 0 when n is 0. */
CAV_API uint64_t cav_rng_below(cav_rng *rng, uint64_t n);
/* Shuffles `count` bytes, every order equally likely. */
CAV_API void cav_rng_shuffle(cav_rng *rng, uint8_t *items, size_t count);
/* One block of ChaCha with 20 rounds: 16 words of input (constants, key, counter, nonce) to 16 of output. */
CAV_API void cav_chacha_block(const uint32_t input[16], uint32_t output[16]);

/* A legal move of the seat to act, each equally likely. Error: CAV_ILLEGAL_MOVE "no-moves". */
CAV_API const cav_error *cav_state_pick(const cav_state *state, cav_rng *rng, cav_move *move);
/* Plays uniformly random moves to the end of the deal. Returns how many. */
CAV_API uint64_t cav_state_playout(cav_state *state, cav_rng *rng);

/* What many random deals came to. */
typedef struct cav_tally {
    uint64_t deals, moves;
    int64_t points[CAV_MAX_SEATS]; /* sums */
    uint64_t hash;                 /* sum of the hashes of the last positions, modulo 2^64 */
} cav_tally;

/* Plays the first deals of the random matches number `first`, `first + 1` ... of a seed and adds them to the tally.
 * A match's own seed depends on `seed` and its number alone, so that any split of the numbers over threads gives the
 * same sum. `options` NULL: the defaults. Error: CAV_BAD_OPTION. */
CAV_API const cav_error *cav_game_playouts(const cav_game *game, const void *options, const uint8_t seed[CAV_SEED_SIZE],
                                           uint64_t first, uint64_t count, cav_tally *tally);

/* ---- Text of moves --------------------------------------------------------- */

/* The text of a move: "pass", "bid 3", "play 3C 3D 3H 5S"; in Guandan, where cards can be more than one combination, a
 * play names its own: "play full-house 3: 3C 3D 3H 5S 5S". */
CAV_API size_t cav_move_format(const cav_game *game, const cav_move *move, cav_style style, char *text, size_t size);
/* Reads a move for the seat to act and completes it by cav_state_check, so that what comes back can be played. The word
 * "play" and the name of a combination may be left out. Where suits never matter a rank alone ("play 333 5") stands for the first such card held.
 * `at` (may be NULL) gets the offset of a fault of the text. Errors: CAV_BAD_CARDS, CAV_ILLEGAL_MOVE. */
CAV_API const cav_error *cav_move_parse(const cav_state *state, const char *text, size_t length, cav_move *move,
                                        size_t *at);

/* ---- Dou Dizhu ------------------------------------------------------------- */

typedef struct cav_doudizhu_options {
    int32_t first_bidder; /* seat that bids first in the first deal; -1: drawn at random (DDZ-2.2) */
} cav_doudizhu_options;

/* What lies open at a table of Dou Dizhu. */
typedef struct cav_doudizhu_table {
    int32_t first_bidder; /* seat */
    int32_t redeals;      /* times that three passes threw the deal in */
    int32_t calls[8];     /* the calls in order, 0 a pass, 1-3 a bid; -1 behind the last */
    int32_t bidder;       /* seat of the highest bid, -1 none */
    int32_t bid;          /* that bid, 0 none */
    int32_t landlord;     /* seat, -1 while the bidding lasts */
    int32_t multiplier;   /* 2 for each bomb and rocket, and for spring or reverse spring at the end */
    int32_t bombs;        /* bombs and rockets played */
    int32_t leader;       /* seat that leads or led the trick, -1 while the bidding lasts */
    int32_t leading;      /* seat whose play is to be beaten, -1 none */
    int32_t passes;       /* passes in a row */
    int32_t plays[3];     /* times that each seat has played cards */
    cav_cards bottom;     /* the three bottom cards once turned up, for the whole deal */
    cav_move trick[3];    /* each seat's last act in the trick, kind CAV_NONE if it has not acted */
} cav_doudizhu_table;

/* The readings of a set of cards: at most `capacity` moves of kind CAV_PLAY; returns how many there are (0 or 1). */
CAV_API size_t cav_doudizhu_readings(cav_cards cards, cav_move *readings, size_t capacity);
/* The plays of a hand, one of each class, at most `capacity`; with `beating` only those
 * that beat its cards, which are none when they are no combination. Returns how many there are, which may be more than
 * `capacity`. */
CAV_API size_t cav_doudizhu_plays(cav_cards hand, const cav_move *beating, cav_move *plays, size_t capacity);

/* ---- Texas Hold'em --------------------------------------------------------- */

typedef struct cav_holdem_options {
    int32_t players;      /* seats at the table, 2 to 4 */
    int32_t stacks[4];    /* chips to start with; those of seats that are not there do not matter */
    int32_t small_blind;  /* not above the big blind */
    int32_t big_blind;    /* also the least bet */
    int32_t first_button; /* seat */
} cav_holdem_options;

/* What lies open at a table of Hold'em. Amounts are chips. */
typedef struct cav_holdem_table {
    int32_t button, small_blind_seat, big_blind_seat;
    int32_t small_blind, big_blind;
    int32_t stacks[4];     /* behind, per seat; -1 behind the last seat, here and below */
    int32_t bets[4];       /* put in in this round */
    int32_t put_in[4];     /* put in in this hand */
    int32_t in_hand;       /* set of the seats that have not folded */
    int32_t board[5];      /* card numbers in the order dealt; -1 behind the last */
    int32_t bet_to_call;   /* the bet to match; 0 once the hand is over, as the next four */
    int32_t full_raise;    /* what a full raise adds to it at least */
    int32_t to_call;       /* what the seat to act has to add, no more than it has */
    int32_t min_raise;     /* least total of a bet or raise; 0: not allowed */
    int32_t max_raise;     /* most */
    int32_t pots[4];       /* chips of each pot, from the lowest, as far as they are put in; -1 behind the last */
    int32_t contenders[4]; /* set of the seats that can win it */
    int32_t winners[4];    /* set of the seats that won it; -1 until the hand is over */
    int32_t places[4];     /* of seats that are out of the match, 1 the best; 0: still in */
    cav_cards shown[4];    /* hands that were shown */
} cav_holdem_table;

/* ---- One Poker ------------------------------------------------------------- */

typedef struct cav_onepoker_options {
    int32_t chips[2]; /* to start with */
    int32_t first;    /* seat that acts first in the first deal */
} cav_onepoker_options;

/* What lies open at a table of One Poker. Amounts are chips. */
typedef struct cav_onepoker_table {
    int32_t first;      /* seat that acts first; once the deal is over, in the next */
    int32_t chips[2];   /* behind, per seat */
    int32_t bets[2];    /* put in in this deal, antes apart */
    int32_t pot;        /* antes and bets */
    int32_t up[2];      /* how many of the seat's two cards of this deal are UP */
    int32_t has_locked; /* set of the seats that have locked */
    int32_t folded;     /* set of the seats that have folded */
    int32_t bet_to_call, full_raise, to_call, min_raise, max_raise; /* as in cav_holdem_table */
    int32_t winner;     /* seat, once the deal is over; -1: a tie, or not over */
    int32_t stock_size; /* cards that can still be drawn */
    int32_t restocks;   /* how often the stock was made anew */
    cav_cards discards; /* cards thrown away since */
    cav_cards shown[2]; /* the locked cards, once the deal is over */
} cav_onepoker_table;

/* ---- Zheng Shangyou -------------------------------------------------------- */

/* There are no options. */

/* What lies open at a table of Zheng Shangyou. */
typedef struct cav_zhengshangyou_table {
    int32_t opener;     /* seat that was dealt the 3 of hearts and leads first */
    int32_t opened;     /* 1 once it has */
    int32_t leader;     /* seat that leads or led the trick */
    int32_t leading;    /* seat whose play is to be beaten, -1 none */
    int32_t passes;     /* passes in a row */
    int32_t answers;    /* plays in the trick behind the lead */
    int32_t plays[3];   /* times that each seat has played cards */
    int32_t bonuses[3]; /* bombs of each seat that earned a bonus (ZSY-5.2) */
    cav_move trick[3];  /* each seat's last act in the trick, kind CAV_NONE if it has not acted */
    cav_cards shown[3]; /* once the deal is over: the cards left in each hand */
} cav_zhengshangyou_table;

/* The readings of a set of cards: at most `capacity` moves of kind CAV_PLAY; returns how many there are (0 or 1). Four
 * threes are the heavenly bomb when they are the `opening` play, and else a bomb. */
CAV_API size_t cav_zhengshangyou_readings(cav_cards cards, bool opening, cav_move *readings, size_t capacity);
/* The plays of a hand, one of each class, at most `capacity`; with `beating` only those that beat its cards (when its
 * shape says so, as the heavenly bomb), which are none when they are no combination. A hand that leads and has the 3 of
 * hearts opens, and has to play it. Returns how many there are, which may be more than `capacity`. */
CAV_API size_t cav_zhengshangyou_plays(cav_cards hand, const cav_move *beating, cav_move *plays, size_t capacity);

/* ---- Guandan --------------------------------------------------------------- */

typedef struct cav_guandan_options {
    int32_t levels[2];   /* of each side, ranks from 0 (2) to 12 (ace) */
    int32_t level;       /* of the first deal; -1: that of the side that won the last, or of both */
    int32_t leader;      /* seat that leads the first deal when there is no last; -1: drawn at random (GD-2) */
    int32_t previous[4]; /* seats by their places in a last deal, so that tribute is given; all -1: there was none */
} cav_guandan_options;

/* What lies open at a table of Guandan. */
typedef struct cav_guandan_table {
    int32_t levels[2];   /* of each side, as ranks; raised once the deal is over */
    int32_t level;       /* the level rank of this deal */
    int32_t previous[4]; /* seats by their places in the last deal; -1 in a first deal */
    int32_t places[4];   /* seats that are out, in order; all four once the deal is over; -1 behind the last */
    int32_t payers[2];   /* seats that gave tribute to the first and the second of the last deal; -1: none did */
    int32_t tribute[2];  /* card numbers of what they gave; -1: none */
    int32_t returned[2]; /* card numbers of what they got back; -1: none yet */
    int32_t cancelled;   /* 1: both red jokers cancelled the tribute */
    int32_t leader;      /* seat that leads or led the trick; -1 while cards are returned */
    int32_t leading;     /* seat whose play is to be beaten; -1 none */
    int32_t passes;      /* passes since the last play */
    cav_cards known[4];  /* cards that everybody knows the seat to hold, from tribute */
    cav_move trick[4];   /* each seat's last act in the trick, kind CAV_NONE if it has not acted */
} cav_guandan_table;

/* The readings of a set of cards of two packs at a level rank (0-12): at most `capacity` moves of kind CAV_PLAY; returns how
 * many there are. */
CAV_API size_t cav_guandan_readings(cav_cards cards, int level, cav_move *readings, size_t capacity);
/* The plays of a hand, one of each class, at most `capacity`; with `beating` only those that beat it: a play, or cards
 * (CAV_UNREAD) that have one reading. Returns how many there are, which may be more than `capacity`. */
CAV_API size_t cav_guandan_plays(cav_cards hand, int level, const cav_move *beating, cav_move *plays, size_t capacity);

/* ---- Tractor --------------------------------------------------------------- */

/* Where trump is asked for: a suit, 0-3, or 4 for no trump. A level is a rank, 0-12. Effective suits are 0-3, and 4 for
 * trumps (TR-5). */

/* Who deals when trump is declared in the first deal (TR-3.3). */
typedef enum cav_tractor_first_dealer {
    CAV_TRACTOR_FIRST = 0, /* the first seat to declare */
    CAV_TRACTOR_FINAL = 1, /* the last */
    CAV_TRACTOR_FIXED = 2  /* who deals stays: declaring fixes trump alone, as in every later deal */
} cav_tractor_first_dealer;

/* The first deal is played at the level of the side of `dealer`, also when a declaration gives the deal to the other. */
typedef struct cav_tractor_options {
    int32_t levels[2];    /* of each side, ranks */
    int32_t dealer;       /* seat that speaks first in the first deal; -1: drawn at random */
    int32_t first_dealer; /* cav_tractor_first_dealer */
} cav_tractor_options;

/* What lies open at a table of Tractor. Cards that a seat has shown are those it declared, and a kitty that was shown; the
 * dealer may have buried them. */
typedef struct cav_tractor_table {
    int32_t dealer;    /* seat; while trump is being declared: as it stands */
    int32_t opener;    /* seat that spoke first */
    int32_t levels[2]; /* of each side, ranks; raised once the deal is over; 12 also when past the ace */
    int32_t level;     /* the level rank of this deal */
    int32_t trump;     /* CAV_CLUBS ... CAV_NOTRUMP; 0 until it is settled */
    int32_t declarers[4];     /* seats that declared, in order; -1 behind the last */
    cav_move declarations[4]; /* what they declared */
    int32_t strength;  /* of the last declaration, 1-4 (TR-3.1); 0: none */
    int32_t passes;    /* in a row, while declaring and when it ended */
    int32_t attackers; /* points of the attackers so far; once the deal is over, with the kitty */
    int32_t points[4]; /* card points in the tricks of each seat */
    int32_t tricks[4]; /* tricks that each seat has won */
    int32_t leader;    /* seat that leads or led the trick, once the deal is over the last; -1 before the play */
    int32_t leading;   /* seat whose play wins so far; -1 none */
    int32_t led_suit;  /* effective suit of the lead; -1 none */
    int32_t voids[4];  /* what play has shown of each hand: bit s, it has no card of effective suit s */
    int32_t pairless[4]; /* the same: bit s, it has no pair of effective suit s, nor had since it was shown */
    int32_t kitty[8];  /* card numbers in the order dealt, if it was shown; -1 behind the last */
    cav_cards shown[4]; /* cards that the seat has shown and not played yet */
    cav_cards buried;  /* once the deal is over */
    cav_move trick[4]; /* each seat's play in the trick, kind CAV_NONE if it has not played; the last trick stays */
} cav_tractor_table;

/* What some cards are as a lead (TR-6). */
typedef struct cav_tractor_reading {
    int32_t shape;  /* CAV_SINGLE, CAV_PAIR, CAV_TRACTOR; 0: none of them */
    int32_t length; /* pairs of a tractor, else 1; 0 none */
    int32_t suit;   /* effective suit; -1 none */
    int32_t rank;   /* of the top card; -1 none */
    int32_t power;  /* of the top card, as cav_tractor_power gives it; -1 none */
} cav_tractor_reading;

CAV_API cav_tractor_reading cav_tractor_shape(cav_cards cards, int trump, int level);
/* The effective suit of a card; -1 for no card, or no such trump or level. */
CAV_API int cav_tractor_effective_suit(int card, int trump, int level);
/* The power of a card within its effective suit, from 0; pairs whose powers are neighbours are consecutive. Trumps: level
 * cards of other suits 12, of the trump suit, or in no trump, 13, jokers 14 and 15. -1 as above. */
CAV_API int cav_tractor_power(int card, int trump, int level);
/* What a hand of at most 33 cards may lead, and play to a lead: at most `capacity` moves of kind CAV_PLAY from number
 * `first` on. Returns how many there are in all; 0 for no such trump or level, cards that are no lead, or a hand with
 * less cards than the lead. */
CAV_API uint64_t cav_tractor_leads(cav_cards hand, int trump, int level, uint64_t first, cav_move *moves,
                                   size_t capacity);
CAV_API uint64_t cav_tractor_follows(cav_cards hand, cav_cards lead, int trump, int level, uint64_t first,
                                     cav_move *moves, size_t capacity);
/* The number of a play among them, without looking through the others; UINT64_MAX: it is none of them. */
CAV_API uint64_t cav_tractor_lead_index(cav_cards hand, int trump, int level, cav_cards play);
CAV_API uint64_t cav_tractor_follow_index(cav_cards hand, cav_cards lead, int trump, int level, cav_cards play);

/* ---- Poker hands ----------------------------------------------------------- */

/* The strength of a hand is the place of its best five among the 7,462 classes of five cards: 1 (7 5 4 3 2) to 7462
 * (royal flush); equal hands have equal strength. */

enum {
    CAV_POKER_PLAYERS = 10, /* the most hands of an equity */
    CAV_POKER_SHARES = 2520 /* parts of a board that is won: it can be shared by up to ten */
};

/* Kinds of hands. */
typedef enum cav_poker_category_code {
    CAV_HIGH_CARD = 0,
    CAV_ONE_PAIR,
    CAV_TWO_PAIR,
    CAV_THREE_OF_A_KIND,
    CAV_STRAIGHT_HAND,
    CAV_FLUSH,
    CAV_FULL_HOUSE,
    CAV_FOUR_OF_A_KIND,
    CAV_STRAIGHT_FLUSH
} cav_poker_category_code;
enum { CAV_POKER_CATEGORIES = 9 };

/* The strength of 5 to 7 different cards of the 52; 0 for anything else. */
CAV_API int cav_poker_rank(cav_cards cards);
/* The same for `hands` hands of `each` cards (5 to 7), one behind the other. A hand that is none gets 0; returns how
 * many are none. */
CAV_API size_t cav_poker_rank_array(const uint8_t *cards, size_t hands, int each, uint16_t *ranks);
/* The category of a strength; -1 for no strength. */
CAV_API int cav_poker_category(int rank);
/* The five cards that count; of equal choices the later ones in deck order. No cards when cav_poker_rank is 0. */
CAV_API cav_cards cav_poker_best_five(cav_cards cards);

/* How boards came out. Each field is a sum over boards; equity is shares / (boards * CAV_POKER_SHARES). */
typedef struct cav_poker_equity {
    uint64_t boards;
    uint64_t wins[CAV_POKER_PLAYERS]; /* boards that the hand wins alone */
    uint64_t ties[CAV_POKER_PLAYERS]; /* boards that it shares */
    uint64_t shares[CAV_POKER_PLAYERS];
} cav_poker_equity;

/* The hands that a player may hold, each equally likely. */
typedef struct cav_poker_range {
    const cav_cards *hands;
    size_t count;
} cav_poker_range;

/* Adds all boards that can still come to `equity`. `board`: 0 to 5 cards; `dead`: cards that cannot come. Takes about a
 * millisecond. Error: CAV_BAD_CARDS. */
CAV_API const cav_error *cav_poker_equity_exact(const cav_cards *hands, int players, cav_cards board, cav_cards dead,
                                                cav_poker_equity *equity);
/* Adds random deals: a hand from each range, and the rest of the board. Errors: CAV_BAD_CARDS; "no-deal" when 10,000
 * draws in a row gave two players the same card. */
CAV_API const cav_error *cav_poker_equity_sampled(const cav_poker_range *ranges, int players, cav_cards board,
                                                  cav_cards dead, uint64_t samples, cav_rng *rng,
                                                  cav_poker_equity *equity);

/* ---- Bridge ---------------------------------------------------------------- */

/* Seats are N, E, S, W = 0, 1, 2, 3. A call as a number: 0 pass; 1-35 the bids 1C, 1D, 1H, 1S, 1NT, 2C ... 7NT; 36
 * double; 37 redouble. A contract as a number: that of its bid, and 35 more when doubled, 70 more when redoubled. */

enum {
    CAV_BRIDGE_BIDS = 35,
    CAV_BRIDGE_DOUBLE = 36,
    CAV_BRIDGE_REDOUBLE = 37,
    CAV_BRIDGE_CALLS = 38,      /* how many different calls there are */
    CAV_BRIDGE_MOST_CALLS = 319 /* the longest auction */
};

typedef struct cav_bridge_options {
    int32_t vulnerability; /* 0 none, 1 ns, 2 ew, 3 both */
    int32_t dealer;        /* seat that deals and calls first */
} cav_bridge_options;

/* What lies open at a table of Bridge. */
typedef struct cav_bridge_table {
    int32_t dealer;        /* seat */
    int32_t vulnerability; /* as in the options */
    int32_t calls[CAV_BRIDGE_MOST_CALLS]; /* the auction in order, -1 behind the last */
    int32_t level;        /* of the last bid, which is the contract once the auction is over: 1-7; 0 none */
    int32_t denomination; /* its denomination, CAV_CLUBS ... CAV_NOTRUMP; 0 none */
    int32_t doubled;      /* 1 doubled, 2 redoubled, 0 neither */
    int32_t bidder;       /* seat that made it, -1 none */
    int32_t declarer;     /* seat, -1 while the auction lasts and when it was passed out */
    int32_t dummy;        /* its partner */
    cav_cards dummy_hand; /* what dummy holds, once it lies open */
    int32_t hand;         /* seat whose call or card is next: at dummy's turn dummy, though declarer acts; -1 none */
    int32_t leader;       /* seat that leads or led the trick being played, -1 none */
    int32_t trick[4];     /* the cards of that trick, from the leader on; -1 behind the last */
    int32_t won[2];       /* tricks won by N-S and E-W */
    int32_t leaders[13];  /* who led each trick begun; -1 behind the last, here and below */
    int32_t winners[13];  /* who won each trick played */
    int32_t played[52];   /* all cards played, in order: four a trick, from its leader on */
} cav_bridge_table;

/* The account of a contract made or lost, as if seat 0 had declared it: points[0] is its score. `denomination` is
 * CAV_CLUBS ... CAV_NOTRUMP, `doubled` 0, 1 or 2 (redoubled), `tricks` those that the declaring side took.
 * Error: CAV_BAD_OPTION "no-such-contract". */
CAV_API const cav_error *cav_bridge_score(int level, int denomination, int doubled, bool vulnerable, int tricks,
                                          cav_result *result);
/* The calls that may follow an auction, bit c for call c; none once it is over. Error: CAV_ILLEGAL_MOVE when a call is
 * not legal; `at` (may be NULL) gets its index then. */
CAV_API const cav_error *cav_bridge_legal_calls(const uint8_t *calls, size_t count, uint64_t *legal, size_t *at);

/* ---- Aluette --------------------------------------------------------------- */

typedef struct cav_aluette_options {
    int32_t dealer; /* seat that deals first; -1: drawn at random */
} cav_aluette_options;

/* What lies open at a table of Aluette. */
typedef struct cav_aluette_table {
    int32_t dealer;        /* seat */
    int32_t deals_played;  /* deals of the match that are over, of five */
    int32_t points[2];     /* of seats 0 and 2, and of seats 1 and 3, in the match */
    int32_t leader;        /* seat that leads or led the trick being played, -1 none */
    int32_t trick[4];      /* the cards of that trick, from the leader on; -1 behind the last */
    int32_t tricks_played; /* in this deal */
    int32_t won[4];        /* tricks won per seat */
    int32_t winners[9];    /* who won each trick played; -1 for a fouled one, and behind the last */
    int32_t leaders[9];    /* who led each trick begun; -1 behind the last, here and below */
    int32_t played[36];    /* all cards played, in order: four a trick, from its leader on */
} cav_aluette_table;

/* Which of 1 to 4 different cards, in the order played, takes the trick: its index, or -1 when it is fouled.
 * Error: CAV_BAD_CARDS. */
CAV_API const cav_error *cav_aluette_trick_winner(const uint8_t *cards, int count, int *winner);

/* ---- Ottocento ------------------------------------------------------------- */

typedef struct cav_ottocento_options {
    int32_t dealer; /* seat that deals; -1: drawn at random */
} cav_ottocento_options;

/* What lies open at a table of Ottocento. Teams are 0, seats 0 and 2, and 1, seats 1 and 3. Suits are 0 coins, 1 cups,
 * 2 batons, 3 swords, 4 trumps. */
typedef struct cav_ottocento_table {
    int32_t dealer;         /* seat */
    int32_t asked;          /* seats that have declared or declined */
    int32_t declared[4];    /* points that each seat has declared */
    cav_cards shown[4];     /* the cards that it showed */
    int32_t leader;         /* seat that leads or led the trick being played, -1 none */
    int32_t trick[4];       /* the cards of that trick, from the leader on; -1 behind the last */
    int32_t suit_led;       /* suit that is to be followed, -1 none (yet) */
    int32_t last_trick[4];  /* the cards of the trick before, from its leader on; -1 none */
    int32_t last_leader;    /* seat that led it, -1 none */
    int32_t last_winner;    /* seat that won it, -1 none */
    int32_t won[4];         /* tricks won per seat */
    int32_t captured[2];    /* cards that each team has of tricks: the Matto is with the team that played it */
    int32_t voids[4];       /* per seat the suits, bit n for suit n, that it has shown to have none of */
    int32_t leaders[15];    /* who led each trick begun; -1 behind the last, here and below */
    int32_t winners[15];    /* who won each trick played */
    int32_t played[60];     /* all cards played, in order: four a trick, from its leader on */
    cav_cards discards;     /* the dealer's, once the deal is over */
    cav_cards price;        /* the card given for the Matto, likewise; none when none was */
    cav_cards piles[2];     /* what each team ends with, likewise */
} cav_ottocento_table;

/* The combinations: sets, and from CAV_OTTOCENTO_COINS on sequences. */
typedef enum cav_ottocento_kind {
    CAV_OTTOCENTO_TAROCCHI = 0, /* Angel, World, Begato, Matto */
    CAV_OTTOCENTO_KINGS = 1,
    CAV_OTTOCENTO_QUEENS = 2,
    CAV_OTTOCENTO_KNIGHTS = 3,
    CAV_OTTOCENTO_JACKS = 4,
    CAV_OTTOCENTO_COINS = 5,
    CAV_OTTOCENTO_CUPS = 6,
    CAV_OTTOCENTO_BATONS = 7,
    CAV_OTTOCENTO_SWORDS = 8,
    CAV_OTTOCENTO_ACES = 9,
    CAV_OTTOCENTO_MOORS = 10,
    CAV_OTTOCENTO_GRANDE = 11
} cav_ottocento_kind;
enum { CAV_OTTOCENTO_KINDS = 12 };

/* One combination. Begato and Matto each stand for a card in a sequence, or are added to it, and then stand for their own
 * number; -1: neither, and in a set. */
typedef struct cav_ottocento_combination {
    cav_cards cards;       /* the cards that count in it, Begato and Matto among them where they do */
    int32_t kind;          /* cav_ottocento_kind */
    int32_t length;        /* how many cards these are */
    int32_t points;        /* before any doubling */
    int32_t stands_for[2]; /* the cards that Begato and Matto stand for */
} cav_ottocento_combination;

/* All combinations that some cards hold. */
typedef struct cav_ottocento_account {
    cav_cards cards;         /* all cards that count: what a declaration shows */
    int32_t count;
    int32_t sets, sequences; /* points, doubled where they are */
    int32_t sets_doubled, sequences_doubled; /* 1: doubled, there being three or more */
    int32_t points;          /* sets and sequences */
    cav_ottocento_combination items[CAV_OTTOCENTO_KINDS];
} cav_ottocento_account;

/* The combinations of a declaration or a pile, one by one in the order of their kinds. Error: CAV_BAD_CARDS. */
CAV_API const cav_error *cav_ottocento_combinations(cav_cards cards, cav_ottocento_account *account);
/* Only what they come to, for `count` sets of cards, bit k for card k; other bits count nothing. */
CAV_API void cav_ottocento_points_array(const uint64_t *cards, size_t count, int32_t *points);
/* Twice what the cards are worth as such (so halves are exact): 174 for the whole deck. -1 when these are no cards. */
CAV_API int32_t cav_ottocento_half_points(cav_cards cards);

#ifdef __cplusplus
}
#endif
#endif
