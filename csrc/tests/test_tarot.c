/* Combinations and card points of the Bolognese tarot: the worked values of the house rules (OT-4 to 6), and a search
 * over all uses of the contatori by the letter of the rules. */
#include "kernels/tarot.h"

#include "table.h"
#include "test.h"

static const uint64_t pack = ((uint64_t)1 << 62) - 1;

static uint64_t cards(const char *text)
{
    const cav_cards read = cards_in(CAV_BOLOGNESE, text);
    CHECK(read.any && !read.both);
    return read.any;
}

static bool held(uint64_t all, int card) { return all >> card & 1; }

static cav_ottocento_account account_of(uint64_t all)
{
    cav_ottocento_account account;
    memset(&account, 0xee, sizeof account);
    CHECK(!cav_ottocento_combinations((cav_cards){all, 0}, &account));
    return account;
}

static const cav_ottocento_combination *item(const cav_ottocento_account *account, int kind)
{
    for (int i = 0; i < account->count; i++)
        if (account->items[i].kind == kind)
            return &account->items[i];
    return NULL;
}

/* ---- Worked values ------------------------------------------------------------------------------ */

#define HIGH "16 15 14 13 12 11 10 9 8 7 6 5"

static const struct {
    const char *cards;
    int sets, sequences;
} rows[] = {
    {"Angel World Sun", 0, 10},
    {"Angel Moon", 0, 0},
    {"Angel Moon Matto", 0, 10},
    {"Angel Begato Matto", 18, 0},
    {"Angel World Moon 16 15 13 Begato", 18, 30},
    {"Angel Sun Moon 16 15 13 11 10 9 Matto", 0, 30},
    {"Angel World Sun Moon 16 13 Begato Matto", 36, 30},
    {"Angel World Sun Moon 15 13 12 Begato Matto", 36, 40},
    {"Angel World 15 14 Begato Matto", 36, 25},
    {"Angel World Sun 15 Begato", 18, 20},
    {"Angel World Sun " HIGH " Moor2 Moor4", 0, 80},
    {"Angel World Sun Moon " HIGH " Moor1 Moor2 Moor3 Moor4 Begato Matto", 36, 105 + 25},
    {"Kd Begato Matto", 0, 0},
    {"Kc Qc Ac Matto", 0, 15},
    {"Kb Qb Cb Jb Ab", 0, 20},
    {"Ks Qs Cs Js As Begato Matto", 0, 30},
    {"Kd Qd Ad", 0, 0},
    {"Ad Ab Matto", 0, 10},
    {"Moor1 Moor2 Moor3 Moor4 Begato Matto", 0, 25},
    {"Kb Qb Cb Ks Qs Cs Kc Jc Cc", 17 + 13, 60},
    {"Angel Begato Matto Kb Qb Ks Qs Kc Qc", 98, 90},
    /* Not in the table: the last place filled lets the Moors follow; sets by themselves. */
    {"Angel World Sun 16 15 14 13 12 11 10 9 8 7 6 Moor1 Begato", 18, 75},
    {"Angel World Sun 16 15 14 13 12 11 10 9 8 7 Moor1 Begato Matto", 36, 70},
    {"Kd Kc Kb Ks", 34, 0},
    {"Qd Qc Qb Qs", 28, 0},
    {"Cd Cc Cb Cs", 26, 0},
    {"Jd Jc Jb Js", 24, 0},
    {"Jd Jc Begato Matto", 0, 0},
    {"Angel World Matto", 18, 10},
    {"Angel World Begato Matto", 36, 15},
    {"Qd Qc Qb Cd Cc Cb Jd Jc Jb Js", 2 * (14 + 13 + 24), 0},
    {"Ad Ac Ab As", 0, 15},
    {"Ad Ac", 0, 0},
    {"Ad Begato Matto", 0, 0},
    {"6d 7d 8d 9d 10d 16 15 14 13", 0, 0},
};

static void test_worked_values(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint64_t all = cards(rows[i].cards);
        const tarot_score score = tarot_count(all);
        const cav_ottocento_account account = account_of(all);
        CHECK(score.sets == rows[i].sets && score.sequences == rows[i].sequences);
        CHECK(account.sets == rows[i].sets && account.sequences == rows[i].sequences);
        if (score.sets != rows[i].sets || score.sequences != rows[i].sequences)
            printf("%s: %d %d\n", rows[i].cards, score.sets, score.sequences);
    }
}

static void test_the_whole_pack_is_worth_939(void)
{
    const cav_ottocento_account account = account_of(pack);
    CHECK(account.sequences == 550 && account.sets == 296 && account.sets_doubled && account.sequences_doubled);
    CHECK(account.count == CAV_OTTOCENTO_KINDS && tarot_half_points(pack) == 2 * 87);
    CHECK(account.points + 87 + 6 == 939 && tarot_points(pack) == 846);
    CHECK(item(&account, CAV_OTTOCENTO_GRANDE)->points == 105 && item(&account, CAV_OTTOCENTO_MOORS)->points == 25);
}

/* OT-6.4: what each contatore stands for, and which cards count. */
static void test_contatori(void)
{
    static const struct {
        const char *cards;
        int kind, begato, matto, length;
        const char *counting;
    } uses[] = {
        {"Angel World Moon 16 15 13 Begato", CAV_OTTOCENTO_GRANDE, 46, -1, 7, "Angel World Moon 16 15 13 Begato"},
        {"Angel World Sun Moon 16 13 Begato Matto", CAV_OTTOCENTO_GRANDE, 45, 61, 7,
         "Angel World Sun Moon 16 Begato Matto"},
        {"Angel World Sun Moon 15 13 12 11 9 Begato Matto", CAV_OTTOCENTO_GRANDE, 44, 46, 10,
         "Angel World Sun Moon 15 13 12 11 Begato Matto"},
        {"Angel World 15 14 Begato Matto", CAV_OTTOCENTO_GRANDE, 42, 44, 6, "Angel World 15 14 Begato Matto"},
        {"Angel Moon Matto 15", CAV_OTTOCENTO_GRANDE, -1, 41, 3, "Angel Moon Matto"},
        {"Angel Sun Moon Matto 14", CAV_OTTOCENTO_GRANDE, -1, 44, 4, "Angel Sun Moon Matto"},
        {"Angel World Sun " HIGH " Moor2 Matto", CAV_OTTOCENTO_GRANDE, -1, 61, 17,
         "Angel World Sun " HIGH " Moor2 Matto"},
        {"Kd Qd Matto 9d", CAV_OTTOCENTO_COINS, -1, 7, 3, "Kd Qd Matto"},
        {"Kc Qc Jc Begato", CAV_OTTOCENTO_CUPS, 17, -1, 4, "Kc Qc Jc Begato"},
        {"Kb Qb Cb Jb Begato", CAV_OTTOCENTO_BATONS, 20, -1, 5, "Kb Qb Cb Jb Begato"},
        {"Ks Qs Cs Js As Begato Matto", CAV_OTTOCENTO_SWORDS, 60, 61, 7, "Ks Qs Cs Js As Begato Matto"},
        {"Ks Js Begato Matto", CAV_OTTOCENTO_SWORDS, 37, 38, 4, "Ks Js Begato Matto"},
        {"Ad Ac As Matto", CAV_OTTOCENTO_ACES, -1, 20, 4, "Ad Ac As Matto"},
        {"Ad Ac Ab As Matto", CAV_OTTOCENTO_ACES, -1, 61, 5, "Ad Ac Ab As Matto"},
        {"Moor1 Moor4 Begato Matto", CAV_OTTOCENTO_MOORS, 57, 58, 4, "Moor1 Moor4 Begato Matto"},
        {"Kd Kc Kb Begato", CAV_OTTOCENTO_KINGS, -1, -1, 3, "Kd Kc Kb"}, /* a contatore replaces nothing in a set */
        {"Angel World Begato 7c", CAV_OTTOCENTO_TAROCCHI, -1, -1, 3, "Angel World Begato"},
    };
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
        const cav_ottocento_account account = account_of(cards(uses[i].cards));
        const cav_ottocento_combination *found = item(&account, uses[i].kind);
        CHECK(found && found->stands_for[0] == uses[i].begato && found->stands_for[1] == uses[i].matto);
        CHECK(found && found->length == uses[i].length && found->cards.any == cards(uses[i].counting));
    }
    /* Both count where any sequence scores, and not for a set alone. */
    CHECK(account_of(cards("Kd Kc Kb Matto 6c")).cards.any == cards("Kd Kc Kb"));
    CHECK(account_of(cards("Kd Kc Kb Qb Matto")).cards.any == cards("Kd Kc Kb Qb Matto"));
    CHECK(account_of(cards("6d 7c")).count == 0 && account_of(cards("6d 7c")).cards.any == 0);
}

/* ---- Search: every use of the contatori, by the letter of OT-6 --------------------------------------- */

/* The places of each sequence, in order. */
static int places_of(int kind, int places[15])
{
    static const int courts[] = {TAROT_KING, TAROT_QUEEN, TAROT_KNIGHT, TAROT_JACK, TAROT_ACE};
    int count = 0;
    if (kind == CAV_OTTOCENTO_GRANDE)
        for (int card = TAROT_WORLD; card < TAROT_MOORS; card++)
            places[count++] = card;
    else if (kind == CAV_OTTOCENTO_MOORS)
        for (int moor = 0; moor < 4; moor++)
            places[count++] = TAROT_MOORS + moor;
    else if (kind == CAV_OTTOCENTO_ACES)
        for (int suit = 0; suit < 4; suit++)
            places[count++] = 10 * suit;
    else
        for (int i = 0; i < 5; i++)
            places[count++] = 10 * (kind - CAV_OTTOCENTO_COINS) + courts[i];
    return count;
}

/* The length when the contatori fill these places and `added` more are added; 0: not allowed. */
static int length_with(uint64_t all, int kind, uint64_t filled, int added)
{
    int places[15], real = 0, there = 0;
    const int count = places_of(kind, places);
    const uint64_t with = all | filled;
    if (kind == CAV_OTTOCENTO_ACES || kind == CAV_OTTOCENTO_MOORS) {
        for (int i = 0; i < count; i++) {
            real += held(all, places[i]);
            there += held(with, places[i]);
        }
        return real >= 2 && there >= 3 ? there + added : 0;
    }
    if (kind != CAV_OTTOCENTO_GRANDE) {
        for (int i = 1; i < 4; i++) {
            real += held(all, places[i]);
            there += held(with, places[i]);
        }
        return held(all, places[0]) && real >= 1 && there >= 2 ? 1 + there + held(with, places[4]) + added : 0;
    }
    for (int i = 0; i < 3; i++) {
        real += held(all, places[i]);
        there += held(with, places[i]);
    }
    if (!held(all, TAROT_ANGEL) || real < 1 || there < 2)
        return 0;
    int i = 3;
    for (; i < count && held(with, places[i]); i++)
        there++;
    for (int at = 0; at < count; at++)
        if (held(filled, places[at]) && (at >= i || (at > 0 && held(filled, places[at - 1]))))
            return 0; /* beyond the end, or two in a row */
    for (int moor = 0; i == count && moor < 4; moor++)
        there += held(all, TAROT_MOORS + moor);
    return 1 + there + added;
}

static int longest(uint64_t all, int kind)
{
    int places[15], best = 0;
    const int count = places_of(kind, places), c = held(all, TAROT_BEGATO) + held(all, TAROT_MATTO);
    for (int first = -1; first < count; first++)
        for (int second = -1; second < count; second++) {
            uint64_t filled = 0;
            if (first >= 0)
                filled |= (uint64_t)1 << places[first];
            if (second >= 0)
                filled |= (uint64_t)1 << places[second];
            const int used = (first >= 0) + (second >= 0 && second != first);
            if (filled & all || used > c)
                continue;
            const int length = length_with(all, kind, filled, c - used);
            best = length > best ? length : best;
        }
    return best;
}

/* Random cards, the trumps often nearly all, so that the Grande goes far. */
static uint64_t random_cards(cav_rng *rng)
{
    const uint64_t plain = cav_rng_below(rng, 100), trump = cav_rng_below(rng, 2) ? 80 : cav_rng_below(rng, 100);
    uint64_t all = 0;
    for (int card = 0; card < 62; card++)
        if (cav_rng_below(rng, 100) < (card < 40 ? plain : card < 60 ? trump : 50))
            all |= (uint64_t)1 << card;
    return all;
}

static void test_greedy_against_search(void)
{
    cav_rng rng = rng_of(1);
    int grandes = 0;
    for (int round = 0; round < 60000; round++) {
        const uint64_t all = random_cards(&rng);
        const cav_ottocento_account account = account_of(all);
        int sets = 0, sequences = 0, set_sum = 0, sequence_sum = 0;
        static const int three[] = {18, 17, 14, 13, 12};
        static const int tarocchi[] = {40, 41, 60, 61};
        for (int kind = 0; kind < 5; kind++) {
            int n = 0;
            for (int i = 0; i < 4; i++)
                n += held(all, kind == 0 ? tarocchi[i] : 10 * i + 10 - kind);
            sets += n >= 3;
            set_sum += n == 3 ? three[kind] : n == 4 ? 2 * three[kind] : 0;
        }
        for (int kind = CAV_OTTOCENTO_COINS; kind < CAV_OTTOCENTO_KINDS; kind++) {
            const int length = longest(all, kind);
            const cav_ottocento_combination *found = item(&account, kind);
            CHECK((found ? found->length : 0) == length);
            sequences += length > 0;
            sequence_sum += length ? 5 * (length - 1) : 0;
            grandes += kind == CAV_OTTOCENTO_GRANDE && length > 10;
        }
        set_sum *= sets >= 3 ? 2 : 1;
        sequence_sum *= sequences >= 3 ? 2 : 1;
        const tarot_score score = tarot_count(all);
        CHECK(score.sets == set_sum && score.sequences == sequence_sum && account.count == sets + sequences);
        CHECK(account.sets == set_sum && account.sequences == sequence_sum);
    }
    CHECK(grandes > 1000);
}

/* ---- What the table and samples rest on ------------------------------------------------------------------ */

static int count_bits(uint64_t all)
{
    int count = 0;
    for (; all; all &= all - 1)
        count++;
    return count;
}

static void test_items_are_whole(void)
{
    cav_rng rng = rng_of(2);
    for (int round = 0; round < 20000; round++) {
        const uint64_t all = random_cards(&rng), own = all >> 60 << 60;
        const cav_ottocento_account account = account_of(all);
        uint64_t counting = 0;
        int last = -1;
        for (int i = 0; i < account.count; i++) {
            const cav_ottocento_combination *one = &account.items[i];
            CHECK(one->kind > last && one->cards.both == 0 && (one->cards.any & ~all) == 0);
            CHECK(count_bits(one->cards.any) == one->length && one->length >= 3);
            last = one->kind;
            counting |= one->cards.any;
            if (one->kind < CAV_OTTOCENTO_COINS) {
                CHECK(one->stands_for[0] == -1 && one->stands_for[1] == -1);
                continue;
            }
            CHECK(one->points == 5 * (one->length - 1) && (one->cards.any & own) == own);
            for (int c = 0; c < 2; c++) {
                const int stands_for = one->stands_for[c];
                CHECK((stands_for >= 0) == held(all, 60 + c));
                CHECK(stands_for < 0 || stands_for == 60 + c || (stands_for < 60 && !held(all, stands_for)));
            }
            CHECK(one->stands_for[0] < 0 || one->stands_for[0] != one->stands_for[1]);
        }
        CHECK(account.cards.any == counting && account.points == account.sets + account.sequences);
        CHECK(account.points == tarot_points(all));
        for (int i = account.count; i < CAV_OTTOCENTO_KINDS; i++)
            CHECK(account.items[i].length == 0 && account.items[i].cards.any == 0);
    }
}

/* The cards shown score the same as the whole hand (OT-2). One card more never makes less; and it makes as much only
 * when no other cards are shown. */
static void test_more_cards_never_make_less(void)
{
    cav_rng rng = rng_of(3);
    for (int round = 0; round < 6000; round++) {
        const uint64_t all = random_cards(&rng), shown = account_of(all).cards.any;
        const cav_ottocento_account again = account_of(shown);
        CHECK(again.cards.any == shown && again.points == tarot_points(all));
        for (int card = 0; card < 62; card++) {
            const uint64_t more = all | (uint64_t)1 << card, now = account_of(more).cards.any;
            CHECK(tarot_points(more) >= tarot_points(all) && (shown & ~now) == 0);
            CHECK((now == shown) == (tarot_points(more) == tarot_points(all)));
        }
    }
}

/* OT-4 */
static void test_card_points(void)
{
    for (int card = 0; card < 62; card++) {
        static const int courts[] = {2, 3, 4, 5};
        const bool tarocco = card == 40 || card == 41 || card == 60 || card == 61;
        const int worth = card < 40 ? (card % 10 >= 6 ? courts[card % 10 - 6] : 1) : tarocco ? 5 : 1;
        CHECK(tarot_half_points((uint64_t)1 << card) == 2 * worth - 1);
        CHECK(cav_ottocento_half_points((cav_cards){(uint64_t)1 << card, 0}) == 2 * worth - 1);
    }
    cav_rng rng = rng_of(4);
    for (int round = 0; round < 1000; round++) {
        const uint64_t all = random_cards(&rng), other = pack & ~all;
        CHECK(tarot_half_points(all) + tarot_half_points(other) == 174);
    }
}

static void test_masks(void)
{
    CHECK(tarot_honours() == cards("Angel World Begato Matto Kd Kc Kb Ks"));
    CHECK(tarot_trumps() == cards("Angel World Sun Moon " HIGH " Moor1 Moor2 Moor3 Moor4 Begato"));
    CHECK(tarot_suit(1) == cards("Ac 6c 7c 8c 9c 10c Jc Cc Qc Kc") && tarot_moors() == (uint64_t)0xf << 56);
    CHECK(tarot_rank(TAROT_ACE) == cards("Ad Ac Ab As") && tarot_rank(TAROT_KING) == cards("Kd Kc Kb Ks"));
}

/* ---- Doors ---------------------------------------------------------------------------------------------------- */

static void test_doors(void)
{
    cav_ottocento_account account, before;
    memset(&account, 0xee, sizeof account);
    before = account;
    static const cav_cards wrong[] = {{1, 1}, {(uint64_t)1 << 62, 0}, {(uint64_t)1 << 63, 0}, {0, 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const cav_error *error = cav_ottocento_combinations(wrong[i], &account);
        CHECK(error && error->kind == CAV_BAD_CARDS && strcmp(error->code, "not-in-pack") == 0);
        CHECK(memcmp(&account, &before, sizeof account) == 0 && cav_ottocento_half_points(wrong[i]) == -1);
    }
    uint64_t hands[50];
    int32_t points[51];
    cav_rng rng = rng_of(5);
    points[50] = 12345;
    for (int i = 0; i < 50; i++)
        hands[i] = random_cards(&rng) | (i % 2 ? (uint64_t)3 << 62 : 0);
    cav_ottocento_points_array(hands, 50, points);
    for (int i = 0; i < 50; i++)
        CHECK(points[i] == account_of(hands[i] & pack).points);
    CHECK(points[50] == 12345);
}

int main(void)
{
    RUN(test_worked_values);
    RUN(test_the_whole_pack_is_worth_939);
    RUN(test_contatori);
    RUN(test_greedy_against_search);
    RUN(test_items_are_whole);
    RUN(test_more_cards_never_make_less);
    RUN(test_card_points);
    RUN(test_masks);
    RUN(test_doors);
    return checks_result();
}
