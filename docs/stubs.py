"""Types for what autodoc finds in the compiled module: they stand in its stub, _core.pyi, and nowhere else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

SHOWN = {"_Draws": "random.Random", "_DrawsIntegers": "numpy.random.Generator"}
"""What the protocols of the stub are made for."""

STUB = Path(__file__).parent.parent / "src" / "cardavia" / "_core.pyi"

def read(stub: str) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """The methods of a stub with their parameters and results, and its properties with their types."""
    methods: dict[str, tuple[str, str]] = {}
    properties: dict[str, str] = {}
    classes = {node.name: node for node in ast.parse(stub).body if isinstance(node, ast.ClassDef)}
    for name, node in classes.items():
        bases = [classes[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
        for function in (each for owner in (*bases, node) for each in owner.body if isinstance(each, ast.FunctionDef)):
            result = ast.unparse(function.returns) if function.returns else ""
            markers = {ast.unparse(marker) for marker in function.decorator_list}
            if "property" in markers:
                properties[f"{name}.{function.name}"] = result
                continue
            if "staticmethod" not in markers:
                del (function.args.posonlyargs or function.args.args)[:1]  # self
            methods[f"{name}.{function.name}"] = f"({_plain(ast.unparse(function.args))})", result
    return methods, properties


def _plain(annotations: str) -> str:
    return re.sub(r"\b_\w+", lambda match: SHOWN[match[0]], annotations)


METHODS, PROPERTIES = read(STUB.read_text(encoding="utf-8"))


def _signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None] | None:
    if what in ("class", "exception"):
        made_by_callers = signature is None or name in ("cardavia.Cards", "cardavia.Random", "cardavia.bots.RandomBot")
        return None if made_by_callers else ("", None)  # a constructor that nobody calls would mislead
    return METHODS.get(name.removeprefix("cardavia."))


def _type(app: Sphinx, domain: str, objtype: str, content: addnodes.desc_content) -> None:
    """Writes the type behind the name of a property; what a class is made of is otherwise told by autodoc."""
    if domain != "py" or objtype != "attribute":
        return
    for signature in content.parent.findall(addnodes.desc_signature):
        wanted = PROPERTIES.get(signature.get("fullname", ""))
        if signature.get("module") == "cardavia" and wanted is not None:
            signature.insert(0, addnodes.desc_annotation("", "property "))
            signature += addnodes.desc_annotation("", "", nodes.Text(": "), *_linked(wanted))


def _linked(annotation: str) -> list[nodes.Node]:
    parts: list[nodes.Node] = []
    for word in re.findall(r"\w+|\W+", annotation):
        if word[0].isupper() and word not in ("Any", "None"):
            link = addnodes.pending_xref("", nodes.Text(word), refdomain="py", reftype="class", reftarget=word)
            parts.append(link)
            link["py:module"] = "cardavia"
        else:
            parts.append(nodes.Text(word))
    return parts


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-signature", _signature)
    app.connect("object-description-transform", _type)
    return {"parallel_read_safe": True}
