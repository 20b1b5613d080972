"""A View as an engine gets it: complete, and nothing but what the seat may know."""

from __future__ import annotations

import pytest

from keypeg import boxes, rules, view
from keypeg.core import HIDDEN, Call, Deal, Guess, Mark, Marks, Phase, legal_in
from keypeg.errors import KeypegError, Malformed
from keypeg.notation import PositionReader, marks_by_hole, position_lines, rules_lines
from tests.properties.random_play import TEXTS, final, match
from tests.rules.matches import played

QUICK = [text for text in TEXTS if not text.startswith("mm44") or "seats=2" in text or "home" not in text][::3]
EACH = [pytest.param(text, marks=[] if text in QUICK else pytest.mark.long) for text in TEXTS]


@pytest.mark.parametrize("text", EACH)
def test_every_position_reads_back_to_the_same_view(text: str) -> None:
    found = rules(text)
    readers = {seat: PositionReader(found, seat) for seat in range(1, found.seats + 1)}
    for number, (state, _, _) in enumerate(match(text, seed=11)):
        seat = number % found.seats + 1
        seen = view(state, seat)
        assert readers[seat].read(list(position_lines(seen))) == seen
    end = view(final(text, seed=11), 1)
    assert PositionReader(found, 1).read(list(position_lines(end))) == end


def test_a_written_position_names_no_secret_of_another_seat() -> None:
    for state, _, _ in match("challenge:rounds=1", seed=3):
        seen = view(state, 1)
        shares = [line.split() for line in position_lines(seen) if line.startswith("share 2")]
        if seen.phase is Phase.GUESS:
            assert shares == [["share", "2", HIDDEN * 5]]


@pytest.mark.parametrize("box", [box.id for box in boxes() if box.id != "free"])
def test_the_rules_are_told_in_pieces(box: str) -> None:
    found = rules(box)
    lines = dict(line.partition(" ")[::2] for line in rules_lines(found, 2))
    assert lines["rules"] == box
    holes, pegs, repeats = lines["breaks"].split()
    assert (int(holes), pegs) == (found.codes[1].holes, found.codes[1].pegs)
    assert repeats == ("distinct" if found.codes[1].distinct else "repeats")


@pytest.mark.parametrize(
    ("text", "seat", "row"),
    [
        ("4x6", 1, "row 1 1 RROO 1,1"),
        ("4x6", 2, "row 2 1 RROO 1,1"),
        ("togo:first=1", 2, "row 2 1 ROYG 1,2"),
        ("challenge", 2, "row 2 1 ROYGB 1,2"),
        ("logic24+two-boards", 1, "row 1 1 YROB 1,2"),
    ],
)
def test_rows_alone_are_enough_to_be_asked_for_the_next(text: str, seat: int, row: str) -> None:
    seen = PositionReader(rules(text), seat).read([row, "weather fine"])
    assert seen.board is not None
    assert [each.guess for each in seen.board.rows] == [row.split()[3]]
    assert Guess(seen.board.rows[0].guess) in legal_in(seen)


@pytest.mark.parametrize(
    "line",
    [
        "phase lunch",
        "row 3 1 RROO 1,1",
        "row 2 1 RROO",
        "row 2 1 RROX 1,1",
        "row 2 1 RRO 1,1",
        "row 2 1 RROO b/w",
        "share 9 RROO",
        "share",
        "turn 7 7",
        "call 1",
        "call 1 RROO maybe",
        "waits everybody",
        "log nobody",
        "log 1 juggle ????",
        "past 1 guess RROO",
        "out x",
    ],
)
def test_facts_that_cannot_be_are_refused(line: str) -> None:
    with pytest.raises(KeypegError):
        PositionReader(rules("4x6:first=1"), 2).read([line])


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        (["phase lunch"], "'lunch' is not a valid Phase"),
        (["row 3 1 RROO 1,1"], "3 1"),
        (["row 2 1 RROO"], "2 1 RROO"),
        (["share 9 RROO"], "9 RROO"),
        (["share 1 RROO", "share 2 RROO"], "1 RROO; 2 RROO"),
        (["turn 7 7"], "7 7"),
        (["call 1"], "1"),
        (["call 1 RROO maybe"], "1 RROO maybe"),
    ],
)
def test_a_fact_that_cannot_be_is_named(lines: list[str], fact: str) -> None:
    with pytest.raises(Malformed) as refused:
        PositionReader(rules("4x6:first=1"), 2).read(lines)
    assert (refused.value.slug, refused.value.fields) == ("position-unreadable", {"fact": fact})


def test_facts_left_out_are_as_at_the_start() -> None:
    seen = PositionReader(rules("togo:first=1"), 2).read([])
    assert (seen.phase, seen.to_act, seen.round, seen.code, seen.starter) == (Phase.GUESS, frozenset({2}), 1, 1, 1)
    assert [(share.holder, share.code) for share in seen.shares] == [(1, HIDDEN * 4)]
    assert (seen.placed, seen.out, seen.gave_up, seen.unfit, seen.calls, seen.log) == ((), (), (), (), (), ())


@pytest.mark.parametrize(("phase", "first"), [("guess", 1), ("hide", 2), ("mark", 2), ("reveal", 2)])
def test_the_only_seat_that_can_have_begun_is_taken_to_have_begun(phase: str, first: int) -> None:
    assert PositionReader(rules("togo"), 2).read([f"phase {phase}"]).first == first


def test_where_all_break_the_seat_itself_is_taken_to_have_begun() -> None:
    assert PositionReader(rules("mm44"), 3).read([]).first == 3


def test_the_next_row_goes_to_the_emptiest_board() -> None:
    seen = PositionReader(rules("mm44:seats=2,boards=2,first=1"), 1).read(["row 1 1 RRRRR _/b-"])
    assert (seen.boards[seen.turn].breaker, seen.boards[seen.turn].number) == (1, 2)


@pytest.mark.parametrize(
    ("text", "seat", "lines"),
    [
        (
            "logic24:fresh-guesses",
            1,
            """rules logic24:fresh-guesses
            seat 1
            seats 2
            breaks 4 YROBG repeats
            places 4 YROBG repeats
            hides 4 YROBG repeats
            rows 9
            rounds 1
            supply 24
            marking table
            fresh-guesses""",
        ),
        (
            "challenge:handicap=1,rows=unlimited",
            1,
            """rules challenge:handicap=1,rows=unlimited
            seat 1
            seats 2
            breaks 4 ROYGBP distinct
            places 4 ROYGBP repeats
            hides 5 ROYGBPWN distinct
            rows unlimited
            rounds 5
            supply unlimited
            marking table
            together""",
        ),
        (
            "challenge:supply=box",
            2,
            """rules challenge:supply=box
            seat 2
            seats 2
            breaks 5 ROYGBPWN distinct
            places 5 ROYGBPWN repeats
            hides 5 ROYGBPWN distinct
            rows 10
            rounds 5
            supply 25
            marking table
            shared-supply
            together""",
        ),
        (
            "mm44:seats=2,boards=2,full-rows,marks=counts,last-one-wins,calls=secret",
            2,
            """rules mm44:seats=2,boards=2,full-rows,marks=counts,calls=secret,last-one-wins
            seat 2
            seats 2
            breaks 5 ROYGBP repeats
            places 5 ROYGBP repeats
            shares 4 2 4
            rows 4
            rounds 1
            supply unlimited
            marking table
            full-rows
            counts-only
            secret-calls
            last-one-wins""",
        ),
    ],
)
def test_the_rules_are_written_for_an_engine(text: str, seat: int, lines: str) -> None:
    assert list(rules_lines(rules(text), seat)) == [line.strip() for line in lines.splitlines()]


def test_marks_are_given_hole_by_hole() -> None:
    answers = marks_by_hole(rules("mm44"), "RO.GB", "ORRGY")
    assert answers == [Marks(0, 1), Marks(0, 1), None, Marks(1, 0), Marks(0, 0)]


POSITIONS = [
    (
        "mm44:seats=3,first=1,marking=home",
        ("3 give-up", "1 guess RRRRR", "2 mark b", "3 mark -", "2 call RO..Y", "1 judge yes"),
        1,
        """phase judge
        may
        waits 3
        points 0 0 0
        first 1
        round 1 1 0
        share 1 -
        share 2 -
        share 3 -
        board 1 1
        row 1 1 RRRRR _/b/-
        board 2 1
        board 3 1
        turn 2 1
        call 2 RO..Y open 1=yes
        out 3
        gave-up 3
        log 3 give-up; 1 guess RRRRR; 2 mark b; 3 mark -; 2 call RO..Y; 1 judge yes""",
    ),
    (
        "togo:first=1,marking=home,rounds=4",
        ("2 guess ROYG", "1 mark 0,0", "2 guess BPWN", "1 mark 0,0"),
        2,
        """phase guess
        may guess claim give-up
        waits 2
        points 0 0
        first 1
        round 1 1 0
        share 1 -
        board 2 1
        row 2 1 ROYG 0,0
        row 2 1 BPWN 0,0
        turn 2 1
        unfit 1
        log 2 guess ROYG; 1 mark 0,0; 2 guess BPWN; 1 mark 0,0""",
    ),
    (
        "challenge:marking=hand",
        ("1 hide ROYGB", "2 hide BGYOR", "1 guess WWWWW"),
        1,
        """phase guess
        may give-up
        waits 2
        points 0 0
        first 1
        round 1 1 0
        share 1 ROYGB
        share 2 ?????
        board 1 1
        board 2 1
        turn 1 1
        placed WWWWW
        log 1 hide ROYGB; 2 hide ?????; 1 guess WWWWW""",
    ),
]


@pytest.mark.parametrize(("text", "moves", "seat", "lines"), POSITIONS)
def test_a_position_is_written_as_facts_and_reads_back(
    text: str, moves: tuple[str, ...], seat: int, lines: str
) -> None:
    seen = view(played(text, *moves), seat)
    written = list(position_lines(seen))
    assert written == [line.strip() for line in lines.splitlines()]
    assert PositionReader(rules(text), seat).read(written) == seen


def test_one_reader_reads_matches_that_began_differently() -> None:
    reader = PositionReader(rules("togo"), 2)
    for first in (1, 2, 1):
        code = f"{first} hide ROYG"
        broken = played("togo", f"table draw {first}", code, f"{3 - first} guess ROYG")
        again = played("togo", f"table draw {first}", code, f"{3 - first} guess ROYB", f"{3 - first} guess ROYG")
        for state in (broken, again, broken):
            seen = view(state, 2)
            assert reader.read(list(position_lines(seen))) == seen


@pytest.mark.parametrize("answers", ["_/b", "_/b/b/b", "_/b/x"])
def test_answers_of_a_row_that_cannot_be_are_named(answers: str) -> None:
    with pytest.raises(Malformed) as refused:
        PositionReader(rules("mm44:seats=3,first=1"), 1).read([f"row 1 1 RRRRR {answers}"])
    assert refused.value.fields == {"fact": answers}


def test_every_answer_may_stand_in_one_row() -> None:
    seen = PositionReader(rules("mm44:seats=4,first=1"), 1).read(["row 1 1 RRRRR _/b/w/-", "row 1 1 RRRRR _/?/w/b"])
    rows = [row.marks for row in seen.boards[0].rows]
    assert rows == [(Marks(1, 0), Marks(0, 1), Marks(0, 0)), (None, Marks(0, 1), Marks(1, 0))]


@pytest.mark.parametrize(("share", "code"), [("-", None), ("????", "????"), ("royg", "ROYG")])
def test_a_share_is_missing_hidden_or_known(share: str, code: str | None) -> None:
    assert PositionReader(rules("togo:first=1"), 1).read([f"share 1 {share}"]).shares[0].code == code


def test_a_call_has_a_seat_a_code_a_verdict_and_who_judged_it() -> None:
    reader = PositionReader(rules("mm44:first=1"), 1)
    (called,) = reader.read(["call 2 ROYG. wrong 1=yes 3=no"]).calls
    assert (called.seat, called.code, called.right, called.judged) == (2, "ROYG.", False, ((1, True), (3, False)))
    (called,) = reader.read(["call 2 ????? right"]).calls
    assert (called.seat, called.code, called.right, called.judged) == (2, "?????", True, ())
    with pytest.raises(Malformed) as refused:
        reader.read(["call 2 ROYG."])
    assert refused.value.fields == {"fact": "2 ROYG."}


def test_moves_are_read_as_they_were_seen() -> None:
    reader = PositionReader(rules("mm44:seats=2,first=1,calls=secret"), 1)
    seen = reader.read(["log table deal R.... ?????; 2 call ?????; 1 guess RRRRR; 2 mark ?"])
    assert seen.log == (
        (0, Deal(("R....", "?????"))),
        (2, Call("?????")),
        (1, Guess("RRRRR")),
        (2, Mark(())),
    )
    with pytest.raises(Malformed) as refused:
        reader.read(["log 2 judge ?"])
    assert (refused.value.slug, refused.value.fields) == ("move-hidden", {"move": "judge ?"})
