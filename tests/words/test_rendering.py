"""Words say a message, and a gap in a catalogue never stops a person."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg import words
from keypeg.message import Message, clauses, message, spaced, together
from keypeg.words import Words, catalogue, languages, messages, plain
from keypeg.words.syntax import NUMERIC, parse, usage

_catalogues = {
    "en.json": '{"a": "{n, plural, one {# code} other {# codes}}", "b": "Only {name} in English, {n, number}"}',
    "de.json": '{"a": "{n, plural, one {# Code} other {# Codes}}"}',
}


@pytest.fixture
def gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of two languages, where German lacks a key."""
    for name, text in _catalogues.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalogue, "_FOLDER", tmp_path)
    languages.cache_clear()
    messages.cache_clear()
    yield
    languages.cache_clear()
    messages.cache_clear()


@pytest.mark.usefixtures("gap")
def test_languages_are_the_files_of_the_folder() -> None:
    assert languages() == ("de", "en")
    assert Words("de").say("a", n=1296) == "1.296 Codes"


@pytest.mark.usefixtures("gap")
def test_a_text_missing_in_a_language_is_said_in_english_with_english_numbers() -> None:
    assert Words("de").say("b", name="this", n=1296) == "Only this in English, 1,296"


@pytest.mark.usefixtures("gap")
def test_a_text_missing_in_english_is_said_as_key_and_fields() -> None:
    assert Words("de").say("c", key=1, self="x") == "c (key=1, self=x)"
    assert plain(message("c")) == "c"


@pytest.mark.usefixtures("gap")
def test_a_missing_key_is_named_to_those_who_ask_for_the_message() -> None:
    assert Words("en").pattern("b") == "Only {name} in English, {n, number}"
    with pytest.raises(KeyError, match=r"b \(de\)"):
        Words("de").pattern("b")


def test_plain_english_is_what_english_says() -> None:
    fields = {"language": "tlh", "known": "en"}
    assert plain(Message("error.language-unknown", fields)) == Words("en").say("error.language-unknown", **fields)


@pytest.mark.parametrize("number", [0, 1, 2, 1296, -3, 0.125, 2.675, -0.004, 12345.678])
def test_plain_english_needs_no_icu_for_numbers_and_plurals(number: float) -> None:
    for key, source in messages("en").items():
        kinds = usage(parse(source))
        if "date" in set().union(*kinds.values()):
            continue
        fields: dict[str, str | float] = {name: number if kind & NUMERIC else "x" for name, kind in kinds.items()}
        assert plain(Message(key, fields)) == Words("en").say(key, **fields)


def test_a_message_may_hold_messages_and_lists() -> None:
    seat = message("tell.seat", seat=2)
    sentence = message("tell.verdict.shared", who=together(["Ada", seat]))
    assert Words("en").render(sentence) == Words("en").say("tell.verdict.shared", who="Ada and Seat 2")
    code = message("tell.move.call", who=seat, code=(message("colour.R"), message("tell.peg.empty")))
    assert Words("de").render(code) == Words("de").say("tell.move.call", who="Platz 2", code="Rot, leer")
    assert plain(message("tell.move.guess", who=clauses([spaced("Ada", 3), seat]))) == plain(
        message("tell.move.guess", who="Ada 3; Seat 2")
    )


def test_all_names_are_exported() -> None:
    assert all(hasattr(words, name) for name in words.__all__)


def test_plain_english_needs_only_the_standard_library() -> None:
    program = (
        "import sys; before = set(sys.modules);"
        "from keypeg.message import message; from keypeg.words import Words, plain;"
        "plain(message('error.language-unknown', language='x', known='y')); Words('en').say('cli.greeting');"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) <= sys.stdlib_module_names | {"keypeg"}
