"""Measure the loss and luck of every row of a match. Needs NumPy."""
