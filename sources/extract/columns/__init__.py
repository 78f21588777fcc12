"""Tables whose columns a sidecar names: each row becomes claims. How a table is read without a sidecar does not belong here."""
