"""With people who are elsewhere: phrases, staying away, playing again."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from keypeg.server.settings import Settings
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.remote import RemoteSession
from keypeg.terminal.plain import Console, PlainMatch
from keypeg.terminal.screens.code_end import CodeEnd
from keypeg.terminal.screens.help import HelpScreen
from keypeg.terminal.screens.menu import Menu
from keypeg.terminal.screens.play import PlayScreen
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import Words
from tests.server.running import Person, serving
from tests.terminal.driving import COLOURFUL, PATIENCE, SMALL, lines, until

SHORT = "togo:rounds=1,parity=any"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=1)) as found:
        yield found


class Table:
    """A table at which Ada sits in the terminal, and Bob elsewhere."""

    def __init__(self, address: str, rules: str, **agreed: Any) -> None:
        self.bob = Person(address)
        made = self.bob.make(rules, {"kind": "open"}, {"kind": "me", "name": "Bob"}, **agreed)
        self.id = made["table"]
        self.session = RemoteSession(Words(), made["invites"][0]["link"], "Ada")
        self.app = KeypegApp(Words(), lambda: StartScreen(session=self.session), pause=0, environ=COLOURFUL)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Pilot[None]]:
        async with asyncio.timeout(PATIENCE), self.app.run_test(size=SMALL) as pilot:
            yield pilot

    def says(self, phrase: str) -> None:
        said = self.bob.http.post(f"/tables/{self.id}/says", json={"phrase": phrase, "key": phrase})
        assert said.status_code == 200, said.text

    async def shown(self, pilot: Pilot[None], text: str) -> None:
        await until(pilot, lambda: text in " ".join("\n".join(lines(self.app)).split()))

    def plain(self, *typed: str) -> list[str]:
        told = io.StringIO()
        PlainMatch(self.session, Console(Words(), io.StringIO("\n".join(typed) + "\n"), told)).run()
        return told.getvalue().splitlines()


@pytest.fixture
def table(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Table]]:
    made: list[Table] = []
    monkeypatch.setattr("keypeg.api.tables.LEAST_GRACE", 0)

    def make(rules: str, **agreed: Any) -> Table:
        made.append(Table(address, rules, **agreed))
        return made[-1]

    yield make
    for each in made:
        each.bob.http.close()
        each.session.close()


async def test_phrases_are_said_and_heard_while_a_row_is_being_made(table: Callable[..., Table]) -> None:
    at = table("togo:first=2")
    at.bob.play(at.id, "hide RYGB")
    async with at.playing() as pilot:
        await at.shown(pilot, "Your turn")
        await pilot.press("1", "2")
        at.says("good-luck")
        await at.shown(pilot, "Bob: Good luck!")
        await pilot.press("slash")
        await at.shown(pilot, "Thanks!")
        await pilot.press(str(at.bob.view(at.id)["phrases"].index("thanks") + 1))
        await at.shown(pilot, "Ada: Thanks!")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.input.entry is not None
        assert screen.input.entry.holes == ["R", "O", "", ""]
        assert [said["phrase"] for said in at.bob.view(at.id)["says"]] == ["good-luck", "thanks"]


async def test_nothing_is_said_to_computers(address: str) -> None:
    host = Person(address)
    made = host.make("togo:first=1", {"kind": "open"}, {"kind": "computer", "player": "club"})
    host.http.close()
    session = RemoteSession(Words(), made["invites"][0]["link"])
    app = KeypegApp(Words(), lambda: StartScreen(session=session), pause=0, environ=COLOURFUL)

    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("slash", "?")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
    session.close()


async def test_the_round_of_somebody_who_stays_away_is_claimed(table: Callable[..., Table]) -> None:
    at = table(f"{SHORT},first=1", grace=0.01)
    async with at.playing() as pilot:
        await at.shown(pilot, "Bob (away)")
        await pilot.press(*"1234", "enter")
        await at.shown(pilot, "Bob has left: claim the round")
        await at.shown(pilot, "j claim the round")
        await pilot.press("j")
        await at.shown(pilot, "Bob was away too long.")
        assert isinstance(pilot.app.screen, CodeEnd)
        assert at.bob.view(at.id)["past"][0]["absent"] == [2]


async def test_nobody_who_may_still_come_is_claimed(table: Callable[..., Table]) -> None:
    at = table(f"{SHORT},first=1", grace=600)
    async with at.playing() as pilot:
        await pilot.press(*"1234", "enter")
        await at.shown(pilot, "Waiting for Bob")
        await pilot.press("j")
        await pilot.pause()
        assert at.bob.view(at.id)["past"] == []


async def test_a_rematch_that_was_offered_is_played(table: Callable[..., Table]) -> None:
    at = table(f"{SHORT},first=2")
    at.bob.play(at.id, "hide RYGB")
    async with at.playing() as pilot:
        await at.shown(pilot, "Your turn")
        await pilot.press(*"ryg", "b", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CodeEnd))
        await at.shown(pilot, "a play again")
        made = at.bob.http.post(f"/tables/{at.id}/rematch", json={}).json()
        await at.shown(pilot, "Bob would like to play again.")
        await pilot.press("a")
        await at.shown(pilot, "Hide your code")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.session.here == {1}
        assert screen.session.rules.first == 1
        await pilot.press(*"1234", "enter")
        await at.shown(pilot, "Waiting for Bob")
        assert at.bob.view(made["table"])["to_act"] == [2]


async def test_a_rematch_is_offered(table: Callable[..., Table]) -> None:
    at = table(f"{SHORT},first=2")
    at.bob.play(at.id, "hide RYGB")
    async with at.playing() as pilot:
        await at.shown(pilot, "Your turn")
        await pilot.press(*"rygb", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CodeEnd))
        await pilot.press("a")
        await at.shown(pilot, "Hide your code")
        assert at.bob.view(at.id)["rematch"]["by"] == 1


async def test_a_watcher_can_neither_talk_nor_claim_nor_play_again(
    table: Callable[..., Table], address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at = table(f"{SHORT},first=2", grace=0.01)
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "somebody-else"))
    watcher = RemoteSession(Words(), f"{address}/t/{at.id}")
    app = KeypegApp(Words(), lambda: StartScreen(session=watcher), pause=0, environ=COLOURFUL)
    async with asyncio.timeout(PATIENCE):
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("slash", "j", "escape")
            await pilot.pause()
            assert isinstance(pilot.app.screen, Menu)
            assert {"say", "absent"}.isdisjoint(item.action for item in pilot.app.screen.items)
            await pilot.press("escape")
            at.bob.play(at.id, "give-up")
            await until(pilot, lambda: isinstance(pilot.app.screen, CodeEnd))
            assert isinstance(pilot.app.screen, CodeEnd)
            assert not pilot.app.screen.may_play_again
            await pilot.press("a")
            await pilot.pause()
            assert isinstance(pilot.app.screen, CodeEnd)


def test_line_by_line_things_are_said_and_a_match_is_played_again(table: Callable[..., Table]) -> None:
    at = table(f"{SHORT},first=2")
    at.bob.play(at.id, "hide RYGB")
    at.says("hello")
    told = at.plain("say thanks", "say boo", "absent", "help", "RYGB", "again", "quit")
    assert "Bob: Hello!" in told
    assert "Ada: Thanks!" in told
    assert any(line.startswith("“boo” is not one of the phrases; choose from hello, good-luck") for line in told)
    assert "Nobody has been away long enough for you to claim the round." in told
    assert any(line.startswith("To talk to the others: say and one of hello, good-luck") for line in told)
    assert "Type again to play once more, or press Enter to leave." in told
    assert told[-2] == "Hide your code"
    assert at.bob.view(at.id)["rematch"]["by"] == 1


@pytest.mark.long
def test_line_by_line_the_round_of_somebody_who_stays_away_is_claimed(table: Callable[..., Table]) -> None:
    at = table(f"{SHORT},first=1", grace=0.01)
    told = at.plain("RYGB", "absent", "")
    asked = "Bob is away. Type absent to claim the round, or press Enter to keep waiting."
    assert told.index("Ada hides a code.") < told.index("Waiting for Bob to guess") < told.index(asked)
    assert told.index(asked) < told.index("Bob was away too long.")
    assert told[-1] == "Type again to play once more, or press Enter to leave."
