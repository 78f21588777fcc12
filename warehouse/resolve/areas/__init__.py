"""Areas as codes: members of regions, extents and how they relate, and the step that builds core.areas.

Belongs here: reviewed lists of members. Reading areas from texts does not (`sources`), nor from names (`names`).
"""
