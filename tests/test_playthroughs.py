"""The playthroughs: every one comes out as written, none is missing, and none shows a secret to a wrong eye.

After a change of the rules that is meant, `python -m tests.playthrough tests/playthroughs/*.txt` writes them anew; what
`git diff` then shows is to be read against the rules, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

import pytest

from keypeg import boxes, new, play, read_move, read_record, rules, write_record
from keypeg.notation import read_seat
from tests.playthrough import FOLDER, MOVE, TITLE, Playthrough, read, write

FILES = sorted(FOLDER.glob("*.txt"))
RECORD_FORMAT = Path(__file__).parent.parent / "docs" / "record-format.md"

every_playthrough = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@every_playthrough
def test_a_playthrough_comes_out_as_written(file: Path) -> None:
    written = file.read_text("utf-8")
    made = write(read(written))
    names = file.name, "what the rules make of its moves"
    changes = "".join(unified_diff(written.splitlines(keepends=True), made.splitlines(keepends=True), *names))
    assert written == made, f"{changes}\nIf this is meant: python -m tests.playthrough tests/playthroughs/{file.name}"


@every_playthrough
def test_a_playthrough_says_what_it_shows(file: Path) -> None:
    assert re.fullmatch(r"[a-z0-9-]+", file.stem)
    assert read(file.read_text("utf-8")).about.endswith(".")


def _played() -> list[list[str]]:
    """By playthrough: the box and its variants."""
    return [read(file.read_text("utf-8")).rules.partition(":")[0].split("+") for file in FILES]


@pytest.mark.parametrize("id", [box.id for box in boxes()])
def test_every_box_has_a_playthrough(id: str) -> None:
    assert id in [box for box, *_ in _played()], f"add a playthrough of {id} to tests/playthroughs"


@pytest.mark.parametrize(("id", "variant"), [(box.id, variant) for box in boxes() for variant in box.variants])
def test_every_variant_has_a_playthrough(id: str, variant: str) -> None:
    played = [box for box, *variants in _played() if variant in variants]
    assert id in played, f"add a playthrough of {id}+{variant} to tests/playthroughs"


@dataclass
class Scene:
    """What a playthrough says of one moment, read from its text alone."""

    lines: list[str]
    held: dict[str, list[str]] = field(default_factory=dict)
    """By seat: the codes that it hides at this moment."""
    said: set[str] = field(default_factory=set)
    """The rows that anybody has laid in this attempt. They may lie open although they happen to be the code."""

    @property
    def viewers(self) -> list[str]:
        points = re.search(r"points ((?:-?\d+ ?)+)", self.lines[0])
        assert points, self.lines[0]
        return [str(seat) for seat in range(1, len(points[1].split()) + 1)] + ["watcher"]

    def seen_by(self, viewer: str) -> Iterator[str]:
        """The lines of this viewer's View, but for those about attempts that are over."""
        for line in self.lines:
            private = re.fullmatch(r"\[([\w ]+)\] (.*)", line)
            if not private:
                yield from () if line.startswith("past ") else (line,)
            elif viewer in private[1].split():
                yield private[2]


def _scenes(text: str) -> Iterator[Scene]:
    held: dict[str, list[str]] = {}
    said: set[str] = set()
    over = 0
    for block in text.rstrip("\n").split("\n\n")[2:]:
        move, *lines = block.split("\n")
        seat, kind, *rest = move.removeprefix(MOVE).split(" ")
        match kind:
            case "hide" | "reveal":
                held[seat] = rest[0].split("+")
            case "deal":
                held |= {str(holder): shares.split("+") for holder, shares in enumerate(rest, start=1)}
            case "guess" | "call":
                said.add(rest[0])
            case _:
                pass
        attempts = sum(line.startswith("past ") for line in lines)
        if attempts > over:
            over, held, said = attempts, {}, set()
        yield Scene(lines, dict(held), set(said))


def _shown(scene: Scene, viewer: str) -> list[str]:
    """The lines in which this viewer sees a code that it may not know. Who has to decide on a break is shown it."""
    if " to decide" in scene.lines[0]:
        return []
    return [
        line
        for line in scene.seen_by(viewer)
        for holder, codes in scene.held.items()
        for code in codes
        if holder != viewer
        and code in re.findall(r"[A-Z.]+", line)
        and (line.startswith("codes ") or code not in scene.said)
    ]


@every_playthrough
def test_a_view_shows_no_code_that_its_seat_may_not_know(file: Path) -> None:
    for scene in _scenes(file.read_text("utf-8")):
        for viewer in scene.viewers:
            assert _shown(scene, viewer) == []


@every_playthrough
def test_a_view_shows_its_seat_its_own_code(file: Path) -> None:
    for scene in _scenes(file.read_text("utf-8")):
        for holder, codes in scene.held.items():
            assert f"{holder}={'+'.join(codes)}" in " ".join(scene.seen_by(holder)).split(" ")


def test_a_view_that_shows_a_secret_would_be_found() -> None:
    leak = "points 0 0, 2 to guess\n[1 watcher] codes 1=YROB\n[2] codes 1=????"
    (scene,) = _scenes(f"{TITLE}logic24\nA leak.\n\nstart\n\n{MOVE}1 hide YROB\n{leak}\n")
    assert [viewer for viewer in scene.viewers if _shown(scene, viewer)] == ["watcher"]


@every_playthrough
def test_a_playthrough_is_a_record_too(file: Path) -> None:
    """Half-played or whole, what is written reads back to the same match."""
    playthrough = read(file.read_text("utf-8"))
    state = new(rules(playthrough.rules))
    for move in playthrough.moves:
        seat, _, said = move.partition(" ")
        state = play(state, read_seat(seat), read_move(state.rules, said))
        text = write_record(state)
        assert read_record(text).state == state
        assert write_record(read_record(text)) == text


def test_a_draft_holds_no_more_than_a_title_a_sentence_and_the_moves() -> None:
    draft = read(f"{TITLE}togo\nA draft.\n\n> table draw 1\n> 1 hide RYGB\n")
    assert draft == Playthrough("togo", "A draft.", ("table draw 1", "1 hide RYGB"))
    assert read(write(draft)) == draft
