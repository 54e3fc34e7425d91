"""The C reference: the declarations of the public header under Sphinx's C domain, with the header's own comments.

It reads what the header's habits need and no more: a comment stands before what it is about, or behind a field on the
same line; a comment with a line of dashes begins a section; declarations that follow each other without a comment
share the one before them; one field or constant a line. What breaks these habits breaks the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEADER = Path(__file__).parent.parent / "csrc" / "include" / "cardavia.h"
PAGE = "c-api"

# What the header is made of, between its braces of extern "C".
_PIECE = re.compile(
    r"""(?P<comment> /\*.*?\*/)
      | (?P<declaration> [a-zA-Z][^;{]*(?:\{[^}]*\}[^;{]*)?;)
      | (?P<blank> \n\s*\n)
      | \s""",
    re.DOTALL | re.VERBOSE,
)
_TITLE = re.compile(r"-{4} (.+?) -{4,}")
_FUNCTION = re.compile(r"CAV_API (?P<signature>.*\b(?P<name>cav_\w+)\(.*\));", re.DOTALL)
_GROUP = re.compile(r"(?:typedef )?(?P<kind>struct|enum)\s*(?P<name>\w*) \{(?P<body>.*)\}.*;", re.DOTALL)
_OPAQUE = re.compile(r"typedef struct (?P<name>\w+) (?P=name);")
_FIELD = re.compile(r"(?P<code>[^/]+?)[;,]?\s*(?:/\*\s*(?P<comment>.*?)\s*\*/)?")
_NAME = re.compile(r"(?<![\w.])((?:cav|CAV)_\w+)(?:\.(\w+))?")


def functions(header: str) -> list[str]:
    """The names of the public functions."""
    return re.findall(r"^CAV_API [^;]*?\b(cav_\w+)\(", header, re.MULTILINE)


def to_rst(header: str) -> str:
    """The header as reStructuredText."""
    return "\n".join(_Page(header).lines())


def _words(comment: str) -> str:
    """A comment without its stars; blank lines stay."""
    lines = [line.strip().removeprefix("*").strip() for line in comment[2:-2].splitlines()]
    return "\n".join(lines).strip()


def _members(code: str) -> list[str]:
    """``int a, b`` as ``int a`` and ``int b``."""
    first, *others = code.split(", ")
    return [first, *(f"{first.rsplit(' ', 1)[0]} {other}" for other in others)]


class _Page:
    def __init__(self, header: str) -> None:
        self.opening = header[: header.index("*/") + 2]
        self.body = header.split('extern "C" {\n#endif\n')[1].split("#ifdef __cplusplus")[0]
        self.functions = set(functions(header))
        self.types = set(re.findall(r"^typedef (?:struct|enum) (\w+)", header, re.MULTILINE))

    def lines(self) -> Iterator[str]:
        yield from self.paragraphs(_words(self.opening).split("\n\n", 1)[1])
        comment = ""
        shared: list[str] = []  # signatures of functions that the comment is about
        for kind, piece in self.pieces():
            if shared and kind != "declaration":
                yield from self.entry("function", shared, comment)
                comment, shared = "", []
            if kind == "comment":
                comment = _words(piece)
                if title := _TITLE.fullmatch(comment):
                    yield from (title[1], "-" * len(title[1]), "")
                    comment = ""
            elif kind == "blank" and comment:
                yield from self.paragraphs(comment)
                comment = ""
            elif function := _FUNCTION.fullmatch(piece):
                shared.append(" ".join(function["signature"].split()))
            elif kind == "declaration":
                yield from self.type(piece, comment)
                comment = ""

    def pieces(self) -> Iterator[tuple[str | None, str]]:
        at = 0
        while at < len(self.body):
            match = _PIECE.match(self.body, at)
            if match is None:
                raise ValueError(f"docs/header.py cannot read the header here: {self.body[at : at + 60]!r}")
            yield match.lastgroup, match[0]
            at = match.end()

    def type(self, declaration: str, comment: str) -> Iterator[str]:
        if opaque := _OPAQUE.fullmatch(declaration):
            yield from self.entry("struct", [opaque["name"]], comment)
            return
        group = _GROUP.fullmatch(declaration)
        if group is None:
            raise ValueError(f"docs/header.py cannot read this declaration: {declaration!r}")
        if group["name"]:
            yield from self.entry(group["kind"], [group["name"]], comment)
        indent = "   " if group["name"] else ""  # the constants of a nameless enum stand for themselves
        for line in filter(None, map(str.strip, group["body"].splitlines())):
            field = _FIELD.fullmatch(line)
            if field is None:
                raise ValueError(f"docs/header.py cannot read this field: {line!r}")
            if group["kind"] == "enum":
                entry = self.entry("enumerator", [field["code"]], field["comment"] or "")
            else:
                entry = self.entry("member", _members(field["code"]), field["comment"] or "")
            yield from (indent + each if each else each for each in entry)

    def entry(self, kind: str, signatures: list[str], comment: str) -> Iterator[str]:
        start = f".. c:{kind}:: "
        yield start + signatures[0]
        yield from (" " * len(start) + each for each in signatures[1:])
        yield ""
        yield from ("   " + each if each else each for each in self.paragraphs(comment))

    def paragraphs(self, text: str) -> Iterator[str]:
        for paragraph in filter(None, text.split("\n\n")):
            yield from (self.prose(" ".join(paragraph.split())), "")

    def prose(self, text: str) -> str:
        """Names become links, what stands between backquotes code."""
        parts = text.split("`")
        parts[::2] = [_NAME.sub(self.link, part.replace("*", r"\*")) for part in parts[::2]]
        parts[1::2] = [f"``{part}``" for part in parts[1::2]]
        return "".join(parts)

    def link(self, match: re.Match[str]) -> str:
        name, member = match.groups()
        if name in self.functions:
            return f":c:func:`{name}`"
        if name not in self.types:
            return f":c:enumerator:`{name}`"
        return f":c:member:`{name}.{member}`" if member else f":c:type:`{name}`"


def _fill(app: Sphinx, docname: str, source: list[str]) -> None:
    if docname == PAGE:
        app.env.note_dependency(HEADER)
        source[0] += "\n" + to_rst(HEADER.read_text(encoding="utf-8"))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", _fill)
    return {"parallel_read_safe": True}
