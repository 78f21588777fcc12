"""Causes of disagreements, their rows, and what their distance consists of."""
