"""What all commands share on a terminal: streams, options, progress, errors in words, signals."""
