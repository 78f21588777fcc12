"""The review queue: open questions, what an answer is worth, and what became of decisions."""
