-- takes: column_name, ids, formers, anews
SELECT replace_sealed($1, $2, $3, $4) AS replaced
