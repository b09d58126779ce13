SELECT * FROM decision_record WHERE id = $1
