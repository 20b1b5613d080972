"""A table as a record, and loaded again."""

from __future__ import annotations

import pytest

from keypeg import Guess, rules
from keypeg.errors import Malformed
from keypeg.players import read_player
from keypeg.table import Clock, Table, load, save


def _breaking(text: str = "togo:first=1", **options: object) -> Table:
    """A person at seat 2 breaks a code of the computer at seat 1."""
    table = Table(rules(text), {1: read_player("expert", "seed")}, seed="s", **options)  # type: ignore[arg-type]
    table.run()
    return table


@pytest.mark.parametrize("text", ["togo", "challenge:rounds=1", "mm44:rounds=2", "logic24:marking=hand"])
def test_a_table_goes_on_from_its_record_as_if_nothing_had_happened(text: str) -> None:
    def seated() -> Table:
        names = ["expert", "club+tricky", "novice", "perfect"][: rules(text).seats]
        players = {seat: read_player(name, f"7/{seat}") for seat, name in enumerate(names, start=1)}
        return Table(rules(text), players, seed="7")

    whole = seated()
    whole.run()
    half = seated()
    for _ in range(9):
        half.step()
    again = load(save(half))
    assert again.moves == half.moves
    again.run()
    assert again.moves == whole.moves
    assert save(again) == save(whole)


def test_people_and_the_clock_are_saved_too() -> None:
    table = Table(rules("togo:first=1"), {1: read_player("club")}, seed="s", clock=Clock(300, 5))
    table.run(at=0.0)
    table.play(2, Guess("ROYG"), at=20.0)
    again = load(save(table))
    assert "Player-1: club" in save(table)
    assert "Player-2" not in save(table)
    assert again.waits_for == {2}
    assert again.clock is not None
    assert again.clock.left(2) == pytest.approx(285)


def test_names_of_people_and_all_other_headers_survive() -> None:
    table = _breaking()
    table.headers = {"Seat-2": "Ada", "Date": "2031-05-17"}
    again = load(save(table))
    assert again.headers == table.headers
    assert save(again) == save(table)


def test_an_unreadable_clock_is_refused() -> None:
    text = save(Table(rules("togo:first=1"), clock=Clock(300))).replace("300+0", "soon")
    with pytest.raises(Malformed):
        load(text)


def test_a_brought_player_takes_its_seat_again() -> None:
    table = _breaking()
    assert load(save(table), {2: read_player("club", "other")}).waits_for == frozenset()
