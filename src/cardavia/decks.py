"""The decks: which cards there are, in deck order."""

from __future__ import annotations

from dataclasses import dataclass

from cardavia import _core
from cardavia.cards import Card


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """The pack of a game: its kinds of cards in deck order, and how many copies of each are dealt.

    >>> import cardavia
    >>> deck = cardavia.game("doudizhu").deck
    >>> deck.parse("3c 10H rj")
    Cards('3C TH RJ')
    >>> len(deck.pack)
    54
    """

    name: str
    """``"french"``, ``"aluette"`` or ``"bolognese"``"""
    cards: tuple[Card, ...]
    """Every kind of card, in deck order."""
    pack: _core.Cards
    """The cards that the game deals from."""

    @classmethod
    def of(cls, pack: _core.Cards) -> Deck:
        """The deck of a pack."""
        return cls(pack.deck, _core.deck_cards(pack.deck), pack)

    def parse(self, text: str) -> _core.Cards:
        """The cards of a text, in any order, case and spacing, with letters or symbols for suits.

        :raises BadCards: for a word that is no card of the deck, or a card oftener than twice.
        """
        return _core.Cards(text, deck=self.name)

    def card(self, text: str) -> Card:
        """The one card of a text.

        :raises BadCards: if it is not the text of exactly one card.
        """
        return _core.parse_card(self.name, text)

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {len(self.pack)} cards>"
