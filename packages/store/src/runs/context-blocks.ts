import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { lockingTransaction } from '../database/bulkhead.js';
import { CONTEXT_BLOCKS_PER_RUN_MAX, CONTEXT_BYTES_PER_RUN_MAX, conflict } from '@svc/domain';
import type { Pool } from 'pg';
import { scopeIds } from '../tasks/task-record.js';
import type { TaskScope } from '../tasks/task-record.js';
import { takeOpenRun } from './run-endings.js';
import type { RunOfAgent } from './run-endings.js';

export interface ContextBlockRecord {
  /** Counts from 1. */
  blockId: number;
  text: string;
  createdAt: Date;
}

export function contextBlockQueries(pool: Pool) {
  return {
    /**
     * A pending run is running from then on, and its event counts as delivered by poll.
     * @returns `begunTaskId` unless something was known of the run before.
     * @throws ServiceError `not_found`; `conflict` as {@link takeOpenRun}, or if the run has as many blocks,
     *   or as long ones, as it may have.
     */
    append({ text, ...run }: RunOfAgent & { text: string }) {
      return lockingTransaction(pool, run.agentId, async (client) => {
        const { taskId, hasBegun, isTouched } = await takeOpenRun(client, run);
        if (!isTouched) await rows(client, sql.runs.touch, { id: run.runId });
        // Counts when the run is locked, so that it sees the previous block.
        const block = { runId: run.runId, text, ...LIMITS };
        const [written] = await rows(client, sql.runs.appendBlock, block);
        if (written === undefined) throw conflict(FULL);
        return { blockId: written.id, begunTaskId: hasBegun ? taskId : null };
      });
    },

    /** In order, none once the run has ended. `null` if the run is outside the scope. */
    async listOf(runId: string, scope: TaskScope): Promise<ContextBlockRecord[] | null> {
      const found = await rows(pool, sql.runs.listBlocks, { runId, ...scopeIds(scope) });
      if (found.length === 0) return null;
      return found.flatMap((row) =>
        row.id === null ? [] : [{ blockId: row.id, text: row.text, createdAt: row.created_at }],
      );
    },
  };
}

const LIMITS = { blocksMax: CONTEXT_BLOCKS_PER_RUN_MAX, bytesMax: CONTEXT_BYTES_PER_RUN_MAX };

const FULL = `A run has at most ${CONTEXT_BLOCKS_PER_RUN_MAX} blocks of ${CONTEXT_BYTES_PER_RUN_MAX} bytes together`;
