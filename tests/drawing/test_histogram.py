"""The picture: well-formed, with a bar for every number."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from keypeg.drawing.histogram import histogram_svg
from keypeg.errors import Illegal
from keypeg.solve import Evaluation

SVG = "{http://www.w3.org/2000/svg}"


def evaluation(by: str, histogram: dict[int, int]) -> Evaluation:
    codes = sum(histogram.values())
    total = sum(n * times for n, times in histogram.items())
    return Evaluation(by, codes, total, total / codes, max(histogram), histogram, False, 0.1)


def test_a_bar_for_every_number_and_a_name_for_every_strategy() -> None:
    several = [evaluation("a<b", {1: 1, 2: 7, 4: 30}), evaluation("entropy", {2: 8, 3: 30})]
    picture = ET.fromstring(histogram_svg(several, "3x6d & more", "guesses"))  # noqa: S314
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert titles == ["3x6d & more", "a<b, 1: 1", "a<b, 2: 7", "entropy, 2: 8", "entropy, 3: 30", "a<b, 4: 30"]
    texts = [text.text or "" for text in picture.iter(f"{SVG}text")]
    assert any(text.startswith("a<b ") for text in texts)


def test_no_strategy_or_too_many_cannot_be_drawn() -> None:
    with pytest.raises(Illegal, match="strategies"):
        histogram_svg([], "nothing", "guesses")
    with pytest.raises(Illegal, match="strategies"):
        histogram_svg([evaluation("x", {1: 1})] * 9, "too much", "guesses")
