"""The examples of Views in docs/api.md are what the server sends."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from keypeg import new, play, read_move, rules, view
from keypeg.api.match import match_of
from keypeg.notation import read_seat

DOCS = Path(__file__).parents[3] / "docs" / "api.md"
EXAMPLE = re.compile(
    r"<!-- (?P<rules>\S+) as seat (?P<seat>\d): (?P<moves>.*?) -->\n```json\n(?P<json>.*?)\n```", re.DOTALL
)
FOUND = list(EXAMPLE.finditer(DOCS.read_text("utf-8")))


def test_there_is_an_example_of_each_shape() -> None:
    assert {rules(example["rules"]).text.partition(":")[0] for example in FOUND} == {"togo", "challenge", "mm44"}


@pytest.mark.parametrize("example", FOUND, ids=lambda example: example["rules"])
def test_an_example_is_what_the_server_sends(example: re.Match[str]) -> None:
    state = new(rules(example["rules"]))
    for line in example["moves"].split("; "):
        seat, _, move = line.partition(" ")
        state = play(state, read_seat(seat), read_move(state.rules, move))
    sent = json.loads(msgspec.json.encode(match_of(view(state, int(example["seat"])))))
    shown = json.loads(example["json"])
    assert shown == {key: sent[key] for key in shown}
