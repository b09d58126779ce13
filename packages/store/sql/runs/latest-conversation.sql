SELECT id FROM conversation
 WHERE agent_id = $1 AND last_message_at IS NOT NULL
   AND CASE WHEN deleted_at IS NULL AND NOT is_test(archived_through) THEN user_id = $2 END
 ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST LIMIT 1
