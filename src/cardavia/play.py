"""A person at the table, bots at the other seats. The person sees what the view of the seat holds, and nothing else."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice, takewhile

from cardavia._core import Match, Move, View
from cardavia.bots import Bot
from cardavia.choices import Choice, choices, few_choices, understand
from cardavia.errors import CardaviaError
from cardavia.events import Event, EventCode
from cardavia.moves import Kind
from cardavia.registry import Game
from cardavia.watch import let_bot_play, make_bots
from cardavia.words import Words, row

_MANY = 1000
"""No more choices are ever listed or sorted: a table may have millions."""

_HELP = """\
Type a move as text, or the number of a choice: #1, or just 1 when the choices are listed.
{typing}
  moves, ?     the legal moves, numbered; with a word only some of them: ? pair
  hand         your cards
  table        what lies on the table
  hint         a legal move that a bot would make
  undo         back to your last decision
  help         this text
  quit         leave the table; so do Ctrl-D and Ctrl-C"""
_NEXT_DEAL_HELP = "  Enter deals the next deal; table, undo, help and quit work here too"


class Left(Exception):
    """The person has left the table."""


def ask(prompt: str) -> str:
    """A line from the person. What comes from a file or a pipe is shown, as the terminal shows what is typed.

    :raises Left: at the end of the input, or when there is none
    """
    if is_terminal():
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            raise Left from None
    # Not input(), which forgets a Ctrl-C that comes while it writes the prompt.
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    print(line.rstrip("\n"))
    if not line:
        raise Left
    return line.strip()


def is_terminal() -> bool:
    """Whether somebody types."""
    return bool(sys.stdin) and sys.stdin.isatty()


def last_acts(log: list[Event]) -> dict[int | None, Move | None]:
    """What each seat did last since anything else happened than moves and going out: in this trick, in the bidding so
    far."""
    latest_first = takewhile(lambda event: event.code in (EventCode.MOVE, EventCode.PLACE), reversed(log))
    return {event.seat: event.move for event in reversed(list(latest_first)) if event.move is not None}


def locked(log: list[Event], seat: int) -> Move | None:
    """The move with which a seat locked a card in this deal, as far as the log has it: a view's has its own seat's."""
    deal = takewhile(lambda event: event.code is not EventCode.DEAL, reversed(log))
    own = (event.move for event in deal if event.move is not None and event.seat == seat)
    return next((move for move in own if move.kind is Kind.LOCK), None)


class Person:
    """One person's seat in a match.

    :param players: the bots of all seats; the one of the person's own seat is never asked
    :param adviser: the bot that gives hints
    """

    def __init__(self, match: Match, seat: int, players: list[Bot], adviser: Bot, words: Words) -> None:
        self._match = match
        self._seat = seat
        self._players = players
        self._adviser = adviser
        self._words = words
        self._decisions: list[Match] = []
        self._told = 0  # so many events of the log
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "?": self._list_moves,
            "hand": lambda _: self._show_hand(),
            "table": lambda _: self._show_table(),
            "hint": lambda _: self._show_hint(),
            "help": lambda _: print(_HELP.format(typing=self._words.typing)),
            "undo": lambda _: self._undo(),
            "quit": lambda _: self._leave(),
        }
        self._between_deals = {name: self._commands[name] for name in ("table", "help", "undo", "quit")}

    @property
    def view(self) -> View:
        """All that the person may know."""
        return self._match.view(self._seat)

    def play_match(self) -> None:
        """Plays to the end of the match.

        :raises Left: when the person leaves
        """
        self._tell_news(self.view)
        self._play_deal()
        while not self.view.over:
            if self._wants_next_deal():
                print()
                self._make(self._match.next_deal)
            self._play_deal()

    def _play_deal(self) -> None:
        while not self.view.deal_over:
            if self.view.turn == self._seat:
                self._decide()
            else:
                self._make(lambda: let_bot_play(self._match, self._players))
        if (result := self.view.deal_result) is not None:
            self._tell(["", *self._words.account(result, self.view.table)])

    def _wants_next_deal(self) -> bool:
        """Asks until the person wants to go on, or back into the deal that is over."""
        print()
        while self.view.deal_over:
            text = ask("next deal> ").lower()
            if text in self._between_deals:
                self._between_deals[text]("")
            elif text:
                print(_NEXT_DEAL_HELP)
            else:
                return True
        return False

    def _make(self, act: Callable[[], object]) -> None:
        """Does something at the table and tells what was to be seen of it."""
        before = self.view
        act()
        self._tell_news(before)

    def _decide(self) -> None:
        """Asks until the person has moved, or has taken a move back."""
        self._show_turn()
        decisions = len(self._decisions)
        while len(self._decisions) == decisions:
            text = ask("your move> ")
            command, _, rest = text.lower().partition(" ")
            if command in self._commands:
                self._commands[command](rest.strip())
            elif text:
                self._try(text)

    def _try(self, text: str) -> None:
        try:
            move = understand(self.view.moves, self._words.meant(text, self.view.table))
        except CardaviaError as error:
            print(f"  no: {error}")
            if not error.rule:  # no rule was broken: the text was the trouble
                print("  help says what can be typed")
            self._show_choices("legal")
            return
        self._decisions.append(self._match.copy())
        self._make(lambda: self._match.play(move))

    # ---- Commands ----

    def _list_moves(self, sort: str) -> None:
        looked_at = list(islice(choices(self.view.moves), _MANY + 1))
        if len(looked_at) > _MANY and not sort:
            print(f"  {len(self.view.moves)} moves are too many to be listed; any of them can be typed")
            return
        listed = [each for each in looked_at[:_MANY] if sort in ("", each.sort)]
        self._tell([row("", self._choice(each)) for each in listed] or [f"  no legal move is called {sort!r}"])
        if len(looked_at) > _MANY:
            print(f"  looked for among the first {_MANY} of {len(self.view.moves)} moves; any of them can be typed")

    def _show_hint(self) -> None:
        view = self.view
        print(row("hint", self._words.move(self._adviser.choose(view), view.table)))

    def _undo(self) -> None:
        if not self._decisions:
            print("  you have decided nothing yet")
            return
        self._match = self._decisions.pop()
        self._told = len(self.view.log)
        print("  taken back")

    def _leave(self) -> None:
        raise Left

    # ---- What is shown ----

    def _tell_news(self, before: View) -> None:
        """Tells what has happened since it was told last."""
        after = self.view
        log = after.log
        self._tell(self._words.step(log[self._told :], before.table, after.table))
        self._told = len(log)

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            print(line)

    def _show_turn(self) -> None:
        print()
        self._show_facts()
        view = self.view
        for seat, before_it in enumerate(self._words.seats(view.table)):
            if before_it:
                print(row(self._words.seat(seat, view.table), before_it))
        self._show_hand()
        self._show_choices("choices")

    def _show_hand(self) -> None:
        view = self.view
        held = f"{self._words.cards(view.hand, view.table)}  {self._words.worth(view.hand, view.table)}"
        print(row(f"your hand ({len(view.hand)})", held))
        own_lock = locked(view.log, self._seat)
        if own_lock is not None:
            print(row("you locked", self._words.cards(own_lock.cards, view.table)))

    def _show_table(self) -> None:
        view = self.view
        acts = last_acts(view.log)
        for seat, (size, before_it) in enumerate(zip(view.hand_sizes, self._words.seats(view.table), strict=True)):
            act = acts.get(seat)
            parts = [f"{size:2} in hand", before_it, "" if act is None else self._words.move(act, view.table)]
            print(row(self._words.seat(seat, view.table), "  ".join(filter(None, parts))))
        self._show_facts()

    def _show_facts(self) -> None:
        self._tell([row(name, value) for name, value in self._words.facts(self.view.table)])

    def _show_choices(self, label: str) -> None:
        """All choices when they are few, else how many there are of each sort."""
        moves = self.view.moves
        listed = few_choices(moves)
        if listed is not None:
            for place, each in enumerate(listed):
                print(row("" if place else label, self._choice(each)))
            return
        sorts = Counter(each.sort for each in islice(choices(moves), _MANY))
        if len(moves) > _MANY and len(sorts) == 1:
            print(row(label, f"{len(moves)} moves, too many to be listed: type the cards"))
            return
        counted = ", ".join(f"{sort} {number}" for sort, number in sorts.items())
        print(row(label, f"{len(moves)} moves: {counted}{' and others' if len(moves) > _MANY else ''}"))
        one_sort = f", ? {next(reversed(sorts))} those of one sort" if len(sorts) > 1 else ""
        print(row("", f"? lists all{one_sort}"))

    def _choice(self, choice: Choice) -> str:
        """A choice with its number."""
        first = self._words.move(choice.first, self.view.table)
        return f"#{choice.number:<4} {first}{f' to {choice.last.amount}' if choice.is_range else ''}"


def edit_lines() -> None:
    """Gives the person the arrow keys, where Python has them."""
    if is_terminal():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401


def play(game: Game, *, seat: int, bot: str, seed: int, symbols: bool) -> None:
    """Seats a person and plays a match. The seed is told only when it can no longer give the cards away."""
    edit_lines()
    *players, adviser = make_bots(bot, game.players + 1, seed=seed)
    words = Words(game, symbols=symbols, you=seat)
    partners = [other for other, side in enumerate(game.sides) if side == game.sides[seat] and other != seat]
    told = "".join(f", your partner is seat {other}" for other in partners)
    print(f"{game.title}: you are seat {seat}{told}, bot {bot} plays the others\n")
    try:
        Person(game.start(seed=seed), seat, players, adviser, words).play_match()
    except Left:
        print("You left the table.")
    print(f"The same cards again: --seed {seed}")
