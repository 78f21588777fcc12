"""Faults injected into the real program, counted: `python -m chaos`. docs/reliability.md rests on them. The program has no hooks for this."""
