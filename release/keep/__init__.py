"""How long releases stay and what is known of those that went: the pointer, retention, the record of each release."""
