"""Logs that earlier versions wrote, with every kind of entry: replayed, they give the same table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from keypeg import rules, write_record
from keypeg.notation import Record
from keypeg.table import Action, Agreed, Chair, Entry, Setup, Table, uses_text
from keypeg.table.log import EFFECTS
from keypeg.table.saved import hosted_headers

STORED: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("stored-logs.jsonl").read_text().splitlines()
]
"""Tables as they were stored, and what their version made of them. The last two are of version 1."""


def _replayed(stored: dict[str, Any]) -> Table:
    agreed = msgspec.convert(stored["agreed"], Agreed)
    setup = Setup(stored["id"], rules(stored["rules"]), agreed, stored["seed"], stored["created"])
    table = Table.hosted(setup, msgspec.convert(stored["chairs"], list[Chair]))
    for entry in msgspec.convert(stored["entries"], list[Entry]):
        table.replay(entry)
    return table


def _facts(table: Table) -> dict[str, Any]:
    clock, window = table.clock, table.window
    return {
        "record": write_record(Record(table.state, hosted_headers(table), table.seals)),
        "version": table.version,
        "touched": table.touched,
        "material": table.material,
        "keys": {key: list(answered) for key, answered in table.keys.items()},
        "vacant": list(table.vacant),
        "strangers": sorted(seat for seat, listed in table.newcomers.items() if listed),
        "refused": sorted(table.refused),
        "clock": [[list(used) for used in clock.used], clock.at] if clock else None,
        "window": [window.since, sorted(window.extended), sorted(window.done)] if window else None,
        "says": [[said.version, said.seat, said.phrase, said.at] for said in table.says],
        "rematch": [table.rematch.table, table.rematch.by] if table.rematch else None,
        "coaching": {str(seat): uses_text(coaching.uses) for seat, coaching in table.coaching.items()},
        "closed": table.closed.slug if table.closed else None,
    }


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored["rules"])
def test_a_stored_log_gives_the_same_table(stored: dict[str, Any]) -> None:
    assert _facts(_replayed(stored)) == stored["facts"]


@pytest.mark.parametrize("stored", STORED[:-2], ids=lambda stored: stored["rules"])
def test_the_same_actions_make_the_same_log(stored: dict[str, Any]) -> None:
    table = Table.hosted(
        Setup(
            stored["id"],
            rules(stored["rules"]),
            msgspec.convert(stored["agreed"], Agreed),
            stored["seed"],
            stored["created"],
        ),
        msgspec.convert(stored["chairs"], list[Chair]),
    )
    for line in stored["entries"]:
        action = Action(line["kind"], line["seat"], line["text"], line["key"])
        (entry,) = table.apply(action, line["at"]).entries
        assert msgspec.to_builtins(entry) == line


def test_every_kind_of_entry_is_among_them() -> None:
    assert {entry["kind"] for stored in STORED for entry in stored["entries"]} == EFFECTS.keys() - {
        "renew"
    }  # newer than they are
