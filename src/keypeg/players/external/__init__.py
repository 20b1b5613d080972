"""Programs that play through the engine protocol."""
