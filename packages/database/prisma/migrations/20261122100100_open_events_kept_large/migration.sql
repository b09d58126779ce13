-- The file is not made smaller when most events have ended: the planner would read all of a table that is tiny at this moment, and would go on to do
-- so when the table has grown.
ALTER TABLE "open_event" SET (vacuum_truncate = false);
