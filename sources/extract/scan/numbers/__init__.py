"""Numbers in digits and in words, and the marks that a document prints them with. Units do not belong here."""
