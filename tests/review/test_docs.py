"""The examples of docs/review.md run and give the output shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from keypeg import read_record
from keypeg.review import review
from keypeg.tell.layout import text_lines
from keypeg.tell.review import review_messages
from keypeg.words import Words


def test_the_example_comes_out_as_shown() -> None:
    text = (Path(__file__).parents[2] / "docs" / "review.md").read_text("utf-8")
    record, shown = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    found = review(read_record(record))
    told = list(text_lines(Words().render, review_messages({}, found)))
    assert told[2 : 2 + shown.count("\n")] == shown.splitlines()
    second = found.rounds[0].boards[0].rows[1]
    assert second.value_before is not None
    assert second.value_after is not None
    assert second.loss is not None
    assert second.value_before.guesses * 256 == pytest.approx(898)
    assert (second.value_before.guesses + second.loss) * 256 == pytest.approx(949)
    assert second.value_after.guesses * 22 == pytest.approx(56)


def test_every_name_that_the_page_imports_is_there() -> None:
    text = (Path(__file__).parents[2] / "docs" / "review.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(example, {})  # noqa: S102
