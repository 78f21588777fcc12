"""Numbers that are no figures, printed dates of events, and falls told in words. Figures themselves are found in `scan`."""
