"""Names of rules that more than one room knows. What a rule does is said where it is applied."""

MAPPED = "columns.mapped"  # a figure of a table whose columns are mapped
OTHER_COLUMN = "columns.other"  # a token of a mapped table that is no value
WORDED = "metrics.words"  # a metric with words of its own
