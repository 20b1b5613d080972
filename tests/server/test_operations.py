"""What docs/operations.md tells operators is true and complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from keypeg.errors import Malformed
from keypeg.server.settings import KINDS, PREFIX, settings

ROOT = Path(__file__).parents[2]
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
SERVICE = (ROOT / "packaging" / "keypeg.service").read_text("utf-8")
NOT_FOR_OPERATORS = {"limits"}


def test_every_setting_is_documented_and_no_other() -> None:
    told = {name.lower() for name in re.findall(rf"{PREFIX}([A-Z_]+)", OPERATIONS)}
    assert told == KINDS.keys() - NOT_FOR_OPERATORS


def test_the_service_sets_what_is_a_setting() -> None:
    told = {name.lower() for name in re.findall(rf"{PREFIX}([A-Z_]+)=[^v]", SERVICE)}
    assert told
    assert told <= KINDS.keys()


@pytest.mark.parametrize("days", ["0", "-1"])
def test_nobody_asks_for_all_tables_to_be_removed_by_a_slip(days: str) -> None:
    with pytest.raises(Malformed, match="KEYPEG_KEEP_DAYS"):
        settings({"KEYPEG_KEEP_DAYS": days})


@pytest.mark.parametrize(
    ("environ", "given", "said"),
    [
        ({}, {"port": 99_999}, "port cannot be “99999”; it can be: 0–65535."),
        ({}, {"workers": 0}, "workers cannot be “0”; it can be: 1, 2, …."),
        ({"KEYPEG_PORT": "http"}, {}, "KEYPEG_PORT cannot be “http”; it can be: 0–65535."),
        ({"KEYPEG_THINKERS": "-1"}, {}, "KEYPEG_THINKERS cannot be “-1”; it can be: 0, 1, …."),
        ({"KEYPEG_CONNECTIONS": "0"}, {}, "KEYPEG_CONNECTIONS cannot be “0”; it can be: 1, 2, …."),
        ({"KEYPEG_LAN": "maybe"}, {}, "KEYPEG_LAN cannot be “maybe”; it can be: on, off."),
    ],
)
def test_a_setting_that_cannot_be_is_told_what_can(environ: dict[str, str], given: dict[str, int], said: str) -> None:
    with pytest.raises(Malformed) as wrong:
        settings(environ, **given)
    assert str(wrong.value) == said
