"""Arrays of NumPy, as callers give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardavia.errors import BadCards

if TYPE_CHECKING:
    import numpy.typing as npt


def is_array(given: object) -> bool:
    """Whether it is an array, and no text of NumPy, which looks like one."""
    return hasattr(given, "__array_interface__") and not isinstance(given, str)


def array_of(given: object, what: str) -> npt.NDArray[Any]:
    """What is an array, as one of NumPy.

    :param what: what it should hold, for the message
    :raises BadCards: "bad-array" if NumPy makes nothing of it
    """
    import numpy as np

    try:
        return np.asarray(given)
    except (TypeError, ValueError) as error:
        raise BadCards(f"this is no array of {what}: {error}", "bad-array") from None
