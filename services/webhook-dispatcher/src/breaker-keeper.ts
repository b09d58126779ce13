import type { Announcer, Hints } from '@svc/events';
import { Loop, sleep as systemSleep } from '@svc/runtime';
import type { Logger, Service, Sleep } from '@svc/runtime';
import type { BreakerStep, Breakers } from '@svc/store';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often it is looked for breakers that have something to do, in milliseconds. */
const LOOK_INTERVAL_MS = 250;

/** How many turns pass between two looks at what may be shown or forgotten: a quarter of a minute. */
const TURNS_BETWEEN_COUNTS = 60;

/** Steps of one turn. Each lets few events go, and another turn comes soon. */
const STEPS_PER_TURN_MAX = 100;

export interface BreakerKeeperOptions {
  store: { breakers: Pick<Breakers, 'step' | 'counts' | 'forget'> };
  announcer: Pick<Announcer, 'announceAll'>;
  hints: Pick<Hints, 'agentChanged' | 'eventChanged'>;
  logger: Logger;
  metrics: Registry;
  /** Default: the system's. */
  sleep?: Sleep;
}

/** Looks after the breakers of webhooks: sends probes, and lets go what was held. Any number of dispatchers may do so. */
export function createBreakerKeeper(options: BreakerKeeperOptions): Service {
  const { store, announcer, hints, logger, metrics, sleep = systemSleep } = options;
  const steps = new Counter({
    name: 'webhook_breaker_events_total',
    help: 'Held events that went out again: probes, and what was let go when a webhook took deliveries again',
    labelNames: ['as'],
    registers: [metrics],
  });
  const open = new Gauge({
    name: 'webhook_breakers_open',
    help: 'Agents whose webhook deliveries are held back, in the whole installation',
    registers: [metrics],
  });
  const held = new Gauge({
    name: 'webhook_events_held',
    help: 'Events that are held back in the whole installation, counted up to 100,000',
    registers: [metrics],
  });
  let turns = 0;
  return new Loop({ name: 'webhook-breakers', intervalMs: LOOK_INTERVAL_MS, turn, logger, sleep });

  async function turn(signal: AbortSignal): Promise<void> {
    if (turns++ % TURNS_BETWEEN_COUNTS === 0) await count();
    for (let done = 0; done < STEPS_PER_TURN_MAX && !signal.aborted; done += 1) {
      const step = await store.breakers.step();
      if (step === null) return;
      await tell(step);
    }
  }

  async function count(): Promise<void> {
    const counts = await store.breakers.counts();
    open.set(counts.open);
    held.set(counts.held);
    await store.breakers.forget();
  }

  async function tell({ agentId, userId, did, events }: BreakerStep): Promise<void> {
    if (did === 'waited') return;
    const fields = { agent_id: agentId };
    if (did === 'began to release') logger.info(fields, 'a webhook takes deliveries again');
    if (did === 'closed') logger.info(fields, 'all that was held of a webhook has gone out');
    steps.inc({ as: did === 'probed' ? 'probe' : 'release' }, events.length);
    if (userId !== null) {
      hints.agentChanged(agentId, userId);
      for (const { eventId } of events) hints.eventChanged(eventId, agentId, userId);
    }
    const { errors } = await announcer.announceAll(events);
    if (errors.length > 0)
      logger.warn(
        { ...fields, err: errors[0], failed: errors.length },
        'held events were not published, the sweeper takes them up',
      );
  }
}
