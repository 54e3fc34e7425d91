/* The names of things, and the text of moves. */
#include "base/text.h"

#include "engine/game.h"

static const char *const kinds[CAV_KINDS] = {
    "", "pass", "bid", "play", "fold", "check", "call", "bet", "raise", "lock", "return", "double", "redouble",
    "declare", "bury", "discard",
};
static const char *const shapes[CAV_SHAPES] = {
    "",         "single",   "pair",           "triple",         "triple+single", "triple+pair", "straight",
    "pair-run", "airplane", "airplane+singles", "airplane+pairs", "four+singles",  "four+pairs",  "bomb",
    "rocket",   "heavenly-bomb", "full-house", "tube", "plate", "straight-flush", "joker-bomb",
    "clubs", "diamonds", "hearts", "spades", "notrump",
    "tractor",
};
static const char *const events[CAV_EVENT_CODES] = {
    "", "deal", "hand", "move", "redeal", "bottom", "trick",  "points", "deal-over", "match-over",
    "blind", "ante", "street", "shown", "refund", "pot", "out", "signal", "locked", "restock",
    "bonus", "tribute", "cancelled", "place",
    "contract", "dummy", "fouled",
    "trump", "buried", "declared", "given",
};

const char *cav_kind_name(int kind) { return kind >= 0 && kind < CAV_KINDS ? kinds[kind] : ""; }

const char *cav_shape_name(int shape) { return shape >= 0 && shape < CAV_SHAPES ? shapes[shape] : ""; }

const char *cav_event_name(int code) { return code >= 0 && code < CAV_EVENT_CODES ? events[code] : ""; }

bool cav_event_seen(const cav_event *event, int viewer)
{
    if (viewer == CAV_FULL)
        return true;
    return viewer == CAV_SPECTATOR ? event->seen >> 7 & 1 : viewer >= 0 && viewer < 7 && event->seen >> viewer & 1;
}

/* ---- Denominations ------------------------------------------------------------ */

static void put_denomination(text_out *out, int shape, cav_style style)
{
    if (shape == CAV_NOTRUMP)
        text_put(out, "NT");
    else if (shape >= CAV_CLUBS && shape <= CAV_SPADES)
        text_put_suit(out, CAV_FRENCH, shape - CAV_CLUBS, style);
}

/* A suit, its name, "NT" or "N"; what follows the level of a bid. False, and nothing taken, for anything else. */
static bool take_denomination(text_in *in, uint8_t *shape)
{
    int suit;
    for (int named = CAV_CLUBS; named <= CAV_NOTRUMP; named++)
        if (text_take_word(in, shapes[named])) {
            *shape = (uint8_t)named;
            return true;
        }
    if (text_take_word(in, "NT") || text_take_word(in, "N"))
        *shape = CAV_NOTRUMP;
    else if (text_take_suit(in, CAV_FRENCH, &suit))
        *shape = (uint8_t)(CAV_CLUBS + suit);
    else
        return false;
    return true;
}

/* ---- Moves -------------------------------------------------------------------- */

size_t cav_move_format(const cav_game *game, const cav_move *move, cav_style style, char *text, size_t size)
{
    text_out out = text_begin(text, size);
    text_put(&out, cav_kind_name(move->kind));
    if (game->named && move->shape) {
        text_put(&out, " ");
        text_put(&out, cav_shape_name(move->shape));
        text_put(&out, " ");
        text_put(&out, cav_rank_text(game->about.deck, move->rank));
        text_put(&out, ":");
    }
    if (move->amount) {
        text_put(&out, " ");
        text_put_number(&out, move->amount);
    }
    if (move->kind == CAV_BID)
        put_denomination(&out, move->shape, style);
    if (move->cards.any) {
        text_put(&out, " ");
        text_put_cards(&out, game->about.deck, move->cards, style);
    }
    return out.length;
}

static const cav_error unreadable = {CAV_ILLEGAL_MOVE, "unreadable", "", "this is not the text of a move"};
static const cav_error bad_card = {CAV_BAD_CARDS, "bad-card", "", "this is no card of the deck"};
static const cav_error card_twice = {CAV_BAD_CARDS, "not-in-pack", "", "the pack does not hold that card so often"};
static const cav_error rank_not_held = {CAV_BAD_CARDS, "rank-not-held", "", "the hand has no more cards of this rank"};

/* The first card of a rank in the hand that is not chosen yet, or -1. */
static int first_of_rank(int deck, cav_cards hand, cav_cards chosen, int rank)
{
    for (uint64_t left = cards_minus(hand, chosen).any; left; left &= left - 1)
        if (cav_card_rank(deck, bits_lowest(left)) == rank)
            return bits_lowest(left);
    return -1;
}

/* Cards up to the end of the text. Ranks alone wait until all cards that are named are known. */
static const cav_error *parse_cards(const cav_state *state, text_in *in, cav_cards *cards)
{
    const cav_game *game = cav_state_game(state);
    const int deck = game->about.deck;
    const cav_cards hand = state->head.turn >= 0 ? cav_state_hand(state, state->head.turn) : (cav_cards){0, 0};
    const size_t start = in->at;
    for (int pass = 0; pass < 2; pass++) {
        in->at = start;
        while (text_more(in)) {
            const size_t before = in->at;
            int card, rank = -1;
            if (!text_take_card(in, deck, &card, game->suitless ? &rank : NULL))
                return &bad_card;
            if ((rank >= 0) != (pass == 1))
                continue;
            if (rank >= 0)
                card = first_of_rank(deck, hand, *cards, rank);
            const size_t after = in->at;
            in->at = before;
            if (card < 0)
                return &rank_not_held;
            if (!cav_cards_add(cards, card) || !cards_contain(game->about.pack, *cards))
                return &card_twice;
            in->at = after;
        }
    }
    return NULL;
}

/* The name of a combination, "full-house 3:", when there is one. Of names that begin alike the longest counts. */
static const cav_error *parse_reading(const cav_game *game, text_in *in, cav_move *move)
{
    const int deck = game->about.deck;
    text_in after = *in;
    if (!game->named)
        return NULL;
    for (int shape = 1; shape < CAV_SHAPES; shape++) {
        text_in tried = *in;
        if (text_take_word(&tried, shapes[shape]) && tried.at > after.at) {
            after = tried;
            move->shape = (uint8_t)shape;
        }
    }
    if (!move->shape)
        return NULL;
    int card = -1, rank = -1;
    *in = after;
    text_more(in);
    const size_t start = in->at;
    if (!text_take_card(in, deck, &card, &rank))
        return &unreadable;
    if (card >= 0 && cav_card_suit(deck, card) < 0)
        rank = cav_card_rank(deck, card);
    if (rank < 0) { /* a card where a rank should be */
        in->at = start;
        return &unreadable;
    }
    if (!text_more(in) || in->text[in->at] != ':')
        return &unreadable;
    in->at++;
    move->rank = (uint8_t)rank;
    return NULL;
}

/* What follows the word of a kind. The amount of a call may be left out. */
static const cav_error *parse_rest(const cav_state *state, text_in *in, cav_move *move)
{
    const bool more = text_more(in);
    switch (move->kind) {
    case CAV_CALL:
        if (!more)
            return NULL;
        /* fall through */
    case CAV_BET:
    case CAV_RAISE:
        if (!text_take_number(in, &move->amount))
            return &unreadable;
        break;
    case CAV_DECLARE: /* with cards or without, as the game will have it */
        return more ? parse_cards(state, in, &move->cards) : NULL;
    case CAV_BID:
        if (!text_take_number(in, &move->amount))
            return &unreadable;
        if (text_more(in))
            take_denomination(in, &move->shape);
        break;
    case CAV_PLAY: {
        const cav_error *error = parse_reading(cav_state_game(state), in, move);
        if (error)
            return error;
    }
        /* fall through */
    case CAV_LOCK:
    case CAV_RETURN:
    case CAV_BURY:
    case CAV_DISCARD:
        return text_more(in) ? parse_cards(state, in, &move->cards) : &unreadable;
    default:
        break;
    }
    return text_more(in) ? &unreadable : NULL;
}

const cav_error *cav_move_parse(const cav_state *state, const char *text, size_t length, cav_move *move, size_t *at)
{
    text_in in = {text, length, 0};
    cav_move read = {.kind = CAV_PLAY};
    bool named = false;
    if (text_more(&in))
        for (int kind = 1; kind < CAV_KINDS && !named; kind++)
            if (text_take_word(&in, kinds[kind])) {
                read.kind = (uint8_t)kind;
                named = true;
            }
    const cav_error *error = parse_rest(state, &in, &read);
    if (at)
        *at = in.at;
    if (!error)
        error = cav_state_check(state, &read);
    if (!error)
        *move = read;
    return error;
}
