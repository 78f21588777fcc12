"""What a release says: markets, figures down to their words, citations, releases and what changed between them."""
