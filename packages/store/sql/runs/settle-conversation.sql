-- Makes a conversation the run's, unless the run has one that is not deleted. Of two at once, the first wins.
UPDATE task_run r SET conversation_id = $2 FROM task_run f
 WHERE r.id = $1 AND f.id = r.id AND r.conversation_id IS NOT DISTINCT FROM f.conversation_id
   AND NOT EXISTS (SELECT FROM conversation c WHERE c.id = f.conversation_id AND c.deleted_at IS NULL)
