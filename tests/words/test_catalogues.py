"""Every catalogue is whole: keys, fields, plural forms, and messages that format."""

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

from keypeg import words
from keypeg.words import ENGLISH, languages, messages, placeholders
from keypeg.words.formatting import format_message
from keypeg.words.message import NUMERIC, arguments, is_simple, parse, usage

_all = [(language, key) for language in languages() for key in messages(language)]
_counts = (*range(201), 1_000_000)


@cache
def _plural_forms(language: str, kind: str) -> frozenset[str]:
    """Return the forms that whole numbers take in a language, by asking ICU about many of them."""
    forms = ("zero", "one", "two", "few", "many", "other")
    probe = MessageFormat(f"{{n, {kind}, {' '.join(f'{form} {{{form}}}' for form in forms)}}}", language)
    return frozenset(probe.format({"n": n}) for n in _counts)


@pytest.mark.parametrize("language", languages())
def test_keys_are_unique_sorted_and_those_of_english(language: str) -> None:
    text = (Path(words.__file__).parent / f"{language}.json").read_text(encoding="utf-8")
    keys = [key for key, _ in json.loads(text, object_pairs_hook=list)]
    assert keys == sorted(messages(ENGLISH))


@pytest.mark.parametrize(("language", "key"), _all)
def test_a_message_has_the_fields_of_english(language: str, key: str) -> None:
    assert placeholders(messages(language)[key]) == placeholders(messages(ENGLISH)[key])


@pytest.mark.parametrize(("language", "key"), _all)
def test_a_message_formats(language: str, key: str) -> None:
    source = messages(language)[key]
    for n in (0, 1, 2, 5, 1296):
        fields = {
            name: n if kinds & NUMERIC else datetime.now(UTC) if kinds & {"date", "time"} else "RYBG"
            for name, kinds in usage(parse(source)).items()
        }
        said = format_message(source, language, fields)
        assert said.strip() == said != ""
        assert "{" not in said


@pytest.mark.parametrize(("language", "key"), _all)
def test_a_plural_has_every_form_of_the_language_and_no_other(language: str, key: str) -> None:
    for argument in arguments(parse(messages(language)[key])):
        if argument.kind in {"plural", "selectordinal"}:
            forms = {selector for selector, _ in argument.branches if not selector.startswith("=")}
            assert forms == _plural_forms(language, argument.kind) | {"other"}


@pytest.mark.parametrize("key", [key for key in messages(ENGLISH) if key.startswith("error.")])
def test_errors_are_simple_so_that_str_needs_no_icu(key: str) -> None:
    assert is_simple(parse(messages(ENGLISH)[key]))
