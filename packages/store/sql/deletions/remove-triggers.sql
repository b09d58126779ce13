-- Voids the triggers of deleted agents.
-- takes: agent_ids
DELETE FROM trigger g USING task t WHERE g.task_id = t.id AND t.agent_id = ANY ($1::text[])
