import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { firstKept } from '../events/event-log.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { ClientBase, Pool } from 'pg';
import type { ReplayedState } from './replays.js';

/** Rows of the log that one step looks at. */
const LOOKED_AT_MAX = 500;

/** On their way at once. A new event of the agent waits behind no more than these. */
export const UNDER_WAY_MAX = 20;

/** Other events of the agent that may be on their way while a replay sends some. */
export const PENDING_BESIDE_MAX = 50;

const STEPS_PER_SECOND = 4;

/** Behind a step in whose part of the log nothing matched. */
const PAUSE_MS_MIN = 20;

/** How long a replay waits that can send nothing, and one whose agent cannot be reached or whose step failed. */
const [WAIT_MS, LONG_WAIT_MS] = [1_000, 5_000];

export interface ReplayStep {
  replayId: string;
  agentId: string;
  userId: string;
  /** What is on its way now, in order. The caller announces it. */
  events: OutgoingEvent[];
  isEnded: boolean;
}

export type ReplaySteps = ReturnType<typeof replayStepQueries>;

/**
 * A step is one transaction: it holds the replay's row, finds out what became of the events that are on their
 * way, looks at a bounded part of the log, starts new rounds, and writes down how far it is. So one process
 * at a time goes on with a replay, whichever dies, and no event is passed over or sent twice.
 */
export function replayStepQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Of the replay that has been due for longest and is not locked; `null` if none is due. A replay whose
     * step fails rests for some seconds, so that it keeps no other waiting.
     */
    async step(): Promise<ReplayStep | null> {
      let replayId: string | undefined;
      try {
        return await transaction(pool, async (client) => {
          const [replay] = await rows(client, sql.replays.holdDue, {});
          replayId = replay?.id;
          return replay === undefined ? null : stepOf(client, replay);
        });
      } catch (error) {
        if (replayId !== undefined)
          await prisma.replay
            .updateMany({
              where: { id: replayId, nextStepAt: { not: null } },
              data: { nextStepAt: new Date(Date.now() + LONG_WAIT_MS) },
            })
            .catch(() => null);
        throw error;
      }
    },

    /** `null` if no replay is open. */
    async dueInMs(): Promise<number | null> {
      const [row] = await rows(pool, sql.replays.dueIn, {});
      return row?.due_in_ms ?? null;
    },
  };
}

type LockedReplay = NonNullable<typeof sql.replays.holdDue.row>;

type ReplayWait = LockedReplay['waits_for'];

/** What a step finds and does. Its counts are added to those of the replay. */
interface Progress {
  counts: Record<'redelivered' | 'delivered' | 'failed' | 'waiting' | 'skipped' | 'removed', number>;
  underWay: string[];
  doneSeq: number;
  waitsFor: ReplayWait;
  nextInMs: number;
  events: OutgoingEvent[];
}

async function stepOf(client: ClientBase, replay: LockedReplay): Promise<ReplayStep> {
  const { id, agent_id: agentId, owner_id: userId, done_seq: doneSeq, last_seq: lastSeq } = replay;
  const counts = { redelivered: 0, delivered: 0, failed: 0, waiting: 0, skipped: 0, removed: 0 };
  const progress: Progress = {
    ...{ counts, underWay: [], doneSeq, waitsFor: null, nextInMs: WAIT_MS, events: [] },
  };
  await settle(client, replay, progress);
  const isThrough = (): boolean => replay.state === 'cancelled' || progress.doneSeq >= lastSeq;
  if (!isThrough()) await proceed(client, replay, progress);
  const isEnded = isThrough() && progress.underWay.length === 0;
  const { underWay, waitsFor, nextInMs, events } = progress;
  await rows(client, sql.replays.write, {
    ...{ id, ...counts, underWay, waitsFor, doneSeq: progress.doneSeq, nextInMs: isEnded ? null : nextInMs },
  });
  return { replayId: id, agentId, userId, events, isEnded };
}

async function settle(client: ClientBase, { under_way: sent }: LockedReplay, progress: Progress) {
  if (sent.length === 0) return;
  const found = await rows(client, sql.events.states, { ids: sent });
  found.forEach(({ state }, index) => {
    if (state === 'pending') progress.underWay.push(sent[index] ?? '');
    else progress.counts[state ?? 'removed'] += 1;
  });
}

/** Looks at the next part of the log. */
async function proceed(client: ClientBase, replay: LockedReplay, progress: Progress): Promise<void> {
  const { counts, underWay } = progress;
  const { agent_id: agentId, rate_per_second: rate, last_seq: lastSeq } = replay;
  const { event_state: state, event_type: type, from_at: from, to_at: to } = replay;
  const quota = Math.min(UNDER_WAY_MAX - underWay.length, Math.ceil(rate / STEPS_PER_SECOND));
  progress.waitsFor = await obstacle(client, { replay, underWay, quota });
  if (progress.waitsFor === 'agent') progress.nextInMs = LONG_WAIT_MS;
  if (progress.waitsFor !== null) return;

  const kept = await firstKept(client, { agentId, after: progress.doneSeq, lastSeq });
  const after = (kept ?? lastSeq + 1) - 1;
  counts.removed += after - progress.doneSeq;
  const limit = LOOKED_AT_MAX;
  const next = await rows(client, sql.events.nextToReplay, {
    ...{ state, type, from, to, agentId, after, lastSeq, limit },
  });
  const chosen: string[] = [];
  let doneSeq = after;
  for (const { eventId, seq, matches, isOver } of next) {
    if (matches && !isOver && chosen.length === quota) break;
    doneSeq = seq;
    if (matches && isOver) counts.skipped += 1;
    else if (matches) chosen.push(eventId);
  }
  const isLast = next.length < limit && doneSeq === (next.at(-1)?.seq ?? after);
  progress.doneSeq = isLast ? lastSeq : doneSeq;
  progress.events = await restart(client, { ids: chosen, agentId, state });
  const sent = progress.events.length;
  counts.redelivered += sent;
  // In between they were sent, removed, or their run ended.
  counts.skipped += chosen.length - sent;
  underWay.push(...progress.events.map(({ eventId }) => eventId));
  progress.nextInMs = Math.max(PAUSE_MS_MIN, (1_000 * sent) / rate);
}

async function obstacle(
  client: ClientBase,
  { replay, underWay, quota }: { replay: LockedReplay; underWay: string[]; quota: number },
): Promise<ReplayWait> {
  if (!replay.is_reachable) return 'agent';
  if (quota <= 0) return 'own_events';
  const beside = { agentId: replay.agent_id, ids: underWay, max: PENDING_BESIDE_MAX + 1 };
  const [row] = await rows(client, sql.events.countPending, beside);
  return row !== undefined && row.pending > PENDING_BESIDE_MAX ? 'other_events' : null;
}

/** Leaves out events whose run is finished, or whose state has changed. Returns the others in order. */
async function restart(
  client: ClientBase,
  { ids, agentId, state }: { ids: string[]; agentId: string; state: ReplayedState },
): Promise<OutgoingEvent[]> {
  if (ids.length === 0) return [];
  const found = await rows(client, sql.events.lock, { ids, agentId, ownerId: null });
  const again = found.filter(({ isOver, isReplaced }) => !isOver && !isReplaced);
  return rows(client, sql.events.restart, { ids: again.map(({ eventId }) => eventId), state });
}
