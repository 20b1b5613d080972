"""Read and write names of players: `LEVEL[+tricky][:errs=RATE]`, such as `club+tricky`; or `engine:COMMAND`."""

from __future__ import annotations

import re
from dataclasses import replace

from keypeg.argument_types import checked
from keypeg.core import Rules
from keypeg.errors import Illegal, Malformed, Unknown, meant
from keypeg.players.computer import Computer
from keypeg.players.external.engine import PREFIX, USUAL, Engine, Limits, read_engine
from keypeg.players.level import Hiding, Level, hidings

TEXT = re.compile(r"(?P<level>[a-z]+)(\+(?P<hiding>[a-z]+))?(:errs=(?P<errs>\d*\.?\d+))?")
PART = re.compile(r"""(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^,])*""")
"""One of several players; commas within quotes do not end it."""


@checked
def read_player(text: str, seed: str | int = "") -> Computer:
    """Return the computer player of this name; the same name and seed play the same.

    Refuses engines: a name may come from a record or over the network, and must not start a program.
    """
    if text.startswith(PREFIX):
        raise Illegal("engine-not-here", player=text)
    found = TEXT.fullmatch(text)
    if not found:
        raise Malformed("player-unreadable", player=text)
    level, hiding, errs = found["level"], found["hiding"] or Hiding.FAIR, float(found["errs"] or 0)
    if level not in list(Level):
        raise Unknown("player-unknown", player=level, **meant(level, Level), known=", ".join(Level))
    if hiding not in list(Hiding):
        raise Unknown("hiding-unknown", hiding=hiding, known=", ".join(Hiding))
    if errs > 1:
        raise Malformed("errs-too-many", errs=found["errs"])
    return Computer(Level(level), str(seed), Hiding(hiding), errs)


def read_own_player(text: str, seed: str = "", limits: Limits = USUAL) -> Computer | Engine:
    """Return a computer player or an engine. Only for names typed by the user of this machine."""
    return read_engine(text, seed, limits) if text.startswith(PREFIX) else read_player(text, seed)


def check_hiding(rules: Rules, player: Computer | Engine) -> None:
    """Refuse a computer that hides tricky codes where no code is harder. Old records and tables are not checked."""
    if isinstance(player, Computer) and player.hiding not in hidings(rules):
        raise Illegal("hiding-useless", rules=str(rules), player=player_text(replace(player, hiding=Hiding.FAIR)))


def split_players(text: str) -> list[str]:
    """Split a text at its commas; commas in quotes belong to the command of an engine."""
    parts, at = [], 0
    while at <= len(text):
        found = PART.match(text, at)
        assert found is not None, "a part may be empty"
        parts.append(found[0].strip())
        at = found.end() + 1
    return parts


def level_of(player: str) -> str:
    """Return the level in the name of a computer player."""
    return player.partition("+")[0].partition(":")[0]


def player_text(player: Computer) -> str:
    """Return the name that reads back to this player, without its seed."""
    hiding = "" if player.hiding is Hiding.FAIR else f"+{player.hiding}"
    errs = f":errs={player.errs:g}" if player.errs else ""
    return f"{player.level}{hiding}{errs}"
