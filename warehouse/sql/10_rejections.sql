-- Every figure-like token that is no claim, with its rule, of documents that are not retracted.
-- depends: raw.rejections, core.documents
select document_id, char_start, char_end, surface, rule from raw.rejections semi join core.documents using (document_id)
