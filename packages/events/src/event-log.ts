import { rows } from '@svc/database';
import type { PrismaClient } from '@svc/database';
import { subjectOf } from '@svc/domain';
import type { DropReason, EventChannel, EventState, EventType, RetryReason } from '@svc/domain';
import type { Pool } from 'pg';
import { RETRY_OVERDUE_MS } from './channels/webhook-due.js';
import { FAILED_SINCE, listStatement, READ_ATTEMPTS, READ_FRAME, READ_FRAMES } from './event-log-sql.js';
import { placeOf } from './place-in-log.js';

export interface AttemptRecord {
  deliveryId: string;
  retryNum: number;
  retryReason: RetryReason;
  statusCode: number | null;
  error: string | null;
  durationMs: number | null;
  startedAt: Date;
}

export interface EventRecord {
  eventId: string;
  type: EventType;
  state: EventState;
  channel: EventChannel | null;
  /** Why a failed event was dropped; `null` if its delivery failed, and in all other states. */
  dropReason: DropReason | null;
  /** What it tells of, each where there is one. */
  messageId: string | null;
  taskId: string | null;
  runId: string | null;
  decisionId: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
  /** When the next webhook attempt is due at the earliest, if one is. */
  nextAttemptAt: Date | null;
  /** Oldest first. */
  attempts: AttemptRecord[];
}

export interface EventLogQuery {
  agentId: string;
  ownerId: string;
  state?: EventState | undefined;
  type?: EventType | undefined;
  limit: number;
  /** The id of the last event of the page before, which need not be kept any more. */
  cursor?: string | undefined;
}

/** Size of the frames that one read takes, in bytes. */
const FRAMES_BYTES_MAX = 1024 * 1024;

export type EventLog = ReturnType<typeof eventLogQueries>;

/** What became of an agent's events, for its owner. */
export function eventLogQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Newest first. `null` if the agent is not the owner's. A cursor whose event is not kept any more goes on behind its place; what is no
     * event's id starts at the newest.
     */
    async list(query: EventLogQuery): Promise<EventRecord[] | null> {
      const { agentId, state, type, limit, cursor } = query;
      if (!(await isOwned(prisma, query))) return null;
      const before = cursor === undefined ? null : await placeOf(pool, agentId, cursor);
      const found = await rows<LogRow>(pool, listStatement({ state, type }), [agentId, before, limit]);
      const attempts = await attemptsOf(
        pool,
        found.map(({ id }) => id),
      );
      return found.map((row) => ({
        eventId: row.id,
        type: row.type,
        state: row.state,
        channel: row.channel,
        dropReason: row.state === 'failed' ? row.drop_reason : null,
        ...subjectIdsOf(row),
        createdAt: row.created_at,
        deliveredAt: row.delivered_at,
        nextAttemptAt: nextAttemptAt(row),
        attempts: attempts.get(row.id) ?? [],
      }));
    },

    /**
     * The frames of the first of these events, the exact texts that their agent receives: as many as fit into a read of 1 MiB, and at least one. `null` stands
     * for an event that is not kept any more. It does not ask whose the events are.
     */
    async framesOf(eventIds: readonly string[]): Promise<(string | null)[]> {
      const found = await rows<{ frame: string | null }>(pool, READ_FRAMES, [eventIds, FRAMES_BYTES_MAX]);
      return found.map(({ frame }) => frame);
    },

    /** The exact text that the agent receives. `null` if there is no such event of an agent of the owner. */
    async frameOf(query: { agentId: string; ownerId: string; eventId: string }): Promise<string | null> {
      if (!(await isOwned(prisma, query))) return null;
      const [found] = await rows<{ frame: string }>(pool, READ_FRAME, [query.eventId, query.agentId]);
      return found?.frame ?? null;
    },

    /** Failed events from a moment on whose run, if they have one, is not finished; oldest first. `null` as above. */
    async failedSince(query: {
      agentId: string;
      ownerId: string;
      since: Date;
      limit: number;
    }): Promise<string[] | null> {
      if (!(await isOwned(prisma, query))) return null;
      const values = [query.agentId, query.since, query.limit];
      return (await rows<{ id: string }>(pool, FAILED_SINCE, values)).map(({ id }) => id);
    },
  };
}

interface LogRow {
  id: string;
  type: EventType;
  state: EventState;
  channel: EventChannel | null;
  drop_reason: DropReason | null;
  subject_id: string | null;
  /** Of an event of a run. */
  task_id: string | null;
  created_at: Date;
  delivered_at: Date | null;
  /** Of an open event. */
  attempt: number;
  round_start: number | null;
  in_flight_until: Date | null;
  attempt_after: Date | null;
}

function subjectIdsOf({
  type,
  subject_id: id,
  task_id: taskId,
}: LogRow): Pick<EventRecord, 'messageId' | 'taskId' | 'runId' | 'decisionId'> {
  const none = { messageId: null, taskId: null, runId: null, decisionId: null };
  const kind = subjectOf(type);
  switch (kind) {
    case 'message':
      return { ...none, messageId: id };
    case 'decision':
      return { ...none, decisionId: id };
    case 'run':
      return { ...none, runId: id, taskId };
    case 'task':
      return { ...none, taskId: id };
  }
}

/** The newest attempts of each event, oldest first. */
async function attemptsOf(pool: Pool, eventIds: string[]): Promise<Map<string, AttemptRecord[]>> {
  if (eventIds.length === 0) return new Map();
  const found = await rows<AttemptRow>(pool, READ_ATTEMPTS, [eventIds]);
  const byEvent = new Map<string, AttemptRecord[]>(eventIds.map((eventId) => [eventId, []]));
  for (const row of found) byEvent.get(row.event_id)?.push(attemptRecord(row));
  return byEvent;
}

interface AttemptRow {
  id: string;
  event_id: string;
  retry_num: number;
  retry_reason: RetryReason;
  outcome: string | null;
  status_code: number | null;
  error: string | null;
  duration_ms: number | null;
  started_at: Date;
}

function attemptRecord(row: AttemptRow): AttemptRecord {
  return {
    deliveryId: row.id,
    retryNum: row.retry_num,
    retryReason: row.retry_reason,
    statusCode: row.status_code,
    error: row.error ?? (row.outcome === 'unknown' ? 'The process ended during the attempt' : null),
    durationMs: row.duration_ms,
    startedAt: row.started_at,
  };
}

async function isOwned(
  prisma: PrismaClient,
  { agentId, ownerId }: { agentId: string; ownerId: string },
): Promise<boolean> {
  return (await prisma.agent.count({ where: { id: agentId, ownerId, deletedAt: null } })) > 0;
}

/** The sweeper's time lies somewhat behind that of the retry, which the broker brings. While an attempt is under way, no next one is set. */
function nextAttemptAt(row: LogRow): Date | null {
  const waitsForRetry =
    row.state === 'pending' && row.attempt > (row.round_start ?? 0) && row.in_flight_until === null;
  return waitsForRetry && row.attempt_after !== null
    ? new Date(row.attempt_after.getTime() - RETRY_OVERDUE_MS)
    : null;
}
