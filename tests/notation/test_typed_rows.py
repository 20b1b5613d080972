"""Rows as people type them. The page passes the same table: web/tests/board/entry/typed-row.test.ts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keypeg.core import Space
from keypeg.errors import Malformed
from keypeg.notation import read_typed_row, rules
from keypeg.tell.rows import peg_names
from keypeg.words import Words, languages

CASES: list[dict[str, str]] = json.loads(Path(__file__).with_name("typed_rows.json").read_text("utf-8"))["cases"]


def _read(case: dict[str, Any]) -> str:
    game = replace(rules("4x5"), codes=(Space(4, case["palette"]),) * 2)
    names = {peg: Words(case["language"]).render(name) for peg, name in peg_names(case["palette"])}
    return read_typed_row(game, case["text"], names)


@pytest.mark.parametrize("case", [case for case in CASES if "row" in case], ids=lambda case: case["text"])
def test_a_typed_row_is_read(case: dict[str, str]) -> None:
    assert _read(case) == case["row"]


@pytest.mark.parametrize("case", [case for case in CASES if "bad" in case], ids=lambda case: case["text"])
def test_a_letter_that_is_no_peg_is_named(case: dict[str, str]) -> None:
    with pytest.raises(Malformed) as refused:
        _read(case)
    assert (refused.value.slug, refused.value.fields["peg"]) == ("code-unreadable", case["bad"])


@pytest.mark.parametrize("language", languages())
def test_the_words_of_a_language_are_read_as_their_pegs(language: str) -> None:
    words = Words(language)
    for game in ("togo", "challenge", "mm44", "logic24", "logic12", "4x9"):
        palette = rules(game).palette
        names = {peg: words.render(name) for peg, name in peg_names(palette)}
        assert len(set(names.values())) == len(names)
        assert read_typed_row(rules(game), ", ".join(names.values()), names) == "".join(names)
        assert read_typed_row(rules(game), " ".join(names.values()), names) == "".join(names)
