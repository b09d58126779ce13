/** The log with the states that people are shown. Tests also write events in any state through it, old and finished ones among them. A run of the event learns of it. */
export const WRITABLE_EVENT_STATE = `
  CREATE VIEW event_state AS
  SELECT e.id, e.agent_id, e.seq, e.type, CASE WHEN e.state <> 'open' THEN e.state WHEN e.push_no <= w.push_no THEN 'waiting' ELSE 'pending' END AS state, e.frame,
         e.subject_id, e.channel, e.drop_reason, e.attempt, e.round_start, e.last_outcome, e.next_attempt_at, e.in_flight_until, e.leased_until, e.is_listed,
         e.is_queued, e.handed_out_no, e.push_no, e.created_at, e.delivered_at, e.ended_at
    FROM event e LEFT JOIN waiting_up_to w ON w.agent_id = e.agent_id AND w.type = e.type;
  CREATE FUNCTION write_event_state() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    is_open boolean;
    has_open_run boolean;
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM event WHERE id = OLD.id;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    END IF;
    UPDATE task_run SET event_id = NEW.id WHERE id = NEW.subject_id AND event_id IS DISTINCT FROM NEW.id;
    NEW.created_at := coalesce(NEW.created_at, now());
    is_open := coalesce(NEW.state, 'pending') IN ('pending', 'waiting', 'open');
    has_open_run := EXISTS (SELECT 1 FROM task_run WHERE id = NEW.subject_id AND status IN ('pending', 'running'));
    INSERT INTO event (id, agent_id, seq, push_no, type, frame, subject_id, created_at, state, channel, drop_reason, attempt, round_start, last_outcome,
                       next_attempt_at, in_flight_until, leased_until, is_listed, is_queued, handed_out_no, delivered_at, ended_at)
    VALUES (NEW.id, NEW.agent_id, NEW.seq, coalesce(NEW.push_no, NEW.seq), NEW.type, NEW.frame, NEW.subject_id, NEW.created_at, CASE WHEN is_open THEN 'open' ELSE NEW.state END,
            NEW.channel, NEW.drop_reason, coalesce(NEW.attempt, 0), coalesce(NEW.round_start, 0), NEW.last_outcome, coalesce(NEW.next_attempt_at, NEW.created_at),
            NEW.in_flight_until, NEW.leased_until,
            coalesce(NEW.is_listed, is_open AND NEW.type = 'task_trigger' OR NEW.state = 'failed' AND has_open_run), coalesce(NEW.is_queued, is_open AND NEW.type = 'task_trigger'),
            NEW.handed_out_no, NEW.delivered_at, CASE WHEN NOT is_open THEN coalesce(NEW.ended_at, NEW.delivered_at, NEW.created_at) END);
    RETURN NEW;
  END $$;
  CREATE TRIGGER write_event_state INSTEAD OF INSERT OR UPDATE OR DELETE ON event_state FOR EACH ROW EXECUTE FUNCTION write_event_state();`;

/**
 * A statement that does the same for very many at once, without a trigger. `source` selects `id, agent_id, seq, type, state, subject_id, at`: an open trigger is
 * listed, and what has ended has done so when it was written.
 */
export function insertManyEvents(source: string): string {
  return `
  INSERT INTO event (id, agent_id, seq, push_no, type, state, frame, subject_id, created_at, next_attempt_at, is_listed, is_queued, delivered_at, ended_at)
  SELECT id, agent_id, seq, seq, type, CASE WHEN state IN ('pending', 'waiting') THEN 'open' ELSE state END, '{"payload":{}}', subject_id, at, at,
         state IN ('pending', 'waiting') AND type = 'task_trigger', state IN ('pending', 'waiting') AND type = 'task_trigger',
         CASE WHEN state = 'delivered' THEN at END, CASE WHEN state IN ('delivered', 'failed') THEN at END
    FROM (${source}) source`;
}

/** Writes so many events of an agent's messages, which nothing pushes. Returns their ids in order. */
export async function addWaitingEvents(
  { sql }: { sql: (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]> },
  agentId: string,
  count: number,
): Promise<string[]> {
  const source = `
    SELECT 'evt_' || $1 || n AS id, $1 AS agent_id, n AS seq, 'user_message' AS type, 'waiting' AS state,
           NULL::text AS subject_id, now() AS at
      FROM generate_series(1, $2::int) n`;
  const events = await sql(`${insertManyEvents(source)} RETURNING id`, agentId, count);
  await sql('UPDATE agent_counter SET last_seq = $2, last_push_no = $2 WHERE agent_id = $1', agentId, count);
  return events.map(({ id }) => String(id));
}
