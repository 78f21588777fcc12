"""Publishers against each other: scopes that meet, the names that rules of `warehouse/sql/60_*.sql` join, sides of one disagreement."""
