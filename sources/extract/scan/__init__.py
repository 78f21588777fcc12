"""Figures and marks of a text, with their places, values and units. What they mean does not belong here."""
