"""The list of a guest's own games: running and finished ones, people, levels, and the line over time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keypeg import rules
from keypeg.server.guests.briefs import Brief
from keypeg.server.guests.sums import MOST_POINTS, game_stats, level_advice
from keypeg.tell.games import game_of
from tests.server.running import Person

Somebody = Callable[[], Person]
SINGLE = "togo:rounds=1,parity=any,first=1"


def together(ann: Person, bob: Person, game: str = SINGLE) -> str:
    made = ann.make(game, {"kind": "me", "name": "Ann"})
    bob.sit(made, name="Bob")
    return str(made["table"])


def stats(person: Person) -> dict[str, Any]:
    """Return the statistics of a person, once all their tables are reviewed."""
    while True:
        told: dict[str, Any] = person.http.get("/me/stats").json()
        if not told["pending"]:
            return told


def test_a_running_table_says_what_it_waits_for(person: Somebody) -> None:
    ann, bob = person(), person()
    table = together(ann, bob)
    ann.play(table, "hide RYGB")
    bob.play(table, "guess ROYG")
    (own,) = bob.http.get("/me/tables", params={"over": False}).json()["tables"]
    assert own["status"] == {"key": "web.status.guess", "fields": {"row": 2, "rows": 9}}
    assert (own["name"], own["your_turn"]) == ({"key": "box.togo", "fields": {}}, True)
    (hers,) = ann.http.get("/me/tables", params={"over": False}).json()["tables"]
    assert (hers["status"]["key"], hers["your_turn"]) == ("web.status.waits.guess", False)


def test_a_dismissed_table_leaves_the_list_of_one_guest_only(person: Somebody) -> None:
    ann, bob = person(), person()
    table = together(ann, bob)
    assert bob.http.post(f"/tables/{table}/dismiss").json()["table"] == table
    assert bob.http.post(f"/tables/{table}/dismiss").status_code == 200
    assert bob.http.get("/me/tables").json()["tables"] == []
    assert bob.http.get("/me/data").json()["dismissed"] == [table]
    assert len(ann.http.get("/me/tables").json()["tables"]) == 1
    ann.play(table, "hide RYGB")
    bob.play(table, "guess ROYG")
    eve = person()
    eve.http.patch("/me", json={"name": "Eve"})
    assert eve.http.post(f"/tables/{table}/dismiss").json()["error"] == "seat-none"


def test_a_finished_table_tells_its_result_skill_and_luck(person: Somebody) -> None:
    ann, bob = person(), person()
    table = together(ann, bob)
    ann.play(table, "hide RYGB")
    bob.play(table, "guess RYGB")
    stats(bob)
    (own,) = bob.http.get("/me/tables", params={"over": True}).json()["tables"]
    assert own["status"]["key"] == "tell.outcome.winner"
    assert own["skill"] is not None
    assert own["luck"] > 0
    (hers,) = ann.http.get("/me/tables", params={"over": True}).json()["tables"]
    assert (hers["status"]["key"], hers["skill"]) == ("web.you.win", None)


def test_people_are_listed_by_the_name_they_used_last(person: Somebody) -> None:
    ann, bob = person(), person()
    assert ann.http.get("/me/people").json() == []
    together(ann, bob)
    table = together(ann, bob)
    (found,) = ann.http.get("/me/people").json()
    assert (found["name"], found["matches"], found["table"], found["over"]) == ("Bob", 2, table, False)
    assert [each["name"] for each in bob.http.get("/me/people").json()] == ["Ann"]
    ann.http.delete("/me")
    assert bob.http.get("/me/people").json() == []


def test_games_that_differ_are_told_apart_and_rounds_do_not_matter(person: Somebody) -> None:
    ann, bob = person(), person()
    for game in (SINGLE, "togo:rounds=2,first=1", "togo:colours=6,rounds=1,parity=any,first=1"):
        table = together(ann, bob, game)
        ann.play(table, "hide RYGB")
        bob.play(table, "guess RYGB")
        if "rounds=2" in game:
            bob.play(table, "hide RYGB")
            ann.play(table, "guess RYGB")
    told = stats(bob)["games"]
    assert [(each["game"], each["rounds"]) for each in told] == [("togo:4x6", 1), ("togo:4x8", 2)]
    assert told[0]["name"]["key"] == "tell.game.differs"
    assert [point["rounds"] for point in told[1]["course"]] == [1, 1]


def test_the_line_over_time_has_few_points() -> None:
    game = game_of(rules("challenge+doubles"), 1)
    boards = [(float(at), Brief(1, 1 + at % 5, True, skill=at)) for at in range(100)]
    found = game_stats(game, boards)
    assert len(found.course) <= MOST_POINTS
    assert sum(point.rounds for point in found.course) == 100
    assert [point.until for point in found.course] == sorted(point.until for point in found.course)
    assert found.course[0].skill == 4
    assert found.chart
    assert [(dot.until, dot.value) for dot in found.chart.dots] == [(at.until, at.skill) for at in found.course]
    assert [dot.y for dot in found.chart.dots] == sorted((dot.y for dot in found.chart.dots), reverse=True)
    assert game != game_of(rules("challenge"), 1)


def test_wins_and_losses_are_counted_by_level(person: Somebody) -> None:
    bob = person()
    for code in ("give-up", "guess"):
        made = bob.make(SINGLE, {"kind": "computer", "player": "novice"}, {"kind": "me"})
        table, version = made["table"], made["version"]
        while bob.view(table)["phase"] != "guess":
            version = bob.view(table, after=version, wait=20)["version"]
        bob.play(table, "give-up" if code == "give-up" else "guess RROO")
        if code == "guess":
            bob.play(table, "give-up")
    (novice,) = stats(bob)["levels"]
    assert (novice["level"], novice["won"] + novice["lost"] + novice["drawn"]) == ("novice", 1)


def test_the_next_level_is_suggested_to_those_who_win() -> None:
    assert level_advice({}) is None
    assert level_advice({"novice": ["won"] * 4}) is None
    assert level_advice({"novice": ["won"] * 9 + ["lost"] * 3}) is None
    found = level_advice({"novice": ["lost"] * 9 + ["won"] * 3 + ["lost"] * 2})
    assert found
    assert (found.fields["won"], found.fields["matches"]) == (3, 5)
    assert level_advice({"novice": ["won"] * 9, "expert": ["lost"] * 9}) is None
    assert level_advice({"perfect": ["won"] * 9}) is None
