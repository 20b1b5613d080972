"""Novice and club players of a split code: what a seat knows, which row it places and when it calls."""
