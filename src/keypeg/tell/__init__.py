"""Sentences and pictures in words about rows, moves, reviews: what every front end tells the same way."""
