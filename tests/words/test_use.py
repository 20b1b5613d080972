"""What the code says is in the English catalogue, with the fields that the message asks for."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import keypeg
import keypeg_lab
from keypeg import errors
from keypeg.tell.names import SECOND_PERSON
from keypeg.words import ENGLISH, messages, placeholders

ROOT = Path(__file__).parents[2]
_sources = [Path(package.__file__ or "").parent for package in (keypeg, keypeg_lab)]
_errors = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}


def _calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call in the sources with its place."""
    for file in sorted(file for source in _sources for file in source.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{file.relative_to(ROOT)}:{node.lineno}", node


def _said() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """Yield (place, key, names of the fields) of every message made, said or raised; fields are None behind a `**`."""
    for place, call in _calls():
        names = [keyword.arg for keyword in call.keywords]
        given = None if None in names else frozenset(name for name in names if name)
        match call:
            case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Constant(value=str(key))]):
                yield place, key, given
            case ast.Call(func=ast.Name(id="message"), args=[ast.Constant(value=str(key))]):
                yield place, key, given
            case ast.Call(func=ast.Name(id="about"), args=[ast.Constant(value=str(key)), *_]):
                yield place, key, None if given is None else given | {"who"}
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(slug))]) if name in _errors:
                yield place, f"error.{slug}", given
            case _:
                pass


@pytest.mark.parametrize(("place", "key", "given"), list(_said()))
def test_a_message_that_is_said_is_there_and_gets_its_fields(
    place: str, key: str, given: frozenset[str] | None
) -> None:
    assert key in messages(ENGLISH), place
    # An error may carry more fields than its sentence uses: programs read them.
    asked = placeholders(messages(ENGLISH)[key])
    assert given is None or given == asked or (key.startswith("error.") and given >= asked), place


@pytest.mark.parametrize(("third", "second"), SECOND_PERSON.items())
def test_a_sentence_in_the_second_person_has_the_fields_of_its_twin_but_the_name(third: str, second: str) -> None:
    assert placeholders(messages(ENGLISH)[second]) == placeholders(messages(ENGLISH)[third]) - {"who"}
