"""The example of docs/add-a-player.md runs."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_example_for_adding_a_player_runs() -> None:
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", (DOCS / "add-a-player.md").read_text("utf-8"), re.DOTALL):
        exec(example, names)  # noqa: S102
    table = names["table"]
    assert getattr(table, "outcome", None) is not None
