"""The examples of docs/add-a-strategy.md run."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_examples_for_adding_a_strategy_run() -> None:
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", (DOCS / "add-a-strategy.md").read_text(), re.DOTALL):
        exec(example, names)  # noqa: S102
    assert "check" in names
