import { rows } from '@svc/database';
import { PENDING_TRIGGERS_PER_POLL_MAX } from '@svc/domain';
import type { TriggerType } from '@svc/domain';
import type { Pool } from 'pg';
import { LEASE_END, OPEN_RUN, runStatus } from '../receipt-sql.js';
import { payloadTextOf } from '../frames/task-trigger.js';

/** A queued trigger call that its agent has taken over its poll. */
export interface PendingTrigger {
  eventId: string;
  runId: string;
  /** The exact JSON text of the `task_trigger` event. */
  frame: string;
  /** The JSON text of the payload, as it came. */
  payloadText: string;
  receivedAt: Date;
}

/** A task with an occurrence that was not delivered by push. */
export interface DueTask {
  taskId: string;
  name: string;
  prompt: string;
  schedule: string;
  triggerType: TriggerType;
  enabled: boolean;
}

/** A poll returns events until they amount to this, but at least one, in bytes. */
const POLL_BYTES_MAX = 4 * 1024 * 1024;

export type Polls = ReturnType<typeof pollQueries>;

/** What an agent that was not reached by push finds when it asks. */
export function pollQueries(pool: Pool) {
  return {
    /**
     * Takes queued triggers whose runs are not finished, oldest first, and leases them for 5 minutes: no other poll gets them
     * meanwhile. At most 100, and about 4 MiB.
     */
    async takePendingTriggers(
      agentId: string,
      limit: number = PENDING_TRIGGERS_PER_POLL_MAX,
    ): Promise<PendingTrigger[]> {
      const found = await rows<{ id: string; run_id: string; frame: string; created_at: Date }>(
        pool,
        TAKE_TRIGGERS,
        [agentId, limit],
      );
      return found.map((row) => ({
        eventId: row.id,
        runId: row.run_id,
        frame: row.frame,
        payloadText: payloadTextOf(row.frame),
        receivedAt: row.created_at,
      }));
    },

    /** The agent's due tasks, the one with the oldest occurrence first. Changes nothing. */
    async listDueTasks(agentId: string): Promise<DueTask[]> {
      const found = await rows<DueRow>(pool, LIST_DUE, [agentId]);
      return found.map((row) => ({
        taskId: row.id,
        name: row.name,
        prompt: row.prompt,
        schedule: row.schedule,
        triggerType: row.trigger_type,
        enabled: row.enabled,
      }));
    },
  };
}

interface DueRow {
  id: string;
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: TriggerType;
  enabled: boolean;
}

// The statement waits for locked rows. Two polls at once lease no event twice, because the one that waited looks at the row again. Each event's run is looked up
// by itself, in a condition of which the planner knows nothing. If the planner believed that few events fulfil it, it would gather everything that is listed.
const TAKE_TRIGGERS = {
  name: 'poll-take-triggers-7',
  text: `
    WITH free AS MATERIALIZED (
      SELECT e.id, e.seq FROM event e
       WHERE e.agent_id = $1 AND e.type = 'task_trigger' AND e.is_listed AND (e.is_queued OR (SELECT r.slot FROM agent_reach r WHERE r.agent_id = $1) IS NULL
              OR e.state = 'open' AND e.push_no <= (SELECT r.kept_after FROM agent_reach r WHERE r.agent_id = $1))
         AND (e.leased_until IS NULL OR e.leased_until <= now()) AND (SELECT ${runStatus('r')} IN ${OPEN_RUN} FROM task_run r WHERE r.id = e.subject_id)
       ORDER BY e.seq LIMIT $2 FOR NO KEY UPDATE OF e
    ), fitting AS MATERIALIZED (
      SELECT * FROM (
        SELECT f.id, sum(octet_length(l.frame)) OVER (ORDER BY f.seq) - octet_length(l.frame) AS before
          FROM free f CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = f.id OFFSET 0) l
      ) f WHERE f.before < ${POLL_BYTES_MAX}
    ), leased AS (
      UPDATE event e SET leased_until = ${LEASE_END}, is_queued = true FROM fitting f WHERE e.id = f.id
      RETURNING e.id, e.seq, e.subject_id AS run_id, e.frame, e.created_at
    )
    SELECT id, run_id, frame, created_at FROM leased ORDER BY seq`,
};

const LIST_DUE = {
  name: 'poll-list-due-4',
  text: `
    SELECT t.id, t.name, t.prompt, t.schedule, t.trigger_type, t.enabled
      FROM task t CROSS JOIN LATERAL (
        SELECT min(r.started_at) AS since FROM task_run r JOIN event e ON e.id = r.event_id
         WHERE r.task_id = t.id AND r.status = 'pending' AND r.origin <> 'trigger'
           AND e.type = 'task_due' AND e.state <> 'delivered'
      ) due
     WHERE t.agent_id = $1 AND t.deleted_at IS NULL AND due.since IS NOT NULL ORDER BY due.since, t.id`,
};
