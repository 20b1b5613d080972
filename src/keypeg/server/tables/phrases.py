"""What can be said at a table; there is no free text between strangers."""

from __future__ import annotations

from keypeg.words import ENGLISH, messages

PREFIX = "chat."
PHRASES = tuple(key.removeprefix(PREFIX) for key in messages(ENGLISH) if key.startswith(PREFIX))
