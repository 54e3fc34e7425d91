/* Random play, for simulation and for the one number that says whether behaviour changed. */
#include "engine/game.h"

static const cav_error no_moves = {CAV_ILLEGAL_MOVE, "no-moves", "", "there is no move to choose from"};

static void pick(const cav_game *game, const cav_state *state, cav_rng *rng, cav_move *move)
{
    if (game->pick)
        game->pick(state, rng, move);
    else
        game->nth(state, cav_rng_below(rng, game->count(state)), move);
}

const cav_error *cav_state_pick(const cav_state *state, cav_rng *rng, cav_move *move)
{
    if (state->head.turn < 0 || (state->head.viewer != CAV_FULL && state->head.viewer != state->head.turn))
        return &no_moves;
    pick(cav_state_game(state), state, rng, move);
    return NULL;
}

uint64_t cav_state_playout(cav_state *state, cav_rng *rng)
{
    const cav_game *game = cav_state_game(state);
    uint64_t moves = 0;
    for (; state->head.turn >= 0 && state->head.viewer == CAV_FULL; moves++) {
        cav_move move;
        pick(game, state, rng, &move);
        cav_state_play_unchecked(state, &move, NULL);
    }
    return moves;
}

const cav_error *cav_game_playouts(const cav_game *game, const void *options, const uint8_t seed[CAV_SEED_SIZE],
                                   uint64_t first, uint64_t count, cav_tally *tally)
{
    for (uint64_t number = first; number != first + count; number++) {
        uint8_t own_seed[CAV_SEED_SIZE];
        cav_state state;
        cav_rng rng;
        rng_open(&rng, seed, RNG_SEED, (uint32_t)number, (uint32_t)(number >> 32));
        rng_seed(&rng, own_seed);
        const cav_error *error = cav_game_start(game, options, own_seed, NULL, &state, NULL);
        if (error)
            return error;
        cav_rng_init(&rng, own_seed, 0);
        tally->deals++;
        tally->moves += cav_state_playout(&state, &rng);
        tally->hash += cav_state_hash(&state);
        cav_result result;
        cav_state_result(&state, &result);
        for (int seat = 0; seat < CAV_MAX_SEATS; seat++)
            tally->points[seat] += result.points[seat];
    }
    return NULL;
}
