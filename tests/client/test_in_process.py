"""Both clients against a host in the same process: the same calls, without HTTP."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from keypeg.api import review, stats
from keypeg.api.local_host import LocalHost
from keypeg.api.local_tables import MemoryStorage
from keypeg.api.moves import Done, move
from keypeg.api.view import View
from keypeg.client import AsyncClient, Client, Computer, Me
from keypeg.errors import Conflict, Illegal, Malformed, Unknown
from keypeg.notation import read_record


def move_for(view: View) -> str:
    return "give-up" if view.may[0].move == "guess" else "hide RYGB"


def test_a_match_by_watching_and_moving() -> None:
    with Client(LocalHost()) as client:
        made = client.make_table("togo:first=2", seats=[Me("Ada"), Computer("novice")])
        versions = []
        for view in client.watch(made.table):
            versions.append(view.version)
            if view.you in view.to_act:
                client.move(made.table, move_for(view), view.version)
        assert versions == sorted(set(versions))
        assert view.outcome is not None
        assert read_record(client.record(made.table)).state.now is None
        assert isinstance(client.review(made.table), review.Review)


def test_the_same_without_blocking() -> None:
    async def play() -> View:
        host = LocalHost()
        async with AsyncClient(host) as client:
            made = await client.make_table("togo:first=2", seats=[Me("Ada"), Computer("novice")])
            async for view in client.watch(made.table):
                if view.you in view.to_act:
                    await client.move(made.table, move_for(view), view.version)
            await host.stop()
            return view

    assert asyncio.run(play()).outcome is not None


def test_errors_are_those_of_a_server() -> None:
    with Client(LocalHost()) as client:
        made = client.make_table("togo:first=2", seats=[Me(), Me()])
        with pytest.raises(Malformed):
            client.make_table("nonsense rules")
        with pytest.raises(Malformed, match="length <= 120"):
            client.move(made.table, "guess " + 200 * "R", 1, seat=1)
        with pytest.raises(Unknown):
            client.view("A" * 22)
        with pytest.raises(Illegal) as invited:
            client.make_table("togo")
        with pytest.raises(Illegal) as counted:
            client.call(stats.stats)
        assert {invited.value.slug, counted.value.slug} == {"needs-server"}
        client.move(made.table, "hide RYGB", client.view(made.table).version, seat=2)
        with pytest.raises(Conflict):
            client.move(made.table, "hide RYGB", 1, seat=2)
        with pytest.raises(TypeError, match="takes id, move, version, key, seat, not colour"):
            client.call(move, made.table, colour="red")


def test_what_is_stored_goes_on_in_another_host() -> None:
    storage = MemoryStorage()
    with Client(LocalHost(storage)) as client:
        table = client.make_table("togo:first=1", seats=[Me(), Me()]).table
        done = client.call(move, table, "hide RYGB", 1, seat=1)
        assert done == Done(table, 2)
    with Client(LocalHost(storage)) as client:
        assert client.view(table, seat=2).version == 2


def test_a_rematch_is_opened_once() -> None:
    with Client(LocalHost()) as client:
        table = client.make_table("togo:first=2", seats=[Me(), Computer("novice")]).table
        for view in client.watch(table):
            if view.you in view.to_act:
                client.move(table, move_for(view), view.version)
        first, second = client.rematch(table), client.rematch(table)
        assert first.table == second.table
        assert client.view(table).rematch.table == first.table


def test_a_host_in_this_process_needs_no_http() -> None:
    program = "import sys; sys.modules['httpx'] = None; from keypeg.api.local_host import LocalHost; "
    program += "from keypeg.client import Client; print(Client(LocalHost()).boxes()[0].id)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "logic24\n"
