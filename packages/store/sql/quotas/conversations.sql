-- How many conversations a user has, up to a number. The order is that of `conversation_of_user_idx`.
-- takes: owner_id, max
SELECT count(*)::int AS used FROM (
  SELECT FROM conversation WHERE user_id = $1
   ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST LIMIT $2
) known
