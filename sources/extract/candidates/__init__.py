"""Candidates: for each figure every part and every area that the page offers, with where it comes from. Nothing is chosen here."""
