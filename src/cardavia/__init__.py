"""Cardavia: a card-table engine. Exact house rules, views that leak nothing, positions that are values."""

from cardavia import bots
from cardavia._core import Cards, Match, Move, MoveList, Moves, Random, View
from cardavia.build import get_include, get_library
from cardavia.cards import Card
from cardavia.decks import Deck
from cardavia.errors import BadCards, BadOption, BadRecord, CardaviaError, IllegalMove
from cardavia.events import Event, EventCode
from cardavia.moves import Kind, Shape
from cardavia.registry import Game, game, game_names
from cardavia.results import DealResult, Line, Tally

__version__ = "0.1.0"

__all__ = [
    "BadCards",
    "BadOption",
    "BadRecord",
    "Card",
    "CardaviaError",
    "Cards",
    "DealResult",
    "Deck",
    "Event",
    "EventCode",
    "Game",
    "IllegalMove",
    "Kind",
    "Line",
    "Match",
    "Move",
    "MoveList",
    "Moves",
    "Random",
    "Shape",
    "Tally",
    "View",
    "bots",
    "game",
    "game_names",
    "get_include",
    "get_library",
]
