"""What `print`, notebooks and `keypeg.draw` show of matches, records, evaluations and reviews."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import islice
from xml.etree import ElementTree as ET

import pytest

import keypeg
from keypeg import TABLE, Malformed, Record, State, new, play, read_record, rules, view
from keypeg.core import Marking
from keypeg.players import read_player
from keypeg.review import review
from keypeg.solve import STRATEGIES, evaluate, problem_of
from keypeg.table import Table
from tests.faults.twins import Twins, _deal, twins
from tests.properties.random_play import SHAPES, final, match
from tests.rules.matches import played

SVG = "{http://www.w3.org/2000/svg}"
TOGO = ("togo:first=1", "1 hide RYGB", "2 guess ROYG")


def _parsed(svg: str) -> ET.Element:
    """The picture, which must be whole: every id that it refers to is its own."""
    picture = ET.fromstring(svg)  # noqa: S314  our own picture
    assert picture.tag == f"{SVG}svg"
    ids = {element.get("id") for element in picture.iter()}
    refers = re.findall(r'(?:href="|url\()(.*?)["\)]', svg)
    assert all(address[0] == "#" and address[1:] in ids for address in refers)
    assert not {element.tag for element in picture.iter()} & {f"{SVG}script", f"{SVG}style", f"{SVG}image"}
    return picture


def _pegs(svg: str) -> list[str]:
    """The pegs of a picture in the order in which they are drawn."""
    return re.findall(r'<use href="#kp\w{8}-peg-(\w+)"', svg)


def _everything(state: State, seat: int | None) -> list[str]:
    """All that is shown of a match to a seat, or to a watcher."""
    shown: list[State | Record | keypeg.View] = [view(state, seat)]
    drawn = [keypeg.draw(state, seat=seat), keypeg.draw(Record(state, {}), seat=seat)]
    if seat is None:
        shown += [state, Record(state, {})]
    return drawn + [text for each in shown for text in (str(each), repr(each), each._repr_html_())]


def test_print_shows_a_board() -> None:
    assert str(view(played(*TOGO), 2)) == (
        "togo:first=1\nround 1/2, points 0 0, 2 to guess\n\nSeat 2\n    ? ? ? ?\n 1  R O Y G  1,2"
    )


def test_boards_of_a_match_stand_side_by_side() -> None:
    moves = ("1 hide RYGBP", "2 hide OWNGB", "1 guess OYGBP", "2 guess RYGWN", "2 guess OYGBP")
    state = played("challenge:rounds=1", *moves)
    assert str(view(state, 2)).splitlines()[1:] == [
        "round 1/1, points 0 0, 1 to guess",
        "",
        "Seat 1                Seat 2",
        "    O W N G B             ? ? ? ? ?",
        " 1  O Y G B P  1,2     1  R Y G W N  3,0",
        "                       2  O Y G B P  ?",
    ]


def test_a_split_code_shows_what_a_seat_holds_and_who_answered_what() -> None:
    state = played("mm44:first=1", "table deal R.... .O... ..Y.. ...G.", "1 guess RRYYP", "2 guess GOGOB")
    assert str(view(state, 2)).splitlines()[3:6] == [
        "Seat 1                    Seat 2                    Seat 3           Seat 4",
        "    ? O ? ? ?                 ? O ? ? ?                 ? O ? ? ?        ? O ? ? ?",
        " 1  R R Y Y P  _/-/b/-     1  G O G O B  -/_/-/w",
    ]


def test_the_last_code_of_a_match_stays_on_the_board() -> None:
    state = played("togo:first=1,rounds=1,parity=any", "1 hide RYGB", "2 guess ROYG", "2 guess RYGB")
    assert str(state).splitlines()[3:] == [
        "round 1: codes 1=RYGB, 2 broke it in 2, adds 2 0",
        "Seat 2",
        "    R Y G B",
        " 1  R O Y G  1,2",
        " 2  R Y G B  4,0",
    ]


def test_a_record_prints_as_it_is_written_and_is_drawn_code_by_code() -> None:
    moves = ("1 hide RYGB", "2 guess ROYG", "2 guess RYGB", "2 hide NWPO")
    record = Record(played("togo:first=1", *moves), {"Seat-1": "Ada"})
    assert str(record).splitlines()[-2:] == ["round 2", "2 hide ????"]
    titles = [text.text for text in _parsed(keypeg.draw(record)).iter(f"{SVG}text") if text.text]
    assert "round 1: codes 1=RYGB, 2 broke it in 2," in titles
    assert {"Seat 2", "Ada"} <= set(titles)
    over = Record(final("togo:first=1", 1), {"Seat-1": "Ada"})
    assert read_record(f"{over}\n") == over


def test_a_running_match_shows_what_a_watcher_may_see_unless_one_asks_for_all() -> None:
    state = played(*TOGO)
    row = ["R", "O", "Y", "G"]
    assert _pegs(keypeg.draw(state)) == [*["hidden"] * 4, *row]
    assert _pegs(keypeg.draw(state, seat=2)) == [*["hidden"] * 4, *row]
    assert _pegs(keypeg.draw(state, seat=1)) == [*"RYGB", *row]
    assert _pegs(keypeg.draw(state, all=True)) == [*"RYGB", *row]
    assert _pegs(keypeg.draw(Record(state, {}), all=True)) == [*"RYGB", *row]
    assert repr(state) == "<State togo:first=1: round 1/2, points 0 0, 2 to guess>"


@pytest.mark.parametrize("text", SHAPES)
def test_every_game_can_be_shown_at_every_moment(text: str) -> None:
    for at, (state, _, _) in enumerate(match(text, 3)):
        assert str(state).startswith(str(state.rules))
        if at % 7 == 0:
            for seat in (None, 1):
                _parsed(keypeg.draw(view(state, seat)))
            _parsed(keypeg.draw(state, all=True))
            _parsed(keypeg.draw(Record(state, {})))


@pytest.mark.parametrize("part", range(4))
def test_what_is_hidden_changes_nothing_that_others_are_shown(part: int) -> None:
    seeds = (seed for seed in range(part, 10_000, 4) if seed % 5)
    for pair in islice((pair for pair in map(twins, seeds) if pair), 10):
        _compare(pair)


def _compare(pair: Twins) -> None:
    """Two matches of people that differ in what one of them holds, or has sealed."""
    states = [new(pair.rules), new(pair.rules)]
    if pair.rules.split and pair.rules.marking is not Marking.HOME:
        states = [play(state, TABLE, _deal(pair.rules, seed)) for state, seed in zip(states, pair.seeds, strict=True)]
    others = [None, *(seat for seat in range(1, pair.rules.seats + 1) if seat != pair.holder)]
    for made in pair.moves:
        states = [play(state, seat, move) for state, (seat, move) in zip(states, made, strict=True)]
        for seat in others:
            one, other = (_everything(state, seat) for state in states)
            assert one == other, pair.rules
    assert keypeg.draw(states[0], all=True) != keypeg.draw(states[1], all=True), pair.rules


def test_every_text_is_escaped() -> None:
    name = "<script>alert(1)</script> & \"'\x1b[31m\x00"
    record = Record(played(*TOGO), {"Seat-2": name})
    svg = keypeg.draw(record)
    texts = [text.text for text in _parsed(svg).iter(f"{SVG}text")]
    assert "<script>alert(1)</script> & \"'\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}" in texts


def test_two_pictures_on_one_page_share_no_id() -> None:
    one, other = (_parsed(keypeg.draw(played(*TOGO), seat=seat)) for seat in (1, 2))
    first, second = ({element.get("id") for element in each.iter()} - {None} for each in (one, other))
    assert first
    assert not first & second


def test_evaluations_are_bars() -> None:
    found = [evaluate(problem_of(rules("2x3")), STRATEGIES[name]) for name in ("minimax", "entropy")]
    assert str(found[0]).splitlines() == [
        "minimax: 24 guesses for 9 codes, mean 2.6667, at worst 4",
        " 1  1  ########",
        " 2  2  ################",
        " 3  5  ########################################",
        " 4  1  ########",
    ]
    assert found[0]._repr_html_() == keypeg.draw(found[0]) == keypeg.draw(found[:1])
    texts = [text.text or "" for text in _parsed(keypeg.draw(found)).iter(f"{SVG}text")]
    assert {"minimax 2.6667", "entropy 2.3333"} <= set(texts)


@pytest.mark.parametrize("text", ["4x4", "challenge+beginner:rounds=1", "mm44", "8x10:rows=2"])
def test_a_review_is_boards_and_charts(text: str) -> None:
    seats = range(1, rules(text).seats + 1)
    table = Table(rules(text), {seat: read_player("club", f"{seat}") for seat in seats}, seed="s")
    table.run()
    reviewed = review(table.state)
    picture = _parsed(reviewed._repr_html_())
    described = next(picture.iter(f"{SVG}desc")).text
    assert str(reviewed) == described
    guesses = [row.guess for each in reviewed.rounds for board in each.boards for row in board.rows]
    guesses += [row.guess for each in reviewed.rounds if each.split for row in each.split.rows]
    assert len(_pegs(keypeg.draw(reviewed))) == len("".join(guesses).replace(".", ""))
    measured = [board for each in reviewed.rounds for board in each.boards if board.measured]
    assert len(list(picture.iter(f"{SVG}polyline"))) == len(measured)
    for board in measured:
        assert "Skill" in str(board)
        _parsed(keypeg.draw(board))


def test_nothing_was_played() -> None:
    state = new(rules("togo"))
    assert str(state) == "togo\npoints 0 0, table to draw"
    _parsed(keypeg.draw(state))
    assert str(review(state)) == "No rows were marked."
    _parsed(keypeg.draw(review(state)))


@pytest.mark.parametrize("x", [1, "togo", [], None])
def test_a_value_that_cannot_be_drawn_is_refused_with_those_that_can(x: object) -> None:
    with pytest.raises(Malformed, match=r"x of draw must be State \| View \| .*, not .+ \(\w+\)\.$"):
        keypeg.draw(x)


def test_a_view_belongs_to_one_seat_already() -> None:
    with pytest.raises(Malformed, match=r"all of draw must be False, not True \(bool\)\.$"):
        keypeg.draw(view(played(*TOGO), 1), all=True)


def test_showing_needs_only_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules); import keypeg;"
        "match = keypeg.play(keypeg.new(keypeg.rules('togo:first=1')), 1, 'hide RYGB');"
        "print(match, keypeg.draw(match), file=sys.stderr); print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    foreign = {name.partition(".")[0] for name in done.stdout.split()} - sys.stdlib_module_names - {"keypeg"}
    assert foreign == set()
