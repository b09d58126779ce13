import type { Broker } from '@svc/broker';
import type { MediaLinks, SecretBox } from '@svc/domain';
import { createEventHints, createGivenUpListener } from '@svc/events';
import type { Announcer, Hints, Publishing } from '@svc/events';
import { sleep as systemSleep, systemClock } from '@svc/runtime';
import type { Clock, Composed, Logger, Service, Sleep } from '@svc/runtime';
import type { Registry } from 'prom-client';
import { AgentLanes } from './agent-lanes.js';
import { AgentSecrets } from './agent-secrets.js';
import { AttemptSlots } from './attempt-slots.js';
import { createBreakerKeeper } from './breaker-keeper.js';
import { Delivery } from './delivery.js';
import { registerDispatcherMetrics } from './dispatcher-metrics.js';
import { Dispatcher } from './dispatcher.js';
import type { WebhookDispatcherConfig } from './env.js';
import { EventRouter } from './event-router.js';
import { Fallback } from './fallback.js';
import { Persistence } from './persistence.js';
import { createSweeper } from './sweeper.js';
import { createWithoutBroker } from './without-broker.js';
import type { DispatcherStore } from './ports.js';
import { createWebhookGuard, WebhookClient } from '@svc/webhook-client';
import type { WebhookGuard } from '@svc/webhook-client';

/** An attempt that takes longer makes room for another one, in milliseconds. */
const SLOW_AFTER_MS = 1_000;

/** Slow attempts that may be under way for each that is not. */
const SLOW_ATTEMPTS_FACTOR = 8;

/** Messages that the broker hands over for each place: enough that agents whose endpoints hang do not fill them all at first. */
const PREFETCH_FACTOR = 4;

/** Events of one agent that wait in memory; what exceeds them stays in the store. */
const WAITING_PER_AGENT_MAX = 32;

/** How long stopping waits for attempts under way before it cuts them off, in milliseconds. */
const DRAIN_MS = 8_000;

/** Agents with attempts under way or waiting. */
const LANES_MAX = 10_000;

export interface WebhookDispatcherDependencies {
  store: DispatcherStore;
  broker: Broker;
  announcer: Announcer;
  hints: Hints;
  publishing: Pick<Publishing, 'start'>;
  box: Pick<SecretBox, 'open'>;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  logger: Logger;
  metrics: Registry;
  /** Default: the system's. */
  clock?: Clock;
  /** How the loops wait. Default: in the system's time. */
  sleep?: Sleep;
  /** Default: one that allows the networks of the settings. */
  webhookGuard?: WebhookGuard;
}

export function composeWebhookDispatcher(
  config: Omit<WebhookDispatcherConfig, 'mediaLinkDays' | 'breaker'>,
  dependencies: WebhookDispatcherDependencies,
): Composed {
  const { store, broker, announcer, hints, publishing, box, mediaLinks, logger } = dependencies;
  const { metrics: registry, clock = systemClock, sleep = systemSleep, webhookGuard } = dependencies;
  const { timeoutMs, retryDelaysMs, concurrency } = config;
  const abort = new AbortController();
  const persistence = new Persistence({ logger, signal: abort.signal });
  const slots = new AttemptSlots({
    attemptsMax: concurrency,
    slowAfterMs: SLOW_AFTER_MS,
    slowAttemptsMax: concurrency * SLOW_ATTEMPTS_FACTOR,
    nowMs: () => performance.now(),
  });
  const metrics = registerDispatcherMetrics(registry, () => slots.count);
  const eventHints = createEventHints({
    hints,
    ownerOf: async (agentId) => (await store.agents.identify(agentId))?.ownerId ?? null,
    publishing,
  });
  const router = new EventRouter({ store, broker, persistence, metrics, eventHints });
  const guard = webhookGuard ?? createWebhookGuard({ allowedNetworks: config.allowedNetworks });
  const client = new WebhookClient({ guard, timeoutMs, clock });
  const secrets = new AgentSecrets(box);
  const delivery = new Delivery({
    ...{ store, broker, client, secrets, router, persistence, metrics, eventHints, logger, clock },
    ...{ timeoutMs, retryDelaysMs, mediaLinks },
  });
  const lanes = new AgentLanes({
    slots,
    attemptsPerAgentMax: config.concurrencyPerAgent,
    waitingPerAgentMax: WAITING_PER_AGENT_MAX,
    lanesMax: LANES_MAX,
    make: (event, reserved) => delivery.attempt(event, reserved),
    readDue: async (agentId, limit) => {
      const due = await persistence.until('read due events', () => store.attempts.readDue(agentId, limit));
      return due.map((event) => ({ ...event, agentId }));
    },
  });
  const onGivenUp = createGivenUpListener(store.events, hints);
  const dispatcher = new Dispatcher({
    ...{ broker, store, lanes, slots, client, persistence, metrics, logger, abort, retryDelaysMs },
    ...{ prefetch: concurrency * PREFETCH_FACTOR, onGivenUp },
    drainMs: config.drainMs ?? DRAIN_MS,
  });
  const sweeper = createSweeper({ store, broker, announcer, logger, metrics: registry, sleep });
  const breakers = createBreakerKeeper({ store, announcer, hints, logger, metrics: registry, sleep });
  const withoutBroker = createWithoutBroker({ broker, store, router, lanes, logger });
  const fallback = new Fallback({ broker, router, logger, onGivenUp });
  return { services: [sweeper, breakers, together(dispatcher, fallback, withoutBroker)], checks: [] };
}

/** All stop at once: each may be held up by the database, and the drain's end lets go of all. */
function together(dispatcher: Service, ...others: Service[]): Service {
  return {
    name: 'webhook-dispatcher',
    async start() {
      await dispatcher.start();
      for (const other of others) await other.start();
    },
    async stop() {
      await Promise.all([...others, dispatcher].map((service) => service.stop()));
    },
  };
}
