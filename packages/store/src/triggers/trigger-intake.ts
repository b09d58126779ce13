import * as sql from '../database/statements/generated/index.js';
import { Batcher, lookUpTogether } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import { newId, ServiceError, TRIGGERS_WAITING_MAX_DEFAULT } from '@svc/domain';
import type { SecretBox, SenderRefusal } from '@svc/domain';
import { withPayload } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { Pool } from 'pg';
import type { QuotaGuard, TakeBack } from '../quotas/quota-guard.js';
import { COUNT_KEPT_MS, SoftLimit, TtlCache } from '../quotas/quota-guard.js';
import { openedSecrets } from '../tasks/task-record.js';
import type { StartedRun, TriggerCall, TriggerOutcome } from './trigger-call.js';

/** Calls that proved no sender, since they were last written down. */
export interface NewRefusals {
  taskId: string;
  count: number;
  lastAtMs: number;
  lastReason: SenderRefusal;
}

/** What becomes of a call without room: it is refused, or the oldest that wait are dropped for it. */
export type WaitingPolicy = 'refuse' | 'drop_oldest';

export interface TriggerIntakeOptions {
  /** How long the same payload is a duplicate, in milliseconds. */
  dedupWindowMs: number;
  /** How many triggers of a task may wait: have a run that is pending. Default 10,000. */
  waitingMax?: number;
  /** Default `refuse`. */
  waitingPolicy?: WaitingPolicy;
}

interface IntakeSettings extends TriggerIntakeOptions {
  box: SecretBox;
  nowMs?: (() => number) | undefined;
  quotas: Pick<QuotaGuard, 'admit'>;
}

/** Of a task, at once. Others are dropped when the next call comes. */
const DROPPED_MAX = 500;

/** Blocks of the table of receipts that one step reads: some 3,000 receipts. */
const PURGE_BLOCKS = 64;

export type TriggerIntake = ReturnType<typeof triggerIntake>;

/** One statement writes run, event and receipt of all calls that arrive together. */
export function triggerIntake(pool: Pool, options: IntakeSettings) {
  const { quotas, waitingMax = TRIGGERS_WAITING_MAX_DEFAULT, waitingPolicy = 'refuse', nowMs } = options;
  const counting = new Batcher<string, number>((taskIds) => countWaiting(pool, taskIds, waitingMax));
  const taskLimit = new SoftLimit({ max: waitingMax, count: (taskId) => counting.add(taskId), nowMs });
  const dropping = new Batcher<Fitted, number>((calls) => dropOldest(pool, calls, waitingMax));
  const owners = new TtlCache({ ask: ownersOf(pool), ttlMs: COUNT_KEPT_MS });
  const accepting = new Batcher<AdmittedCall, TriggerOutcome>((calls) => accept(pool, calls, options), {
    keyOf: (call) => call.triggerHash.toString('base64url'),
  });

  return {
    async accept(call: TriggerCall): Promise<TriggerOutcome> {
      if (call.payload === null) return accepting.add({ ...call, fits: true });
      const owner = await owners.get(call.triggerHash.toString('base64url'));
      if (owner === null) return { status: 'unknown' };
      const ofAgent = await admitted(owner.agentId, call.payload.text);
      const isRefused = ofAgent instanceof ServiceError;
      const ofTask = isRefused ? null : await taskLimit.take(owner.taskId);
      const mayDrop = !isRefused && waitingPolicy === 'drop_oldest';
      const outcome = await accepting.add({ ...call, fits: ofTask !== null || mayDrop });
      if ('event' in outcome) {
        if (ofTask !== null) return outcome;
        return { ...outcome, dropped: await dropping.add(outcome) };
      }
      if (!isRefused) ofAgent();
      ofTask?.();
      return outcome.status === 'full' && isRefused ? { status: 'agent_full', refusal: ofAgent } : outcome;
    },

    /** Returns the tasks that are still there and still demand a sender. */
    countRefused: (refusals: readonly NewRefusals[]) =>
      rows(pool, sql.triggers.countRefusals, {
        taskIds: refusals.map(({ taskId }) => taskId),
        counts: refusals.map(({ count }) => count),
        lastAt: refusals.map(({ lastAtMs }) => new Date(lastAtMs)),
        lastReasons: refusals.map(({ lastReason }) => lastReason),
      }),

    /**
     * Forgets payloads whose window is over, on the next {@link PURGE_BLOCKS} blocks from `from` on. Behind
     * the last of `blocks` a pass is over.
     */
    async purge(from: number): Promise<{ removed: number; next: number; blocks: number }> {
      const values = { window: windowOf(options), fromBlock: from, blocks: PURGE_BLOCKS };
      const [step] = await rows(pool, sql.triggers.purgeReceipts, values);
      if (step === undefined) throw new Error('A purge returned nothing');
      return { ...step, next: from + PURGE_BLOCKS };
    },
  };

  /** What takes the call out of the quotas again, or the refusal. */
  async function admitted(agentId: string, payload: string): Promise<TakeBack | ServiceError> {
    try {
      return await quotas.admit(
        { quota: 'triggers_waiting_per_agent', ownerId: agentId },
        { quota: 'trigger_bytes_waiting_per_agent', ownerId: agentId, more: Buffer.byteLength(payload) },
      );
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'quota_exceeded') return error;
      throw error;
    }
  }
}

/** Counted up to `max`. */
async function countWaiting(pool: Pool, taskIds: string[], max: number): Promise<number[]> {
  const found = await rows(pool, sql.triggers.countWaiting, { taskIds, limit: max });
  return found.map(({ used }) => used);
}

/** A call that was taken without room. */
type Fitted = Pick<StartedRun, 'taskId' | 'runId'>;

/** Not the calls themselves. Returns how many others of each one's task were dropped. */
async function dropOldest(pool: Pool, calls: Fitted[], waitingMax: number): Promise<number[]> {
  const first = new Map(calls.toReversed().map(({ taskId, runId }) => [taskId, runId]));
  const dropped = await rows(pool, sql.triggers.dropOldest, {
    ...{ taskIds: [...first.keys()], runIds: [...first.values()], waitingMax, droppedMax: DROPPED_MAX },
  });
  const counts = new Map(dropped.map(({ task_id, count }) => [task_id, count]));
  return calls.map(({ taskId }) => counts.get(taskId) ?? 0);
}

/** Refused without room, unless its answer is another one. */
interface AdmittedCall extends TriggerCall {
  fits: boolean;
}

interface PreparedCall {
  triggerHash: Buffer;
  payloadHash: Buffer | null;
  payload: string | null;
  headers: string;
  senderVersion: string | null;
  fits: boolean;
  runId: string;
  eventId: string;
}

type OutcomeRow = NonNullable<(typeof sql.triggers.accept)['row']>;

function ownersOf(pool: Pool) {
  return lookUpTogether(
    (hashes) =>
      rows(pool, sql.triggers.findOwners, { hashes: hashes.map((hash) => Buffer.from(hash, 'base64url')) }),
    ({ hash }) => hash.toString('base64url'),
  );
}

async function accept(
  pool: Pool,
  calls: AdmittedCall[],
  settings: IntakeSettings,
): Promise<TriggerOutcome[]> {
  const { distinct, indexes } = withoutRepeats(calls);
  const outcomes = await acceptDistinct(pool, distinct, settings);
  const answered = new Set<number>();
  return indexes.map((index) => {
    const outcome = outcomes[index] as TriggerOutcome;
    const isRepeat = answered.has(index);
    answered.add(index);
    return isRepeat && 'runId' in outcome ? { status: 'duplicate', runId: outcome.runId } : outcome;
  });
}

async function acceptDistinct(
  pool: Pool,
  distinct: PreparedCall[],
  settings: IntakeSettings,
): Promise<TriggerOutcome[]> {
  const found = await rows(pool, sql.triggers.accept, {
    hashes: distinct.map((call) => call.triggerHash),
    payloadHashes: distinct.map((call) => call.payloadHash),
    payloads: distinct.map((call) => call.payload),
    headers: distinct.map((call) => call.headers),
    runIds: distinct.map((call) => call.runId),
    eventIds: distinct.map((call) => call.eventId),
    provenVersions: distinct.map((call) => call.senderVersion),
    fits: distinct.map((call) => call.fits),
    window: windowOf(settings),
  });
  const outcomes = distinct.map((): TriggerOutcome => ({ status: 'unknown' }));
  for (const row of found) {
    const call = distinct[row.ord - 1] as PreparedCall;
    outcomes[row.ord - 1] = row.is_proven ? outcomeOf(row, call) : unprovenOf(row, settings.box);
  }
  return outcomes;
}

function windowOf({ dedupWindowMs }: IntakeSettings): string {
  return `${dedupWindowMs} milliseconds`;
}

/**
 * One statement cannot write a receipt twice, so calls of one trigger with one payload are one call there.
 * One that has proven something else, or has no room, is another.
 */
function withoutRepeats(calls: AdmittedCall[]): { distinct: PreparedCall[]; indexes: number[] } {
  const known = new Map<string, number>();
  const distinct: PreparedCall[] = [];
  const indexes = calls.map(({ triggerHash, payload, headers = '{}', senderVersion = null, fits }) => {
    const key = `${triggerHash.toString('latin1')}${senderVersion ?? ''} ${fits} ${payload?.hash.toString('latin1') ?? ''}`;
    const index = known.get(key) ?? distinct.length;
    if (index === distinct.length) {
      known.set(key, index);
      distinct.push({
        triggerHash,
        payloadHash: payload?.hash ?? null,
        payload: payload?.text ?? null,
        headers,
        senderVersion,
        fits,
        runId: newId('run'),
        eventId: newId('event'),
      });
    }
    return index;
  });
  return { distinct, indexes };
}

function outcomeOf(row: OutcomeRow, call: PreparedCall): TriggerOutcome {
  if (!row.enabled) return { status: 'disabled' };
  if (row.run_id === null) return { status: call.payload === null ? 'ready' : 'full' };
  if (row.seq === null || row.created_at === null) return { status: 'duplicate', runId: row.run_id };
  const { run_id: runId, task_id: taskId, agent_id: agentId, owner_id: ownerId, slot } = row;
  const event: OutgoingEvent = {
    eventId: call.eventId,
    agentId,
    seq: row.seq,
    pushNo: row.push_no ?? 0,
    userId: ownerId,
    type: 'task_trigger',
    frame: withPayload(row.head ?? '', call.payload ?? ''),
    createdAt: row.created_at,
    slot,
    isReachable: row.is_reachable ?? true,
  };
  return {
    status: slot === null ? 'queued' : 'triggered',
    event,
    runId,
    taskId,
    agentId,
    ownerId,
    dropped: 0,
  };
}

function unprovenOf(row: OutcomeRow, box: SecretBox): TriggerOutcome {
  const { task_id: taskId, sender_version: version, sender_scheme: scheme, sender_sealed: sealed } = row;
  if (version === null || scheme === null || sealed === null)
    return { status: 'unproven', taskId, sender: null };
  const secrets = openedSecrets(sealed, taskId, box);
  const { sender_header: header, sender_id_header: deliveryIdHeader } = row;
  const sender = { version, taskId, scheme, secrets, header, deliveryIdHeader };
  return { status: 'unproven', taskId, sender };
}
