"""How players of a split code fare: `python bench/mm44.py [DEALS]`, four seats, who begins drawn by lot."""

from __future__ import annotations

import sys

from keypeg import rules
from keypeg.table import series

SEATS = (
    ("expert", "club", "club", "club"),
    ("perfect", "expert", "expert", "expert"),
    ("club", "novice", "novice", "novice"),
)
SEED = "7"


def main() -> None:
    """Play, and print shares of wins, wrong calls and thinking times of the first seat."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    for names in SEATS:
        seats = [result.seats[0] for result in series(rules("mm44"), names, deals, SEED)]
        wins, calls = sum(seat.won for seat in seats), sum(seat.calls for seat in seats)
        wrong, moves = sum(seat.wrong_calls for seat in seats), sum(seat.moves for seat in seats)
        share = wins / deals
        width = 1.96 * (share * (1 - share) / deals) ** 0.5
        print(
            f"{' '.join(names)}: {deals} deals, first seat wins {share:.2%} ± {width:.2%}, {calls} calls, "
            f"{wrong} wrong, "
            f"{1000 * sum(seat.seconds for seat in seats) / moves:.2f} ms a question in the mean, "
            f"{1000 * max(seat.slowest for seat in seats):.0f} at most",
            flush=True,
        )


if __name__ == "__main__":
    main()
