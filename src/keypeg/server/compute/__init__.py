"""Run work that would block the event loop in other processes: computer players, reviews and the doctor."""
