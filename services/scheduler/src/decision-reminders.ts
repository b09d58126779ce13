import type { Hints } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Decisions } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often requests whose time is half over are looked for, in milliseconds. */
const REMINDER_INTERVAL_MS = 1_000;

/** Requests that one claim marks. */
const CLAIM_MAX = 100;

export interface DecisionRemindersOptions {
  store: { decisions: Pick<Decisions, 'remind'> };
  hints: Pick<Hints, 'decisionChanged'>;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}

/**
 * Reminds users of open requests at half of their time: marks the request, and sends a hint to the open consoles. Any number of schedulers may
 * do this. If one ends in between, the hint is lost, and the mark is seen when the app reads again.
 */
export function createDecisionReminders({
  store,
  hints,
  logger,
  metrics,
  sleep,
}: DecisionRemindersOptions): Loop {
  const reminded = new Counter({
    name: 'decisions_reminded_total',
    help: 'Open requests for a decision of which their users were reminded at half of their time',
    registers: [metrics],
  });

  return new Loop({
    name: 'decision-reminders',
    intervalMs: REMINDER_INTERVAL_MS,
    turn: remind,
    logger,
    sleep,
  });

  /** Goes on at once as long as there is more. */
  async function remind(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const marked = await store.decisions.remind(CLAIM_MAX);
      reminded.inc(marked.length);
      for (const decision of marked) hints.decisionChanged(decision);
      if (marked.length < CLAIM_MAX) return;
    }
  }
}
