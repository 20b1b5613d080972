"""The entries of the menu of a match."""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.core import Call, GiveUp, View, legal_in
from keypeg.tell import seat_name
from keypeg.terminal.input.task import other_moves
from keypeg.terminal.match.session import Session
from keypeg.terminal.screens.menu import Item
from keypeg.words import Words

SEAT = "seat-"
"""The prefix of actions that hand the screen to another seat."""


def match_items(words: Words, session: Session, view: View) -> list[Item]:
    """Return everything that the seat of this View can do now."""
    say = words.say
    moves = [Item(move.name, say(f"terminal.move.{move.name}")) for move in other_moves(view)]
    items = [item for item in moves if item.action != GiveUp.name]
    if Call in legal_in(view).types:
        items.append(Item("call", say("terminal.move.call"), "!"))
    if session.call_time() is not None:
        items.append(Item("go-on", say("terminal.move.go-on")))
    if view.seat is not None and session.may_undo(view.seat):
        items.append(Item("undo", say("terminal.help.undo"), "u"))
    others = ((seat, words.render(seat_name(session.names, seat))) for seat in sorted(session.here - {view.seat}))
    items += [Item(f"{SEAT}{seat}", say("terminal.hand-to", who=who)) for seat, who in others]
    if session.company and session.company.phrases:
        items.append(Item("say", say("tell.say-something"), "/"))
    return [
        *items,
        Item("hint", say("terminal.help.hint"), "t"),
        Item("check", say("terminal.help.check"), "v"),
        Item("rules", say("terminal.help.rules"), "i"),
        Item("save", say("terminal.help.save"), "s"),
        Item("help", say("terminal.help.title"), "?"),
        # Keep these last, so that a hasty Enter does not select them.
        *_claims(words, session),
        *(item for item in moves if item.action == GiveUp.name),
        Item("leave", say("terminal.leave-table") if session.live else say("terminal.leave"), "l"),
    ]


def phrase_items(words: Words, phrases: Sequence[str]) -> list[Item]:
    """Return the phrases that can be said to others."""
    return [Item(phrase, words.say(f"chat.{phrase}"), f"{number}") for number, phrase in enumerate(phrases, start=1)]


def _claims(words: Words, session: Session) -> list[Item]:
    """Return the entry that claims the round of an absent seat, if there is one."""
    absent = session.company.absent()[:1] if session.company else ()
    who = (words.render(seat_name(session.names, seat)) for seat in absent)
    return [Item("absent", words.say("tell.claim-absent", who=each), "j") for each in who]
