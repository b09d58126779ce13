import { apiReferenceRouter } from '@svc/http-contract';
import { addressReader, errorHandler, notFoundHandler, requestContext } from '@svc/runtime';
import type { AddressReader, Logger } from '@svc/runtime';
import express from 'express';
import type { Express, RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Registry } from 'prom-client';
import { consoleRoute } from './console-route.js';
import { docsSite } from './docs-site.js';
import { requestMetrics } from './request-metrics.js';

export interface AppParts {
  logger: Logger;
  metrics: Registry;
  /** The files of messages. */
  media: RequestHandler;
  /** `/api/auth/device/*`. */
  device: Router;
  /** The rest of `/api/auth/*`. */
  signIn: Router;
  /** The calls that take a file as it is. */
  uploads: Router;
  /** The call that takes a message in pieces. */
  streams: Router;
  /** `/api/agent/*`. */
  agentApi: Router;
  /** `/mcp`. */
  mcp: Router;
  /** The file of an export. */
  exportFile: RequestHandler;
  /** Calls of the client API that need no sign-in. */
  openApi: Router;
  /** `/api/client/*`. */
  clientApi: Router;
  /** The folder of the built console. Without it, visitors get the documentation. */
  consoleFolder: string | null;
  /** The origin of PUBLIC_BASE_URL, which the console shows in addresses for others. */
  publicOrigin: string;
  /** The folder of the built documentation. Without it, visitors get the API reference in its place. */
  docsSiteFolder: string | null;
  /** In CIDR notation. */
  trustedProxies: readonly string[];
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
  app.use(parts.device);
  app.use('/api/auth', parts.signIn);
  app.use(parts.uploads);
  app.use(parts.streams);
  app.use(parts.agentApi);
  app.use(parts.mcp);
  app.get('/api/client/account/exports/:exportId/file', parts.exportFile);
  app.use(parts.openApi);
  app.use(parts.clientApi);
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

/** The operator's proxy decides whether HTTPS is used, so there is no `Strict-Transport-Security` and no upgrade. */
function securityHeaders(): express.RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
}
