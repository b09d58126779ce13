-- The whole model. What Prisma can express comes first, what it cannot stands at the end.

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "agent_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "status_reason" TEXT,
    "webhook_url" TEXT,
    "push_triggers_to_webhook" BOOLEAN NOT NULL DEFAULT false,
    "secret_hash" BYTEA NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "previous_secret_hash" BYTEA,
    "previous_secret_valid_until" TIMESTAMPTZ(3),
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_counter" (
    "agent_id" TEXT NOT NULL,
    "last_seq" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "agent_counter_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_message_at" TIMESTAMPTZ(3),
    "last_message_text" TEXT,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "sender_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'text',
    "text" TEXT NOT NULL,
    "image_urls" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "audio_url" TEXT,
    "report_title" TEXT,
    "report_description" TEXT,
    "task_run_id" TEXT,
    "decision_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "byte_length" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "schedule" TEXT NOT NULL,
    "trigger_type" TEXT NOT NULL,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "run_at" TIMESTAMPTZ(3),
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "next_run_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trigger" (
    "task_id" TEXT NOT NULL,
    "trigger_hash" BYTEA NOT NULL,
    "trigger_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trigger_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "trigger_receipt" (
    "task_id" TEXT NOT NULL,
    "payload_hash" BYTEA NOT NULL,
    "run_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trigger_receipt_pkey" PRIMARY KEY ("task_id","payload_hash")
);

-- CreateTable
CREATE TABLE "task_run" (
    "id" TEXT NOT NULL,
    "task_id" TEXT,
    "agent_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "summary" TEXT,
    "scheduled_for" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "context_block" (
    "run_id" TEXT NOT NULL,
    "id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "context_block_pkey" PRIMARY KEY ("run_id","id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "frame" TEXT NOT NULL,
    "message_id" TEXT,
    "task_id" TEXT,
    "run_id" TEXT,
    "decision_id" TEXT,
    "channel" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "round_start" INTEGER NOT NULL DEFAULT 0,
    "last_outcome" TEXT,
    "attempt_after" TIMESTAMPTZ(3),
    "in_flight_until" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "retry_num" INTEGER NOT NULL,
    "retry_reason" TEXT NOT NULL,
    "outcome" TEXT,
    "status_code" INTEGER,
    "error" TEXT,
    "response" TEXT,
    "duration_ms" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decision" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "conversation_id" TEXT,
    "task_run_id" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "action" TEXT,
    "suggested_pattern" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "note" TEXT,
    "always_allow" BOOLEAN NOT NULL DEFAULT false,
    "always_allow_pattern" TEXT,
    "resolution_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decision_rule" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "pattern" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "decision_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hub" (
    "slot" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "hub_pkey" PRIMARY KEY ("slot")
);

-- CreateTable
CREATE TABLE "agent_session" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "slot" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoke_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "agent_owner_id_idx" ON "agent"("owner_id");

-- CreateIndex
CREATE INDEX "conversation_agent_id_last_message_at_idx" ON "conversation"("agent_id", "last_message_at");

-- CreateIndex
CREATE INDEX "conversation_user_id_last_message_at_idx" ON "conversation"("user_id", "last_message_at");

-- CreateIndex
CREATE INDEX "message_task_run_id_idx" ON "message"("task_run_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_conversation_id_created_at_key" ON "message"("conversation_id", "created_at");

-- CreateIndex
CREATE INDEX "media_agent_id_idx" ON "media"("agent_id");

-- CreateIndex
CREATE INDEX "task_agent_id_idx" ON "task"("agent_id");

-- CreateIndex
CREATE UNIQUE INDEX "trigger_trigger_hash_key" ON "trigger"("trigger_hash");

-- CreateIndex
CREATE INDEX "trigger_receipt_received_at_idx" ON "trigger_receipt"("received_at");

-- CreateIndex
CREATE INDEX "task_run_task_id_started_at_idx" ON "task_run"("task_id", "started_at");

-- CreateIndex
CREATE INDEX "task_run_agent_id_idx" ON "task_run"("agent_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_run_task_id_scheduled_for_key" ON "task_run"("task_id", "scheduled_for");

-- CreateIndex
CREATE UNIQUE INDEX "event_agent_id_seq_key" ON "event"("agent_id", "seq");

-- CreateIndex
CREATE INDEX "delivery_attempt_event_id_started_at_idx" ON "delivery_attempt"("event_id", "started_at");

-- CreateIndex
CREATE INDEX "decision_agent_id_status_idx" ON "decision"("agent_id", "status");

-- CreateIndex
CREATE INDEX "decision_rule_user_id_idx" ON "decision_rule"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "decision_rule_agent_id_pattern_key" ON "decision_rule"("agent_id", "pattern");

-- CreateIndex
CREATE INDEX "agent_session_agent_id_idx" ON "agent_session"("agent_id");

-- CreateIndex
CREATE INDEX "agent_session_slot_epoch_idx" ON "agent_session"("slot", "epoch");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_counter" ADD CONSTRAINT "agent_counter_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trigger" ADD CONSTRAINT "trigger_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trigger_receipt" ADD CONSTRAINT "trigger_receipt_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_run" ADD CONSTRAINT "task_run_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_run" ADD CONSTRAINT "task_run_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "context_block" ADD CONSTRAINT "context_block_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "task_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision_rule" ADD CONSTRAINT "decision_rule_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision_rule" ADD CONSTRAINT "decision_rule_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Closed sets of values.
ALTER TABLE "agent" ADD CONSTRAINT "agent_kind_check" CHECK ("kind" IN ('interactive', 'approval-only'));
ALTER TABLE "agent" ADD CONSTRAINT "agent_status_check" CHECK ("status" IN ('active', 'error'));
ALTER TABLE "message" ADD CONSTRAINT "message_sender_check" CHECK ("sender" IN ('agent', 'human'));
ALTER TABLE "message" ADD CONSTRAINT "message_kind_check" CHECK ("kind" IN ('text', 'report', 'run', 'decision'));
ALTER TABLE "task" ADD CONSTRAINT "task_trigger_type_check" CHECK ("trigger_type" IN ('scheduled', 'event'));
ALTER TABLE "task_run" ADD CONSTRAINT "task_run_status_check" CHECK ("status" IN ('pending', 'running', 'completed', 'failed', 'cancelled'));
ALTER TABLE "task_run" ADD CONSTRAINT "task_run_origin_check" CHECK ("origin" IN ('schedule', 'trigger', 'manual'));
ALTER TABLE "event" ADD CONSTRAINT "event_type_check" CHECK ("type" IN ('user_message', 'decision_resolved', 'task_due', 'task_trigger'));
ALTER TABLE "event" ADD CONSTRAINT "event_state_check" CHECK ("state" IN ('pending', 'delivered', 'waiting', 'failed'));
ALTER TABLE "event" ADD CONSTRAINT "event_channel_check" CHECK ("channel" IN ('websocket', 'webhook', 'poll'));
ALTER TABLE "decision" ADD CONSTRAINT "decision_status_check" CHECK ("status" IN ('pending', 'approved', 'rejected', 'dismissed', 'cancelled'));

-- What the sweeper claims, and what a connecting agent is owed: few rows out of many.
CREATE INDEX "event_take_up_idx" ON "event" ("attempt_after") WHERE "state" = 'pending';
CREATE INDEX "event_open_idx" ON "event" ("agent_id", "seq") WHERE "state" IN ('pending', 'waiting');
CREATE INDEX "task_due_idx" ON "task" ("next_run_at") WHERE "enabled";
CREATE INDEX "agent_session_revoke_idx" ON "agent_session" ("slot", "revoke_at") WHERE "revoke_at" IS NOT NULL;

-- Rows that are rewritten in place leave room on their page, so that an update touches no index.
ALTER TABLE "agent_counter" SET (fillfactor = 50);
ALTER TABLE "conversation" SET (fillfactor = 80);
ALTER TABLE "event" SET (fillfactor = 80);
ALTER TABLE "hub" SET (fillfactor = 50);
