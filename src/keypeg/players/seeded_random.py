"""Random numbers that depend only on a player's seed and its View.

So players need no state, and give the same answer when asked again, even in another process.
"""

from __future__ import annotations

from random import Random

from keypeg.core import View


def for_attempt(seed: str, view: View, about: str) -> Random:
    """Return random numbers that stay the same throughout the attempt."""
    return Random(f"{seed}/{view.seat}/{view.round}.{view.code}.{view.again}/{about}")


def for_move(seed: str, view: View, about: str) -> Random:
    """Return random numbers for the seat's next move. Moves of others do not change them."""
    made = sum(mover == view.seat for mover, _ in view.log)
    return for_attempt(seed, view, f"{about}/{made}")
