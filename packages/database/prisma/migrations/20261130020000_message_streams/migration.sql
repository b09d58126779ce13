-- Messages that agents are writing, and those that broke off, with the text so far in pieces. `message_id` is the id that the message will have. The
-- statement that stores the message deletes its row here; what broke off is removed after an hour.
CREATE TABLE "message_stream" (
  "message_id"      TEXT PRIMARY KEY,
  "agent_id"        TEXT NOT NULL REFERENCES "agent" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "conversation_id" TEXT NOT NULL REFERENCES "conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "is_cut"          BOOLEAN NOT NULL DEFAULT false,
  "started_at"      TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "seen_at"         TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITH (fillfactor = 70);

CREATE INDEX "message_stream_agent_id_idx" ON "message_stream" ("agent_id");
CREATE INDEX "message_stream_conversation_id_idx" ON "message_stream" ("conversation_id");

CREATE TABLE "message_stream_piece" (
  "message_id" TEXT NOT NULL REFERENCES "message_stream" ("message_id") ON DELETE CASCADE ON UPDATE CASCADE,
  "at"         INTEGER NOT NULL,
  "text"       TEXT NOT NULL,
  PRIMARY KEY ("message_id", "at")
);
