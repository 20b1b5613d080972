"""Standalone pictures of matches and reviews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from keypeg.drawing.boards import DrawnBoard, draw_board
from keypeg.drawing.chart_layout import charts_of
from keypeg.drawing.charts import draw_bars, draw_curve, loss_fill, luck_fill
from keypeg.drawing.reviewed import reviewed_board, split_boards
from keypeg.drawing.scene import Scene
from keypeg.drawing.svg import LIGHT, line_of_text, moved, picture
from keypeg.message import message
from keypeg.review import BoardReview, Review, RoundReview
from keypeg.tell.events import heading_message
from keypeg.tell.names import Names
from keypeg.tell.review import board_messages, split_messages, void_messages
from keypeg.words import plain

SCALE = 0.72
"""The scale of boards."""
MARGIN, GAP, LINE = 16, 16, 19
SIDE_BY_SIDE = 2
CHARACTER = 6.9
"""An upper estimate of the average width of a character."""
NARROWEST = 300

Block = tuple[float, float, str]
"""Width, height and the drawing."""


def scene_svg(scene: Scene, described: str) -> str:
    """Draw a match."""
    parts: list[str | Block] = [scene.status]
    for group in scene.groups:
        parts += [group.heading] if group.heading else []
        parts += _in_lines([_board(board.drawn) for board in group.boards])
        parts += group.notes
    return _column(scene.title, parts, described)


def review_svg(review: Review, described: str) -> str:
    """Draw a review: every board with its charts."""
    parts: list[str | Block] = []
    for each in review.rounds:
        parts += _round(review, each)
    return _column(str(review.rules), parts or [_plain("tell.review.no-rows")], described)


def board_review_svg(board: BoardReview, described: str) -> str:
    """Draw the review of one board."""
    return _column("", [*_reviewed({}, board)], described)


def _round(review: Review, each: RoundReview) -> Iterator[str | Block]:
    yield plain(heading_message(review.rules, each.round, each.code))
    yield from map(plain, void_messages({}, each))
    for board in each.boards:
        yield from _reviewed({}, board)
    if each.split:
        yield from _in_lines([_board(board) for board in split_boards(plain, {}, each.split)])
        yield from map(plain, split_messages({}, each.split))


def _reviewed(names: Names, board: BoardReview) -> Iterator[str | Block]:
    if not board.rows:
        yield _plain("tell.review.no-rows")
        return
    blocks = [_board(reviewed_board(plain, names, board))]
    charts = charts_of(board)
    if charts:
        curve, bars = (line_of_text(8, 13, _plain(f"tell.review.{name}"), LIGHT["soft"]) for name in ("curve", "bars"))
        upper = curve + moved(draw_curve(charts, plain, LIGHT), 0, LINE)
        lower = bars + _legend() + moved(draw_bars(charts, plain, LIGHT), 0, LINE)
        high = charts.height + LINE
        blocks.append((charts.width, 2 * high, upper + moved(lower, 0, high)))
    yield _beside(blocks)
    yield from map(plain, board_messages(board))


def _legend() -> str:
    return "".join(
        f'<rect x="{x}" y="3" width="11" height="11" {fill(LIGHT)}/>'
        + line_of_text(x + 15, 13, _plain(f"tell.review.head.{name}"), LIGHT["soft"])
        for x, name, fill in ((262, "loss", loss_fill), (312, "luck", luck_fill))
    )


def _plain(key: str) -> str:
    return plain(message(key))


def _board(board: DrawnBoard) -> Block:
    name = line_of_text(0, 13, board.name, LIGHT["ink"], bold=True)
    drawn = f'<g transform="translate(0 {LINE}) scale({SCALE})">{draw_board(board, LIGHT)}</g>'
    return board.width * SCALE, board.height * SCALE + LINE, name + drawn


def _in_lines(blocks: Sequence[Block]) -> Iterator[Block]:
    for at in range(0, len(blocks), SIDE_BY_SIDE):
        yield _beside(blocks[at : at + SIDE_BY_SIDE])


def _beside(blocks: Sequence[Block]) -> Block:
    drawn, x = "", 0.0
    for width, _, block in blocks:
        drawn += moved(block, x, 0)
        x += width + GAP
    return x - GAP, max(height for _, height, _ in blocks), drawn


def _column(title: str, parts: Iterable[str | Block], described: str) -> str:
    """Lay out texts and blocks below each other; long texts are wrapped."""
    laid = list(parts)
    width = max([NARROWEST, *(part[0] for part in laid if not isinstance(part, str))])
    drawn, y = "", float(MARGIN)
    for at, part in enumerate([title, *laid] if title else laid):
        if isinstance(part, str):
            for line in wrap(part, int(width / CHARACTER)):
                first = title and at == 0
                drawn += line_of_text(MARGIN, y + 13, line, LIGHT["ink" if first else "soft"], bold=bool(first))
                y += LINE
        else:
            drawn += moved(part[2], MARGIN, y + 6)
            y += part[1] + GAP
    return picture(drawn, width + 2 * MARGIN, y + MARGIN / 2, title=title or "Keypeg", described=described)
