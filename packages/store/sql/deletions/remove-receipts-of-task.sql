-- Removes receipts of a deleted task's trigger.
-- takes: id, limit
DELETE FROM trigger_receipt
 WHERE task_id = $1 AND payload_hash IN (SELECT payload_hash FROM trigger_receipt WHERE task_id = $1 LIMIT $2)
RETURNING run_id
