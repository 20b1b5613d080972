"""Prove the claims of a recorded proof again, with a second implementation that shares no code with the search."""

from __future__ import annotations

from keypeg_lab.reprove.verify_proof import reprove, verify_proof

__all__ = ["reprove", "verify_proof"]
