"""What a figure measures: size, growth, share, price or nothing of the market. Its unit, year and subject do not belong here."""
