"""The puzzle of the day: the same code for everyone, one result per guest, and an archive."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from keypeg.core import mark
from keypeg.core.space import Space
from keypeg.server.guests.daily import today
from keypeg.server.settings import SQLITE, Settings
from tests.server.running import Person, serving

Somebody = Callable[[], Person]


def solve(person: Person, table: str) -> str:
    """Guess codes that still fit until the code is broken; return it."""
    codes = list(Space(4, "ROYGBPWN", distinct=True))
    while True:
        person.play(table, f"guess {codes[0]}")
        seen = person.view(table)
        if seen["phase"] == "over":
            return str(seen["past"][0]["shares"][0]["code"])
        row = seen["boards"][0]["rows"][-1]
        codes = [code for code in codes if mark(code, row["guess"]) == tuple(row["total"])]


def solve_today(site: str) -> None:
    """Let someone else solve today's puzzle, and wait until their result is measured."""
    other = Person(site)
    solve(other, other.http.post("/daily").json()["table"])
    while other.http.get("/daily").json()["pending"]:
        pass
    other.http.close()


def before(days: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days)).isoformat()


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose first day was forty days ago."""
    folder = tmp_path_factory.mktemp("old")
    settings = Settings(port=0, data_dir=folder, limits=False, thinkers=1)
    with serving(settings):
        pass
    with closing(sqlite3.connect(folder / SQLITE)) as database, database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'first-day'", [before(40)])
    with serving(settings) as address:
        yield address


@pytest.fixture
def early(old_server: str) -> Iterator[Somebody]:
    """People on that server."""
    people: list[Person] = []

    def somebody() -> Person:
        people.append(Person(old_server))
        return people[-1]

    yield somebody
    for each in people:
        each.http.close()


def test_everybody_breaks_the_same_code_once(person: Somebody) -> None:
    ann, bob = person(), person()
    fresh = ann.http.get("/daily").json()
    assert (fresh["day"], fresh["table"], fresh["solved"], fresh["distribution"]) == (today(), None, None, {})
    assert (fresh["state"]["key"], fresh["late"], fresh["means"]) == ("tell.daily.new", False, None)
    table = ann.http.post("/daily").json()["table"]
    assert ann.http.post("/daily").json()["table"] == table
    assert ann.http.get("/daily").json()["state"]["key"] == "tell.daily.begun-empty"
    assert bob.http.get(f"/tables/{table}/view").status_code == 403
    code = solve(ann, table)
    told = ann.http.get("/daily").json()
    assert (told["table"], told["solved"], told["streak"], told["best_streak"]) == (table, True, 1, 1)
    assert told["distribution"][str(told["rows"])] >= 1
    assert told["state"] == {"key": "tell.daily.solved", "fields": {"row": told["rows"], "rows": 9}}
    assert ann.http.post("/daily").json()["table"] == table
    other = bob.http.post("/daily").json()["table"]
    bob.play(other, f"guess {code}")
    assert bob.http.get("/daily").json()["rows"] == 1


def test_the_code_of_the_day_stays_on_the_server_while_it_is_being_broken(person: Somebody) -> None:
    ann, bob = person(), person()
    solved = bob.http.post("/daily").json()["table"]
    code = solve(bob, solved)
    table = ann.http.post("/daily").json()["table"]
    ann.play(table, f"guess {code[::-1]}")
    asked = ["/daily", "/daily/archive", "/me/data", "/me/tables?over=false", "/me/stats"]
    asked += [f"/tables/{table}/{what}" for what in ("view", "record", "review")]
    # The palette lists all pegs in a row, and the code of a day may be four of them in that order.
    palette = ann.http.get(f"/tables/{table}/view").json()["rules"]["palette"]
    for path in asked:
        assert code not in ann.http.get(path).text.replace(palette, ""), path
    assert code in bob.http.get(f"/tables/{solved}/view").text.replace(palette, "")


def test_skill_and_luck_are_told_beside_those_of_everybody(person: Somebody) -> None:
    ann = person()
    table = ann.http.post("/daily").json()["table"]
    ann.play(table, "guess ROYG")
    assert ann.http.get("/daily").json()["placed"] == 1
    solve(ann, table)
    while (told := ann.http.get("/daily").json())["pending"]:
        assert told["skill"] is None
    assert told["skill"] is not None
    assert told["means"]["guests"] >= 1
    assert 0 <= told["means"]["skill"] <= 100
    assert ann.http.get("/me/data").json()["daily"][0]["skill"] == told["skill"]


def test_nobody_wins_or_loses_a_puzzle(person: Somebody) -> None:
    ann = person()
    table = ann.http.post("/daily").json()["table"]
    solve(ann, table)
    said = ann.view(table)["sentences"]
    assert said["status"]["key"] == "tell.daily.solved"
    assert said["result"] == said["status"]
    assert (said["score"], said["ending"]) == (None, None)


def test_nothing_is_taken_back_or_helped_with(person: Somebody) -> None:
    ann = person()
    table = ann.http.post("/daily").json()["table"]
    seen = ann.view(table)
    assert (seen["may_undo"], seen["coach"]["level"], seen["daily"]) == (False, "off", today())
    assert ann.http.get(f"/tables/{table}/suggestion").json()["error"] == "help-not-agreed"
    ann.play(table, "give-up")
    told = ann.http.get("/daily").json()
    assert (told["solved"], told["streak"], told["state"]["key"]) == (False, 0, "tell.daily.unsolved")
    assert told["distribution"]["-"] >= 1


def test_the_future_is_not_told_nor_what_was_before_the_first_day(person: Somebody) -> None:
    ann = person()
    for day in ("2999-01-01", before(1), "yesterday"):
        refused = ann.http.get("/daily", params={"day": day}).json()
        assert (refused["error"], refused["first"]) == ("day-unreadable", today())
        assert ann.http.post("/daily", params={"day": day}).json()["error"] == "day-unreadable"
    assert ann.http.get("/daily/archive").json() == {"days": [], "next": None}


def test_an_earlier_puzzle_counts_for_nothing_but_itself(early: Somebody) -> None:
    ann, bob = early(), early()
    day = before(3)
    fresh = ann.http.get("/daily", params={"day": day}).json()
    assert (fresh["state"]["key"], fresh["late"]) == ("tell.daily.not-played", True)
    code = solve(ann, ann.http.post("/daily", params={"day": day}).json()["table"])
    told = ann.http.get("/daily", params={"day": day}).json()
    assert (told["solved"], told["late"], told["played"], told["streak"]) == (True, True, 0, 0)
    assert set(told["distribution"].values()) == {0}
    bob.play(bob.http.post("/daily", params={"day": day}).json()["table"], f"guess {code}")
    assert bob.http.get("/daily", params={"day": day}).json()["rows"] == 1
    solve(bob, bob.http.post("/daily").json()["table"])
    assert bob.http.get("/daily").json()["streak"] == 1


def test_the_archive_goes_back_to_the_first_day(early: Somebody) -> None:
    ann = early()
    table = ann.http.post("/daily", params={"day": before(2)}).json()["table"]
    page = ann.http.get("/daily/archive").json()
    days = page["days"]
    assert [each["day"] for each in days] == [before(at) for at in range(1, 29)]
    assert (days[1]["table"], days[1]["state"]["key"]) == (table, "tell.daily.begun-empty")
    rest = ann.http.get("/daily/archive", params={"before": page["next"]}).json()
    assert [each["day"] for each in rest["days"]] == [before(at) for at in range(29, 41)]
    assert rest["next"] is None


def test_a_server_from_before_the_archive_began_with_its_oldest_guest(tmp_path: Path) -> None:
    settings = Settings(port=0, data_dir=tmp_path, limits=False, thinkers=1)
    with serving(settings) as address, Person(address).http as first:
        first.post("/daily")
    began = datetime.now(UTC) - timedelta(9)
    with closing(sqlite3.connect(tmp_path / SQLITE)) as database, database:
        database.execute("DELETE FROM meta WHERE key = 'first-day'")
        database.execute("UPDATE guests SET created = ?", [began.timestamp()])
    with serving(settings) as address, Person(address).http as later:
        assert date.fromisoformat(later.get("/daily").json()["first"]) == began.date()
