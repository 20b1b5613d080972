"""Every route limits clients by the cost of their requests, and nobody pays for someone else."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import httpx
import pytest

from keypeg.api.features import PREFIX
from keypeg.api.limits import READS, Limit
from keypeg.errors import Busy
from keypeg.server import rate_limits
from keypeg.server.guests.briefs import WRITE, Brief
from keypeg.server.guests.identities import Guest, Identities
from keypeg.server.http.app import FILE_COST, OFFERED, make_app
from keypeg.server.http.routes.me import SUMMED_BOARDS
from keypeg.server.rate_limits import SHARED, Limits, shared_address
from keypeg.server.services import LOADED_MOVES
from keypeg.server.settings import SQLITE, Settings
from tests.faults.asgi import started
from tests.server.running import Person, serving
from tests.server.test_retention import COPIED

FEW = Limit(4, 0.001)
HERE, THERE = "192.0.2.1", "192.0.2.2"
NAMED = re.compile(r"{(\w+)}")
VALUES = {"box_id": "togo", "language": "en", "kind": "fits", "level": "1", "seed": "1"}


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that no bucket refills however slow this machine is; give an address as much as a guest."""
    monkeypatch.setattr(rate_limits, "monotonic", lambda: 0.0)
    monkeypatch.setattr(rate_limits, "SHARED", 1)


def until_limited(http: httpx.Client) -> list[int]:
    """Return the statuses of requests up to the first that is refused."""
    statuses: list[int] = []
    while 429 not in statuses and len(statuses) < READS.burst:
        statuses.append(http.get("/me").status_code)
    return statuses


def test_a_costly_request_takes_more_tokens() -> None:
    limits = Limits()
    limits.take(FEW, "ann", HERE, 3)
    limits.take(FEW, "ann", HERE)
    with pytest.raises(Busy) as busy:
        limits.take(FEW, "ann", HERE, 0.5)
    assert int(str(busy.value.fields["seconds"])) > 100
    limits.take(FEW, "bob", HERE)


def test_a_request_that_costs_more_than_a_full_bucket_is_served_once_and_leaves_a_debt() -> None:
    limits = Limits()
    limits.take(FEW, "ann", HERE, 10)
    with pytest.raises(Busy):
        limits.take(FEW, "ann", HERE, 0.1)


def test_work_that_a_request_causes_is_charged_to_its_sender() -> None:
    limits = Limits()
    limits.take(FEW, "bob", THERE)
    limits.take(FEW, "ann", HERE)
    limits.owe(FEW, 10)
    with pytest.raises(Busy):
        limits.take(FEW, "ann", HERE, 0.1)
    limits.take(FEW, "bob", HERE, 3)


def test_all_at_one_address_share_a_limit() -> None:
    limits = Limits()
    for guest in range(4 * SHARED):
        limits.take(FEW, f"{guest}", HERE)
    with pytest.raises(Busy):
        limits.take(FEW, "another", HERE)
    with pytest.raises(Busy):
        limits.take(FEW, None, HERE)
    limits.take(FEW, "another", THERE)


def test_an_ipv6_network_is_one_address() -> None:
    assert shared_address("2001:db8::1") == shared_address("2001:db8::ffff") != shared_address("2001:db8:0:1::1")
    assert shared_address("::ffff:192.0.2.1") == shared_address("192.0.2.1")
    assert shared_address("fe80::1%eth0") == shared_address("fe80::2")


def test_the_number_of_buckets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST", 100)
    limits = Limits()
    for client in range(1000):
        limits.take_alone(FEW, f"{client}")
        assert len(limits._buckets) <= 101


@pytest.mark.usefixtures("frozen")
async def test_no_route_is_without_a_limit(tmp_path: Path) -> None:
    app = make_app(Settings(port=0, data_dir=tmp_path, thinkers=0), rest=0)
    async with started(app) as asgi:
        for endpoint in OFFERED:
            path = PREFIX + NAMED.sub(lambda name: VALUES.get(name[1], "A" * 22), endpoint.terms.path)
            app.services.limits._buckets.clear()
            for _ in range(int(READS.burst) + 1):
                if (await asgi.ask(endpoint.terms.method, path)).status == 429:
                    break
            else:
                raise AssertionError(f"{endpoint.terms.path} may be asked for without end")
        app.services.limits._buckets.clear()
        pages = [(await asgi.ask("GET", "/daily")).status for _ in range(int(READS.burst) + 1)]
        assert pages[-1] == 429, "the head of a screen is written anew for everybody"
        for file in ("/assets/none.js", "/offline/none.js"):
            app.services.limits._buckets.clear()
            files = [(await asgi.ask("GET", file)).status for _ in range(int(READS.burst / FILE_COST) + 1)]
            assert (files[0], files[-1]) == (404, 429)


@pytest.mark.usefixtures("frozen")
def test_a_visitor_without_a_cookie_does_not_lock_others_out(tmp_path: Path) -> None:
    chosen = Settings(port=0, data_dir=tmp_path, thinkers=0, proxies="127.0.0.1")
    with serving(chosen) as address, httpx.Client(base_url=address) as http:
        path, mine, theirs = f"{PREFIX}/tables/{'A' * 22}/result", {"x-forwarded-for": HERE}, {"x-forwarded-for": THERE}
        while http.get(path, headers=mine).status_code != 429:
            pass
        refused = http.get(path, headers=mine)
        assert int(refused.headers["retry-after"]) >= 1
        assert http.get(path, headers=theirs).status_code == 404


@pytest.mark.usefixtures("frozen")
def test_guessing_tokens_costs_as_well(tmp_path: Path) -> None:
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0)) as address, httpx.Client(base_url=address) as http:
        statuses: list[int] = []
        while 429 not in statuses and len(statuses) <= READS.burst:
            guess = {"authorization": f"Bearer {len(statuses)}"}
            statuses.append(http.get(f"{PREFIX}/me", headers=guess).status_code)
        assert statuses[0] == 403
        assert statuses[-1] == 429


@pytest.mark.usefixtures("frozen")
async def test_the_database_is_not_asked_for_made_up_cookies_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    find = Identities.find

    async def watched(self: Identities, token: str) -> Guest | None:
        asked.append(token)
        return await find(self, token)

    monkeypatch.setattr(Identities, "find", watched)

    async with started(make_app(Settings(port=0, data_dir=tmp_path, thinkers=0), rest=0)) as asgi:
        for guess in range(2 * int(READS.burst)):
            await asgi.ask("GET", f"{PREFIX}/me", token=f"{guess}")
    assert 1 < len(asked) <= READS.burst


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("asked", ["/me/tables", "/tables/{table}/moves", "/tables/{table}/doctor"])
def test_reading_a_long_table_from_its_log_is_paid_for_on_every_route(tmp_path: Path, asked: str) -> None:
    """A guest with more long tables than fit in memory could have them read again and again for next to nothing."""
    chosen = Settings(port=0, data_dir=tmp_path, thinkers=0)
    with serving(chosen) as address, httpx.Client(base_url=address + PREFIX, timeout=30) as http:
        played = "1 hide RRRO\n" + "2 guess GGYY:0,0\n" * 900
        record = f"Keypeg-Record: 2\nRules: 4x6:first=1\n\nround 1 code 1\n{played}"
        made = http.post("/records", json={"record": record})
        (token,), move = http.cookies.values(), {"move": "guess RRRO", "version": 0, "key": "1"}
    with serving(chosen) as address, httpx.Client(base_url=address + PREFIX, cookies={"keypeg": token}) as http:
        path, body = asked.format(table=made.json()["table"]), move if asked.endswith("moves") else None
        assert http.get("/me").status_code == 200
        http.request("POST" if body else "GET", path, json=body)
        statuses = until_limited(http)
        assert statuses.index(429) < READS.burst - 900 / LOADED_MOVES


@pytest.mark.usefixtures("frozen")
def test_a_review_costs_more_the_more_moves_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.api.review.REVIEWED_MOVES", 0.2)
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0)) as address:
        ann = Person(address)
        with ann.http:
            table = ann.make("togo:rounds=1,parity=any,first=1", {"kind": "me"}, {"kind": "me"})["table"]
            for seat, move in enumerate(("hide RYGB", "guess RYGB"), start=1):
                ann.play(table, move, seat=seat)
            assert [ann.http.get(f"/tables/{table}/review").status_code for _ in range(2)] == [200, 429]


@pytest.mark.usefixtures("frozen")
def test_adding_up_many_matches_is_paid_for(tmp_path: Path) -> None:
    """Statistics of 10,000 matches blocked the event loop for half a second, at the cost of one match."""
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0)) as address:
        ann = Person(address)
        ann.make("togo")
        with closing(connect(tmp_path / SQLITE)) as database, database:
            for statement in COPIED:
                database.execute(statement, [4000])
            database.execute("UPDATE tables SET over = 1")
            database.execute("INSERT INTO summaries SELECT id, ? FROM tables", [WRITE([Brief(1, 5, broken=True)])])
        assert ann.http.get("/me/stats").json()["games"][0]["rounds"] == 4001
        statuses = until_limited(ann.http)
        assert statuses.index(429) < READS.burst - 4000 / SUMMED_BOARDS
        ann.http.close()


@pytest.mark.usefixtures("frozen")
def test_every_new_result_that_is_shared_and_every_picture_is_paid_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.server.http.routes.shares.SHARES", FEW)
    languages = ("da", "de", "en", "es", "fi", "fr")
    with serving(Settings(port=0, data_dir=tmp_path, thinkers=0)) as address:
        ann = Person(address)
        with ann.http:
            table = ann.make("togo:rounds=1,parity=any,first=1", {"kind": "me"}, {"kind": "me"})["table"]
            ann.play(table, "hide RYGB", seat=1)
            ann.play(table, "guess RYGB", seat=2)
            path = f"/tables/{table}/shares?seat=2"
            found = [ann.http.post(path, headers={"accept-language": each}).status_code for each in languages]
            assert found == [200] * 4 + [429] * 2
            shared = ann.http.post(path, headers={"accept-language": "da"})
            assert shared.status_code == 200
            looked = [httpx.get(shared.json()["picture"]).status_code for _ in range(2)]
            assert looked == [200, 429], "who looks at a picture first pays for drawing it"
