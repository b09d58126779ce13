-- The event log was one table whose rows and ten indexes changed with each delivery. It is three now: the log, which is only written to; what is
-- open, small and hot; and what has ended, which is only written to as well. The log, the ends and the attempts lie in ranges of the event's id, that is
-- of time, so that retention drops a range instead of rows. The services are stopped meanwhile.

-- Ids are compared by their bytes, as ranges are. Whatever holds an event's id is compared so, or its indexes would not be used.
CREATE TABLE "open_event" (
    "event_id" TEXT COLLATE "C" NOT NULL,
    "agent_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "run_id" TEXT,
    "subject_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "channel" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "round_start" INTEGER NOT NULL DEFAULT 0,
    "last_outcome" TEXT,
    "attempt_after" TIMESTAMPTZ(3),
    "in_flight_until" TIMESTAMPTZ(3),
    "aside_since" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "queued_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "open_event_pkey" PRIMARY KEY ("event_id")
);

-- What is listed by a poll, or is an event of a run that is open, stays open also if it was delivered or its delivery failed.
INSERT INTO "open_event"
SELECT e."id", e."agent_id", e."seq", e."type", e."run_id", CASE WHEN e."run_id" IS NULL THEN coalesce(e."message_id", e."decision_id") END,
       e."state", e."channel", e."attempt", e."round_start", e."last_outcome", e."attempt_after", e."in_flight_until", e."aside_since",
       e."leased_until", e."queued_at", e."delivered_at"
  FROM "event" e LEFT JOIN "task_run" r ON r."id" = e."run_id" AND r."status" IN ('pending', 'running')
 WHERE e."state" IN ('pending', 'waiting') OR e."queued_at" IS NOT NULL OR (e."state" = 'failed' AND r."id" IS NOT NULL);

-- A run knows its event, so that nobody looks for it. Nothing asks a finished run for it.
ALTER TABLE "task_run" ADD COLUMN "event_id" TEXT COLLATE "C";
UPDATE "task_run" r SET "event_id" = e."id" FROM "event" e
 WHERE e."run_id" = r."id" AND (r."status" IN ('pending', 'running') OR EXISTS (SELECT 1 FROM "open_event" o WHERE o."event_id" = e."id"));

CREATE TABLE "event_end" (
    "agent_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "channel" TEXT,
    "attempt" INTEGER NOT NULL,
    "drop_reason" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_end_pkey" PRIMARY KEY ("agent_id", "seq", "event_id")
) PARTITION BY RANGE ("event_id");
CREATE TABLE "event_end_default" PARTITION OF "event_end" DEFAULT;

-- The tables of the version before become the first range, as they are.
ALTER TABLE "event" RENAME TO "event_first";
ALTER TABLE "event_first" RENAME CONSTRAINT "event_pkey" TO "event_first_pkey";
ALTER TABLE "delivery_attempt" RENAME TO "delivery_attempt_first";
ALTER TABLE "delivery_attempt_first" DROP CONSTRAINT "delivery_attempt_pkey", DROP CONSTRAINT "delivery_attempt_event_id_fkey";
DROP INDEX "delivery_attempt_event_id_started_at_idx", "event_agent_id_seq_key", "event_run_id_idx", "event_take_up_idx", "event_queued_idx",
  "event_finished_idx", "event_open_subject_idx", "event_pending_idx", "event_waiting_idx", "event_untriggered_idx", "event_failed_idx";
ALTER INDEX "delivery_attempt_started_at_idx" RENAME TO "delivery_attempt_first_started_at_idx";
ALTER TABLE "event_first" DROP CONSTRAINT "event_agent_id_fkey", RESET (fillfactor), ALTER COLUMN "id" TYPE TEXT COLLATE "C";
ALTER TABLE "delivery_attempt_first" ALTER COLUMN "event_id" TYPE TEXT COLLATE "C", ALTER COLUMN "id" TYPE TEXT COLLATE "C";

CREATE TABLE "event_default" (LIKE "event_first" INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
CREATE TABLE "delivery_attempt_default" (LIKE "delivery_attempt_first" INCLUDING DEFAULTS);
DO $$
DECLARE
  -- The first range ends with the day after this one. An id begins with its time in milliseconds (packages/domain/src/ids.ts).
  bound CONSTANT text := 'evt_' || lpad(to_hex((extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '2 days') * 1000)::bigint), 12, '0');
BEGIN
  EXECUTE format('WITH odd AS (DELETE FROM event_first WHERE id >= %L RETURNING *) INSERT INTO event_default SELECT * FROM odd', bound);
  EXECUTE format('WITH odd AS (DELETE FROM delivery_attempt_first WHERE event_id >= %L RETURNING *) INSERT INTO delivery_attempt_default SELECT * FROM odd', bound);
  EXECUTE format('CREATE TABLE event_end_first PARTITION OF event_end FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;

INSERT INTO "event_end"
SELECT e."agent_id", e."seq", e."id", e."type", e."state", e."channel", e."attempt", CASE WHEN e."state" = 'failed' THEN e."drop_reason" END, e."delivered_at",
       coalesce(e."delivered_at", a."last_at", e."created_at")
  FROM (SELECT * FROM "event_first" UNION ALL SELECT * FROM "event_default") e
  LEFT JOIN (
    SELECT d."event_id", max(d."started_at") AS "last_at"
      FROM (SELECT * FROM "delivery_attempt_first" UNION ALL SELECT * FROM "delivery_attempt_default") d GROUP BY d."event_id"
  ) a ON a."event_id" = e."id"
  LEFT JOIN "open_event" o ON o."event_id" = e."id"
 WHERE o."event_id" IS NULL;

DO $$
DECLARE
  part text;
  item text;
BEGIN
  FOREACH part IN ARRAY ARRAY['first', 'default'] LOOP
    FOREACH item IN ARRAY ARRAY['state', 'channel', 'attempt', 'round_start', 'last_outcome', 'drop_reason', 'attempt_after', 'in_flight_until',
                                'aside_since', 'leased_until', 'queued_at', 'delivered_at'] LOOP
      EXECUTE format('ALTER TABLE event_%s DROP COLUMN %s', part, item);
    END LOOP;
  END LOOP;
END $$;

CREATE TABLE "event" (
    "id" TEXT COLLATE "C" NOT NULL,
    "agent_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "frame" TEXT NOT NULL,
    "message_id" TEXT,
    "task_id" TEXT,
    "run_id" TEXT,
    "decision_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "event_type_check" CHECK ("type" IN ('user_message', 'decision_resolved', 'task_due', 'task_trigger'))
) PARTITION BY RANGE ("id");

CREATE TABLE "delivery_attempt" (
    "id" TEXT COLLATE "C" NOT NULL,
    "event_id" TEXT COLLATE "C" NOT NULL,
    "retry_num" INTEGER NOT NULL,
    "retry_reason" TEXT NOT NULL,
    "outcome" TEXT,
    "status_code" INTEGER,
    "error" TEXT,
    "response" TEXT,
    "duration_ms" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("event_id", "id")
) PARTITION BY RANGE ("event_id");

-- What has no range of its own goes to the default, so that nothing fails.
DO $$
DECLARE
  first_end CONSTANT text := (SELECT substring(pg_get_expr(relpartbound, oid) FROM $re$TO \('([^']+)'\)$re$) FROM pg_class WHERE oid = 'event_end_first'::regclass);
  log text;
BEGIN
  FOREACH log IN ARRAY ARRAY['event', 'delivery_attempt'] LOOP
    EXECUTE format('ALTER TABLE %1$s ATTACH PARTITION %1$s_first FOR VALUES FROM (MINVALUE) TO (%2$L)', log, first_end);
    EXECUTE format('ALTER TABLE %1$s ATTACH PARTITION %1$s_default DEFAULT', log);
  END LOOP;
END $$;

-- CreateIndex
CREATE INDEX "delivery_attempt_started_at_idx" ON "delivery_attempt"("started_at");

-- CreateIndex
CREATE INDEX "event_end_ended_at_idx" ON "event_end" USING BRIN ("ended_at");

-- The event log by state and by type, among very many triggers.
CREATE INDEX "event_end_failed_idx" ON "event_end" ("agent_id", "seq") WHERE "state" = 'failed';
CREATE INDEX "event_end_untriggered_idx" ON "event_end" ("agent_id", "type", "seq") WHERE "type" <> 'task_trigger';

-- What is on its way and what is left are looked for apart from each other, and what is left by its type: so a million triggers that wait are
-- passed over by whoever looks for something else.
CREATE INDEX "open_event_pending_idx" ON "open_event" ("agent_id", "seq") WHERE "state" = 'pending';
CREATE INDEX "open_event_left_idx" ON "open_event" ("agent_id", "state", "type", "seq") WHERE "state" <> 'pending';
CREATE INDEX "open_event_take_up_idx" ON "open_event" ("attempt_after") WHERE "state" = 'pending';
CREATE INDEX "open_event_queued_idx" ON "open_event" ("agent_id", "seq") WHERE "queued_at" IS NOT NULL;
-- A message or a decision is kept as long as its agent has not heard of it.
CREATE INDEX "open_event_subject_idx" ON "open_event" ("subject_id") WHERE "subject_id" IS NOT NULL;

ALTER TABLE "open_event" ADD CONSTRAINT "open_event_state_check" CHECK ("state" IN ('pending', 'delivered', 'waiting', 'failed'));
ALTER TABLE "open_event" ADD CONSTRAINT "open_event_channel_check" CHECK ("channel" IN ('websocket', 'webhook', 'poll'));
ALTER TABLE "event_end" ADD CONSTRAINT "event_end_state_check" CHECK ("state" IN ('delivered', 'failed'));
ALTER TABLE "event_end" ADD CONSTRAINT "event_end_channel_check" CHECK ("channel" IN ('websocket', 'webhook', 'poll'));

-- Each event is a row for moments only, so what it leaves is cleared often, by a fixed number of rows, and without pauses.
ALTER TABLE "open_event" SET (
    fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);

-- For people who look at the log by SQL. Services name the tables. By the id of an event it is as fast as they are.
CREATE VIEW "event_state" AS
SELECT l."id", l."agent_id", l."seq", l."type", coalesce(o."state", e."state") AS "state", l."frame", l."message_id", l."task_id", l."run_id",
       l."decision_id", coalesce(o."channel", e."channel") AS "channel", coalesce(o."attempt", e."attempt") AS "attempt", o."round_start",
       o."last_outcome", e."drop_reason", o."attempt_after", o."in_flight_until", o."aside_since", o."leased_until", o."queued_at", l."created_at",
       coalesce(o."delivered_at", e."delivered_at") AS "delivered_at", e."ended_at"
  FROM "event" l
  LEFT JOIN "open_event" o ON o."event_id" = l."id"
  LEFT JOIN "event_end" e ON e."agent_id" = l."agent_id" AND e."seq" = l."seq" AND e."event_id" = l."id";
