"""ICU messages are read and written back, and what the catalogues must not use is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.words.syntax import Argument, Pattern, Text, is_simple, parse, placeholders, write

_texts = st.text(st.characters(exclude_characters="{}'", exclude_categories=["Cs"]), min_size=1).map(Text)
_names = st.from_regex(r"[a-z][a-z_]{0,6}", fullmatch=True)
# Names by use, because one name must not be printed as it is here and as a number there.
_simple = _names.map(lambda name: Argument(f"s_{name}"))
_numbers = st.builds(Argument, _names.map("n_{}".format), st.just("number"), st.sampled_from(["", "integer", "::.00"]))


def _messages(parts: st.SearchStrategy[Text | Argument]) -> st.SearchStrategy[Pattern]:
    # Two texts in a row would be read as one.
    return st.lists(parts, max_size=4).map(
        lambda found: tuple(
            part
            for i, part in enumerate(found)
            if not (i and isinstance(part, Text) and isinstance(found[i - 1], Text))
        )
    )


def _with_branches(parts: st.SearchStrategy[Text | Argument]) -> st.SearchStrategy[Text | Argument]:
    branches = st.tuples(_messages(parts), _messages(parts)).map(lambda pair: (("one", pair[0]), ("other", pair[1])))
    return st.builds(
        Argument, _names.map("n_{}".format), st.sampled_from(["plural", "selectordinal"]), st.just(""), branches
    )


_any = _messages(st.recursive(_texts | _simple | _numbers, _with_branches, max_leaves=8))


@given(_any)
def test_a_message_reads_back_as_it_was_written(message: Pattern) -> None:
    assert parse(write(message)) == message


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("No field.", set()),
        ("{a} and {b}, then {a}", {"a", "b"}),
        ("{n, plural, one {# code for {seat}} other {# codes}}", {"n", "seat"}),
        ("{who, select, maker {{name} hides} other {{name} of {all, number} guesses}}", {"who", "name", "all"}),
    ],
)
def test_placeholders_are_found_in_branches_too(source: str, names: set[str]) -> None:
    assert placeholders(source) == names


@pytest.mark.parametrize("source", ["", "Text.", "{a}", "x {a}, {b}"])
def test_text_and_bare_fields_are_simple(source: str) -> None:
    assert is_simple(parse(source))


@pytest.mark.parametrize("source", ["{n, number}", "x {n, plural, other {#}}"])
def test_all_else_is_not_simple(source: str) -> None:
    assert not is_simple(parse(source))


def test_offset_and_exact_values_are_kept() -> None:
    source = "{n, plural, offset:1 =0 {nobody} one {# more} other {# more}}"
    assert write(parse(source)) == source


@pytest.mark.parametrize(
    "source",
    [
        "it's",
        "a } b",
        "{a",
        "{}",
        "{a b}",
        "{a-b}",
        "{a, plural}",
        "{a, plural, one {x}}",
        "{a, plural, other {x}",
        "{a, plural, other {x",
        "{a, plural, other x}",
        "{a, choice, 0#x}",
        "{a, spellout}",
        "{n} of {n, number}",
    ],
)
def test_syntax_that_a_catalogue_must_not_use_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(source))):
        parse(source)
