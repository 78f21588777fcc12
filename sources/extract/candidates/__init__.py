"""Candidates: every part and area that the page offers a figure, with its source. No choice here."""
