"""What all tests share: every game in turn, what is known about it, and how much hypothesis tries."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

import cardavia
from tests.tables import Adapter, adapter_of

# In CI every run tries the same examples. A failure prints the line that repeats it anywhere.
settings.register_profile("normal", deadline=None, print_blob=True, max_examples=100)
settings.register_profile("ci", settings.get_profile("normal"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "normal")


@pytest.fixture(scope="session", params=cardavia.game_names())
def game(request: pytest.FixtureRequest) -> cardavia.Game:
    """Each game in turn: a test that takes it holds for all of them, also for the next one."""
    return cardavia.game(request.param)


@pytest.fixture(scope="session")
def adapter(game: cardavia.Game) -> Adapter:
    """What the tests have to be told about that game."""
    return adapter_of(game.name)
