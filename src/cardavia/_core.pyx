# cython: language_level=3, freethreading_compatible=True, binding=True, embedsignature=True, embedsignature.format=python
"""The binding: the C core's values as Python objects. What needs no C is written in Python beside it."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memcmp, memcpy, memset

cimport cython

import collections.abc
import secrets

from cardavia.cards import Card
from cardavia.errors import BadCards, BadOption, BadRecord, CardaviaError, IllegalMove, shown
from cardavia.events import Event, EventCode
from cardavia.moves import Kind, Shape
from cardavia.results import DealResult, Line, Tally

cdef enum:
    TEXT_SIZE = 512  # no set of cards has a longer text
    LISTED_AT_ONCE = 4096
    DEALS_AT_ONCE = 1024

# ---- The position of objects that were made behind our back ----------------------


cdef history_node *some_node() except NULL:
    cdef cav_state state
    cdef cav_move none
    cdef uint8_t[CAV_SEED_SIZE] seed
    memset(seed, 0, sizeof(seed))
    memset(&none, 0, sizeof(none))
    cav_game_start(cav_game_at(0), NULL, seed, NULL, &state, NULL)
    cdef history_node *node = history_add(NULL, &state, &none, NULL, 0)
    if node == NULL:
        raise MemoryError
    return node

# Match.__new__(Match) and its like must not crash: they get this until they are given a position of their own.
cdef history_node *_SOME_NODE = some_node()

# ---- Words ----------------------------------------------------------------------

cdef str words(const char *text):
    return text.decode("utf-8")

cdef tuple _KINDS = (None, *(Kind(words(cav_kind_name(i))) for i in range(1, CAV_KINDS)))
cdef tuple _SHAPES = (None, *(Shape(words(cav_shape_name(i))) for i in range(1, CAV_SHAPES)))
cdef tuple _CODES = (None, *(EventCode(words(cav_event_name(i))) for i in range(1, CAV_EVENT_CODES)))
cdef dict _ERRORS = {
    CAV_ILLEGAL_MOVE: IllegalMove,
    CAV_BAD_CARDS: BadCards,
    CAV_BAD_OPTION: BadOption,
    CAV_BAD_RECORD: BadRecord,
}

cdef object refuse(const cav_error *error, str where=""):
    """The exception that a C error stands for."""
    return _ERRORS[error.kind](words(error.message) + where, words(error.code), words(error.rule))

cdef object refuse_text(const cav_error *error, str text, size_t at):
    """The same for an error in a text: it shows where."""
    if error.kind != CAV_BAD_CARDS:
        return refuse(error)
    rest = text.encode("utf-8")[at:].decode("utf-8", "replace")
    if not rest:
        return refuse(error)
    return refuse(error, f": {rest[:12]!r}")

cdef str plain_text(text):
    """A text as str itself, also when it is of a class made from it (such as Kind)."""
    return text if type(text) is str else str.__str__(text)

cdef const char *text_of(str text, Py_ssize_t *length) except NULL:
    try:
        return PyUnicode_AsUTF8AndSize(text, length)
    except UnicodeEncodeError:
        raise BadCards("the text is not valid Unicode", "bad-text") from None

# ---- Cards ------------------------------------------------------------------------

cdef int deck_number(name) except -1:
    cdef int deck = 0
    while cav_deck_name(deck) != NULL:
        if words(cav_deck_name(deck)) == name:
            return deck
        deck += 1
    raise BadCards(f"there is no deck {shown(name)}", "no-such-deck")

cdef str card_text(int deck, int card, cav_style style):
    cdef char[32] text
    cav_card_format(deck, card, style, text, sizeof(text))
    return words(text)

cdef object make_card(int deck, int card):
    cdef int suit = cav_card_suit(deck, card)
    return Card(
        deck=words(cav_deck_name(deck)),
        index=card,
        text=card_text(deck, card, CAV_PLAIN),
        symbol=card_text(deck, card, CAV_SYMBOLS),
        rank=words(cav_rank_text(deck, cav_card_rank(deck, card))),
        suit=None if suit < 0 else card_text(deck, card, CAV_PLAIN)[-1],
    )

cdef tuple make_decks():
    cdef int deck = 0
    decks = []
    while cav_deck_name(deck) != NULL:
        decks.append(tuple(make_card(deck, card) for card in range(cav_deck_kinds(deck))))
        deck += 1
    return tuple(decks)

cdef tuple _DECKS = make_decks()


def deck_cards(name):
    """Every kind of card of a deck, in deck order."""
    return _DECKS[deck_number(name)]


cdef list parse_list(int deck, str text):
    cdef uint8_t[CAV_MAX_PACK] cards
    cdef size_t count = 0, at = 0
    cdef Py_ssize_t length = 0
    cdef const char *bytes_ = text_of(text, &length)
    cdef const cav_error *error = cav_cards_parse(deck, bytes_, <size_t>length, cards, CAV_MAX_PACK, &count, &at)
    if error != NULL:
        raise refuse_text(error, text, at)
    return [cards[i] for i in range(count)]


def parse_card(deck, text):
    """The one card of a text."""
    if not isinstance(text, str):
        raise BadCards(f"the text of a card is wanted, not {shown(text)}", "bad-card")
    cdef list cards = parse_list(deck_number(deck), plain_text(text))
    if len(cards) != 1:
        raise BadCards(f"one card is wanted, not {len(cards)}: {shown(text)}", "not-one-card")
    return _DECKS[deck_number(deck)][cards[0]]


cdef Cards make_cards(int deck, cav_cards value):
    cdef Cards cards = Cards.__new__(Cards)
    cards.number = deck
    cards.value = value
    cards.made = True
    return cards


cdef cav_cards with_card(cav_cards value, int card) except *:
    if not cav_cards_add(&value, card):
        raise BadCards("a card is there more than twice", "too-many-cards")
    return value


@cython.final
cdef class Cards:
    """A multiset of cards of one deck, with up to two copies of each. Immutable; hashable; iterates in deck order.

    ``Cards("3C 3D TH")`` reads text, ``Cards(cards)`` takes any iterable of cards or texts. ``a + b`` and ``a - b`` count
    copies, ``a <= b`` asks whether all of ``a`` is in ``b``.
    """

    cdef cav_cards value
    cdef int number
    cdef bint made

    def __init__(self, cards="", *, deck="french"):
        if self.made:
            raise TypeError("cards do not change")
        self.number = deck_number(deck)
        self.value = self.value_of(cards)
        self.made = True

    cdef cav_cards value_of(self, cards) except *:
        cdef cav_cards value
        memset(&value, 0, sizeof(value))
        if isinstance(cards, str):
            for card in parse_list(self.number, plain_text(cards)):
                value = with_card(value, card)
            return value
        if isinstance(cards, Cards):
            if (<Cards>cards).number != self.number:
                raise BadCards("these are cards of another deck", "other-deck")
            return (<Cards>cards).value
        try:
            given = iter(cards)
        except TypeError:
            raise BadCards(f"these are no cards: {shown(cards)}", "bad-card") from None
        for card in given:
            value = with_card(value, self.index_of(card))
        return value

    cdef int index_of(self, card) except -1:
        if isinstance(card, str):
            card = parse_card(words(cav_deck_name(self.number)), card)
        if not isinstance(card, Card):
            raise BadCards(f"this is no card: {shown(card)}", "bad-card")
        known = _DECKS[self.number]
        cdef object index = card.index
        if not isinstance(index, int) or not 0 <= index < len(known) or (known[index] is not card and known[index] != card):
            raise BadCards("this is a card of another deck", "other-deck")
        return index

    cdef Cards same_deck(self, other):
        if not isinstance(other, Cards):
            return Cards(other, deck=self.deck)
        if (<Cards>other).number != self.number:
            raise BadCards("these are cards of another deck", "other-deck")
        return other

    @property
    def deck(self):
        """Name of the deck."""
        return words(cav_deck_name(self.number))

    @property
    def symbols(self):
        """The text with suit symbols."""
        return self.text(CAV_SYMBOLS)

    cdef str text(self, cav_style style):
        cdef char[TEXT_SIZE * 2] text
        cav_cards_format(self.number, self.value, style, text, sizeof(text))
        return words(text)

    def __len__(self):
        return cav_cards_count(self.value)

    def __iter__(self):
        cdef uint8_t[128] cards
        cdef int i, count = cav_cards_list(self.value, cards)
        kinds = _DECKS[self.number]
        return iter([kinds[cards[i]] for i in range(count)])

    def __contains__(self, card):
        return bool(self.value.any >> self.index_of(card) & 1)

    def count(self, card):
        """How many copies of a card there are: 0, 1 or 2."""
        cdef int index = self.index_of(card)
        return int(self.value.any >> index & 1) + int(self.value.both >> index & 1)

    def __eq__(self, other):
        if not isinstance(other, Cards):
            return NotImplemented
        cdef Cards cards = other
        return (self.number == cards.number and self.value.any == cards.value.any
                and self.value.both == cards.value.both)

    def __hash__(self):
        return hash((self.number, self.value.any, self.value.both))

    def __le__(self, other):
        """Whether all these cards are among the other ones, copies counted."""
        return bool(cav_cards_contain(self.same_deck(other).value, self.value))

    def __ge__(self, other):
        return bool(cav_cards_contain(self.value, self.same_deck(other).value))

    def __add__(self, other):
        cdef Cards more = self.same_deck(other)
        if self.value.both & more.value.any or self.value.any & more.value.both:
            raise BadCards("a card would be there more than twice", "too-many-cards")
        return make_cards(self.number, cav_cards(
            self.value.any | more.value.any,
            self.value.both | more.value.both | (self.value.any & more.value.any)))

    def __sub__(self, other):
        cdef Cards part = self.same_deck(other)
        if not cav_cards_contain(self.value, part.value):
            raise BadCards("cards that are not there cannot be taken away", "not-there")
        return make_cards(self.number, cav_cards_minus(self.value, part.value))

    def __str__(self):
        return self.text(CAV_PLAIN)

    def __repr__(self):
        deck = f", deck='{self.deck}'" if self.number != 0 else ""
        return f"Cards('{self}'{deck})"

    def __reduce__(self):
        return _load_cards, (self.deck, str(self))


def _load_cards(deck, text):
    if not isinstance(deck, str) or not isinstance(text, str):
        raise BadRecord("these are no cards", "bad-record")
    return Cards(text, deck=deck)


collections.abc.Collection.register(Cards)

# ---- Moves ------------------------------------------------------------------------


cdef inline Move make_move(const cav_game *game, const cav_move *value):
    cdef Move move = Move.__new__(Move)
    move.game_ = game
    move.value = value[0]
    return move


@cython.final
@cython.no_gc
@cython.freelist(256)
cdef class Move:
    """A move. Immutable; hashable; equal when every field is equal.

    Moves come from :attr:`Match.moves`, :attr:`View.moves` and their ``find``; there is no constructor.
    """

    cdef const cav_game *game_
    cdef cav_move value

    def __cinit__(self):
        self.game_ = cav_game_at(0)  # so that even an object made by __new__ alone is a move

    def __init__(self):
        raise TypeError("moves come from match.moves and match.moves.find(text)")

    @property
    def kind(self):
        """What it does."""
        return _KINDS[self.value.kind]

    @property
    def shape(self):
        """What its cards are read as, or what a bid names as trump; None for a move without either."""
        return _SHAPES[self.value.shape]

    @property
    def rank(self):
        """Text of the main rank, of a sequence its top rank; None for a move without a reading."""
        if self.value.length == 0:
            return None
        return words(cav_rank_text(cav_game_about(self.game_).deck, self.value.rank))

    @property
    def length(self):
        """How many ranks the core spans: 1, or the length of a sequence; 0 for a move without a reading."""
        return self.value.length

    @property
    def amount(self):
        """What is bid; 0 when nothing is."""
        return self.value.amount

    @property
    def cards(self):
        """The cards that leave the hand."""
        return make_cards(cav_game_about(self.game_).deck, self.value.cards)

    @property
    def symbols(self):
        """The text with suit symbols."""
        return self.text(CAV_SYMBOLS)

    cdef str text(self, cav_style style):
        cdef char[TEXT_SIZE * 2] text
        cav_move_format(self.game_, &self.value, style, text, sizeof(text))
        return words(text)

    def __eq__(self, other):
        if not isinstance(other, Move):
            return NotImplemented
        cdef Move move = other
        return self.game_ == move.game_ and memcmp(&self.value, &move.value, sizeof(cav_move)) == 0

    def __hash__(self):
        return hash((self.value.kind, self.value.shape, self.value.rank, self.value.length, self.value.amount,
                     self.value.cards.any, self.value.cards.both))

    def __str__(self):
        return self.text(CAV_PLAIN)

    def __repr__(self):
        return f"<Move {self}>"

    def __reduce__(self):
        return _load_move, (words(cav_game_about(self.game_).name), PyBytes_FromStringAndSize(
            <char *>&self.value, sizeof(cav_move)))


cdef const cav_game *game_named(name) except NULL:
    cdef Py_ssize_t length = 0
    cdef const cav_game *game = NULL
    if type(name) is str and name.isidentifier():
        game = cav_game_find(text_of(name, &length))
    if game == NULL:
        raise BadOption(f"there is no table {shown(name)}", "no-such-game")
    return game


cdef bint fits(const cav_game *game, const cav_move *move):
    """Whether every field of a move can be shown."""
    cdef const cav_game_info *info = cav_game_about(game)
    return (move.kind < CAV_KINDS and move.shape < CAV_SHAPES and not move.cards.both & ~move.cards.any
            and cav_cards_contain(info.pack, move.cards))


def _load_move(name, data):
    cdef const cav_game *game = game_named(name)
    cdef cav_move move
    if not isinstance(data, bytes) or PyBytes_GET_SIZE(data) != sizeof(cav_move):
        raise BadRecord("this is no move", "bad-record")
    memcpy(&move, PyBytes_AS_STRING(data), sizeof(cav_move))
    if not fits(game, &move):
        raise BadRecord("this is no move", "bad-record")
    return make_move(game, &move)


@cython.final
cdef class Random:
    """Random numbers from a seed: the generator of the core, ChaCha20. The same seed gives the same numbers everywhere.

    :param seed: int, 32 bytes, or None for fresh entropy
    """

    cdef cav_rng rng

    def __init__(self, seed=None):
        cdef bytes key = seed_bytes(seed)
        cav_rng_init(&self.rng, <const uint8_t *>PyBytes_AS_STRING(key), 0)

    def below(self, n):
        """A number in [0, n), each equally likely.

        :param n: from 1 to 2**64 - 1
        :raises BadOption: for any other n
        """
        number = int.__index__(n) if isinstance(n, int) else 0
        if not 0 < number < 2**64:
            raise BadOption("a bound is a whole number from 1 to 2**64 - 1", "bad-bound")
        return cav_rng_below(&self.rng, number)

    def __reduce__(self):
        return _load_random, (PyBytes_FromStringAndSize(<char *>&self.rng, sizeof(cav_rng)),)


def _load_random(data):
    cdef Random random = Random.__new__(Random)
    if not isinstance(data, bytes) or PyBytes_GET_SIZE(data) != sizeof(cav_rng):
        raise BadRecord("this is no generator", "bad-record")
    memcpy(&random.rng, PyBytes_AS_STRING(data), sizeof(cav_rng))
    return random


def seed_bytes(seed):
    """The 32 bytes of a seed: an int from 0 to 2**256 - 1, 32 bytes, or None for fresh entropy.

    :raises BadOption: for anything else
    """
    if seed is None:
        return secrets.token_bytes(CAV_SEED_SIZE)
    cdef bytes key
    if isinstance(seed, int) and not isinstance(seed, bool):
        number = int.__index__(seed)  # the number itself, also of a class made from int
        if 0 <= number < 2**256:
            return number.to_bytes(CAV_SEED_SIZE, "little")
        raise BadOption("a seed is a number from 0 to 2**256 - 1", "bad-seed")
    if isinstance(seed, (bytes, bytearray)):
        key = bytes(seed)
        if PyBytes_GET_SIZE(key) == CAV_SEED_SIZE:
            return key
    raise BadOption("a seed is an int, 32 bytes or None", "bad-seed")


@cython.final
cdef class Moves:
    """The legal moves of the seat to act: a sequence that is not listed until you ask.

    ``len(moves)``, ``moves[i]``, ``move in moves``, slices and ``moves.sample(rng)`` are cheap however many there are.
    It stays what it was when the match goes on. Where cards are the same by the rules one move is listed for them all
    (:meth:`canonical`), and ``move in moves``, ``index`` and ``count`` take any of them for it.
    """

    cdef history_node *node
    cdef uint64_t start, count_
    cdef int64_t step
    cdef bint counted, whole

    def __cinit__(self):
        self.node = history_hold(_SOME_NODE)
        self.step = 1
        self.whole = True

    def __init__(self):
        raise TypeError("moves come from match.moves and view.moves")

    def __dealloc__(self):
        history_drop(self.node)

    cdef uint64_t size(self):
        if not self.counted:
            self.count_ = cav_state_count(&self.node.state)
            self.counted = True
        return self.count_

    cdef Move at(self, uint64_t index):
        cdef cav_move move
        cdef const cav_error *error = cav_state_nth(
            &self.node.state, self.start + <uint64_t>(self.step * <int64_t>index), &move)
        if error != NULL:
            raise refuse(error)
        return make_move(cav_state_game(&self.node.state), &move)

    def __len__(self):
        return self.size()

    def __bool__(self):
        return self.size() > 0

    def __getitem__(self, index):
        cdef Moves part
        if isinstance(index, slice):
            chosen = range(self.size())[index]
            part = make_moves(self.node)
            part.whole = self.whole and len(chosen) == self.size()
            part.counted = True
            part.count_ = len(chosen)
            part.start = self.start + <uint64_t>(self.step * <int64_t>chosen.start) if chosen else 0
            part.step = self.step * <int64_t>chosen.step if len(chosen) > 1 else 1
            return part
        try:
            return self.at(range(self.size())[index])
        except IndexError:
            raise IndexError("there are not that many legal moves") from None

    def __iter__(self):
        cdef uint64_t count = self.size()
        cdef const cav_game *game = cav_state_game(&self.node.state)
        if self.start == 0 and self.step == 1 and count <= LISTED_AT_ONCE:
            return iter(list_moves(game, &self.node.state, count))
        return (self.at(i) for i in range(count))

    def __reversed__(self):
        return iter(self[::-1])

    def __contains__(self, move):
        cdef cav_move value
        if not isinstance(move, Move):
            return False
        if not self.whole:
            return self.place(move) >= 0
        if (<Move>move).game_ != cav_state_game(&self.node.state):
            return False
        value = (<Move>move).value
        return cav_state_check(&self.node.state, &value) == NULL

    def canonical(self, move):
        """The listed move of the class of a legal move.

        Where cards are the same by the rules, the sequence has one move for all of them, made of the cards first in
        deck order. Any other of the class can be played as well, with the cards that it names; this says which listed
        move stands for it. Of a listed move it is the move itself.

        :param move: a :class:`Move`, or its text
        :raises IllegalMove: for a move that the rules do not allow now
        :raises BadCards: for a text with a word that is no card
        """
        return legal_move(self.node, move, True)

    cdef int64_t place(self, move):
        """The place of a move, or of the listed one of its class, without looking through the others; -1: it has none."""
        cdef uint64_t index = 0
        cdef int64_t steps
        if (not isinstance(move, Move) or (<Move>move).game_ != cav_state_game(&self.node.state)
                or cav_state_index(&self.node.state, &(<Move>move).value, &index) != NULL):
            return -1
        steps = <int64_t>(index - self.start)
        if steps % self.step:
            return -1
        steps //= self.step
        return steps if 0 <= steps < <int64_t>self.size() else -1

    def index(self, move, start=0, stop=None):
        """The place of a move in the sequence, or of the listed one of its class.

        :raises ValueError: if it is not there
        """
        cdef int64_t place = self.place(move)
        if place not in range(self.size())[start:stop]:
            raise ValueError("the move is not listed")
        return place

    def count(self, move):
        """How often a move, or the listed one of its class, is there: 0 or 1."""
        return int(move in self)

    def sample(self, rng):
        """One of the moves, each equally likely.

        :param rng: a :class:`Random`, a :class:`random.Random` or a NumPy generator
        :raises IllegalMove: "no-moves" when there is none
        :raises BadOption: "bad-random" for anything else
        """
        cdef cav_move move
        cdef const cav_error *error
        if isinstance(rng, Random) and self.whole:
            error = cav_state_pick(&self.node.state, &(<Random>rng).rng, &move)
            if error != NULL:
                raise refuse(error)
            return make_move(cav_state_game(&self.node.state), &move)
        cdef uint64_t count = self.size()
        if count == 0:
            raise IllegalMove("there is no move to choose from", "no-moves")
        if isinstance(rng, Random):
            return self.at(cav_rng_below(&(<Random>rng).rng, count))
        draw = getattr(rng, "randrange", None) or getattr(rng, "integers", None)
        if draw is None:
            raise BadOption(f"this is no source of random numbers: {shown(rng)}", "bad-random")
        return self[int(draw(count))]

    def find(self, text):
        """The move of a text: ``"pass"``, ``"bid 3"``, ``"play 3C 3D 3H 5S"``, ``"full-house 3: 3C 3D 3H 5S 5S"``. What is
        found can be played.

        :raises BadCards: for a word that is no card
        :raises IllegalMove: for any other text, or a move that the rules do not allow now
        """
        return find_move(self.node, text)

    def __repr__(self):
        return f"<{self.size()} moves>"


cdef Moves make_moves(history_node *node):
    cdef Moves moves = Moves.__new__(Moves)
    history_drop(moves.node)
    moves.node = history_hold(node)
    return moves


cdef list list_moves(const cav_game *game, const cav_state *state, uint64_t count):
    cdef cav_move *moves = <cav_move *>PyMem_Malloc((count + 1) * sizeof(cav_move))
    if moves == NULL:
        raise MemoryError
    try:
        count = cav_state_list(state, moves, count)
        return [make_move(game, &moves[i]) for i in range(count)]
    finally:
        PyMem_Free(moves)


cdef Move find_move(history_node *node, text):
    cdef cav_move move
    cdef size_t at = 0
    cdef Py_ssize_t length = 0
    if not isinstance(text, str):
        raise IllegalMove(f"a move is a Move or a text, not {type(text).__name__}", "unreadable")
    cdef str plain = plain_text(text)
    cdef const char *bytes_ = text_of(plain, &length)
    cdef const cav_error *error = cav_move_parse(&node.state, bytes_, <size_t>length, &move, &at)
    if error != NULL:
        raise refuse_text(error, plain, at)
    return make_move(cav_state_game(&node.state), &move)


cdef Move legal_move(history_node *node, move, bint listed):
    """The move that is meant, a Move or its text, complete with its reading, or the listed one of its class. It may be
    made in that position."""
    cdef Move meant = move if isinstance(move, Move) else find_move(node, move)
    cdef cav_move value = meant.value
    cdef const cav_error *error = NULL
    if meant.game_ != cav_state_game(&node.state):
        raise IllegalMove("this is a move of another game", "other-game")
    if listed:
        error = cav_state_canonical(&node.state, &value)
    elif meant is move:  # a text has been checked
        error = cav_state_check(&node.state, &value)
    if error != NULL:
        raise refuse(error)
    return meant if memcmp(&value, &meant.value, sizeof(cav_move)) == 0 else make_move(meant.game_, &value)


@cython.final
cdef class MoveList:
    """Moves that a kernel made: a sequence of :class:`Move` that builds each when it is asked for."""

    cdef const cav_game *game_
    cdef cav_move *moves
    cdef size_t size

    def __init__(self):
        raise TypeError("move lists come from functions such as doudizhu.plays")

    def __dealloc__(self):
        PyMem_Free(self.moves)

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [make_move(self.game_, &self.moves[<size_t>i]) for i in range(self.size)[index]]
        try:
            return make_move(self.game_, &self.moves[<size_t>range(self.size)[index]])
        except IndexError:
            raise IndexError("there are not that many moves") from None

    def __iter__(self):
        cdef size_t i
        return iter([make_move(self.game_, &self.moves[i]) for i in range(self.size)])

    def __contains__(self, move):
        return self.count(move) > 0

    def index(self, move):
        """The place of a move.

        :raises ValueError: if it is not there
        """
        return list(self).index(move)

    def count(self, move):
        """How often a move is there."""
        return list(self).count(move)

    def __reversed__(self):
        return iter(self[::-1])

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, MoveList) else NotImplemented

    def __repr__(self):
        return f"<{self.size} moves>"


collections.abc.Sequence.register(Moves)
collections.abc.Sequence.register(MoveList)

# ---- Reading structs by their description ---------------------------------------------


cdef object number_of(const cav_game *game, const cav_field *field, int32_t number):
    """One number of a field, as its type means it."""
    if field.type == CAV_FIELD_SEAT:
        return None if number < 0 else number
    if field.type == CAV_FIELD_SEATS:
        return tuple([seat for seat in range(CAV_MAX_SEATS) if number >> seat & 1])
    if field.type == CAV_FIELD_CARD_LIST:
        return _DECKS[cav_game_about(game).deck][number]
    if field.type == CAV_FIELD_RANK:
        return None if number < 0 else words(cav_rank_text(cav_game_about(game).deck, number))
    if field.type == CAV_FIELD_CHOICE:
        return None if number < 0 else words(field.names[number])
    if field.type == CAV_FIELD_SHAPE:
        return _SHAPES[number]
    if field.type == CAV_FIELD_CHOICES:
        return tuple([words(field.names[i]) for i in range(field.most + 1) if number >> i & 1])
    return number


cdef object field_value(const cav_game *game, const cav_field *field, const char *data):
    cdef const char *at = data + field.offset
    cdef bint listed = field.type == CAV_FIELD_LIST or field.type == CAV_FIELD_CARD_LIST
    cdef bint may_end = listed or field.type == CAV_FIELD_SEATS or (field.type == CAV_FIELD_CHOICE and field.count > 1)
    cdef int32_t number
    cdef cav_move move
    cdef cav_cards cards
    cdef int i
    values = []
    for i in range(field.count):
        if field.type == CAV_FIELD_CARDS:
            memcpy(&cards, at + i * sizeof(cav_cards), sizeof(cav_cards))
            values.append(make_cards(cav_game_about(game).deck, cards))
        elif field.type == CAV_FIELD_MOVE:
            memcpy(&move, at + i * sizeof(cav_move), sizeof(cav_move))
            values.append(make_move(game, &move) if move.kind != CAV_NONE else None)
        else:
            memcpy(&number, at + 4 * i, 4)
            if number < 0 and may_end:
                break
            values.append(number_of(game, field, number))
    return values[0] if field.count == 1 and not listed else tuple(values)


cdef dict table_of(const cav_state *state):
    cdef const cav_game *game = cav_state_game(state)
    cdef const cav_game_info *info = cav_game_about(game)
    cdef const cav_field *field = info.table
    cdef bytes data = PyBytes_FromStringAndSize(NULL, info.table_size)
    cav_state_table(state, PyBytes_AS_STRING(data))
    values = {}
    while field.name != NULL:
        values[words(field.name)] = field_value(game, field, PyBytes_AS_STRING(data))
        field += 1
    return values


cdef str option_sort(const cav_field *field):
    """What an option is, in a word of cardavia.options."""
    if field.type == CAV_FIELD_SEAT:
        return "seat"
    if field.type == CAV_FIELD_RANK:
        return "rank"
    return "choice" if field.type == CAV_FIELD_CHOICE else "number"


cdef tuple option_words(const cav_game_info *info, const cav_field *field):
    """What the numbers of an option are called, from 0; of one that is a number, nothing."""
    if field.type == CAV_FIELD_RANK:
        return tuple([words(cav_rank_text(info.deck, i)) for i in range(field.most + 1)])
    if field.type == CAV_FIELD_CHOICE:
        return tuple([words(field.names[i]) for i in range(field.most + 1)])
    return ()


def about(int number):
    """What there is to know about the game of that number; None when there is none."""
    cdef const cav_game *game = cav_game_at(number)
    if game == NULL:
        return None
    cdef const cav_game_info *info = cav_game_about(game)
    cdef const cav_field *field = info.options
    phases, options, i = [], [], 0
    while info.phases[i] != NULL:
        phases.append(words(info.phases[i]))
        i += 1
    while field.name != NULL:
        options.append({
            "name": words(field.name),
            "sort": option_sort(field),
            "words": option_words(info, field),
            "count": field.count,
            "offset": field.offset,
            "least": field.least,
            "most": field.most,
            "initial": field.initial,
        })
        field += 1
    return {
        "name": words(info.name),
        "title": words(info.title),
        "direction": words(info.direction),
        "players": info.players,
        "sides": tuple(info.sides[i] for i in range(info.players)),
        "pack": make_cards(info.deck, info.pack),
        "phases": tuple(phases),
        "options": options,
        "options_size": info.options_size,
    }

# ---- Positions ------------------------------------------------------------------------


cdef tuple numbers(const int32_t *values, int count):
    return tuple([values[i] for i in range(count)])


cdef object result_of(const history_node *node):
    """The account of the last deal that was finished, or None."""
    cdef cav_result result
    while node != NULL and node.state.head.turn >= 0:
        node = node.before
    if node == NULL:
        return None
    cav_state_result(&node.state, &result)
    return DealResult(
        numbers(result.points, node.state.head.players),
        tuple([Line(words(result.lines[i].code), None if result.lines[i].seat < 0 else result.lines[i].seat,
                    result.lines[i].amount) for i in range(result.count)]))


cdef object make_event(const cav_game *game, const cav_event *event):
    return Event(
        _CODES[event.code],
        None if event.seat < 0 else event.seat,
        event.move.amount if event.code != CAV_EVENT_MOVE else 0,
        make_cards(cav_game_about(game).deck, event.move.cards)
        if event.move.cards.any and event.code != CAV_EVENT_MOVE else None,
        make_move(game, &event.move) if event.code == CAV_EVENT_MOVE else None)


cdef bytes events_of(const history_node *node, int viewer):
    cdef size_t count = history_events(node, viewer, NULL)
    cdef bytes events = PyBytes_FromStringAndSize(NULL, count * sizeof(cav_event))
    history_events(node, viewer, <cav_event *>PyBytes_AS_STRING(events))
    return events


cdef list log_of(const history_node *node, int viewer):
    cdef bytes data = events_of(node, viewer)
    cdef const cav_event *events = <const cav_event *>PyBytes_AS_STRING(data)
    cdef const cav_game *game = cav_state_game(&node.state)
    return [make_event(game, &events[i]) for i in range(PyBytes_GET_SIZE(data) // sizeof(cav_event))]



cdef object game_of(const cav_state *state):
    from cardavia.registry import game_number
    return game_number(state.head.game)


cdef class _Position:
    """What a match and a view have in common: a position to be looked at."""

    cdef history_node *node
    cdef object __weakref__

    def __cinit__(self):
        self.node = history_hold(_SOME_NODE)

    def __dealloc__(self):
        history_drop(self.node)

    cdef cav_head *head(self):
        return &self.node.state.head

    cdef void move_to(self, history_node *node):
        history_drop(self.node)
        self.node = node

    @property
    def game(self):
        """The game that is played."""
        return game_of(&self.node.state)

    @property
    def turn(self):
        """Seat to act; None when the deal is over."""
        cdef int turn = self.node.state.head.turn
        return None if turn < 0 else turn

    @property
    def moves(self):
        """The legal moves of the seat to act. In a view of another seat, and when the deal is over: none."""
        return make_moves(self.node)

    @property
    def phase(self):
        """The game's own phase: a name from ``game.phases``."""
        return words(cav_game_about(cav_state_game(&self.node.state)).phases[self.head().phase])

    @property
    def deal(self):
        """The number of the deal in the match, from 0."""
        return self.head().deal

    @property
    def deal_over(self):
        """Whether the deal is over."""
        return self.node.state.head.turn < 0

    @property
    def over(self):
        """Whether the match is over."""
        return self.node.state.head.match_over == 1

    @property
    def hand_sizes(self):
        """How many cards each seat holds."""
        return tuple([self.head().hand_sizes[i] for i in range(self.head().players)])

    @property
    def scores(self):
        """Standing of the match, per seat."""
        return numbers(self.head().scores, self.head().players)

    @property
    def table(self):
        """What lies open on the table: the game's own ``Table``."""
        return self.game.face.Table(**table_of(&self.node.state))

    @property
    def log(self):
        """What happened, as far as it may be known: a list of events."""
        return log_of(self.node, self.head().viewer)

    @property
    def hash(self):
        """A 64-bit number of the position: equal positions have equal hashes."""
        return cav_state_hash(&self.node.state)

    @property
    def position(self):
        """The position as bytes: equal when, and only when, the positions are."""
        return PyBytes_FromStringAndSize(<char *>&self.node.state, self.head().size)

    cdef int seat_of(self, seat, int least) except -2:
        if isinstance(seat, int) and not isinstance(seat, bool):
            number = int.__index__(seat)  # the number itself, also of a class made from int
            if least <= number < self.head().players:
                return number
        raise BadOption(f"the table has no seat {shown(seat)}", "no-such-seat")

    cdef Cards cards_of(self, int seat):
        return make_cards(cav_game_about(cav_state_game(&self.node.state)).deck,
                          cav_state_hand(&self.node.state, seat))


cdef history_node *grow(history_node *before, const cav_state *state, const cav_move *move,
                        const cav_log *log) except NULL:
    cdef history_node *node = history_add(before, state, move, log.events, log.count)
    if node == NULL:
        raise MemoryError
    return node


@cython.final
cdef class Match(_Position):
    """A match being played. Start one with :meth:`Game.start`.

    Not to be changed by two threads at once; copies are independent.
    """

    cdef object origin_

    def __init__(self):
        raise TypeError("a match is started with game.start(...)")

    def play(self, move, *, seat=None):
        """Makes a move and returns it.

        :param move: a :class:`Move`, or its text
        :param seat: who plays. Give it whenever the move comes from outside: then only the seat whose turn it is learns
            what is wrong with a move, which can say something of its hand
        :raises IllegalMove: with the clause that was broken; nothing is changed then
        :raises BadCards: for a text with a word that is no card
        """
        cdef cav_event[CAV_MAX_EVENTS] events
        cdef cav_log log
        cdef cav_state state
        cdef Move made
        cdef int who = self.seat_of(seat, 0) if seat is not None else -1
        cdef history_node *node = self.node  # from here on no Python code runs that could change the match
        if who >= 0 and who != node.state.head.turn and node.state.head.turn >= 0:
            raise IllegalMove("it is another seat's turn", "not-your-turn")
        made = legal_move(node, move, False)
        log.events = events
        log.capacity = CAV_MAX_EVENTS
        log.count = 0
        cav_state_copy(&state, &node.state)
        cav_state_play_unchecked(&state, &made.value, &log)
        self.move_to(grow(node, &state, &made.value, &log))
        return made

    def next_deal(self):
        """Deals the next deal of the match.

        :raises IllegalMove: while a deal is being played, or when the match is over
        """
        cdef cav_event[CAV_MAX_EVENTS] events
        cdef cav_log log
        cdef cav_state state
        cdef cav_move none
        memset(&none, 0, sizeof(none))
        log.events = events
        log.capacity = CAV_MAX_EVENTS
        log.count = 0
        cav_state_copy(&state, &self.node.state)
        cdef const cav_error *error = cav_state_next_deal(&state, &log)
        if error != NULL:
            raise refuse(error)
        self.move_to(grow(self.node, &state, &none, &log))

    def undo(self):
        """Takes the last move (or the last :meth:`next_deal`) back; returns the move, or None for a deal.

        :raises IllegalMove: "nothing-to-undo" at the beginning
        """
        cdef history_node *node = self.node
        if node.before == NULL:
            raise IllegalMove("nothing was played yet", "nothing-to-undo")
        move = make_move(cav_state_game(&node.state), &node.move) if node.move.kind != CAV_NONE else None
        self.move_to(history_hold(node.before))
        return move

    def copy(self):
        """An independent match in the same position, with the same past. Costs the same however long the match is."""
        cdef Match match = Match.__new__(Match)
        match.move_to(history_hold(self.node))
        match.origin_ = self.origin_
        return match

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def hand(self, seat):
        """The cards of a seat."""
        return self.cards_of(self.seat_of(seat, 0))

    @property
    def stock(self):
        """The undealt cards, in order: a tuple of :class:`Card`."""
        cdef uint8_t[CAV_MAX_PACK] cards
        cdef int count = cav_state_stock(&self.node.state, cards)
        kinds = _DECKS[cav_game_about(cav_state_game(&self.node.state)).deck]
        return tuple([kinds[cards[i]] for i in range(count)])

    @property
    def seed(self):
        """The 32 bytes that all chance of the match comes from. Who knows them knows every card."""
        return PyBytes_FromStringAndSize(<char *>self.head().seed, CAV_SEED_SIZE)

    @property
    def deal_result(self):
        """The account of the last deal that was finished; None before that."""
        return result_of(self.node)

    def view(self, seat):
        """What a seat may know, or a spectator (-1)."""
        cdef cav_state state
        cdef cav_move none
        cdef View view = View.__new__(View)
        cdef int viewer = self.seat_of(seat, -1)
        memset(&none, 0, sizeof(none))
        cdef const cav_error *error = cav_state_view(&self.node.state, viewer, &state)
        if error != NULL:
            raise refuse(error)
        view.move_to(view_node(self.node, &state))
        return view

    @property
    def _origin(self):
        """How the match was started; None for one that began with a sampled position."""
        return self.origin_

    def _first_position(self):
        cdef history_node *node = self.node
        while node.before != NULL:
            node = node.before
        return PyBytes_FromStringAndSize(<char *>&node.state, node.state.head.size)

    def _played(self):
        """The moves in order, None for each next_deal."""
        cdef history_node *node = self.node
        cdef const cav_game *game = cav_state_game(&node.state)
        moves = []
        while node.before != NULL:
            moves.append(make_move(game, &node.move) if node.move.kind != CAV_NONE else None)
            node = node.before
        moves.reverse()
        return moves

    def to_json(self):
        """The match as text: its start and its moves. :meth:`from_json` plays them again."""
        from cardavia.record import to_json
        return to_json(self)

    @staticmethod
    def from_json(text):
        """The match of a text that :meth:`to_json` wrote.

        :raises BadRecord: if it was cut short or edited into something that cannot have been played
        """
        from cardavia.record import from_json
        return from_json(text)

    def __reduce__(self):
        from cardavia.record import from_json
        return from_json, (self.to_json(),)

    def __repr__(self):
        return f"<Match {self.game.name}: {self.phase}, {self.head().moves} moves played>"


cdef history_node *view_node(const history_node *node, const cav_state *view) except NULL:
    """A view as a chain of one, with the events that its viewer may know."""
    cdef cav_move none
    cdef cav_log log
    cdef bytes events = events_of(node, view.head.viewer)
    memset(&none, 0, sizeof(none))
    log.events = <cav_event *>PyBytes_AS_STRING(events)
    log.count = <size_t>PyBytes_GET_SIZE(events) // sizeof(cav_event)
    return grow(NULL, view, &none, &log)


@cython.final
cdef class View(_Position):
    """What one seat, or a spectator, may know of a match. A value: it does not change when the match goes on."""

    def __init__(self):
        raise TypeError("views come from match.view(seat)")

    @property
    def seat(self):
        """Whose view it is; -1 for a spectator."""
        return self.head().viewer

    @property
    def hand(self):
        """The viewer's own cards; none for a spectator."""
        return self.cards_of(self.head().viewer)

    def known(self, seat):
        """The cards that the viewer knows a seat to hold: its own hand, and what the table knows of the others."""
        return self.cards_of(self.seat_of(seat, 0))

    @property
    def deal_result(self):
        """The account of the deal, when it is over; else None."""
        return result_of(self.node)

    def sample(self, rng):
        """A match in a full position that fits all that the viewer knows, each equally likely. It has no past.

        :param rng: a :class:`Random`, or a seed for one
        """
        cdef cav_state state
        cdef Random random = rng if isinstance(rng, Random) else Random(rng)
        cdef const cav_error *error = cav_state_sample(&self.node.state, &random.rng, &state)
        if error != NULL:
            raise refuse(error)
        return match_at(&state)

    def to_dict(self):
        """The view as plain values for JSON; cards and moves as text."""
        from cardavia.record import view_to_dict
        return view_to_dict(self)

    def __eq__(self, other):
        if not isinstance(other, View):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    def __hash__(self):
        return hash(self.position)

    def __reduce__(self):
        return _load_view, (self.position, events_of(self.node, self.head().viewer))

    def __repr__(self):
        return f"<View {self.game.name}: seat {self.seat}, {self.phase}>"


cdef Match match_at(const cav_state *state):
    """A match that begins with a position."""
    cdef Match match = Match.__new__(Match)
    cdef cav_move none
    cdef cav_log log
    memset(&none, 0, sizeof(none))
    log.events = NULL
    log.count = 0
    match.move_to(grow(NULL, state, &none, &log))
    return match


cdef int load_position(data, cav_state *state) except -1:
    if not isinstance(data, bytes):
        raise BadRecord("a position is bytes", "not-a-position")
    cdef const cav_error *error = cav_state_load(PyBytes_AS_STRING(data), <size_t>PyBytes_GET_SIZE(data), state)
    if error != NULL:
        raise refuse(error)
    return 0


def load_match(data):
    """A match that begins with the full position of these bytes."""
    cdef cav_state state
    load_position(data, &state)
    if state.head.viewer != CAV_FULL:
        raise BadRecord("this position is a view", "not-a-position")
    return match_at(&state)


cdef bint seen_event(const cav_state *state, const cav_event *event):
    cdef const cav_game *game = cav_state_game(state)
    cdef int i
    for i in range(sizeof(event.zero)):
        if event.zero[i]:
            return False
    return (0 < event.code < CAV_EVENT_CODES and -1 <= event.seat < state.head.players
            and cav_event_seen(event, state.head.viewer) and fits(game, &event.move)
            and (event.code != CAV_EVENT_MOVE or event.move.kind != CAV_NONE))


def _load_view(position, events):
    cdef cav_state state
    cdef cav_move none
    cdef cav_log log
    cdef View view = View.__new__(View)
    load_position(position, &state)
    if (state.head.viewer == CAV_FULL or not isinstance(events, bytes)
            or PyBytes_GET_SIZE(events) % sizeof(cav_event)):
        raise BadRecord("this is no view", "not-a-view")
    log.events = <cav_event *>PyBytes_AS_STRING(events)
    log.count = <size_t>PyBytes_GET_SIZE(events) // sizeof(cav_event)
    for i in range(log.count):
        if not seen_event(&state, &log.events[i]):
            raise BadRecord("this is no view", "not-a-view")
    memset(&none, 0, sizeof(none))
    view.move_to(grow(NULL, &state, &none, &log))
    return view

# ---- Games ------------------------------------------------------------------------------


cdef int check_start(const cav_game *game, bytes options, bytes seed) except -1:
    if game == NULL:
        raise BadOption("there is no table of that number", "no-such-game")
    if (PyBytes_GET_SIZE(options) != <Py_ssize_t>cav_game_about(game).options_size
            or PyBytes_GET_SIZE(seed) != CAV_SEED_SIZE):
        raise BadOption("options or seed have another size", "bad-size")
    return 0


def start(int number, bytes options not None, bytes seed not None, list hands not None, list stock not None, origin):
    """Begins a match. ``options`` are the bytes of the game's options struct; ``hands`` Cards, ``stock`` card numbers."""
    cdef const cav_game *game = cav_game_at(number)
    cdef cav_event[CAV_MAX_EVENTS] events
    cdef cav_log log
    cdef cav_setup setup
    cdef cav_state state
    cdef cav_move none
    cdef Match match = Match.__new__(Match)
    cdef bint chance = not hands and not stock
    check_start(game, options, seed)
    if len(hands) > cav_game_about(game).players:
        raise BadOption("there are not that many seats", "no-such-seat")
    if len(stock) > CAV_MAX_PACK:
        raise BadCards("these are more cards than can be", "too-many-cards")
    memset(&setup, 0, sizeof(setup))
    memset(&none, 0, sizeof(none))
    for i, hand in enumerate(hands):
        setup.hands[<int>i] = (<Cards?>hand).value
    for i, card in enumerate(stock):
        setup.stock[<int>i] = card
    setup.stock_size = len(stock)
    log.events = events
    log.capacity = CAV_MAX_EVENTS
    log.count = 0
    cdef const cav_error *error = cav_game_start(
        game, PyBytes_AS_STRING(options), <const uint8_t *>PyBytes_AS_STRING(seed), NULL if chance else &setup,
        &state, &log)
    if error != NULL:
        raise refuse(error)
    match.move_to(grow(NULL, &state, &none, &log))
    match.origin_ = origin
    return match


def playouts(int number, bytes options not None, bytes seed not None, uint64_t first, uint64_t deals):
    """Plays random deals ``first`` ... ``first + deals - 1`` of a seed, without the GIL."""
    cdef const cav_game *game = cav_game_at(number)
    cdef const uint8_t *key = <const uint8_t *>PyBytes_AS_STRING(seed)
    cdef const char *opts = PyBytes_AS_STRING(options)
    cdef cav_tally tally
    cdef uint64_t done = 0, part
    cdef const cav_error *error = NULL
    check_start(game, options, seed)
    memset(&tally, 0, sizeof(tally))
    while done < deals and error == NULL:
        PyErr_CheckSignals()
        part = min(deals - done, <uint64_t>DEALS_AT_ONCE)
        with nogil:
            error = cav_game_playouts(game, opts, key, first + done, part, &tally)
        done += part
    if error != NULL:
        raise refuse(error)
    return Tally(tally.deals, tally.moves,
                 tuple([tally.points[i] for i in range(cav_game_about(game).players)]), tally.hash)


def parse_numbers(deck, text):
    """The card numbers of a text or of an iterable of cards, in its order."""
    cdef Cards any_cards = Cards(deck=deck)
    if isinstance(text, str):
        return parse_list(any_cards.number, plain_text(text))
    numbers = []
    try:
        given = iter(text)
    except TypeError:
        raise BadCards(f"these are no cards: {shown(text)}", "bad-card") from None
    for card in given:
        numbers.append(any_cards.index_of(card))
        if len(numbers) > CAV_MAX_PACK:
            raise BadCards("these are more cards than can be", "too-many-cards")
    return numbers

# ---- Kernels --------------------------------------------------------------------------------


cdef size_t write_readings(str name, cav_cards cards, int given, cav_move *readings, size_t capacity):
    if name == "guandan":
        return cav_guandan_readings(cards, given, readings, capacity)
    if name == "zhengshangyou":
        return cav_zhengshangyou_readings(cards, given != 0, readings, capacity)
    return cav_doudizhu_readings(cards, readings, capacity)


cdef size_t write_plays(str name, cav_cards hand, int given, const cav_move *beating, cav_move *plays, size_t capacity):
    if name == "guandan":
        return cav_guandan_plays(hand, given, beating, plays, capacity)
    if name == "zhengshangyou":
        return cav_zhengshangyou_plays(hand, beating, plays, capacity)
    return cav_doudizhu_plays(hand, beating, plays, capacity)


def readings(str name not None, Cards cards not None, int given=0):
    """The plays that some cards are in a climbing game. ``given`` is what that game has to know besides: in Guandan the
    number of the level rank, in Zheng Shangyou 1 for the opening."""
    cdef cav_move[CAV_MAX_READINGS] found
    cdef const cav_game *game = game_named(name)
    cdef size_t count = write_readings(name, cards.value, given, found, CAV_MAX_READINGS)
    return [make_move(game, &found[i]) for i in range(count)]


cdef enum:
    PLAYS_AT_FIRST = 512


def plays(str name not None, Cards hand not None, beating=None, int given=0):
    """The plays of a hand in a climbing game, all of them or those that beat a move or some cards. ``given`` is the number
    of the level rank in Guandan."""
    cdef cav_move[PLAYS_AT_FIRST] first
    cdef cav_move table
    cdef const cav_move *to_beat = NULL
    cdef MoveList found = MoveList.__new__(MoveList)
    found.game_ = game_named(name)
    if isinstance(beating, Move):
        if (<Move>beating).game_ != found.game_:
            raise IllegalMove("this is a move of another game", "other-game")
        table = (<Move>beating).value
        to_beat = &table
    elif beating is not None:
        memset(&table, 0, sizeof(table))
        table.cards = (<Cards?>beating).value
        to_beat = &table
    found.size = write_plays(name, hand.value, given, to_beat, first, PLAYS_AT_FIRST)
    found.moves = <cav_move *>PyMem_Malloc((found.size + 1) * sizeof(cav_move))
    if found.moves == NULL:
        raise MemoryError
    if found.size <= PLAYS_AT_FIRST:
        memcpy(found.moves, first, found.size * sizeof(cav_move))
    else:
        write_plays(name, hand.value, given, to_beat, found.moves, found.size)
    return found


cdef tuple equity_numbers(const cav_poker_equity *equity, int players):
    numbers = [equity.boards]
    for i in range(players):
        numbers += [equity.wins[i], equity.ties[i], equity.shares[i]]
    return tuple(numbers)


POKER_SHARES = CAV_POKER_SHARES


def poker_rank(Cards cards not None):
    """The strength of 5 to 7 cards."""
    cdef int rank = cav_poker_rank(cards.value)
    if rank == 0:
        raise BadCards("a hand is 5 to 7 different cards without jokers", "bad-hand")
    return rank


def poker_rank_array(const uint8_t[:, ::1] cards not None, uint16_t[::1] ranks not None):
    """The strengths of hands of 5 to 7 card numbers, into ``ranks``."""
    cdef size_t bad = 0, hands = <size_t>cards.shape[0]
    cdef int each = <int>cards.shape[1]
    if ranks.shape[0] != cards.shape[0] or not 5 <= cards.shape[1] <= 7:
        raise BadCards("the arrays have other shapes", "bad-array")
    if hands == 0:
        return
    with nogil:
        bad = cav_poker_rank_array(&cards[0, 0], hands, each, &ranks[0])
    if bad:
        raise BadCards(f"{bad} of the hands are not 5 to 7 different cards without jokers", "bad-hand")


def poker_category(rank):
    """The number of the category of a strength."""
    cdef int category = cav_poker_category(rank) if isinstance(rank, int) and 0 < rank <= 7462 else -1
    if category < 0:
        raise BadCards(f"this is no strength of a hand: {shown(rank)}", "bad-rank")
    return category


def poker_best_five(Cards cards not None):
    """The five cards that count."""
    poker_rank(cards)
    return make_cards(cards.number, cav_poker_best_five(cards.value))


def poker_equity_exact(list hands not None, Cards board not None, Cards dead not None):
    """All boards: their number, and for each hand wins, ties and shares."""
    cdef cav_cards[CAV_POKER_PLAYERS] given
    cdef cav_poker_equity equity
    cdef int i, players = len(hands)
    cdef const cav_error *error
    memset(&equity, 0, sizeof(equity))
    if players > CAV_POKER_PLAYERS:
        raise BadCards("an equity is that of 2 to 10 hands", "bad-players")
    for i in range(players):
        given[i] = (<Cards?>hands[i]).value
    with nogil:
        error = cav_poker_equity_exact(given, players, board.value, dead.value, &equity)
    if error != NULL:
        raise refuse(error)
    return equity_numbers(&equity, players)


def poker_equity_sampled(list ranges not None, Cards board not None, Cards dead not None, uint64_t samples,
                         Random random not None):
    """The same for random deals; ``ranges`` holds a list of hands for each player."""
    cdef cav_poker_range[CAV_POKER_PLAYERS] given
    cdef cav_poker_equity equity
    cdef int i, players
    cdef size_t at = 0, count = 0
    cdef const cav_error *error
    cdef list plain = [list(<list?>hands) for hands in ranges]  # a class made from list may lie about its length
    players = len(plain)
    memset(&equity, 0, sizeof(equity))
    if players > CAV_POKER_PLAYERS:
        raise BadCards("an equity is that of 2 to 10 hands", "bad-players")
    for hands in plain:
        count += len(<list>hands)
    cdef cav_cards *all_hands = <cav_cards *>PyMem_Malloc((count + 1) * sizeof(cav_cards))
    if all_hands == NULL:
        raise MemoryError
    try:
        for i in range(players):
            given[i].hands = all_hands + at
            given[i].count = len(<list>plain[i])
            for hand in <list>plain[i]:
                all_hands[at] = (<Cards?>hand).value
                at += 1
        with nogil:
            error = cav_poker_equity_sampled(given, players, board.value, dead.value, samples, &random.rng, &equity)
    finally:
        PyMem_Free(all_hands)
    if error != NULL:
        raise refuse(error)
    return equity_numbers(&equity, players)


def bridge_score(int level, int denomination, int doubled, bint vulnerable, int tricks):
    """The points of a contract (denomination from 0, clubs), and its account as codes and amounts."""
    cdef cav_result result
    cdef int shape = CAV_CLUBS + denomination if 0 <= denomination <= CAV_NOTRUMP - CAV_CLUBS else CAV_UNREAD
    cdef const cav_error *error = cav_bridge_score(level, shape, doubled, vulnerable, tricks, &result)
    if error != NULL:
        raise refuse(error)
    return result.points[0], [(words(result.lines[i].code), result.lines[i].amount) for i in range(result.count)]


def bridge_legal_calls(list calls not None):
    """The calls that may follow calls, which are numbers: bit c for call c."""
    cdef uint64_t legal = 0
    cdef size_t at = 0
    cdef bytes given = bytes(calls)
    cdef const cav_error *error = cav_bridge_legal_calls(
        <const uint8_t *>PyBytes_AS_STRING(given), <size_t>PyBytes_GET_SIZE(given), &legal, &at)
    if error != NULL:
        raise refuse(error, f": call {at}")
    return legal


def aluette_trick_winner(list cards not None):
    """Which of one to four card numbers takes a trick; None when it is fouled."""
    cdef int winner = 0
    cdef bytes given = bytes(cards)
    cdef const cav_error *error = cav_aluette_trick_winner(
        <const uint8_t *>PyBytes_AS_STRING(given), <int>PyBytes_GET_SIZE(given), &winner)
    if error != NULL:
        raise refuse(error)
    return winner if winner >= 0 else None


def tractor_shape(Cards cards not None, int trump, int level):
    """What some cards are as a lead; None when they are none."""
    return _SHAPES[cav_tractor_shape(cards.value, trump, level).shape]


def tractor_suit(int card, int trump, int level):
    """The effective suit of a card number; 4 is trump."""
    return cav_tractor_effective_suit(card, trump, level)


def tractor_power(int card, int trump, int level):
    """The power of a card number within its effective suit."""
    return cav_tractor_power(card, trump, level)


cdef uint64_t write_tractor_plays(Cards hand, Cards lead, int trump, int level, uint64_t first, cav_move *moves,
                                  size_t capacity):
    if lead is None:
        return cav_tractor_leads(hand.value, trump, level, first, moves, capacity)
    return cav_tractor_follows(hand.value, lead.value, trump, level, first, moves, capacity)


def tractor_count(Cards hand not None, Cards lead, int trump, int level):
    """How many plays a hand has to a lead, or as a lead when there is none."""
    return write_tractor_plays(hand, lead, trump, level, 0, NULL, 0)


def tractor_nth(Cards hand not None, Cards lead, int trump, int level, uint64_t index):
    """The play of that index, which there must be."""
    cdef cav_move move
    if write_tractor_plays(hand, lead, trump, level, index, &move, 1) <= index:
        raise IndexError("there are not that many plays")
    return make_move(game_named("tractor"), &move)


def tractor_index(Cards hand not None, Cards lead, int trump, int level, move):
    """The index of a play among them; None for what is none of them."""
    cdef cav_move listed
    cdef uint64_t index, count
    cdef cav_cards cards
    if not isinstance(move, Move):
        return None
    cards = (<Move>move).value.cards
    if lead is None:
        index = cav_tractor_lead_index(hand.value, trump, level, cards)
    else:
        index = cav_tractor_follow_index(hand.value, lead.value, trump, level, cards)
    count = write_tractor_plays(hand, lead, trump, level, index, &listed, 1)
    return index if index < count and make_move(game_named("tractor"), &listed) == move else None


def ottocento_combinations(Cards cards not None):
    """The combinations, each as kind, cards, length, points and what Begato and Matto stand for, as card numbers (-1:
    nothing); the cards that count; points and doublings (1: doubled) of sets and of sequences, and all points."""
    cdef cav_ottocento_account account
    cdef const cav_error *error = cav_ottocento_combinations(cards.value, &account)
    cdef const cav_ottocento_combination *item
    if error != NULL:
        raise refuse(error)
    items = []
    for i in range(account.count):
        item = &account.items[i]
        items.append((item.kind, make_cards(cards.number, item.cards), item.length, item.points,
                      (item.stands_for[0], item.stands_for[1])))
    return (items, make_cards(cards.number, account.cards), account.sets, account.sequences, account.sets_doubled,
            account.sequences_doubled, account.points)


cdef int one_pack(Cards cards) except -1:
    if cards.value.both:
        raise BadCards("these are not cards of one Bolognese pack", "not-in-pack", "OT-1")
    return 0


def ottocento_points(Cards cards not None):
    """What the combinations come to."""
    cdef int32_t points = 0
    one_pack(cards)
    cav_ottocento_points_array(&cards.value.any, 1, &points)
    return points


def ottocento_points_array(const uint64_t[::1] cards not None, int32_t[::1] points not None):
    """What the combinations of sets of cards, bit k for card k, come to, into ``points``."""
    cdef size_t count = <size_t>cards.shape[0]
    if points.shape[0] != cards.shape[0]:
        raise BadCards("the arrays have other shapes", "bad-array")
    if count > 0:
        with nogil:
            cav_ottocento_points_array(&cards[0], count, &points[0])


def ottocento_half_points(Cards cards not None):
    """Twice what cards are worth."""
    one_pack(cards)
    return cav_ottocento_half_points(cards.value)
