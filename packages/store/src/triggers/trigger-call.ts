import type { ServiceError, TriggerSender } from '@svc/domain';
import type { OutgoingEvent } from '../events/frames/frames.js';

/** A call of a trigger URL. */
export interface TriggerCall {
  /** SHA-256 of the trigger id. */
  triggerHash: Buffer;
  /** `null` looks the trigger up and starts nothing. */
  payload: { hash: Buffer; text: string } | null;
  /** The JSON text of the call's headers, by names in lower case. Default none. */
  headers?: string;
  /** The version of the setting by which the call has proven its sender; `null` if it has proven none. */
  senderVersion?: string | null;
}

/** What the callers of a trigger have to prove, and the version of this setting. */
export interface KnownSender extends TriggerSender {
  version: string;
  taskId: string;
}

/** A run that a call has started. */
export interface StartedRun {
  runId: string;
  taskId: string;
  agentId: string;
  /** Whose consoles show it. */
  ownerId: string;
  /** How many of the task's waiting triggers were dropped when this call, and others that came with it, were taken in. */
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
  /** As many triggers, or bytes of them, wait for the agent, with all its tasks, as may; nothing was written. */
  | { status: 'agent_full'; refusal: ServiceError }
  /** The agent is online: the event is to be published to its hub now. */
  | ({ status: 'triggered'; event: OutgoingEvent } & StartedRun)
  /** The agent is offline. Its poll lists the event from now on; the event is to be announced all the same, since a webhook may take it. */
  | ({ status: 'queued'; event: OutgoingEvent } & StartedRun);
