-- One column names what an event tells of: a message, a decision, a run or a task. Which of these it is follows from the event's type. The services are stopped
-- meanwhile, as for the migration that has split the log.
DROP VIEW "event_state";

-- Most events are of runs, whose ids stay where they are. Only the other rows are written again; large frames stay in place.
UPDATE "event" SET "run_id" = coalesce("message_id", "decision_id", "task_id") WHERE "run_id" IS NULL;
ALTER TABLE "event" RENAME COLUMN "run_id" TO "subject_id";
ALTER TABLE "event" DROP COLUMN "message_id", DROP COLUMN "task_id", DROP COLUMN "decision_id";

DROP INDEX "open_event_subject_idx";
UPDATE "open_event" o SET "run_id" = (SELECT e."subject_id" FROM "event" e WHERE e."id" = o."event_id") WHERE "run_id" IS NULL;
ALTER TABLE "open_event" DROP COLUMN "subject_id";
ALTER TABLE "open_event" RENAME COLUMN "run_id" TO "subject_id";

-- A message or a decision is kept as long as its agent has not heard of it. Runs are left out: each names its event, and a trigger would pay for one more
-- entry.
CREATE INDEX "open_event_subject_idx" ON "open_event" ("subject_id") WHERE NOT starts_with("subject_id", 'run_');

-- For people who look at the log by SQL, as before.
CREATE VIEW "event_state" AS
SELECT l."id", l."agent_id", l."seq", l."type", coalesce(o."state", e."state") AS "state", l."frame", l."subject_id",
       coalesce(o."channel", e."channel") AS "channel", coalesce(o."attempt", e."attempt") AS "attempt", o."round_start",
       o."last_outcome", coalesce(e."drop_reason", CASE WHEN o."state" = 'failed' AND o."aside_since" IS NOT NULL THEN 'not_handled' END) AS "drop_reason",
       o."attempt_after", o."in_flight_until", o."aside_since", o."leased_until", o."queued_at", l."created_at",
       coalesce(o."delivered_at", e."delivered_at") AS "delivered_at", e."ended_at"
  FROM "event" l
  LEFT JOIN "open_event" o ON o."event_id" = l."id"
  LEFT JOIN "event_end" e ON e."agent_id" = l."agent_id" AND e."seq" = l."seq" AND e."event_id" = l."id";
