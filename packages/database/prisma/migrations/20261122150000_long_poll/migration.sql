-- Events that reach their agent over its long poll. What was there fulfilled narrower constraints, so no range is read. Processes of the version before
-- go on: they never write the new name.
ALTER TABLE "open_event" DROP CONSTRAINT "open_event_channel_check";
ALTER TABLE "open_event" ADD CONSTRAINT "open_event_channel_check" CHECK ("channel" IN ('websocket', 'webhook', 'poll', 'long_poll')) NOT VALID;
ALTER TABLE "event_end" DROP CONSTRAINT "event_end_channel_check";
ALTER TABLE "event_end" ADD CONSTRAINT "event_end_channel_check" CHECK ("channel" IN ('websocket', 'webhook', 'poll', 'long_poll')) NOT VALID;

-- What the long poll has handed out and its agent has not acknowledged, among very many events that wait.
CREATE INDEX "open_event_handed_out_idx" ON "open_event" ("agent_id", "seq") WHERE "channel" = 'long_poll' AND "state" <> 'delivered';
