#include "kernels/spread.h"

#include <string.h>

#include "base/bits.h"

enum { SETS = 1 << SPREAD_PLACES, TRIES = 500, SWAPS_EACH = 60 };

/* The cards by the set of places that they may lie in. */
typedef struct classes {
    int count;
    uint8_t sets[SETS]; /* those that occur, small ones first */
    int cards[SETS];    /* how many cards each has */
} classes;

static classes classes_of(const spread *what)
{
    classes all = {0};
    for (int i = 0; i < what->count; i++)
        all.cards[what->allowed[i]]++;
    for (int size = 0; size <= SPREAD_PLACES; size++)
        for (int set = 0; set < SETS; set++)
            if (all.cards[set] && bits_count((uint64_t)set) == size)
                all.sets[all.count++] = (uint8_t)set;
    return all;
}

static int room_of(const int room[SPREAD_PLACES], int set)
{
    int sum = 0;
    for (int place = 0; place < SPREAD_PLACES; place++)
        sum += set >> place & 1 ? room[place] : 0;
    return sum;
}

/* Hall's condition: no set of places is too small for the cards that can only lie in it. */
static bool fits(const classes *all, const int room[SPREAD_PLACES])
{
    for (int set = 0; set < SETS; set++) {
        int bound = 0;
        for (int i = 0; i < all->count; i++)
            bound += (all->sets[i] & ~set) == 0 ? all->cards[all->sets[i]] : 0;
        if (bound > room_of(room, set))
            return false;
    }
    return true;
}

bool spread_is_possible(const spread *what)
{
    const classes all = classes_of(what);
    return fits(&all, what->room);
}

/* A place of the set, each free slot equally likely; the slot is taken. */
static int draw_place(int room[SPREAD_PLACES], int set, int free, cav_rng *rng)
{
    int slot = (int)cav_rng_below(rng, (uint64_t)free), place = 0;
    for (;; place++) {
        const int here = set >> place & 1 ? room[place] : 0;
        if (slot < here)
            break;
        slot -= here;
    }
    room[place]--;
    return place;
}

/* One draw, class by class, each card into a free slot of its set. A way comes up with a chance of one over the product
 * of the free slots; so it is kept with a chance of that product over the most that it can be, card by card. Sets that
 * lie within each other, or apart, leave always the same number free. False: not kept. */
static bool draw(const spread *what, const classes *all, cav_rng *rng, uint8_t place_of[CAV_MAX_PACK])
{
    int room[SPREAD_PLACES];
    memcpy(room, what->room, sizeof room);
    for (int k = 0; k < all->count; k++) {
        const int set = all->sets[k];
        int free = room_of(room, set), most = room_of(what->room, set);
        for (int before = 0; before < k; before++)
            most -= (all->sets[before] & ~set) == 0 ? all->cards[all->sets[before]] : 0;
        if (free < all->cards[set])
            return false;
        for (int i = 0; i < what->count; i++) {
            if (what->allowed[i] != set)
                continue;
            if (free < most && (int)cav_rng_below(rng, (uint64_t)most) >= free)
                return false;
            place_of[i] = (uint8_t)draw_place(room, set, free, rng);
            free--;
            most--;
        }
    }
    return true;
}

/* Any way: card by card into a slot that leaves the others enough room. */
static void place_somehow(const spread *what, classes all, cav_rng *rng, uint8_t place_of[CAV_MAX_PACK])
{
    int room[SPREAD_PLACES];
    memcpy(room, what->room, sizeof room);
    for (int i = 0; i < what->count; i++) {
        int good = 0;
        all.cards[what->allowed[i]]--;
        for (int place = 0; place < SPREAD_PLACES; place++) {
            room[place]--;
            if (what->allowed[i] >> place & 1 && room[place] >= 0 && fits(&all, room))
                good |= 1 << place;
            room[place]++;
        }
        place_of[i] = (uint8_t)draw_place(room, good, room_of(room, good), rng);
    }
}

/* Lets cards change places where both may, two or three at a time: the longer, the more even. */
static void stir(const spread *what, cav_rng *rng, uint8_t place_of[CAV_MAX_PACK])
{
    const uint64_t count = (uint64_t)what->count;
    for (int swap = 0; swap < SWAPS_EACH * what->count; swap++) {
        const int a = (int)cav_rng_below(rng, count), b = (int)cav_rng_below(rng, count);
        const int c = cav_rng_below(rng, 2) ? b : (int)cav_rng_below(rng, count);
        const uint8_t to_a = place_of[b], to_b = b == c ? place_of[a] : place_of[c], to_c = place_of[a];
        if (a == b || a == c || !(what->allowed[a] >> to_a & 1) || !(what->allowed[b] >> to_b & 1) ||
            (b != c && !(what->allowed[c] >> to_c & 1)))
            continue;
        place_of[a] = to_a;
        place_of[b] = to_b;
        if (b != c)
            place_of[c] = to_c;
    }
}

void spread_cards(const spread *what, cav_rng *rng, uint8_t place_of[CAV_MAX_PACK])
{
    const classes all = classes_of(what);
    for (int tries = 0; tries < TRIES; tries++)
        if (draw(what, &all, rng, place_of))
            return;
    spread bound = *what;
    if (!fits(&all, what->room))
        memset(bound.allowed, SETS - 1, sizeof bound.allowed);
    place_somehow(&bound, classes_of(&bound), rng, place_of);
    stir(&bound, rng, place_of);
}
