-- The conversation of a request (locked), or the newest one if none is named; its run; how many are open.
-- takes: agent_id, owner_id, conversation_id?, run_id?
-- gives: conversation_id?
SELECT (SELECT id FROM conversation
         WHERE agent_id = $1 AND user_id = $2 AND ($3::text IS NULL OR id = $3) AND deleted_at IS NULL
           AND ($3::text IS NOT NULL OR NOT is_test(archived_through))
         ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST,
                  id DESC LIMIT 1 FOR NO KEY UPDATE) AS conversation_id,
       $4::text IS NULL OR EXISTS (SELECT 1 FROM task_run WHERE id = $4 AND agent_id = $1) AS has_run,
       (SELECT count(*) FROM decision WHERE agent_id = $1 AND status = 'pending') AS open
