"""The chooser: weights over features, in two passes, and its decisions. No text is read here."""
