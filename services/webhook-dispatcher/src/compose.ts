import type { Broker } from '@svc/broker';
import type { MediaLinks, SecretBox } from '@svc/domain';
import type { Hints } from '@svc/store';
import { sleep as systemSleep, systemClock, createWebhookGuard, WebhookClient } from '@svc/runtime';
import type { Clock, Composed, Logger, Sleep, WebhookGuard } from '@svc/runtime';
import type { Registry } from 'prom-client';
import { AttemptSlots } from './attempt-slots.js';
import { Delivery } from './delivery.js';
import { registerDispatcherMetrics } from './dispatcher-metrics.js';
import { Dispatcher } from './dispatcher.js';
import type { WebhookDispatcherConfig } from './env.js';
import type { DispatcherStore } from './delivery.js';

/** An attempt that takes longer makes room for another one, in milliseconds. */
const SLOW_AFTER_MS = 1_000;

/** Slow attempts that may be under way for each that is not. */
const SLOW_ATTEMPTS_FACTOR = 8;

/** How much longer than its deadline an attempt is claimed, in milliseconds: time to read what was answered, and to record the outcome. */
const LEASE_MARGIN_MS = 7_000;

/** How long stopping waits for attempts under way before it cuts them off, in milliseconds. */
const DRAIN_MS = 8_000;

export interface WebhookDispatcherDependencies {
  store: DispatcherStore;
  broker: Broker;
  hints: Hints;
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
  const { store, broker, hints, box, mediaLinks, logger } = dependencies;
  const { metrics: registry, clock = systemClock, sleep = systemSleep, webhookGuard } = dependencies;
  const { timeoutMs, retryDelaysMs, concurrency } = config;
  const abort = new AbortController();
  const slots = new AttemptSlots({
    ...{ max: concurrency, slowMax: concurrency * SLOW_ATTEMPTS_FACTOR, slowAfterMs: SLOW_AFTER_MS },
  });
  const metrics = registerDispatcherMetrics(registry, {
    attemptsUnderWay: () => slots.count,
    openBreakers: () => store.breakers.countOpen(),
  });
  const guard = webhookGuard ?? createWebhookGuard({ allowedNetworks: config.allowedNetworks });
  const client = new WebhookClient({ guard, timeoutMs, clock });
  const delivery = new Delivery({
    ...{ store, broker, client, box, metrics, hints, logger, clock },
    ...{ signal: abort.signal, retryDelaysMs, mediaLinks },
  });
  const dispatcher = new Dispatcher({
    ...{ broker, store, slots, delivery, client, hints, logger, sleep, abort, retryDelaysMs },
    ...{ perAgentMax: config.concurrencyPerAgent, leaseMs: timeoutMs + LEASE_MARGIN_MS },
    drainMs: config.drainMs ?? DRAIN_MS,
  });
  return { services: [dispatcher], checks: [] };
}
