"""Rules: everything that decides how a match is played, as frozen data.

The core reads these fields and nothing else: it never learns which box they came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import comb

from keypeg.core.space import Space

MOST_ROWS = 1000
"""The limit where rows are unlimited: a code not broken within it counts as unbroken."""


class Marking(StrEnum):
    """Who marks, and what the table knows."""

    TABLE = "table"
    """The table marks, so no mark is wrong."""
    HAND = "hand"
    """The codemaker marks; the table knows the code and checks the marks at the end."""
    CHECKED = "hand-checked"
    """The codemaker marks; a wrong mark is refused at once."""
    HOME = "home"
    """The code is on a real board; the table learns it at the end, if at all."""


class Side(StrEnum):
    """One side of a code, as the receiver of points."""

    NOBODY = "nobody"
    MAKER = "maker"
    BREAKER = "breaker"


class Both(StrEnum):
    """The worth of a break that several seats make in the same turn."""

    NONE = "none"
    POINT_EACH = "point-each"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules:
    """The rules of one match. `str()` gives the shortest text that reads back to them."""

    text: str
    seats: int
    codes: tuple[Space, ...]
    """By seat: the codes it may have to break. For a split code: the colours and holes of a share."""
    guesses: tuple[Space, ...]
    """By seat: the rows it may place, supply and empty holes aside."""

    # The course of a match
    rounds: int
    """Rounds agreed on; void ones are played again and do not count."""
    codes_a_round: int = 1
    """Codes in a round, played one after the other with the roles swapped."""
    all_break: bool = False
    """All seats break at once, each on its own boards; otherwise one makes and the next breaks."""
    together: bool = False
    """All boards are guessed on and marked at the same time; guesses and marks are sealed until everyone has acted."""
    equal_turns: bool = False
    """A break ends the round only when every board has had the same number of turns."""
    rows: int | None = None
    """Rows on a board; None for unlimited, which ends at MOST_ROWS."""
    tie_rounds: int = 0
    """Rounds added, again and again, while the match is tied; 0 leaves it a draw."""
    first: int | None = None
    """The seat that begins (hides first, or guesses first if all break); None to draw lots."""

    # The secret
    split: bool = False
    """One code for all, dealt in shares of one hole each and broken by a call; else a codemaker hides it whole."""
    boards: int = 1
    """Boards of a seat in a split code; it has a share for each."""
    chips: int = 0
    """Chips of each colour from which the shares are drawn."""

    # Rows
    supply: int | None = None
    """Pegs of each colour for one board; None for an unlimited supply."""
    one_more_of: str = ""
    """Colours that have one peg more than `supply`."""
    shared_supply: bool = False
    """All boards share the pegs. Only open rows use them up, not sealed ones."""
    fresh_guesses: bool = False
    """No row may be placed twice on a board."""
    full_rows: bool = False
    """In a split code: only the hole of one's own share may stay empty."""

    # Marks and calls
    marking: Marking = Marking.TABLE
    counts_only: bool = False
    """In a split code: only the sum of all answers is shown, when all are in."""
    secret_calls: bool = False
    """Others learn only whether a call was right."""
    last_one_wins: bool = False
    """The last seat that is not out wins without a call."""

    # Points
    fewest_win: bool = False
    rows_to: Side = Side.NOBODY
    """Who is credited with the rows that a code took."""
    unbroken_extra: int = 0
    """Rows counted on top of a full board when the code was not broken."""
    unbroken_decides: bool = False
    """Fewest unbroken codes come before fewest rows."""
    rounds_won: bool = False
    """Rows decide each round, and rounds won decide the match."""
    break_points: int = 0
    """Points for breaking the code first."""
    both: Both = Both.NONE
    wrong_marks_to: Side = Side.NOBODY
    """Who is credited when the codemaker has marked wrongly; the code is void in any case."""
    wrong_marks_points: int = 0
    break_may_stand: bool = False
    """A breaker who broke the code despite wrong marks may let the break stand."""
    slips_annul: bool = False
    """With equal turns, a seat loses its break if it marks wrongly after it, as matches of version 2 are played."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"rules({self.text!r})"

    @property
    def palette(self) -> str:
        """Every colour that can stand in a code, in the order in which digits name them."""
        return max((space.palette for space in self.codes), key=len)

    @property
    def all_seats(self) -> range:
        """The numbers of all seats, from 1."""
        return range(1, self.seats + 1)

    @property
    def shows_sums(self) -> bool:
        """True if the marks of a row are one pair; False if every share of a split code answers by itself."""
        return not self.split or self.counts_only

    @property
    def most_rows(self) -> int:
        """The most rows that a board can have."""
        return MOST_ROWS if self.rows is None else self.rows

    @property
    def shares(self) -> int:
        """The number of shares, and so of filled holes, of a split code."""
        return self.seats * self.boards

    def size(self, seat: int = 1) -> int:
        """Return the number of codes that this seat may have to break."""
        space = self.codes[seat - 1]
        if not self.split:
            return len(space)
        return comb(space.holes, self.shares) * len(Space(self.shares, space.pegs))

    def other(self, seat: int) -> int:
        """Return the opponent in a game for two seats."""
        return 3 - seat

    def code_hidden_by(self, seat: int) -> Space:
        """Return the codes that this seat may hide: those that its opponent has to break."""
        return self.codes[seat - 1] if self.split else self.codes[self.other(seat) - 1]
