"""Measure a match: loss and luck of every row. Needs NumPy."""
