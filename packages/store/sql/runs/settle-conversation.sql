-- Makes a conversation the run's, unless the run has one that is not deleted.
-- takes: id, conversation_id
UPDATE task_run r SET conversation_id = $2
 WHERE r.id = $1
   AND NOT EXISTS (SELECT FROM conversation c WHERE c.id = r.conversation_id AND c.deleted_at IS NULL)
