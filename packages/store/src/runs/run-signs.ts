import { AT_ONCE, rows, transaction } from '@svc/database';
import { beginTime, endEventsOf, takeEventsOf } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { lockOpenRun, lockWorkedRun } from './run-lock.js';
import type { RunOfAgent } from './run-lock.js';

export interface Heartbeat extends RunOfAgent {
  leaseSeconds: number;
  /** The attempt that the agent works on. Without it, the sign counts for any. */
  attempt?: number | undefined;
}

export interface ProgressReport extends RunOfAgent {
  /** From 0 to 100. */
  percent: number | null;
  text: string;
  /** The attempt that the agent works on. Without it, the word counts for any. */
  attempt?: number | undefined;
}

export interface Release extends RunOfAgent {
  /** The attempt that gives the run back. Without it, any does. */
  attempt?: number | undefined;
}

/** What a sign of life has changed. */
export interface RunSign {
  taskId: string;
  attempt: number;
  /** Whether it was the first that was known of the attempt. */
  hasBegun: boolean;
}

export type RunSigns = ReturnType<typeof runSignQueries>;

/** Signs of life that agents give of their runs: heartbeats, and how far they are. */
export function runSignQueries(pool: Pool) {
  return {
    /**
     * Takes the run on lease: if nothing more is heard of its agent before the lease ends, the run is lost. A pending run is running from then on, and its
     * event counts as delivered by poll.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, if its agent works on another attempt, or if the sign names an attempt and the run waits to be
     *   offered: whoever worked on that attempt has given it back or lost it.
     */
    heartbeat({ leaseSeconds, attempt, ...run }: Heartbeat): Promise<RunSign & { leaseUntil: Date }> {
      return transaction(pool, async (client) => {
        const held = await takeRun(client, run, attempt);
        const [lease] = await rows<{ lease_until: Date }>(client, TAKE_LEASE, [run.runId, leaseSeconds]);
        if (lease === undefined) throw new Error('An update returned no row');
        return { ...held, leaseUntil: lease.lease_until };
      });
    },

    /**
     * Writes down how far the agent is; only the latest word is kept, until the run ends. A pending run is running from then on, as with a heartbeat.
     *
     * @throws ServiceError as a heartbeat.
     */
    progress({ percent, text, attempt, ...run }: ProgressReport): Promise<RunSign> {
      return transaction(pool, async (client) => {
        const held = await takeRun(client, run, attempt);
        await rows(client, WRITE_PROGRESS, [run.runId, percent, text]);
        return held;
      });
    },

    /**
     * Gives the run back: it is pending and waits to be offered again at once, as the same attempt and with its scratchpad. A run that is pending already
     * stays as it is.
     *
     * @returns the task, and whether anything changed.
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, or is in another attempt.
     */
    release({ attempt, ...run }: Release): Promise<{ taskId: string; hasChanged: boolean }> {
      return transaction(pool, async (client) => {
        const held = await lockOpenRun(client, run, attempt);
        const hasChanged = held.status === 'running';
        if (hasChanged) await rows(client, RELEASE, [run.runId]);
        return { taskId: held.task_id, hasChanged };
      });
    },
  };
}

/** Locks the agent's open run, and begins it if it is pending. */
async function takeRun(client: ClientBase, of: RunOfAgent, attempt: number | undefined): Promise<RunSign> {
  const run = await lockWorkedRun(client, of, attempt);
  const hasBegun = run.status === 'pending';
  // By a statement that begins when the run is locked, so that it sees its event.
  if (hasBegun) await rows(client, BEGIN_RUN, [of.runId]);
  return { taskId: run.task_id, attempt: run.attempt, hasBegun };
}

const BEGIN_RUN = {
  name: 'run-sign-begin',
  text: `
    WITH begun AS (
      UPDATE task_run r SET status = 'running', touched_at = now(), ${beginTime('r')} WHERE r.id = $1 AND r.status = 'pending' RETURNING r.event_id
    ), ${takeEventsOf('begun')}
    SELECT 1 FROM begun`,
};

// A longer lease leaves `due_at` alone, which has an index: whoever looks at the run then moves it. So a heartbeat writes no entry of an index.
const TAKE_LEASE = {
  name: 'run-sign-take-lease',
  text: `
    UPDATE task_run r
       SET touched_at = coalesce(r.touched_at, now()), lease_until = l.until,
           due_at = CASE WHEN r.due_at <= LEAST(l.until, r.deadline_at) THEN r.due_at ELSE LEAST(l.until, r.deadline_at) END
      FROM (SELECT clock_timestamp() + $2::int * interval '1 second' AS until) l
     WHERE r.id = $1 RETURNING r.lease_until`,
};

const WRITE_PROGRESS = {
  name: 'run-sign-write-progress',
  text: `
    UPDATE task_run r
       SET touched_at = coalesce(r.touched_at, now()), progress_percent = $2::int, progress_text = $3::text, progress_at = clock_timestamp(),
           progress_since = coalesce(r.progress_since, now())
     WHERE r.id = $1`,
};

const RELEASE = {
  name: 'run-sign-release-2',
  text: `
    WITH again AS (
      UPDATE task_run r
         SET status = 'pending', touched_at = NULL, lease_until = NULL, deadline_at = NULL, offer_at = ${AT_ONCE}, due_at = ${AT_ONCE},
             progress_percent = NULL, progress_text = NULL, progress_at = NULL, progress_since = NULL
       WHERE r.id = $1 RETURNING r.event_id
    ), ${endEventsOf('again')}
    SELECT 1 FROM again`,
};
