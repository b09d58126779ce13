import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import { idTimeMs } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { byStage, inStage, RUN_STAGE } from '@svc/events';
import type { Pool } from 'pg';
import { LATEST_FIRST } from '../messages/conversation-order.js';
import { AFTER_ALL_IDS, runRecord, SELECT_RUN } from './runs.js';
import type { RunPage, RunRecord, RunRow } from './runs.js';

export interface RunQuery extends RunPage {
  agentId: string;
  status?: RunStatus | undefined;
  taskId?: string | undefined;
}

export interface ListedRuns {
  runs: RunRecord[];
  /** The cursor of the next page; `null` on the last one. */
  nextCursor: string | null;
}

/** An agent's runs that say how far they are, and the conversation that their bubbles will come to. */
export interface RunsInProgress {
  runs: RunRecord[];
  conversationId: string | null;
}

export type RunLists = ReturnType<typeof runListQueries>;

/** A page of one state looks at so many runs that have ended. If they are of other states, the page is shorter, and the next one goes on behind them. */
const LOOKED_AT_MAX = 500;

const IN_PROGRESS_MAX = 20;

/** The runs of an agent, whatever their tasks. */
export function runListQueries(pool: Pool) {
  return {
    /** Newest first. A run of a deleted task is among them. The cursor's run need not be kept any more; a cursor that is no run's id starts at the newest. */
    async listOfAgent({ agentId, status, taskId, cursor, limit }: RunQuery): Promise<ListedRuns> {
      const before = cursor === undefined || idTimeMs(cursor) === null ? null : cursor;
      // One more than the page has tells whether there is another page.
      const looked = isOneOfEnded(status) ? LOOKED_AT_MAX : limit + 1;
      const found = await rows<RunRow & { is_wanted: boolean }>(pool, statementOf(status), [
        ...[agentId, taskId ?? null, before, looked, status ?? null],
      ]);
      const wanted = found.filter((row) => row.is_wanted);
      const runs = wanted.slice(0, limit).map(runRecord);
      if (wanted.length > limit) return { runs, nextCursor: runs.at(-1)?.runId ?? null };
      return { runs, nextCursor: found.length < looked ? null : (found.at(-1)?.id ?? null) };
    },

    /** The newest of an agent's running runs of which it has said how far they are. */
    async inProgress(agentId: string, userId: string): Promise<RunsInProgress> {
      const found = await rows<RunRow>(pool, IN_PROGRESS, [agentId]);
      if (found.length === 0) return { runs: [], conversationId: null };
      const [latest] = await rows<{ id: string }>(pool, LATEST_CONVERSATION, [agentId, userId]);
      return { runs: found.map(runRecord), conversationId: latest?.id ?? null };
    },
  };
}

function isOneOfEnded(status: RunStatus | undefined): boolean {
  return status !== undefined && status !== 'pending' && status !== 'running';
}

const STAGES: Readonly<Record<RunStatus | 'any', readonly number[]>> = {
  any: Object.values(RUN_STAGE),
  pending: [RUN_STAGE.pending],
  running: [RUN_STAGE.pushed, RUN_STAGE.touched],
  completed: [RUN_STAGE.ended],
  failed: [RUN_STAGE.ended],
  // The open runs of a task that is being deleted count as cancelled.
  cancelled: Object.values(RUN_STAGE),
};

const STATEMENTS = Object.fromEntries(
  (Object.keys(STAGES) as (RunStatus | 'any')[]).map((status) => [status, listSql(status)]),
) as Record<RunStatus | 'any', WrittenStatement>;

const statementOf = (status: RunStatus | undefined): WrittenStatement => STATEMENTS[status ?? 'any'];

// Each task's runs are read from its index, stage by stage, and no further than the page. Those of deleted tasks have an index of their own.
function listSql(status: RunStatus | 'any'): WrittenStatement {
  const before = `r.id < coalesce($3, '${AFTER_ALL_IDS}')`;
  const isOpen = status === 'pending' || status === 'running';
  const stages = `(VALUES ${STAGES[status].map((stage) => `(${stage})`).join(', ')}) s (stage)`;
  return {
    name: `run-list-of-agent-${status}`,
    text: `
    WITH page AS MATERIALIZED (
      SELECT id FROM (
        SELECT r.id FROM task t CROSS JOIN ${stages} CROSS JOIN LATERAL (
          SELECT r.id FROM task_run r WHERE r.task_id = t.id AND ${inStage('r', 's.stage')} AND ${before} ORDER BY ${byStage('r', 'DESC')} LIMIT $4
        ) r WHERE t.agent_id = $1 AND ($2::text IS NULL OR t.id = $2)
        ${isOpen ? '' : leftRuns(before)}
      ) every ORDER BY id DESC LIMIT $4
    ), shown AS (${SELECT_RUN} WHERE r.id = ANY (ARRAY(SELECT id FROM page)))
    SELECT *, $5::text IS NULL OR status = $5 AS is_wanted FROM shown ORDER BY id DESC`,
  };
}

/** The runs of deleted tasks, all of which have ended. */
function leftRuns(before: string): string {
  return `UNION ALL
        (SELECT r.id FROM task_run r
          WHERE r.agent_id = $1 AND r.task_id IS NULL AND $2::text IS NULL AND ${before} ORDER BY r.agent_id DESC, r.id DESC LIMIT $4)`;
}

const IN_PROGRESS = {
  name: 'run-list-in-progress',
  text: `
    WITH shown AS (${SELECT_RUN} WHERE r.agent_id = $1 AND r.progress_since IS NOT NULL AND r.status = 'running' ORDER BY r.id DESC LIMIT ${IN_PROGRESS_MAX})
    SELECT * FROM shown WHERE status = 'running' ORDER BY id DESC`,
};

const LATEST_CONVERSATION = {
  name: 'run-list-latest-conversation-2',
  text: `
    SELECT id FROM conversation
     WHERE agent_id = $1 AND last_message_at IS NOT NULL AND CASE WHEN deleted_at IS NULL THEN user_id = $2 END
     ORDER BY ${LATEST_FIRST} LIMIT 1`,
};
