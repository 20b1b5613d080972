"""Tables behind any transport: every change is in the log, and the log alone restores the table."""

from __future__ import annotations

import pytest

from keypeg import boxes
from keypeg.api.moves import PHRASES, NewClaim, NewSay, NewUndo, claim, say, undo
from keypeg.api.records import read_table, record_of
from keypeg.api.seats import Person, TakeSeat, leave, sit_down
from keypeg.api.tables import Clock, Computer, Me, NewRematch, NewTable, Open, new_table, offer_rematch, plan_rematch
from keypeg.api.view import Said, may_see, view_of
from keypeg.core import Absent
from keypeg.errors import Conflict, Illegal, KeypegError, Malformed
from keypeg.players import read_player
from keypeg.table import Entry
from keypeg.table import Rematch as SentRematch
from keypeg.words import ENGLISH, messages
from tests.api.memory import ME, MemoryTransport


def _refused(call: object, *arguments: object) -> str:
    with pytest.raises(KeypegError) as wrong:
        call(*arguments)  # type: ignore[operator]
    return wrong.value.slug


def _duel(**agreed: object) -> MemoryTransport:
    """Return a table of two people at one device, where seat 1 hides first."""
    return MemoryTransport.of("togo:first=1", Me("Ada"), Me("Bo"), **agreed)


@pytest.mark.parametrize("box", [box.id for box in boxes()])
def test_a_match_of_every_box_is_told_again_by_its_log(box: str) -> None:
    seats = new_table(NewTable(box), Person(ME)).rules.seats
    at = MemoryTransport.of(box, Me(), *[Computer("novice")] * (seats - 1))
    me = read_player("club", "me")
    for _ in range(1000):
        at.run_computers()
        if at.table.over:
            break
        at.play(1, me.choose(at.table.view(1)))
        at.view(1)  # what is cached of past attempts must not change what later Views show
    assert at.table.over
    again = at.replayed()
    assert (again.state, again.version) == (at.table.state, at.table.version)
    assert again.seals == at.table.seals
    assert view_of(again, 1, (1,), {}) == at.view(1)
    assert view_of(again, None, (), {}) == at.view(who=None)
    at.commit(leave(at.table, ME, at.now))
    assert view_of(at.replayed(), None, (), {}) == at.view(who=None)


def test_the_same_key_gives_the_same_answer_once() -> None:
    at = _duel()
    done = at.move("hide RYGB", seat=1, key="k")
    assert at.move("hide RYGB", seat=1, key="k") == done
    assert len(at.log) == 2
    assert _refused(lambda: at.move("hide RYGO", seat=1, key="k")) == "key-used"


def test_a_table_takes_no_more_than_fits_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    at = _duel()
    monkeypatch.setattr("keypeg.table.table.MOST_ENTRIES", 3)
    at.move("hide RYGB", seat=1)
    done = at.move("guess ROYG", seat=2, key="k")
    assert _refused(lambda: at.move("guess RYGO", seat=2)) == "table-long"
    assert at.move("guess ROYG", seat=2, key="k") == done
    at.commit(leave(at.table, ME, at.now))


def test_a_move_from_before_something_that_matters_is_refused() -> None:
    at = _duel()
    seen = at.table.version
    at.move("hide RYGB", seat=1)
    with pytest.raises(Conflict) as stale:
        at.move("guess ROYG", seat=2, version=seen)
    assert stale.value.fields == {"version": 2, "seen": seen}
    with pytest.raises(Malformed):
        at.move("guess ROYG", seat=2, version=99)
    assert len(at.log) == 2


def test_an_illegal_move_changes_nothing() -> None:
    at = _duel()
    version, state = at.table.version, at.table.state
    with pytest.raises(Illegal):
        at.move("guess RYGB", seat=1)
    assert (at.table.version, at.table.state) == (version, state)


def test_who_holds_several_seats_says_which() -> None:
    at = _duel()
    assert _refused(lambda: at.move("hide RYGB")) == "seat-which"
    assert _refused(lambda: at.move("hide RYGB", who="somebody")) == "seat-none"
    assert _refused(lambda: at.move("hide RYGB", seat=2, who="somebody")) == "seat-not-held"


def test_a_move_is_taken_back() -> None:
    at = _duel()
    at.move("hide RYGB", seat=1)
    at.commit(undo(at.table, ME, NewUndo(at.table.version, "u", 1), 0.0))
    assert at.view(1).may[0].move == "hide"
    assert at.replayed().state == at.table.state


def test_a_call_is_not_taken_back_but_a_log_in_which_one_was_still_replays() -> None:
    at = MemoryTransport.of("mm44:seats=2,first=1", Me("Ada"), Me("Bo"))
    at.move("guess RRRRR", seat=1)
    before = at.table.state
    assert before.now
    own = before.now.shares[1].code or ""
    at.move(f"call {own.replace('.', 'P', 1)}", seat=2)
    assert at.view(2).out == [2]
    assert not at.view(2).may_undo
    wish = NewUndo(at.table.version, "u", 2)
    assert _refused(undo, at.table, ME, wish, 0.0) == "undo-not-allowed"
    at.log.append(Entry("table", len(at.log) + 1, 0.0, "undo", 2))
    assert at.replayed().state == before


def test_phrases_are_those_of_the_catalogue() -> None:
    chat = (key.removeprefix("chat.") for key in messages(ENGLISH) if key.startswith("chat."))
    assert sorted(PHRASES) == sorted(chat)


def test_a_phrase_is_said_to_everybody() -> None:
    at = _duel()
    at.commit(say(at.table, ME, NewSay("hello", "s", 2), 5.0))
    assert at.view(1).says == [Said(2, 2, "hello", 5.0)]
    assert _refused(say, at.table, ME, NewSay("nonsense", "t", 2), 5.0) == "phrase-unknown"


# Seats


def test_an_open_seat_is_taken_once() -> None:
    at = MemoryTransport.of("togo:first=1", Me("Ada"), Open())
    asked = TakeSeat("A" * 22, "  Bo\n ")
    taken = at.commit(sit_down(at.table, 2, Person("bo"), asked, 1.0))
    assert at.table.chair(2).name == "Bo"
    assert sit_down(at.table, 2, Person("bo"), asked, 2.0).answer == taken
    assert _refused(sit_down, at.table, 2, Person("cy"), asked, 2.0) == "seat-taken"


def test_who_leaves_leaves_no_name() -> None:
    at = _duel()
    at.commit(leave(at.table, ME, 1.0))
    assert [(chair.kind, chair.guest, chair.name) for chair in at.table.chairs] == [("person", None, "")] * 2
    assert [entry.kind for entry in at.log] == ["open", "leave", "leave"]


def test_more_seats_than_the_rules_have_are_refused() -> None:
    asked = NewTable("togo", [Me(), Me(), Me()])
    assert _refused(new_table, asked, Person(ME)) == "seats-wrong"


# Absence and clocks


def test_somebody_who_is_away_too_long_loses_the_code() -> None:
    at = MemoryTransport.of("togo:first=2", Me("Ada"), Open(), grace=60.0)
    at.commit(sit_down(at.table, 2, Person("bo", "Bo"), TakeSeat("A" * 22), 0.0))
    asked = NewClaim(2, at.table.version, "c", 1)
    away = {2: 100.0}
    assert at.table.claim_from(2, away[2]) == 160.0
    assert at.table.claim_from(1, None) is None
    assert _refused(claim, at.table, ME, asked, lambda _: away, 159.0) == "time-not-up"
    assert _refused(claim, at.table, ME, asked, lambda _: {}, 999.0) == "time-not-up"
    at.commit(claim(at.table, ME, asked, lambda _: away, 160.0))
    assert at.table.moves[-1] == (0, Absent(2))


def test_nobody_claims_their_own_seat() -> None:
    at = _duel()
    asked = NewClaim(2, at.table.version, "c", 1)
    assert _refused(claim, at.table, ME, asked, lambda _: {}, 0.0) == "claim-not"


def test_time_that_is_up_is_a_move_of_the_table() -> None:
    at = _duel(clock=Clock(60))
    at.now = 10.0
    at.move("hide RYGB", seat=1)
    assert not at.commit(at.table.time_up(69.0))
    assert at.commit(at.table.time_up(70.0))
    assert at.table.moves[-1] == (0, Absent(2))


def test_time_in_which_nobody_could_play_is_not_counted() -> None:
    at = _duel(clock=Clock(60))
    at.now = 10.0
    at.move("hide RYGB", seat=1)
    at.commit(at.table.resume(1000.0))
    assert not at.commit(at.table.time_up(1059.0))
    assert at.commit(at.table.time_up(1060.0))


# Rematch and records


def _played(at: MemoryTransport) -> MemoryTransport:
    for seat, move in ((1, "hide RYGB"), (2, "guess RYGB"), (2, "hide RYGB"), (1, "guess RYGB")):
        at.move(move, seat=seat)
    return at


def test_a_rematch_begins_with_the_other_seat_and_keeps_what_was_agreed() -> None:
    at = _played(_duel(coach="check"))
    plan = plan_rematch(at.table, ME, NewRematch(seat=1))
    assert plan is not None
    again = MemoryTransport(plan, id="again")
    at.commit(offer_rematch(at.table, ME, NewRematch(seat=1), "again", 0.0))
    assert again.table.rules.first == 2
    assert (again.table.agreed.coach, again.table.agreed.rematch_of) == ("check", "table")
    assert at.view(1).rematch == SentRematch("again", 1)
    assert plan_rematch(at.table, ME, NewRematch(seat=2)) is None


def test_there_is_no_rematch_of_a_match_that_runs() -> None:
    assert _refused(plan_rematch, _duel().table, ME, NewRematch(seat=1)) == "rematch-not-yet"


def test_a_record_becomes_a_table_and_the_same_record_again() -> None:
    at = _played(_duel())
    text = record_of(at.table, ME, None)
    again = MemoryTransport(read_table(text, "somebody"))
    assert again.table.state == at.table.state
    assert [chair.name for chair in again.table.chairs] == ["Ada", "Bo"]
    assert record_of(again.table, "somebody", None) == text


def test_who_may_not_watch_sees_nothing() -> None:
    at = _duel(watch=False)
    assert _refused(may_see, at.table, "somebody", None) == "watch-not"
    assert _refused(may_see, at.table, ME, 3) == "seat-not-held"
