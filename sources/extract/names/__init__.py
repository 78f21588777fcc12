"""What a name or noun phrase means: a part, an area, the market, a firm. Which phrase a figure belongs to is decided in `subjects`."""
