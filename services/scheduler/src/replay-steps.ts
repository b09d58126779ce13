import type { Announcer, Hints } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { ReplaySteps } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often it is looked for replays that somebody has begun, in milliseconds. */
const LOOK_INTERVAL_MS = 1_000;

export interface ReplayStepsOptions {
  store: { replaySteps: ReplaySteps };
  announcer: Pick<Announcer, 'announceAll'>;
  hints: Pick<Hints, 'agentChanged' | 'eventChanged'>;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}

/**
 * Sends events again, as owners have asked, in small steps. Any number of schedulers may do so, because a step holds its replay. If a process dies behind a
 * step, the sweeper announces what the step has opened.
 */
export function createReplaySteps(options: ReplayStepsOptions): Loop {
  const { store, announcer, hints, logger, metrics, sleep } = options;
  const sent = new Counter({
    name: 'replayed_events_total',
    help: 'Events that replays have sent again',
    registers: [metrics],
  });

  return new Loop({ name: 'replay-steps', intervalMs: LOOK_INTERVAL_MS, turn, logger, sleep });

  /** Goes on as long as a step is due within the next interval. */
  async function turn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (await step()) continue;
      const dueInMs = await store.replaySteps.dueInMs();
      if (dueInMs === null || dueInMs >= LOOK_INTERVAL_MS) return;
      // What is due and was not taken is held by another scheduler.
      await sleep(Math.max(dueInMs, HELD_PAUSE_MS), signal);
    }
  }

  /** Whether one was due. */
  async function step(): Promise<boolean> {
    const done = await store.replaySteps.step();
    if (done === null) return false;
    const { replayId, agentId, userId, events, isEnded } = done;
    sent.inc(events.length);
    for (const { eventId } of events) hints.eventChanged(eventId, agentId, userId);
    if (isEnded) hints.agentChanged(agentId, userId);
    const { errors } = await announcer.announceAll(events);
    if (errors.length > 0)
      logger.warn(
        { err: errors[0], replay_id: replayId, failed: errors.length },
        'events of a replay were not published, the sweeper takes them up',
      );
    return true;
  }
}

/** The pause before it is looked again, in milliseconds. */
const HELD_PAUSE_MS = 20;
