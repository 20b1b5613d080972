"""What happens next at a table without people, and who is asked."""

from __future__ import annotations

import pickle

from keypeg import rules
from keypeg.core import Draw
from keypeg.players import read_player
from keypeg.table import Answer, Table, answer


def _breaking(text: str = "togo:first=1", **options: object) -> Table:
    """A person at seat 2 breaks a code of the computer at seat 1."""
    table = Table(rules(text), {1: read_player("expert", "seed")}, seed="s", **options)  # type: ignore[arg-type]
    table.run()
    return table


def test_chance_comes_before_any_player() -> None:
    table = Table(rules("mm44"), {1: read_player("club")}, seed="s")
    assert isinstance(table.due().chance, Draw)
    assert table.due() == table.due()
    assert table.due().questions == ()


def test_players_are_asked_out_of_turn_first_and_then_in_turn() -> None:
    table = Table(rules("mm44:first=1"), {seat: read_player("club", f"{seat}") for seat in (1, 2, 3)}, seed="s")
    table.step()
    *out_of_turn, last = table.due().questions
    assert {question.seat for question in out_of_turn} == {1, 2, 3}
    assert not any(question.in_turn for question in out_of_turn)
    assert (last.seat, last.in_turn, last.view) == (1, True, table.view(1))


def test_questions_are_answered_alike_in_another_process() -> None:
    table = Table(rules("mm44:first=1"), {seat: read_player("club", f"{seat}") for seat in range(1, 5)}, seed="s")
    while table.due().chance is not None:
        table.step()
    questions = table.due().questions
    there = pickle.loads(pickle.dumps(answer(pickle.loads(pickle.dumps(questions)))))  # noqa: S301
    assert there == answer(questions)
    table.step()
    assert table.moves[-1] == there.move


def test_nothing_is_due_while_people_are_waited_for() -> None:
    table = _breaking()
    assert not table.asks_players()
    assert answer(table.due().questions) == Answer()
