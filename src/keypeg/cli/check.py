"""`keypeg check`: how many codes still fit."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.options import Json, Seat, seat_of
from keypeg.cli.output import answer, words
from keypeg.core import BLANK, Board, Rules, Share, fitting, fitting_deals, joined
from keypeg.core.rows import Rows, rows_on
from keypeg.errors import Illegal
from keypeg.notation import read_row, read_split_row
from keypeg.notation import rules as read_rules

MOST = 1_000_000
"""Codes are counted one by one, up to here."""


def check(
    rules: str,
    /,
    *rows: str,
    first: Annotated[int, Parameter(name="--first")] = 10,
    seat: Seat = 1,
    json: Json = False,
) -> None:
    """Count the codes that fit these rows."""
    found = read_rules(rules)
    seat = seat_of(found, seat)
    data = _deals(found, rows, first) if found.split else _codes(found, seat, rows, first)
    candidates = data["candidates"]
    assert isinstance(candidates, list)
    lines = [words().say("cli.check", codes=data["codes"])]
    if "deals" in data:
        lines.append(words().say("cli.check.deals", deals=data["deals"]))
    if candidates:
        lines.append(" ".join(candidates) + (" …" if len(candidates) != data["codes"] else ""))
    answer(data, lines, json=json)


def _codes(rules: Rules, seat: int, texts: tuple[str, ...], first: int) -> dict[str, object]:
    rows = [read_row(rules, text) for text in texts]
    for guess, _ in rows:
        wrong = Rows(rules.guesses[seat - 1]).refusal(guess)
        if wrong:
            raise wrong
    space = rules.codes[seat - 1]
    candidates = list(islice(fitting(space, rows), max(first, 0)))
    if not rows:
        return {"codes": rules.size(seat), "candidates": candidates}
    codes = sum(1 for _ in islice(fitting(space, rows), MOST + 1))
    if codes > MOST:
        raise Illegal("codes-too-many", most=MOST)
    return {"codes": codes, "candidates": candidates}


def _deals(rules: Rules, texts: tuple[str, ...], first: int) -> dict[str, object]:
    boards = []
    for text in texts:
        breaker, row = read_split_row(rules, text)
        board = Board(breaker, rows=(row,))
        wrong = rows_on(rules, Board(breaker), ()).refusal(row.guess)
        if wrong:
            raise wrong
        boards.append(board)
    unknown = [Share(seat) for seat in range(1, rules.seats + 1) for _ in range(rules.boards)]
    deals, codes = 0, set()
    for deal in fitting_deals(rules, unknown, boards):
        deals += 1
        codes.add(joined(deal))
    order = rules.palette + BLANK
    ordered = sorted(codes, key=lambda code: [order.index(peg) for peg in code])
    return {"codes": len(codes), "deals": deals, "candidates": ordered[: max(first, 0)]}
