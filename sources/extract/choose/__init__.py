"""The chooser: weights over features, in two passes, and what it decides. No text is read here."""
