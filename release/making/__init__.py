"""From a judged build to an immutable release folder, and the same again from the ledger."""
