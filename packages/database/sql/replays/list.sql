-- The newest replays of an agent.
-- takes: agent_id, max
-- gives: state 'queued' | 'running' | 'finished' | 'cancelled', event_state 'failed' | 'delivered'
-- gives: event_type? EventType, waits_for? 'agent' | 'own_events' | 'other_events'
-- gives: done_seq?, began_seq?, ended_at?
SELECT * FROM replay_record WHERE agent_id = $1 ORDER BY id DESC LIMIT $2
