import { apiReferenceRouter } from '@svc/http-contract';
import { addressReader, errorHandler, notFoundHandler, requestContext, routeOf } from '@svc/runtime';
import type { AddressReader, Logger } from '@svc/runtime';
import express from 'express';
import type { Express, RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { consoleRoute, docsSite } from './sites.js';

export interface AppParts {
  logger: Logger;
  metrics: Registry;
  /** In CIDR notation. */
  trustedProxies: readonly string[];
  /** The files of messages. */
  media: RequestHandler;
  /** `/api/auth/*`, but for the paths that `routers` answer. */
  signIn: Router;
  /** The file of an export. */
  exportFile: RequestHandler;
  /** All other calls, in the order in which they are tried. */
  routers: readonly Router[];
  /** The folder of the built console. Without it, visitors get the documentation. */
  consoleFolder: string | null;
  /** The origin of PUBLIC_BASE_URL, which the console shows in addresses for others. */
  publicOrigin: string;
  /** The folder of the built documentation. Without it, visitors get the API reference in its place. */
  docsSiteFolder: string | null;
}

/** Everything that the gateway answers, from the outermost layer to the innermost. CORS is off: none of its headers is ever sent. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  // An entity tag costs a hash over every answer, and callers do not ask for the same answer twice.
  app.disable('etag');
  app.set('query parser', 'simple');
  readAddresses(app, addressReader(parts.trustedProxies));

  app.use(requestContext(parts.logger));
  app.use(requestMetrics(parts.metrics));
  app.use(securityHeaders());
  app.get('/media/:mediaId', parts.media);
  app.get('/media/:link/:mediaId', parts.media);
  app.get('/api/client/account/exports/:exportId/file', parts.exportFile);
  for (const router of parts.routers) app.use(router);
  app.use('/api/auth', parts.signIn);
  app.use(apiReferenceRouter());
  app.use(docsSite(parts.docsSiteFolder));
  if (parts.consoleFolder === null) app.get('/', (_request, response) => response.redirect(302, '/docs'));
  else app.use(consoleRoute(parts.consoleFolder, parts.publicOrigin));
  app.use(notFoundHandler);
  app.use(errorHandler(parts.logger));
  return app;
}

/** Makes `request.ip` the address that all services go by. Express's own would take a port for a part of it. */
function readAddresses(app: Express, addressOf: AddressReader): void {
  Object.defineProperty(app.request, 'ip', {
    get(this: express.Request) {
      return addressOf(this).address;
    },
  });
}

/**
 * Measures every request from its arrival to the end of its answer. It is labelled by its route and not by its path, because a path would
 * name agents.
 */
function requestMetrics(registry: Registry): RequestHandler {
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

/** The operator's proxy decides whether HTTPS is used, so there is no `Strict-Transport-Security` and no upgrade. */
function securityHeaders(): RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
}
