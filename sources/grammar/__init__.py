"""The words that reading rests on: reviewed files, one per language, with a schema. No reading happens here."""
