"""Arguments of a wrong type are refused in a sentence of our own, at every public call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, Literal

import numpy as np
import pytest

import keypeg
from keypeg import Guess, Hide, Malformed, rules
from keypeg.argument_types import _fields, checked
from keypeg.core import Marks, fitting
from keypeg.engine import EngineClient
from keypeg.players import read_player
from keypeg.puzzles import judge, make
from keypeg.review import review, review_rows
from keypeg.review.doctor import diagnose
from keypeg.solve import STRATEGIES, evaluate, grow_tree, problem_of, strategy, suggest, worth
from keypeg.table import HomeBoard, Referee, Table, save, series

TOGO = rules("togo:first=1")
MATCH = keypeg.new(TOGO)
SEEN = keypeg.view(MATCH, 1)
ANY_ROWS = "list[str | tuple[str, tuple[int, int]]]"

WRONG: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (keypeg.rules, (3,), "text of rules must be str, not 3 (int)."),
    (keypeg.rules, (b"togo",), "text of rules must be str, not b'togo' (bytes)."),
    (keypeg.mark, (1, 2), "code of mark must be str, not 1 (int)."),
    (keypeg.mark, ("RYGB", None), "guess of mark must be str, not None (NoneType)."),
    (keypeg.new, (3,), "rules of new must be Rules | str, not 3 (int)."),
    (keypeg.play, (MATCH, 1, None), "move of play must be Draw | Deal | Hide | … | str, not None (NoneType)."),
    (keypeg.play, (MATCH, "1", "hide RYGB"), "seat of play must be int, not '1' (str)."),
    (keypeg.play, (None, 1, "hide RYGB"), "state of play must be State, not None (NoneType)."),
    (keypeg.play, (MATCH, 1, Hide(3)), "code of Hide must be str, not 3 (int)."),  # type: ignore[arg-type]
    (keypeg.view, (MATCH, "1"), "seat of view must be int | None, not '1' (str)."),
    (keypeg.legal, (MATCH, None), "seat of legal must be int, not None (NoneType)."),
    (keypeg.legal_in, (3,), "view of legal_in must be View | Sight, not 3 (int)."),
    (keypeg.to_act, (3,), "state of to_act must be State, not 3 (int)."),
    (keypeg.outcome, ("x",), "state of outcome must be State, not 'x' (str)."),
    (keypeg.draw, (3,), "x of draw must be State | View | Record | Review | BoardReview | Evaluation"),
    (keypeg.read_move, (TOGO, 3), "text of read_move must be str, not 3 (int)."),
    (keypeg.read_record, (b"x",), "text of read_record must be str, not b'x' (bytes)."),
    (keypeg.write_record, (3,), "record of write_record must be Record | Seen | State | View, not 3 (int)."),
    (keypeg.move_text, ("togo", Hide("RYGB")), "rules of move_text must be Rules, not 'togo' (str)."),
    (keypeg.view_text, (3,), "view of view_text must be View, not 3 (int)."),
    (keypeg.box, (None,), "id of box must be str, not None (NoneType)."),
    (keypeg.add_box, ("x", 3), "data of add_box must be dict[str, Any] | str | Path, not 3 (int)."),
    (keypeg.suggest, (3,), "rules of suggest must be Rules | str, not 3 (int)."),
    (keypeg.suggest, ("togo", "ROYG:1,2"), f"rows of suggest must be {ANY_ROWS}, not 'ROYG:1,2' (str)."),
    (keypeg.suggest, ("togo", [("ROYG", 3)]), f"rows of suggest must be {ANY_ROWS}, not [('ROYG', 3)] (list)."),
    (keypeg.worth, ("togo", 3), "guess of worth must be str, not 3 (int)."),
    (fitting, (TOGO, []), "space of fitting must be Space, not rules('togo:first=1') (Rules)."),
    (problem_of, ("togo",), "rules of problem_of must be Rules, not 'togo' (str)."),
    (suggest, (TOGO, []), "problem of suggest must be Problem, not rules('togo:first=1') (Rules)."),
    (worth, (TOGO, "RYGB", []), "problem of worth must be Problem, not rules('togo:first=1') (Rules)."),
    (evaluate, (problem_of(TOGO), "entropy"), "strategy of evaluate must be Strategy, not 'entropy' (str)."),
    (grow_tree, ("togo", "entropy"), "problem of grow_tree must be Problem, not 'togo' (str)."),
    (strategy, (3,), "name of strategy must be str, not 3 (int)."),
    (read_player, (3,), "text of read_player must be str, not 3 (int)."),
    (Table, (7,), "rules of Table must be Rules | str, not 7 (int)."),
    (Table, (TOGO, {1: "club"}), "players of Table must be dict[int, Player] | None, not {1: 'club'} (dict)."),
    (HomeBoard, (TOGO, "1"), "seat of HomeBoard must be int, not '1' (str)."),
    (Referee, ("togo",), "rules of Referee must be Rules, not 'togo' (str)."),
    (save, (MATCH,), "table of save must be Table, not <State togo:first=1: "),
    (series, ("togo", ["club", "club"], "2"), "matches of series must be int, not '2' (str)."),
    (review, ("x",), "match of review must be Record | State, not 'x' (str)."),
    (review_rows, ("togo", []), "problem of review_rows must be Problem, not 'togo' (str)."),
    (diagnose, ("togo", []), "rules of diagnose must be Rules, not 'togo' (str)."),
    (make, ("code", "togo", "1"), "kind of make must be Kind, not 'code' (str)."),
    (judge, ("x", "1"), "puzzle of judge must be Puzzle, not 'x' (str)."),
    (EngineClient, (3,), "command of EngineClient must be str | list[str], not 3 (int)."),
]


@pytest.mark.parametrize(("call", "arguments", "sentence"), WRONG, ids=[sentence for *_, sentence in WRONG])
def test_a_wrong_type_is_refused_in_a_sentence(call: Callable[..., Any], arguments: Any, sentence: str) -> None:
    with pytest.raises(Malformed) as refused:
        call(*arguments)
    assert refused.value.slug == "argument-type"
    assert str(refused.value).startswith(sentence)


def test_options_by_name_are_checked_too() -> None:
    with pytest.raises(Malformed, match=r"^seat of draw must be None, not 1"):
        keypeg.draw(SEEN, seat=1)


def test_a_value_that_behaves_like_the_type_is_taken() -> None:
    match = keypeg.play(MATCH, np.int64(1), "hide RYGB")  # type: ignore[arg-type]
    assert keypeg.play(match, 2, Guess("ROYG")) != match
    rows = [["ROYG", [1, 2]]]
    assert keypeg.suggest("togo", rows) == keypeg.suggest("togo", ["ROYG:1,2"])  # type: ignore[arg-type]
    assert len(list(fitting(TOGO.codes[0], iter([("ROYG", Marks(1, 2))])))) == 144  # type: ignore[arg-type]
    assert STRATEGIES["entropy"].name == strategy("entropy").name


def test_every_public_function_of_keypeg_is_checked() -> None:
    functions = [getattr(keypeg, name) for name in keypeg.__all__ if callable(getattr(keypeg, name))]
    taking = [each for each in functions if not isinstance(each, type) and signature(each).parameters]
    assert all(hasattr(each, "__wrapped__") for each in taking)
    assert len(taking) > 15


def test_annotations_that_cannot_be_tested_let_everything_pass() -> None:
    def any_of_them(x: Any, *more: int, made: Callable[[str], int]) -> Any:
        return x, more, made

    assert checked(any_of_them)(3, "not tested", made="neither") == (3, ("not tested",), "neither")  # type: ignore[arg-type]
    assert set(_fields(any_of_them)) == {"x", "more", "made"}


def test_types_that_fitted_once_do_not_let_other_values_pass() -> None:
    @checked
    def looked_into(rows: Sequence[str], kind: Literal["a", "b"]) -> None: ...

    @checked
    def plain(text: str, seat: int | None = None) -> str:
        return f"{text}{seat}"

    wrong: list[Callable[[], object]] = [
        lambda: looked_into([3], "a"),  # type: ignore[list-item]
        lambda: looked_into(["x"], "c"),  # type: ignore[arg-type]
        lambda: plain(3, 1),  # type: ignore[arg-type]
        lambda: plain("x", "1"),  # type: ignore[arg-type]
        lambda: plain("x", seat="1"),  # type: ignore[arg-type]
    ]
    for call in wrong:
        looked_into(["x"], "a")
        assert (plain("x", 1), plain("x", None), plain("x")) == ("x1", "xNone", "xNone")
        with pytest.raises(Malformed):
            call()
