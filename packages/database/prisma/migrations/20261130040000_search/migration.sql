-- What a search finds: a row for each message and each task that has words. Schedulers write it, a moment after the thing itself; triggers remove it together with the thing, so it
-- has no foreign keys. Each word begins with some characters that stand for the user, so one index finds the words of one user, and the beginnings of words, without the words of others.
CREATE TABLE "search_entry" (
  "id"       TEXT PRIMARY KEY,
  "user_id"  TEXT NOT NULL,
  "agent_id" TEXT NOT NULL,
  "kind"     TEXT NOT NULL,
  "at"       TIMESTAMPTZ(3) NOT NULL,
  "words"    TSVECTOR NOT NULL
);

CREATE INDEX "search_entry_user_id_at_idx" ON "search_entry" ("user_id", "at");

-- A search looks through the entries that are not yet in their place one by one, so there are few of them. Schedulers put them there.
CREATE INDEX "search_entry_words_idx" ON "search_entry" USING gin ("words") WITH (fastupdate = on, gin_pending_list_limit = 512);

-- How far the messages of a conversation have entries: those from `left_before` up to `indexed_until`; none is left if `left_before` is null.
CREATE TABLE "search_place" (
  "conversation_id" TEXT PRIMARY KEY REFERENCES "conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "indexed_until"   TIMESTAMPTZ(3) NOT NULL,
  "left_before"     TIMESTAMPTZ(3)
) WITH (fillfactor = 80);

-- Tasks and requests whose words have changed. A row more than needed does no harm.
CREATE TABLE "search_due" (
  "no" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "id" TEXT NOT NULL
);

-- One row, which whoever writes entries locks: up to where the conversations have been looked through for messages without entries.
CREATE TABLE "search_pass" (
  "id"    SMALLINT PRIMARY KEY,
  "after" TEXT NOT NULL
);

INSERT INTO "search_pass" VALUES (1, '');
