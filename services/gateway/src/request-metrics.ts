import { routeOf } from '@svc/runtime';
import type { RequestHandler } from 'express';
import { Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/**
 * Measures every request from its arrival to the end of its answer. It is labelled by its route and not by its path, because a path would
 * name agents.
 */
export function requestMetrics(registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  return (request, response, next) => {
    const startedMs = performance.now();
    response.once('close', () => {
      const matched = typeof (request.route as { path?: unknown } | undefined)?.path === 'string';
      const labels = {
        method: request.method,
        route: matched ? routeOf(request) : 'unmatched',
        status: String(response.statusCode),
      };
      durations.observe(labels, (performance.now() - startedMs) / 1000);
    });
    next();
  };
}
