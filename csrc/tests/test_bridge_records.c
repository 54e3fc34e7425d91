/* Records of Bridge: bytes that say what no deal leads to are refused, field by field; and what is hidden leaves no
 * trace in a view. */
#include "table.h"
#include "test.h"

enum { SEATS = 4, TRICKS = 13, CALLS = CAV_BRIDGE_MOST_CALLS + 1, PLAYING = 1, OVER = 2, NO_CARD = 0xff };
enum { N, E, S, W };

/* The layout of a position, as it stands in records. check_layout says whether it still is this one. */
typedef struct record {
    cav_head head;
    uint64_t hands[SEATS];
    uint8_t calls[CALLS], played[52];
    int8_t winners[TRICKS];
    uint8_t played_count, won[2];
    uint16_t calls_count;
    uint8_t bid;
    int8_t bidder;
    uint8_t doubled, passes;
    int8_t dealer;
    uint8_t vulnerability;
    int8_t declarer, leader;
    uint8_t zero[10];
} record;

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

static void check_layout(const cav_state *state)
{
    const record r = record_of(state);
    cav_bridge_table t;
    cav_state_table(state, &t);
    CHECK(state->head.size == sizeof r && r.dealer == t.dealer && r.vulnerability == t.vulnerability);
    CHECK(r.bidder == t.bidder && r.doubled == t.doubled && r.declarer == t.declarer && r.leader == t.leader);
    CHECK(r.bid == (t.level ? 5 * (t.level - 1) + t.denomination - CAV_CLUBS + 1 : 0));
    for (int i = 0; i < CALLS - 1; i++)
        CHECK(t.calls[i] == (i < r.calls_count ? r.calls[i] : -1));
    for (int i = 0; i < 52; i++)
        CHECK(t.played[i] == (i < r.played_count ? r.played[i] : -1));
    for (int i = 0; i < TRICKS; i++)
        CHECK(t.winners[i] == r.winners[i]);
    for (int seat = 0; seat < SEATS; seat++)
        CHECK(r.hands[seat] == cav_state_hand(state, seat).any && t.won[seat % 2] == r.won[seat % 2]);
}

/* Dealt as given, South deals, and played as the text says. */
static cav_state after(const char *texts)
{
    static const char *const hands[SEATS] = {
        "AC KC QC JC TC 2D 3D 4D 5D 2S 3S 4S 5S", "9C 8C 7C 6C AD KD QD JD 2H 3H 4H 5H 6H",
        "5C 4C 3C 2C TD 9D 8D AH KH QH JH 6S 7S", "7D 6D TH 9H 8H 7H AS KS QS JS TS 9S 8S"};
    uint8_t seed[CAV_SEED_SIZE];
    cav_setup setup;
    cav_state state;
    memset(&setup, 0, sizeof setup);
    memset(&state, 0, sizeof state);
    seed_of(3, seed);
    for (int seat = 0; seat < SEATS; seat++)
        setup.hands[seat] = cards_from(hands[seat]);
    CHECK(!cav_game_start(cav_game_find("bridge"), NULL, seed, &setup, &state, NULL));
    CHECK(say_all(&state, texts));
    check_layout(&state);
    return state;
}

/* 1H by South, doubled; West leads, North is dummy. In the second trick West shows out of clubs. */
#define AUCTION "bid 1H;double;pass;pass;pass"
#define TRICK "7D;2D;JD;8D"
#define SECOND "9C;2C;9S;AC"

static cav_state finished(const char *texts)
{
    cav_state state = after(texts);
    cav_rng rng = rng_of(1);
    cav_state_playout(&state, &rng);
    check_layout(&state);
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

static void test_head(void)
{
    const cav_state state = after(AUCTION);
    for (int i = 0; i < 10; i++)
        LIE(state, r.zero[i] = 1);
    LIE(state, r.head.players = 3);
    LIE(state, r.head.redeal = 1);
    LIE(state, r.head.deal = 1);
    LIE(state, r.head.moves++);
    LIE(state, r.head.scores[0] = 1);
    LIE(state, r.head.match_over = 1);
    LIE(state, r.vulnerability = 4);
    LIE(state, r.dealer = 4);
    LIE(state, r.dealer = -1);
    LIE(state, r.dealer = N); /* another would have declared */
}

static void test_auction(void)
{
    const cav_state begun = after(""), bidding = after("bid 1H;double"), playing = after(AUCTION);
    const cav_state passed = after("pass;pass;pass;pass");
    LIE(begun, r.head.turn = W);
    LIE(begun, r.head.turn = -1);
    LIE(begun, r.head.phase = PLAYING);
    LIE(begun, r.head.phase = OVER);
    LIE(begun, r.calls_count = 1);
    LIE(begun, r.calls_count = 320);
    LIE(begun, r.calls_count = 0xffff);
    LIE(begun, r.calls[0] = 0);
    LIE(begun, r.calls[319] = 0);
    LIE(begun, r.bidder = 0);
    LIE(begun, r.declarer = 0);
    LIE(begun, r.leader = 0);
    LIE(begun, r.passes = 1);
    LIE(bidding, r.bid = 4);
    LIE(bidding, r.calls[0] = 0);
    LIE(bidding, r.calls[1] = 37);
    LIE(bidding, r.calls[1] = 38);
    LIE(bidding, r.calls[1] = 2);
    LIE(bidding, r.calls[1] = 0xff);
    LIE(bidding, r.doubled = 0);
    LIE(bidding, r.doubled = 2);
    LIE(bidding, r.bidder = E);
    LIE(bidding, r.bidder = -1);
    LIE(bidding, r.head.phase = PLAYING; r.head.turn = -1);
    LIE(bidding, r.head.phase = OVER; r.head.turn = -1; r.head.match_over = 1);
    LIE(playing, r.head.phase = 0; r.head.turn = N; r.leader = -1); /* South dealt and there were five calls */
    LIE(playing, r.head.phase = 0; r.head.turn = W; r.leader = -1);
    LIE(playing, r.passes = 2);
    LIE(playing, r.declarer = N);
    LIE(playing, r.declarer = -1);
    LIE(playing, r.declarer = 4);
    LIE(playing, r.calls_count--; r.calls[4] = 0xff; r.head.moves--);
    LIE(playing, r.calls[5] = 0; r.calls_count++; r.head.moves++);
    LIE(playing, r.head.phase = 0);
    LIE(playing, r.head.phase = OVER);
    LIE(playing, r.leader = N);
    LIE(playing, r.leader = -1);
    LIE(playing, r.head.turn = N);
    LIE(passed, r.declarer = 0);
    LIE(passed, r.head.turn = 0);
    LIE(passed, r.head.match_over = 0);
    LIE(passed, r.head.phase = PLAYING; r.head.turn = 0; r.head.match_over = 0);
    LIE(passed, r.head.scores[0] = 50);
    LIE(passed, r.played[0] = 5);
}

static void test_tricks(void)
{
    const cav_state two = after(AUCTION ";" TRICK ";" SECOND), over = finished(AUCTION);
    LIE(two, r.winners[0] = W);
    LIE(two, r.winners[1] = 4);
    LIE(two, r.winners[2] = N);
    LIE(two, r.won[0] = 2);
    LIE(two, r.won[1] = 0);
    LIE(two, r.leader = E);
    LIE(two, r.head.turn = N); /* dummy is to lead: declarer acts */
    LIE(two, r.head.turn = W);
    LIE(two, r.played_count = 53);
    LIE(two, r.played_count = 7);
    LIE(two, r.played_count = 9);
    LIE(two, r.played[0] = 52);
    LIE(two, r.played[0] = r.played[1]);
    LIE(two, r.played[8] = 1);
    LIE(two, r.played[51] = 1);
    LIE(over, r.head.scores[0]++);
    LIE(over, r.head.scores[0] = r.head.scores[1] = r.head.scores[2] = r.head.scores[3] = 0);
    LIE(over, r.head.match_over = 0);
    LIE(over, r.head.turn = 0);
    LIE(over, r.head.phase = PLAYING; r.head.turn = 0; r.head.match_over = 0);
    LIE(over, r.leader = 0);
    LIE(over, r.vulnerability = 3);
}

static void test_cards(void)
{
    const cav_state state = after(AUCTION ";" TRICK ";9C");
    LIE(state, r.hands[0] = 0);
    LIE(state, r.hands[0] |= (uint64_t)1 << 52);
    LIE(state, r.hands[1] = r.hands[0]);
    LIE(state, r.head.hand_sizes[0]--);
    LIE(state, r.hands[0] &= r.hands[0] - 1; r.head.hand_sizes[0]--);
    LIE(state, r.hands[0] &= r.hands[0] - 1; r.hands[0] |= (uint64_t)1 << r.played[0]); /* a card played */
    /* West has shown out of clubs, and holds one; or plays one later. */
    const cav_state later = after(AUCTION ";" TRICK ";" SECOND);
    LIE(later, r.hands[W] ^= (uint64_t)1 << 50 | 1 << 6; r.hands[E] ^= (uint64_t)1 << 50 | 1 << 6); /* KS and 8C */
    const cav_state third = after(AUCTION ";" TRICK ";" SECOND ";KC;8C;3C;8S");
    LIE(third, r.played[11] = 5; r.hands[E] ^= (uint64_t)1 << 45 | 1 << 5); /* 7C, and East holds the 8S */
}

static void test_views(void)
{
    const cav_state bidding = after("bid 1H"), lead = after(AUCTION), lies = after(AUCTION ";" TRICK ";" SECOND);
    for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
        const int other = viewer == E ? W : E;
        const cav_state views[] = {seen_by_seat(bidding, viewer), seen_by_seat(lead, viewer),
                                   seen_by_seat(lies, viewer)};
        for (int i = 0; i < 3; i++) {
            LIE(views[i], r.hands[other] = record_of(&lies).hands[other]);
            LIE(views[i], r.hands[other] |= 1);
            LIE(views[i], r.head.hand_sizes[other]++);
            if (viewer != CAV_SPECTATOR)
                LIE(views[i], r.hands[viewer] &= r.hands[viewer] - 1);
            LIE(views[i], r.head.viewer = viewer == S ? E : S);
        }
        LIE(views[2], r.hands[N] = 0); /* dummy lies open */
        if (viewer != N)
            LIE(views[1], r.hands[N] = record_of(&lead).hands[N]); /* not yet */
    }
}

/* Unseen cards for which there is no room, because of the voids that were shown. */
static void test_views_that_cannot_be_filled(void)
{
    cav_rng rng = rng_of(3);
    int refused = 0, taken = 0;
    for (uint32_t match = 0; match < 400; match++) {
        cav_state state = begun(cav_game_find("bridge"), match), view, sampled;
        while (state.head.phase == 0)
            stroll(&state, &rng, 1);
        stroll(&state, &rng, 20 + cav_rng_below(&rng, 25));
        if (state.head.phase != PLAYING)
            continue;
        CHECK(!cav_state_view(&state, (int)cav_rng_below(&rng, SEATS), &view));
        record r = record_of(&view);
        /* A card of the viewer's for one of the unseen: what is left for the others may not fit their voids. */
        uint64_t unseen = ((uint64_t)1 << 52) - 1, *hand = &r.hands[r.head.viewer];
        for (int i = 0; i < r.played_count; i++)
            unseen &= ~((uint64_t)1 << r.played[i]);
        for (int seat = 0; seat < SEATS; seat++)
            unseen &= ~r.hands[seat];
        if (!unseen || !*hand)
            continue;
        for (uint64_t drop = cav_rng_below(&rng, 6); drop > 0 && (unseen & (unseen - 1)); drop--)
            unseen &= unseen - 1;
        *hand = (*hand & (*hand - 1)) | (unseen & (0 - unseen));
        if (!is_accepted(&r)) {
            refused++;
            continue;
        }
        taken++;
        CHECK(!cav_state_load(&r, sizeof r, &view));
        CHECK(!cav_state_sample(&view, &rng, &sampled) && !cav_state_load(&sampled, sampled.head.size, &state));
    }
    CHECK(refused > 20 && taken > 20);
}

/* Two hidden cards change places: a position like the other, if no void forbids it; no byte of the view differs. */
static void test_views_leak_nothing(void)
{
    cav_rng rng = rng_of(2);
    int exchanged = 0;
    for (uint32_t match = 0; match < 300; match++) {
        cav_state state = begun(cav_game_find("bridge"), match), other, view, again;
        if (match % 3)
            while (state.head.phase == 0)
                stroll(&state, &rng, 1);
        stroll(&state, &rng, cav_rng_below(&rng, 45));
        for (int viewer = CAV_SPECTATOR; viewer < SEATS; viewer++) {
            CHECK(!cav_state_view(&state, viewer, &view));
            record r = record_of(&state);
            const int a = (int)cav_rng_below(&rng, SEATS), b = (int)cav_rng_below(&rng, SEATS);
            if (a == b || record_of(&view).hands[a] || record_of(&view).hands[b] || !r.hands[a] || !r.hands[b])
                continue;
            const uint64_t card = r.hands[a] & (0 - r.hands[a]), back = r.hands[b] & (0 - r.hands[b]);
            r.hands[a] ^= card | back;
            r.hands[b] ^= card | back;
            memset(r.head.seed, 7, sizeof r.head.seed);
            if (cav_state_load(&r, sizeof r, &other))
                continue;
            CHECK(!cav_state_view(&other, viewer, &again) && cav_state_equal(&view, &again));
            CHECK(cav_state_hash(&view) == cav_state_hash(&again));
            exchanged++;
        }
    }
    CHECK(exchanged > 200);
}

int main(void)
{
    RUN(test_head);
    RUN(test_auction);
    RUN(test_tricks);
    RUN(test_cards);
    RUN(test_views);
    RUN(test_views_that_cannot_be_filled);
    RUN(test_views_leak_nothing);
    return checks_result();
}
