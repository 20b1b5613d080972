"""What can be said at a table; there is no free text between strangers."""

from __future__ import annotations

PHRASES = ("again", "good-luck", "goodbye", "hello", "oops", "thanks", "thinking", "well-played")
"""The messages `chat.*` of the catalogues."""
