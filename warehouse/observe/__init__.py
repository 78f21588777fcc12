"""Claims as observations, and the choice among several prints of one figure."""
