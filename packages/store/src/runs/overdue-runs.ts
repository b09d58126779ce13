import { rows, transaction } from '@svc/database';
import { newId, retryWaitSeconds, RUN_FAILURE_TEXTS, ServiceError } from '@svc/domain';
import type { RetryPolicy, RunFailureReason, RunOrigin, TriggerType } from '@svc/domain';
import {
  appendedColumns,
  appendedEvent,
  appendEvents,
  endEventsOf,
  runStatus,
  taskDueFrame,
  taskTriggerFrame,
} from '@svc/events';
import type { AppendedRow, OutgoingEvent } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { retryPolicy } from '../tasks/task-record.js';
import { endingStatements, endRun, FinishedBefore, RUN_ENDING } from './run-ending.js';
import type { EndedRun } from './run-ending.js';

/** A run that somebody has to look at: its attempt is over, or it is to be offered again. */
export interface OverdueRun {
  runId: string;
  taskId: string;
  agentId: string;
  /** The agent's owner. */
  userId: string;
}

/** What became of an overdue run. */
export type OverdueStep =
  | { step: 'retried' }
  | { step: 'offered'; event: OutgoingEvent }
  | { step: 'failed'; reason: RunFailureReason; conversationId: string; messageId: string };

export interface OverdueClaim {
  /** How many runs were looked at; of some only the lease had been prolonged. */
  looked: number;
  runs: OverdueRun[];
}

export type OverdueRuns = ReturnType<typeof overdueRunQueries>;

/** For so long a claimed run is left to its claimant, in seconds. After that it is overdue again. */
const CLAIM_SECONDS = 15;

/** Runs whose lease or time has ended, and runs that wait to be offered again; any number of schedulers may ask. */
export function overdueRunQueries(pool: Pool) {
  return {
    /** Takes runs that are overdue, those of the earliest moment first, and leaves locked ones alone. */
    async claim(limit: number): Promise<OverdueClaim> {
      const found = await rows<ClaimedRow>(pool, CLAIM, [limit]);
      const overdue = found.filter((row) => row.is_over && row.owner_id !== null);
      const runs = overdue.map((row) => ({
        ...{ runId: row.id, taskId: row.task_id, agentId: row.agent_id, userId: row.owner_id as string },
      }));
      return { looked: found.length, runs };
    },

    /**
     * Does what is next for a run that is overdue: an attempt that is over is followed by a wait, if the task has retries left, or else the run has failed,
     * in one transaction with what follows from it ({@link endRun}). A run that has waited is offered to its agent by a new event. `null` if nothing is due any
     * more.
     */
    async step(run: OverdueRun): Promise<OverdueStep | null> {
      const done = await transaction(pool, (client) => retryOrOffer(client, run));
      return done === 'failed' ? fail(pool, run) : done;
    },
  };
}

interface ClaimedRow {
  id: string;
  task_id: string;
  agent_id: string;
  is_over: boolean;
  /** `null` if the agent or the task is being deleted. */
  owner_id: string | null;
}

interface HeldRow {
  status: 'pending' | 'running';
  attempt: number;
  origin: RunOrigin;
  reason: RunFailureReason;
  retry_max: number | null;
  retry_backoff_seconds: number | null;
  task_id: string;
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: TriggerType;
  /** Of the event that has told of the run so far; `null` if there was none, or it is not kept any more. */
  frame: string | null;
  type: OutgoingEvent['type'] | null;
}

async function retryOrOffer(
  client: ClientBase,
  { runId, agentId }: OverdueRun,
): Promise<OverdueStep | 'failed' | null> {
  const [held] = await rows<HeldRow>(client, LOCK, [runId, agentId]);
  if (held === undefined) return null;
  if (held.status === 'pending') return offer(client, { runId, agentId, held });
  const policy: RetryPolicy | null = retryPolicy(held);
  const waitSeconds = retryWaitSeconds(policy, held.attempt);
  if (waitSeconds === null) return 'failed';
  await rows(client, RETRY, [runId, waitSeconds, held.reason]);
  return { step: 'retried' };
}

/** The agent is told what it was told before. A payload that is not kept any more cannot be told. */
async function offer(
  client: ClientBase,
  { runId, agentId, held }: { runId: string; agentId: string; held: HeldRow },
): Promise<OverdueStep | 'failed'> {
  const isTrigger = held.trigger_type === 'event';
  if (held.frame === null && held.origin === 'trigger') return 'failed';
  const framed = { taskId: held.task_id, name: held.name, prompt: held.prompt, schedule: held.schedule };
  const type = held.type ?? (isTrigger ? 'task_trigger' : 'task_due');
  const frame =
    held.frame ?? (isTrigger ? taskTriggerFrame(framed, runId, '{}') : taskDueFrame(framed, runId));
  const eventId = newId('event');
  const [told] = await rows<AppendedRow>(client, OFFER, [runId, eventId, agentId, type, frame]);
  if (told === undefined) throw new Error('An event was not appended');
  return { step: 'offered', event: appendedEvent(told, frame) };
}

async function fail(pool: Pool, { runId, agentId }: OverdueRun): Promise<OverdueStep | null> {
  const [over] = await rows<{ reason: RunFailureReason }>(pool, READ_REASON, [runId]);
  if (over === undefined) return null;
  const { reason } = over;
  try {
    const end = {
      runId,
      by: agentId,
      status: 'failed' as const,
      summary: null,
      text: RUN_FAILURE_TEXTS[reason],
    };
    const write = (client: ClientBase, ended: EndedRun) => writeFailure(client, runId, reason, ended);
    return await endRun<OverdueStep>(pool, RUN_OF_AGENT, { ...end, write });
  } catch (error) {
    // Its agent or its owner has ended it, or it was heard of in time.
    if (error instanceof HeardOf) return null;
    if (error instanceof ServiceError && (error.code === 'conflict' || error.code === 'not_found'))
      return null;
    throw error;
  }
}

/** The run is not overdue any more. What was written so far is rolled back with this error. */
class HeardOf extends Error {}

async function writeFailure(
  client: ClientBase,
  runId: string,
  reason: RunFailureReason,
  { conversationId, messageId, values }: EndedRun,
): Promise<OverdueStep> {
  // The run is locked.
  const [over] = await rows<{ reason: RunFailureReason }>(client, READ_REASON, [runId]);
  if (over?.reason !== reason) throw new HeardOf();
  const [finished] = await rows(client, FINISH, values);
  if (finished === undefined) throw new FinishedBefore('cancelled');
  await rows(client, SAY_WHY, [runId, reason]);
  return { step: 'failed', reason, conversationId, messageId };
}

/** The earliest moment of a run, which `due_at` never misses. */
const MOMENT = 'LEAST(r.lease_until, r.deadline_at, r.offer_at)';

/** Why the attempt of a run ended, or why the one before it did. */
const REASON = `
    CASE WHEN r.status = 'pending' THEN coalesce(r.failure_reason, 'lost') WHEN r.lease_until <= coalesce(r.deadline_at, r.lease_until) THEN 'lost' ELSE 'timeout' END`;

// A run of which more was heard is only put right. One that is over comes up again if its claimant dies, and one that nobody can handle keeps no other waiting.
const CLAIM = {
  name: 'run-overdue-claim',
  text: `
    WITH due AS MATERIALIZED (
      SELECT r.id FROM task_run r WHERE r.due_at <= now() AND r.due_at IS NOT NULL AND r.status IN ('pending', 'running')
       ORDER BY r.due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
    ), moved AS (
      UPDATE task_run r
         SET due_at = CASE WHEN ${MOMENT} <= now() THEN clock_timestamp() + interval '${CLAIM_SECONDS} seconds' ELSE ${MOMENT} END
        FROM due WHERE r.id = due.id
      RETURNING r.id, r.task_id, r.agent_id, coalesce(${MOMENT} <= now(), false) AS is_over
    )
    SELECT m.*, (SELECT a.owner_id FROM agent a JOIN task t ON t.agent_id = a.id
                  WHERE a.id = m.agent_id AND t.id = m.task_id AND a.deleted_at IS NULL AND t.deleted_at IS NULL) AS owner_id
      FROM moved m`,
};

// In the order of all statements: agent, task, run.
const LOCK = {
  name: 'run-overdue-lock',
  text: `
    WITH permitted AS MATERIALIZED (
      SELECT t.* FROM agent a JOIN task t ON t.agent_id = a.id
       WHERE a.id = $2 AND t.id = (SELECT task_id FROM task_run WHERE id = $1) AND a.deleted_at IS NULL AND t.deleted_at IS NULL
         FOR KEY SHARE OF a, t
    ), held AS MATERIALIZED (
      SELECT r.* FROM task_run r WHERE r.id = $1 AND (SELECT count(*) FROM permitted) > 0 FOR NO KEY UPDATE
    )
    SELECT r.status, coalesce(r.attempt, 1) AS attempt, r.origin, ${REASON} AS reason, t.retry_max, t.retry_backoff_seconds, t.id AS task_id, t.name,
           t.prompt, t.schedule, t.trigger_type, l.frame, l.type
      FROM held r JOIN permitted t ON t.id = r.task_id
      LEFT JOIN LATERAL (SELECT e.frame, e.type FROM event e WHERE e.id = r.event_id OFFSET 0) l ON true
     WHERE r.status IN ('pending', 'running') AND ${MOMENT} <= clock_timestamp()`,
};

const RETRY = {
  name: 'run-overdue-retry',
  text: `
    WITH again AS (
      UPDATE task_run r
         SET status = 'pending', attempt = coalesce(r.attempt, 1) + 1, failure_reason = $3::text, touched_at = NULL, lease_until = NULL, deadline_at = NULL,
             offer_at = clock_timestamp() + $2::int * interval '1 second', due_at = clock_timestamp() + $2::int * interval '1 second',
             progress_percent = NULL, progress_text = NULL, progress_at = NULL, progress_since = NULL
       WHERE r.id = $1 RETURNING r.event_id
    ), ${endEventsOf('again')}
    SELECT 1 FROM again`,
};

// The owner may have had the former event delivered again.
const OFFER = {
  name: 'run-overdue-offer-2',
  text: `
    WITH former AS MATERIALIZED (
      SELECT r.event_id FROM task_run r WHERE r.id = $1
    ), offered AS (
      UPDATE task_run r SET event_id = $2::text, offer_at = NULL, due_at = NULL WHERE r.id = $1 AND (SELECT count(*) FROM former) > 0
    ), ${endEventsOf('former')}, told AS (
      SELECT $2::text AS event_id, $3::text AS agent_id, $4::text AS type, $5::text AS frame, $1::text AS subject_id, 1 AS place
    ), ${appendEvents('told')}
    SELECT ${appendedColumns()} FROM appended`,
};

const READ_REASON = {
  name: 'run-overdue-read-reason',
  text: `SELECT ${REASON} AS reason FROM task_run r WHERE r.id = $1 AND ${runStatus('r')} IN ('pending', 'running') AND ${MOMENT} <= clock_timestamp()`,
};

const RUN_OF_AGENT = endingStatements({ name: 'run-failure', who: 'a.id = $2' });

const FINISH = {
  name: 'run-overdue-finish',
  text: `
    WITH ${RUN_ENDING}, ${endEventsOf('finished')}
    SELECT task_id FROM finished`,
};

const SAY_WHY = {
  name: 'run-overdue-say-why',
  text: 'UPDATE task_run SET failure_reason = $2::text WHERE id = $1',
};
