import { rows, transaction } from '@svc/database';
import { CONTEXT_BLOCKS_PER_RUN_MAX, CONTEXT_BYTES_PER_RUN_MAX, ServiceError } from '@svc/domain';
import { beginTime, OPEN_RUN, runStatus, takeEventsOf, touchRun } from '@svc/events';
import type { Pool } from 'pg';
import { inScope, scopeValues } from '../tasks/task-record.js';
import type { TaskScope } from '../tasks/task-record.js';
import { lockWorkedRun } from './run-lock.js';
import type { RunOfAgent } from './run-lock.js';

export interface NewBlock extends RunOfAgent {
  text: string;
  /** The attempt that the agent works on. Without it, the block counts for any. */
  attempt?: number | undefined;
}

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
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, if its agent works on another attempt, if the block names an attempt and the run waits to be
     *   offered, or if the run has as many blocks, or as long ones, as it may have.
     */
    async append({ text, attempt, ...of }: NewBlock): Promise<AppendedBlock> {
      return transaction(pool, async (client) => {
        await lockWorkedRun(client, of, attempt);
        // The statement that counts begins after the run is locked, so that it sees the previous block.
        const values = [of.runId, text];
        const [written] = await rows<{ id: number; begun: string | null }>(client, APPEND, values);
        if (written === undefined) throw new ServiceError('conflict', { detail: FULL });
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

const FULL = `A run has at most ${CONTEXT_BLOCKS_PER_RUN_MAX} blocks of ${CONTEXT_BYTES_PER_RUN_MAX} bytes together`;

const APPEND = {
  name: 'context-append-4',
  text: `
    WITH last AS (
      SELECT coalesce(max(id), 0) AS id, coalesce(sum(octet_length(text)), 0) AS bytes FROM context_block WHERE run_id = $1
    ), begun AS (
      UPDATE task_run r SET status = 'running', touched_at = now(), ${beginTime('r')} WHERE r.id = $1 AND r.status = 'pending' RETURNING r.id, r.task_id, r.event_id
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
