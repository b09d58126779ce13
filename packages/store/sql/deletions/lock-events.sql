-- Locks events, whatever became of them. Open is what its agent has not received, or a poll lists.
SELECT id, state = 'open' OR is_listed AS is_open FROM event
 WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE
