"""The panels around the boards: title, seats, tray of pegs, prompt and keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.style import Style

from keypeg.boxes import box
from keypeg.core import BLANK, Call, View, legal_in
from keypeg.notation import read_choice
from keypeg.tell import (
    box_name,
    code_pegs,
    counts_rows,
    heading_message,
    peg_message,
    seat_name,
)
from keypeg.terminal.draw.blocks import Block
from keypeg.terminal.draw.pegs import Pegs
from keypeg.terminal.input.entry import RowEntry
from keypeg.terminal.input.move_input import MoveInput, Notes
from keypeg.terminal.input.task import Task
from keypeg.terminal.match.session import Session, seconds_left
from keypeg.words import Words

KeyHint = tuple[str, str, str]
"""The key as it is shown, its effect in words, and the action of a click on it."""


@dataclass(frozen=True)
class Panels:
    """The panels of a match, as one seat sees them."""

    words: Words
    session: Session
    input: MoveInput
    pegs: Pegs
    tip: Content | None
    named: bool = False
    """True if there is room for the names of colours."""

    @property
    def view(self) -> View:
        return self.input.view

    @property
    def task(self) -> Task:
        return self.input.asked

    @property
    def entry(self) -> RowEntry | None:
        return self.input.entry

    @property
    def absent(self) -> Sequence[int]:
        """The seats whose round may be claimed because their people stay away."""
        return self.session.company.absent() if self.session.company else ()

    def bar(self) -> str:
        """Return the title: box, round and code."""
        name = self.words.render(box_name(box(read_choice(str(self.view.rules)).box)))
        if not self.view.round:
            return name
        heading = self.words.render(
            heading_message(self.view.rules, self.view.round, self.view.code, again=bool(self.view.again))
        )
        left = seconds_left(self.session)
        if left is None or left < 0:
            return f"{name} · {heading}"
        return f"{name} · {heading} · {self.words.say('terminal.call-time', seconds=left)}"

    def seats(self) -> Block:
        """Return the seats with their points, marking those that the match waits for."""
        view = self.view
        if counts_rows(view.rules) and not view.rules.rounds_won:
            title = self.words.say("terminal.seats.rows")
        else:
            title = self.words.say("terminal.seats.points")
        lines = [Content.styled(title, "$quiet")]
        away = self.session.company.away() if self.session.company else ()
        for seat, points in enumerate(view.points, start=1):
            name = self.words.render(seat_name(self.session.names, seat))
            if seat == view.seat:
                name = self.words.say("terminal.seats.you", who=name)
            if seat in away:
                name = self.words.say("terminal.seats.away", who=name)
            if seat in view.out:
                name = self.words.say("terminal.board.out", who=name)
            acts = seat in view.to_act
            lines.append(Content.styled(f"{'▶' if acts else ' '} {points:>2}  {name}", "$accent bold" if acts else ""))
        return lines

    def notes(self) -> Block:
        """Return the notes, if there are any or the person is making some."""
        if self.entry and (self.input.noting or self.input.notes):
            return [Content(""), *draw_notes(self.input.notes, self.pegs, self.entry.space.holes)]
        return []

    def tray(self) -> Content:
        return tray(self.input, self.pegs, named=self.named) if self.task.is_row else Content("")

    def prompt(self) -> Content:
        """Return what is wrong with the input, or a tip, or what the person has to do."""
        if self.input.complaint:
            return Content.styled(f"⚠ {self.input.complaint}", "$error bold")
        if self.tip:
            return self.tip
        return Content(self.asks())

    def asks(self) -> str:
        """Return what the person has to do, or how to finish what they have begun to enter."""
        say, view = self.words.say, self.view
        if self.task is Task.NOTHING:
            if self.absent:
                return say("tell.claim-absent", who=self.words.render(seat_name(self.session.names, self.absent[0])))
            if self.session.call_time() is not None:
                return say("terminal.asks.window")
        elif self.input.noting:
            return say("terminal.asks.notes")
        elif self.task is Task.CALL:
            return say("terminal.asks.call", filled=view.rules.shares)
        elif self.task is Task.DECIDE:
            return say("web.decide.about")
        elif self.task is Task.GUESS and self.entry and not self.entry.missing:
            if not view.rules.split:
                return say("terminal.asks.ready", code=self.words.render(code_pegs(self.entry.code)))
            if "" in self.entry.holes and view.rules.full_rows:
                return say("tell.blank-proves")
        return self.words.render(self.session.status(view.seat))

    def key_hints(self) -> list[KeyHint]:
        """Return the keys that can be used now, most useful first."""
        say = self.words.say
        hints: list[KeyHint] = []
        if self.task.is_row:
            hints.append(("⏎", say(f"terminal.key.submit.{self.task.value}"), "submit"))
        if self.task is Task.HIDE:
            hints.append(("*", say("terminal.key.any"), "any"))
        if self.task is Task.GUESS:
            hints += [
                ("t", say("terminal.key.hint"), "hint"),
                ("v", say("terminal.key.check"), "check"),
                ("x", say("terminal.key.hold"), "hold"),
                ("a", say("terminal.key.copy"), "copy"),
            ]
        if self.task.is_marks:
            hints += [("⏎", say("terminal.key.submit.mark"), "submit"), ("↑↓", say("terminal.key.value"), "")]
        if self.task is Task.JUDGE:
            hints += [("y", say("terminal.key.agrees"), "yes"), ("n", say("terminal.key.disagrees"), "no")]
        if self.task is Task.DECIDE:
            hints += [("y", say("terminal.key.accept"), "yes"), ("n", say("terminal.key.claim"), "no")]
        if self.task is Task.NOTHING and self.session.call_time() is not None:
            hints.append(("⏎", say("terminal.key.go-on"), "go-on"))
        if self.absent:
            hints.append(("j", say("terminal.key.absent"), "absent"))
        if self.input.calling:
            hints.append(("!", say("terminal.key.back"), "call"))
        elif Call in legal_in(self.view).types and self.task is not Task.CALL:
            hints.append(("!", say("terminal.key.call"), "call"))
        if self.view.seat is not None and self.session.may_undo(self.view.seat):
            hints.append(("u", say("terminal.key.undo"), "undo"))
        return [*hints, ("?", say("terminal.key.help"), "help"), ("esc", say("terminal.key.menu"), "menu")]


def tray(input: MoveInput, pegs: Pegs, *, named: bool = False) -> Content:
    """Return the pegs, each with the digit and letter that place it, and × if it is crossed out."""
    entry = input.entry
    if entry is None:
        return Content("")
    struck = {peg for hole, peg in input.notes if hole == entry.at}
    cells = [
        pegs.draw(peg, peg in struck).stylize(Style.from_meta({"peg": peg}))
        + Content.styled(("×" if peg in struck else " ") + peg, "dim" if peg in struck else "")
        + Content(f" {input.words.render(peg_message(peg))}" if named else "")
        for peg in entry.space.pegs.replace(BLANK, "")
    ]
    if BLANK in entry.space.pegs or input.view.rules.split:
        cells.append(pegs.draw(BLANK).stylize(Style.from_meta({"peg": BLANK})))
    return Content("   " if len(cells) <= 10 else " ").join(cells)


def draw_notes(notes: Notes, pegs: Pegs, holes: int) -> Block:
    """Return the colours crossed out: one line per colour, one column per hole."""
    return [
        pegs.draw(peg)
        + Content("  ")
        + Content(" ").join(
            Content.styled("×", "$error bold") if (hole, peg) in notes else Content.styled("·", "dim")
            for hole in range(holes)
        )
        for peg in pegs.palette
    ]
