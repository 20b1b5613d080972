"""Select the computers that play on a device: those that choose the same move as on a server, and quickly."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from keypeg.api.boxes import Rules as SentRules
from keypeg.api.tables import Computer, Me, Open, Sitter
from keypeg.core import Rules
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.players import Hiding, read_player
from keypeg.players.without_engine import levels_without_engine


def offered(facts: SentRules) -> SentRules:
    """Return the facts of rules, limited to what a device offers: the computers that play here, and no invites."""
    levels = list(levels_without_engine(read_rules(facts.text)))
    return structs.replace(facts, levels=levels, tricky=False, invites=False)


def refuse_sitters(rules: Rules, sitters: Sequence[Sitter]) -> None:
    """Refuse invites, and computers that need a server."""
    for sitter in sitters:
        match sitter:
            case Open():
                raise Illegal("needs-server")
            case Computer(name):
                player = read_player(name)
                if player.level not in levels_without_engine(rules) or player.hiding is not Hiding.FAIR:
                    raise Illegal("needs-server")
            case Me():
                pass
