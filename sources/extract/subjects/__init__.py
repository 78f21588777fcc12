"""Subjects and speakers of figures: market, part, area, source. What a noun phrase can mean is read in `names`."""
