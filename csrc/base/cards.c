#include "base/cards.h"

int cav_cards_count(cav_cards cards) { return cards_count(cards); }

bool cav_cards_contain(cav_cards whole, cav_cards part) { return cards_contain(whole, part); }

bool cav_cards_add(cav_cards *cards, int card)
{
    if (card < 0 || card > 63)
        return false;
    const uint64_t bit = (uint64_t)1 << card;
    if (cards->both & bit)
        return false;
    cards->both |= cards->any & bit;
    cards->any |= bit;
    return true;
}

cav_cards cav_cards_minus(cav_cards whole, cav_cards part) { return cards_minus(whole, part); }

int cav_cards_list(cav_cards cards, uint8_t *list)
{
    int count = 0;
    for (uint64_t left = cards.any; left; left &= left - 1) {
        const int card = bits_lowest(left);
        list[count++] = (uint8_t)card;
        if (cards.both >> card & 1)
            list[count++] = (uint8_t)card;
    }
    return count;
}
