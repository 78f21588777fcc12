"""Phrases and clauses: verbs, noun phrases, names, areas in a phrase, enumerations. What a name means does not belong here."""
