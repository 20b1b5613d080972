"""At a table of a server, over a real socket."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg.core import Guess
from keypeg.errors import KeypegError
from keypeg.notation import rules as read_rules
from keypeg.server.settings import Settings
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.remote import RemoteSession
from keypeg.terminal.match.session import Session
from keypeg.terminal.match.setup import read_occupants, start
from keypeg.terminal.plain import Console, PlainMatch
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import Words
from tests.server.running import Person, serving
from tests.terminal.driving import COLOURFUL, SMALL, play_out


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=1)) as found:
        yield found


def invited(address: str, rules: str, *others: str, coach: str = "off") -> str:
    """The link to the first seat of a table; the others are computers."""
    seats = [{"kind": "open"}, *({"kind": "computer", "player": player} for player in others)]
    host = Person(address)
    try:
        return str(host.make(rules, *seats, coach=coach, call_window=0.1)["invites"][0]["link"])
    finally:
        host.http.close()


@pytest.mark.parametrize(
    ("rules", "others"),
    [
        ("togo", ("novice",)),
        pytest.param("challenge:rounds=1", ("club",), marks=pytest.mark.long),
        pytest.param("mm44", ("club", "club", "club"), marks=pytest.mark.long),
    ],
)
async def test_a_whole_match_at_a_server_by_keys(address: str, rules: str, others: tuple[str, ...]) -> None:
    session = RemoteSession(Words(), invited(address, rules, *others), "Ada")
    assert session.here == {1}
    assert session.names[1] == "Ada"
    app = KeypegApp(Words(), lambda: StartScreen(session=session), pause=0, environ=COLOURFUL)
    async with app.run_test(size=SMALL) as pilot:
        await play_out(pilot)
        assert isinstance(app.screen, StartScreen)


def test_a_player_who_comes_back_has_their_seat_and_others_watch(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    link = invited(address, "togo:first=2", "club")
    first = RemoteSession(Words(), link)
    first.close()
    again = RemoteSession(Words(), link)
    assert again.here == {1}
    again.close()
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "somebody-else"))
    watcher = RemoteSession(Words(), link.partition("#")[0])
    assert watcher.here == frozenset()
    watcher.close()
    with pytest.raises(KeypegError):
        RemoteSession(Words(), link)


def test_at_a_server_and_in_this_process_one_sentence_says_what_to_do(address: str) -> None:
    rules = read_rules("togo:first=2,marking=hand")
    remote = RemoteSession(Words(), invited(address, str(rules), "club"))
    local = start(Words(), rules, read_occupants(rules, "you,club"))
    sessions: list[Session] = [remote, local]
    said = []
    for session in sessions:
        while 1 not in session.view(1).to_act:
            assert session.step()
        said.append(session.status(1))
        session.play(1, Guess("RYGB"))
        session.close()
    assert said[0] == said[1]
    assert Words().render(said[0]) == "Your turn: row 1 of 9"


def test_computers_of_the_same_level_are_told_apart_by_their_seats(address: str) -> None:
    session = RemoteSession(Words(), invited(address, "mm44", "club", "club", "novice"), "Ada")
    session.close()
    assert session.names == {1: "Ada", 2: "Club 2", 3: "Club 3", 4: "Novice"}


def test_line_mode_plays_at_a_server_and_the_coach_answers_as_agreed(address: str, tmp_path: Path) -> None:
    session = RemoteSession(Words(), invited(address, "togo:first=2", "club", coach="explain"))
    told = io.StringIO()
    PlainMatch(session, Console(Words(), io.StringIO("ROYG\nRO\ncheck RRRR\nhint\nsave evening\nquit\n"), told)).run()
    lines = told.getvalue().splitlines()
    assert any(line.startswith("Row 1: red, orange, yellow, green:") for line in lines)
    assert "RRRR cannot be the code." in lines
    assert sum("agreed on" in line for line in lines) == 1
    assert "2 hide ????" in (tmp_path / "records" / "evening.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("link", "slug"),
    [
        ("nonsense", "link-unreadable"),
        ("http://127.0.0.1:1/t/abc#def", "server-unreachable"),
        ("ADDRESS/t/AAAAAAAAAAAAAAAAAAAAAA", "table-unknown"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused_with_a_sentence(address: str, link: str, slug: str) -> None:
    with pytest.raises(KeypegError) as refused:
        RemoteSession(Words(), link.replace("ADDRESS", address))
    assert refused.value.slug == slug
    assert not str(refused.value).startswith("error.")
