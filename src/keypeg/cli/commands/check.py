"""`keypeg check`: how many codes still fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.options import Allowed, Json, Seat, seat_of, whole_number
from keypeg.cli.output import answer, words
from keypeg.errors import Malformed
from keypeg.notation import rules as read_rules
from keypeg.notation.fitting import MOST, Fits, fits
from keypeg.tell.doctor import impossible_message


def check(
    rules: str,
    /,
    *rows: str,
    first: Annotated[int, Parameter(name="--first", converter=whole_number), Allowed(f"0–{MOST:,}")] = 10,
    seat: Seat = 1,
    json: Json = False,
) -> None:
    """Count the codes that fit these rows."""
    found = read_rules(rules)
    seat = seat_of(found, seat)
    if not 0 <= first <= MOST:
        raise Malformed("first-range", most=MOST)
    fit = fits(found, rows, first, seat)
    deals = {} if fit.deals is None else {"deals": fit.deals}
    impossible = {"impossible": list(fit.impossible)} if fit.impossible else {}
    answer({"codes": fit.codes, **deals, "candidates": fit.candidates, **impossible}, _lines(fit, rows), json=json)


def _lines(fit: Fits, rows: Sequence[str]) -> Iterator[str]:
    say = words().say
    yield say("cli.check.many", most=MOST) if fit.codes is None else say("cli.check", codes=fit.codes)
    for row in fit.impossible:
        yield words().render(impossible_message(row, rows[row - 1]))
    if fit.deals:
        yield say("cli.check.deals", deals=fit.deals)
    if fit.candidates:
        yield " ".join(fit.candidates) + (" …" if len(fit.candidates) != fit.codes else "")
