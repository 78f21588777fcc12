"""Both engines side by side: a real cluster on this machine, the same documents, every mart row by row. Measures and compares only."""
