"""From a reader's pointers to values, or a refusal with its rule: what is not in the text is no claim."""
