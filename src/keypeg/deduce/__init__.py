"""What follows from the rows on a board, in plain Python: which codes still fit, and which guess tells them apart."""
