"""The documentation says what is true: its examples run, and nothing public or refusable is missing from it."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import importlib
import importlib.util
import itertools
import pkgutil
import re
import shlex
import shutil
import subprocess
import types
import xml.etree.ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

import cardavia
from cardavia.face import Face
from cardavia.formats import phh
from cardavia.games import doudizhu, guandan, tractor, zhengshangyou
from tests.walk import played

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
HEADER = ROOT / "csrc" / "include" / "cardavia.h"
ERROR = re.compile(r'\{CAV_[A-Z_]+, "(?P<code>[a-z-]+)", "(?P<rule>[^"]*)"')

PHH = (DOCS / "how-to" / "phh.md").read_text(encoding="utf-8")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
every_game = pytest.mark.parametrize("name", cardavia.game_names())


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    """What stands below a heading, up to the next of its level or a higher one."""
    level, rest = re.search(rf"^(#+) {re.escape(title)}\n(.*)", page, re.MULTILINE | re.DOTALL).groups()  # type: ignore[union-attr]
    return re.split(rf"^#{{1,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables of a text, without their headings; links and code come as what they show."""
    lines = [line.strip("| ") for line in text.splitlines() if line.startswith("|")]
    shown = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line) for line in lines]
    cells = [[cell.strip().strip("`") for cell in re.split(r"\s*\|\s*", line)] for line in shown]
    return [row for row, after in zip(cells, [*cells[1:], [""]], strict=True) if not {row[0], after[0]} & {"---"}]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def page_of(name: str) -> str:
    return text_of(DOCS / "games" / f"{name}.md")


def source_of(name: str) -> str:
    return text_of(ROOT / "csrc" / "games" / f"{name}.c")


# ---- Examples run ----


def sessions(page: str) -> str:
    """A page with everything blank but its sessions, so that a failure names the line of the page."""
    kept, language = [], None
    for line in page.splitlines():
        fence = re.fullmatch(r"```(.*)", line)
        if fence:
            language = fence[1] if language is None else None
        kept.append(line if language == "pycon" and not fence else "")
    return "\n".join(kept)


@every_page
def test_sessions_run_as_shown(page: Path) -> None:
    report: list[str] = []
    session = doctest.DocTestParser().get_doctest(sessions(text_of(page)), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(session, out=report.append).failed == 0, "".join(report)


@every_page
def test_sessions_are_marked_as_such(page: Path) -> None:
    """Else they would not be run."""
    assert sessions(text_of(page)).count(">>> ") == text_of(page).count(">>> ")


def modules() -> list[str]:
    found = pkgutil.walk_packages(cardavia.__path__, "cardavia.")
    return [each.name for each in found if each.name != "cardavia.__main__"]


@pytest.mark.parametrize("module", modules())
def test_docstrings_run_as_shown(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


PROGRAMS = [
    (page, program)
    for page in ("README.md", "docs/how-to/embedding.md")
    for program in blocks(text_of(ROOT / page), "c")
]


@pytest.mark.parametrize(("page", "program"), PROGRAMS, ids=[page for page, _ in PROGRAMS])
def test_programs_compile_and_run_as_shown(page: str, program: str, tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, made = tmp_path / "main.c", tmp_path / "main"
    source.write_text(program, encoding="utf-8")
    checked = shlex.split("-std=c17 -Wall -Wextra -Wpedantic -Werror")
    subprocess.run(
        [compiler, *checked, source, f"-I{cardavia.get_include()}", cardavia.get_library(), "-o", made], check=True
    )
    printed = subprocess.run([made], check=True, capture_output=True, text=True).stdout
    shown = blocks(text_of(ROOT / page), "text")
    assert printed == shown[0] if shown else re.fullmatch(r"-?\d+ -?\d+ -?\d+\n", printed)


@pytest.mark.parametrize("mark", ["play", "test"])
def test_the_readme_has_the_commands_that_scripts_look_for(mark: str) -> None:
    after = text_of(ROOT / "README.md").split(f"\n<!-- {mark} -->\n", 1)[1]
    command = re.match(r"```sh\n(python3 -m venv \.venv && [^\n]+)\n```\n", after)
    assert command is not None


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    without_code = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", without_code):
        assert re.match("https?://", target) or (page.parent / target).exists(), target


def test_drawings_are_well_formed() -> None:
    for drawing in (DOCS / "_static").glob("*.svg"):
        xml.etree.ElementTree.parse(drawing)


# ---- Nothing is missing from the reference ----


def named_in_api() -> dict[str, set[str]]:
    """What the API page documents: each name, and of a class the members that are named one by one."""
    named: dict[str, set[str]] = {}
    for indent, name in re.findall(r"^( *)\.\. auto\w+:: (\w+)", text_of(DOCS / "api.md"), re.MULTILINE):
        if indent:
            named[list(named)[-1]].add(name)
        else:
            named[name] = set()
    return named


def test_every_public_name_is_on_the_api_page() -> None:
    modules = {name for name in cardavia.__all__ if isinstance(getattr(cardavia, name), types.ModuleType)}
    assert set(cardavia.__all__) - modules <= set(named_in_api())
    assert modules <= set(re.findall(r"automodule:: cardavia\.(\w+)", text_of(DOCS / "api.md")))


def test_every_member_of_the_compiled_classes_is_on_the_api_page() -> None:
    stub = ast.parse(text_of(ROOT / "src" / "cardavia" / "_core.pyi"))
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    for name, named in named_in_api().items():
        if name not in classes:
            continue
        owners = [classes[name], *(classes[base.id] for base in classes[name].bases if isinstance(base, ast.Name))]
        members = {each.name for owner in owners for each in owner.body if isinstance(each, ast.FunctionDef)}
        assert {member for member in members if not member.startswith("_")} == named, name


def c_page() -> types.ModuleType:
    """The Sphinx extension that makes the C reference; it needs Sphinx only to be built with."""
    spec = importlib.util.spec_from_file_location("header", DOCS / "header.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_everything_in_the_header_is_on_the_c_page() -> None:
    header, extension = text_of(HEADER), c_page()
    made = extension.to_rst(header)
    functions = re.findall(r"^CAV_API [^(;]*?(\w+)\(", header, re.MULTILINE)
    types_ = re.findall(r"^typedef (?:struct|enum) (\w+)", header, re.MULTILINE)
    constants = re.findall(r"^ +(CAV_[A-Z_]+)(?: =|,|$)", header, re.MULTILINE)
    assert len(functions) == header.count("\nCAV_API ") == len(extension.functions(header))
    signatures = "\n".join(re.findall(r"^ *\.\. c:function:: .*(?:\n {10,}.*)*", made, re.MULTILINE))
    assert set(functions) == set(re.findall(r"(\w+)\(", signatures))
    assert set(types_) == set(re.findall(r"^\.\. c:(?:struct|enum):: (\w+)", made, re.MULTILINE))
    assert set(constants) <= set(re.findall(r"\.\. c:enumerator:: (\w+)", made))


def raised(module: str) -> set[str]:
    """The codes of the errors that a module of the package makes."""
    source = text_of(ROOT / "src" / "cardavia" / module)
    calls = re.findall(r"\b(?:IllegalMove|Bad[A-Z]\w+)\((.*?)\)(?= from|\n)", source, re.DOTALL)
    return {code for call in calls for code in re.findall(r'"([a-z]+(?:-[a-z]+)+|unreadable)"', call)}


def test_every_code_of_engine_and_package_is_on_the_page_of_errors() -> None:
    page = text_of(DOCS / "errors.md")
    listed = {row[0] for row in rows(page)}
    sources = [source for folder in ("base", "engine", "kernels") for source in ROOT.glob(f"csrc/{folder}/*.c")]
    engine = {error["code"] for source in sources for error in ERROR.finditer(text_of(source))}
    modules = ("_core.pyx", "arrays.py", "bots.py", "options.py", "poker.py", "record.py", "registry.py")
    formats = (f"formats/{each.name}" for each in (ROOT / "src" / "cardavia" / "formats").glob("*.py"))
    package = {code for module in (*modules, *formats) for code in raised(module)}
    faces = {name: set(raised(f"games/{name}.py")) for name in cardavia.game_names()}
    on_pages = {name: {row[0] for row in rows(section(page_of(name), "Errors"))} for name in faces}
    nowhere_else = {code for name, codes in faces.items() for code in codes - on_pages[name]}
    assert len(engine) > 10 and len(package) > 10
    assert engine | package | nowhere_else <= listed <= engine | package | set().union(*faces.values())


# ---- The pages of the games ----


def test_every_game_has_its_page_and_is_listed() -> None:
    here = [row[0] for row in rows(text_of(DOCS / "games" / "index.md")) if "here" in row[-1]]
    assert sorted(here) == sorted(cardavia.game_names())
    for name in cardavia.game_names():
        assert page_of(name).startswith(f"# {cardavia.game(name).title}\n")
        assert f"cardavia.games.{name}" in text_of(DOCS / "api.md")
        assert cardavia.game(name).title in text_of(ROOT / "README.md")


@every_game
def test_every_error_of_a_game_is_on_its_page(name: str) -> None:
    listed = {(row[0], row[1]) for row in rows(section(page_of(name), "Errors"))}
    assert listed == {(error["code"], error["rule"]) for error in ERROR.finditer(source_of(name))}


@every_game
def test_clauses_have_anchors_and_the_code_cites_no_others(name: str) -> None:
    anchors = dict(re.findall(r"^\[([A-Z]+-[\d.]+)\]\{#(\S+) \.clause\}", page_of(name), re.MULTILINE))
    assert len(anchors) > 4
    assert all(anchor == clause.lower().replace(".", "-") for clause, anchor in anchors.items())
    prefix = next(iter(anchors)).split("-")[0]
    cited = set(re.findall(rf"\b{prefix}-\d(?:\.\d)?", source_of(name)))
    chapters = {clause.split(".")[0] for clause in anchors}
    assert cited <= set(anchors) | chapters


@every_game
def test_options_and_lines_of_the_account_are_on_the_page(name: str) -> None:
    page = page_of(name)
    options = re.findall(r"^`(\w+)`\n: ", section(page, "Options"), re.MULTILINE)
    assert options == list(cardavia.game(name).options)
    codes = re.findall(r'add_line\w*\(result, "([a-z-]+)"', source_of(name))
    lines = [row[0] for row in rows(section(page, "The account"))]
    assert sorted(lines) == sorted(codes)
    for seed in range(100):
        result = played(cardavia.game(name), seed).deal_result
        assert result is not None
        for line, after in itertools.pairwise(line.code for line in result.lines):
            again = after in ("pot", "cards", "card-points")  # each pot, each loser or each side has its own lines
            assert lines.index(line) <= lines.index(after) or again or {line, after} == {"share", "odd-chip"}


@every_game
def test_links_to_clauses_lead_to_them(name: str) -> None:
    links = re.findall(r"\[`?([A-Z]+-[\d.]+)`?\]\(#([^)\s]+)\)", page_of(name))
    assert links
    assert all(anchor == clause.lower().replace(".", "-") for clause, anchor in links)
    assert {anchor for _, anchor in links} <= set(re.findall(r"\{#(\S+) \.clause\}", page_of(name)))


@every_game
def test_phases_are_on_the_page(name: str) -> None:
    assert tuple(row[0] for row in rows(section(page_of(name), "Phases and moves"))) == cardavia.game(name).phases


READINGS: dict[str, Callable[[str], list[cardavia.Move]]] = {
    "doudizhu": doudizhu.readings,
    "guandan": lambda cards: guandan.readings(cards, level="2"),
    "zhengshangyou": lambda cards: zhengshangyou.readings(cards, opening=True),
}


@pytest.mark.parametrize("name", READINGS)
def test_shapes_are_what_their_examples_say(name: str) -> None:
    for shape, _, example, rank, length in rows(section(page_of(name), "The combinations")):
        [reading] = READINGS[name](example)
        assert (reading.shape, reading.rank, str(reading.length)) == (shape, rank, length)


def test_every_shape_is_on_the_page_of_a_game() -> None:
    listed = {name: [row[0] for row in rows(section(page_of(name), "The combinations"))] for name in READINGS}
    others = {shape for name in ("bridge", "tractor") for shape in cardavia.Shape if f"`{shape}`" in page_of(name)}
    assert set(itertools.chain.from_iterable(listed.values())) | others == set(cardavia.Shape)
    for name, shapes in listed.items():
        deals = (played(cardavia.game(name), seed) for seed in range(100))
        seen = {event.move.shape for deal in deals for event in deal.log if event.move is not None} - {None}
        assert len(shapes) == len(set(shapes)) and seen <= set(shapes)


def test_the_shapes_of_tractor_are_what_their_examples_say() -> None:
    for shape, _, example, rank, length in rows(section(page_of("tractor"), "Leads")):
        leads = tractor.leads(example, trump="S", level="4")
        [lead] = [each for each in leads if each.cards == cardavia.Cards(example)]
        assert (lead.shape, lead.rank, str(lead.length)) == (shape, rank, length)


def test_what_a_face_says_is_listed_for_those_who_add_a_table() -> None:
    [shows] = re.findall(r"What the terminal shows: (.*?) \(see", text_of(DOCS / "adding-a-table.md"))
    assert set(re.findall(r"`(\w+)`", shows)) == {name for name in vars(Face) if name[0] != "_"} - {"Table"}


def test_where_programs_differ_on_records_is_said_alike_in_both_places() -> None:
    """The docstring of the module and the page."""
    texts = (phh.__doc__ or "", section(PHH, "Where programs differ"))
    module, page = ([" ".join(each.split()) for each in re.findall(r"^- .*(?:\n  .*)*", text, re.M)] for text in texts)
    assert len(module) > 4
    assert module == page


def test_codes_of_records_are_on_their_page() -> None:
    own = raised("formats/phh.py") - {"other-game", "no-beginning"}
    assert own == {row[0] for row in rows(section(PHH, "Read"))[1:]}


def test_codes_of_boards_are_on_their_page() -> None:
    page = (DOCS / "how-to" / "pbn-lin.md").read_text(encoding="utf-8")
    own = {code for name in ("boards", "pbn", "lin") for code in raised(f"formats/{name}.py")} - {"other-game"}
    assert own == {row[0] for row in rows(section(page, "What is refused"))[:-1]}


def test_every_field_of_a_table_is_explained() -> None:
    for name in cardavia.game_names():
        source = text_of(ROOT / "src" / "cardavia" / "games" / f"{name}.py")
        table: type = importlib.import_module(f"cardavia.games.{name}").Table
        for field in dataclasses.fields(table):
            assert re.search(rf'^    {field.name}: .*\n    """', source, re.MULTILINE), field.name
