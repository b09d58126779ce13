/**
 * Lets tests write events in any state, old and finished ones among them, through the view that shows them: a row goes to the log, and beside it to what
 * is open or to what has ended, as the product would have left it. A run of the event learns of it.
 */
export const WRITABLE_EVENT_STATE = `
  CREATE FUNCTION write_event_state() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    is_open boolean;
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM open_event WHERE event_id = OLD.id;
      DELETE FROM event_end WHERE agent_id = OLD.agent_id AND seq = OLD.seq AND event_id = OLD.id;
      DELETE FROM event WHERE id = OLD.id;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    END IF;
    NEW.state := coalesce(NEW.state, 'pending');
    NEW.created_at := coalesce(NEW.created_at, now());
    NEW.attempt := coalesce(NEW.attempt, 0);
    INSERT INTO event (id, agent_id, seq, type, frame, subject_id, created_at)
    VALUES (NEW.id, NEW.agent_id, NEW.seq, NEW.type, NEW.frame, NEW.subject_id, NEW.created_at);
    UPDATE task_run SET event_id = NEW.id WHERE id = NEW.subject_id AND event_id IS DISTINCT FROM NEW.id;
    is_open := NEW.state IN ('pending', 'waiting') OR NEW.queued_at IS NOT NULL
      OR (NEW.state = 'failed' AND EXISTS (SELECT 1 FROM task_run WHERE id = NEW.subject_id AND status IN ('pending', 'running')));
    IF is_open THEN
      INSERT INTO open_event
      VALUES (NEW.id, NEW.agent_id, NEW.seq, NEW.type, NEW.subject_id, NEW.state, NEW.channel, NEW.attempt, coalesce(NEW.round_start, 0), NEW.last_outcome, NEW.attempt_after, NEW.in_flight_until,
              NEW.aside_since, NEW.leased_until, NEW.queued_at, NEW.delivered_at);
    ELSE
      INSERT INTO event_end
      VALUES (NEW.agent_id, NEW.seq, NEW.id, NEW.type, NEW.state, NEW.channel, NEW.attempt, NEW.drop_reason, NEW.delivered_at,
              coalesce(NEW.ended_at, NEW.delivered_at, NEW.created_at));
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER write_event_state INSTEAD OF INSERT OR UPDATE OR DELETE ON event_state FOR EACH ROW EXECUTE FUNCTION write_event_state();`;

/**
 * A statement that does the same for very many at once, without a trigger. `source` selects `id, agent_id, seq, type, state, subject_id, at`: open ones
 * are pending or waiting, a waiting trigger is listed, and what has ended has done so when it was written.
 */
export function insertManyEvents(source: string): string {
  return `
  WITH source AS MATERIALIZED (${source}), logged AS (
    INSERT INTO event (id, agent_id, seq, type, frame, subject_id, created_at)
    SELECT id, agent_id, seq, type, '{"payload":{}}', subject_id, at FROM source
  ), opened AS (
    INSERT INTO open_event (event_id, agent_id, seq, type, state, subject_id, attempt_after, queued_at)
    SELECT id, agent_id, seq, type, state, subject_id, CASE WHEN state = 'pending' THEN now() + interval '1 hour' END,
           CASE WHEN state = 'waiting' AND type = 'task_trigger' THEN at END
      FROM source WHERE state IN ('pending', 'waiting')
  )
  INSERT INTO event_end (event_id, agent_id, seq, type, state, attempt, delivered_at, ended_at)
  SELECT id, agent_id, seq, type, state, 0, CASE WHEN state = 'delivered' THEN at END, at FROM source WHERE state IN ('delivered', 'failed')`;
}
