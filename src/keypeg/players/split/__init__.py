"""Novice and club at a split code: what a seat knows, which row it places and when it calls."""
