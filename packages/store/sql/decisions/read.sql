-- A request with its outcome.
-- takes: id
SELECT * FROM decision_record WHERE id = $1
