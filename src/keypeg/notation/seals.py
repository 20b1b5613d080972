"""Seals commit to a code when it is hidden, so that anyone can check at the end that it was never changed.

A seal is `sha256(salt_hex + ":" + rules + ":" + round + ":" + seat + ":" + secret)`, one per share if a code is split.
It is public at once. The salt, 128 random bits, stays with the table until the attempt is over.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import accumulate, count
from typing import TypeAlias

from keypeg.core import HIDDEN, Attempt, Deal, Hide, Move, Rules, State, View
from keypeg.errors import Malformed
from keypeg.notation.moves import read_seat

SALT_BYTES = 16
SALT_LENGTH, SEAL_LENGTH = 2 * SALT_BYTES, 64
WORD = "seal"
SALT = re.compile(rf"[0-9a-f]{{{SALT_LENGTH}}}")
LINE = re.compile(rf"{WORD} (\S+) ([0-9a-f]{{{SEAL_LENGTH}}}) ([0-9a-f]{{{SALT_LENGTH}}})")


@dataclass(frozen=True, slots=True)
class Seal:
    """The seal of one share: its holder, the hash, and the salt, which is None while it is secret."""

    seat: int
    seal: str
    salt: str | None

    def __str__(self) -> str:
        return f"{WORD} {self.seat} {self.seal} {self.salt or HIDDEN * SALT_LENGTH}"


Seals: TypeAlias = Mapping[int, tuple[Seal, ...]]
"""By move number, from 0: a seal for each share that the move hid, in the move's order."""


def new_salt() -> str:
    """Return a random salt."""
    return os.urandom(SALT_BYTES).hex()


def salts_from(seed: str) -> Callable[[], str]:
    """Return a function that makes a new salt at every call; equal seeds give equal salts."""
    numbers = count(1)
    return lambda: sha256(f"{seed}/salt/{next(numbers)}".encode()).hexdigest()[:SALT_LENGTH]


def seal_text(salt: str, rules: Rules, round: int, seat: int, secret: str) -> str:
    """Compute the seal of a secret."""
    return sha256(f"{salt}:{rules}:{round}:{seat}:{secret}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Hidden:
    """A share that a move hides, and that its seal commits to."""

    round: int
    seat: int
    code: str

    def sealed(self, rules: Rules, salt: str) -> Seal:
        return Seal(self.seat, seal_text(salt, rules, self.round, self.seat, self.code), salt)


def hidden_by(attempt: Attempt | View, seat: int, move: Move) -> tuple[Hidden, ...]:
    """Return what a legal move hides: nothing, a whole code, or all shares of a split one."""
    match move:
        case Hide(code):
            return (Hidden(attempt.round, seat, code),)
        case Deal(codes):
            shares = zip(attempt.shares, codes, strict=True)
            return tuple(Hidden(attempt.round, share.holder, code) for share, code in shares)
        case _:
            return ()


def read_seal(line: str) -> Seal:
    """Read the seal from a line of a record."""
    parts = LINE.fullmatch(line)
    if not parts:
        raise Malformed("seal-unreadable", seal_length=SEAL_LENGTH, salt_length=SALT_LENGTH)
    return Seal(read_seat(parts[1]), parts[2], parts[3])


def public_seals(position: State | View, seals: Seals) -> Seals:
    """Return the seals without the salts of codes that are still hidden."""
    over = int(position.rules.first is None) + sum(len(attempt.log) for attempt in position.past)
    return {
        move: made if move < over else tuple(replace(seal, salt=None) for seal in made) for move, made in seals.items()
    }


def seals_by_attempt(position: State | View, seals: Seals) -> list[tuple[Seal, ...]]:
    """Return the public seals of every attempt: those that are over, then the current one, if any."""
    begun = int(position.rules.first is None)
    ends = list(accumulate((len(log) for log in _logs(position)), initial=begun))[1:]
    attempts: list[tuple[Seal, ...]] = [()] * len(ends)
    for move, made in sorted(public_seals(position, seals).items()):
        attempts[bisect_right(ends, move)] += made
    return attempts


def _logs(position: State | View) -> Iterator[Sequence[tuple[int, Move]]]:
    yield from (attempt.log for attempt in position.past)
    now = position.now if isinstance(position, State) else position
    if now is not None and now.round:
        yield now.log
