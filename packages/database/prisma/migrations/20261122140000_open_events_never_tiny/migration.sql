-- Rows for a moment, so that the file of the table is never small. PostgreSQL reads all of a table that is tiny or empty when a statement is planned, and goes
-- on to do so when the table has grown: in a new database that was vacuumed, each start and each end of a run then read all open events.
INSERT INTO "open_event" ("event_id", "agent_id", "seq", "type", "state", "last_outcome")
SELECT n::text, '', n, '', 'delivered', repeat('x', 1900) FROM generate_series(1, 512) AS n;
DELETE FROM "open_event" WHERE "agent_id" = '';
