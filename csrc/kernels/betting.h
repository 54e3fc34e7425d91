/* One no-limit betting round, and the pots that come of several. Amounts are totals for the round ("raise to"). */
#ifndef CAV_BETTING_H
#define CAV_BETTING_H

#include "cardavia.h"

/* A round. Plain data, part of a position. */
typedef struct betting {
    int32_t chips[CAV_MAX_SEATS]; /* behind */
    int32_t bets[CAV_MAX_SEATS];  /* put in in this round */
    int32_t to_call;              /* the bet to match */
    int32_t full_raise;           /* what a raise adds to it at least */
    uint8_t seats;
    uint8_t in;    /* bit s: seat s has not folded and is not out */
    uint8_t acted; /* bit s: seat s has acted in this round; a blind is no action */
    uint8_t zero;
} betting;

/* The totals that a seat may bet or raise to: every one from least to most. most is 0 when it may not. */
typedef struct betting_range {
    int32_t least, most;
} betting_range;

/* What is wrong with an action. */
typedef enum betting_fault {
    BETTING_FINE,
    BETTING_NOTHING_TO_PAY, /* a fold or call with nothing to pay */
    BETTING_MUST_PAY,       /* a check with a bet to pay */
    BETTING_IS_RAISE,       /* called a bet, but there is one already */
    BETTING_IS_BET,         /* called a raise, but there is no bet */
    BETTING_CLOSED,         /* raising is closed to the seat */
    BETTING_TOO_LITTLE,
    BETTING_TOO_MUCH,
    BETTING_OTHER_CALL, /* a call of another amount than there is to call */
    BETTING_STRAY       /* fields that the action has no use for */
} betting_fault;

/* Begins a round: nobody has bet or acted; `least` is the least bet. */
void betting_begin(betting *round, int32_t least);
/* Puts a blind or an ante in, all-in when the chips do not reach. */
void betting_post(betting *round, int seat, int32_t amount);

betting_range betting_raises(const betting *round, int seat);

/* The actions of a seat: fold and call, or check; then the bets or raises upwards. */
uint64_t betting_count(const betting *round, int seat);
cav_move betting_nth(const betting *round, int seat, uint64_t index);
/* The index of an action that betting_check found fine. */
uint64_t betting_index(const betting *round, int seat, const cav_move *action);
/* Judges an action; completes a call that leaves its amount out. */
betting_fault betting_check(const betting *round, int seat, cav_move *action);
void betting_act(betting *round, int seat, const cav_move *action);

/* Who acts next, looking from `seat` on; -1 when the round is over. The only seat that could still act is not asked when
 * it has put in as much as every other seat still in. */
int betting_next(const betting *round, int seat);

/* A pot: the seats that can win it, and its chips. */
typedef struct betting_pot {
    int32_t amount;
    uint8_t seats;
} betting_pot;

/* What goes back to whom before the pots are made: the part of the largest contribution above the second-largest. */
int32_t betting_refund(const int32_t contributions[CAV_MAX_SEATS], int *seat);
/* The pots, from the lowest; cut only at amounts that seats still in have put in. Returns how many. */
int betting_pots(const int32_t contributions[CAV_MAX_SEATS], uint8_t in, betting_pot pots[CAV_MAX_SEATS]);

#endif
