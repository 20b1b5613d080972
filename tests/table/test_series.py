"""Series take players of one's own, also from a script without a guard, and boxes that were added."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from textwrap import dedent

import nbformat
import pytest
from nbclient import NotebookClient

from keypeg import Illegal, Malformed, Move, View, read_record, rules
from keypeg.core import legal_in
from keypeg.notation.verify import Checked, Finding, verify
from keypeg.players import read_player
from keypeg.table import series
from keypeg.table.processes import can_travel


class Hasty:
    """Places any row."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View) -> Move:
        moves = legal_in(view)
        return moves.only(moves.types[0]).sample(Random(f"{self.seed}/{len(view.log)}"))


def test_players_may_be_names_objects_and_what_makes_them() -> None:
    results = list(series("3x3:first=1", [Hasty, "club"], 6, 7))
    again = list(series(rules("3x3:first=1"), (Hasty, read_player("club", "any")), 6, seed="7", records=True))
    assert [result.number for result in results] == [1, 2, 3, 4, 5, 6]
    assert all(result.seats[0].rows for result in again)
    assert len({read_record(result.record or "").headers["Seed"] for result in again}) == 6
    assert sum(result.seats[1].won for result in results) > sum(result.seats[0].won for result in results)


def test_a_player_plays_all_matches_of_a_series() -> None:
    class Counting(Hasty):
        asked = 0

        def choose(self, view: View) -> Move:
            self.asked += 1
            return super().choose(view)

    player = Counting("1")
    assert not can_travel((player,))
    assert len(list(series("2x2:first=1", [player, "novice"], 20))) == 20
    assert player.asked >= 20


def test_wrong_arguments_of_a_series_are_refused() -> None:
    with pytest.raises(Illegal):
        series("togo", ["club"], 10)
    with pytest.raises(Exception, match="There is no player"):
        series("togo", ["club", "grandmaster"], 10)
    with pytest.raises(Malformed, match="7 is not a player"):
        series("togo", ["club", 7], 10)  # type: ignore[list-item]
    with pytest.raises(Malformed, match="None is not a player"):
        list(series("togo", ["club", lambda _: None], 1))  # type: ignore[list-item, return-value]


SCRIPT = """
    from random import Random
    from keypeg import add_box, legal_in
    from keypeg.table import series

    class Mine:
        def __init__(self, seed):
            self.seed = seed
        def choose(self, view):
            moves = legal_in(view)
            return moves.only(moves.types[0]).sample(Random(f"{self.seed}/{len(view.log)}"))

    add_box("tiny", {"name": "Tiny", "rules": {"seats": 2, "holes": 2, "pegs": "RO", "rounds": 2, "rows": 4}})
    print("begins")
    print(len(list(series("tiny", ["club", "novice"], 30))))
    print(len(list(series("tiny", [Mine, "novice"], 30))))
"""


@pytest.mark.parametrize("how", ["file", "stdin", "module"])
def test_a_plain_script_needs_no_guard(how: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(dedent(SCRIPT))
    arguments = {"file": [str(script)], "stdin": ["-"], "module": ["-m", "script"]}[how]
    done = subprocess.run(
        [sys.executable, *arguments],
        input=script.read_text() if how == "stdin" else "",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "KEYPEG_DATA": str(tmp_path)},
    )
    assert (done.stderr, done.stdout.split()) == ("", ["begins", "30", "30"])


@pytest.mark.parametrize(
    "text", ["togo", "challenge", "logic24+two-boards", "mm44", "4x6:marking=hand", "togo:supply=box"]
)
def test_records_of_a_series_are_sealed_and_verified_in_full(text: str) -> None:
    players = ["novice:errs=0.2" if "hand" in text else "novice"] * rules(text).seats
    for result in series(text, players, 2, records=True):
        _, checks = verify(result.record or "")
        assert Counter(check.what for check in checks)[Checked.SEAL] >= 1
        assert all(check.finding is not Finding.MISSING for check in checks)


def test_the_same_seed_gives_the_same_seals() -> None:
    first, second = (next(iter(series("togo", ["club", "club"], 1, "7", records=True))).record for _ in range(2))
    assert first == second


def test_a_notebook_plays_a_series_too() -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(dedent(SCRIPT))])
    NotebookClient(notebook, timeout=120).execute()
    said = "".join(output["text"] for output in notebook.cells[0].outputs if output.get("name") == "stdout")
    assert said.split() == ["begins", "30", "30"]
