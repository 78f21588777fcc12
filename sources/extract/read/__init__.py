"""The reading by rules: one sentence after the other until every figure is a mention or a rejection. Rules themselves do not belong here."""
