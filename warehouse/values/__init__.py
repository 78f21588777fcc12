"""The ground of reconciliation: places, parties, figures, conflict records, keys, words. No rule, no comparison."""
