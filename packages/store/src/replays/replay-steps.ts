import { rows, transaction } from '@svc/database';
import { firstKept, replayedEvents } from '@svc/events';
import type { OutgoingEvent } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { filterOf, isBefore } from './replay-record.js';
import type { ReplayCounts, ReplayRow, ReplayWait } from './replay-record.js';
import { spanOf } from './replay-span.js';
import type { Span } from './replay-span.js';

/** Rows of the log that one step looks at. */
const LOOKED_AT_MAX = 500;

/** Events of a replay that may be on their way at once. A new event of the agent waits behind no more than these. */
export const UNDER_WAY_MAX = 20;

/** Other events of the agent that may be on their way while a replay sends some. */
export const PENDING_BESIDE_MAX = 50;

/** Steps that send something, in a second. */
const STEPS_PER_SECOND = 4;

/** The pause behind a step that has sent nothing, because nothing in its part of the log matched, in milliseconds. */
const PAUSE_MS_MIN = 20;

/** How long a replay waits that can send nothing, and one whose step failed, in milliseconds. */
const WAIT_MS = 500;
const AGENT_WAIT_MS = 2_000;
const FAILED_WAIT_MS = 5_000;

/** A replay that does not get on is looked at after this share of the time for which this has been so, up to so many milliseconds. */
const STUCK_SHARE = 1 / 8;
const STUCK_MS_MAX = 30_000;

export interface ReplayStep {
  replayId: string;
  agentId: string;
  /** The agent's owner. */
  userId: string;
  /** What is on its way now, in order. The caller announces it. */
  events: OutgoingEvent[];
  /** Nothing is left to do. */
  isEnded: boolean;
}

export type ReplaySteps = ReturnType<typeof replayStepQueries>;

/**
 * Replays go on in steps. A step is one transaction: it holds the replay's row, finds out what became of the events that are on their way, looks at a bounded
 * part of the log, starts new rounds, and writes down how far it is. So one process at a time goes on with a replay, whichever dies, and no event is passed over or
 * sent twice.
 */
export function replayStepQueries(pool: Pool) {
  return {
    /**
     * Does one step of the replay that has been due for longest and that nobody else holds; `null` if none is due. If the step fails, the replay rests for some
     * seconds, so that it keeps no other one waiting.
     */
    async step(): Promise<ReplayStep | null> {
      let replayId: string | undefined;
      try {
        return await transaction(pool, async (client) => {
          const [held] = await rows<HeldRow>(client, HOLD_DUE, []);
          replayId = held?.id;
          return held === undefined ? null : stepOf(client, held);
        });
      } catch (error) {
        if (replayId !== undefined) await rows(pool, PUT_OFF, [replayId, FAILED_WAIT_MS]).catch(() => []);
        throw error;
      }
    },

    /** In how many milliseconds the next step is due; `null` if no replay is open. */
    async dueInMs(): Promise<number | null> {
      const [row] = await rows<{ due_in_ms: number | null }>(pool, DUE_IN, []);
      return row?.due_in_ms ?? null;
    },
  };
}

interface HeldRow extends ReplayRow {
  owner_id: string;
  is_reachable: boolean;
  /** For how long it has not got on, in milliseconds; `null` if it has just got on. */
  stuck_ms: number | null;
}

/** What a step has found out and done. */
interface Done {
  counts: ReplayCounts;
  underWay: string[];
  doneSeq: number;
  waitsFor: ReplayWait | null;
  nextInMs: number;
  events: OutgoingEvent[];
}

async function stepOf(client: ClientBase, held: HeldRow): Promise<ReplayStep> {
  const { id, agent_id: agentId, owner_id: userId } = held;
  const { counts, underWay } = await settle(client, held);
  const found = { counts, underWay, waitsFor: null, nextInMs: WAIT_MS, events: [] };
  const place = held.state === 'running' ? await placeIn(client, held) : null;
  const done =
    place === null
      ? { ...found, doneSeq: held.done_seq ?? 0 }
      : await proceed(client, { held, place, ...found });
  const hasGotOn =
    done.events.length > 0 ||
    underWay.length < held.under_way.length ||
    (place !== null && done.doneSeq > place.doneSeq);
  const stuckMs = hasGotOn ? 0 : Math.min(STUCK_MS_MAX, STUCK_SHARE * (held.stuck_ms ?? 0));
  const nextInMs = Math.max(done.nextInMs, stuckMs);
  const isThrough = place === null || done.doneSeq >= place.lastSeq;
  const isEnded = isThrough && done.underWay.length === 0;
  await rows(client, WRITE, [
    ...[id, done.underWay, done.waitsFor, isEnded ? null : nextInMs],
    ...[counts.redelivered, counts.delivered, counts.failed, counts.waiting, counts.skipped, counts.removed],
    ...(place === null ? [null, null, null] : [done.doneSeq, place.beganSeq, place.lastSeq]),
    hasGotOn,
  ]);
  return { replayId: id, agentId, userId, events: done.events, isEnded };
}

/** What became of the events that were on their way. */
async function settle(client: ClientBase, { under_way: sent }: HeldRow) {
  const counts: ReplayCounts = {
    redelivered: 0,
    delivered: 0,
    failed: 0,
    waiting: 0,
    skipped: 0,
    removed: 0,
  };
  const outcomes = await replayedEvents.outcomesOf(client, sent);
  const underWay = sent.filter((_eventId, place) => outcomes[place] === 'pending');
  for (const outcome of outcomes) if (outcome !== 'pending') counts[outcome] += 1;
  return { counts, underWay };
}

/** Where the replay is; at first, where it begins and ends. */
async function placeIn(client: ClientBase, held: HeldRow): Promise<Place> {
  const { agent_id: agentId, done_seq: doneSeq, began_seq: beganSeq, last_seq: lastSeq } = held;
  if (doneSeq !== null && beganSeq !== null) return { beganSeq, doneSeq, lastSeq };
  const span = await spanOf(client, {
    agentId,
    from: held.from_at,
    to: held.to_at,
    asOf: held.created_at,
    lastSeq,
  });
  return { ...span, doneSeq: span.beganSeq };
}

interface Place extends Span {
  doneSeq: number;
}

/** Looks at the next part of the log and sends what it may. */
async function proceed(
  client: ClientBase,
  { held, place, ...found }: { held: HeldRow; place: Place } & Omit<Done, 'doneSeq'>,
): Promise<Done> {
  const { counts, underWay } = found;
  const done: Done = { ...found, doneSeq: place.doneSeq };
  if (place.doneSeq >= place.lastSeq) return done;
  const { agent_id: agentId, rate_per_second: rate } = held;
  const filter = filterOf(held);
  const room = Math.min(UNDER_WAY_MAX - underWay.length, Math.ceil(rate / STEPS_PER_SECOND));
  const waitsFor = await obstacle(client, { held, underWay, room });
  if (waitsFor !== null)
    return { ...done, waitsFor, nextInMs: waitsFor === 'agent' ? AGENT_WAIT_MS : WAIT_MS };

  const kept = await firstKept(client, { agentId, after: place.doneSeq, lastSeq: place.lastSeq });
  const after = (kept ?? place.lastSeq + 1) - 1;
  counts.removed += after - place.doneSeq;
  const limit = LOOKED_AT_MAX;
  const next = await replayedEvents.next(client, {
    agentId,
    filter,
    after,
    lastSeq: place.lastSeq,
    limit,
  });
  const chosen: string[] = [];
  let doneSeq = after;
  for (const { eventId, seq, matches, isOver } of next) {
    if (matches && !isOver && chosen.length === room) break;
    doneSeq = seq;
    if (matches && isOver) counts.skipped += 1;
    else if (matches) chosen.push(eventId);
  }
  const isLast = next.length < limit && doneSeq === (next.at(-1)?.seq ?? after);
  const { state } = filter;
  const events =
    chosen.length === 0 ? [] : await replayedEvents.restart(client, { agentId, state, eventIds: chosen });
  counts.redelivered += events.length;
  // In between somebody has sent them, ended their run or removed them.
  counts.skipped += chosen.length - events.length;
  return {
    ...done,
    events,
    underWay: [...underWay, ...events.map(({ eventId }) => eventId)],
    doneSeq: isLast ? place.lastSeq : doneSeq,
    nextInMs: Math.max(PAUSE_MS_MIN, (1_000 * events.length) / rate),
  };
}

async function obstacle(
  client: ClientBase,
  { held, underWay, room }: { held: HeldRow; underWay: string[]; room: number },
): Promise<ReplayWait | null> {
  if (!held.is_reachable) return 'agent';
  if (room <= 0) return 'own_events';
  const beside = { agentId: held.agent_id, eventIds: underWay, max: PENDING_BESIDE_MAX + 1 };
  return (await replayedEvents.pendingBeside(client, beside)) > PENDING_BESIDE_MAX ? 'other_events' : null;
}

// A queued replay is due as well, and is passed over. The agent is locked, so that its rows are not removed before those that are opened again. What others
// hold is left alone: another scheduler goes on with it.
const HOLD_DUE = {
  name: 'replay-hold-due-2',
  text: `
    SELECT r.*, a.owner_id, (extract(epoch FROM now() - r.waits_since) * 1000)::float8 AS stuck_ms, (SELECT h.slot IS NOT NULL OR h.has_webhook FROM agent_reach h WHERE h.agent_id = a.id) AS is_reachable
      FROM replay r JOIN agent a ON a.id = r.agent_id
     WHERE r.next_step_at <= now() AND a.deleted_at IS NULL
       AND (r.state <> 'running' OR NOT EXISTS (SELECT 1 FROM replay o WHERE ${isBefore('o', 'r')}))
     ORDER BY r.next_step_at LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED FOR KEY SHARE OF a SKIP LOCKED`,
};

const WRITE = {
  name: 'replay-write',
  text: `
    UPDATE replay
       SET under_way = $2::text[], waits_for = $3, next_step_at = clock_timestamp() + $4::double precision * interval '1 millisecond',
           redelivered = redelivered + $5::int, delivered = delivered + $6::int, failed = failed + $7::int, waiting = waiting + $8::int,
           skipped = skipped + $9::int, removed = removed + $10::bigint,
           waits_since = CASE WHEN $14::boolean THEN NULL ELSE coalesce(waits_since, now()) END,
           done_seq = coalesce($11::bigint, done_seq), began_seq = coalesce($12::bigint, began_seq), last_seq = coalesce($13::bigint, last_seq),
           state = CASE WHEN state = 'running' AND $4::double precision IS NULL THEN 'finished' ELSE state END,
           ended_at = CASE WHEN state = 'running' AND $4::double precision IS NULL THEN clock_timestamp() ELSE ended_at END
     WHERE id = $1`,
};

const PUT_OFF = {
  name: 'replay-put-off',
  text: `UPDATE replay SET next_step_at = now() + $2::int * interval '1 millisecond' WHERE id = $1 AND next_step_at IS NOT NULL`,
};

const DUE_IN = {
  name: 'replay-due-in',
  text: `
    SELECT min(GREATEST(0, extract(epoch FROM r.next_step_at - clock_timestamp()) * 1000))::float8 AS due_in_ms FROM replay r JOIN agent a ON a.id = r.agent_id
     WHERE r.next_step_at IS NOT NULL AND a.deleted_at IS NULL AND (r.state <> 'running' OR NOT EXISTS (SELECT 1 FROM replay o WHERE ${isBefore('o', 'r')}))`,
};
