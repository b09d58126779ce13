-- Every gateway looks every ten seconds for files to remove: those that nobody has taken for a day, those that did not come to their end, and those that
-- somebody has claimed and not removed. Without these indexes it read all files that wait.
CREATE INDEX upload_waiting_idx ON upload (created_at) WHERE ended_at IS NULL;
CREATE INDEX upload_coming_idx ON upload (created_at) WHERE ready_at IS NULL AND ended_at IS NULL;
CREATE INDEX upload_ended_idx ON upload (ended_at) WHERE ended_at IS NOT NULL;
