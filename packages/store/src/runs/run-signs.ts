import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { Pool } from 'pg';
import { lockOpenRun, takeOpenRun } from './run-lock.js';
import type { RunOfAgent } from './run-lock.js';

export interface Heartbeat extends RunOfAgent {
  leaseSeconds: number;
}

export interface ProgressReport extends RunOfAgent {
  /** From 0 to 100. */
  percent: number | null;
  text: string;
}

/** What a sign of life has changed. */
export interface RunSign {
  taskId: string;
  attempt: number;
  /** Whether it was the first that was known of the attempt. */
  hasBegun: boolean;
}

/** Signs of life that agents give of their runs: heartbeats, and how far they are. */
export function runSignQueries(pool: Pool) {
  return {
    /**
     * Takes the run on lease: if nothing more is heard of its agent before the lease ends, the run is lost. A pending run is running from then on, and its
     * event counts as delivered by poll.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, if its agent works on another attempt, or if the sign names an attempt and the run waits to be
     *   offered: the process that worked on that attempt has given it back or lost it.
     */
    heartbeat({ leaseSeconds, ...run }: Heartbeat): Promise<RunSign & { leaseUntil: Date }> {
      return transaction(pool, async (client) => {
        const taken = await takeOpenRun(client, run);
        const [lease] = await rows(client, sql.runs.takeLease, { id: run.runId, seconds: leaseSeconds });
        if (lease === undefined) throw new Error('An update returned no row');
        return { ...taken, ...lease };
      });
    },

    /**
     * Writes down how far the agent is; only the latest word is kept, until the run ends. A pending run is running from then on, as with a heartbeat.
     *
     * @throws ServiceError as a heartbeat.
     */
    progress({ percent, text, ...run }: ProgressReport): Promise<RunSign> {
      return transaction(pool, async (client) => {
        const taken = await takeOpenRun(client, run);
        await rows(client, sql.runs.writeProgress, { id: run.runId, percent, text });
        return taken;
      });
    },

    /**
     * Gives the run back: it is pending and waits to be offered again at once, as the same attempt and with its scratchpad. A run that is pending already
     * stays as it is.
     *
     * @returns the task, and whether anything changed.
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, or is in another attempt.
     */
    release(run: RunOfAgent): Promise<{ taskId: string; hasChanged: boolean }> {
      return transaction(pool, async (client) => {
        const { status, taskId } = await lockOpenRun(client, run);
        const hasChanged = status === 'running';
        if (hasChanged) await rows(client, sql.runs.requeue, { id: run.runId, waitSeconds: 0, reason: null });
        return { taskId, hasChanged };
      });
    },
  };
}
