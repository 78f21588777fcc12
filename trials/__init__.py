"""What benchmarks, chaos, calibration and training share: processes, homes, inboxes, synthetic reports, clocks, tables, drawings.

A package of developers: nothing that is installed imports it. It imports none of the packages that use it.
"""
