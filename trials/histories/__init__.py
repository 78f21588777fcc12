"""Random histories of a home, and the comparison of what was updated step by step with a full rebuild without any store.

Belongs here: texts that arrive (`texts.py`), what happens to a home (`events.py`), its builds and releases (`home.py`), and the
walk with its comparisons (`walk.py`). `python -m trials.histories` runs many.
"""
