-- Two runs of a new agent that end together open one conversation, not two, and so do two writes of a run.
-- takes: opener_id
SELECT pg_advisory_xact_lock(hashtextextended('first conversation of ' || $1, 0))
