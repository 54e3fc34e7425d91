#include "kernels/betting.h"

#include <string.h>

static int32_t least_of(int32_t a, int32_t b) { return a < b ? a : b; }

static bool is_in(const betting *round, int seat) { return round->in >> seat & 1; }

static bool is_able(const betting *round, int seat) { return is_in(round, seat) && round->chips[seat] > 0; }

/* All that a seat can have put in by the end of the round. */
static int32_t all_in(const betting *round, int seat) { return round->chips[seat] + round->bets[seat]; }

static void put_in(betting *round, int seat, int32_t total)
{
    round->chips[seat] -= total - round->bets[seat];
    round->bets[seat] = total;
}

void betting_begin(betting *round, int32_t least)
{
    memset(round->bets, 0, sizeof round->bets);
    round->to_call = 0;
    round->full_raise = least;
    round->acted = 0;
}

void betting_post(betting *round, int seat, int32_t amount)
{
    put_in(round, seat, round->bets[seat] + least_of(amount, round->chips[seat]));
}

/* A seat that has acted may raise only when it faces a full raise, and nobody when no one is left to call it. */
static bool may_raise(const betting *round, int seat)
{
    const bool fresh = !(round->acted >> seat & 1);
    if (all_in(round, seat) <= round->to_call || (!fresh && round->to_call - round->bets[seat] < round->full_raise))
        return false;
    for (int other = 0; other < round->seats; other++)
        if (other != seat && is_in(round, other) && all_in(round, other) > round->to_call)
            return true;
    return false;
}

betting_range betting_raises(const betting *round, int seat)
{
    const int32_t full = round->to_call + round->full_raise, most = all_in(round, seat);
    if (!may_raise(round, seat))
        return (betting_range){0, 0};
    return (betting_range){least_of(full, most), most};
}

static bool has_to_pay(const betting *round, int seat) { return round->bets[seat] < round->to_call; }

uint64_t betting_count(const betting *round, int seat)
{
    const betting_range raises = betting_raises(round, seat);
    return (has_to_pay(round, seat) ? 2u : 1u) + (raises.most ? (uint64_t)(raises.most - raises.least) + 1 : 0);
}

static cav_move call_of(const betting *round, int seat)
{
    return (cav_move){.kind = CAV_CALL, .amount = least_of(round->to_call, all_in(round, seat))};
}

cav_move betting_nth(const betting *round, int seat, uint64_t index)
{
    if (!has_to_pay(round, seat)) {
        if (index == 0)
            return (cav_move){.kind = CAV_CHECK};
        index -= 1;
    } else {
        if (index == 0)
            return (cav_move){.kind = CAV_FOLD};
        if (index == 1)
            return call_of(round, seat);
        index -= 2;
    }
    return (cav_move){.kind = round->to_call ? CAV_RAISE : CAV_BET,
                      .amount = betting_raises(round, seat).least + (int32_t)index};
}

uint64_t betting_index(const betting *round, int seat, const cav_move *action)
{
    if (action->kind == CAV_CHECK || action->kind == CAV_FOLD)
        return 0;
    if (action->kind == CAV_CALL)
        return 1;
    return (has_to_pay(round, seat) ? 2 : 1) + (uint64_t)(action->amount - betting_raises(round, seat).least);
}

static betting_fault check_raise(const betting *round, int seat, const cav_move *action)
{
    const betting_range raises = betting_raises(round, seat);
    if (action->kind == CAV_BET && round->to_call)
        return BETTING_IS_RAISE;
    if (action->kind == CAV_RAISE && !round->to_call)
        return BETTING_IS_BET;
    if (raises.most == 0)
        return BETTING_CLOSED;
    if (action->amount < raises.least)
        return BETTING_TOO_LITTLE;
    return action->amount > raises.most ? BETTING_TOO_MUCH : BETTING_FINE;
}

betting_fault betting_check(const betting *round, int seat, cav_move *action)
{
    const bool pays = has_to_pay(round, seat);
    if (action->shape || action->rank || action->length || action->cards.any || action->cards.both)
        return BETTING_STRAY;
    switch (action->kind) {
    case CAV_CHECK:
        return action->amount ? BETTING_STRAY : pays ? BETTING_MUST_PAY : BETTING_FINE;
    case CAV_FOLD:
        return action->amount ? BETTING_STRAY : pays ? BETTING_FINE : BETTING_NOTHING_TO_PAY;
    case CAV_CALL: {
        const cav_move call = call_of(round, seat);
        if (!pays)
            return BETTING_NOTHING_TO_PAY;
        if (action->amount && action->amount != call.amount)
            return BETTING_OTHER_CALL;
        *action = call;
        return BETTING_FINE;
    }
    default:
        return check_raise(round, seat, action);
    }
}

void betting_act(betting *round, int seat, const cav_move *action)
{
    const uint8_t bit = (uint8_t)(1u << seat);
    round->acted |= bit;
    if (action->kind == CAV_FOLD)
        round->in &= (uint8_t)~bit;
    if (action->kind == CAV_CALL || action->kind == CAV_BET || action->kind == CAV_RAISE)
        put_in(round, seat, action->amount);
    if (action->kind == CAV_BET || action->kind == CAV_RAISE) {
        const int32_t step = action->amount - round->to_call;
        round->full_raise = step > round->full_raise ? step : round->full_raise;
        round->to_call = action->amount;
    }
}

/* Whether no other seat could act, and none still in has put in more. */
static bool stands_alone(const betting *round, int seat)
{
    for (int other = 0; other < round->seats; other++)
        if (other != seat && is_in(round, other) && (is_able(round, other) || round->bets[other] > round->bets[seat]))
            return false;
    return true;
}

int betting_next(const betting *round, int seat)
{
    for (int i = 0; i < round->seats; i++, seat++) {
        const int here = seat % round->seats;
        const bool owes = !(round->acted >> here & 1) || has_to_pay(round, here);
        if (is_able(round, here) && owes)
            return stands_alone(round, here) ? -1 : here;
    }
    return -1;
}

int32_t betting_refund(const int32_t contributions[CAV_MAX_SEATS], int *seat)
{
    int32_t second = 0;
    *seat = 0;
    for (int i = 1; i < CAV_MAX_SEATS; i++)
        if (contributions[i] > contributions[*seat])
            *seat = i;
    for (int i = 0; i < CAV_MAX_SEATS; i++)
        if (i != *seat && contributions[i] > second)
            second = contributions[i];
    return contributions[*seat] - second;
}

int betting_pots(const int32_t contributions[CAV_MAX_SEATS], uint8_t in, betting_pot pots[CAV_MAX_SEATS])
{
    int count = 0;
    int32_t below = 0;
    for (;;) {
        int32_t level = INT32_MAX;
        betting_pot pot = {0, 0};
        for (int i = 0; i < CAV_MAX_SEATS; i++)
            if (in >> i & 1 && contributions[i] > below)
                level = least_of(level, contributions[i]);
        if (level == INT32_MAX)
            break;
        for (int i = 0; i < CAV_MAX_SEATS; i++) {
            if (contributions[i] > below)
                pot.amount += least_of(contributions[i], level) - below;
            if (in >> i & 1 && contributions[i] >= level)
                pot.seats |= (uint8_t)(1u << i);
        }
        pots[count++] = pot;
        below = level;
    }
    /* What folded seats put in above every seat still in goes to the last pot. */
    for (int i = 0; i < CAV_MAX_SEATS && count > 0; i++)
        if (contributions[i] > below)
            pots[count - 1].amount += contributions[i] - below;
    return count;
}
