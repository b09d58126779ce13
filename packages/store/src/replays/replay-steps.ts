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

/** What a step adds to those of the replay. */
type ReplayCounts = ReturnType<typeof noCounts>;

function noCounts() {
  return { redelivered: 0, delivered: 0, failed: 0, waiting: 0, skipped: 0, removed: 0 };
}

interface Done {
  counts: ReplayCounts;
  underWay: string[];
  doneSeq: number;
  waitsFor: ReplayWait;
  nextInMs: number;
  events: OutgoingEvent[];
}

async function stepOf(client: ClientBase, replay: LockedReplay): Promise<ReplayStep> {
  const { id, agent_id: agentId, owner_id: userId, done_seq: doneSeq, last_seq: lastSeq } = replay;
  const { counts, underWay } = await settle(client, replay);
  const found = { counts, underWay, doneSeq, waitsFor: null, nextInMs: WAIT_MS, events: [] };
  const isThrough = replay.state === 'cancelled' || doneSeq >= lastSeq;
  const done = isThrough ? found : await proceed(client, { replay, found });
  const isEnded = (isThrough || done.doneSeq >= lastSeq) && done.underWay.length === 0;
  await rows(client, sql.replays.write, {
    ...{ id, ...counts, underWay: done.underWay, waitsFor: done.waitsFor, doneSeq: done.doneSeq },
    nextInMs: isEnded ? null : done.nextInMs,
  });
  return { replayId: id, agentId, userId, events: done.events, isEnded };
}

async function settle(client: ClientBase, { under_way: sent }: LockedReplay) {
  const counts = noCounts();
  const found = sent.length === 0 ? [] : await rows(client, sql.events.states, { ids: sent });
  const outcomes = found.map(({ state }) => state ?? 'removed');
  const underWay = sent.filter((_eventId, index) => outcomes[index] === 'pending');
  for (const outcome of outcomes) if (outcome !== 'pending') counts[outcome] += 1;
  return { counts, underWay };
}

/** Looks at the next part of the log. */
async function proceed(
  client: ClientBase,
  { replay, found }: { replay: LockedReplay; found: Done },
): Promise<Done> {
  const { counts, underWay } = found;
  const { agent_id: agentId, rate_per_second: rate, last_seq: lastSeq } = replay;
  const { event_state: state, event_type: type, from_at: from, to_at: to } = replay;
  const quota = Math.min(UNDER_WAY_MAX - underWay.length, Math.ceil(rate / STEPS_PER_SECOND));
  const waitsFor = await obstacle(client, { replay, underWay, quota });
  if (waitsFor !== null)
    return { ...found, waitsFor, nextInMs: waitsFor === 'agent' ? LONG_WAIT_MS : WAIT_MS };

  const kept = await firstKept(client, { agentId, after: found.doneSeq, lastSeq });
  const after = (kept ?? lastSeq + 1) - 1;
  counts.removed += after - found.doneSeq;
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
  const events = await restart(client, { ids: chosen, agentId, state });
  counts.redelivered += events.length;
  // In between they were sent, removed, or their run ended.
  counts.skipped += chosen.length - events.length;
  return {
    ...found,
    events,
    underWay: [...underWay, ...events.map(({ eventId }) => eventId)],
    doneSeq: isLast ? lastSeq : doneSeq,
    nextInMs: Math.max(PAUSE_MS_MIN, (1_000 * events.length) / rate),
  };
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
