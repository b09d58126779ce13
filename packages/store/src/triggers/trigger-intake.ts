import { Batcher, rows } from '@svc/database';
import { newId, TRIGGERS_WAITING_MAX_DEFAULT } from '@svc/domain';
import type { SecretBox } from '@svc/domain';
import { withPayload } from '@svc/events';
import type { OutgoingEvent } from '@svc/events';
import type { Pool } from 'pg';
import { COUNTS_MAX } from '../quotas/quota-rooms.js';
import { TriggerRecounts } from '../quotas/trigger-recounts.js';
import { ACCEPT, PURGE } from './trigger-intake-sql.js';
import { knownSender } from './known-sender.js';
import type { KnownSender, SenderRow } from './known-sender.js';
import { countRefusals } from './trigger-refusals.js';
import type { NewRefusals, RefusedTask } from './trigger-refusals.js';
import type { WaitingPolicy } from './waiting-room-sql.js';

export type { WaitingPolicy } from './waiting-room-sql.js';

/** A call of a trigger URL. */
export interface TriggerCall {
  /** SHA-256 of the trigger id. */
  triggerHash: Buffer;
  /** `null` looks the trigger up and starts nothing. */
  payload: { hash: Buffer; text: string } | null;
  /** The version of the setting by which the call has proven its sender; `null` if it has proven none. */
  senderVersion?: string | null;
}

/** A run that a call has started. */
export interface StartedRun {
  runId: string;
  taskId: string;
  agentId: string;
  /** Whose consoles show it. */
  ownerId: string;
  /** How many of the task's waiting triggers ended when this call, and those that were taken in with it, came. */
  dropped: number;
}

/** What became of a call. */
export type TriggerOutcome =
  | { status: 'unknown' }
  /** The task demands another proof than the call has; nothing was written. `null`: it demands none. */
  | { status: 'unproven'; taskId: string; sender: KnownSender | null }
  | { status: 'disabled' }
  /** The trigger could have been fired, had there been a payload. */
  | { status: 'ready' }
  /** The same payload started this run within the window. */
  | { status: 'duplicate'; runId: string }
  /** As many triggers of the task wait as may; nothing was written. */
  | { status: 'full' }
  /** As many triggers wait for the agent, with all its tasks, as may; nothing was written. */
  | { status: 'agent_full'; agentId: string; max: number }
  /** The agent is online: the event is to be published to its hub now. */
  | ({ status: 'triggered'; event: OutgoingEvent } & StartedRun)
  /** The agent is offline. Its poll lists the event from now on; the event is to be sent on its way all the same, since a webhook may take it. */
  | ({ status: 'queued'; event: OutgoingEvent } & StartedRun);

export interface TriggerIntakeOptions {
  /** How long an accepted payload makes the same payload a duplicate, in milliseconds. */
  dedupWindowMs: number;
  /** How many triggers of a task may wait: have a run that is pending. Default 10,000. */
  waitingMax?: number;
  /** Default `refuse`. */
  waitingPolicy?: WaitingPolicy;
}

/** With the quota of the installation, and what opens the secrets of senders. */
interface IntakeSettings extends TriggerIntakeOptions {
  box: SecretBox;
  /** How many triggers may wait for an agent, with all its tasks; 0 is as many as come. */
  agentWaitingMax: number;
}

/** Blocks of the table of receipts that one step of the purge reads: some 3,000 receipts. */
const PURGE_BLOCKS = 64;

export type TriggerIntake = ReturnType<typeof triggerIntake>;

/**
 * Takes calls of trigger URLs in: run, event and the receipt against which repeats are measured are written by one statement for all
 * calls that arrive together, if there is room for them.
 */
export function triggerIntake(pool: Pool, options: IntakeSettings) {
  const accepting = new Batcher<TriggerCall, TriggerOutcome>(
    (calls) => accept(pool, calls, options),
    // Payloads are large, so that a statement takes few, and few may wait.
    {
      itemsMax: 64,
      waitingMax: 5_000,
      keyOf: (call) => call.triggerHash.toString('base64url'),
    },
  );
  const recounts = new TriggerRecounts(pool);
  return {
    /** A call that finds no place waits for a count of its agent, and goes in once more. Calls that came with it are answered before. */
    async accept(call: TriggerCall): Promise<TriggerOutcome> {
      for (let counts = 0; ; counts += 1) {
        const outcome = await accepting.add(call);
        if (outcome.status !== 'agent_full' || counts === COUNTS_MAX) return outcome;
        if (!(await recounts.findRoom(outcome))) return outcome;
      }
    },

    /** Adds to the counts of calls that proved no sender. Returns the tasks that are still there and still demand one. */
    countRefused: (refusals: readonly NewRefusals[]): Promise<RefusedTask[]> => countRefusals(pool, refusals),

    /**
     * Forgets payloads whose window is over, of those that lie on the next {@link PURGE_BLOCKS} blocks from the block `from` on. `blocks` is how
     * many there are; behind the last, a pass is over.
     */
    async purge(from: number): Promise<{ removed: number; next: number; blocks: number }> {
      const values = [options.dedupWindowMs, from, PURGE_BLOCKS];
      const [step] = await rows<{ removed: number; blocks: number }>(pool, PURGE, values);
      if (step === undefined) throw new Error('A purge returned nothing');
      return { ...step, next: from + PURGE_BLOCKS };
    },
  };
}

interface PreparedCall {
  triggerHash: Buffer;
  payloadHash: Buffer | null;
  payload: string | null;
  senderVersion: string | null;
  runId: string;
  eventId: string;
}

interface OutcomeRow {
  ord: number;
  task_id: string;
  agent_id: string;
  owner_id: string;
  enabled: boolean;
  run_id: string | null;
  slot: string | null;
  is_reachable: boolean | null;
  seq: number | null;
  head: string | null;
  is_full: boolean;
  lacks_place: boolean;
  is_proven: boolean;
  sender: SenderRow | null;
  dropped: number;
}

async function accept(pool: Pool, calls: TriggerCall[], settings: IntakeSettings): Promise<TriggerOutcome[]> {
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
  {
    dedupWindowMs,
    waitingMax = TRIGGERS_WAITING_MAX_DEFAULT,
    waitingPolicy = 'refuse',
    agentWaitingMax,
    box,
  }: IntakeSettings,
): Promise<TriggerOutcome[]> {
  const found = await rows<OutcomeRow>(pool, ACCEPT[waitingPolicy], [
    distinct.map((call) => call.triggerHash),
    distinct.map((call) => call.payloadHash),
    distinct.map((call) => call.payload),
    distinct.map((call) => call.runId),
    distinct.map((call) => call.eventId),
    dedupWindowMs,
    waitingMax,
    agentWaitingMax,
    distinct.map((call) => call.senderVersion),
  ]);
  const outcomes = distinct.map((): TriggerOutcome => ({ status: 'unknown' }));
  for (const row of found) {
    const call = distinct[row.ord - 1] as PreparedCall;
    if (!row.is_proven) outcomes[row.ord - 1] = unprovenOf(row, box);
    else if (row.lacks_place)
      outcomes[row.ord - 1] = { status: 'agent_full', agentId: row.agent_id, max: agentWaitingMax };
    else outcomes[row.ord - 1] = outcomeOf(row, call);
  }
  return outcomes;
}

/**
 * One statement cannot write a receipt twice, so calls of one trigger with one payload are one call there; the first of them wins. A call that has proven
 * something else is another call.
 */
function withoutRepeats(calls: TriggerCall[]): { distinct: PreparedCall[]; indexes: number[] } {
  const known = new Map<string, number>();
  const distinct: PreparedCall[] = [];
  const indexes = calls.map(({ triggerHash, payload, senderVersion = null }) => {
    const key = `${triggerHash.toString('latin1')}${senderVersion ?? ''} ${payload?.hash.toString('latin1') ?? ''}`;
    const index = known.get(key) ?? distinct.length;
    if (index === distinct.length) {
      known.set(key, index);
      distinct.push({
        triggerHash,
        payloadHash: payload?.hash ?? null,
        payload: payload?.text ?? null,
        senderVersion,
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
  if (row.is_full) return { status: 'full' };
  if (row.run_id === null) return { status: 'ready' };
  if (row.seq === null) return { status: 'duplicate', runId: row.run_id };
  const run: StartedRun = {
    runId: row.run_id,
    taskId: row.task_id,
    agentId: row.agent_id,
    ownerId: row.owner_id,
    dropped: row.dropped,
  };
  const event: OutgoingEvent = {
    eventId: call.eventId,
    agentId: row.agent_id,
    seq: row.seq,
    type: 'task_trigger',
    frame: withPayload(row.head ?? '', call.payload ?? ''),
    slot: row.slot,
    isReachable: row.is_reachable ?? true,
  };
  return { status: row.slot === null ? 'queued' : 'triggered', event, ...run };
}

function unprovenOf(row: OutcomeRow, box: SecretBox): TriggerOutcome {
  return { status: 'unproven', taskId: row.task_id, sender: knownSender(row.sender, row.task_id, box) };
}
