"""Basic values of reconciliation: places, parties, figures, conflict records, keys, words. No rule, no comparison."""
