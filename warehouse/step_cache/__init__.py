"""Results of steps, stored by the hash of what made them, so that a build computes only what is new.

Belongs here: digests of groups (`group_digests.py`), the files that hold results (`result_store.py`), and the step that looks them up
(`cached_step.py`). A build with an empty store writes the same rows. Which steps fall apart, and by what, is in `warehouse/grouping/`.
"""
