"""Call windows at a table: what is stored, what a View says, and who may end them."""

from __future__ import annotations

import pytest

from keypeg.api.moves import Done, InWindow, NewClaim, call_window, claim
from keypeg.api.own_tables import summary
from keypeg.api.tables import Clock, Computer, Me, NewRematch, Open, Sitter, plan_rematch
from keypeg.api.view import CallWindow, view_of
from keypeg.errors import Conflict, Illegal
from keypeg.table import Chair
from keypeg.table.call_window import EXTENSION, SECONDS
from tests.api.memory import ME, MemoryTransport

CLUB = Computer("club")


def _at(*sitters: Sitter, rules: str = "mm44:first=1", **agreed: object) -> MemoryTransport:
    """Return a table at which a person at seat 1 has placed a row at time 100."""
    at = MemoryTransport.of(rules, *(sitters or (Me(), CLUB, CLUB, CLUB)), **agreed)
    at.now = 100.0
    at.move("guess RRRRR", seat=1)
    return at


def _do(at: MemoryTransport, do: str, seat: int | None = None, **fields: object) -> Done:
    asked = InWindow(do, **({"version": at.table.version, "key": at.key(), "seat": seat} | fields))  # type: ignore[arg-type]
    return at.commit(call_window(at.table, ME, asked, at.now))


def test_the_view_says_who_may_call_and_until_when() -> None:
    at = _at()
    assert at.view().call_window == CallWindow([1], SECONDS, 100.0, 106.0, [])
    _do(at, "extend")
    assert at.view().call_window == CallWindow([1], SECONDS, 100.0, 106.0 + EXTENSION, [1])
    _do(at, "go-on")
    assert at.view().call_window is None


def test_a_window_is_told_again_by_the_log() -> None:
    at = _at()
    _do(at, "extend")
    again = at.replayed()
    assert again.window == at.table.window
    assert view_of(again, 1, (1,), {}) == at.view()


def test_neither_going_on_nor_extending_is_a_move_of_the_record() -> None:
    at = _at()
    before = at.table.state
    _do(at, "extend")
    _do(at, "go-on")
    assert at.table.state == before
    assert [entry.kind for entry in at.log[-2:]] == ["extend", "go-on"]


def test_somebody_goes_on_for_all_their_seats_or_for_one() -> None:
    at = _at(Me(), Me(), CLUB, CLUB)
    _do(at, "go-on", 2)
    assert at.view().call_window == CallWindow([1], SECONDS, 100.0, 106.0, [])
    at = _at(Me(), Me(), CLUB, CLUB)
    _do(at, "go-on")
    assert at.view().call_window is None


def test_the_same_key_is_done_once() -> None:
    at = _at()
    done = _do(at, "go-on", key="k", version=at.table.version)
    entries = len(at.log)
    assert _do(at, "go-on", key="k", version=1) == done
    assert len(at.log) == entries


def test_who_goes_on_does_not_end_a_later_window() -> None:
    at = _at()
    seen = at.table.version
    at.now = 106.0
    at.run_computers()
    at.now = at.table.touched
    with pytest.raises(Conflict) as caught:
        _do(at, "go-on", version=seen)
    assert caught.value.slug == "version-stale"


def test_once_it_is_over_there_is_nothing_to_do() -> None:
    at = _at()
    at.now = 106.0
    entries = len(at.log)
    assert _do(at, "extend").version == at.table.version
    assert len(at.log) == entries


def test_a_watcher_has_no_say() -> None:
    at = _at()
    with pytest.raises(Illegal):
        call_window(at.table, "somebody", InWindow("go-on", at.table.version, "k"), at.now)


@pytest.mark.parametrize(
    ("agreed", "seconds"),
    [
        ({}, SECONDS),
        ({"call_window": 15.0}, 15.0),
        ({"call_window": None}, None),
        ({"clock": Clock(600)}, SECONDS),
        ({"clock": Clock(86_400)}, None),
        ({"clock": Clock(86_400), "call_window": 3.0}, 3.0),
    ],
)
def test_its_length_is_agreed_on_and_by_correspondence_has_no_limit(
    agreed: dict[str, object], seconds: float | None
) -> None:
    at = _at(**agreed)  # type: ignore[arg-type]
    window = at.view().call_window
    assert window
    assert window.seconds == seconds
    assert (window.until is None) == (seconds is None)


def test_by_correspondence_a_window_waits_for_people_and_their_clocks_run() -> None:
    at = _at(Me(), Me(), CLUB, CLUB, clock=Clock(86_400))
    _do(at, "go-on", 2)
    assert summary(at.table, ME).your_turn
    assert not at.commit(at.table.time_up(86_300.0))
    at.now = 90_000.0
    assert at.commit(at.table.time_up(at.now))
    assert at.log[-1].kind == "go-on"
    assert at.view().call_window is None
    assert at.table.state.now
    assert not at.table.state.now.out


def test_by_correspondence_others_go_on_without_somebody_who_stays_away() -> None:
    at = _at(Me(), Open(), CLUB, CLUB, clock=Clock(86_400), grace=180.0)
    at.table.chairs[1] = Chair(2, "person", guest="bo")
    _do(at, "go-on", 1)
    away = {2: 100.0}
    asked = NewClaim(2, at.table.version, "k", 1)
    # It is seat 2's turn, so a claim would take its code.
    assert at.table.claim_from(2, away[2]) == 280.0
    at.move("guess RRRRR", seat=2, who="bo")
    asked = NewClaim(2, at.table.version, "k", 1)
    assert at.table.claim_from(2, away[2]) == 280.0
    at.now = 300.0
    at.commit(claim(at.table, ME, asked, lambda _: away, at.now))
    assert at.log[-1].kind == "go-on"
    entries = len(at.log)
    at.commit(claim(at.table, ME, asked, lambda _: away, at.now))
    assert len(at.log) == entries, "the same key once"


def test_after_a_time_without_a_server_the_window_opens_anew() -> None:
    at = _at()
    assert at.table.time_runs
    at.now = 5000.0
    at.commit(at.table.resume(at.now))
    window = at.view().call_window
    assert window
    assert window.until == 5000.0 + SECONDS
    assert at.replayed().window == at.table.window


def test_other_boxes_have_no_window() -> None:
    at = MemoryTransport.of("togo:first=1", Me(), CLUB)
    at.move("hide RYGB")
    assert at.view().call_window is None
    assert at.table.window is None


def test_a_rematch_keeps_its_length() -> None:
    at = _at(call_window=15.0)
    while not at.table.over:
        at.now += 100
        at.run_computers()
        if not at.table.over:
            at.move("give-up", seat=1)
    plan = plan_rematch(at.table, ME, NewRematch())
    assert plan
    assert plan.agreed.call_window == 15.0
    plan = plan_rematch(at.table, ME, NewRematch(call_window=None))
    assert plan
    assert plan.agreed.call_window is None
