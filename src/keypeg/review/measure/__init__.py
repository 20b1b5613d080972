"""What a review needs the engine for: proved values, the odds in a race, split codes. Needs NumPy."""
