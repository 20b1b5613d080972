"""The coach at a table: agreed before the match, counted, and kept in the record."""

from __future__ import annotations

import pytest

from keypeg import Guess, Hide, Illegal, Malformed, Unknown, rules
from keypeg.errors import KeypegError
from keypeg.players import read_player
from keypeg.review.advice import CoachLevel, Grade
from keypeg.table import Coached, Coaching, Event, Table, Use, load, next_grade, read_level, save


def _table(level: CoachLevel | None, text: str = "togo:first=1") -> Table:
    """A person at seat 2 breaks a code of the computer at seat 1."""
    table = Table(rules(text), {1: read_player("expert", "seed")}, seed="s")
    if level is not None:
        table.agree_coaching({2: level})
    table.run()
    return table


def _refused(table: Table, ask: str) -> str:
    coach = table.coach(2)
    with pytest.raises(Illegal) as wrong:
        coach.hint() if ask == "hint" else getattr(coach, ask)(Guess("ROYG"))
    return wrong.value.slug


def test_there_is_no_coach_unless_one_was_agreed() -> None:
    for level in (None, CoachLevel.OFF):
        table = _table(level)
        assert {_refused(table, ask) for ask in ("check", "explain", "hint")} == {"coach-off"}


@pytest.mark.parametrize(
    ("level", "refused"),
    [(CoachLevel.CHECK, {"explain", "hint"}), (CoachLevel.EXPLAIN, {"hint"}), (CoachLevel.HINT, set())],
)
def test_a_level_includes_those_before_it_and_no_more(level: CoachLevel, refused: set[str]) -> None:
    table = _table(level)
    for ask in ("check", "explain", "hint"):
        if ask in refused:
            assert _refused(table, ask) == "coach-level-too-low"
        else:
            table.coach(2).hint() if ask == "hint" else getattr(table.coach(2), ask)(Guess("ROYG"))
    assert set(table.coaching[2].counts) == {"check", "explain", "nudge"} - refused - (
        {"nudge"} if "hint" in refused else set()
    )


def test_help_cannot_be_agreed_once_the_match_has_begun() -> None:
    table = _table(CoachLevel.CHECK)
    with pytest.raises(Illegal) as wrong:
        table.agree_coaching({2: CoachLevel.HINT})
    assert wrong.value.slug == "coach-too-late"


def test_two_people_have_no_coach_by_default_and_one_each_where_both_agreed() -> None:
    table = Table(rules("togo:first=1"))
    table.play(1, Hide("RYGB"))
    with pytest.raises(Illegal):
        table.coach(2).check(Guess("ROYG"))
    table = Table(rules("togo:first=1"))
    table.agree_coaching({2: CoachLevel.CHECK})
    table.play(1, Hide("RYGB"))
    assert table.coach(2).check(Guess("ROYG")).possible
    with pytest.raises(Illegal):
        table.coach(1).check(Guess("ROYG"))


def test_a_computer_has_no_coach() -> None:
    with pytest.raises(Illegal) as wrong:
        _table(CoachLevel.HINT).coach(1)
    assert wrong.value.slug == "seat-not-yours"


def test_hints_go_from_a_nudge_to_the_best_and_begin_anew_with_every_row() -> None:
    table = _table(CoachLevel.HINT)
    assert [table.coach(2).hint().grade for _ in range(4)] == [Grade.NUDGE, Grade.GOOD, Grade.BEST, Grade.BEST]
    table.play(2, Guess("ROYG"))
    assert next_grade(table.view(2), table.coaching[2]) is Grade.NUDGE
    assert table.coach(2).hint(Grade.BEST).grade is Grade.BEST


def test_what_is_refused_is_no_use() -> None:
    table = _table(CoachLevel.CHECK)
    with pytest.raises(KeypegError):
        table.coach(2).check(Guess("ROYGB"))
    assert table.coaching[2].uses == ()


def test_uses_survive_undo_and_the_record() -> None:
    table = _table(CoachLevel.HINT)
    table.coach(2).hint()
    table.play(2, Guess("ROYG"))
    table.coach(2).check(Guess("RYGB"))
    table.undo(2)
    uses = (Use(1, 1, 1, "nudge"), Use(1, 1, 2, "check"))
    assert table.coaching == {2: Coaching(CoachLevel.HINT, uses)}
    text = save(table)
    assert "\nCoach-2: hint\nCoach-Used-2: 1.1.1:nudge 1.1.2:check\n" in text
    again = load(text)
    assert again.coaching == table.coaching
    assert save(again) == text
    assert next_grade(again.view(2), again.coaching[2]) is Grade.GOOD


def test_front_ends_hear_of_a_use() -> None:
    heard: list[Event] = []
    table = _table(CoachLevel.HINT)
    table.listen(heard.append)
    table.coach(2).hint(Grade.GOOD)
    assert heard == [Coached(2, "good")]


@pytest.mark.parametrize(
    ("headers", "slug"),
    [
        ("Coach-2: much", "coach-level-unknown"),
        ("Coach-2: hint\nCoach-Used-2: 1.1:nudge", "coach-use-unreadable"),
        (f"Coach-2: hint\nCoach-Used-2: 1.1.{'9' * 5000}:nudge", "coach-use-unreadable"),
        ("Clock: 300", "clock-unreadable"),
        ("Clock: nan+5", "clock-unreadable"),
        ("Clock: 300+inf", "clock-unreadable"),
        ("Clock: 300+5\nTime-Used: 1=nan", "clock-unreadable"),
        ("Clock: 300+5\nTime-Used: Ada=3", "clock-unreadable"),
    ],
)
def test_bad_headers_are_refused(headers: str, slug: str) -> None:
    with pytest.raises((Unknown, Malformed)) as wrong:
        load(f"Keypeg-Record: 2\nRules: togo:first=1\n{headers}\n")
    assert wrong.value.slug == slug


def test_a_level_is_read_by_its_name() -> None:
    assert read_level("hint") is CoachLevel.HINT
