"""Numbers and years as printed: numerals, quantities with units, hedges and ranges, and numbers that are no figures. What they measure does not belong here."""
