"""A message says the same through ICU and through the standard library, and writes numbers as its language does."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icu4py.messageformat import MessageFormat

from keypeg.words import languages
from keypeg.words.formatting import format_message
from keypeg.words.syntax import fill, parse

_source = "‘{a}’ and “{b}”, # too"
_values = st.text(st.characters(exclude_categories=["Cs", "Cc"]))


@given(_values, _values)
def test_a_simple_message_reads_as_icu_would_have_it(a: str, b: str) -> None:
    assert fill(parse(_source), {"a": a, "b": b}) == MessageFormat(_source, "en").format({"a": a, "b": b})


@pytest.mark.parametrize("source", ["{a} stays", "{a} stays {n, plural, other {#}}"])
def test_a_field_that_is_not_given_stays_visible(source: str) -> None:
    assert format_message(source, "en", {"n": 1}).startswith("{a} stays")


@pytest.mark.parametrize("source", ["row {row}", "row {row}{n, plural, other {}}", "row {row}{n, number}"])
def test_a_bare_field_is_written_the_same_in_every_language(source: str) -> None:
    assert format_message(source, "de", {"row": 1296, "n": 0}).startswith("row 1296")


@pytest.mark.parametrize(("language", "number"), [("en", "32,768"), ("de", "32.768"), ("fr", "32\u202f768")])
def test_numbers_are_written_as_the_language_does(language: str, number: str) -> None:
    assert format_message("{n, number}", language, {"n": 32768}) == number
    assert format_message("{n, plural, one {#} other {#}}", language, {"n": 32768}) == number


@pytest.mark.parametrize("language", languages())
def test_less_than_nothing_has_a_real_minus_sign_and_text_keeps_its_hyphens(language: str) -> None:
    said = format_message(
        "{a}: {n, number, ::.00 sign-except-zero}", language, {"a": "well-known 2026-11-15", "n": -0.06}
    )
    assert re.fullmatch(r"well-known 2026-11-15: \N{MINUS SIGN}0[.,]06", said)
    assert format_message("{n, plural, other {#}}", language, {"n": -3}) == "\N{MINUS SIGN}3"


@pytest.mark.parametrize(("n", "said"), [(1, "1 kod"), (3, "3 kody"), (5, "5 kodów"), (22, "22 kody")])
def test_plurals_follow_the_language(n: int, said: str) -> None:
    assert format_message("{n, plural, one {# kod} few {# kody} other {# kodów}}", "pl", {"n": n}) == said


def test_select_takes_any_value_by_its_text() -> None:
    source = "{yes, select, True {on} other {off}}"
    assert [format_message(source, "en", {"yes": value}) for value in (True, False, None)] == ["on", "off", "off"]


@pytest.mark.parametrize(("language", "said"), [("en", "37.5%"), ("de", "37,5\u00a0%"), ("pl", "37,5%")])
def test_a_percentage_is_a_hundred_times_the_field_as_in_a_browser(language: str, said: str) -> None:
    assert format_message("{share, number, ::percent .0}", language, {"share": 0.375}) == said


@pytest.mark.parametrize(("language", "said"), [("en", "1,296 + 1,296"), ("es", "1296 + 1296"), ("pl", "1296 + 1296")])
def test_four_digits_are_grouped_only_where_the_language_does_so(language: str, said: str) -> None:
    assert format_message("{n, number} + {n, plural, one {#} other {#}}", language, {"n": 1296}) == said
