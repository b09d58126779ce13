-- Holds the row of the pass, so that no two processes write the same entries. None if another one holds it.
SELECT after FROM search_pass WHERE id = 1 FOR UPDATE SKIP LOCKED
