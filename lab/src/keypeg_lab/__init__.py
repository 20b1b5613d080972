"""Keypeg’s laboratory: optimal search and proofs, a benchmark of reasoning, environments for learning agents."""

__version__ = "0.2.1"

__all__ = ["__version__"]
