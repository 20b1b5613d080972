"""Choose the code to hide, and mark rows by hand."""

from __future__ import annotations

from random import Random

from keypeg.core import Hide, Legal, Mark, Marking, Marks, Reveal, Space, View, earned
from keypeg.core.deals import lone
from keypeg.core.legal import legal_in
from keypeg.core.marks import all_marks
from keypeg.deduce.problem import problem_of
from keypeg.players.code_hardness import hardness
from keypeg.players.level import Hiding
from keypeg.players.seeded_random import for_attempt, for_move

DRAWN = 4
"""The number of codes that a tricky codemaker draws, to hide the hardest of them."""


def own_codes(hiding: Hiding, view: View, seed: str) -> tuple[str, ...]:
    """Return this seat's shares of the secret. Beside a real board they are drawn with the player's seed."""
    known = tuple(share.code for share in view.own_shares if share.code is not None)
    if known or not view.own_shares or view.rules.marking is not Marking.HOME:
        return known
    if not view.rules.split:
        return (_code(hiding, view, seed),)
    random, space = for_attempt(seed, view, "secret"), view.rules.codes[0]
    holes = random.sample(range(space.holes), len(view.own_shares))
    return tuple(lone(space.holes, hole, random.choice(space.pegs)) for hole in holes)


def hide(hiding: Hiding, view: View, seed: str) -> Hide:
    """Return the code to hide."""
    return Hide(_code(hiding, view, seed))


def reveal(hiding: Hiding, view: View, seed: str) -> Reveal:
    """Return the move that shows this seat's shares at the end."""
    return Reveal(own_codes(hiding, view, seed))


def mark_by_hand(hiding: Hiding, errs: float, view: View, seed: str) -> Mark:
    """Return the true marks of the open row or, with probability `errs` if nobody checks, marks that are one off.

    The chance is halved every time a code is replayed; otherwise a match might never end.
    """
    rules = view.rules
    assert view.to_mark is not None, "called only if this seat is to mark a row"
    guess = view.to_mark.rows[-1].guess
    truth = tuple(marks for code in own_codes(hiding, view, seed) if (marks := earned(rules, code, guess)) is not None)
    random = for_move(seed, view, "mark")
    if rules.marking is Marking.HAND and random.random() < errs / 2**view.again:
        return _one_off(truth, legal_in(view).only(Mark), len(guess), random)
    return Mark(truth)


def _one_off(truth: tuple[Marks, ...], legal: Legal, holes: int, random: Random) -> Mark:
    """Return wrong marks as a tired person gives them: one peg too many, too few, or of the other kind."""
    at = random.randrange(len(truth))
    true = truth[at]
    near_by = [
        marks
        for marks in all_marks(holes)
        if marks != true and abs(marks.exact - true.exact) <= 1 and abs(marks.near - true.near) <= 1
    ]
    slips = [Mark((*truth[:at], marks, *truth[at + 1 :])) for marks in near_by]
    return random.choice([slip for slip in slips if slip in legal])


def _code(hiding: Hiding, view: View, seed: str) -> str:
    rules, seat = view.rules, view.seat
    assert seat is not None, "a watcher hides nothing"
    space, random = rules.code_hidden_by(seat), for_attempt(seed, view, "secret")
    if hiding is Hiding.FAIR:
        return _uniform(space, random)
    figures = hardness(problem_of(rules, rules.other(seat)))
    return max((_uniform(space, random) for _ in range(DRAWN)), key=lambda code: figures.get(code, (0.0, 0)))


def _uniform(space: Space, random: Random) -> str:
    pegs = random.sample(space.pegs, space.holes) if space.distinct else random.choices(space.pegs, k=space.holes)
    return "".join(pegs)
