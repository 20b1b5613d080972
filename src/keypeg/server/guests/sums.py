"""Add up boards: by game, over time, and against the levels of computers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from keypeg.api.stats import CoursePoint, GameStats, LevelRecord
from keypeg.drawing.chart_layout import course_of
from keypeg.message import Message, message
from keypeg.players import Level
from keypeg.server.guests.briefs import Brief
from keypeg.tell.games import Game, game_message
from keypeg.tell.names import level_name

UNBROKEN = "-"
MOST_POINTS = 12
"""Most points of the line over time: boards are grouped so that there are no more."""
LAST, ENOUGH = 5, 3
"""A guest who has won `ENOUGH` of the `LAST` latest matches against a level may try the next one."""


def game_stats(game: Game, boards: Sequence[tuple[float, Brief]]) -> GameStats:
    """Add up the boards of one game, given with the time at which each was played, oldest first."""
    alone = [board for _, board in boards]
    broken = [board.rows for board in alone if board.broken]
    loss = [board.loss for board in alone if board.loss is not None]
    luck = [board.luck for board in alone if board.luck is not None]
    skill = [board.skill for board in alone if board.skill is not None]
    distribution = {str(rows): broken.count(rows) for rows in range(1, max(broken, default=0) + 1)}
    if len(broken) < len(alone):
        distribution[UNBROKEN] = len(alone) - len(broken)
    course = _course(boards)
    return GameStats(
        game=game.id,
        name=game_message(game),
        box=game.box,
        rounds=len(alone),
        broken=len(broken),
        rows=fmean(broken) if broken else None,
        distribution=distribution,
        measured=len(loss),
        loss=fmean(loss) if loss else None,
        luck=fmean(luck) if luck else None,
        skill=fmean(skill) if skill else None,
        proved=all(board.proved for board in alone if board.loss is not None),
        course=course,
        chart=course_of([(point.until, point.skill, point.rows) for point in course]),
    )


def _course(boards: Sequence[tuple[float, Brief]]) -> list[CoursePoint]:
    size = -(-len(boards) // MOST_POINTS)
    return [_point(boards[at : at + size]) for at in range(0, len(boards), size)]


def _point(boards: Sequence[tuple[float, Brief]]) -> CoursePoint:
    rows = [board.rows for _, board in boards if board.broken]
    skill = [board.skill for _, board in boards if board.skill is not None]
    return CoursePoint(boards[-1][0], len(boards), fmean(rows) if rows else None, fmean(skill) if skill else None)


def level_records(results: Mapping[str, Sequence[str]]) -> list[LevelRecord]:
    """Count wins, losses and draws by level, easiest first."""
    return [
        LevelRecord(level, level_name(level), found.count("won"), found.count("lost"), found.count("draw"))
        for level in Level
        if (found := list(results.get(level, ())))
    ]


def level_advice(results: Mapping[str, Sequence[str]]) -> Message | None:
    """Suggest the level after the hardest one that a guest has played, if they win often enough there."""
    levels = list(Level)
    best = max((at for at, level in enumerate(levels) if results.get(level)), default=len(levels))
    if best + 1 >= len(levels):
        return None
    last = list(results[levels[best]])[-LAST:]
    won = last.count("won")
    if len(last) < LAST or won < ENOUGH:
        return None
    return message(
        "tell.levels.next", won=won, matches=LAST, level=level_name(levels[best]), next=level_name(levels[best + 1])
    )
