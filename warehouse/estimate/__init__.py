"""Random-effects statistics of one series: how far publishers scatter, where their centre lies, what the next one would say.

Belongs here: a Bayesian model over plain arrays. Nothing of markets, publishers or words; the build calls it from
`warehouse/reconcile/estimation.py`. Claims by the million go through `warehouse/fuse`.
"""
