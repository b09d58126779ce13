-- What is there already. Messages are found by looking through the conversations. Apart from the triggers, so that nobody waits meanwhile. They name what comes
-- from then on, so nothing is missed, and a task that is named twice does no harm.
INSERT INTO search_due (id) SELECT id FROM task WHERE deleted_at IS NULL;
