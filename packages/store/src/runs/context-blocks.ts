import { rows, transaction } from '@svc/database';
import { CONTEXT_BLOCKS_PER_RUN_MAX, CONTEXT_BYTES_PER_RUN_MAX, isFinished, ServiceError } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { OPEN_RUN, runStatus, takeEventsOf, touchRun } from '@svc/events';
import type { Pool } from 'pg';
import { inScope, scopeValues } from '../tasks/task-record.js';
import type { TaskScope } from '../tasks/task-record.js';

export interface ContextBlockRecord {
  /** Counts the blocks of a run from 1. */
  blockId: number;
  text: string;
  createdAt: Date;
}

export interface AppendedBlock {
  blockId: number;
  /** The task of the run if the block was the first that was known of the run, else `null`. */
  begunTaskId: string | null;
}

export type ContextBlocks = ReturnType<typeof contextBlockQueries>;

/** The scratchpads of runs. */
export function contextBlockQueries(pool: Pool) {
  return {
    /**
     * Appends a block to an open run. A pending run is running from then on, and its event counts as delivered by poll.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, or one that has as many blocks, or as long ones, as it may have.
     */
    async append(block: { runId: string; agentId: string; text: string }): Promise<AppendedBlock> {
      return transaction(pool, async (client) => {
        const [run] = await rows<{ status: RunStatus }>(client, LOCK_RUN, [block.runId, block.agentId]);
        if (run === undefined) throw new ServiceError('not_found');
        if (isFinished(run.status)) throw conflict(`The run is already ${run.status}`);
        // The statement that counts begins after the run is locked, so that it sees the previous block.
        const [written] = await rows<{ id: number; begun: string | null }>(client, APPEND, [
          block.runId,
          block.text,
        ]);
        if (written === undefined) throw conflict(FULL);
        return { blockId: written.id, begunTaskId: written.begun };
      });
    },

    /** The blocks of a run in order, none once it has ended. `null` if the run is outside the scope. */
    async listOf(runId: string, scope: TaskScope): Promise<ContextBlockRecord[] | null> {
      const found = await rows<{ id: number | null; text: string; created_at: Date }>(pool, LIST, [
        runId,
        ...scopeValues(scope),
      ]);
      if (found.length === 0) return null;
      return found.flatMap((row) =>
        row.id === null ? [] : [{ blockId: row.id, text: row.text, createdAt: row.created_at }],
      );
    },
  };
}

function conflict(detail: string): ServiceError {
  return new ServiceError('conflict', { detail });
}

const FULL = `A run has at most ${CONTEXT_BLOCKS_PER_RUN_MAX} blocks of ${CONTEXT_BYTES_PER_RUN_MAX} bytes together`;

const LOCK_RUN = {
  name: 'context-lock-run',
  text: `SELECT ${runStatus('r')} AS status FROM task_run r WHERE r.id = $1 AND r.agent_id = $2 FOR NO KEY UPDATE OF r`,
};

const APPEND = {
  name: 'context-append-3',
  text: `
    WITH last AS (
      SELECT coalesce(max(id), 0) AS id, coalesce(sum(octet_length(text)), 0) AS bytes FROM context_block WHERE run_id = $1
    ), begun AS (
      UPDATE task_run r SET status = 'running', touched_at = now() WHERE r.id = $1 AND r.status = 'pending' RETURNING r.id, r.task_id, r.event_id
    ), touched AS (${touchRun('$1')}
    ), ${takeEventsOf('begun')}, written AS (
      INSERT INTO context_block (run_id, id, text, created_at)
      SELECT $1, last.id + 1, $2, clock_timestamp() FROM last
       WHERE last.id < ${CONTEXT_BLOCKS_PER_RUN_MAX} AND last.bytes + octet_length($2) <= ${CONTEXT_BYTES_PER_RUN_MAX}
      RETURNING id
    )
    SELECT written.id, (SELECT task_id FROM begun) AS begun FROM written`,
};

const LIST = {
  name: 'context-list',
  text: `
    SELECT b.id, b.text, b.created_at FROM task_run r JOIN agent a ON a.id = r.agent_id
      LEFT JOIN context_block b ON b.run_id = r.id AND ${runStatus('r')} IN ${OPEN_RUN}
     WHERE r.id = $1 AND ${inScope('$2')} ORDER BY b.id`,
};
