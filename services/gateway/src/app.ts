import { asyncapi, BodyBudget, document, apiKeyScopeOf, contractRouter } from '@svc/http-contract';
import {
  addressReader,
  answerEarly,
  errorHandler,
  notFoundHandler,
  requestContext,
  routeOf,
  networkOf,
} from '@svc/runtime';
import type { AddressReader, Logger } from '@svc/runtime';
import express from 'express';
import type { Express, RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { consoleRoute, docsSite } from './sites.js';
import { STREAM_MS_MAX, idempotencyKeyOf } from '@svc/domain';
import type {
  BodyBounds,
  BodyShare,
  AnswerOnce,
  OperationChecks,
  OperationHandlers,
} from '@svc/http-contract';
import type { AgentIdentity, IdempotentCaller, Store } from '@svc/store';
import type { AgentCaller, AgentGuard } from './agent-guard.js';
import type { UnauthenticatedCaller } from './operations/device-logins.js';
import type { RateLimits } from './rate-limits.js';
import type { ClientCaller, UserGuard } from './user-guard.js';

interface AppDependencies {
  logger: Logger;
  metrics: Registry;
  publicBaseUrl: string;
  consoleFolder?: string | null;
  docsSiteFolder?: string | null;
}

/** From the outermost layer to the innermost. CORS is off. */
export function createApp(
  { logger, metrics, publicBaseUrl, consoleFolder = null, docsSiteFolder = null }: AppDependencies,
  { trustedProxies, routers }: { trustedProxies: readonly string[]; routers: readonly Router[] },
): Express {
  const app = express();
  app.disable('x-powered-by');
  // A tag costs a hash over every answer, and callers do not ask for the same answer twice.
  app.disable('etag');
  app.set('query parser', 'simple');
  readAddresses(app, addressReader(trustedProxies));

  app.use(requestContext(logger));
  app.use(requestMetrics(metrics));
  app.use(securityHeaders());
  for (const router of routers) app.use(router);
  app.get('/openapi.json', json(document));
  app.get('/asyncapi.json', json(asyncapi));
  if (docsSiteFolder !== null) app.use(docsSite(docsSiteFolder));
  if (consoleFolder !== null) app.use(consoleRoute(consoleFolder, publicBaseUrl));
  app.use(notFoundHandler);
  app.use(errorHandler(logger));
  return app;
}

/** All services go by the same address. Express's own would take a port for a part of it. */
function readAddresses(app: Express, addressOf: AddressReader): void {
  Object.defineProperty(app.request, 'ip', {
    get(this: express.Request) {
      return addressOf(this).address;
    },
  });
}

/** Labelled by route, because a path would name agents. */
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

function json(document: object): RequestHandler {
  const text = Buffer.from(JSON.stringify(document));
  return (_request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Content-Type', 'application/json');
    response.send(text);
  };
}

/** The operator's proxy decides on HTTPS, so there is no `Strict-Transport-Security` and no upgrade. */
function securityHeaders(): RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
}

const MIB = 1024 * 1024;
const ALL: BodyBounds = { bodiesMax: 2_000, bytesMax: 384 * MIB };
const OF_ADDRESS: BodyBounds = { bodiesMax: 256, bytesMax: 192 * MIB };
/** Two messages with all images. */
const OF_ACCOUNT: BodyBounds = { bodiesMax: 64, bytesMax: 160 * MIB };
const STREAMS: BodyBounds = { bodiesMax: 1_000, bytesMax: 128 * MIB };

/** Sign-ins have 16 KiB each. */
const UNAUTHENTICATED: BodyBounds = { bodiesMax: 1_000, bytesMax: 16 * MIB };
const UNAUTHENTICATED_OF_ADDRESS: BodyBounds = { bodiesMax: 50, bytesMax: MIB };

/** After ten seconds 64 KiB a second have to come on average, so a slow sender does not hold its share. */
export function accountBodies(): BodyBudget {
  const pace = { graceMs: 10_000, bytesPerSecondMin: 64 * 1024, silenceMsMax: 10_000 };
  return new BodyBudget({ ...ALL, pace });
}

/** Messages in pieces: an agent may think for a minute between two lines. */
export function streamBodies(): BodyBudget {
  const pace = { graceMs: STREAM_MS_MAX, bytesPerSecondMin: Infinity, silenceMsMax: 60_000 };
  return new BodyBudget({ ...STREAMS, pace });
}

/** An account is a user together with its agents. */
function accountShares({ userId, address }: { userId: string; address: string }): BodyShare[] {
  return [
    { key: `account ${userId}`, ...OF_ACCOUNT },
    { key: `address ${networkOf(address)}`, ...OF_ADDRESS },
  ];
}

export function unauthenticatedBodies(): BodyBudget {
  return new BodyBudget({ ...UNAUTHENTICATED, pace: { graceMs: 10_000, bytesPerSecondMin: Infinity } });
}

export function unauthenticatedShares(address: string): BodyShare[] {
  return [{ key: networkOf(address), ...UNAUTHENTICATED_OF_ADDRESS }];
}

export interface ApiParts {
  agentGuard: AgentGuard;
  userGuard: UserGuard;
  bodies: BodyBudget;
  rateLimits: RateLimits;
  store: Pick<Store, 'idempotentCalls'>;
}

export interface Operations<Auth> {
  handlers: OperationHandlers<Auth>;
  checks?: OperationChecks<Auth>;
}

/** `/api/agent/*`. */
export function agentApi(parts: ApiParts, operations: Operations<AgentCaller>): Router {
  return contractRouter<AgentCaller>({
    ...operations,
    authenticate: ({ headers, ip: address = '' }, response, operationId) =>
      parts.agentGuard({ headers, address, operationId, response }),
    answerOnce: answerOnceBy(parts.store, ({ agentId, ownerId }) => ({ agentId, userId: ownerId })),
    bodies: agentBodies(parts),
    // A message may end before its body does.
    end: answerEarly,
  });
}

export function agentBodies({ bodies, rateLimits }: Pick<ApiParts, 'bodies' | 'rateLimits'>) {
  return {
    budget: bodies,
    count: ({ agentId }: AgentIdentity, bytes: number) => rateLimits.countAgentBytes(agentId, bytes),
    sharesOf: (request: express.Request, { ownerId }: AgentIdentity) =>
      accountShares({ userId: ownerId, address: request.ip ?? '' }),
  };
}

/** `/api/client/*`. */
export function clientApi(
  { userGuard, bodies, rateLimits, store }: ApiParts,
  operations: Operations<ClientCaller>,
): Router {
  return contractRouter<ClientCaller>({
    ...operations,
    authenticate: (request, _response, operationId) =>
      userGuard(request, request.ip ?? '', apiKeyScopeOf(operationId)),
    // Whatever they sign in with.
    answerOnce: answerOnceBy(store, ({ userId }) => ({ agentId: null, userId })),
    bodies: {
      budget: bodies,
      count: ({ userId }, bytes) => rateLimits.countUserBytes(userId, bytes),
      sharesOf: (request, { userId }) => accountShares({ userId, address: request.ip ?? '' }),
    },
  });
}

/** `/api/auth/device/*`: programs that have no key yet. The handlers count what an address may do. */
export function deviceApi(handlers: OperationHandlers<UnauthenticatedCaller>): Router {
  return contractRouter<UnauthenticatedCaller>({
    authenticate: async (request) => ({ address: request.ip ?? '' }),
    handlers,
    bodies: {
      budget: unauthenticatedBodies(),
      count: async () => undefined,
      sharesOf: (_request, { address }) => unauthenticatedShares(address),
    },
  });
}

/** Calls of the client API that need no sign-in, and have no body. They count as wrong credentials do. */
export function openApi(
  { rateLimits }: Pick<ApiParts, 'rateLimits'>,
  handlers: OperationHandlers<null>,
): Router {
  return contractRouter<null>({
    async authenticate(request, _response, operationId) {
      await rateLimits.countFailedCredentials({ address: request.ip ?? '', name: operationId });
      return null;
    },
    handlers,
  });
}

/** Answers a call with the header `Idempotency-Key` once: its first answer comes again for 24 hours. */
function answerOnceBy<Auth>(
  { idempotentCalls }: Pick<Store, 'idempotentCalls'>,
  callerOf: (auth: Auth) => IdempotentCaller,
): AnswerOnce<Auth> {
  return async ({ headers, auth, fingerprint, waitsForOthers, check }, work) => {
    const key = idempotencyKeyOf(headers);
    if (key === undefined) {
      await check?.();
      return { ...(await work()), isReplayed: false };
    }
    const call = { caller: callerOf(auth), key, fingerprint: fingerprint() };
    return waitsForOthers ? idempotentCalls.afterwards(call, work) : idempotentCalls.once(call, work, check);
  };
}
