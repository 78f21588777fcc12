"""Words of names in one form: tokens, spelling, inflection, acronyms, and the reviewed vocabularies.

Belongs here: what holds for a word or a phrase whatever name it is in, and the files of words with their schemas. Reading
a whole name does not (`names`), nor does what a word means for a scope (`scopes`).
"""
