"""Wiring: the two ways to run Parallax.

`defs/` for Dagster, `cli/` for people. What they call lives in the rooms below.
"""
