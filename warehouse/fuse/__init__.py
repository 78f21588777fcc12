"""The reconciler on anyone's claims: source, object, attribute, number in; value, interval and source weights out.

Belongs here: statistics over arrays of claims, one configuration for all data. Nothing of markets, documents or words;
what may be pooled at all is decided in `warehouse/estimate`, which calls the same functions.
"""
