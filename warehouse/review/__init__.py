"""The review queue: open questions, the information value of an answer, and the state of decisions."""
