/* Records of Tractor: bytes that say what no play leads to are refused, field by field; results by the attackers' points;
 * and samples, which are as even as the layouts that fit what is known. */
#include "kernels/tractor.h"

#include "table.h"
#include "test.h"

enum { SEATS = 4, HAND = 25, KITTY = 8, KINDS = 54, NO_CARD = 0xff };
enum { DECLARING, BURYING, PLAYING, OVER };

/* The layout of a position, as it stands in records. check_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    cav_cards hands[SEATS], played[SEATS], buried;
    cav_move trick[SEATS];
    uint64_t lacks[SEATS];
    struct {
        int8_t seat;
        uint8_t strength, trump, zero;
    } declared[4];
    uint8_t kitty[KITTY], pairless[SEATS], tricks[SEATS], captured[SEATS];
    int8_t levels[2], level, trump, opener, dealer, leader, leading;
    uint8_t passes, first_dealer, zero[6];
} record;

static const cav_game *game(void) { return cav_game_find("tractor"); }

static record record_of(const cav_state *state)
{
    record r;
    memcpy(&r, state, sizeof r);
    return r;
}

static bool is_accepted(const record *r)
{
    cav_state loaded;
    return !cav_state_load(r, sizeof *r, &loaded);
}

static cav_state loaded(const record *r)
{
    cav_state state;
    memset(&state, 0, sizeof state);
    CHECK(!cav_state_load(r, sizeof *r, &state));
    return state;
}

static bool same(cav_cards a, cav_cards b) { return a.any == b.any && a.both == b.both; }

static void check_layout(const cav_state *state)
{
    const record r = record_of(state);
    cav_tractor_table t;
    cav_state_table(state, &t);
    CHECK(state->head.size == sizeof r && r.dealer == t.dealer && r.opener == t.opener && r.level == t.level);
    CHECK(r.trump == (t.trump ? t.trump - CAV_CLUBS : -1) && r.passes == t.passes);
    CHECK(r.leader == t.leader && r.leading == t.leading);
    for (int seat = 0; seat < SEATS; seat++) {
        CHECK(same(r.hands[seat], cav_state_hand(state, seat)) && r.tricks[seat] == t.tricks[seat]);
        CHECK(r.captured[seat] == t.points[seat] && memcmp(&r.trick[seat], &t.trick[seat], sizeof(cav_move)) == 0);
        CHECK(r.pairless[seat] == t.pairless[seat] && r.declared[seat].seat == t.declarers[seat]);
    }
}

/* Plays random moves until `stop` says so of the position; whether it did before the deal was over. */
typedef bool stopping(const cav_state *state);

static bool play_until(cav_state *state, cav_rng *rng, stopping *stop)
{
    while (state->head.turn >= 0 && !stop(state))
        stroll(state, rng, 1);
    check_layout(state);
    return stop(state);
}

static bool plays(const cav_state *s) { return s->head.phase == PLAYING; }
static bool buries(const cav_state *s) { return s->head.phase == BURYING; }
static bool is_over(const cav_state *s) { return s->head.phase == OVER; }
static bool in_trick(const cav_state *s)
{
    const record r = record_of(s);
    return plays(s) && r.head.hand_sizes[r.dealer] < 15 && r.leading >= 0 && r.head.turn != (r.leader + 1) % SEATS &&
           r.trick[r.leader].length == 1;
}
static bool between_tricks(const cav_state *s)
{
    return plays(s) && record_of(s).leading < 0 && s->head.hand_sizes[0] < 15;
}
static bool before_the_last(const cav_state *s)
{
    return plays(s) && record_of(s).leading < 0 && s->head.hand_sizes[s->head.turn] == 1;
}

static cav_state at(uint32_t number, stopping *stop)
{
    cav_rng rng = rng_of(number);
    cav_state state = begun(game(), number);
    for (uint32_t other = number; !play_until(&state, &rng, stop);)
        state = begun(game(), ++other);
    return state;
}

static cav_state seen_by_seat(cav_state state, int viewer)
{
    CHECK(!cav_state_view(&state, viewer, &state));
    return state;
}

/* The position is accepted as it is, and refused with one thing in it said otherwise. */
#define LIE(position, ...)                                                                                             \
    do {                                                                                                               \
        record r = record_of(&(position));                                                                             \
        CHECK(is_accepted(&r));                                                                                        \
        __VA_ARGS__;                                                                                                   \
        CHECK(!is_accepted(&r));                                                                                       \
    } while (0)

static void take_out(cav_cards *from, int card)
{
    cav_cards one = {0, 0};
    cav_cards_add(&one, card);
    *from = cav_cards_minus(*from, one);
}

static int first_of(cav_cards cards)
{
    uint8_t list[CAV_MAX_PACK];
    return cav_cards_list(cards, list) ? list[0] : NO_CARD;
}

/* ---- Fields ------------------------------------------------------------------------------------------------ */

static void test_head(void)
{
    const cav_state states[] = {begun(game(), 1), at(1, buries), at(1, in_trick), at(1, between_tricks), at(1, is_over)};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        for (int j = 0; j < 6; j++)
            LIE(states[i], r.zero[j] = 1);
        LIE(states[i], r.head.players = 3);
        LIE(states[i], r.head.redeal = 1);
        LIE(states[i], r.head.scores[1]++);
        LIE(states[i], r.head.hand_sizes[2]++);
        LIE(states[i], r.head.match_over = 1);
        LIE(states[i], r.head.turn = states[i].head.turn < 0 ? 0 : -1);
        LIE(states[i], r.head.phase = (uint8_t)((r.head.phase + 1) % 4));
        LIE(states[i], r.opener = 4);
        LIE(states[i], r.opener = -1);
        LIE(states[i], r.dealer = (int8_t)((r.dealer + 1) % 4));
        LIE(states[i], r.first_dealer = 3);
        LIE(states[i], r.level = 13);
        LIE(states[i], r.level = -1);
        LIE(states[i], r.level = 5);
        LIE(states[i], r.levels[0] = -1; r.head.scores[0] = r.head.scores[2] = 1);
        LIE(states[i], r.levels[1] = 14; r.head.scores[1] = r.head.scores[3] = 16);
        LIE(states[i], r.lacks[0] |= (uint64_t)1 << 54);
        LIE(states[i], r.pairless[3] |= 1 << 5);
        LIE(states[i], r.passes++);
        LIE(states[i], r.declared[3].zero = 1);
        LIE(states[i], r.declared[3].trump = 1);
        LIE(states[i], r.declared[3].strength = 1);
        LIE(states[i], r.declared[3].seat = 5);
    }
    const cav_state playing = states[2];
    LIE(playing, r.head.turn = (int8_t)((r.head.turn + 1) % 4));
    LIE(states[0], r.head.turn = (int8_t)((r.head.turn + 1) % 4));
    LIE(states[1], r.head.turn = (int8_t)((r.head.turn + 1) % 4));
    LIE(states[3], r.head.turn = (int8_t)((r.head.turn + 1) % 4));
}

static bool has_declared(const cav_state *s) { return record_of(s).declared[0].seat >= 0; }
static bool has_declared_twice(const cav_state *s) { return record_of(s).declared[1].seat >= 0; }

static void test_declarations(void)
{
    const cav_state one = at(1, has_declared), two = at(1, has_declared_twice), none = begun(game(), 1);
    LIE(one, r.declared[0].seat = 4);
    LIE(one, r.declared[0].strength = 0);
    LIE(one, r.declared[0].strength = 5);
    LIE(one, r.declared[0].trump = 4);
    LIE(one, r.declared[0].strength = 3);
    LIE(one, r.passes = 3);
    LIE(one, r.trump = 0);
    LIE(one, r.first_dealer = 2; r.dealer = (int8_t)((r.opener + 1) % 4));
    LIE(two, r.declared[1].strength = r.declared[0].strength);
    LIE(two, r.declared[1].seat = r.declared[0].seat);
    LIE(none, r.passes = 4);
    LIE(none, r.kitty[0] = NO_CARD);
    LIE(none, r.kitty[0] = 54);
    LIE(none, r.kitty[0] = r.kitty[1] = r.kitty[2]);
    LIE(none, r.leader = 0);
    LIE(none, r.leading = 0);
    LIE(none, r.tricks[0] = 1);
    LIE(none, r.captured[0] = 5);
    LIE(none, r.lacks[0] = 1);
    LIE(none, r.pairless[0] = 1);
    LIE(none, r.trick[0].kind = CAV_PLAY);
    LIE(none, r.buried.any = 1);
    /* The seat must hold what it declared. */
    record r = record_of(&one);
    const int seat = r.declared[0].seat, other = (seat + 1) % SEATS;
    const int card = r.declared[0].strength == 1 ? 13 * r.declared[0].trump : 0;
    if (r.declared[0].strength == 1 && !(r.hands[seat].both >> card & 1)) {
        take_out(&r.hands[seat], card);
        const int swapped = first_of(r.hands[other]);
        take_out(&r.hands[other], swapped);
        CHECK(cav_cards_add(&r.hands[other], card) && cav_cards_add(&r.hands[seat], swapped));
        CHECK(!is_accepted(&r));
    }
    const cav_state view = seen_by_seat(one, other);
    LIE(view, r.hands[seat] = (cav_cards){0, 0});
    LIE(view, r.hands[seat].any |= 2);
    LIE(view, r.kitty[3] = 1);
    LIE(view, r.lacks[seat] = 3);
}

static void test_cards(void)
{
    const cav_state state = at(3, in_trick), burying = at(3, buries);
    LIE(state, r.hands[0] = (cav_cards){0, 0});
    LIE(state, take_out(&r.buried, first_of(r.buried)));
    LIE(state, r.buried = (cav_cards){0, 0});
    LIE(state, r.played[1].any |= (uint64_t)1 << 60);
    LIE(state, r.played[0].both = ~r.played[0].any);
    LIE(state, r.hands[r.head.turn].both = ~(uint64_t)0);
    LIE(state, r.lacks[0] = r.hands[0].any);
    LIE(state, r.kitty[0] = 1);
    LIE(state, r.trump = (int8_t)((r.trump + 1) % 5));
    LIE(burying, r.buried = r.hands[r.dealer]);
    LIE(burying, r.dealer = (int8_t)((r.dealer + 1) % 4));
    LIE(burying, r.kitty[7] = (uint8_t)(r.kitty[7] ^ 1));
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        const cav_state view = seen_by_seat(state, viewer);
        const record seen = record_of(&view);
        for (int seat = 0; seat < SEATS; seat++) {
            if (seat == viewer)
                LIE(view, r.hands[seat] = (cav_cards){0, 0});
            else
                LIE(view, r.hands[seat].any ^= 1; r.hands[seat].both = 0);
        }
        if (viewer == seen.dealer)
            LIE(view, r.buried = (cav_cards){0, 0});
        else
            LIE(view, r.buried = record_of(&state).buried);
        LIE(view, r.lacks[(viewer + 1) % SEATS] = ((uint64_t)1 << 54) - 1); /* nothing is left for its hand */
        LIE(view, r.head.viewer = CAV_FULL);
    }
}

static void test_tricks(void)
{
    const cav_state state = at(5, in_trick), between = at(5, between_tricks), over = at(5, is_over);
    LIE(state, r.leading = -1);
    LIE(state, r.leading = r.head.turn);
    LIE(state, r.leading = 4);
    LIE(state, r.leader = 4);
    LIE(state, r.leader = -1);
    LIE(state, r.leader = (int8_t)((r.leader + 1) % 4));
    LIE(state, r.trick[r.leader].kind = CAV_BURY);
    LIE(state, r.trick[r.leader].shape = CAV_TRIPLE);
    LIE(state, r.trick[r.leader].rank++);
    LIE(state, r.trick[r.leader].length++);
    LIE(state, r.trick[r.leader].amount = 1);
    LIE(state, r.trick[r.leader].cards = (cav_cards){0, 0});
    LIE(state, r.trick[r.leader].cards.any |= 7);
    LIE(state, r.trick[r.head.turn] = r.trick[r.leader]);
    LIE(state, r.captured[0] = (uint8_t)(r.captured[0] + 5));
    LIE(state, r.captured[0]++; r.captured[1]--);
    LIE(state, r.tricks[0] = 26);
    LIE(state, memset(r.tricks, 0, sizeof r.tricks));
    LIE(between, r.leader = (int8_t)((r.leader + 1) % 4));
    LIE(between, r.tricks[r.leader] = 0);
    LIE(between, r.trick[0] = record_of(&over).trick[0]);
    LIE(over, memset(r.trick, 0, sizeof r.trick));
    LIE(over, r.leading = (int8_t)((r.leading + 1) % 4));
    LIE(over, r.leading = -1);
    LIE(over, r.levels[0]++; r.levels[1]++);
    LIE(over, r.tricks[r.leading] = 0);
    LIE(over, r.buried = (cav_cards){0, 0});
}

/* ---- Results by points (TR-10) --------------------------------------------------------------------------------- */

/* A deal before its last trick, in which nobody can get any points any more and the buried cards have none, with that
 * many points taken by the attackers, at these levels. */
static record last_trick_with(int attackers, int defenders_level, int attackers_level)
{
    cav_rng rng = rng_of(9);
    for (uint32_t number = 0;; number++) {
        const cav_tractor_options options = {{(number & 1 ? attackers_level : defenders_level),
                                              (number & 1 ? defenders_level : attackers_level)},
                                             (int32_t)(number & 3), CAV_TRACTOR_FIXED};
        uint8_t seed[CAV_SEED_SIZE];
        cav_state state;
        cav_tractor_table t;
        seed_of(number, seed);
        memset(&state, 0, sizeof state);
        CHECK(!cav_game_start(game(), &options, seed, NULL, &state, NULL));
        if (!play_until(&state, &rng, before_the_last))
            continue;
        cav_state_table(&state, &t);
        record r = record_of(&state);
        const int a = (r.dealer + 1) % SEATS, c = r.dealer;
        const int all = t.points[0] + t.points[1] + t.points[2] + t.points[3];
        /* All 200 points are in tricks, and both sides have won some. */
        if (all != 200 || !r.tricks[a] || !r.tricks[c] || attackers > all)
            continue;
        memset(r.captured, 0, sizeof r.captured);
        r.captured[a] = (uint8_t)attackers;
        r.captured[c] = (uint8_t)(all - attackers);
        CHECK(is_accepted(&r));
        return r;
    }
}

static void check_row(int attackers, int defenders_rise, int attackers_rise)
{
    static const int levels[][2] = {{0, 3}, {9, 11}, {11, 12}, {12, 12}};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        const record r = last_trick_with(attackers, levels[i][0], levels[i][1]);
        cav_state state = loaded(&r);
        cav_rng rng = rng_of(1);
        cav_state_playout(&state, &rng);
        const int side = r.dealer % 2, before[2] = {levels[i][0], levels[i][1]};
        int after[2] = {before[0] + defenders_rise, before[1] + attackers_rise};
        for (int j = 0; j < 2; j++)
            after[j] = after[j] > 13 ? 13 : after[j];
        CHECK(state.head.scores[side] == after[0] + 2 && state.head.scores[1 - side] == after[1] + 2);
        CHECK(state.head.match_over == (after[0] == 13 || after[1] == 13));
        cav_result result;
        CHECK(!cav_state_result(&state, &result));
        CHECK(result.points[side] == defenders_rise - attackers_rise &&
              result.points[1 - side] == attackers_rise - defenders_rise);
        if (state.head.match_over)
            continue;
        CHECK(!cav_state_next_deal(&state, NULL));
        cav_tractor_table t;
        cav_state_table(&state, &t);
        CHECK(t.dealer == (r.dealer + (attackers < 80 ? 2 : 1)) % SEATS);
        CHECK(t.level == after[attackers < 80 ? 0 : 1]);
    }
}

static void test_tr_10_results(void)
{
    check_row(0, 3, 0);
    check_row(5, 2, 0);
    check_row(35, 2, 0);
    check_row(40, 1, 0);
    check_row(75, 1, 0);
    check_row(80, 0, 0);
    check_row(115, 0, 0);
    check_row(120, 0, 1);
    check_row(155, 0, 1);
    check_row(160, 0, 2);
    check_row(195, 0, 2);
    check_row(200, 0, 3);
}

/* A defenders' side at K that rises 3 has won. */
static void test_tr_10_past_the_ace(void)
{
    const record r = last_trick_with(0, 11, 0);
    cav_state state = loaded(&r);
    cav_rng rng = rng_of(1);
    cav_state_playout(&state, &rng);
    CHECK(state.head.match_over && state.head.scores[r.dealer] == 15 && cav_state_next_deal(&state, NULL));
    cav_tractor_table t;
    cav_state_table(&state, &t);
    CHECK(t.levels[r.dealer % 2] == 12); /* a rank */
}

/* ---- Samples ----------------------------------------------------------------------------------------------- */

enum { MOST_CARDS = 12, MOST_LAYOUTS = 4000, PLACES = SEATS + 1, ASIDE = SEATS };

/* All ways to lay out some cards over places, each physical card by itself; ways that look the same are one layout with a
 * weight. */
typedef struct layouts {
    int count, cards, room[PLACES];
    cav_cards known[PLACES]; /* shown by a seat that has not played them: always there */
    uint8_t card[MOST_CARDS], place[MOST_CARDS];
    cav_cards layout[MOST_LAYOUTS][PLACES];
    uint32_t weight[MOST_LAYOUTS], total;
} layouts;

static int layout_of(layouts *all, const cav_cards put[PLACES], bool add)
{
    for (int i = 0; i < all->count; i++)
        if (memcmp(all->layout[i], put, sizeof all->layout[i]) == 0)
            return i;
    if (!add || all->count == MOST_LAYOUTS)
        return -1;
    memcpy(all->layout[all->count], put, sizeof all->layout[0]);
    return all->count++;
}

/* Whether hidden hands are as the record says: voids and other cards that are not there, and no pairs. */
static bool fits(const record *r, const cav_cards put[PLACES])
{
    const tractor_rules rules = tractor_rules_of(r->trump, r->level);
    for (int seat = 0; seat < SEATS; seat++) {
        if (seat == r->head.viewer)
            continue;
        if (put[seat].any & r->lacks[seat])
            return false;
        for (int suit = 0; suit < TRACTOR_SUITS; suit++)
            if (r->pairless[seat] >> suit & 1 && put[seat].both & tractor_kinds(&rules, suit))
                return false;
    }
    return true;
}

static void lay_out(layouts *all, const record *r, int next)
{
    if (next == all->cards) {
        cav_cards put[PLACES];
        memcpy(put, all->known, sizeof put);
        for (int i = 0; i < all->cards; i++)
            cav_cards_add(&put[all->place[i]], all->card[i]);
        const int found = fits(r, put) ? layout_of(all, put, true) : -1;
        if (found >= 0) {
            all->weight[found]++;
            all->total++;
        }
        return;
    }
    for (int place = 0; place < PLACES; place++) {
        if (all->room[place] == 0)
            continue;
        all->room[place]--;
        all->place[next] = (uint8_t)place;
        lay_out(all, r, next + 1);
        all->room[place]++;
    }
}

/* In the dealer's view, or at the end of small hands: the hidden cards and where they may be. */
static void find_layouts(layouts *all, const record *view, const cav_state *full)
{
    cav_cards hidden[PLACES];
    memset(all, 0, sizeof *all);
    for (int place = 0; place < PLACES; place++) {
        const bool seen = place == view->head.viewer || (place == ASIDE && view->head.viewer == view->dealer);
        hidden[place] = place < SEATS ? cav_state_hand(full, place) : record_of(full).buried;
        if (seen)
            hidden[place] = (cav_cards){0, 0};
        else if (place < SEATS)
            all->known[place] = view->hands[place];
        hidden[place] = cav_cards_minus(hidden[place], all->known[place]);
        all->room[place] = cav_cards_count(hidden[place]);
        all->cards += cav_cards_list(hidden[place], &all->card[all->cards]);
    }
    lay_out(all, view, 0);
}

static void check_even(const record *view, layouts *all)
{
    enum { EACH = 30 };
    static uint32_t seen[MOST_LAYOUTS];
    cav_state state = loaded(view), full;
    cav_rng rng = rng_of(8);
    memset(seen, 0, sizeof seen);
    const uint32_t samples = EACH * (uint32_t)all->count;
    for (uint32_t i = 0; i < samples; i++) {
        cav_cards put[PLACES] = {{0, 0}};
        CHECK(!cav_state_sample(&state, &rng, &full));
        const record r = record_of(&full);
        for (int seat = 0; seat < SEATS; seat++)
            if (seat != view->head.viewer)
                put[seat] = r.hands[seat];
        if (view->head.viewer != view->dealer)
            put[ASIDE] = r.buried;
        const int found = layout_of(all, put, false);
        CHECK(found >= 0);
        seen[found < 0 ? 0 : found]++;
    }
    double far = 0;
    for (int i = 0; i < all->count; i++) {
        const double expected = (double)samples * all->weight[i] / all->total;
        far += (seen[i] - expected) * (seen[i] - expected) / expected;
    }
    far -= all->count - 1;
    CHECK(all->count < 2 || far < 0 || far * far < 16 * 2.0 * (all->count - 1));
}

static bool near_the_end(const cav_state *s)
{
    const record r = record_of(s);
    return plays(s) && r.leading < 0 && s->head.hand_sizes[s->head.turn] <= 3;
}

/* Dealer's views of the last three cards: as play left them, and with suits said to be without pairs. */
static void test_samples_are_even(void)
{
    static layouts all;
    int tested = 0, with_voids = 0, with_pairs = 0;
    cav_rng rng = rng_of(6);
    for (uint32_t number = 0; number < 400 && tested < 40; number++) {
        cav_state full = begun(game(), number);
        if (!play_until(&full, &rng, near_the_end))
            continue;
        const cav_state seen = seen_by_seat(full, record_of(&full).dealer);
        record view = record_of(&seen);
        if (number % 2) { /* wherever the layouts that are left still have one to fit */
            memset(view.lacks, 0, sizeof view.lacks);
            for (int seat = 0; seat < SEATS; seat++)
                view.pairless[seat] = (uint8_t)cav_rng_below(&rng, 32);
        }
        find_layouts(&all, &view, &full);
        const int without_pairs = all.count;
        if (without_pairs < 2 || without_pairs == MOST_LAYOUTS || !is_accepted(&view))
            continue;
        const uint32_t total = all.total;
        record open = view;
        memset(open.pairless, 0, sizeof open.pairless);
        find_layouts(&all, &open, &full);
        with_pairs += all.total > total;
        find_layouts(&all, &view, &full);
        for (int seat = 0; seat < SEATS; seat++)
            with_voids += view.lacks[seat] != 0;
        check_even(&view, &all);
        tested++;
    }
    CHECK(tested == 40 && with_voids > 15 && with_pairs > 4);
}

static bool one_card_left(const cav_state *s)
{
    return plays(s) && record_of(s).leading < 0 && s->head.hand_sizes[s->head.turn] == 1;
}

/* The others don't know what was buried: the last cards, and the eight buried ones, with what the dealer showed. */
static void test_samples_with_buried_cards_are_even(void)
{
    static layouts all;
    int tested = 0, with_shown = 0;
    cav_rng rng = rng_of(7);
    for (uint32_t number = 0; number < 400 && tested < 25; number++) {
        cav_state full = begun(game(), number);
        if (!play_until(&full, &rng, one_card_left))
            continue;
        const int dealer = record_of(&full).dealer, viewer = (dealer + 1 + (int)(number % 3)) % SEATS;
        const cav_state seen = seen_by_seat(full, viewer);
        const record view = record_of(&seen);
        cav_tractor_table t;
        cav_state_table(&seen, &t);
        if (t.shown[dealer].both || (t.shown[dealer].any & (t.shown[dealer].any - 1)))
            continue;
        find_layouts(&all, &view, &full);
        if (t.shown[dealer].any) { /* one card is known to be with the dealer: of its copies that one */
            const uint64_t kind = t.shown[dealer].any;
            uint32_t total = 0;
            for (int i = 0; i < all.count; i++) {
                cav_cards both = all.layout[i][dealer];
                const int with = (int)((both.any & kind) != 0) + (int)((both.both & kind) != 0) +
                                 (int)((all.layout[i][ASIDE].any & kind) != 0) +
                                 (int)((all.layout[i][ASIDE].both & kind) != 0);
                int copies = 0;
                for (int c = 0; c < all.cards; c++)
                    copies += (uint64_t)1 << all.card[c] == kind;
                all.weight[i] = all.weight[i] * (uint32_t)with / (uint32_t)copies;
                total += all.weight[i];
            }
            int kept = 0;
            for (int i = 0; i < all.count; i++)
                if (all.weight[i]) {
                    memmove(all.layout[kept], all.layout[i], sizeof all.layout[0]);
                    all.weight[kept++] = all.weight[i];
                }
            all.count = kept;
            all.total = total;
            with_shown++;
        }
        check_even(&view, &all);
        tested++;
    }
    CHECK(tested == 25 && with_shown >= 1);
}

/* Whole hands of three seats said to hold no pair at all: so rare that no draw meets it; still every sample fits. */
static void test_samples_without_any_pair(void)
{
    cav_rng rng = rng_of(10);
    const cav_state full = at(11, plays);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        const cav_state seen = seen_by_seat(full, viewer);
        record view = record_of(&seen);
        for (int seat = 0; seat < SEATS; seat++)
            view.pairless[seat] = seat == viewer ? 0 : (1 << TRACTOR_SUITS) - 1;
        CHECK(is_accepted(&view));
        const cav_state state = loaded(&view);
        for (int i = 0; i < 20; i++) {
            cav_state sampled;
            CHECK(!cav_state_sample(&state, &rng, &sampled));
            for (int seat = 0; seat < SEATS; seat++)
                CHECK(seat == viewer || cav_state_hand(&sampled, seat).both == 0);
        }
    }
}

/* Samples at every step of random matches hold what the table tells. */
static void test_samples_fit_the_facts(void)
{
    cav_rng rng = rng_of(12);
    for (uint32_t number = 0; number < 12; number++)
        for (cav_state state = begun(game(), number); state.head.turn >= 0; stroll(&state, &rng, 1))
            for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer += 1 + (int)cav_rng_below(&rng, 3)) {
                cav_state view, sampled;
                CHECK(!cav_state_view(&state, viewer, &view) && !cav_state_sample(&view, &rng, &sampled));
                const record r = record_of(&sampled);
                cav_cards put[PLACES];
                memcpy(put, r.hands, sizeof r.hands);
                put[ASIDE] = r.buried;
                record all = r;
                all.head.viewer = CAV_SPECTATOR; /* so that every hand is looked at */
                CHECK(r.head.phase < PLAYING || fits(&all, put));
            }
}

int main(void)
{
    RUN(test_head);
    RUN(test_declarations);
    RUN(test_cards);
    RUN(test_tricks);
    RUN(test_tr_10_results);
    RUN(test_tr_10_past_the_ace);
    RUN(test_samples_are_even);
    RUN(test_samples_with_buried_cards_are_even);
    RUN(test_samples_without_any_pair);
    RUN(test_samples_fit_the_facts);
    return checks_result();
}
