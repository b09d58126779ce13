import { rows } from '@svc/database';
import type { PrismaClient, WrittenStatement } from '@svc/database';
import { subjectOf } from '@svc/domain';
import type { DropReason, EventChannel, EventState, EventType, RetryReason } from '@svc/domain';
import type { Pool } from 'pg';
import { taskOfFrameSql } from './frames/task-of-frame.js';
import { placeOf } from './place-in-log.js';
import { isOfRun, OPEN_RUN } from './receipt-sql.js';

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

/** How many of an event's attempts the log shows: the newest. */
const ATTEMPTS_SHOWN_MAX = 50;

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
      const asked = [agentId, before, limit];
      const found =
        state === 'pending' || state === 'waiting'
          ? await rows<LogRow>(pool, LIST_OPEN, [...asked, type ?? null, state])
          : await rows<LogRow>(pool, listStatement({ state, type }), asked);
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
        nextAttemptAt: row.next_attempt_at,
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
  /** Of an event whose webhook has failed; `null` while an attempt is under way. */
  next_attempt_at: Date | null;
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

/** What the log shows of the events `found`, a query. */
function shown(found: string): string {
  return `
    SELECT e.id, e.seq, e.type, CASE WHEN e.handed_out_no IS NOT NULL THEN 'long_poll' ELSE e.channel END AS channel, e.drop_reason, e.subject_id, e.created_at, e.delivered_at,
           CASE WHEN e.state <> 'open' THEN e.state WHEN e.push_no <= w.push_no THEN 'waiting' ELSE 'pending' END AS state,
           CASE WHEN ${isOfRun('e.type')} THEN ${taskOfFrameSql('e.frame')} END AS task_id,
           CASE WHEN e.state = 'open' AND e.push_no > w.push_no AND e.attempt > e.round_start AND coalesce(e.in_flight_until, now()) <= now() THEN e.next_attempt_at END AS next_attempt_at
      FROM (${found}
      ) e LEFT JOIN waiting_up_to w ON w.agent_id = $1 AND w.type = e.type ORDER BY e.seq DESC`;
}

/**
 * The newest events of the agent `$1` below the number `$2`, if it is not null, `$3` at most. State and type stand in the text, so that the planner takes the indexes of events
 * that have failed and of events that are not triggers.
 */
function listStatement({
  state,
  type,
}: {
  state?: 'delivered' | 'failed' | undefined;
  type?: EventType | undefined;
}): WrittenStatement {
  const ofState = state === undefined ? '' : ` AND state = '${state}'`;
  const untriggered = type === undefined || type === 'task_trigger' ? '' : ` AND type <> 'task_trigger'`;
  const ofType = type === undefined ? '' : ` AND type = '${type}'`;
  return {
    name: `event-log-list-4-${state ?? 'any'}-${type ?? 'any'}`,
    text: shown(`
      SELECT * FROM event WHERE agent_id = $1 AND ($2::bigint IS NULL OR seq < $2)${ofState}${untriggered}${ofType} ORDER BY seq DESC LIMIT $3`),
  };
}

// The same of open events, of the type `$4`, if it is not null. What waits lies up to a number of the order of pushes, and what is on its way above it.
const LIST_OPEN = {
  name: 'event-log-list-open',
  text: shown(`
      SELECT o.* FROM waiting_up_to w CROSS JOIN LATERAL (
        SELECT e.id FROM (
          SELECT e.id, e.seq FROM event e
           WHERE e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND ($2::bigint IS NULL OR e.seq < $2)
             AND e.push_no > CASE WHEN $5::text = 'waiting' THEN 0 ELSE w.push_no END
             AND e.push_no <= CASE WHEN $5::text = 'waiting' THEN w.push_no ELSE 9223372036854775807 END OFFSET 0
        ) e ORDER BY e.seq DESC LIMIT $3
      ) f JOIN event o ON o.id = f.id WHERE w.agent_id = $1 AND ($4::text IS NULL OR w.type = $4) ORDER BY o.seq DESC LIMIT $3`),
};

const READ_ATTEMPTS = {
  name: 'event-log-read-attempts',
  text: `
    SELECT d.* FROM unnest($1::text[]) AS e (id) CROSS JOIN LATERAL (
      SELECT id, event_id, retry_num, retry_reason, outcome, status_code, error, duration_ms, started_at FROM delivery_attempt
       WHERE event_id = e.id ORDER BY started_at DESC LIMIT ${ATTEMPTS_SHOWN_MAX}
    ) d
     ORDER BY d.started_at`,
};

const READ_FRAME = {
  name: 'event-log-read-frame',
  text: 'SELECT frame FROM event WHERE id = $1 AND agent_id = $2',
};

// PostgreSQL knows the sizes of frames without reading them, and reads only those that fit.
const READ_FRAMES = {
  name: 'event-log-read-frames',
  text: `
    SELECT f.frame
      FROM (
        SELECT u.place, sum(coalesce(octet_length(l.frame), 0)) OVER (ORDER BY u.place) AS bytes, l.frame
          FROM unnest($1::text[]) WITH ORDINALITY AS u (id, place) LEFT JOIN event l ON l.id = u.id
      ) f
     WHERE f.place = 1 OR f.bytes <= $2 ORDER BY f.place`,
};

const FAILED_SINCE = {
  name: 'event-log-failed-since-3',
  text: `
    SELECT e.id FROM event e
     WHERE e.agent_id = $1 AND e.state = 'failed' AND e.created_at >= $2::timestamptz
       AND (NOT (${isOfRun('e.type')}) OR (SELECT r.status IN ${OPEN_RUN} FROM task_run r WHERE r.id = e.subject_id))
     ORDER BY e.seq LIMIT $3`,
};
