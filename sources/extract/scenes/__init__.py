"""Scenes: a sentence, a table's cell or a list entry, with all that its figures share. What a figure measures does not belong here."""
