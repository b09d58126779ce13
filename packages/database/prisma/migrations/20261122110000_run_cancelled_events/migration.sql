-- Events that tell of a cancelled run. What was there fulfilled a narrower constraint, so no range of the log is read.
ALTER TABLE "event" DROP CONSTRAINT "event_type_check";
ALTER TABLE "event" ADD CONSTRAINT "event_type_check"
  CHECK ("type" IN ('user_message', 'decision_resolved', 'task_due', 'task_trigger', 'run_cancelled')) NOT VALID;
