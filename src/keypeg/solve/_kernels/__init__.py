"""Everything compiled by Numba. Import these modules only to run a kernel: importing Numba takes a second."""
