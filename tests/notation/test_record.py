"""Records: what is written reads back, and what is wrong is refused with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from keypeg import TABLE, Deal, Malformed, Record, new, play, read_record, rules, write_record
from keypeg.message import message
from keypeg.notation.seals import hidden_by

RECORD_FORMAT = Path(__file__).parents[2] / "docs" / "record-format.md"


def _record_in_the_document() -> str:
    document = RECORD_FORMAT.read_text("utf-8")
    (record,) = re.findall(r"^```text\n(Keypeg-Record.*?)^```$", document, re.DOTALL | re.MULTILINE)
    assert isinstance(record, str)
    return record


def test_the_record_in_the_document_reads_and_writes_back() -> None:
    record = _record_in_the_document()
    assert write_record(read_record(record)) == record


def test_a_record_may_be_spelt_in_other_ways() -> None:
    record = _record_in_the_document()
    notes = re.compile(r"^(round|=|over).*\n|:\d,\d$", re.MULTILINE)
    for spelling in (
        "\ufeff" + record,
        record.replace("\n", "\r\n"),
        record.replace("table draw 2\n", "\n\ntable draw 2  \n\n"),
        record.replace("guess RRYY", "guess rryy").replace("guess RYGB", "guess 1345"),
        notes.sub("", record).rstrip("\n"),
    ):
        assert write_record(read_record(spelling)) == record


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ("Date: 2031-05-17", "Date: 2031-05-17\nDate: 2031-05-18", 4),
        ("Rules: togo", "Rules: togo:rounds=3", 2),
        ("table draw 2", "table draw 1\ntable draw 2", 8),
        ("round 1", "round 2", 9),
        ("2 hide RYGB", "2 hide RYGR", 10),
        ("2 hide RYGB", "2 hide ????", 10),
        ("2 hide RYGB", "2 hide RYGB:1,1", 10),
        ("1 guess RRYY:1,1", "1 guess RRYY:1,2", 11),
        ("1 guess RRYY:1,1", "2 guess RRYY:1,1", 11),
        ("1 guess RRYY:1,1", "1 gess RRYY:1,1", 11),
        ("1 guess RRYY:1,1", "guess", 11),
        ("= 1 broke it in 2, adds 0 2", "= 1 broke it in 2, adds 2 0", 13),
        ("over, points 9 2, 1 wins", "over, points 9 2, draw", 20),
        ("over, points 9 2, 1 wins", "over, points 9 2, 1 wins\n1 hide RYGB", 21),
    ],
)
def test_a_wrong_line_of_a_record_is_refused_by_its_number(right: str, wrong: str, line: int) -> None:
    record = _record_in_the_document()
    with pytest.raises(Malformed) as refused:
        read_record(record.replace(f"{right}\n", f"{wrong}\n", 1))
    assert refused.value.fields["line"] == line
    assert refused.value.fields["text"] == wrong.rpartition("\n")[2]


def test_the_error_in_the_document_is_what_is_said() -> None:
    with pytest.raises(Malformed) as refused:
        read_record(_record_in_the_document().replace("RRYY:1,1", "RRYY:1,2"))
    assert f"> {refused.value}\n" in RECORD_FORMAT.read_text("utf-8")


@pytest.mark.parametrize(
    "text", ["", "\n", "Rules: togo\n", "Keypeg-Record: three\nRules: togo\n", "Keypeg-Record: 2\n", "\0\x1b"]
)
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match=r"Keypeg-Record: 2|Rules"):
        read_record(text)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("1 guess RRYY:1,1", "1 guess RRYY:"),
        ("1 guess RRYY:1,1", "1 guess RRYY:\u0661,\u0661"),
        ("2 hide RYGB", "00002 hide RYGB"),
        ("2 hide RYGB", "2 HIDE RYGB"),
        ("round 1", "round 1\nround 1"),
        ("Rules: togo", "Rules: togo\nKeypeg-Record: 2"),
        ("Rules: togo", "Rules: togo\nrules: logic24"),
        ("table draw 2", f"table draw {'1' * 5000}"),
        ("Rules: togo", f"Rules: togo:rows={'1' * 5000}"),
        ("Rules: togo", f"Rules: {'1' * 5000}x6"),
    ],
)
def test_nothing_is_guessed_silently(right: str, wrong: str) -> None:
    with pytest.raises(Malformed, match="Line"):
        read_record(_record_in_the_document().replace(f"{right}\n", f"{wrong}\n", 1))


@pytest.mark.parametrize(
    "headers",
    [
        {"The date": "x"},
        {"Date": "a\nb"},
        {"Rules": "togo"},
        {"Date": " x "},
        {"Keypeg-Record": "1"},
        {"Date": "a\u2028b"},
    ],
)
def test_a_header_that_would_not_read_back_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(Malformed, match="cannot be a header"):
        Record(new(rules("togo")), headers)


def test_unknown_headers_survive_in_order() -> None:
    record = Record(new(rules("togo")), {"Zoo": "yes: no", "Event": "", "Seat-2": "Zoë ☺"})
    assert read_record(write_record(record)) == record
    assert "Zoo: yes: no\nEvent:\nSeat-2" in write_record(record)
    assert list(read_record(write_record(record)).headers) == ["Zoo", "Event", "Seat-2"]


DEAL = Deal(("R....", ".O...", "..Y..", "...G."))
SALTS = [f"{number:032x}" for number in range(4)]


def _sealed_deal() -> list[str]:
    """Return the lines of a record in which four shares are dealt and sealed, and nothing else has happened."""
    state = new(rules("mm44:first=1"))
    assert state.now
    hidden = hidden_by(state.now, TABLE, DEAL)
    seals = tuple(share.sealed(state.rules, salt) for share, salt in zip(hidden, SALTS, strict=True))
    return write_record(Record(play(state, TABLE, DEAL), seals={0: seals})).splitlines()


def test_every_share_of_a_deal_has_its_seal() -> None:
    lines = _sealed_deal()
    assert [line.split()[:2] for line in lines[-4:]] == [["seal", str(seat)] for seat in (1, 2, 3, 4)]
    record = read_record("\n".join(lines))
    assert [seal.salt for seal in record.seals[0]] == SALTS
    assert write_record(record).splitlines() == lines


def test_a_seal_that_is_missing_at_the_end_is_named_with_the_last_line() -> None:
    lines = _sealed_deal()[:-1]
    with pytest.raises(Malformed) as refused:
        read_record("\n".join(lines))
    assert (refused.value.fields["line"], refused.value.fields["text"]) == (len(lines), f"{lines[-1][:100]}…")
    assert refused.value.fields["problem"] == message("error.record-seal-missing", seat=4)


def test_a_seal_that_is_missing_before_a_move_is_named_with_the_move() -> None:
    lines = [*_sealed_deal()[:-2], "1 guess RRRRR"]
    with pytest.raises(Malformed) as refused:
        read_record("\n".join(lines))
    assert (refused.value.fields["line"], refused.value.fields["text"]) == (len(lines), "1 guess RRRRR")
    assert refused.value.fields["problem"] == message("error.record-seal-missing", seat=3)


def test_a_header_that_cannot_be_is_named() -> None:
    with pytest.raises(Malformed) as refused:
        Record(new(rules("togo")), {"The date": "x"})
    assert refused.value.fields == {"name": "The date"}


def test_space_around_lines_does_not_matter_at_their_end_only() -> None:
    record = write_record(new(rules("togo:first=1")))
    assert read_record(record.replace("\n", "  \r\n")).state == new(rules("togo:first=1"))
    with pytest.raises(Malformed):
        read_record(f" {record}")
