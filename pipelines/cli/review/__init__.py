"""Open questions for a person, and the answers that become decisions."""
