"""Statements beside figures: events, ranks, citations, players, drivers, definitions, technical figures, qualities, price bases. Market figures do not belong here."""
