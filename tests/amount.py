"""How much a test tries: a little in `make test`, all of it in `make test-all`."""

from __future__ import annotations

import os


def amount(quick: int, thorough: int) -> int:
    return thorough if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else quick
