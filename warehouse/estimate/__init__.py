"""Random-effects statistics of one series: the spread of publishers, their centre, and the prediction for the next one.

Belongs here: a Bayesian model over plain arrays (`likelihood`, `spread_law`, `posterior`, `dispersion`,
`source_reliability`), and the series, voices and verdicts that it is applied to. Claims by the million go through
`warehouse/fuse`.
"""
