import type { Announcer, Hints, ReplaySteps } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

/** How often it is looked for new replays, in milliseconds. */
const LOOK_INTERVAL_MS = 1_000;

export interface ReplayStepsOptions {
  store: { replaySteps: ReplaySteps };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'agentChanged' | 'eventChanged'>;
  metrics: Registry;
}

/**
 * Sends events again, as owners have asked, in small steps. Any number of schedulers may do so, because a step holds its replay. If a process dies behind a
 * step, hubs and dispatchers find what the step has opened.
 */
export function replaySteps(options: ReplayStepsOptions): Step {
  const { store, announcer, hints, metrics } = options;
  const sent = new Counter({
    name: 'replayed_events_total',
    help: 'Events that replays have sent again',
    registers: [metrics],
  });

  return { name: 'replays', intervalMs: LOOK_INTERVAL_MS, run };

  async function run(): Promise<number | null> {
    const done = await store.replaySteps.step();
    if (done === null) {
      const dueInMs = await store.replaySteps.dueInMs();
      // Another one may begin. What is due and was not taken is locked by another scheduler.
      return dueInMs === null ? null : Math.min(LOOK_INTERVAL_MS, Math.max(dueInMs, LOCKED_PAUSE_MS));
    }
    const { agentId, userId, events, isEnded } = done;
    sent.inc(events.length);
    for (const event of events) {
      hints.eventChanged(event.eventId, agentId, userId);
      announcer.announce(event);
    }
    if (isEnded) hints.agentChanged(agentId, userId);
    return 0;
  }
}

/** The pause before it is looked again, in milliseconds. */
const LOCKED_PAUSE_MS = 20;
