"""An external engine at a seat: it plays like any other player, and a failure costs it the code and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from keypeg import Hide, outcome, rules
from keypeg.core import Absent
from keypeg.errors import Illegal, KeypegError
from keypeg.players import Engine, Limits, Player, Unable, close_engines, read_own_player, read_player, split_players
from keypeg.table import Event, Failed, Table, load, save, series

BAD = Path(__file__).with_name("bad_engine.py")
EXAMPLE = Path(__file__).parents[2] / "examples" / "engine.py"
SHORT = Limits(move=0.3, start=20)


@pytest.fixture(autouse=True)
def _all_end() -> Iterator[None]:
    yield
    close_engines()


def bad(how: str, numbers: Path, limits: Limits = SHORT) -> Engine:
    return Engine((sys.executable, str(BAD), how, str(numbers)), "seed", limits)


def is_gone(number: int, seconds: float = 5.0) -> bool:
    """Return True if this process ends within `seconds`; a zombie counts as ended."""
    until = monotonic() + seconds
    while monotonic() < until:
        try:
            if " Z " in Path(f"/proc/{number}/stat").read_text():
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
    return False


def failures(table: Table) -> list[Failed]:
    found: list[Failed] = []

    def listen(event: Event) -> None:
        if isinstance(event, Failed):
            found.append(event)

    table.listen(listen)
    return found


WRONG = {
    "crash": "engine-ended-complaining",
    "exit": "engine-ended",
    "hang": "engine-silent",
    "stubborn": "engine-silent",
    "deaf": "engine-silent",
    "half-line": "engine-silent",
    "half-line-exit": "engine-ended",
    "flood": "engine-floods",
    "endless-line": "engine-floods",
    "not-text": "engine-not-text",
    "nonsense": "engine-nonsense",
    "empty": "engine-nonsense",
    "nothing": "engine-nonsense",
    "cheat": "engine-illegal",
    "other-move": "engine-illegal",
    "table-move": "engine-illegal",
    "early": "engine-early",
}


@pytest.mark.parametrize("how", WRONG)
def test_an_engine_that_fails_loses_its_code_and_not_the_match(how: str, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    engine = bad(how, numbers)
    table = Table(rules("togo:first=1"), {1: read_player("club", 1), 2: engine}, seed="x")
    found = failures(table)
    while len(table.state.past) < 1:
        table.step()
    assert [(event.seat, event.reason.slug) for event in found] == [(2, WRONG[how])]
    assert table.moves[-1] == (0, Absent(2))
    assert table.view(None).points == (9, 0)
    engine.close()
    close_engines()
    assert all(is_gone(int(number)) for number in numbers.read_text().split())


def test_it_is_started_anew_for_the_next_code_and_the_match_goes_on_to_its_end(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    engine = bad("crash", numbers)
    table = Table(rules("togo:first=1,rounds=4"), {1: read_player("club", 1), 2: engine}, seed="x")
    found = failures(table)
    table.run()
    assert table.outcome is not None
    assert table.outcome.winner == 1
    assert len(found) == 2, "as codebreaker, each time; as codemaker it hides well"
    assert len(set(numbers.read_text().split())) == 3
    assert "out of cheese" in str(found[0].reason)
    assert outcome(load(save(table)).state) == table.outcome


def test_an_engine_that_never_says_hello_loses(tmp_path: Path) -> None:
    engine = bad("mute", tmp_path / "numbers", Limits(move=0.3, start=0.5))
    with pytest.raises(Unable, match=r"within 0\.5 seconds"):
        engine.choose(Table(rules("togo:first=1")).view(1))


def test_in_a_split_code_a_failing_seat_is_out_and_answers_all_the_same(tmp_path: Path) -> None:
    engine = bad("crash", tmp_path / "numbers")
    players = {seat: engine if seat == 2 else read_player("novice", seat) for seat in range(1, 5)}
    table = Table(rules("mm44:marking=hand"), players, seed="x")
    found = failures(table)
    table.run()
    assert table.outcome is not None
    assert [event.seat for event in found] == [2]


def test_a_match_that_two_failing_engines_can_never_decide_is_broken_off() -> None:
    (result,) = series(rules("togo:tie=two-more"), ["engine:false", "engine:false"], 1, "seed", limits=SHORT)
    assert not any(seat.won for seat in result.seats)
    assert sum(len(seat.faults) for seat in result.seats) == 50


def test_the_example_beats_a_novice_more_often_than_not() -> None:
    """The example guesses at random among codes that fit, so over 20 rounds it lost now and then."""
    players: dict[int, Player] = {1: Engine((sys.executable, str(EXAMPLE))), 2: read_player("novice", 3)}
    table = Table(rules("togo:rounds=60"), players, seed="x")
    found = failures(table)
    table.run()
    assert found == []
    first, second = table.view(None).points
    assert first > second


@pytest.mark.parametrize("text", ["logic12", "challenge:rounds=1", "mm44", "logic24+blanks:marking=hand", "4x6"])
def test_the_example_plays_every_box_without_a_fault(text: str) -> None:
    found = rules(text)
    engine = Engine((sys.executable, str(EXAMPLE)))
    others = {seat: read_player("club", seat) for seat in range(2, found.seats + 1)}
    table = Table(found, {1: engine, **others}, seed="y")
    told = failures(table)
    table.run()
    assert table.outcome is not None
    assert told == []
    engine.close()


def test_an_engine_that_is_let_go_plays_the_next_match(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    for seed in "abc":
        engine = bad("cheat", numbers)
        assert engine.choose(Table(rules(f"togo:first=1,rows={ord(seed) % 5 + 3}")).view(1)) == Hide("RYGB")
        engine.close()
    assert len(numbers.read_text().split()) == 1


def test_no_name_from_a_record_or_the_network_starts_a_program() -> None:
    with pytest.raises(Illegal, match="only be seated from the command line"):
        read_player("engine:sh -c 'touch /tmp/never'")
    record = save(Table(rules("togo"), {1: read_player("club")})).replace("Player-1: club", "Player-1: engine:touch x")
    with pytest.raises(Illegal, match="only be seated from the command line"):
        load(record)


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("expert,club", ["expert", "club"]),
        (" expert , club+tricky:errs=0.1 ", ["expert", "club+tricky:errs=0.1"]),
        ("engine:a 'b,c' d,club", ["engine:a 'b,c' d", "club"]),
        ('engine:a "b\\",c",club', ['engine:a "b\\",c"', "club"]),
        ("engine:a\\,b,club", ["engine:a\\,b", "club"]),
        ("it's,club", ["it's", "club"]),
        ("", [""]),
        ("a,,b,", ["a", "", "b", ""]),
    ],
)
def test_commas_in_quotes_belong_to_a_command(text: str, players: list[str]) -> None:
    assert split_players(text) == players


@pytest.mark.parametrize("text", ["engine:", "engine:  ", "engine:'", "engine:no-such-program-anywhere", "engine:/"])
def test_a_command_that_cannot_be_started_is_refused_before_anything_is_played(text: str) -> None:
    with pytest.raises(KeypegError):
        read_own_player(text)


def test_a_command_is_split_as_a_shell_does() -> None:
    engine = read_own_player(f"engine:{sys.executable} 'a b' \"c,d\" e\\ f")
    assert isinstance(engine, Engine)
    assert engine.command == (sys.executable, "a b", "c,d", "e f")
