import { quotaExceeded, ServiceError } from '@svc/domain';
import type { TriggerPayload } from '@svc/domain';
import type { Announcer, Hints } from '@svc/events';
import type { OutgoingEvent, StartedRun, TriggerIntake, TriggerOutcome } from '@svc/store';

/** The specification's answers (section "Inbound trigger responses"). */
export type TriggerAnswer =
  { status: 'triggered'; run_id: string } | { status: 'queued' } | { status: 'duplicate'; run_id: string };

export interface FireTriggerDependencies {
  intake: Pick<TriggerIntake, 'accept'>;
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'runChanged'>;
}

/** A call: its payload, or why it has none. */
export interface ReceivedCall {
  triggerHash: Buffer;
  payload: TriggerPayload | ServiceError;
  /** Called once it is known that the trigger exists. */
  onKnown: () => Promise<void>;
}

/** Waiting triggers are taken when the agent comes back, so a caller need not try every second. */
const FULL_RETRY_AFTER_S = 60;

/**
 * Fires a trigger. When this resolves, run and event are committed and the event is being published.
 *
 * @throws ServiceError `not_found`, `task_disabled`, `unavailable`, the error of the payload, `quota_exceeded` or `too_many_waiting`, in this order: a
 *   caller that does not know a trigger learns nothing from sending payloads.
 */
export async function fireTrigger(deps: FireTriggerDependencies, call: ReceivedCall): Promise<TriggerAnswer> {
  const payload = call.payload instanceof ServiceError ? null : call.payload;
  const outcome = await accept(deps.intake, { triggerHash: call.triggerHash, payload });
  if (outcome.status === 'unknown') throw new ServiceError('not_found');
  await call.onKnown();
  switch (outcome.status) {
    case 'disabled':
      throw new ServiceError('task_disabled');
    case 'ready':
      throw call.payload instanceof ServiceError ? call.payload : new ServiceError('internal_error');
    case 'full':
      throw new ServiceError('too_many_waiting', { retryAfterSeconds: FULL_RETRY_AFTER_S });
    case 'agent_full':
      throw quotaExceeded('triggers_waiting_per_agent', { triggers_waiting_per_agent: outcome.max });
    case 'duplicate':
      return { status: 'duplicate', run_id: outcome.runId };
    case 'triggered':
      send(deps, outcome, outcome.event);
      return { status: 'triggered', run_id: outcome.runId };
    case 'queued':
      send(deps, outcome, outcome.event);
      return { status: 'queued' };
  }
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

function send(
  { announcer, hints }: FireTriggerDependencies,
  { runId, taskId, agentId, ownerId, dropped }: StartedRun,
  event: OutgoingEvent,
): void {
  announcer.announce(event);
  hints.runChanged({ agentId, userId: ownerId, taskId, runId });
  // One hint for all dropped triggers: the console reads all of them again.
  if (dropped > 0) hints.runChanged({ agentId, userId: ownerId });
}
