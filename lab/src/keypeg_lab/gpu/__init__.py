"""Bounds proved on a GPU, for games in which any code may be hidden and guessed. Needs `keypeg-lab[gpu]`."""
