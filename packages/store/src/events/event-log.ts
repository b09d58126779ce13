import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { subjectOf, ID_PREFIX, idTimeMs } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import type { Pool, ClientBase } from 'pg';

type AttemptRecord = NonNullable<typeof sql.log.attempts.row>;

/**
 * `dropReason` is `null` if its delivery failed, `subject` the beginning of the message, the decision's title or
 * the task's name, while that is kept, `nextAttemptAt` the earliest moment of the next webhook attempt.
 */
export interface EventRecord
  extends
    Omit<NonNullable<typeof sql.log.list.row>, 'subjectId' | 'taskId'>,
    ReturnType<typeof subjectIdsOf> {
  /** Oldest first. */
  attempts: AttemptRecord[];
}

export interface EventLogQuery {
  agentId: string;
  ownerId: string;
  state?: EventState | undefined;
  type?: EventType | undefined;
  limit: number;
  /** The last event of the page before, which may be gone. */
  cursor?: string | undefined;
}

const FRAMES_BYTES_MAX = 1024 * 1024;

/** The newest attempts of an event. */
const ATTEMPTS_SHOWN_MAX = 50;

export type EventLog = ReturnType<typeof eventLogQueries>;

export function eventLogQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Newest first. `null` if the agent is not the owner's. A cursor whose event is gone goes on behind its
     * position; what is no event's id starts at the newest.
     */
    async list(query: EventLogQuery): Promise<EventRecord[] | null> {
      const { agentId, state = null, type = null, limit, cursor } = query;
      if (!(await isOwned(prisma, query))) return null;
      const position = cursor === undefined ? null : await positionOf(pool, agentId, cursor);
      const before = position ?? Number.MAX_SAFE_INTEGER;
      const found = await rows(pool, sql.log.list, { agentId, before, limit, state, type });
      const eventIds = found.map(({ eventId }) => eventId);
      const attempts = await attemptsOf(pool, eventIds);
      return found.map(({ subjectId, taskId, ...event }) => ({
        ...event,
        ...subjectIdsOf(event.type, subjectId, taskId),
        attempts: attempts.get(event.eventId) ?? [],
      }));
    },

    /**
     * As many of the first as fit into a read of 1 MiB, and at least one. `null` stands for an event that is
     * not kept any more. Does not ask whose the events are.
     */
    async framesOf(eventIds: readonly string[]): Promise<(string | null)[]> {
      const found = await rows(pool, sql.log.frames, { eventIds, bytesMax: FRAMES_BYTES_MAX });
      return found.map(({ frame }) => frame);
    },

    /** `null` if there is no such event of an agent of the owner. */
    async frameOf(query: { agentId: string; ownerId: string; eventId: string }): Promise<string | null> {
      if (!(await isOwned(prisma, query))) return null;
      const where = { id: query.eventId, agentId: query.agentId };
      return (await prisma.event.findUnique({ where, select: { frame: true } }))?.frame ?? null;
    },

    /** Those whose run, if they have one, is not finished; oldest first. `null` as above. */
    async failedSince(query: {
      agentId: string;
      ownerId: string;
      since: Date;
      limit: number;
    }): Promise<string[] | null> {
      if (!(await isOwned(prisma, query))) return null;
      return (await rows(pool, sql.log.failedSince, query)).map(({ id }) => id);
    },
  };
}

function subjectIdsOf(type: EventType, id: string | null, taskId: string | null) {
  const kind = subjectOf(type);
  return {
    messageId: kind === 'message' ? id : null,
    decisionId: kind === 'decision' ? id : null,
    runId: kind === 'run' ? id : null,
    taskId: kind === 'task' ? id : taskId,
  };
}

/** Oldest first. */
async function attemptsOf(pool: Pool, eventIds: string[]): Promise<Map<string, AttemptRecord[]>> {
  if (eventIds.length === 0) return new Map();
  const byEvent = new Map<string, AttemptRecord[]>(eventIds.map((eventId) => [eventId, []]));
  const found = await rows(pool, sql.log.attempts, { eventIds, limit: ATTEMPTS_SHOWN_MAX });
  for (const attempt of found) byEvent.get(attempt.eventId)?.push(attempt);
  return byEvent;
}

export async function isOwned(
  prisma: PrismaClient,
  { agentId, ownerId }: { agentId: string; ownerId: string },
): Promise<boolean> {
  return (await prisma.agent.count({ where: { id: agentId, ownerId, deletedAt: null } })) > 0;
}

/**
 * If the event was removed, its position among those that are kept: ids begin with their time, and numbers
 * grow with time, so a binary search finds it. `null` if the id holds no time.
 */
async function positionOf(on: Pool | ClientBase, agentId: string, eventId: string): Promise<number | null> {
  const [found] = await rows(on, sql.log.position, { agentId, eventId, seq: null });
  if (found === undefined) return null;
  if (found.seq !== null) return found.seq;
  if (idTimeMs(eventId) === null) return null;
  return firstFrom(on, { agentId, eventId, lastSeq: found.lastSeq });
}

/**
 * The number of the first event that is kept and was made then or later; behind `lastSeq` if there is none.
 * @param timeMs in milliseconds since 1970.
 */
export function positionOfTime(
  on: Pool | ClientBase,
  { agentId, timeMs, lastSeq }: { agentId: string; timeMs: number; lastSeq: number },
): Promise<number> {
  const eventId = ID_PREFIX.event + Math.max(0, timeMs).toString(16).padStart(12, '0');
  return firstFrom(on, { agentId, eventId, lastSeq });
}

/** Behind `after`, up to `lastSeq`. */
export async function firstKept(
  on: Pool | ClientBase,
  { agentId, after, lastSeq }: { agentId: string; after: number; lastSeq: number },
): Promise<number | null> {
  const [kept] = await rows(on, sql.log.firstKept, { agentId, after, upto: lastSeq });
  return kept?.seq ?? null;
}

async function firstFrom(
  on: Pool | ClientBase,
  { agentId, eventId, lastSeq }: { agentId: string; eventId: string; lastSeq: number },
): Promise<number> {
  // What is kept up to `older` is older than the event, what is kept from `newer` on is newer.
  let [older, newer] = [0, lastSeq + 1];
  while (newer - older > 1) {
    const middle = Math.floor((older + newer) / 2);
    const [kept] = await rows(on, sql.log.newestUpTo, { agentId, after: older, upto: middle });
    if (kept === undefined || kept.id < eventId) older = middle;
    else newer = kept.seq;
  }
  return newer;
}
