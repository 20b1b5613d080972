"""Random numbers that a player can find again: from its seed and what it sees, never from a clock or earlier calls.

So players keep no state. One that is asked again, or in another process after a restart, answers the same.
"""

from __future__ import annotations

from random import Random

from keypeg.core import View


def for_attempt(seed: str, view: View, about: str) -> Random:
    """The same numbers through the whole attempt."""
    return Random(f"{seed}/{view.seat}/{view.round}.{view.code}.{view.again}/{about}")


def for_move(seed: str, view: View, about: str) -> Random:
    """Numbers for the seat's next move. What others have sealed meanwhile changes nothing."""
    made = sum(mover == view.seat for mover, _ in view.log)
    return for_attempt(seed, view, f"{about}/{made}")
