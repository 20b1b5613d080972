"""The coach behind any transport: limited as agreed, counted once, with questions and answers by value."""

from __future__ import annotations

import pickle

import pytest

from keypeg.api.coach import Advice, NewQuestion, advice, advise, question
from keypeg.api.tables import Computer, Me
from keypeg.errors import KeypegError
from tests.api.memory import ME, MemoryTransport


def _breaking(coach: str) -> MemoryTransport:
    """Return a table at which a person breaks a computer's code, with one row placed."""
    at = MemoryTransport.of("togo:first=1", Computer("club"), Me(), coach=coach)
    at.run_computers()
    at.move("guess ROYG")
    return at


def _ask(at: MemoryTransport, ask: str, key: str, **fields: object) -> Advice:
    asked = question(at.table, ME, NewQuestion(ask, key, **fields))  # type: ignore[arg-type]
    answer, use = advise(asked)
    return at.commit(advice(at.table, asked, answer, use, 0.0))


def _refused(at: MemoryTransport, ask: str, **fields: object) -> str:
    with pytest.raises(KeypegError) as wrong:
        _ask(at, ask, "k", **fields)
    return wrong.value.slug


def test_advice_comes_as_messages_and_is_counted() -> None:
    at = _breaking("explain")
    found = _ask(at, "explain", "k", move="guess ROYG")
    assert found.possible is False
    assert found.messages[0].key == "tell.coach.cannot"
    assert [against.row for against in found.rows] == [1]
    assert at.view().coach.used == [{}, {"explain": 1}]
    assert at.replayed().coaching[2] == at.table.coaching[2]


def test_a_question_sent_again_is_one_use_and_gets_the_same_hint() -> None:
    at = _breaking("hint")
    first = _ask(at, "hint", "k")
    version = at.table.version
    assert _ask(at, "hint", "k") == first
    assert at.table.version == version
    assert _ask(at, "hint", "l").kind == "good"
    assert at.view().coach.next_grade == "best"


def test_what_was_not_agreed_is_refused_and_not_counted() -> None:
    at = _breaking("check")
    assert _refused(at, "hint") == "coach-level-too-low"
    assert _refused(_breaking("off"), "check", move="guess ROYG") == "coach-off"
    assert _refused(at, "check") == "coach-needs-move"
    assert _refused(at, "check", move="give-up") == "coach-needs-move"
    assert at.view().coach.used == [{}, {}]


def test_a_question_is_answered_in_another_process() -> None:
    at = _breaking("hint")
    asked = question(at.table, ME, NewQuestion("hint", "k"))
    answer, use = pickle.loads(pickle.dumps(advise(pickle.loads(pickle.dumps(asked)))))  # noqa: S301
    assert (answer, use) == advise(asked)
