"""A review as one self-contained HTML page: boards, the curve of codes left, loss and luck row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from keypeg.boxes import box
from keypeg.message import Message, Render, Text, message, spaced
from keypeg.notation import marks_text, read_choice
from keypeg.review import Basis, BoardReview, Review, RoundReview, SplitReview
from keypeg.tell.boxes import box_name
from keypeg.tell.events import heading_message
from keypeg.tell.names import Names, about, seat_name
from keypeg.tell.review import (
    Table,
    board_messages,
    board_table,
    row_messages,
    split_messages,
    split_table,
    void_messages,
)
from keypeg.tell.rows import code_pegs, marks_message
from keypeg.tell.share import keys_of_row
from keypeg.tell.svg import Bar, DrawnRow, bars_svg, board_svg, curve_svg, keys_of, sprites

STYLE = Path(__file__).with_name("review_html.css")


def review_page(render: Render, language: str, names: Names, review: Review) -> str:
    """Return the page in the language that `render` renders."""
    return _Page(render, names, review).html(language)


class _Page:
    def __init__(self, render: Render, names: Names, review: Review) -> None:
        self.render = render
        self.names = names
        self.review = review

    def html(self, language: str) -> str:
        name = box_name(box(read_choice(str(self.review.rules)).box))
        title = self.text(message("tell.review.title", box=name))
        body = "".join(map(self.round, self.review.rounds))
        return (
            f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8"/>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
            '<meta name="color-scheme" content="light dark"/>'
            f"<title>{title}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head><body>{sprites()}"
            f'<main><header><h1>{title}</h1><p class="soft">{escape(str(self.review.rules))}</p></header>{body}'
            f"<footer>{self.paragraphs(self.legend())}</footer></main></body></html>\n"
        )

    def text(self, text: Text) -> str:
        return escape(self.render(text))

    def paragraphs(self, texts: Iterable[Text], name: str = "") -> str:
        kind = f' class="{name}"' if name else ""
        return "".join(f"<p{kind}>{self.text(each)}</p>" for each in texts)

    def legend(self) -> Iterator[Message]:
        boards = [board for each in self.review.rounds for board in each.boards]
        yield message("tell.review.explained") if boards else message("tell.review.explained-split")
        if any(row.basis is Basis.ESTIMATED for board in boards for row in board.rows):
            yield message("tell.review.estimated")

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
        drawn = [
            self.drawn_row(row.number, row.guess, keys_of(row.marks, len(row.guess)), marks_message(row.marks))
            for row in board.rows
        ]
        notes = "".join(
            f'<li value="{row.number}"><b>{escape(row.guess)}</b> {escape(marks_text(row.marks))}. '
            f"{self.text(spaced(*row_messages(board, row)))}</li>"
            for row in board.rows
        )
        return (
            f"<article><h3>{self.text(who)}</h3>{self.paragraphs(board_messages(board), 'sum')}"
            f'<div class="side"><div>{board_svg(drawn, self.render(who))}</div>'
            f'<div class="charts">{"".join(self.charts(board))}</div></div>'
            f"{self.table(board_table(board), who)}<ol>{notes}</ol></article>"
        )

    def drawn_row(self, number: int, guess: str, keys: str, marks: Text) -> DrawnRow:
        row = message("tell.row", row=number, code=code_pegs(guess), marks=marks)
        return DrawnRow(number, guess, keys, self.render(row))

    def charts(self, board: BoardReview) -> Iterator[str]:
        rows = board.measured
        if not rows:
            return
        counts = [rows[0].before or 1, *(row.after or 1 for row in rows)]
        texts = [self.render(message("tell.review.count", codes=count)) for count in counts]
        curve = self.render(message("tell.review.curve"))
        yield f"<figure><figcaption>{escape(curve)}</figcaption>{curve_svg(counts, texts, curve)}</figure>"
        bars = [
            Bar(
                row.number,
                row.loss or 0,
                row.luck or 0,
                self.render(message("tell.review.number", number=row.loss or 0)),
                self.render(message("tell.review.signed", number=row.luck or 0)),
            )
            for row in rows
        ]
        label = self.render(message("tell.review.bars"))
        key = "".join(
            f'<span class="key"><svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">'
            f'<rect class="{name}" width="14" height="14"/></svg>'
            f"{self.text(message(f'tell.review.head.{name}'))}</span>"
            for name in ("loss", "luck")
        )
        yield f"<figure><figcaption>{escape(label)} {key}</figcaption>{bars_svg(bars, label)}</figure>"

    def split(self, split: SplitReview, heading: Message) -> str:
        if not split.rows:
            return f"<article>{self.paragraphs([message('tell.review.no-rows')])}</article>"
        boards = ""
        for seat in sorted({row.seat for row in split.rows}):
            who = seat_name(self.names, seat)
            drawn = [
                self.drawn_row(row.number, row.guess, keys_of_row(row.marks), row.marks)
                for row in split.rows
                if row.seat == seat
            ]
            boards += f"<div><h3>{self.text(who)}</h3>{board_svg(drawn, self.render(who))}</div>"
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
