"""Statements other than market figures: events, ranks, citations, players, drivers, definitions, technical figures, qualities, price bases."""
