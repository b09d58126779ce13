import type { Broker } from '@svc/broker';
import { createAnnouncer, createHints, Publishing } from '@svc/events';
import { errorHandler, notFoundHandler, requestContext } from '@svc/runtime';
import type { Composed, Logger, Service } from '@svc/runtime';
import type { Events, TriggerIntake, TriggerIntakeOptions } from '@svc/store';
import express from 'express';
import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import type { TriggerIntakeConfig } from './env.js';
import { fireTrigger } from './fire-trigger.js';
import { createReceiptPurge } from './receipt-purge.js';
import { TriggerBodies } from './trigger-bodies.js';
import type { TriggerBodiesOptions } from './trigger-bodies.js';
import { createTriggerLimits } from './trigger-limits.js';
import { createTriggerMetrics } from './trigger-metrics.js';
import { triggerIdOf } from './trigger-path.js';
import { triggerRoute } from './trigger-route.js';

export interface TriggerIntakeDependencies {
  store: {
    events: Pick<Events, 'hurry' | 'parkUnheld'>;
    triggerIntake: (options: TriggerIntakeOptions) => TriggerIntake;
  };
  broker: Broker;
  logger: Logger;
  metrics: Registry;
}

/** Composes the trigger-intake: the public trigger URL, the publishes after it, and the removal of receipts. */
export function composeTriggerIntake(
  config: TriggerIntakeConfig & { bodies?: TriggerBodiesOptions },
  { store, broker, logger, metrics }: TriggerIntakeDependencies,
): Composed {
  const intake = store.triggerIntake(config);
  const publishing = new Publishing(logger);
  const hints = createHints(broker, publishing);
  const announcer = createAnnouncer({ broker, events: store.events, hints, publishing });
  const route = triggerRoute({
    limits: createTriggerLimits(config.rateLimits, config.trustedProxies),
    bodies: new TriggerBodies(config.bodies),
    metrics: createTriggerMetrics(metrics),
    logger,
    fire: (call) => fireTrigger({ intake, announcer, hints }, call),
  });
  const elsewhere = nothingElse(logger);
  // The one path that takes thousands of calls a second is handled before Express, whose router costs more than the rest of the call.
  const listener: RequestListener = (request, response) => {
    const triggerId = triggerIdOf(request.url ?? '');
    if (triggerId === null) elsewhere(request, response);
    else route(request, response, triggerId);
  };
  const publishes: Service = {
    name: 'trigger-intake-publishes',
    start: async () => {},
    // The HTTP server has stopped by now, so no further publish begins.
    stop: () => publishing.drain(),
  };
  return { services: [publishes, createReceiptPurge({ intake, logger })], listener, checks: [] };
}

function nothingElse(logger: Logger): RequestListener {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(requestContext(logger));
  app.use(notFoundHandler);
  app.use(errorHandler(logger));
  return app;
}
