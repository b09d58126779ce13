-- In the order of `conversation_of_user_idx`. The limit is hidden from planners, as in `events.sql`.
-- takes: owner_ids, max
SELECT (SELECT count(*)::int FROM (
  SELECT FROM conversation WHERE user_id = o.id
   ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST LIMIT (SELECT $2::int)
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
