"""Bots play a deal for somebody to read, or for a program to read."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cardavia import bots
from cardavia._core import Match, Random
from cardavia.bots import Bot
from cardavia.record import plain
from cardavia.registry import Game
from cardavia.words import Words


def make_bots(name: str, count: int, *, seed: int) -> list[Bot]:
    """Bots of one name, each with chance of its own."""
    chance = Random(seed)
    return [bots.make(name, seed=chance.below(2**63)) for _ in range(count)]


def let_bot_play(match: Match, players: list[Bot]) -> None:
    """The bot whose turn it is makes a move: all it gets is its view."""
    if match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))


def told(game: Game, *, bot: str, seed: int, symbols: bool) -> Iterator[str]:
    """The lines that tell a deal, while it is played."""
    match, players = game.start(seed=seed), make_bots(bot, game.players, seed=seed)
    words = Words(game, symbols=symbols)
    yield f"{game.title}, seed {seed}, bot {bot}\n"
    yield from words.step(match.log, match.table, match.table)
    yield ""
    while match.turn is not None:
        before, length = match.table, len(match.log)
        let_bot_play(match, players)
        yield from words.step(match.log[length:], before, match.table)
    yield ""
    if match.deal_result is not None:
        yield from words.account(match.deal_result, match.table)


def recorded(game: Game, *, bot: str, seed: int) -> str:
    """A deal as one line of JSON: ``game``, ``seed``, ``bot``, the ``record`` that :meth:`Match.from_json` reads,
    the ``events`` of the whole log, and the ``result``."""
    match, players = game.start(seed=seed), make_bots(bot, game.players, seed=seed)
    while match.turn is not None:
        let_bot_play(match, players)
    return json.dumps(
        {
            "game": game.name,
            "seed": seed,
            "bot": bot,
            "record": json.loads(match.to_json()),
            "events": [event.to_dict() for event in match.log],
            "result": plain(match.deal_result),
        }
    )
