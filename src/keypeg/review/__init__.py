"""Loss and luck, the coach, and the doctor for marks that contradict each other."""
