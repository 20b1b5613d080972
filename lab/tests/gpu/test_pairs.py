"""Pairs of rows that are alike have one set, and no kind of second or third guess is missing."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from keypeg.core.marks import mark
from keypeg_lab.gpu.pairs import Game, branches_of

Word = tuple[int, ...]


def words(game: Game) -> list[Word]:
    return list(product(range(game.colours), repeat=game.holes))


def images(game: Game, *rows: Word) -> set[tuple[Word, ...]]:
    """All renamings of rows, by brute force."""
    return {
        tuple(tuple(names[row[hole]] for hole in holes) for row in rows)
        for holes in permutations(range(game.holes))
        for names in permutations(range(game.colours))
    }


@pytest.mark.parametrize("game", [Game(2, 3), Game(3, 3), Game(3, 4), Game(1, 5)], ids=str)
def test_marks_are_those_of_the_rules(game: Game) -> None:
    for guess, own in enumerate(words(game)):
        for code, number in zip(words(game), game.marks(guess).tolist(), strict=True):
            given = mark(
                "".join("ABCD"[c % 4] if game.colours <= 4 else "ABCDE"[c] for c in code),
                "".join("ABCDE"[c] for c in own),
            )
            total = given.exact + given.near
            assert number == total * (total + 1) // 2 + given.exact
            assert game.mark_id(number) == game.holes * total + given.exact


@pytest.mark.parametrize("game", [Game(2, 3), Game(3, 3), Game(3, 4)], ids=str)
def test_openings_are_one_of_every_kind(game: Game) -> None:
    kinds = {min(images(game, word)) for word in words(game)}
    assert {(words(game)[opening],) for opening in game.openings} == kinds
    for code, word in enumerate(words(game)):
        assert (words(game)[game.kind_of(code)],) == min(images(game, word))


@pytest.mark.parametrize("game", [Game(2, 3), Game(3, 3), Game(3, 4)], ids=str)
def test_sets_are_as_many_as_pairs_of_rows_that_differ(game: Game) -> None:
    every = words(game)
    found = set()
    lines = set()
    for opening in game.openings:
        marks = game.marks(opening)
        for guess in range(game.codes):
            others = game.marks(guess)
            one = min(images(game, every[opening], every[guess]))
            two = min(images(game, every[guess], every[opening]))
            for first, second in {*zip(marks.tolist(), others.tolist(), strict=True)}:
                if first == game.win:
                    continue
                if (marks == first).sum() != ((marks == first) & (others == second)).sum() or second == game.win:
                    lines.add((opening, first, one))
                if second != game.win:
                    found.add(min((one, first, second), (two, second, first)))
    branches = branches_of(game)
    assert len(branches.sizes) == len(found)
    assert len(branches.opening) == len(lines)


@pytest.mark.parametrize("game", [Game(2, 3), Game(3, 3)], ids=str)
def test_ranks_are_equal_for_pairs_that_are_alike(game: Game) -> None:
    every = words(game)
    for opening in game.openings:
        straight, turned = game.ranks(opening)
        for ranks, order in ((straight, 1), (turned, -1)):
            forms = [min(images(game, *(every[opening], each)[::order])) for each in every]
            for rank in np.unique(ranks):
                assert len({forms[at] for at in np.flatnonzero(ranks == rank)}) == 1
            assert len(np.unique(ranks)) == len(set(forms))


@pytest.mark.parametrize("game", [Game(2, 3), Game(3, 3), Game(3, 4)], ids=str)
def test_third_guesses_are_one_of_every_kind(game: Game) -> None:
    every = words(game)
    for opening in game.openings:
        for guess in range(0, game.codes, 5):
            kept = np.flatnonzero(game.third_guesses(opening, guess))
            pair = every[opening], every[guess]
            kinds: dict[Word, int] = {}
            for at, word in enumerate(every):
                alike = {rows[2] for rows in images(game, *pair, word) if rows[:2] == pair}
                kinds.setdefault(min(alike), at)
            assert kept.tolist() == sorted(kinds.values())


def test_every_set_holds_the_codes_that_fit_its_rows() -> None:
    branches = branches_of(Game(3, 4))
    game = branches.game
    for (one, two), (first, second), size in zip(branches.pairs, branches.rows, branches.sizes.tolist(), strict=True):
        assert ((game.marks(one) == first) & (game.marks(two) == second)).sum() == size
    for at in range(len(branches.opening)):
        cells = branches.cells[branches.begins[at] : branches.begins[at + 1]]
        wins = game.marks(int(branches.opening[at]))[branches.guess[at]] == branches.mark[at]
        assert branches.sizes[cells].sum() + wins == branches.size[at]
