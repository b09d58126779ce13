-- Removes a deleted task.
-- takes: id
DELETE FROM task WHERE id = $1 RETURNING id
