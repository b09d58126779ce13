import { rows } from '@svc/database';
import type { ClientBase } from 'pg';

/**
 * Removes events of an agent with their rows of the log and their attempts: open ones before those that have ended, because a receipt moves an event from
 * the former to the latter. The log has no foreign keys, so nothing else would remove an attempt whose event is gone. Events are locked first: nobody
 * reserves an attempt of a locked event, and the statements that come next see all attempts.
 *
 * @param limit rows of a table that are removed at most.
 * @returns whether there may be more.
 */
export async function removeEvents(client: ClientBase, agentId: string, limit: number): Promise<boolean> {
  for (const { lock, remove } of PORTIONS) {
    const locked = await rows<{ event_id: string; seq: number }>(client, lock, [agentId, limit]);
    if (locked.length === 0) continue;
    const ids = locked.map(({ event_id: id }) => id);
    if ((await rows(client, DELETE_ATTEMPTS, [ids, limit])).length === limit) return true;
    await rows(client, remove, [ids, agentId, locked.map(({ seq }) => seq)]);
    if (locked.length === limit) return true;
  }
  return false;
}

// Each by its own index.
const PORTIONS = (
  [
    ['pending', 'open_event', `x.state = 'pending'`],
    ['left', 'open_event', `x.state <> 'pending'`],
    ['ended', 'event_end', 'true'],
  ] as const
).map(([name, table, condition]) => ({
  lock: {
    name: `deletion-lock-${name}-events`,
    text: `
      SELECT x.event_id, x.seq FROM ${table} x WHERE x.agent_id = $1 AND ${condition} ORDER BY x.seq LIMIT $2 FOR UPDATE`,
  },
  remove: {
    name: `deletion-remove-${name}-events-2`,
    text: `
      WITH portion AS MATERIALIZED (
        SELECT u.event_id, $2::text AS agent_id, u.seq FROM unnest($1::text[], $3::bigint[]) AS u (event_id, seq)
      ), gone AS (
        DELETE FROM ${table} x USING portion p WHERE x.agent_id = p.agent_id AND x.seq = p.seq AND x.event_id = p.event_id
      )
      DELETE FROM event l USING portion p WHERE l.id = p.event_id`,
  },
}));

const DELETE_ATTEMPTS = {
  name: 'deletion-remove-attempts-of-events',
  text: `
    WITH attempts AS MATERIALIZED (
      SELECT d.event_id, d.id FROM unnest($1::text[]) AS u (event_id) JOIN delivery_attempt d ON d.event_id = u.event_id LIMIT $2
    )
    DELETE FROM delivery_attempt d USING attempts a WHERE d.event_id = a.event_id AND d.id = a.id RETURNING 1`,
};
