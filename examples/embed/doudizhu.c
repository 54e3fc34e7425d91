/* Plays a deal of Dou Dizhu with random moves. All it needs is cardavia.h and the library.
 *
 *     doudizhu [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

#include <cardavia.h>

enum { TEXT_SIZE = 256 };

static const cav_game *game;

/* An int as the 32 bytes of a seed: the lowest byte first, as Python's game.start(seed=7) does. */
static void fill_seed(uint8_t seed[CAV_SEED_SIZE], unsigned long number)
{
    for (int i = 0; i < CAV_SEED_SIZE; i++, number >>= 8)
        seed[i] = (uint8_t)number;
}

static void insist(const cav_error *error)
{
    if (error == NULL)
        return;
    fprintf(stderr, "%s: %s %s\n", error->code, error->message, error->rule);
    exit(EXIT_FAILURE);
}

static void print_cards(cav_cards cards)
{
    char text[TEXT_SIZE];
    cav_cards_format(cav_game_about(game)->deck, cards, CAV_PLAIN, text, sizeof text);
    printf(" %s", text);
}

static void print_move(const cav_move *move)
{
    char text[TEXT_SIZE];
    cav_move_format(game, move, CAV_PLAIN, text, sizeof text);
    printf(" %s", text);
    if (move->shape != CAV_UNREAD)
        printf(" (%s)", cav_shape_name(move->shape));
}

static void print_event(const cav_event *event)
{
    printf("%s", cav_event_name(event->code));
    if (event->seat >= 0)
        printf(" %d", event->seat);
    if (event->code == CAV_EVENT_MOVE)
        print_move(&event->move);
    else if (event->move.cards.any)
        print_cards(event->move.cards);
    else if (event->code == CAV_EVENT_POINTS)
        printf(" %+d", (int)event->move.amount);
    printf("\n");
}

/* Prints what has happened, and makes room for what will. */
static void tell(cav_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        print_event(&log->events[i]);
    log->count = 0;
}

static void print_table(const cav_state *state)
{
    cav_doudizhu_table table;
    cav_state_table(state, &table);
    printf("landlord %d, bid %d, multiplier %d\n", (int)table.landlord, (int)table.bid, (int)table.multiplier);
}

static void print_result(const cav_state *state)
{
    cav_result result;
    insist(cav_state_result(state, &result));
    for (int i = 0; i < result.count; i++)
        printf("%s %d %d\n", result.lines[i].code, (int)result.lines[i].seat, (int)result.lines[i].amount);
}

int main(int count, char **arguments)
{
    uint8_t seed[CAV_SEED_SIZE];
    cav_event events[CAV_MAX_EVENTS];
    cav_log log = {events, CAV_MAX_EVENTS, 0};
    cav_state state;
    cav_move move;
    cav_rng rng;

    game = cav_game_find("doudizhu");
    fill_seed(seed, count > 1 ? strtoul(arguments[1], NULL, 10) : 7);
    cav_rng_init(&rng, seed, 0);

    insist(cav_game_start(game, NULL, seed, NULL, &state, &log));
    tell(&log);
    while (state.head.turn >= 0) {
        insist(cav_state_pick(&state, &rng, &move));
        insist(cav_state_play(&state, &move, &log));
        tell(&log);
    }
    print_table(&state);
    print_result(&state);
    return EXIT_SUCCESS;
}
