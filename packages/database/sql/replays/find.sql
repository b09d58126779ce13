-- A replay, if it is the owner's.
-- takes: id, owner_id
-- gives: state 'queued' | 'running' | 'finished' | 'cancelled', event_state 'failed' | 'delivered'
-- gives: event_type? EventType, waits_for? 'agent' | 'own_events' | 'other_events'
-- gives: done_seq?, began_seq?, ended_at?
SELECT r.* FROM replay_record r JOIN agent a ON a.id = r.agent_id
 WHERE r.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
