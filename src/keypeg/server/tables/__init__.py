"""Tables in memory: their state, who waits for them, and the one way in which they change."""
