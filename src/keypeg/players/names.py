"""Players by name: `LEVEL[+tricky][:errs=RATE]`, such as `expert` or `club+tricky`; or `engine:COMMAND`."""

from __future__ import annotations

import re

from keypeg.errors import Illegal, Malformed, Unknown, nearest
from keypeg.players.computer import Computer
from keypeg.players.external.engine import PREFIX, USUAL, Engine, Limits, read_engine
from keypeg.players.level import Hiding, Level

TEXT = re.compile(r"(?P<level>[a-z]+)(\+(?P<hiding>[a-z]+))?(:errs=(?P<errs>\d*\.?\d+))?")
PART = re.compile(r"""(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^,])*""")
"""One of several players, as a shell reads quotes."""


def read_player(text: str, seed: str | int = "") -> Computer:
    """The computer player of this name; the same name and seed always play the same.

    Engines are refused: a name may come from a record or over the network, and must not start a program.
    """
    if text.startswith(PREFIX):
        raise Illegal("engine-not-here", player=text)
    found = TEXT.fullmatch(text)
    if not found:
        raise Malformed("player-unreadable", player=text)
    level, hiding, errs = found["level"], found["hiding"] or Hiding.FAIR, float(found["errs"] or 0)
    if level not in list(Level):
        raise Unknown("player-unknown", player=level, nearest=nearest(level, Level), known=", ".join(Level))
    if hiding not in list(Hiding):
        raise Unknown("hiding-unknown", hiding=hiding, known=", ".join(Hiding))
    if errs > 1:
        raise Malformed("errs-too-many", errs=found["errs"])
    return Computer(Level(level), str(seed), Hiding(hiding), errs)


def read_own_player(text: str, seed: str = "", limits: Limits = USUAL) -> Computer | Engine:
    """A computer player, or an engine: for texts that come from the person who owns this machine."""
    return read_engine(text, seed, limits) if text.startswith(PREFIX) else read_player(text, seed)


def split_players(text: str) -> list[str]:
    """The players of a text with commas between them; commas in quotes belong to the command of an engine."""
    parts, at = [], 0
    while at <= len(text):
        found = PART.match(text, at)
        assert found is not None, "a part may be empty"
        parts.append(found[0].strip())
        at = found.end() + 1
    return parts


def player_text(player: Computer) -> str:
    """The text that reads back to this player, its seed aside."""
    hiding = "" if player.hiding is Hiding.FAIR else f"+{player.hiding}"
    errs = f":errs={player.errs:g}" if player.errs else ""
    return f"{player.level}{hiding}{errs}"
