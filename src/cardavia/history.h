/* The positions of a match as a chain: each holds what came of one move and points to the one before. Positions never
 * change once they are made, so copies of a match, its views and its move lists share them. The caller holds the GIL;
 * without one, the counts are atomic. */
#ifndef CAV_HISTORY_H
#define CAV_HISTORY_H

#include <Python.h>

#include "cardavia.h"

#ifdef Py_GIL_DISABLED
#include <stdatomic.h>
typedef _Atomic long history_count;
#else
typedef long history_count;
#endif

typedef struct history_node {
    history_count holders;
    struct history_node *before; /* NULL: the match begins here */
    cav_event *events;           /* what the move led to */
    uint32_t event_count;
    cav_move move; /* the move that led here; kind CAV_NONE: the deal */
    cav_state state; /* only the bytes in use are there */
} history_node;

/* A position after `before` (may be NULL; is held from now on). NULL when memory ran out. */
history_node *history_add(history_node *before, const cav_state *state, const cav_move *move, const cav_event *events,
                          size_t event_count);
history_node *history_hold(history_node *node);
/* Lets go; frees every position that nobody holds any more. NULL is allowed. */
void history_drop(history_node *node);
/* Copies into `events` (or counts, when it is NULL) what `viewer` may know of all that happened up to `node`. */
size_t history_events(const history_node *node, int viewer, cav_event *events);

#endif
