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
from keypeg.words.syntax import NUMERIC, arguments, parse, usage

_counts = (*range(201), 1_000_000)


@cache
def _plural_forms(language: str, kind: str) -> frozenset[str]:
    """Return the forms that whole numbers take in a language, by asking ICU about many of them."""
    forms = ("zero", "one", "two", "few", "many", "other")
    probe = MessageFormat(f"{{n, {kind}, {' '.join(f'{form} {{{form}}}' for form in forms)}}}", language)
    return frozenset(probe.format({"n": n}) for n in _counts)


# One test a language, not one a message: there are many thousands of them.
_each_language = pytest.mark.parametrize("language", languages())


@_each_language
def test_keys_are_unique_sorted_and_those_of_english(language: str) -> None:
    text = (Path(words.__file__).parent / f"{language}.json").read_text(encoding="utf-8")
    keys = [key for key, _ in json.loads(text, object_pairs_hook=list)]
    assert keys == sorted(messages(language))
    assert set(keys) <= set(messages(ENGLISH))  # that none is missing is for test_translations.py to say


@_each_language
def test_a_message_has_the_fields_of_english(language: str) -> None:
    wrong = [
        key
        for key, source in messages(language).items()
        if placeholders(source) != placeholders(messages(ENGLISH)[key])
    ]
    assert not wrong


@_each_language
def test_a_message_formats(language: str) -> None:
    for key, source in messages(language).items():
        for n in (0, 1, 2, 5, 1296):
            fields = {
                name: n if kinds & NUMERIC else datetime.now(UTC) if kinds & {"date", "time"} else "RYBG"
                for name, kinds in usage(parse(source)).items()
            }
            said = format_message(source, language, fields)
            assert said.strip() == said != "", key
            assert "{" not in said, key


@_each_language
def test_a_plural_has_every_form_of_the_language_and_no_other(language: str) -> None:
    for key, source in messages(language).items():
        for argument in arguments(parse(source)):
            if argument.kind in {"plural", "selectordinal"}:
                forms = {selector for selector, _ in argument.branches if not selector.startswith("=")}
                assert forms == _plural_forms(language, argument.kind) | {"other"}, key


@_each_language
def test_no_message_scales_a_number_for_icu_alone(language: str) -> None:
    assert not [key for key, source in messages(language).items() if "scale/" in source]
