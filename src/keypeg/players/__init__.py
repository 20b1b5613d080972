"""Computer players for every seat of every box. They get a View and return a Move."""

from keypeg.players.computer import Computer
from keypeg.players.external.engine import Engine, Limits, close_engines
from keypeg.players.level import Hiding, Level, hidings
from keypeg.players.names import check_hiding, player_text, read_own_player, read_player, split_players
from keypeg.players.player import Interjecting, Player, Unable

__all__ = [
    "Computer",
    "Engine",
    "Hiding",
    "Interjecting",
    "Level",
    "Limits",
    "Player",
    "Unable",
    "check_hiding",
    "close_engines",
    "hidings",
    "player_text",
    "read_own_player",
    "read_player",
    "split_players",
]
