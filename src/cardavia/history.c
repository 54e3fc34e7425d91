#include "history.h"

#include <stddef.h>
#include <string.h>

history_node *history_add(history_node *before, const cav_state *state, const cav_move *move, const cav_event *events,
                          size_t event_count)
{
    const size_t fixed = offsetof(history_node, state) + state->head.size;
    history_node *node = PyMem_Malloc(fixed + event_count * sizeof *events);
    if (!node)
        return NULL;
    node->holders = 1;
    node->before = before ? history_hold(before) : NULL;
    node->events = (cav_event *)((char *)node + fixed);
    node->event_count = (uint32_t)event_count;
    node->move = *move;
    cav_state_copy(&node->state, state);
    if (event_count)
        memcpy(node->events, events, event_count * sizeof *events);
    return node;
}

history_node *history_hold(history_node *node)
{
    node->holders++;
    return node;
}

void history_drop(history_node *node)
{
    while (node && --node->holders == 0) {
        history_node *before = node->before;
        PyMem_Free(node);
        node = before;
    }
}

size_t history_events(const history_node *node, int viewer, cav_event *events)
{
    size_t seen = 0;
    for (const history_node *at = node; at; at = at->before)
        for (uint32_t i = 0; i < at->event_count; i++)
            seen += cav_event_seen(&at->events[i], viewer);
    if (events) {
        cav_event *next = events + seen;
        for (const history_node *at = node; at; at = at->before)
            for (uint32_t i = at->event_count; i-- > 0;)
                if (cav_event_seen(&at->events[i], viewer))
                    *--next = at->events[i];
    }
    return seen;
}
