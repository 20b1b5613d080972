"""A review as one self-contained HTML page: boards, the curve of codes left, loss and luck row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from keypeg.boxes import box
from keypeg.drawing.boards import board_svg
from keypeg.drawing.chart_layout import charts_of
from keypeg.drawing.charts import chart_svg, draw_bars, draw_curve, loss_fill, luck_fill
from keypeg.drawing.reviewed import reviewed_board, split_boards
from keypeg.drawing.svg import ID, STYLED, definitions, escaped
from keypeg.look import WOODS
from keypeg.message import Message, Render, Text, message, spaced
from keypeg.notation import read_choice
from keypeg.review import BoardReview, Review, RoundReview, SplitReview
from keypeg.tell.boxes import box_name
from keypeg.tell.events import heading_message
from keypeg.tell.names import Names, about
from keypeg.tell.review import (
    Table,
    board_messages,
    board_table,
    legend_messages,
    row_messages,
    split_messages,
    split_table,
    void_messages,
)
from keypeg.tell.rows import marks_message

STYLE = Path(__file__).with_name("review_page.css")


def review_page(render: Render, language: str, names: Names, review: Review) -> str:
    """Return the page in the language that `render` renders."""
    return _Page(render, names, review).html(language)


def _colours() -> str:
    """Return the colours of both woods as CSS variables; the dark one is used where a dark scheme is preferred."""
    light, dark = (
        ";".join(f"--{name}:{colour}" for name, colour in WOODS[wood].items()) for wood in ("birch", "walnut")
    )
    return f":root{{{light}}}@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n"


class _Page:
    def __init__(self, render: Render, names: Names, review: Review) -> None:
        self.render = render
        self.names = names
        self.review = review

    def html(self, language: str) -> str:
        name = box_name(box(read_choice(str(self.review.rules)).box))
        title = self.text(message("tell.review.title", box=name))
        body = "".join(map(self.round, self.review.rounds))
        style = f"{_colours()}{STYLE.read_text(encoding='utf-8')}"
        symbols = f'<svg width="0" height="0" class="symbols" aria-hidden="true">{definitions(STYLED)}</svg>'
        page = (
            f'<!doctype html>\n<html lang="{escaped(language)}"><head><meta charset="utf-8"/>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
            '<meta name="color-scheme" content="light dark"/>'
            f"<title>{title}</title><style>{style}</style></head><body>{symbols}"
            f'<main><header><h1>{title}</h1><p class="soft">{escaped(str(self.review.rules))}</p></header>{body}'
            f"<footer>{self.paragraphs(self.legend())}</footer></main></body></html>\n"
        )
        return page.replace(ID, "")

    def text(self, text: Text) -> str:
        return escaped(self.render(text))

    def paragraphs(self, texts: Iterable[Text], name: str = "") -> str:
        kind = f' class="{name}"' if name else ""
        return "".join(f"<p{kind}>{self.text(each)}</p>" for each in texts)

    def legend(self) -> Iterator[Message]:
        boards = [board for each in self.review.rounds for board in each.boards]
        yield message("tell.review.explained") if boards else message("tell.review.explained-split")
        yield from legend_messages(boards)

    def round(self, each: RoundReview) -> str:
        heading = heading_message(self.review.rules, each.round, each.code)
        void = self.paragraphs(void_messages(self.names, each), "warn")
        boards = "".join(map(self.board, each.boards))
        split = self.split(each.split, heading) if each.split else ""
        return f"<section><h2>{self.text(heading)}</h2>{void}{boards}{split}</section>"

    def board(self, board: BoardReview) -> str:
        who = about("tell.review.breaks", self.names, board.seat)
        if not board.rows:
            return f"<article><h3>{self.text(who)}</h3>{self.paragraphs([message('tell.review.no-rows')])}</article>"
        drawn = reviewed_board(self.render, self.names, board)
        notes = "".join(
            f'<li value="{row.number}"><b>{escaped(row.guess)}</b> {self.text(marks_message(row.marks))}. '
            f"{self.text(spaced(*row_messages(board, row)))}</li>"
            for row in board.rows
        )
        return (
            f"<article><h3>{self.text(who)}</h3>{self.paragraphs(board_messages(board), 'sum')}"
            f'<div class="side"><div>{board_svg(drawn, STYLED)}</div>'
            f'<div class="charts">{"".join(self.charts(board))}</div></div>'
            f"{self.table(board_table(board), who)}<ol>{notes}</ol></article>"
        )

    def charts(self, board: BoardReview) -> Iterator[str]:
        charts = charts_of(board)
        if not charts:
            return
        curve, bars = (self.render(message(f"tell.review.{name}")) for name in ("curve", "bars"))
        chart = chart_svg(charts, draw_curve(charts, self.render, STYLED), curve)
        yield f"<figure><figcaption>{escaped(curve)}</figcaption>{chart}</figure>"
        key = "".join(
            '<span class="key"><svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">'
            f'<rect width="14" height="14" {fill(STYLED)}/></svg>'
            f"{self.text(message(f'tell.review.head.{name}'))}</span>"
            for name, fill in (("loss", loss_fill), ("luck", luck_fill))
        )
        chart = chart_svg(charts, draw_bars(charts, self.render, STYLED), bars)
        yield f"<figure><figcaption>{escaped(bars)} {key}</figcaption>{chart}</figure>"

    def split(self, split: SplitReview, heading: Message) -> str:
        if not split.rows:
            return f"<article>{self.paragraphs([message('tell.review.no-rows')])}</article>"
        boards = "".join(
            f"<div><h3>{escaped(board.name)}</h3>{board_svg(board, STYLED)}</div>"
            for board in split_boards(self.render, self.names, split)
        )
        table = self.table(split_table(self.review.rules, self.names, split), heading)
        told = self.paragraphs(split_messages(self.names, split))
        return f'<article><div class="four">{boards}</div>{table}{told}</article>'

    def table(self, table: Table, label: Text) -> str:
        def line(cells: Iterable[Text], tag: str) -> str:
            sides = ("right" if at in table.right else "left" for at in range(len(table.head)))
            drawn = (
                f'<{tag} class="{side}">{self.text(cell)}</{tag}>' for side, cell in zip(sides, cells, strict=True)
            )
            return f"<tr>{''.join(drawn)}</tr>"

        rows = "".join(line(row, "td") for row in table.rows)
        scroll = f'<div class="scroll" role="region" tabindex="0" aria-label="{self.text(label)}">'
        return f"{scroll}<table><thead>{line(table.head, 'th')}</thead><tbody>{rows}</tbody></table></div>"
