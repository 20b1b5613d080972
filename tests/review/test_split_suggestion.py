"""Suggestions for a seat's next move with a split code."""

from __future__ import annotations

from collections import defaultdict
from math import log2
from random import Random

import pytest

from keypeg import Illegal, Marks, rules
from keypeg.core import joined
from keypeg.core.deals import fitting_deals
from keypeg.core.state import earned
from keypeg.review.split_suggestion import suggest_split
from keypeg.table import HomeBoard

ROW = ("RBGYO", [Marks(0, 1), Marks(1, 0), Marks(0, 0)])


def _board(*rows: tuple[str, list[Marks]], text: str = "mm44:marking=home", share: str = "..R..") -> HomeBoard:
    board = HomeBoard(rules(text), 2, [share])
    for breaker, (guess, marks) in zip((1, 3, 4), rows, strict=False):
        board.place(guess, marks, breaker)
    return board


def _bits(board: HomeBoard, deals: dict[tuple[str, ...], int], guess: str) -> float:
    """Return the entropy of the answers to a row, computed deal by deal."""
    cells: dict[tuple[Marks | None, ...], float] = defaultdict(float)
    for deal, weight in deals.items():
        cells[tuple(earned(board.rules, share, guess) for at, share in enumerate(deal) if at != 1)] += weight
    total = sum(cells.values())
    return -sum(weight / total * log2(weight / total) for weight in cells.values())


def _deals(board: HomeBoard) -> dict[tuple[str, ...], int]:
    """Return every deal that fits, with the number of ways to draw its chips."""
    seen = board.view
    found = {}
    for deal in fitting_deals(seen.rules, seen.shares, seen.boards):
        left: dict[str, int] = defaultdict(lambda: seen.rules.chips)
        ways = 1
        for share in deal:
            peg = share.strip(".")
            ways *= left[peg]
            left[peg] -= 1
        found[deal] = ways
    return {deal: ways for deal, ways in found.items() if ways}


def test_no_row_tells_more_than_the_one_that_is_named() -> None:
    board = _board(ROW)
    found, deals = suggest_split(board.view), _deals(board)
    assert (found.deals, found.codes) == (len(deals), len({joined(deal) for deal in deals}))
    assert found.guess is not None
    assert found.bits is not None
    assert found.bits == pytest.approx(_bits(board, deals, found.guess))
    random = Random(1)
    for _ in range(300):
        row = "".join(random.choices(board.rules.palette, k=5))
        assert _bits(board, deals, row) <= found.bits + 1e-9


def test_calls_worth_making_come_with_their_chances() -> None:
    rows = [ROW, ("BRGYY", [Marks(0, 0), Marks(0, 1), Marks(0, 0)]), ("GGBRP", [Marks(0, 1), Marks(0, 1), Marks(0, 0)])]
    board = _board(*rows)
    found, deals = suggest_split(board.view), _deals(board)
    chances: dict[str, float] = defaultdict(float)
    for deal, weight in deals.items():
        chances[joined(deal)] += weight / sum(deals.values())
    wanted = {code: chance for code, chance in chances.items() if chance >= 0.1}
    assert {call.code: pytest.approx(call.chance) for call in found.calls} == wanted
    assert [call.chance for call in found.calls] == sorted((call.chance for call in found.calls), reverse=True)


def test_a_seat_that_keeps_its_share_to_itself_gets_no_suggestion() -> None:
    with pytest.raises(Illegal) as wrong:
        suggest_split(HomeBoard(rules("mm44:marking=home"), 2).view)
    assert wrong.value.slug == "coach-no-share"
