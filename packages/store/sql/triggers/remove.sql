-- Removes a task's trigger. The receipts belong to the task, and count for a later trigger of it.
-- takes: task_id
DELETE FROM trigger WHERE task_id = $1
