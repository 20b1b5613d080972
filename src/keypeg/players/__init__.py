"""Computer players for every seat of every box. They see a View, and answer with a Move."""

from keypeg.players.computer import Computer
from keypeg.players.level import Hiding, Level
from keypeg.players.names import player_text, read_player
from keypeg.players.player import Interjecting, Player

__all__ = ["Computer", "Hiding", "Interjecting", "Level", "Player", "player_text", "read_player"]
