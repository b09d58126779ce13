import type { Statement } from '@svc/database';

/**
 * The events of an agent, `$2` of them at most: first those that have ended, then the open ones, each by its own index, with their rows of the log. The
 * log has no foreign keys, so the statement that removes an end or an open row also removes its row of the log. Attempts are removed before their events.
 */
export const EVENTS_OF_AGENT: Statement[] = (
  [
    ['ended', 'event_end', `x.agent_id = $1`],
    ['pending', 'open_event', `x.agent_id = $1 AND x.state = 'pending'`],
    ['left', 'open_event', `x.agent_id = $1 AND x.state <> 'pending'`],
  ] as const
).flatMap(([name, table, condition]) => {
  const portion = `
      WITH portion AS MATERIALIZED (
        SELECT x.event_id, x.agent_id, x.seq FROM ${table} x WHERE ${condition} ORDER BY x.seq LIMIT $2
      )`;
  return [
    {
      name: `deletion-remove-attempts-of-${name}-events`,
      text: `${portion}, attempts AS MATERIALIZED (
        SELECT d.event_id, d.id FROM portion p JOIN delivery_attempt d ON d.event_id = p.event_id LIMIT $2
      )
      DELETE FROM delivery_attempt d USING attempts a WHERE d.event_id = a.event_id AND d.id = a.id RETURNING 1`,
    },
    {
      name: `deletion-remove-${name}-events`,
      text: `${portion}, gone AS (
        DELETE FROM ${table} x USING portion p
         WHERE ${table === 'event_end' ? 'x.agent_id = p.agent_id AND x.seq = p.seq AND ' : ''}x.event_id = p.event_id
        RETURNING x.event_id
      ), logged AS (
        DELETE FROM event l USING gone g WHERE l.id = g.event_id
      )
      SELECT 1 FROM gone`,
    },
  ];
});
