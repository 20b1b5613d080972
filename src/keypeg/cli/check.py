"""`keypeg check`: how many codes still fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.options import Json, Seat, seat_of
from keypeg.cli.output import answer, words
from keypeg.core import BLANK, Board, Rules, Share, fitting, fitting_deals, joined
from keypeg.errors import Malformed
from keypeg.notation import read_row, read_split_row
from keypeg.notation import rules as read_rules

ALL = 1_000_000
"""In spaces up to this size codes are counted to the end."""
MOST = 100_000
"""In larger ones up to here: they are counted one by one."""


@dataclass(frozen=True, slots=True)
class Fits:
    """What fits: how many codes (None for more than MOST), the first of them, and in how many ways they are dealt."""

    codes: int | None
    candidates: list[str]
    deals: int | None = None


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
    if not 0 <= first <= MOST:
        raise Malformed("first-range", most=MOST)
    fits = _deals(found, rows, first) if found.split else _codes(found, seat, rows, first)
    deals = {} if fits.deals is None else {"deals": fits.deals}
    answer({"codes": fits.codes, **deals, "candidates": fits.candidates}, _lines(fits), json=json)


def _lines(fits: Fits) -> Iterator[str]:
    say = words().say
    yield say("cli.check.many", most=MOST) if fits.codes is None else say("cli.check", codes=fits.codes)
    if fits.deals:
        yield say("cli.check.deals", deals=fits.deals)
    if fits.candidates:
        yield " ".join(fits.candidates) + (" …" if len(fits.candidates) != fits.codes else "")


def _codes(rules: Rules, seat: int, texts: tuple[str, ...], first: int) -> Fits:
    rows = [read_row(rules, text, seat) for text in texts]
    space = rules.codes[seat - 1]
    candidates = list(islice(fitting(space, rows), first))
    if not rows:
        return Fits(len(space), candidates)
    most = ALL if len(space) <= ALL else MOST
    codes = sum(1 for _ in islice(fitting(space, rows), most + 1))
    return Fits(codes if codes <= most else None, candidates)


def _deals(rules: Rules, texts: tuple[str, ...], first: int) -> Fits:
    boards = [Board(breaker, rows=(row,)) for breaker, row in (read_split_row(rules, text) for text in texts)]
    unknown = [Share(seat) for seat in range(1, rules.seats + 1) for _ in range(rules.boards)]
    deals, codes = 0, set()
    for deal in fitting_deals(rules, unknown, boards):
        deals += 1
        codes.add(joined(deal))
    order = rules.palette + BLANK
    ordered = sorted(codes, key=lambda code: [order.index(peg) for peg in code])
    return Fits(len(codes), ordered[:first], deals)
