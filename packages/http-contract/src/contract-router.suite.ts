import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import { listening } from '@svc/testkit';
import express from 'express';
import type { ErrorRequestHandler, Router } from 'express';

/** Serves a router on a real socket until the test ends. Resolves with its address. */
export function useServer() {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await once(server.close(), 'close');
    }
  });
  return async (router: Router) => {
    const app = express().disable('x-powered-by').disable('etag').use(router).use(answerRefusal);
    const server = createServer({ keepAliveTimeout: 0 }, app);
    servers.push(server);
    return (await listening(server)).url;
  };
}

const answerRefusal: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const refusal =
    error instanceof ServiceError ? error : new ServiceError('internal_error', { cause: error });
  const errors = refusal.fields.length > 0 ? { errors: refusal.fields } : {};
  response.status(refusal.status).json({ detail: refusal.detail, ...errors });
};
