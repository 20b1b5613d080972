"""A review as one page that needs nothing else: boards drawn, the curve of codes left, loss and luck row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from keypeg.boxes import box
from keypeg.notation import marks_text, read_choice
from keypeg.review import Basis, BoardReview, Review, RoundReview, SplitReview
from keypeg.tell.boxes import box_name
from keypeg.tell.drawing import Bar, DrawnRow, bars_svg, board_svg, curve_svg, keys_of, sprites
from keypeg.tell.events import heading_words
from keypeg.tell.names import Names, seat_name
from keypeg.tell.review import (
    Table,
    board_table,
    board_words,
    review_row_words,
    split_table,
    split_words,
    void_words,
)
from keypeg.tell.rows import code_words, marks_words
from keypeg.tell.share import keys_of_row
from keypeg.words import Words

STYLE = Path(__file__).with_name("review.css")


def review_page(words: Words, names: Names, review: Review) -> str:
    """The page, as HTML."""
    name = box_name(words, box(read_choice(str(review.rules)).box))
    title = words.say("tell.review.title", box=name)
    body = "".join(_round(words, names, review, each) for each in review.rounds)
    boards = [board for each in review.rounds for board in each.boards]
    estimated = any(row.basis is Basis.ESTIMATED for board in boards for row in board.rows)
    legend = [words.say("tell.review.explained")] if boards else [words.say("tell.review.explained-split")]
    legend += [words.say("tell.review.estimated")] if estimated else []
    return (
        f'<!doctype html>\n<html lang="{escape(words.language)}"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        '<meta name="color-scheme" content="light dark"/>'
        f"<title>{escape(title)}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head><body>{sprites()}"
        f'<main><header><h1>{escape(title)}</h1><p class="soft">{escape(str(review.rules))}</p></header>{body}'
        f"<footer>{_paragraphs(legend)}</footer></main></body></html>\n"
    )


def _round(words: Words, names: Names, review: Review, each: RoundReview) -> str:
    heading = heading_words(words, review.rules, each.round, each.code)
    void = _paragraphs(void_words(words, names, each), "warn")
    boards = "".join(_board(words, names, board) for board in each.boards)
    split = _split(words, names, review, each.split, heading) if each.split else ""
    return f"<section><h2>{escape(heading)}</h2>{void}{boards}{split}</section>"


def _board(words: Words, names: Names, board: BoardReview) -> str:
    who = words.say("tell.review.breaks", who=seat_name(words, names, board.seat))
    if not board.rows:
        return f"<article><h3>{escape(who)}</h3>{_paragraphs([words.say('tell.review.no-rows')])}</article>"
    drawn = [
        DrawnRow(row.number, row.guess, keys_of(row.marks, len(row.guess)), _said(words, row.number, row.guess, marks))
        for row in board.rows
        for marks in [marks_words(words, row.marks)]
    ]
    charts = "".join(_charts(words, board))
    notes = "".join(
        f'<li value="{row.number}"><b>{escape(row.guess)}</b> {escape(marks_text(row.marks))}. '
        f"{escape(' '.join(review_row_words(words, board, row)))}</li>"
        for row in board.rows
    )
    return (
        f"<article><h3>{escape(who)}</h3>{_paragraphs(board_words(words, board), 'sum')}"
        f'<div class="side"><div>{board_svg(drawn, who)}</div><div class="charts">{charts}</div></div>'
        f"{_table(board_table(words, board), who)}<ol>{notes}</ol></article>"
    )


def _said(words: Words, number: int, guess: str, marks: str) -> str:
    return words.say("tell.row", row=number, code=code_words(words, guess), marks=marks)


def _charts(words: Words, board: BoardReview) -> Iterator[str]:
    rows = board.measured
    if not rows:
        return
    counts = [rows[0].before or 1, *(row.after or 1 for row in rows)]
    texts = [words.say("tell.review.count", codes=count) for count in counts]
    curve = words.say("tell.review.curve")
    yield f"<figure><figcaption>{escape(curve)}</figcaption>{curve_svg(counts, texts, curve)}</figure>"
    bars = [
        Bar(
            row.number,
            row.loss or 0,
            row.luck or 0,
            words.say("tell.review.number", number=row.loss or 0),
            words.say("tell.review.signed", number=row.luck or 0),
        )
        for row in rows
    ]
    label = words.say("tell.review.bars")
    key = "".join(
        f'<span class="key"><svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">'
        f'<rect class="{name}" width="14" height="14"/></svg>{escape(words.say(f"tell.review.head.{name}"))}</span>'
        for name in ("loss", "luck")
    )
    yield f"<figure><figcaption>{escape(label)} {key}</figcaption>{bars_svg(bars, label)}</figure>"


def _split(words: Words, names: Names, review: Review, split: SplitReview, heading: str) -> str:
    if not split.rows:
        return f"<article>{_paragraphs([words.say('tell.review.no-rows')])}</article>"
    boards = ""
    for seat in sorted({row.seat for row in split.rows}):
        who = seat_name(words, names, seat)
        drawn = [
            DrawnRow(row.number, row.guess, keys_of_row(row.marks), _said(words, row.number, row.guess, row.marks))
            for row in split.rows
            if row.seat == seat
        ]
        boards += f"<div><h3>{escape(who)}</h3>{board_svg(drawn, who)}</div>"
    table = _table(split_table(words, review.rules, names, split), heading)
    return f'<article><div class="four">{boards}</div>{table}{_paragraphs(split_words(words, names, split))}</article>'


def _table(table: Table, label: str) -> str:
    def line(cells: Iterable[str], tag: str) -> str:
        sides = ("right" if at in table.right else "left" for at in range(len(table.head)))
        drawn = (f'<{tag} class="{side}">{escape(cell)}</{tag}>' for side, cell in zip(sides, cells, strict=True))
        return f"<tr>{''.join(drawn)}</tr>"

    rows = "".join(line(row, "td") for row in table.rows)
    scroll = f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(label)}">'
    return f"{scroll}<table><thead>{line(table.head, 'th')}</thead><tbody>{rows}</tbody></table></div>"


def _paragraphs(sentences: Iterable[str], name: str = "") -> str:
    kind = f' class="{name}"' if name else ""
    return "".join(f"<p{kind}>{escape(sentence)}</p>" for sentence in sentences)
