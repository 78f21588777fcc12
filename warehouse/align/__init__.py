"""Each publisher's figures on the years of its own horizon, stated or derived along its own path."""
