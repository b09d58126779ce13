-- Locks events, whatever has become of them: no other statement opens or ends them any more. Says which their
-- agents have not received, or a poll lists.
-- takes: ids
SELECT id, state = 'open' OR is_listed AS is_open FROM event
 WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE
