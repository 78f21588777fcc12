"""What each rule module of the reader is worth, measured by switching it off."""
