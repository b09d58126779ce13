-- takes: id, agent_id?, owner_id?
SELECT * FROM task_record
 WHERE id = $1 AND ($2::text IS NULL OR agent_id = $2) AND ($3::text IS NULL OR owner_id = $3)
