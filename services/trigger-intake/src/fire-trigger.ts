import { proveSender, ServiceError } from '@svc/domain';
import type { CalledTrigger, SenderHandshake, SenderProof, TriggerPayload } from '@svc/domain';
import type { Announcer, Hints, KnownSender, TriggerIntake, TriggerOutcome } from '@svc/store';
import type { RefusedCalls } from './refused-calls.js';

/** Specification, "Inbound trigger responses"; and what a provider asks for when an address is set up. */
export type TriggerAnswer =
  | { status: 'triggered'; run_id: string }
  | { status: 'queued' }
  | { status: 'duplicate'; run_id: string }
  | SenderHandshake;

export interface FireTriggerDependencies {
  intake: Pick<TriggerIntake, 'accept'>;
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'runChanged'>;
  refusals: Pick<RefusedCalls, 'count'>;
}

/** `payload` may be why there is none. */
export interface ReceivedCall extends CalledTrigger {
  triggerHash: Buffer;
  payload: TriggerPayload | ServiceError;
  /** JSON. */
  headers: string;
  /** What callers had to prove when the trigger was called last. */
  sender: KnownSender | null;
  /** Called if the trigger exists, with what it demands now. */
  onKnown: (sender: KnownSender | null) => Promise<void>;
}

/** Waiting triggers are taken when the agent comes back. */
const FULL_RETRY_AFTER_S = 60;

/** A setting may change so often during one call. */
const LOOKS_MAX = 4;

/**
 * When this resolves, run and event are committed.
 *
 * @throws ServiceError `not_found`, `sender_refused`, `task_disabled`, `unavailable`, the error of the
 *   payload, `quota_exceeded` or `too_many_waiting`, in this order: who is not the sender learns nothing.
 */
export async function fireTrigger(deps: FireTriggerDependencies, call: ReceivedCall): Promise<TriggerAnswer> {
  const { outcome, proof, sender } = await acceptProven(deps, call);
  if (outcome.status === 'unknown') throw new ServiceError('not_found');
  await call.onKnown(sender);
  switch (outcome.status) {
    case 'unproven':
      if (proof?.isProven === false) deps.refusals.count(outcome.taskId, proof.reason);
      throw new ServiceError('sender_refused');
    case 'disabled':
      throw new ServiceError('task_disabled');
    case 'ready':
      if (call.payload instanceof ServiceError) throw call.payload;
      if (proof?.isProven === true && proof.handshake !== null) return proof.handshake;
      throw new ServiceError('internal_error');
    case 'full':
      throw new ServiceError('too_many_waiting', { retryAfterSeconds: FULL_RETRY_AFTER_S });
    case 'agent_full':
      throw outcome.refusal;
    case 'duplicate':
      return { status: 'duplicate', run_id: outcome.runId };
    case 'triggered':
    case 'queued': {
      const { event, runId, taskId } = outcome;
      const { agentId, userId } = event;
      deps.announcer.announce(event);
      deps.hints.runChanged({ agentId, userId, taskId, runId });
      return outcome.status === 'queued' ? { status: 'queued' } : { status: 'triggered', run_id: runId };
    }
  }
}

/**
 * The call is judged by what the trigger was last known to demand, which the statement compares with what it
 * demands now. If that differs, the call is judged once more. So a changed setting holds for the next call.
 */
async function acceptProven(deps: FireTriggerDependencies, call: ReceivedCall) {
  let { sender } = call;
  for (let looks = 1; ; looks += 1) {
    const proof = sender === null ? null : proveSender(sender, call);
    const senderVersion = sender !== null && proof?.isProven === true ? sender.version : null;
    const { triggerHash, headers } = call;
    const payload = payloadOf(call, proof);
    const outcome = await accept(deps.intake, { triggerHash, headers, senderVersion, payload });
    const demanded = outcome.status === 'unproven' ? outcome.sender : undefined;
    const isCurrent =
      demanded === undefined ? proof?.isProven !== false : demanded?.version === sender?.version;
    if (outcome.status === 'unknown' || (isCurrent && demanded !== null)) return { outcome, proof, sender };
    if (looks === LOOKS_MAX) throw new ServiceError('unavailable');
    sender = demanded ?? null;
  }
}

/** Of a proven call the id of its delivery, if it has one, stands for its payload or its key. */
function payloadOf({ payload }: ReceivedCall, proof: SenderProof | null): TriggerPayload | null {
  if (payload instanceof ServiceError) return null;
  if (proof === null) return payload;
  if (!proof.isProven || proof.handshake !== null) return null;
  return { hash: proof.deliveryKey ?? payload.hash, text: payload.text };
}

async function accept(
  intake: Pick<TriggerIntake, 'accept'>,
  call: Parameters<TriggerIntake['accept']>[0],
): Promise<TriggerOutcome> {
  try {
    return await intake.accept(call);
  } catch (cause) {
    throw new ServiceError('unavailable', { cause });
  }
}
