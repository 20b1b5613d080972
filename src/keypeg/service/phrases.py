"""Phrases for the people at a table. Strangers cannot send free text."""

from __future__ import annotations

PHRASES = ("hello", "good-luck", "well-played", "thanks", "oops", "thinking", "again", "goodbye")
"""The messages `chat.*` of the catalogues, in the order in which a match needs them."""
