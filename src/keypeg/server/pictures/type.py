"""Set type: break text into lines that fit, at a smaller size if necessary."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FONTS = Path(__file__).parent / "fonts"
FILES = {False: FONTS / "literata-400.ttf", True: FONTS / "literata-600.ttf"}
SMALLEST = 0.5
"""The smallest fraction of the requested size; text that does not fit even so is truncated."""
LEADING = 1.22
MORE = "…"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of text in one size."""

    lines: tuple[str, ...]
    font: ImageFont.FreeTypeFont
    leading: int

    @property
    def height(self) -> int:
        return self.leading * len(self.lines)


def set_type(text: str, size: int, width: int, *, bold: bool, lines: int) -> Block:
    """Break a text into at most `lines` lines of `width`, in this size if it fits, or else in the largest that does."""
    smallest = int(size * SMALLEST)
    for tried in range(size, smallest - 1, -max(1, size // 20)):
        font = _font(tried, bold)
        broken = _broken(text, font, width)
        if len(broken) <= lines and all(font.getlength(line) <= width for line in broken):
            return Block(tuple(broken), font, int(tried * LEADING))
    font = _font(smallest, bold)
    broken = [_cut(line, font, width) for line in _broken(text, font, width)]
    if len(broken) > lines:
        broken = [*broken[: lines - 1], _cut(broken[lines - 1] + MORE, font, width)]
    return Block(tuple(broken), font, int(smallest * LEADING))


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FILES[bold], size, layout_engine=ImageFont.Layout.BASIC)


def _broken(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and font.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def _cut(line: str, font: ImageFont.FreeTypeFont, width: int) -> str:
    if font.getlength(line) <= width:
        return line
    kept = line.rstrip(MORE)
    while kept and font.getlength(kept + MORE) > width:
        kept = kept[:-1]
    return kept + MORE
