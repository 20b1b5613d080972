"""`keypeg match` and `keypeg players`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keypeg import outcome, read_record, rules
from keypeg.api.seats import Person
from keypeg.api.tables import Computer, chairs_of
from keypeg.cli import main
from keypeg.errors import Illegal
from keypeg.players import Level


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def _timeless(data: dict[str, object]) -> object:
    seats = data["seats"]
    assert isinstance(seats, list)
    return [{key: seat[key] for key in ("player", "wins", "points", "ci95", "rows_mean")} for seat in seats]


def test_wins_points_and_draws_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    data = _json(capsys, "match", "togo", "--seats", "club,novice", "--matches", "6", "--seed", "7")
    seats = data["seats"]
    assert isinstance(seats, list)
    assert [seat["player"] for seat in seats] == ["club", "novice"]
    assert sum(seat["wins"] for seat in seats) + int(str(data["undecided"])) == 6
    for seat in seats:
        low, high = seat["ci95"]
        assert 0 <= low <= seat["wins"] / 6 <= high <= 1


def test_the_same_seed_plays_the_same_matches_on_one_core_and_on_several(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("match", "mm44:seats=2", "--seats", "club,novice", "--seed", "7")
    many = _json(capsys, *arguments, "--matches", "24", "--records", str(tmp_path))
    assert _timeless(many) == _timeless(_json(capsys, *arguments, "--matches", "24"))
    few = tmp_path / "few"
    few.mkdir()
    _json(capsys, *arguments, "--matches", "3", "--records", str(few))
    assert [(few / f"{number}.txt").read_text() for number in (1, 2, 3)] == [
        (tmp_path / f"0{number}.txt").read_text() for number in (1, 2, 3)
    ]


def test_the_folder_of_records_is_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    _json(capsys, "match", "3x3", "--seats", "club,club", "--matches", "1", "--records", str(folder))
    assert [file.name for file in folder.iterdir()] == ["1.txt"]


def test_records_can_be_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _json(capsys, "match", "4x6", "--seats", "club,club", "--matches", "2", "--records", str(tmp_path))
    for file in sorted(tmp_path.iterdir()):
        record = read_record(file.read_text())
        assert outcome(record.state) is not None
        assert record.headers["Player-1"] == "club"


def test_a_person_reads_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "mm44:seats=2", "--seats", "club,club", "--matches", "3"]) == 0
    said = capsys.readouterr().out
    assert "seat 2, club" in said
    assert "% to " in said


@pytest.mark.parametrize(
    ("arguments", "slug"),
    [
        (("togo", "--seats", "club"), "seats-wrong"),
        (("togo", "--seats", "club,master"), "player-unknown"),
        (("togo", "--seats", "club,club", "--matches", "0"), "matches-too-few"),
        (("togo", "--seats", "club,club", "--matches", "1000000000000"), "matches-too-many"),
        (("togo", "--seats", "club,club", "--time", "nan"), "time-range"),
        (("togo", "--seats", "club,engine:no-such-program"), "engine-missing"),
        (("togo", "--seats", "club,engine:'"), "engine-command"),
        (("togo",), "usage-missing"),
        (("togo", "--seats", "club,club", "--matches", "1", "--records", "/dev/null/records"), "file-unwritable"),
    ],
)
def test_wrong_arguments_of_a_match_are_refused(
    arguments: tuple[str, ...], slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments, "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == slug


def test_players_are_listed_with_what_they_need(capsys: pytest.CaptureFixture[str]) -> None:
    data = _json(capsys, "players")
    levels = data["levels"]
    assert isinstance(levels, list)
    assert [level["player"] for level in levels] == list(Level)
    means = {
        level["player"]: entry["mean"]
        for level in levels
        for entry in level["breaks"]
        if entry["rules"] == "4x6:first=1"
    }
    assert means["perfect"] == pytest.approx(5625 / 1296)
    assert main(["players"]) == 0
    assert "club+tricky:errs=0.1" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["togo", "challenge:distinct-guesses", "mm44"])
def test_tricky_is_refused_where_no_code_is_harder(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = rules(text)
    seats = ",".join(["expert+tricky:errs=0.1"] * found.seats)
    for command in (["match", text, "--seats", seats], ["play", text, "--plain", "--seats", seats]):
        assert main(command) == 2
        assert "write expert:errs=0.1." in capsys.readouterr().err
    sitters = [Computer("club+tricky")] * found.seats
    with pytest.raises(Illegal) as refused:
        chairs_of(found, sitters, Person("id", "Ann"))
    assert refused.value.slug == "hiding-useless"


def test_tricky_is_seated_where_colours_may_repeat() -> None:
    (chair, _) = chairs_of(rules("logic24"), [Computer("club+tricky")], Person("id", "Ann"))
    assert chair.player == "club+tricky"
