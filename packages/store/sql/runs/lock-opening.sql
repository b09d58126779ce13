-- Two runs of a new agent that end together open one conversation, not two.
-- takes: agent_id
SELECT pg_advisory_xact_lock(hashtextextended('first conversation of ' || $1, 0))
