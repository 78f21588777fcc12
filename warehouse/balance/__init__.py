"""Balancing: figures that must add up, made to, with the least change that their reliability allows.

Belongs here: least squares over figures, constraints and variances. Only `coherence.py` and `coherence_inputs.py` read
frames and write tables.
"""
