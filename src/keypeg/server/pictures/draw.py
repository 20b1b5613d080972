"""Draw the preview of a link: text on the left, and on the right a board with marks, or with decorative pegs."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from keypeg.look import COLOURS, WOODS
from keypeg.server.pictures.type import Block, set_type

SIZE = WIDTH, HEIGHT = 1200, 630
SHARP = 2
"""Factor by which the picture is drawn larger, for smooth edges."""
BIRCH = WOODS["birch"]
TABLE, INK, SOFT = BIRCH["table"], BIRCH["ink"], BIRCH["soft"]
WOOD, WOOD_DEEP, SIDE, PLATE = BIRCH["wood"], BIRCH["wood-deep"], BIRCH["side"], BIRCH["plate"]
EXACT, NEAR, NONE = BIRCH["key-exact"], BIRCH["key-near"], "#5f4a2d"
MARGIN = 64
BOARD = (640, 48, 1152, 582)
MOST_IN_COLUMN, MOST_ROWS = 10, 20
PEGS = ("YRBG", "OPWN", "GYRB", "BOYP")
"""The pegs on the board of a preview without a result."""


@dataclass(frozen=True, slots=True)
class Told:
    """The text of a picture, in the language of the sharer; `rows` are marks: b exact, w near, - nothing."""

    name: str
    about: str
    headline: str
    rows: tuple[str, ...] = ()


def picture(told: Told) -> bytes:
    """Return the picture as PNG."""
    image = Image.new("RGB", (WIDTH * SHARP, HEIGHT * SHARP), TABLE)
    pen = ImageDraw.Draw(image)
    _board(pen)
    if told.rows:
        _marks(pen, told.rows)
    else:
        _pegs(pen)
    _words(pen, told)
    saved = BytesIO()
    image.resize(SIZE, Image.Resampling.LANCZOS).quantize(128, dither=Image.Dither.NONE).save(
        saved, "PNG", optimize=True
    )
    return saved.getvalue()


def _words(pen: ImageDraw.ImageDraw, told: Told) -> None:
    width, room = (BOARD[0] - 2 * MARGIN) * SHARP, (HEIGHT - 2 * MARGIN) * SHARP
    alone = not told.about and not told.headline
    parts = (
        (told.name, 112 if alone else 60, True, 1, INK, 18),
        (told.about, 38, False, 3, SOFT, 44),
        (told.headline, 62, True, 3, INK, 0),
    )
    blocks = [
        (set_type(text, size * SHARP, width, bold=bold, lines=lines), colour, gap * SHARP)
        for text, size, bold, lines, colour, gap in parts
        if text
    ]
    y = MARGIN * SHARP + max(0, room - sum(block.height + gap for block, _, gap in blocks)) // 2
    for block, colour, gap in blocks:
        _block(pen, block, y, colour)
        y += block.height + gap


def _block(pen: ImageDraw.ImageDraw, block: Block, y: int, colour: str) -> None:
    for at, line in enumerate(block.lines):
        pen.text((MARGIN * SHARP, y + at * block.leading), line, fill=colour, font=block.font, anchor="la")


def _board(pen: ImageDraw.ImageDraw) -> None:
    left, top, right, bottom = (each * SHARP for each in BOARD)
    pen.rounded_rectangle((left, top + 12 * SHARP, right, bottom + 12 * SHARP), 36 * SHARP, SIDE)
    pen.rounded_rectangle((left, top, right, bottom), 36 * SHARP, WOOD, WOOD_DEEP, 3 * SHARP)


def _marks(pen: ImageDraw.ImageDraw, rows: tuple[str, ...]) -> None:
    """Draw the marks row by row, or only the last rows if there are too many."""
    first = max(0, len(rows) - MOST_ROWS) + 1
    shown = rows[-MOST_ROWS:]
    columns = 1 if len(shown) <= MOST_IN_COLUMN else 2
    in_column = -(-len(shown) // columns)
    left, top, right, bottom = BOARD
    width = (right - left - 56) / columns
    height = min((bottom - top - 48) / in_column, 96)
    longest = max(map(len, shown)) or 1
    step = min((width - 76) / longest, height * 1.05)
    start = top + (bottom - top - height * in_column) / 2
    aside = (width - 76 - step * longest) / 2
    for at, row in enumerate(shown):
        column, line = divmod(at, in_column)
        _row(pen, row, first + at, (left + 28 + aside + column * width, start + line * height), (step, height))


def _row(pen: ImageDraw.ImageDraw, row: str, number: int, at: tuple[float, float], size: tuple[float, float]) -> None:
    x, y, step, height = at[0], at[1] + size[1] / 2, size[0], size[1]
    label = set_type(str(number), int(min(34, height * 0.62)) * SHARP, 80 * SHARP, bold=True, lines=1)
    pen.text(((x + 44) * SHARP, y * SHARP), label.lines[0], fill=SOFT, font=label.font, anchor="rm")
    radius, tall = min(step, height) * 0.36, height * 0.86
    plate = (x + 60, y - tall / 2, x + 60 + step * max(len(row), 1) + 8, y + tall / 2)
    pen.rounded_rectangle([each * SHARP for each in plate], tall * 0.34 * SHARP, PLATE)
    for place, key in enumerate(row):
        drawn = radius if key in "bw" else radius * 0.38
        _dot(pen, x + 64 + step * (place + 0.5), y, drawn, {"b": EXACT, "w": NEAR}.get(key, NONE))


def _pegs(pen: ImageDraw.ImageDraw) -> None:
    left, top, right, bottom = BOARD
    across, down = (right - left - 64) / 4, (bottom - top - 64) / len(PEGS)
    for line, row in enumerate(PEGS):
        for place, peg in enumerate(row):
            x, y = left + 32 + across * (place + 0.5), top + 32 + down * (line + 0.5)
            _dot(pen, x, y + 4, 46, SIDE)
            _dot(pen, x, y, 44, COLOURS[peg][0])
            _dot(pen, x, y, 16, COLOURS[peg][1])


def _dot(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: str) -> None:
    pen.ellipse([each * SHARP for each in (x - radius, y - radius, x + radius, y + radius)], fill=colour)
