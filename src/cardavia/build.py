"""Where a C compiler finds the core."""

from pathlib import Path

from cardavia import _core

# Beside the extension, not beside this file: in an editable install they are in different places.
_HERE = Path(_core.__file__).parent


def get_include() -> str:
    """The folder of ``cardavia.h``."""
    return str(_HERE / "include")


def get_library() -> str:
    """The static library. Its folder also holds ``cmake/cardavia``, the CMake package."""
    return str(next(path for path in sorted((_HERE / "lib").iterdir()) if path.is_file()))
