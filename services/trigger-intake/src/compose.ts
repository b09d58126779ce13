import { errorHandler, notFoundHandler, requestContext } from '@svc/runtime';
import type { Composed, Logger } from '@svc/runtime';
import type { Triggers } from '@svc/store';
import express from 'express';
import { triggerRoute } from './trigger-route.js';

export interface TriggerIntakeDependencies {
  store: { triggers: Pick<Triggers, 'find'> };
  logger: Logger;
}

export function composeTriggerIntake({ store, logger }: TriggerIntakeDependencies): Composed {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  // The request's line in the log names the route's pattern, never the path, which holds the trigger id.
  app.use(requestContext(logger));
  app.use(triggerRoute(store.triggers));
  app.use(notFoundHandler);
  app.use(errorHandler(logger));
  return { services: [], listener: app, checks: [] };
}
