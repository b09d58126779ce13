-- Who writes a run holds its agent and its task against deletion, and a deletion removes runs before these. So no key has to be looked up for each
-- row once more.
ALTER TABLE "task_run" DROP CONSTRAINT "task_run_task_id_fkey", DROP CONSTRAINT "task_run_agent_id_fkey";

-- Replaced by the indexes of the migration before.
DROP INDEX "task_run_task_id_started_at_idx";
DROP INDEX "task_run_agent_id_idx";
DROP INDEX "task_run_pending_idx";
DROP INDEX "task_run_untouched_idx";

-- A run is changed soon after it was written: on the same page that is a short record of the log.
ALTER TABLE "task_run" SET (fillfactor = 70);
