"""Whom a figure is said of and by whom: market, part, area, speaker. What a noun phrase can stand for is in `names`."""
