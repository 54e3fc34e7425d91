#include <string.h>

#include "engine/game.h"

/* The games, by number. Numbers stand in positions: a new game goes to the end. */
static const cav_game *const games[] = {
    &game_doudizhu,
    &game_holdem,
    &game_onepoker,
    &game_zhengshangyou,
    &game_guandan,
    &game_bridge,
    &game_aluette,
    &game_tractor,
    &game_ottocento,
};
enum { GAMES = sizeof games / sizeof games[0] };

int cav_game_count(void) { return GAMES; }

const cav_game *cav_game_at(int number) { return number >= 0 && number < GAMES ? games[number] : NULL; }

const cav_game *cav_game_find(const char *name)
{
    for (int i = 0; i < GAMES; i++)
        if (strcmp(games[i]->about.name, name) == 0)
            return games[i];
    return NULL;
}

int cav_game_number(const cav_game *game)
{
    int number = 0;
    while (games[number] != game)
        number++;
    return number;
}

const cav_game_info *cav_game_about(const cav_game *game) { return &game->about; }

void cav_game_defaults(const cav_game *game, void *options)
{
    memset(options, 0, game->about.options_size);
    for (const cav_field *field = game->about.options; field->name; field++)
        for (int i = 0; i < field->count; i++)
            memcpy((char *)options + field->offset + 4 * (size_t)i, &field->initial, sizeof field->initial);
}
