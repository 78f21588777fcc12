"""Phrases and clauses: verbs, noun phrases, names, areas in a phrase, enumerations. What a name stands for does not belong here."""
