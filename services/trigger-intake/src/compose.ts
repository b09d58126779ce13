import type { Announcer, Hints, Store, TriggerIntake, TriggerIntakeOptions } from '@svc/store';
import { ServiceError } from '@svc/domain';
import { addressReader, JointLimits, requestIdOf, sendError, systemClock } from '@svc/runtime';
import type { Composed, Logger } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import type { TriggerIntakeConfig } from './env.js';
import { fireTrigger } from './fire-trigger.js';
import { RefusedCalls } from './refused-calls.js';
import { TriggerBodies } from './trigger-bodies.js';
import { createTriggerLimits } from './trigger-limits.js';
import { createTriggerMetrics } from './trigger-metrics.js';
import { triggerIdOf, triggerRoute } from './trigger-route.js';

export interface TriggerIntakeDependencies {
  store: Pick<Store, 'installationId' | 'rateCounts'> & {
    triggerIntake: (options: TriggerIntakeOptions) => TriggerIntake;
  };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'runChanged'>;
  logger: Logger;
  metrics: Registry;
}

const KNOWN_TRIGGERS_MAX = 50_000;

export function composeTriggerIntake(
  config: TriggerIntakeConfig & { bodyArrivalMsMax?: number },
  { store, announcer, hints, logger, metrics: registry }: TriggerIntakeDependencies,
): Composed & { listener: RequestListener } {
  const intake = store.triggerIntake(config);
  const jointLimits = new JointLimits({
    ...{ counts: store.rateCounts, salt: () => store.installationId(), logger },
  });
  const metrics = createTriggerMetrics(registry);
  const refusals = new RefusedCalls({ intake, hints, metrics, clock: systemClock, logger });
  const route = triggerRoute({
    addressOf: addressReader(config.trustedProxies),
    limits: createTriggerLimits(config.rateLimits, jointLimits),
    known: new LRUCache({ max: KNOWN_TRIGGERS_MAX }),
    bodies: new TriggerBodies(config.bodyArrivalMsMax),
    metrics,
    logger,
    fire: (call) => fireTrigger({ intake, announcer, hints, refusals }, call),
  });
  // This path takes thousands of calls a second, and Express's router costs more than the rest of a call.
  const listener: RequestListener = (request, response) => {
    const triggerId = triggerIdOf(request.url ?? '');
    if (triggerId !== null) return route(request, response, triggerId);
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    sendError(request, response, new ServiceError('not_found'), requestId);
  };
  return { services: [refusals, jointLimits], listener, checks: [] };
}
