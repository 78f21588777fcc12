"""What benchmarks, chaos and tests share: processes, small homes, drawn decisions, synthetic reports; and trials of their own: histories, baseline.

A package of developers: nothing that is installed imports it. It imports none of the packages that use it.
"""
