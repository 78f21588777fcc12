"""Features: what speaks for and against a candidate, as columns of numbers. Nothing is weighed here."""
