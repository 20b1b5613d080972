"""`keypeg players`: the computer players and their strength."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.cli.intervals import share_interval
from keypeg.cli.options import Json
from keypeg.cli.output import answer, words
from keypeg.players import Hiding, Level
from keypeg.players.measured import Measured, MeasuredSplit, measured, measured_split
from keypeg.tell.names import level_message


def players(*, json: Json = False) -> None:
    """List the computer players."""
    data = {
        "levels": [
            {
                "player": level,
                "about": words().render(level_message(level)),
                "breaks": _breaks(level),
                "deals": _deals(level),
            }
            for level in Level
        ],
        "hiding": [{"hiding": hiding, "about": words().say(f"player.hiding.{hiding}")} for hiding in Hiding],
    }
    answer(data, _lines(), json=json)


def _figures(level: Level) -> list[Measured]:
    return [figures for figures in measured() if figures.level is level]


def _breaks(level: Level) -> list[dict[str, object]]:
    return [
        {
            "rules": figures.rules,
            "codes": figures.codes,
            "total": figures.total,
            "mean": figures.mean,
            "worst": figures.worst,
            "unbroken": figures.unbroken,
        }
        for figures in _figures(level)
    ]


def _split(level: Level) -> list[MeasuredSplit]:
    return [figures for figures in measured_split() if figures.level is level]


def _deals(level: Level) -> list[dict[str, object]]:
    return [
        {
            "rules": figures.rules,
            "deals": figures.deals,
            "wins": figures.wins,
            "ci95": share_interval(figures.wins, figures.deals),
            "calls": figures.calls,
            "wrong_calls": figures.wrong_calls,
        }
        for figures in _split(level)
    ]


def _lines() -> Iterator[str]:
    say = words().say
    for level in Level:
        yield f"{level:8} {words().render(level_message(level))}"
        for figures in _figures(level):
            rules = figures.rules.removesuffix(":first=1")
            yield f"{'':8} " + say(
                "cli.players.mean", rules=rules, mean=figures.mean, worst=figures.worst, codes=figures.codes
            )
        for split in _split(level):
            yield f"{'':8} " + say("cli.players.wins", rules=split.rules, share=split.share, deals=split.deals)
    yield ""
    for hiding in Hiding:
        yield f"+{hiding:7} {say(f'player.hiding.{hiding}')}"
    yield say("cli.players.more", example="club+tricky:errs=0.1")
