import { createHash } from 'node:crypto';
import * as sql from '../database/statements/generated/index.js';
import { Batcher, lookUpTogether } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import { newId, ServiceError, TRIGGERS_WAITING_MAX_DEFAULT } from '@svc/domain';
import type { SecretBox, SenderRefusal, TriggerSender } from '@svc/domain';
import { withPayload } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { Pool } from 'pg';
import type { QuotaGuard, TakeBack } from '../quotas/quota-guard.js';
import { COUNT_KEPT_MS, SoftLimit, TtlCache } from '../quotas/quota-guard.js';
import { openedSecrets } from '../tasks/task-record.js';

/** A call of a trigger URL. */
export interface TriggerCall {
  /** SHA-256 of the trigger id. */
  triggerHash: Buffer;
  /** `null` looks the trigger up and starts nothing. */
  payload: { hash: Buffer; text: string } | null;
  /** JSON text, by names in lower case. Default none. */
  headers?: string;
  /** Of the setting by which the call has proven its sender; `null` if it has proven none. */
  senderVersion?: string | null;
}

/** `version` is that of the setting. */
export interface KnownSender extends TriggerSender {
  version: string;
  taskId: string;
}

export type TriggerOutcome =
  | { status: 'unknown' }
  /** The task demands another proof, or none (`null`). Nothing was written. */
  | { status: 'unproven'; taskId: string; sender: KnownSender | null }
  | { status: 'disabled' }
  /** Without a payload. */
  | { status: 'ready' }
  /** The same payload started this run within the window. */
  | { status: 'duplicate'; runId: string }
  /** Too many triggers of the task wait; nothing was written. */
  | { status: 'full' }
  /** Too many triggers, or bytes of them, wait for the agent; nothing was written. */
  | { status: 'agent_full'; refusal: ServiceError }
  /**
   * `triggered`: the agent is online. `queued`: it is offline; the event is to be announced all the same, since
   * a webhook may take it.
   */
  | { status: 'triggered' | 'queued'; event: OutgoingEvent; runId: string; taskId: string };

/** Calls that proved no sender, since they were last written down. */
export interface NewRefusals {
  taskId: string;
  count: number;
  lastAtMs: number;
  lastReason: SenderRefusal;
}

export interface TriggerIntakeOptions {
  /** How long the same payload is a duplicate, in milliseconds. */
  dedupWindowMs: number;
  /** How many triggers of a task may wait: have a run that is pending. Default 10,000. */
  waitingMax?: number;
}

interface IntakeSettings extends TriggerIntakeOptions {
  box: SecretBox;
  nowMs?: (() => number) | undefined;
  quotas: Pick<QuotaGuard, 'admit'>;
}

export type TriggerIntake = ReturnType<typeof triggerIntake>;

/** One statement writes run and event of all calls that arrive together. */
export function triggerIntake(pool: Pool, options: IntakeSettings) {
  const { quotas, waitingMax = TRIGGERS_WAITING_MAX_DEFAULT, nowMs } = options;
  const counting = new Batcher<string, number>((taskIds) => countWaiting(pool, taskIds, waitingMax));
  const taskLimit = new SoftLimit({ max: waitingMax, count: (taskId) => counting.add(taskId), nowMs });
  const owners = new TtlCache({ ask: ownersOf(pool), ttlMs: COUNT_KEPT_MS });
  const accepting = new Batcher<AdmittedCall, TriggerOutcome>((calls) => accept(pool, calls, options), {
    keyOf: (call) => call.triggerHash.toString('base64url'),
    // One statement for many costs less than two for some.
    callsMax: 1,
  });

  return {
    async accept(call: TriggerCall): Promise<TriggerOutcome> {
      if (call.payload === null) return accepting.add({ ...call, fits: true, key: null });
      const owner = await owners.get(call.triggerHash.toString('base64url'));
      if (owner === null) return { status: 'unknown' };
      const ofAgent = await admitted(owner.agentId, call.payload.text);
      const isRefused = ofAgent instanceof ServiceError;
      const ofTask = isRefused ? null : await taskLimit.take(owner.taskId);
      const key = keyOf(owner.taskId, call.payload.hash);
      const outcome = await accepting.add({ ...call, fits: ofTask !== null, key });
      if ('event' in outcome) return outcome;
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

/** Refused without room, unless its answer is another one. */
interface AdmittedCall extends TriggerCall {
  fits: boolean;
  /** Half of the hash of the task and the payload, as a UUID. */
  key: string | null;
}

/** With the ids of what it may write. */
type PreparedCall = AdmittedCall & { runId: string; eventId: string };

type OutcomeRow = NonNullable<(typeof sql.triggers.accept)['row']>;

function ownersOf(pool: Pool) {
  return lookUpTogether(
    (hashes) =>
      rows(pool, sql.triggers.findOwners, { hashes: hashes.map((hash) => Buffer.from(hash, 'base64url')) }),
    ({ hash }) => hash.toString('base64url'),
  );
}

/** One statement does not see the runs that it writes, so calls that are alike are one call there. */
async function accept(
  pool: Pool,
  calls: AdmittedCall[],
  settings: IntakeSettings,
): Promise<TriggerOutcome[]> {
  const distinct = new Map<string, PreparedCall>();
  for (const call of calls) {
    const key = likenessOf(call);
    if (!distinct.has(key)) distinct.set(key, { ...call, runId: newId('run'), eventId: newId('event') });
  }
  const prepared = [...distinct.values()];
  const found = await rows(pool, sql.triggers.accept, {
    hashes: prepared.map((call) => call.triggerHash),
    triggerKeys: prepared.map((call) => call.key),
    payloads: prepared.map((call) => call.payload?.text ?? null),
    headers: prepared.map((call) => call.headers ?? '{}'),
    runIds: prepared.map((call) => call.runId),
    eventIds: prepared.map((call) => call.eventId),
    provenVersions: prepared.map((call) => call.senderVersion ?? null),
    fits: prepared.map((call) => call.fits),
    window: windowOf(settings),
  });
  const outcomes = new Map<string, TriggerOutcome>();
  for (const row of found) {
    const call = prepared[row.ord - 1] as PreparedCall;
    outcomes.set(likenessOf(call), row.is_proven ? outcomeOf(row, call) : unprovenOf(row, settings.box));
  }
  return calls.map((call) => {
    const outcome = outcomes.get(likenessOf(call)) ?? { status: 'unknown' };
    // Those behind the first have started nothing.
    if ('event' in outcome) outcomes.set(likenessOf(call), { status: 'duplicate', runId: outcome.runId });
    return outcome;
  });
}

function keyOf(taskId: string, payloadHash: Buffer): string {
  return createHash('sha256').update(taskId).update(payloadHash).digest('hex').slice(0, 32);
}

/** One trigger and one payload. A call that has proven something else, or has no room, is another. */
function likenessOf({ triggerHash, key, senderVersion, fits }: AdmittedCall): string {
  return `${triggerHash.toString('latin1')} ${key ?? ''} ${senderVersion ?? ''} ${fits}`;
}

function windowOf({ dedupWindowMs }: IntakeSettings): string {
  return `${dedupWindowMs} milliseconds`;
}

function outcomeOf(row: OutcomeRow, call: PreparedCall): TriggerOutcome {
  if (!row.enabled) return { status: 'disabled' };
  if (row.run_id === null) return { status: call.payload === null ? 'ready' : 'full' };
  if (row.seq === null || row.created_at === null) return { status: 'duplicate', runId: row.run_id };
  const event: OutgoingEvent = {
    eventId: call.eventId,
    agentId: row.agent_id,
    seq: row.seq,
    pushNo: row.push_no ?? 0,
    userId: row.owner_id,
    type: 'task_trigger',
    frame: withPayload(row.head ?? '', call.payload?.text ?? ''),
    createdAt: row.created_at,
    slot: row.slot,
    isReachable: row.is_reachable ?? true,
  };
  const status = row.slot === null ? 'queued' : 'triggered';
  return { status, event, runId: row.run_id, taskId: row.task_id };
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
