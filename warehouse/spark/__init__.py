"""Reading, groups of the build and marts on Spark. The functions are those of the local engine; only their caller differs.

Nothing here is imported unless a run asks for Spark, and pyspark is imported inside functions only: the default install has none.
"""
