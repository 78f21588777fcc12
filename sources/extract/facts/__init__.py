"""What a document says of itself, read before its figures: title, publisher, market, area, years and dates. Figures do not belong here."""
