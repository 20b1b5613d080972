"""Measure how Keypeg's own levels score in the reasoning benchmark: `python bench/reasoning_levels.py [NUMBER]`.

A level answers with the row that it would place. It has no answer to the other two kinds of questions; for those the
output shows what guessing scores.
"""

from __future__ import annotations

import sys

from keypeg.cli.intervals import mean_interval, share_interval
from keypeg.core import Guess
from keypeg.players import Level
from keypeg.puzzles import Kind
from keypeg.table import HomeBoard
from keypeg_lab.benchmark import Item, items, score


def placed(item: Item, level: Level) -> str:
    """Return the row that a level places after the rows of a puzzle."""
    board = HomeBoard(item.puzzle.rules, 1, (), level=level, seed=item.id)
    for guess, marks in item.puzzle.rows:
        board.place(guess, [marks])
    move = board.player.choose(board.view)  # without the doctor, whose time is limited
    assert isinstance(move, Guess)
    return move.code


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    asked = list(items(number, "levels"))
    print(f"{number} puzzles, seed levels")
    for level in Level:
        rows = {kind: [each for each in asked if each.puzzle.kind is kind] for kind in (Kind.CODE, Kind.NEXT)}
        scored = {kind: [score(each.id, placed(each, level)) for each in found] for kind, found in rows.items()}
        right = sum(each.right for each in scored[Kind.CODE])
        low, high = share_interval(right, len(scored[Kind.CODE]))
        losses = [each.loss for each in scored[Kind.NEXT]]
        best = sum(each.right for each in scored[Kind.NEXT])
        least, most = mean_interval(losses) or (0.0, 0.0)
        print(
            f"{level:8} code {right}/{len(scored[Kind.CODE])} ({low:.3f}–{high:.3f})  "
            f"next {best}/{len(losses)} best, {sum(losses) / len(losses):.3f} rows lost ({least:.3f}–{most:.3f})",
            flush=True,
        )
    fits = [each for each in asked if each.puzzle.kind is Kind.FITS]
    wrong = [each for each in asked if each.puzzle.kind is Kind.WRONG]
    print(f"fits: always yes {sum(each.answer == 'yes' for each in fits)}/{len(fits)}")
    print(f"wrong: a row at random {sum(1 / len(each.puzzle.rows) for each in wrong) / len(wrong):.3f}")


if __name__ == "__main__":
    main()
