"""The contribution of each rule module of the reader, measured by switching it off."""
