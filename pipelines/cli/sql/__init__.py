"""Read-only SQL on a release: the command, its shell, how rows are printed."""
