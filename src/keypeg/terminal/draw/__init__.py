"""Boards, pegs and panels, drawn as Textual content."""
