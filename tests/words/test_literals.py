"""No sentence that people see stands in the code of a front end: all come from the catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import keypeg

SOURCE = Path(keypeg.__file__).parent
API = {"metrics.py"}
"""Describes the server to programmers, in English as code does."""
FOLDERS = ("cli", "server", "tell", "terminal")
FILES = sorted(file for folder in FOLDERS for file in (SOURCE / folder).rglob("*.py") if file.name not in API)

SENTENCE = re.compile(r"[A-Z][a-z]*(?: [a-z’,-]{2,}){2,}")
"""A word with a capital letter, and at least two more without."""

FOR_PROGRAMMERS = {"summary", "description", "help", "title", "name", "documentation"}
"""Keywords whose values describe the API too."""


def _sentences(tree: ast.Module) -> Iterator[str]:
    told_to_programmers = {id(inner) for node in ast.walk(tree) for inner in _unseen(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told_to_programmers:
            yield from SENTENCE.findall(node.value)


def _unseen(node: ast.AST) -> Iterator[ast.AST]:
    """What a reader of the code sees, and nobody else: docstrings, descriptions of the API, asserts and the log."""
    match node:
        case ast.Expr(ast.Constant() as text):
            yield text
        case ast.keyword(arg=str(name), value=value) if name in FOR_PROGRAMMERS:
            yield from ast.walk(value)
        case ast.Assert(msg=ast.expr() as message):
            yield from ast.walk(message)
        case ast.Call(ast.Name("endpoint") | ast.Attribute(ast.Name("LOG" | "log" | "logger")), arguments):
            for argument in arguments:
                yield from ast.walk(argument)
        case _:
            pass


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_front_end_has_no_sentence_of_its_own(file: Path) -> None:
    assert list(_sentences(ast.parse(file.read_text("utf-8")))) == []


def test_a_sentence_is_found() -> None:
    assert list(_sentences(ast.parse('print("There is no code here.")'))) == ["There is no code here"]
    assert list(_sentences(ast.parse('"""What this is for."""\nsay("cli.greeting")'))) == []
