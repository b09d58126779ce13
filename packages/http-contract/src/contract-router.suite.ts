import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import express from 'express';
import type { ErrorRequestHandler, Router } from 'express';

/** Serves a router on a real socket until the test ends. Resolves with its address. */
export function useServer() {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(closers.splice(0).map((close) => close())));
  return async (router: Router) => {
    const app = express().disable('x-powered-by').disable('etag').use(router).use(answerRefusal);
    const server = createServer({ keepAliveTimeout: 0 }, app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
}

const answerRefusal: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const refusal =
    error instanceof ServiceError ? error : new ServiceError('internal_error', { cause: error });
  const errors = refusal.fields.length > 0 ? { errors: refusal.fields } : {};
  response.status(refusal.status).json({ detail: refusal.detail, ...errors });
};
