"""Who publishes a text: names, the kinds of place where they occur, and the chance of each. What figures say of others does not belong here."""
