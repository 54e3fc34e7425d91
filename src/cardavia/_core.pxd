# The C interface as Cython sees it: csrc/include/cardavia.h, and history.h of this folder.
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "cardavia.h" nogil:
    enum:
        CAV_MAX_SEATS
        CAV_MAX_PACK
        CAV_MAX_EVENTS
        CAV_MAX_READINGS
        CAV_SEED_SIZE
        CAV_ILLEGAL_MOVE
        CAV_BAD_CARDS
        CAV_BAD_OPTION
        CAV_BAD_RECORD
        CAV_KINDS
        CAV_SHAPES
        CAV_EVENT_CODES
        CAV_EVENT_MOVE
        CAV_NONE
        CAV_FULL
        CAV_SPECTATOR
        CAV_FIELD_INT
        CAV_FIELD_SEAT
        CAV_FIELD_LIST
        CAV_FIELD_CARDS
        CAV_FIELD_MOVE
        CAV_FIELD_SEATS
        CAV_FIELD_CARD_LIST
        CAV_FIELD_RANK
        CAV_FIELD_CHOICE
        CAV_FIELD_SHAPE
        CAV_FIELD_CHOICES
        CAV_UNREAD
        CAV_CLUBS
        CAV_NOTRUMP
        CAV_POKER_PLAYERS
        CAV_POKER_SHARES

    ctypedef enum cav_style:
        CAV_PLAIN
        CAV_SYMBOLS

    ctypedef struct cav_error:
        int kind
        const char *code
        const char *rule
        const char *message

    ctypedef struct cav_cards:
        uint64_t any
        uint64_t both

    int cav_cards_count(cav_cards cards)
    bint cav_cards_contain(cav_cards whole, cav_cards part)
    bint cav_cards_add(cav_cards *cards, int card)
    cav_cards cav_cards_minus(cav_cards whole, cav_cards part)
    int cav_cards_list(cav_cards cards, uint8_t *list)
    const char *cav_deck_name(int deck)
    int cav_deck_kinds(int deck)
    int cav_card_rank(int deck, int card)
    int cav_card_suit(int deck, int card)
    const char *cav_rank_text(int deck, int rank)
    size_t cav_card_format(int deck, int card, cav_style style, char *text, size_t size)
    size_t cav_cards_format(int deck, cav_cards cards, cav_style style, char *text, size_t size)
    const cav_error *cav_cards_parse(int deck, const char *text, size_t length, uint8_t *list, size_t capacity,
                                     size_t *count, size_t *at)

    ctypedef struct cav_move:
        uint8_t kind
        uint8_t shape
        uint8_t rank
        uint8_t length
        int32_t amount
        cav_cards cards

    const char *cav_kind_name(int kind)
    const char *cav_shape_name(int shape)

    ctypedef struct cav_head:
        uint16_t size
        uint8_t game
        uint8_t players
        uint8_t phase
        int8_t turn
        int8_t viewer
        uint8_t match_over
        uint32_t deal
        uint32_t redeal
        uint32_t moves
        uint8_t *hand_sizes
        int32_t *scores
        uint8_t *seed

    ctypedef struct cav_state:
        cav_head head

    ctypedef struct cav_event:
        uint8_t code
        int8_t seat
        uint8_t seen
        uint8_t *zero
        cav_move move

    ctypedef struct cav_log:
        cav_event *events
        size_t capacity
        size_t count

    const char *cav_event_name(int code)
    bint cav_event_seen(const cav_event *event, int viewer)

    ctypedef struct cav_field:
        const char *name
        uint8_t type
        uint16_t count
        uint16_t offset
        int32_t least
        int32_t most
        int32_t initial
        const char *const *names

    ctypedef struct cav_game_info:
        const char *name
        const char *title
        const char *direction
        uint8_t players
        uint8_t deck
        uint8_t *sides
        cav_cards pack
        const char *const *phases
        const cav_field *options
        const cav_field *table
        size_t options_size
        size_t table_size

    ctypedef struct cav_game:
        pass

    const cav_game *cav_game_at(int number)
    const cav_game *cav_game_find(const char *name)
    int cav_game_number(const cav_game *game)
    const cav_game_info *cav_game_about(const cav_game *game)
    void cav_game_defaults(const cav_game *game, void *options)

    ctypedef struct cav_setup:
        cav_cards *hands
        uint8_t *stock
        int32_t stock_size

    const cav_error *cav_game_start(const cav_game *game, const void *options, const uint8_t *seed,
                                    const cav_setup *setup, cav_state *state, cav_log *log)
    const cav_game *cav_state_game(const cav_state *state)
    void cav_state_copy(cav_state *to, const cav_state *from_)
    uint64_t cav_state_hash(const cav_state *state)
    const cav_error *cav_state_load(const void *data, size_t size, cav_state *state)
    cav_cards cav_state_hand(const cav_state *state, int seat)
    int cav_state_stock(const cav_state *state, uint8_t *list)
    uint64_t cav_state_count(const cav_state *state)
    const cav_error *cav_state_nth(const cav_state *state, uint64_t index, cav_move *move)
    const cav_error *cav_state_index(const cav_state *state, const cav_move *move, uint64_t *index)
    size_t cav_state_list(const cav_state *state, cav_move *moves, size_t capacity)
    const cav_error *cav_state_check(const cav_state *state, cav_move *move)
    const cav_error *cav_state_canonical(const cav_state *state, cav_move *move)
    void cav_state_play_unchecked(cav_state *state, const cav_move *move, cav_log *log)
    const cav_error *cav_state_next_deal(cav_state *state, cav_log *log)

    ctypedef struct cav_line:
        const char *code
        int32_t seat
        int32_t amount

    ctypedef struct cav_result:
        int32_t *points
        int32_t count
        cav_line *lines

    const cav_error *cav_state_result(const cav_state *state, cav_result *result)
    void cav_state_table(const cav_state *state, void *table)
    const cav_error *cav_state_view(const cav_state *from_, int viewer, cav_state *view)

    ctypedef struct cav_rng:
        pass

    const cav_error *cav_state_sample(const cav_state *view, cav_rng *rng, cav_state *state)
    void cav_rng_init(cav_rng *rng, const uint8_t *seed, uint64_t stream)
    uint32_t cav_rng_next(cav_rng *rng)
    uint64_t cav_rng_below(cav_rng *rng, uint64_t n)
    const cav_error *cav_state_pick(const cav_state *state, cav_rng *rng, cav_move *move)

    ctypedef struct cav_tally:
        uint64_t deals
        uint64_t moves
        int64_t *points
        uint64_t hash

    const cav_error *cav_game_playouts(const cav_game *game, const void *options, const uint8_t *seed,
                                       uint64_t first, uint64_t count, cav_tally *tally)
    size_t cav_move_format(const cav_game *game, const cav_move *move, cav_style style, char *text, size_t size)
    const cav_error *cav_move_parse(const cav_state *state, const char *text, size_t length, cav_move *move,
                                    size_t *at)
    size_t cav_doudizhu_readings(cav_cards cards, cav_move *readings, size_t capacity)
    size_t cav_doudizhu_plays(cav_cards hand, const cav_move *beating, cav_move *plays, size_t capacity)
    size_t cav_guandan_readings(cav_cards cards, int level, cav_move *readings, size_t capacity)
    size_t cav_guandan_plays(cav_cards hand, int level, const cav_move *beating, cav_move *plays, size_t capacity)
    size_t cav_zhengshangyou_readings(cav_cards cards, bint opening, cav_move *readings, size_t capacity)
    size_t cav_zhengshangyou_plays(cav_cards hand, const cav_move *beating, cav_move *plays, size_t capacity)

    int cav_poker_rank(cav_cards cards)
    size_t cav_poker_rank_array(const uint8_t *cards, size_t hands, int each, uint16_t *ranks)
    int cav_poker_category(int rank)
    cav_cards cav_poker_best_five(cav_cards cards)

    ctypedef struct cav_poker_equity:
        uint64_t boards
        uint64_t *wins
        uint64_t *ties
        uint64_t *shares

    ctypedef struct cav_poker_range:
        const cav_cards *hands
        size_t count

    const cav_error *cav_poker_equity_exact(const cav_cards *hands, int players, cav_cards board, cav_cards dead,
                                            cav_poker_equity *equity)
    const cav_error *cav_poker_equity_sampled(const cav_poker_range *ranges, int players, cav_cards board,
                                              cav_cards dead, uint64_t samples, cav_rng *rng,
                                              cav_poker_equity *equity)

    const cav_error *cav_bridge_score(int level, int denomination, int doubled, bint vulnerable, int tricks,
                                      cav_result *result)
    const cav_error *cav_bridge_legal_calls(const uint8_t *calls, size_t count, uint64_t *legal, size_t *at)
    const cav_error *cav_aluette_trick_winner(const uint8_t *cards, int count, int *winner)

    ctypedef struct cav_tractor_reading:
        int32_t shape

    cav_tractor_reading cav_tractor_shape(cav_cards cards, int trump, int level)
    int cav_tractor_effective_suit(int card, int trump, int level)
    int cav_tractor_power(int card, int trump, int level)
    uint64_t cav_tractor_leads(cav_cards hand, int trump, int level, uint64_t first, cav_move *moves, size_t capacity)
    uint64_t cav_tractor_follows(cav_cards hand, cav_cards lead, int trump, int level, uint64_t first,
                                 cav_move *moves, size_t capacity)
    uint64_t cav_tractor_lead_index(cav_cards hand, int trump, int level, cav_cards play)
    uint64_t cav_tractor_follow_index(cav_cards hand, cav_cards lead, int trump, int level, cav_cards play)

    ctypedef struct cav_ottocento_combination:
        cav_cards cards
        int32_t kind
        int32_t length
        int32_t points
        int32_t *stands_for

    ctypedef struct cav_ottocento_account:
        cav_cards cards
        int32_t count
        int32_t sets
        int32_t sequences
        int32_t sets_doubled
        int32_t sequences_doubled
        int32_t points
        cav_ottocento_combination *items

    const cav_error *cav_ottocento_combinations(cav_cards cards, cav_ottocento_account *account)
    void cav_ottocento_points_array(const uint64_t *cards, size_t count, int32_t *points)
    int32_t cav_ottocento_half_points(cav_cards cards)

cdef extern from "history.h":
    ctypedef struct history_node:
        history_node *before
        cav_event *events
        uint32_t event_count
        cav_move move
        cav_state state

    history_node *history_add(history_node *before, const cav_state *state, const cav_move *move,
                              const cav_event *events, size_t event_count)
    history_node *history_hold(history_node *node)
    void history_drop(history_node *node)
    size_t history_events(const history_node *node, int viewer, cav_event *events)
