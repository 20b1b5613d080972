"""Help that needs no agreement, and looking back at a match."""

from __future__ import annotations

import pytest

from keypeg import read_record
from keypeg.api.coach import advice_of, best_hint, helped_view
from keypeg.api.doctor import diagnose_seen
from keypeg.api.records import record_of
from keypeg.api.review import reviewed_state, share_lines
from keypeg.api.tables import Computer, Me
from keypeg.errors import KeypegError
from keypeg.review import review
from tests.api.memory import ME, MemoryTransport


def _alone() -> MemoryTransport:
    """Return a table with one person and a computer that hides, with one row placed."""
    at = MemoryTransport.of("togo:first=1", Computer("club"), Me("Ada"))
    at.run_computers()
    at.move("guess ROYG")
    return at


def _refused(call: object, *arguments: object) -> str:
    with pytest.raises(KeypegError) as wrong:
        call(*arguments)  # type: ignore[operator]
    return wrong.value.slug


def test_who_plays_alone_gets_help() -> None:
    at = _alone()
    seen = helped_view(at.table, ME, None)
    assert diagnose_seen(seen).fits
    best = advice_of(at.table, best_hint(seen), "best", at.table.version)
    assert best.kind == "best"
    assert best.move is not None
    assert best.version == at.table.version


def test_nobody_else_gets_help_while_the_match_runs() -> None:
    two = MemoryTransport.of("togo:first=1", Me("Ada"), Me("Bo"))
    assert _refused(helped_view, two.table, ME, 1) == "help-not-agreed"
    assert _refused(reviewed_state, two.table, ME) == "help-not-agreed"
    assert _refused(reviewed_state, _alone().table, "somebody") == "help-not-agreed"


def test_the_review_of_a_running_match_knows_no_hidden_code() -> None:
    seen = reviewed_state(_alone().table, ME)
    assert seen.now is not None
    assert [share.code for share in seen.now.shares] == ["????"]
    assert seen.now.log == ()


def test_of_a_split_code_the_running_deal_is_not_reviewed() -> None:
    at = MemoryTransport.of("mm44", Me(), *[Computer("club")] * 3)
    assert reviewed_state(at.table, ME).now is None


def test_a_record_hides_what_its_reader_may_not_know() -> None:
    at = _alone()
    text = record_of(at.table, ME, None)
    assert "????" in text
    assert "Seat-2: Ada" in text
    at.move("give-up")
    assert read_record(record_of(at.table, ME, None)).headers["Seat-2"] == "Ada"


def test_a_result_is_shared_without_the_code() -> None:
    at = _alone()
    found = review(reviewed_state(at.table, ME))
    shared = share_lines(at.table, found, 2)
    assert len(shared.lines) >= 3
    assert "ROYG" not in str(shared.lines)
