-- Files that wait for a message are counted by who sends them, the user or one of the agents.
CREATE INDEX upload_user_id_agent_id_idx ON upload (user_id, agent_id);
DROP INDEX upload_user_id_idx;
