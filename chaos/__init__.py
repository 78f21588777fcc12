"""What the promises of docs/reliability.md rest on: faults injected into the real program, counted: `python -m chaos`.

Belongs here: faults and what must hold after them. Not here: anything that the program itself needs; it has no hooks for this.
"""
