import type { Broker } from '@svc/broker';
import type { MediaLinks, SecretBox } from '@svc/domain';
import type { Hints } from '@svc/store';
import { sleep as systemSleep, createWebhookGuard, WebhookClient } from '@svc/runtime';
import type { Composed, Logger, Sleep, WebhookGuard } from '@svc/runtime';
import type { Registry } from 'prom-client';
import { Delivery } from './delivery.js';
import { registerDispatcherMetrics } from './dispatcher-metrics.js';
import { Dispatcher } from './dispatcher.js';
import type { WebhookDispatcherConfig } from './env.js';
import type { DispatcherStore } from './delivery.js';

/** A claim outlasts its attempt: time to read the answer, and to record the outcome. */
const LEASE_MARGIN_MS = 7_000;

/** Until attempts under way are cut off. */
const DRAIN_MS = 8_000;

export interface WebhookDispatcherDependencies {
  store: DispatcherStore;
  broker: Broker;
  hints: Hints;
  box: Pick<SecretBox, 'open'>;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  logger: Logger;
  metrics: Registry;
  /** Of the loops. Default: the system's. */
  sleep?: Sleep;
  /** Default: by the settings. */
  webhookGuard?: WebhookGuard;
}

export function composeWebhookDispatcher(
  config: Omit<WebhookDispatcherConfig, 'mediaLinkDays' | 'breaker' | 'agentErrorThreshold'>,
  dependencies: WebhookDispatcherDependencies,
): Composed {
  const { store, broker, hints, box, mediaLinks, logger } = dependencies;
  const { metrics: registry, sleep = systemSleep, webhookGuard } = dependencies;
  const { timeoutMs, retryDelaysMs, concurrency } = config;
  const abort = new AbortController();
  const metrics = registerDispatcherMetrics(registry, {
    attemptsUnderWay: () => dispatcher.underWayCount,
    openBreakers: () => store.breakers.countOpen(),
  });
  const guard = webhookGuard ?? createWebhookGuard({ allowedNetworks: config.allowedNetworks });
  const client = new WebhookClient({ guard, timeoutMs });
  const delivery = new Delivery({
    ...{ store, broker, client, box, metrics, hints, logger },
    ...{ signal: abort.signal, retryDelaysMs, mediaLinks },
  });
  const dispatcher: Dispatcher = new Dispatcher({
    ...{ broker, store, concurrency, delivery, client, hints, logger, sleep, abort, retryDelaysMs },
    ...{ perAgentMax: config.concurrencyPerAgent, leaseMs: timeoutMs + LEASE_MARGIN_MS },
    drainMs: config.drainMs ?? DRAIN_MS,
  });
  return { services: [dispatcher], checks: [] };
}
