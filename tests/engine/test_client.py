"""The client for engines, with real programs: ours, the example, and some that misbehave."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg import Call, Guess, Illegal, KeypegError, Unknown, new, play, rules, view
from keypeg.core import State
from keypeg.deduce.suggestion import Basis
from keypeg.engine import EngineClient, Rated

ROOT = Path(__file__).parents[2]
OURS = (sys.executable, "-m", "keypeg", "engine")
EXAMPLE = (sys.executable, str(ROOT / "examples" / "engine.py"))
BAD = ROOT / "tests" / "players" / "bad_engine.py"


@pytest.fixture
def match() -> State:
    state = play(new(rules("togo:first=1")), 1, "hide RYGB")
    return play(state, 2, "guess ROYG")


@pytest.fixture
def ours() -> Iterator[EngineClient]:
    with EngineClient(OURS, seconds=60) as engine:
        yield engine


def test_an_engine_tells_who_it_is_and_what_can_be_set(ours: EngineClient) -> None:
    assert ours.id["name"] == "Keypeg"
    assert ours.options == {"player": "perfect", "seed": "", "top": "1", "effort": "1"}
    ours.ping()
    ours.configure({"player": "club", "seed": 7})
    assert ours.options["player"] == "club"
    assert ours.options["seed"] == "7"


def test_it_is_asked_for_a_move_and_for_what_guesses_are_worth(ours: EngineClient, match: State) -> None:
    seen = view(match, 2)
    assert ours.play(seen).move == Guess("ROBP")
    found = ours.analyse(seen, top=3, worth=["RYGB"])
    assert (found.move, found.candidates) == (Guess("ROBP"), 144)
    assert [option.guess for option in found.top] == ["ROBP", "RYBP", "RROB"]
    assert found.guesses[0] == Rated("ROBP", 3.451389, 5, Basis.PROVED)
    assert found.worth == (Rated("RYGB", 3.493056, 5, Basis.PROVED, 0.041667),)
    assert ours.analyse(seen).top == ()


def test_of_a_split_code_it_tells_the_calls(ours: EngineClient) -> None:
    state = play(new(rules("mm44:first=1")), 0, "deal ..R.. B.... ....R .G...")
    for seat, row in ((1, "RRBGG"), (2, "BGYYP"), (3, "BGROO"), (4, "BYRGR")):
        state = play(state, seat, f"guess {row}")
    seat = min(view(state, None).to_act)
    found = ours.analyse(view(state, seat))
    assert found.guesses
    assert found.guesses[0].bits is not None
    assert all(0 < call.chance <= 1 for call in found.calls)
    other = next(each for each in (1, 2, 3, 4) if each != seat)
    called = ours.play(view(state, other), interject=True).move
    assert called is None or isinstance(called, Call)


def test_an_engine_of_others_plays_too(match: State) -> None:
    with EngineClient(EXAMPLE) as engine:
        assert engine.id["name"]
        move = engine.play(view(match, 2)).move
        assert isinstance(move, Guess)
        found = engine.analyse(view(match, 2), top=2)
        assert isinstance(found.move, Guess)
        assert (found.candidates, found.top) == (None, ())


@pytest.mark.parametrize(
    ("how", "slug", "runs"),
    [
        ("cheat", "engine-illegal", True),
        ("nonsense", "engine-nonsense", True),
        ("nothing", "engine-nonsense", True),
        ("crash", "engine-ended-complaining", False),
        ("hang", "engine-silent", False),
        ("flood", "engine-floods", False),
        ("not-text", "engine-not-text", False),
    ],
)
def test_an_engine_that_misbehaves_gets_a_sentence(
    how: str, slug: str, runs: bool, match: State, tmp_path: Path
) -> None:
    with EngineClient((sys.executable, str(BAD), how, str(tmp_path / "pid")), seconds=1) as engine:
        with pytest.raises(KeypegError) as refused:
            engine.play(view(match, 2))
        assert refused.value.slug == slug
        assert engine.running is runs


def test_a_value_that_is_no_finite_number_is_unknown(match: State, tmp_path: Path) -> None:
    with EngineClient((sys.executable, str(BAD), "no-number", str(tmp_path / "pid"))) as engine:
        (found,) = engine.analyse(view(match, 2)).guesses
    assert (found.guess, found.expected, found.worst, found.bits) == ("RYGB", None, 3, None)


@pytest.mark.parametrize(
    ("options", "slug"),
    [({"tpo": 3}, "engine-option"), ({"top": 0}, "engine-refused"), ({"top": "1\nquit"}, "engine-option-value")],
)
def test_options_that_cannot_be_set_get_a_sentence(ours: EngineClient, options: dict[str, object], slug: str) -> None:
    with pytest.raises(KeypegError) as refused:
        ours.configure(options)
    assert refused.value.slug == slug
    ours.ping()


def test_a_question_that_makes_no_sense_gets_a_sentence(ours: EngineClient, match: State) -> None:
    for seat in (1, None):
        with pytest.raises(Illegal) as refused:
            ours.play(view(match, seat))
        assert refused.value.slug == "engine-not-asked"
    with pytest.raises(Unknown) as wrong:
        ours.analyse(view(match, 2), worth=["ROY"])
    assert wrong.value.slug == "engine-refused"
    assert ours.play(view(match, 2)).move == Guess("ROBP")


def test_after_the_end_there_is_nobody_to_ask(ours: EngineClient, match: State) -> None:
    ours.quit()
    assert not ours.running
    with pytest.raises(Unknown) as over:
        ours.play(view(match, 2))
    assert over.value.slug == "engine-over"
    ours.quit()


@pytest.mark.parametrize(
    ("command", "slug"),
    [
        ("no-such-program", "engine-missing"),
        ("'unbalanced", "engine-command"),
        ("", "engine-command"),
        ((), "engine-command"),
        (("cat",), "engine-silent"),
        (("true",), "engine-ended"),
        (("/no/such/program",), "engine-not-started"),
    ],
)
def test_an_engine_that_cannot_be_started_gets_a_sentence(command: str | tuple[str, ...], slug: str) -> None:
    with pytest.raises(KeypegError) as refused:
        EngineClient(command, start=1)
    assert refused.value.slug == slug


def test_an_engine_of_another_version_of_the_protocol_is_refused(tmp_path: Path) -> None:
    program = tmp_path / "other.py"
    program.write_text("input(); print('error protocol-version This engine speaks version 9.', flush=True); input()")
    with pytest.raises(Unknown) as refused:
        EngineClient((sys.executable, str(program)))
    assert refused.value.slug == "engine-refused"


def test_it_works_where_a_process_cannot_be_waited_for_without_reaping_it(
    match: State, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(os, "waitid")  # as on macOS before Python 3.13
    with EngineClient(EXAMPLE) as engine:
        assert isinstance(engine.play(view(match, 2)).move, Guess)
    assert not engine.running
    with (
        EngineClient((sys.executable, str(BAD), "crash", str(tmp_path / "pid"))) as crashing,
        pytest.raises(KeypegError) as refused,
    ):
        crashing.play(view(match, 2))
    assert refused.value.slug == "engine-ended-complaining"
