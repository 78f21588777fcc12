"""Steps of the build split into groups of rows that must stay together, and the processes that run groups on one machine.

Belongs here: how frames are dealt out and come back (`groups.py`, `dealing.py`), which steps fall apart and by what (`splits.py`, with
`market_splits.py` and `estimate_splits.py`), who runs the groups where there is no cluster (`here.py`), and how frames lie in files
(`files.py`). The functions are the steps' own; a cluster runs the same groups (`warehouse/spark/`).
"""
