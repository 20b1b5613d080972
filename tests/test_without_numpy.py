"""What a client without a server needs runs without NumPy, Numba and ICU."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCK = """
import sys
sys.modules |= dict.fromkeys(["numpy", "numba", "icu4py", "keypeg.solve"])
from keypeg import KeypegError, boxes, rules
import keypeg.atlas, keypeg.players, keypeg.review, keypeg.table, keypeg.tell
from keypeg.core import Guess, Marks
from keypeg.players import Level, read_player
from keypeg.players.conformance import check_match
from keypeg.review.advice import Grade
from keypeg.review.doctor import diagnose, diagnose_split
from keypeg.table import HomeBoard
"""

RUNS = {
    "novice and club play every box, and expert all but the largest": """
for text in ("logic12", "logic24+blanks", "togo", "challenge+doubles", "mm44", "mm44:seats=2", "4x6", "6x9"):
    for level in (Level.NOVICE, Level.CLUB):
        check_match(lambda seed: read_player(level, seed), rules(text), "seed")
check_match(lambda seed: read_player("club+tricky:errs=0.2", seed), rules("togo:marking=hand"), "seed")
check_match(lambda seed: read_player(Level.EXPERT, seed), rules("togo"), "seed")
""",
    "perfect plays wherever a device offers it": """
from keypeg.players.without_engine import levels_without_engine
offered = [text for text in ("logic24", "logic24+blanks", "togo", "4x6", "logic12", "challenge")
           if Level.PERFECT in levels_without_engine(rules(text))]
assert offered == ["logic24", "logic24+blanks", "togo", "4x6"]
for text in offered:
    check_match(lambda seed: read_player(Level.PERFECT, seed), rules(text), "seed")
""",
    "the coach and the doctor answer at a home board": """
board = HomeBoard(rules("challenge"), level=Level.CLUB)
from keypeg.atlas import guide
from keypeg.deduce.problem import problem_of
assert board.hint(Grade.NUDGE).nudge.colours == len(set(guide(problem_of(rules("challenge")), []).guess))
assert board.hint(Grade.BEST).suggestion.candidates == 6720
board.place("ROYGB", [Marks(1, 1)])
board.place("YGWNP", [Marks(1, 2)])
assert board.hint(Grade.NUDGE).nudge
assert board.check(board.hint(Grade.GOOD).move).possible
assert not board.explain(Guess("ROYGB")).possible
assert board.diagnosis.codes == len(board.candidates(10_000)) > 0
assert board.propose()
board.place("ROYWN", [Marks(5, 0)])
assert board.diagnosis.corrections
split = HomeBoard(rules("mm44"), 1, ["R...."], level=Level.CLUB)
split.place("ROYGB", [Marks(0, 1)] * 3)
assert split.hint(Grade.GOOD).move and split.propose() and split.candidates(3) and split.diagnosis.fits
""",
    "the atlas is read and followed": """
from keypeg.atlas import entries, guide
from keypeg.deduce.problem import problem_of
assert len(entries()) == 12
first = guide(problem_of(rules("4x6")), [])
assert guide(problem_of(rules("4x6")), [(first.guess, Marks(1, 1))])
""",
    "what needs the engine says so": """
from keypeg.core import new, play, view, Hide
state = play(new(rules("5x8:first=2")), 2, Hide("ROYGB"))
from keypeg.deduce import ask
for needs in (lambda: read_player("expert").choose(view(state, 1)), lambda: ask.suggest("4x6")):
    try:
        needs()
    except KeypegError as error:
        assert error.slug == "extra-missing" and "keypeg[engine]" in str(error)
    else:
        raise AssertionError("it cannot run")
""",
}


@pytest.mark.parametrize("name", RUNS)
def test_it_runs_without_numpy(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCK + RUNS[name]], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
