/**
 * A common table expression that appends an event for each row of `relation`, to be put into the statement that writes the fact which causes them. The relation
 * has the columns `event_id`, `agent_id`, `type`, `frame`, `subject_id`, which is the id of what the type says that it tells of (`subjectOf`), and `place`, by
 * which an agent's events are ordered among themselves.
 *
 * Writers read `appended (event_id, agent_id, type, subject_id, seq, push_no, owner_id, slot, is_reachable)`. `slot` is the hub that the agent is connected to, or null.
 * `is_reachable` says whether anything can push the event now. The database's function `append_events` does the work.
 */
export function appendEvents(relation: string): string {
  const columns = ['event_id', 'agent_id', 'type', 'frame', 'subject_id'];
  return `
    appended AS MATERIALIZED (
      SELECT a.* FROM (
        SELECT ${columns.map((column) => `array_agg(${column} ORDER BY place) AS ${column}s`).join(', ')} FROM ${relation}
      ) t CROSS JOIN LATERAL append_events(${columns.map((column) => `t.${column}s`).join(', ')}) a WHERE t.event_ids IS NOT NULL
    )`;
}
