import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import express from 'express';
import type { ErrorRequestHandler, Router } from 'express';

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Served {
  url: string;
  port: number;
  call(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<Answer>;
}

/** Serves a router on a real socket until the test ends. */
export function useServer(): (router: Router) => Promise<Served> {
  const closers: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(closers.splice(0).map((close) => close())));
  return async (router) => {
    const app = express().disable('x-powered-by').disable('etag').use(router).use(answerRefusal);
    const server = createServer({ keepAliveTimeout: 0 }, app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      port,
      async call(method, path, { headers = {}, body } = {}) {
        const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
        const response = await fetch(url + path, {
          method,
          headers: { ...json, ...headers },
          body: body ?? null,
        });
        const text = await response.text();
        return {
          status: response.status,
          headers: response.headers,
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
        };
      },
    };
  };
}

const answerRefusal: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const refusal =
    error instanceof ServiceError ? error : new ServiceError('internal_error', { cause: error });
  const errors = refusal.fields.length > 0 ? { errors: refusal.fields } : {};
  response.status(refusal.status).json({ detail: refusal.detail, ...errors });
};
