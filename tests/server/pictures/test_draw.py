"""Pictures of results: all text fits, and the font has every letter."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageColor, ImageFont

from keypeg.server.pictures import SIZE, Told, picture
from keypeg.server.pictures.draw import BOARD, EXACT, NEAR, PLATE
from keypeg.server.pictures.type import FILES, set_type
from keypeg.words import Words, languages

SAID = [
    "box.challenge",
    "box.logic24",
    "box.logic12",
    "box.togo",
    "box.mm44",
    "variant.doubles",
    "tell.daily.solved",
    "tell.shared.unsolved",
    "tell.shared.won-against",
    "web.door.daily",
    "tell.level.perfect",
    "web.seat.computer",
]


def colours(drawn: bytes) -> dict[str, int]:
    image = Image.open(BytesIO(drawn)).convert("RGB")
    assert image.size == SIZE
    data = image.tobytes()
    found: dict[str, int] = {}
    for at in range(0, len(data), 3):
        name = f"#{data[at : at + 3].hex()}"
        found[name] = found.get(name, 0) + 1
    return found


def test_more_marks_are_more_of_their_colour() -> None:
    few = colours(picture(Told("Keypeg", "a", "b", ("b---", "w---"))))
    many = colours(picture(Told("Keypeg", "a", "b", ("bb--", "ww--"))))
    assert many[EXACT] > few[EXACT] > 500
    assert many[NEAR] > few[NEAR] > 500


@pytest.mark.parametrize("rows", [1, 9, 10, 11, 20, 200])
def test_any_number_of_rows_is_drawn(rows: int) -> None:
    assert len(picture(Told("Keypeg", "Mastermind Challenge", "Won.", ("bw---",) * rows))) < 100_000


@pytest.mark.parametrize("rows", [("bw--",) * 9, ("ww", "bw"), ("bbbb",)])
def test_marks_stand_in_the_middle_of_the_board(rows: tuple[str, ...]) -> None:
    image = Image.open(BytesIO(picture(Told("Keypeg", "a", "b", rows)))).convert("RGB")
    plate = [
        x
        for x in range(BOARD[0], BOARD[2])
        for y in range(BOARD[1], BOARD[3], 4)
        if image.getpixel((x, y)) == ImageColor.getrgb(PLATE)
    ]
    left, right = min(plate) - BOARD[0], BOARD[2] - max(plate)
    assert 0 < left - right < 60, "but for the numbers of the rows, which stand on the left"


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("language", languages())
def test_every_letter_of_a_language_is_in_the_font(language: str, *, bold: bool) -> None:
    font = ImageFont.truetype(FILES[bold], 40)
    missing = font.getmask("\ufffe").getbbox(), font.getlength("\ufffe")
    words = Words(language)
    for letter in set("".join(words.pattern(key) for key in SAID)) - set(" \u00a0\u202f"):
        drawn = font.getmask(letter).getbbox(), font.getlength(letter)
        assert drawn != missing, letter


def test_long_words_become_smaller_and_at_last_shorter() -> None:
    whole = set_type("Solved in 4 of 9 rows.", 60, 500, bold=True, lines=3)
    assert " ".join(whole.lines) == "Solved in 4 of 9 rows."
    longer = set_type("Gegen den Vereinsspieler gewonnen " * 3, 60, 500, bold=True, lines=3)
    assert longer.leading < whole.leading
    endless = set_type("x" * 400, 60, 500, bold=True, lines=2)
    assert endless.lines[-1].endswith("…")
    assert all(endless.font.getlength(line) <= 500 for line in (*whole.lines, *longer.lines, *endless.lines))
