"""Guests: who they are, what is stored about them, their statistics and the daily puzzle."""
