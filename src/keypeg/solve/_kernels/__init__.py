"""Everything compiled by Numba. Import these modules only where a kernel is about to run."""
