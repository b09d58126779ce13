-- takes: agent_id, id
SELECT coalesce(sum(octet_length(prompt)), 0)::int AS bytes FROM task
 WHERE agent_id = $1 AND deleted_at IS NULL AND id <> $2
