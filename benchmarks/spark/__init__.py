"""Both engines side by side: a real cluster on this machine, the same documents, every row of core and marts compared."""
