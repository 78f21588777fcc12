"""Causes of disagreements, their rows, and the components of their distance."""
