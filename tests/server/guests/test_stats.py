"""A guest's statistics: from the reviews of finished tables, each reviewed once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keypeg.api.review import Review, ReviewedBoard, ReviewedRound, SplitReview, SplitRound, SplitRow
from keypeg.review import SplitCall
from keypeg.server.guests import stats
from keypeg.server.guests.briefs import brief
from tests.server.guests.test_own_games import stats as told_to
from tests.server.running import Person

NOTHING: dict[str, object] = {"games": [], "levels": [], "advice": None, "pending": 0}
Somebody = Callable[[], Person]


def play_togo(ann: Person, bob: Person, *guesses: str) -> str:
    """Play a match of one code: Ann hides RYGB, and Bob breaks it."""
    made = ann.make("togo:rounds=1,parity=any,first=1")
    bob.sit(made)
    table = str(made["table"])
    ann.play(table, "hide RYGB")
    for guess in guesses:
        bob.play(table, f"guess {guess}")
    return table


def test_a_stranger_has_no_statistics(person: Somebody) -> None:
    assert person().http.get("/me/stats").json() == NOTHING


def test_rows_loss_luck_and_skill_are_told_by_box(person: Somebody) -> None:
    ann, bob = person(), person()
    first = play_togo(ann, bob, "ROYG", "RYGB")
    play_togo(ann, bob, "ROYG", "RYOP", "RYGB")
    play_togo(ann, bob, *["ROYG"] * 9)
    told = told_to(bob)
    (togo,) = told["games"]
    assert (togo["box"], togo["rounds"], togo["broken"], togo["rows"]) == ("togo", 3, 2, 2.5)
    assert togo["distribution"] == {"1": 0, "2": 1, "3": 1, "-": 1}
    assert togo["measured"] == 3
    rounds = [bob.http.get(f"/tables/{first}/review").json()["rounds"][0]["boards"][0]]
    assert togo["loss"] > rounds[0]["loss"] / 3
    assert 0 <= togo["skill"] <= 100
    # The same row nine times: eight of them gave no information, and lost one guess each.
    assert togo["loss"] * 3 >= 8
    assert told_to(ann) == NOTHING, "Ann broke nothing"


def test_a_summary_is_kept_and_goes_with_its_table(person: Somebody) -> None:
    ann, bob = person(), person()
    play_togo(ann, bob, "RYGB")
    told = told_to(bob)
    assert bob.http.get("/me/stats").json() == told
    assert told["games"][0]["rounds"] == 1
    ann.http.delete("/me")
    assert bob.http.get("/me/stats").json() == told, "the table is Bob's too"
    bob.http.delete("/me")
    assert bob.http.get("/me/stats").json() == NOTHING


def test_statistics_tell_of_summarised_tables_while_another_is_reviewed(
    person: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = person(), person()
    play_togo(ann, bob, "RYGB")
    known = told_to(bob)
    play_togo(ann, bob, "ROYG", "RYGB")
    with monkeypatch.context() as patch:
        patch.setattr(stats, "PATIENCE", 0.001)  # less than any review takes
        assert bob.http.get("/me/stats").json() == {**known, "pending": 1}
    assert told_to(bob)["games"][0]["rounds"] == 2


def play_together(ann: Person, *names: str) -> str:
    """Play a match between people who share Ann's device: the first hides, the second breaks the code at once."""
    sitters = [{"kind": "me", "name": name} for name in names]
    table = str(ann.make("togo:rounds=1,parity=any,first=1", *sitters)["table"])
    ann.play(table, "hide RYGB", seat=1)
    ann.play(table, "guess RYGB", seat=2)
    return table


@pytest.mark.parametrize(
    ("own", "names", "rounds"),
    [
        ("Ann", ("Bob", "Ann"), 1),
        ("Ann", ("Ann", "Bob"), 0),
        ("Ann", ("Bob", "Cid"), 0),
        ("Ann", ("Ann", "Ann"), 0),
        ("", ("Bob", ""), 1),
        ("", ("", ""), 0),
    ],
)
def test_of_people_who_share_a_device_the_seat_with_ones_name_counts(
    person: Somebody, own: str, names: tuple[str, str], rounds: int
) -> None:
    ann = person()
    ann.http.patch("/me", json={"name": own})
    play_together(ann, *names)
    told = told_to(ann)["games"]
    assert sum(box["rounds"] for box in told) == rounds


def test_a_record_that_is_imported_counts_for_nobody(person: Somebody) -> None:
    ann = person()
    ann.http.patch("/me", json={"name": "Ann"})
    record = ann.http.get(f"/tables/{play_together(ann, 'Bob', 'Ann')}/record").text
    assert ann.http.post("/records", json={"record": record}).status_code == 201
    (togo,) = told_to(ann)["games"]
    assert togo["rounds"] == 1


@pytest.mark.parametrize(("void", "over", "counts"), [(False, True, 1), (True, True, 0), (False, False, 0)])
def test_attempts_that_are_void_or_not_over_do_not_count(void: bool, over: bool, counts: int) -> None:
    board = ReviewedBoard(2, 4, 4, True, 4.3, 0.0, 0.1, 0.4, 97, "proved", None)
    attempt = ReviewedRound(1, 1, over, void, [], [], [], [board])
    assert len(brief(Review("togo", 4.3, "proved", [attempt]))) == counts


def test_of_a_split_code_it_is_told_who_called_it() -> None:
    rows = [SplitRow(row, seat, "RRRRR", "_/-/-/-", [], []) for row, seat in enumerate((1, 2, 1), start=1)]
    call = SplitCall(3, 2, "RGBY.", right=True, chance=1.0)
    deal = SplitRound(1, 1, True, False, [], [], [], rows, [call], [])
    first, second, *others = brief(SplitReview("mm44", None, None, [deal]))
    assert (first.seat, first.rows, first.broken) == (1, 2, False)
    assert (second.seat, second.rows, second.broken, second.loss) == (2, 1, True, None)
    # Seats 3 and 4 lost before their first row.
    assert [(each.seat, each.rows, each.broken) for each in others] == [(3, 0, False), (4, 0, False)]
    nothing = SplitRound(1, 1, True, False, [], [], [], [], [], [])
    assert brief(SplitReview("mm44", None, None, [nothing])) == []
