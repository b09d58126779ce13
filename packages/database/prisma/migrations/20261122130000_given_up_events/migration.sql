-- A failed event that is open although nobody could handle it, because its run is open, keeps the moment since when it was set aside.
CREATE OR REPLACE VIEW "event_state" AS
SELECT l."id", l."agent_id", l."seq", l."type", coalesce(o."state", e."state") AS "state", l."frame", l."message_id", l."task_id", l."run_id",
       l."decision_id", coalesce(o."channel", e."channel") AS "channel", coalesce(o."attempt", e."attempt") AS "attempt", o."round_start",
       o."last_outcome", coalesce(e."drop_reason", CASE WHEN o."state" = 'failed' AND o."aside_since" IS NOT NULL THEN 'not_handled' END) AS "drop_reason",
       o."attempt_after", o."in_flight_until", o."aside_since", o."leased_until", o."queued_at", l."created_at",
       coalesce(o."delivered_at", e."delivered_at") AS "delivered_at", e."ended_at"
  FROM "event" l
  LEFT JOIN "open_event" o ON o."event_id" = l."id"
  LEFT JOIN "event_end" e ON e."agent_id" = l."agent_id" AND e."seq" = l."seq" AND e."event_id" = l."id";

-- Those that failed otherwise keep no such moment from now on.
UPDATE "open_event" SET "aside_since" = NULL WHERE "state" = 'failed' AND "aside_since" IS NOT NULL;
