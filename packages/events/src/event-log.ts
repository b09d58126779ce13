import type { Event, PrismaClient } from '@svc/database';
import { idTimeMs } from '@svc/domain';
import type { DropReason, EventChannel, EventState, EventType, RetryReason } from '@svc/domain';
import { RETRY_OVERDUE_MS } from './channels/webhook-due.js';

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

/** How many of an event's attempts the log shows: the newest. */
const ATTEMPTS_SHOWN_MAX = 50;

export type EventLog = ReturnType<typeof eventLogQueries>;

/** What became of an agent's events, for its owner. */
export function eventLogQueries(prisma: PrismaClient) {
  return {
    /**
     * Newest first. `null` if the agent is not the owner's. A cursor whose event is not kept any more goes on behind its place; what is no
     * event's id starts at the newest.
     */
    async list(query: EventLogQuery): Promise<EventRecord[] | null> {
      if (!(await isOwned(prisma, query))) return null;
      const before = query.cursor === undefined ? null : await placeOf(prisma, query.agentId, query.cursor);
      const found = await prisma.event.findMany({
        where: {
          agentId: query.agentId,
          ...(query.state === undefined ? {} : { state: query.state }),
          ...(query.type === undefined ? {} : { type: query.type }),
          ...(before === null ? {} : { seq: { lt: before } }),
        },
        orderBy: { seq: 'desc' },
        take: query.limit,
        include: { attempts: { orderBy: { startedAt: 'desc' }, take: ATTEMPTS_SHOWN_MAX } },
      });
      return found.map((row) => ({
        eventId: row.id,
        type: row.type as EventType,
        state: row.state as EventState,
        channel: row.channel as EventChannel | null,
        dropReason: row.state === 'failed' ? (row.dropReason as DropReason | null) : null,
        messageId: row.messageId,
        taskId: row.taskId,
        runId: row.runId,
        decisionId: row.decisionId,
        createdAt: row.createdAt,
        deliveredAt: row.deliveredAt,
        nextAttemptAt: nextAttemptAt(row),
        attempts: row.attempts.reverse().map((attempt) => ({
          deliveryId: attempt.id,
          retryNum: attempt.retryNum,
          retryReason: attempt.retryReason as RetryReason,
          statusCode: attempt.statusCode,
          error:
            attempt.error ?? (attempt.outcome === 'unknown' ? 'The process ended during the attempt' : null),
          durationMs: attempt.durationMs,
          startedAt: attempt.startedAt,
        })),
      }));
    },

    /** Failed events from a moment on whose run, if they have one, is not finished; oldest first. `null` as above. */
    async failedSince(query: {
      agentId: string;
      ownerId: string;
      since: Date;
      limit: number;
    }): Promise<string[] | null> {
      if (!(await isOwned(prisma, query))) return null;
      const found = await prisma.$queryRaw<{ id: string }[]>`
        SELECT e.id FROM event e LEFT JOIN task_run r ON r.id = e.run_id
         WHERE e.agent_id = ${query.agentId} AND e.state = 'failed' AND e.created_at >= ${query.since}
           AND (e.run_id IS NULL OR r.status IN ('pending', 'running'))
         ORDER BY e.seq LIMIT ${query.limit}`;
      return found.map(({ id }) => id);
    },
  };
}

/**
 * The number of an agent's event, or the one that it would have among those that are kept. Ids begin with their time, and numbers grow with it, so
 * the place of an event that is gone is found by halves: one look-up for each. `null` if the id tells no time.
 */
async function placeOf(prisma: PrismaClient, agentId: string, eventId: string): Promise<bigint | null> {
  const found = await prisma.event.findFirst({ where: { id: eventId, agentId }, select: { seq: true } });
  if (found !== null) return found.seq;
  if (idTimeMs(eventId) === null) return null;
  const counter = await prisma.agentCounter.findUnique({ where: { agentId } });
  // What is kept up to `older` is older than the event, what is kept from `newer` on is newer.
  let older = 0n;
  let newer = (counter?.lastSeq ?? 0n) + 1n;
  while (newer - older > 1n) {
    const middle = (older + newer) / 2n;
    const kept = await prisma.event.findFirst({
      where: { agentId, seq: { gt: older, lte: middle } },
      orderBy: { seq: 'desc' },
      select: { id: true, seq: true },
    });
    if (kept === null || kept.id < eventId) older = middle;
    else newer = kept.seq;
  }
  return newer;
}

async function isOwned(
  prisma: PrismaClient,
  { agentId, ownerId }: { agentId: string; ownerId: string },
): Promise<boolean> {
  return (await prisma.agent.count({ where: { id: agentId, ownerId, deletedAt: null } })) > 0;
}

/** The sweeper's time lies somewhat behind that of the retry, which the broker brings. While an attempt is under way, no next one is set. */
function nextAttemptAt(row: Event): Date | null {
  const waitsForRetry = row.state === 'pending' && row.attempt > row.roundStart && row.inFlightUntil === null;
  return waitsForRetry && row.attemptAfter !== null
    ? new Date(row.attemptAfter.getTime() - RETRY_OVERDUE_MS)
    : null;
}
