"""Work that would block the event loop: computer players, reviews and the doctor, in other processes."""
