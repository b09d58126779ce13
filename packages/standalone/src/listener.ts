import { healthRouter, notFoundHandler } from '@svc/runtime';
import type { Composed, HealthCheck } from '@svc/runtime';
import express from 'express';
import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';

const OWN_PATH = /^\/(?:health\/(?:live|ready)|metrics)(?:\?|$)/;

/** A process answers health and metrics by itself, and passes all other requests to its service, if that has a listener. */
export function processListener(
  composed: Pick<Composed, 'listener'>,
  health: { checks: readonly HealthCheck[]; registries: readonly Registry[] },
): RequestListener {
  const own = express();
  own.disable('x-powered-by').disable('etag');
  own.use(healthRouter(health));
  own.use(notFoundHandler);
  own.use(((_error, _request, response, _next) => {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":"Not found"}');
  }) satisfies express.ErrorRequestHandler);
  const ownListener = own as unknown as RequestListener;
  const { listener } = composed;
  if (listener === undefined) return ownListener;
  return (request, response) =>
    (OWN_PATH.test(request.url ?? '') ? ownListener : listener)(request, response);
}
