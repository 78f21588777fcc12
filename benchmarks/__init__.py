"""How fast the parts are, measured on synthetic reports: `python -m benchmarks`.

Belongs here: what is timed, and how it is written down. Not here: anything that the program itself needs.
"""
