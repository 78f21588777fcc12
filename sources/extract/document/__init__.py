"""What a document says of itself: publisher, dates, forecast window, market and area, gathered as a context. Single figures do not belong here."""
