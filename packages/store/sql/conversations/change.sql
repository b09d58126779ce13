-- takes: id, title?, is_pinned, is_archived
UPDATE conversation
   SET title = $2, pinned_at = CASE WHEN $3::boolean THEN coalesce(pinned_at, now()) END,
       archived_through = CASE WHEN is_test(archived_through) THEN archived_through
                               WHEN $4::boolean THEN last_message_at END
 WHERE id = $1
