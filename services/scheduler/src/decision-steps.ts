import type { Announcer, Hints, Decisions } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

/** How often requests that have expired, or whose time is half over, are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 1_000;

/** Requests that one claim takes. */
const CLAIM_MAX = 100;

export interface DecisionStepsOptions {
  store: { decisions: Pick<Decisions, 'expire' | 'remind'> };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'decisionChanged' | 'eventChanged'>;
  metrics: Registry;
}

/** Dismisses open requests that have expired, and reminds users of those whose time is half over. Any number of schedulers may do this. */
export function decisionSteps({ store, announcer, hints, metrics }: DecisionStepsOptions): Step[] {
  const dismissed = new Counter({
    name: 'decisions_expired_total',
    help: 'Requests for a decision that were dismissed because their time was over',
    registers: [metrics],
  });
  const reminded = new Counter({
    name: 'decisions_reminded_total',
    help: 'Open requests for a decision of which their users were reminded at half of their time',
    registers: [metrics],
  });
  return [
    { name: 'decision expiry', intervalMs: LOOK_INTERVAL_MS, run: expire },
    { name: 'decision reminders', intervalMs: LOOK_INTERVAL_MS, run: remind },
  ];

  async function expire(): Promise<number | null> {
    const expired = await store.decisions.expire(CLAIM_MAX);
    dismissed.inc(expired.length);
    // In order per agent, as dismissed. Nothing here waits for the broker.
    for (const { decisionId, userId, event } of expired) {
      announcer.announce(event);
      hints.eventChanged(event.eventId, event.agentId, userId);
      hints.decisionChanged({ agentId: event.agentId, userId, decisionId });
    }
    return expired.length < CLAIM_MAX ? null : 0;
  }

  /** If the process ends in between, the hint is lost, and the mark is seen when the app reads again. */
  async function remind(): Promise<number | null> {
    const marked = await store.decisions.remind(CLAIM_MAX);
    reminded.inc(marked.length);
    for (const decision of marked) hints.decisionChanged(decision);
    return marked.length < CLAIM_MAX ? null : 0;
  }
}
