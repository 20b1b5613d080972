"""Players by name: `LEVEL[+tricky][:errs=RATE]`, such as `expert`, `club+tricky`, `novice:errs=0.1`."""

from __future__ import annotations

import re

from keypeg.errors import Malformed, Unknown
from keypeg.players.computer import Computer
from keypeg.players.level import Hiding, Level

TEXT = re.compile(r"(?P<level>[a-z]+)(\+(?P<hiding>[a-z]+))?(:errs=(?P<errs>\d*\.?\d+))?")


def read_player(text: str, seed: str | int = "") -> Computer:
    """The computer player of this name; the same name and seed always play the same."""
    found = TEXT.fullmatch(text)
    if not found:
        raise Malformed("player-unreadable", player=text)
    level, hiding, errs = found["level"], found["hiding"] or Hiding.FAIR, float(found["errs"] or 0)
    if level not in list(Level):
        raise Unknown("player-unknown", player=level, known=", ".join(Level))
    if hiding not in list(Hiding):
        raise Unknown("hiding-unknown", hiding=hiding, known=", ".join(Hiding))
    if errs > 1:
        raise Malformed("errs-too-many", errs=found["errs"])
    return Computer(Level(level), str(seed), Hiding(hiding), errs)


def player_text(player: Computer) -> str:
    """The text that reads back to this player, its seed aside."""
    hiding = "" if player.hiding is Hiding.FAIR else f"+{player.hiding}"
    errs = f":errs={player.errs:g}" if player.errs else ""
    return f"{player.level}{hiding}{errs}"
