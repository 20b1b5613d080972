"""Both clients against a real server on a real socket."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keypeg import read_record
from keypeg.api.errors import SPECIAL, STATUS, kind_of, status_of
from keypeg.api.identity import Identity
from keypeg.api.review import Review, SplitReview
from keypeg.api.view import View
from keypeg.client import AsyncClient, Client, Computer, Link, Me, Open, parse_link
from keypeg.errors import Busy, Conflict, Forbidden, Illegal, KeypegError, Malformed, Unknown
from keypeg.server.settings import Settings
from tests.server.running import serving

NOWHERE = "A" * 22


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    with serving(Settings(port=0, data_dir=folder, limits=False, thinkers=1)) as found:
        yield found


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as found:
        yield found


def move_for(view: View) -> str:
    return "give-up" if view.may[0].move == "guess" else "hide RYGB"


def test_a_match_by_watching_and_moving(client: Client) -> None:
    made = client.make_table("togo:first=2", seats=[Me("Ada"), Computer("club")])
    assert made.seats == [1]
    versions = []
    for view in client.watch(made.table):
        versions.append(view.version)
        if view.you in view.to_act:
            client.move(made.table, move_for(view), view.version)
    assert versions == sorted(set(versions))
    assert view.outcome is not None
    assert view.seats[0].name == "Ada"
    assert "1 give-up" in client.record(made.table)
    assert [table.over for table in client.tables().tables] == [True]


def test_the_example_of_the_documentation_plays_a_match(address: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(from keypeg.client import .*?)```", text, re.DOTALL)
    names: dict[str, Any] = {"choose": move_for}
    exec(example.replace("http://localhost:5397", address), names)  # noqa: S102
    assert names["view"].outcome is not None


def test_the_same_without_blocking(address: str) -> None:
    async def play() -> View:
        async with AsyncClient(address) as client:
            made = await client.make_table("togo:first=2", seats=[Me("Ada"), Computer("club")])
            async for view in client.watch(made.table):
                if view.you in view.to_act:
                    await client.move(made.table, move_for(view), view.version)
            return view

    assert asyncio.run(play()).outcome is not None


def test_somebody_invited_sits_down_and_is_the_same_person_again_by_token(address: str, client: Client) -> None:
    made = client.make_table("togo", seats=[Me(), Open()])
    link = parse_link(made.invites[0].link)
    assert link.table == made.table
    with Client(address) as guest:
        token = guest.make_token("Bo")
        assert guest.take_seat(link.table, link.invite).seat == 2
    with Client(address, token=token) as again:
        assert again.me() == Identity(known=True, name="Bo")
        assert again.rename("Bob").name == "Bob"
        assert again.view(made.table).yours == [2]
    assert client.view(made.table).seats[1].kind == "person"


def test_the_other_calls_of_a_table(client: Client) -> None:
    made = client.make_table("togo:first=2", seats=[Me(), Me()], coach="hint")
    client.move(made.table, "hide RYGB", client.view(made.table, seat=2).version, seat=2)
    version = client.view(made.table, seat=1).version
    assert client.coach(made.table, "check", "guess ROYG", seat=1).messages
    version = client.move(made.table, "guess ROYG", version, seat=1, key="mine").version
    assert client.move(made.table, "guess ROYG", version - 1, seat=1, key="mine").version == version, "once"
    assert client.view(made.table, seat=1, after=version, wait=0.1).version == version
    client.move(made.table, "give-up", version, seat=1)
    version = client.view(made.table, seat=1).version
    client.move(made.table, "hide RYGB", version, seat=1)
    version = client.undo(made.table, client.view(made.table, seat=1).version, seat=1).version
    assert client.view(made.table, seat=1).phase == "hide"
    copy = client.import_record(client.record(made.table))
    assert copy.seats == [1, 2]


def test_boxes_and_rules(client: Client) -> None:
    assert "togo" in [box.id for box in client.boxes()]
    assert client.rules("togo:first=1").text == "togo:first=1"


@pytest.mark.parametrize(("rules", "kind"), [("togo:first=2", Review), ("mm44:seats=2,rounds=1", SplitReview)])
def test_a_finished_match_is_reviewed(client: Client, rules: str, kind: type) -> None:
    made = client.make_table(rules, seats=[Me(), Me()])
    for _ in range(9):
        for seat in (1, 2):
            view = client.view(made.table, seat=seat)
            if seat in view.to_act:
                client.move(made.table, move_for(view) if kind is Review else "give-up", view.version, seat=seat)
    assert client.view(made.table).outcome is not None
    review = client.review(made.table)
    assert isinstance(review, Review | SplitReview)
    assert type(review) is kind
    assert review.rules == client.rules(rules).text


def test_the_puzzle_of_the_day_and_statistics(client: Client) -> None:
    assert client.daily().table is None
    made = client.begin_daily()
    assert client.daily().table == made.table
    assert client.stats().games == []


def test_errors_come_back_as_what_they_are(client: Client) -> None:
    made = client.make_table("togo:first=2", seats=[Me(), Me()])
    version = client.view(made.table, seat=2).version
    with pytest.raises(Malformed) as malformed:
        client.make_table("nonsense rules")
    with pytest.raises(Unknown) as unknown:
        client.view(NOWHERE)
    with pytest.raises(Illegal) as illegal:
        client.move(made.table, "guess RYGB", version, seat=2)
    client.move(made.table, "hide RYGB", version, seat=2)
    with pytest.raises(Conflict) as conflict:
        client.move(made.table, "hide RYGB", version, seat=2)
    assert unknown.value.slug == "table-unknown"
    assert isinstance(conflict.value.fields["version"], int)
    for error in (malformed, unknown, illegal, conflict):
        assert not str(error.value).startswith("error.")


def test_an_error_brings_the_error_that_caused_it(client: Client) -> None:
    with pytest.raises(Malformed) as refused:
        client.import_record("Keypeg-Record: 1\nRules: togo:first=1\n\n2 guess RYGB\n")
    with pytest.raises(Malformed) as here:
        read_record("Keypeg-Record: 1\nRules: togo:first=1\n\n2 guess RYGB\n")
    assert refused.value.message == here.value.message
    assert str(refused.value) == str(here.value)


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "http://[", "nonsense"])
def test_a_server_that_does_not_answer_is_an_error_of_ours(address: str) -> None:
    with pytest.raises(KeypegError) as refused, Client(address) as client:
        client.boxes()
    assert refused.value.slug == "server-unreachable"


def test_what_is_no_keypeg_server_is_an_error_of_ours(address: str) -> None:
    with pytest.raises(Unknown) as refused, Client(f"{address}/nothing/here") as client:
        client.boxes()
    assert refused.value.slug == "server-strange"


def test_links_are_read_and_written() -> None:
    link = Link("https://example.org/games", "TABLE", "INVITE")
    assert parse_link(str(link)) == link
    assert parse_link("http://localhost:5397/t/TABLE") == Link("http://localhost:5397", "TABLE")
    for nonsense in ("nonsense", "http://host/t/", "ftp://host/t/TABLE", "http://[/t/TABLE"):
        with pytest.raises(Malformed):
            parse_link(nonsense)


def test_both_clients_have_the_same_methods() -> None:
    def methods(kind: type) -> dict[str, list[str]]:
        found = inspect.getmembers(kind, inspect.isfunction)
        return {name: list(inspect.signature(each).parameters) for name, each in found if not name.startswith("_")}

    assert methods(Client) == methods(AsyncClient)


def test_every_kind_of_error_has_a_status_that_leads_back() -> None:
    assert set(STATUS) == {Malformed, Forbidden, Unknown, Conflict, Illegal, Busy}
    for kind, status in STATUS.items():
        assert status_of(kind("some")) == status
        assert kind_of(status) is kind
    for slug, (kind, status) in SPECIAL.items():
        assert status_of(kind(slug)) == status
        assert kind_of(status) is kind
    assert kind_of(502) is None


def test_the_client_needs_neither_a_front_end_nor_the_engine() -> None:
    source = Path(inspect.getfile(Client)).read_text("utf-8")
    assert "terminal" not in source
