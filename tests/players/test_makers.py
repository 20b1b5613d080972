"""Codemakers: what they hide, and how they mark by hand."""

from __future__ import annotations

from collections import Counter
from statistics import fmean

import pytest

from keypeg import Accept, Claim, Guess, Hide, Mark, Marks, Reveal, mark, new, play, rules, view
from keypeg.core import Phase
from keypeg.errors import Malformed, Unknown
from keypeg.players import Computer, Hiding, Level, hidings, player_text, read_player
from keypeg.players.code_hardness import hardness
from keypeg.solve import problem_of


def _hidden(player: str, text: str, seed: str) -> str:
    move = read_player(player, seed).choose(view(new(rules(text)), 1))
    assert isinstance(move, Hide)
    return move.code


def test_a_fair_codemaker_hides_every_code_with_the_same_chance() -> None:
    times = Counter(_hidden("club", "2x3:first=1", str(seed)) for seed in range(1800))
    assert len(times) == 9
    # Chi-square with 8 degrees of freedom; beyond 26.1 lies one case in a thousand.
    assert sum((count - 200) ** 2 / 200 for count in times.values()) < 26.1


def test_a_tricky_codemaker_prefers_codes_that_take_longer() -> None:
    figures = hardness(problem_of(rules("4x6")))
    assert len(figures) == 1296
    fair, tricky = (
        fmean(figures[_hidden(player, "4x6:first=1", str(seed))][0] for seed in range(300))
        for player in ("expert", "expert+tricky")
    )
    assert tricky > fair


@pytest.mark.parametrize(
    ("text", "tricky"),
    [
        ("4x6", True),
        ("challenge+doubles", True),
        ("togo", False),
        ("challenge", False),
        ("4x6d", False),
        ("mm44", False),
    ],
)
def test_tricky_codes_are_offered_only_where_colours_may_repeat(text: str, tricky: bool) -> None:
    assert (Hiding.TRICKY in hidings(rules(text))) is tricky


def test_a_tricky_player_of_an_old_record_still_hides_codes_without_repeats() -> None:
    assert {len(set(_hidden("club+tricky", "togo:first=1", str(seed)))) for seed in range(5)} == {4}


@pytest.mark.parametrize("errs", [0.0, 0.3, 1.0])
def test_a_codemaker_errs_as_often_as_it_is_told(errs: float) -> None:
    wrong = 0
    for seed in range(200):
        maker = Computer(Level.CLUB, str(seed), errs=errs)
        state = play(new(rules("togo:first=1,marking=hand")), 1, Hide("ROYG"))
        state = play(state, 2, Guess("BPRO"))
        wrong += maker.choose(view(state, 1)) != Mark((mark("ROYG", "BPRO"),))
    assert errs * 200 - 25 <= wrong <= errs * 200 + 25
    assert wrong == 0 or errs > 0


def test_at_a_real_board_the_code_that_is_shown_is_the_one_that_was_marked() -> None:
    maker, state = read_player("club", "seed"), new(rules("togo:first=1,marking=home,rows=2"))
    given: list[tuple[str, Marks]] = []
    for guess in ("ROYG", "BPWN"):
        state = play(state, 2, Guess(guess))
        move = maker.choose(view(state, 1))
        assert isinstance(move, Mark)
        given.append((guess, move.marks[0]))
        state = play(state, 1, move)
    shown = maker.choose(view(state, 1))
    assert isinstance(shown, Reveal)
    assert [mark(shown.shares[0], guess) for guess, _ in given] == [marks for _, marks in given]


@pytest.mark.parametrize(("rows", "answer"), [(2, Accept()), (9, Claim())])
def test_a_break_in_spite_of_wrong_marks_stands_if_it_was_quick(rows: int, answer: object) -> None:
    state = play(new(rules("logic24:first=1,marking=hand")), 1, Hide("YYYY"))
    for _ in range(rows - 1):
        state = play(play(state, 2, Guess("YRRR")), 1, Mark((Marks(0, 1),)))
    state = play(play(state, 2, Guess("YYYY")), 1, Mark((Marks(4, 0),)))
    assert view(state, 2).phase is Phase.DECIDE
    assert read_player("club", "seed").choose(view(state, 2)) == answer


@pytest.mark.parametrize("text", ["novice", "club+tricky", "expert:errs=0.1", "perfect+tricky:errs=0.25"])
def test_a_player_has_a_text_that_reads_back(text: str) -> None:
    assert player_text(read_player(text)) == text
    assert read_player("club+fair") == Computer(Level.CLUB, hiding=Hiding.FAIR)


@pytest.mark.parametrize(
    ("text", "kind"), [("master", Unknown), ("club+mean", Unknown), ("club:errs=2", Malformed), ("", Malformed)]
)
def test_a_text_that_names_no_player_is_refused(text: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        read_player(text)
