"""Measure how long a record of one code takes to read, by its number of rows: `python bench/records.py`."""

from __future__ import annotations

from random import Random
from time import process_time

from keypeg import Guess, Hide, Mark, legal, mark, new, play, read_record, rules, write_record

HIDDEN = "RYGB"
LENGTHS = {
    "4x6:first=1": (250, 500, 1000),
    "4x6:first=1,marking=hand": (250, 500, 1000),
    "4x6:first=1,fresh-guesses": (250, 500, 1000),
}


def main() -> None:
    """Print seconds of processor time, and microseconds a row, which should not grow."""
    for text, lengths in LENGTHS.items():
        for rows in lengths:
            record = _record(text, rows)
            began = process_time()
            read_record(record)
            seconds = process_time() - began
            print(f"{text}, {rows} rows: {seconds:.2f} s, {1e6 * seconds / rows:.0f} µs a row", flush=True)


def _record(text: str, rows: int) -> str:
    """Return a record of one code that this many random rows do not break."""
    random = Random(7)
    state = play(new(rules(text)), 1, Hide(HIDDEN))
    while rows:
        guess = legal(state, 2).only(Guess).sample(random)
        assert isinstance(guess, Guess)
        if guess.code == HIDDEN:
            continue
        state = play(state, 2, guess)
        if "hand" in text:
            state = play(state, 1, Mark((mark(HIDDEN, guess.code),)))
        rows -= 1
    return write_record(state)


if __name__ == "__main__":
    main()
