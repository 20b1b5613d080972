"""A View as the server sends it (docs/api.md), made a View of the core again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keypeg.core import (
    Attempt,
    Board,
    Called,
    Marks,
    Move,
    Outcome,
    Phase,
    Row,
    Rules,
    Share,
    Verdict,
    View,
)
from keypeg.notation import rules as read_rules

Json = Mapping[str, Any]
Log = Sequence[tuple[int, Move]]


def read_view(sent: Json, log: Log = ()) -> View:
    """The View; `log` is what has been heard of the moves of the running attempt, of which it holds only the last."""
    phase, outcome = Phase(sent["phase"]), sent["outcome"]
    boards = sent["boards"]
    marking = tuple(at for at, board in enumerate(boards) if board["marking"])
    due = [at for at, board in enumerate(boards) if board["turn"]]
    return View(
        rules=read_rules(sent["rules"]["text"]),
        seat=sent["you"],
        first=sent["first"],
        phase=phase,
        to_act=frozenset(sent["to_act"]),
        points=tuple(sent["points"]),
        outcome=Outcome(tuple(outcome["points"]), outcome["winner"]) if outcome else None,
        past=tuple(map(_attempt, sent["past"])),
        round=sent["round"],
        code=sent["code"],
        again=sent["again"],
        starter=sent["starter"],
        shares=_shares(sent["shares"]),
        boards=tuple(map(_board, boards)),
        turn=next(iter((*due, *marking)), 0),
        marking=marking,
        placed=tuple(sent["placed"]),
        out=tuple(sent["out"]),
        gave_up=tuple(sent["gave_up"]),
        unfit=tuple(sent["unfit"]),
        calls=_calls(sent["calls"]),
        log=tuple(log),
    )


def rules_of(sent: Json) -> Rules:
    return read_rules(sent["rules"]["text"])


def _shares(sent: Sequence[Json]) -> tuple[Share, ...]:
    return tuple(Share(share["holder"], share["code"]) for share in sent)


def _board(sent: Json) -> Board:
    rows = (Row(row["guess"], tuple(Marks(*pair) if pair else None for pair in row["marks"])) for row in sent["rows"])
    return Board(sent["breaker"], sent["number"], tuple(rows))


def _calls(sent: Sequence[Json]) -> tuple[Called, ...]:
    return tuple(
        Called(call["seat"], call["code"], call["right"], tuple((seat, right) for seat, right in call["judged"]))
        for call in sent
    )


def _attempt(sent: Json) -> Attempt:
    verdict = sent["verdict"]
    boards = tuple(map(_board, sent["boards"]))
    return Attempt(
        round=sent["round"],
        code=sent["code"],
        starter=sent["starter"],
        phase=Phase.OVER,
        shares=_shares(sent["shares"]),
        boards=boards,
        placed=(None,) * len(boards),
        out=tuple(sent["out"]),
        gave_up=tuple(sent["gave_up"]),
        absent=tuple(sent["absent"]),
        calls=_calls(sent["calls"]),
        verdict=Verdict(
            void=verdict["void"],
            adds=tuple(verdict["adds"]),
            erred=tuple(verdict["erred"]),
            broke=tuple((seat, row) for seat, row in verdict["broke"]),
            unbroken=tuple(verdict["unbroken"]),
            winners=tuple(verdict["winners"]),
        ),
    )
