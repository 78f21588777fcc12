"""Units of figures: printed behind them, given by headers, lines and notes around them, and whose money a word means."""
