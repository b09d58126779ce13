-- An occurrence starts one run. Runs of triggers, and those started by hand, have none. A scheduler of the version before names the former index
-- and claims nothing until it is replaced: what is due meanwhile is claimed by the new one.
CREATE UNIQUE INDEX "task_run_occurrence_key" ON "task_run" ("task_id", "scheduled_for") WHERE "scheduled_for" IS NOT NULL;
DROP INDEX "task_run_task_id_scheduled_for_key";
