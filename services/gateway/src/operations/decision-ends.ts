import { ServiceError } from '@svc/domain';
import type { Announcer, Hints } from '@svc/events';
import type { DecisionRecord, EndedDecision, OutgoingEvent } from '@svc/store';
import { found } from './found.js';

export interface DecisionAnnouncing {
  announcer: Announcer;
  hints: Hints;
}

/** The request that a call has ended. The event and the hints of the call are sent. */
export function endOfDecision(deps: DecisionAnnouncing, ended: EndedDecision | null): DecisionRecord {
  const { outcome, decision, userId, event } = found(ended);
  if (outcome === 'ended' || event !== null) announceDecision(deps, { decision, userId, event });
  if (outcome === 'refused') throw new ServiceError('conflict', { detail: alreadyIs(decision) });
  if (outcome === 'too_many_rules') {
    throw new ServiceError('conflict', {
      detail: 'The agent has as many always-allow rules as it may; revoke one first',
    });
  }
  return decision;
}

/** Publishes a decision's event and sends a hint to the open consoles. */
export function announceDecision(
  { announcer, hints }: DecisionAnnouncing,
  { decision, userId, event }: { decision: DecisionRecord; userId: string; event: OutgoingEvent | null },
): void {
  if (event !== null) {
    announcer.announce(event);
    hints.eventChanged(event.eventId, decision.agentId, userId);
  }
  hints.decisionChanged({ agentId: decision.agentId, userId, decisionId: decision.decisionId });
}

function alreadyIs({ status, resolutionReason }: DecisionRecord): string {
  // A request that another process is dismissing at this moment still reads as pending.
  if (resolutionReason === 'expired' || status === 'pending') return 'The request has expired';
  return `The request is ${status} already`;
}
