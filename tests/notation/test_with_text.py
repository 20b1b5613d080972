"""`keypeg.new`, `keypeg.play` and `keypeg.mark` take text as well."""

from __future__ import annotations

import pytest

from keypeg import Hide, Illegal, Malformed, Marks, Unknown, mark, new, play, rules


def test_a_move_may_be_its_text() -> None:
    match = new(rules("togo:first=1"))
    assert play(match, 1, "hide rygb") == play(match, 1, Hide("RYGB"))
    assert play(match, 1, "give-up") != match


@pytest.mark.parametrize(
    ("move", "error", "slug"),
    [
        ("hide RYGX", Malformed, "code-unreadable"),
        ("hide RYG", Illegal, "holes-wrong"),
        ("guess ROYG", Illegal, "move-not-now"),
        ("RYGB", Malformed, "move-unknown"),
        ("", Malformed, "move-unknown"),
        (7, Malformed, "argument-type"),
        (None, Malformed, "argument-type"),
        (Hide, Malformed, "argument-type"),
    ],
)
def test_an_illegal_move_is_refused_in_a_sentence(move: str, error: type[Malformed | Illegal], slug: str) -> None:
    with pytest.raises(error) as refused:
        play(new(rules("togo:first=1")), 1, move)
    assert refused.value.slug == slug
    assert str(refused.value).endswith(".")


def test_small_letters_are_marked_as_capitals_are() -> None:
    assert mark("rygb", "ROYG") == mark("RYGB", "royg") == Marks(1, 2)


def test_a_match_begins_by_the_text_of_its_rules() -> None:
    assert new("togo:first=1") == new(rules("togo:first=1"))
    with pytest.raises(Unknown, match="There is no game “nope”"):
        new("nope")
