-- By itself, so that the lock of the new column is free again.
UPDATE "task_run" SET "touched_at" = "started_at" WHERE "status" = 'running';
