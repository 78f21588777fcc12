"""What runs on Spark: reading, groups of the build, marts. The functions are those of the local engine; only who calls them differs.

Nothing here is imported unless a run asks for Spark, and pyspark is imported inside functions only: the default install has none.
"""
