"""Text as printed: language, sentences, literal search, widths of letters, text without markup. What words mean does not belong here."""
