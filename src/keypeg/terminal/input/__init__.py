"""Input by keys and clicks, before it becomes a move."""
