"""Expert and perfect players: guesses by search. Needs NumPy."""
