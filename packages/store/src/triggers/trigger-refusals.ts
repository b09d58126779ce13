import { rows } from '@svc/database';
import type { SenderRefusal } from '@svc/domain';
import type { Pool } from 'pg';

/** Calls of one task's trigger that proved no sender, since they were last written down. */
export interface NewRefusals {
  taskId: string;
  count: number;
  lastAtMs: number;
  lastReason: SenderRefusal;
}

/** A task whose count has changed, and who sees it. */
export interface RefusedTask {
  taskId: string;
  agentId: string;
  ownerId: string;
}

export async function countRefusals(pool: Pool, refusals: readonly NewRefusals[]): Promise<RefusedTask[]> {
  return rows<RefusedTask>(pool, COUNT, [
    refusals.map(({ taskId }) => taskId),
    refusals.map(({ count }) => count),
    refusals.map(({ lastAtMs }) => new Date(lastAtMs)),
    refusals.map(({ lastReason }) => lastReason),
  ]);
}

// The triggers are held against deletion, in the order of their ids. So are the rows that several processes write.
const COUNT = {
  name: 'trigger-count-refusals',
  text: `
    WITH refused AS MATERIALIZED (
      SELECT g.task_id, c.count, c.last_at, c.last_reason
        FROM trigger g JOIN unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::text[]) AS c (task_id, count, last_at, last_reason)
          ON c.task_id = g.task_id
       WHERE g.sender_version IS NOT NULL ORDER BY g.task_id FOR KEY SHARE OF g
    ), counted AS (
      INSERT INTO trigger_refusal AS r (task_id, count, last_at, last_reason)
      SELECT task_id, count, last_at, last_reason FROM refused ORDER BY task_id
      ON CONFLICT (task_id) DO UPDATE
         SET count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at), last_reason = excluded.last_reason
      RETURNING task_id
    )
    SELECT t.id AS "taskId", t.agent_id AS "agentId", a.owner_id AS "ownerId"
      FROM counted c JOIN task t ON t.id = c.task_id JOIN agent a ON a.id = t.agent_id`,
};
