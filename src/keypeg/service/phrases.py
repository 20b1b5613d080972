"""Phrases for the people at a table. Strangers cannot send free text."""

from __future__ import annotations

PHRASES = ("again", "good-luck", "goodbye", "hello", "oops", "thanks", "thinking", "well-played")
"""The messages `chat.*` of the catalogues."""
