import type { ServiceError, TriggerSender } from '@svc/domain';
import type { OutgoingEvent } from '../events/frames/frames.js';

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

export interface StartedRun {
  runId: string;
  taskId: string;
  agentId: string;
  ownerId: string;
  /** Waiting triggers of the task that were dropped for this call, and others that came with it. */
  dropped: number;
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
  /** The agent is online. */
  | ({ status: 'triggered'; event: OutgoingEvent } & StartedRun)
  /** The agent is offline. The event is to be announced all the same, since a webhook may take it. */
  | ({ status: 'queued'; event: OutgoingEvent } & StartedRun);
