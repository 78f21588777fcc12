"""Random-effects statistics of one series: how far publishers scatter, where their centre lies, what the next one would say.

Belongs here: a Bayesian model over plain arrays (`likelihood`, `spread_law`, `posterior`, `dispersion`,
`source_reliability`), and the series, voices and verdicts that it is applied to. Claims by the million go through
`warehouse/fuse`.
"""
