-- Puts other sealed values of a column in place of former ones, where these are still there.
-- takes: column_name, ids, formers, anews
SELECT replace_sealed($1, $2, $3, $4) AS replaced
