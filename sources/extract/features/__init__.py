"""Features: numeric evidence for and against a candidate. No weighing here."""
