"""Cards, decks and their text: multisets that behave as ``collections.Counter`` does."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardavia
from cardavia import BadCards, Card, Cards, Game

FRENCH = cardavia.game("doudizhu").deck


@st.composite
def bags(draw: st.DrawFn, most: int = 2, size: int = 20) -> Counter[Card]:
    """Some French cards, each up to ``most`` times."""
    listed = draw(st.lists(st.sampled_from(FRENCH.cards), max_size=size))
    return Counter({card: min(count, most) for card, count in Counter(listed).items()})


def cards_in(bag: Counter[Card]) -> Cards:
    return Cards(bag.elements())


def in_order(bag: Counter[Card]) -> list[Card]:
    return sorted(bag.elements(), key=lambda card: card.index)


# ---- As a multiset ---------------------------------------------------------------


@given(bags())
def test_cards_are_a_multiset(bag: Counter[Card]) -> None:
    cards = cards_in(bag)
    assert len(cards) == bag.total()
    assert bool(cards) == (bag.total() > 0)
    assert list(cards) == in_order(bag)
    for card in FRENCH.cards:
        assert cards.count(card) == cards.count(str(card)) == bag[card]
        assert (card in cards) == (str(card) in cards) == (bag[card] > 0)
    assert isinstance(cards, Collection)


@given(bags(), bags())
def test_cards_compare_as_multisets(one: Counter[Card], other: Counter[Card]) -> None:
    a, b = cards_in(one), cards_in(other)
    assert (a == b) == (one == other)
    assert (a != b) == (one != other)
    assert (a <= b) == (one <= other)
    assert (a >= b) == (one >= other)
    assert a == cards_in(one) and hash(a) == hash(cards_in(one))


@given(bags(), bags())
def test_cards_add_up_while_none_is_there_more_than_twice(one: Counter[Card], other: Counter[Card]) -> None:
    a, b = cards_in(one), cards_in(other)
    if max((one + other).values(), default=0) > 2:
        with pytest.raises(BadCards) as caught:
            a + b
        assert caught.value.code == "too-many-cards"
    else:
        assert a + b == b + a == cards_in(one + other) == a + str(b) == a + list(b)
        assert (a + b) - b == a and a <= a + b
    assert a == cards_in(one) and b == cards_in(other)


@given(bags(), bags())
def test_only_cards_that_are_there_can_be_taken_away(one: Counter[Card], other: Counter[Card]) -> None:
    a, b = cards_in(one), cards_in(other)
    if other <= one:
        assert a - b == cards_in(one - other) == a - str(b)
    else:
        with pytest.raises(BadCards) as caught:
            a - b
        assert caught.value.code == "not-there"
    part = one & other
    assert a - cards_in(part) == cards_in(one - part)


@given(bags(most=4))
def test_no_card_is_there_more_than_twice(bag: Counter[Card]) -> None:
    if max(bag.values(), default=0) <= 2:
        assert Counter(cards_in(bag)) == bag
        return
    for form in (list(bag.elements()), " ".join(map(str, bag.elements()))):
        with pytest.raises(BadCards) as caught:
            Cards(form)
        assert caught.value.code == "too-many-cards"


def test_cards_do_not_change() -> None:
    cards = Cards("3C")
    with pytest.raises(TypeError):
        Cards.__init__(cards, "4C")
    with pytest.raises(AttributeError):
        cards.deck = "other"  # type: ignore[misc]
    assert cards == Cards("3C")


def test_cards_from_many_forms() -> None:
    cards = Cards("3C TH RJ")
    assert cards == Cards(cards) == Cards(list(cards)) == Cards(["3C", "TH", "RJ"]) == Cards(iter(cards))
    assert Cards() == Cards("") == Cards([]) and len(Cards()) == 0
    assert cards != "3C TH RJ" and cards != 3
    assert {cards: 1}[Cards("RJ 3C TH")] == 1


# ---- Decks, of every game --------------------------------------------------------


def test_a_deck_lists_its_cards_in_order(game: Game) -> None:
    deck = game.deck
    assert [card.index for card in deck.cards] == list(range(len(deck.cards)))
    assert len({card.text for card in deck.cards}) == len({card.symbol for card in deck.cards}) == len(deck.cards)
    assert all(card.deck == deck.name for card in deck.cards)
    assert set(deck.pack) <= set(deck.cards)
    assert list(deck.pack) == sorted(deck.pack, key=lambda card: card.index)


def test_the_text_of_every_card_is_read_back(game: Game) -> None:
    deck = game.deck
    for card in deck.cards:
        for text in (card.text, card.symbol, card.text.lower(), f"  {card.text}\n"):
            assert deck.card(text) == card
            assert deck.parse(text) == Cards([card], deck=deck.name)


def test_the_text_of_cards_is_read_back(game: Game) -> None:
    pack = game.deck.pack
    assert game.deck.parse(str(pack)) == game.deck.parse(pack.symbols) == pack
    assert pickle.loads(pickle.dumps(pack)) == pack
    assert eval(repr(pack), {"Cards": Cards}) == pack
    assert str(len(pack)) in repr(game.deck) and game.deck.name in repr(game.deck)


def test_cards_of_another_deck_do_not_mix(game: Game) -> None:
    stranger = Card("other", 0, game.deck.cards[0].text, "", "", None)
    for given_ in (stranger, Card(game.deck.name, 1, "zz", "", "", None), Card(game.deck.name, 99, "zz", "", "", None)):
        with pytest.raises(BadCards) as caught:
            Cards([given_], deck=game.deck.name)
        assert caught.value.code == "other-deck"
    with pytest.raises(BadCards) as caught:
        Cards("", deck="no such deck")
    assert caught.value.code == "no-such-deck"


# ---- Text of French cards --------------------------------------------------------


@given(bags(), st.sampled_from(["", " ", "  ", ",", ", ", "\t", "\n"]), st.data())
def test_text_may_be_written_in_many_ways(bag: Counter[Card], between: str, data: st.DataObject) -> None:
    words = []
    for card in data.draw(st.permutations(list(bag.elements()))):
        forms = [card.text, card.text.lower(), card.symbol, card.symbol.lower()]
        if card.rank == "T":
            forms += ["10" + card.text[1], "10" + card.symbol[1], "10" + card.text[1].lower()]
        words.append(data.draw(st.sampled_from(forms)))
    assert Cards(between.join(words)) == cards_in(bag)


def test_suit_symbols_may_be_filled_outlined_or_coloured() -> None:
    assert Cards("3♣ 3♦ 3♥ 3♠") == Cards("3♧ 3♢ 3♡ 3♤") == Cards("3C 3D 3H 3S") == Cards("3♣️3♦️3♥️3♠️")


def test_ranks_and_suits_of_cards() -> None:
    assert len(FRENCH.cards) == 54 and len(FRENCH.pack) == 54
    texts = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["BJ", "RJ"]
    assert [card.text for card in FRENCH.cards] == texts
    ten = FRENCH.card("10h")
    assert (ten.rank, ten.suit, ten.symbol, str(ten)) == ("T", "H", "T♥", "TH")
    assert (FRENCH.card("rj").rank, FRENCH.card("rj").suit) == ("RJ", None)


@pytest.mark.parametrize(
    "text", ["1C", "3X", "3", "C3", "11C", "BJJ", "XJ", "3C 4", "3C;4C", "3C/", "٣C", "3с", "3C\0"]
)
def test_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCards) as caught:
        Cards(text)
    assert caught.value.code == "bad-card" and caught.value.rule == ""
    with pytest.raises(BadCards):
        FRENCH.card(text)


def test_a_refusal_shows_where_the_text_is_wrong() -> None:
    with pytest.raises(BadCards, match="'1H 5C'"):
        Cards("3C 4D 1H 5C")


@pytest.mark.parametrize("text", ["", "3C 4C", "3C3C"])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(BadCards) as caught:
        FRENCH.card(text)
    assert caught.value.code == "not-one-card"


@given(st.text())
def test_any_text_is_cards_or_refused(text: str) -> None:
    try:
        cards = Cards(text)
    except BadCards:
        return
    assert Cards(str(cards)) == cards
