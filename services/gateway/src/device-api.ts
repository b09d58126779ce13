import { contractRouter } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { Router } from 'express';
import { unauthenticatedShares, unauthenticatedBodies } from './caller-bodies.js';
import type { Stranger } from './operations/device-logins.js';

/** `/api/auth/device/*`: programs that have no key yet. The handlers count what an address may do; bodies are small, and share the places of strangers. */
export function deviceApi(handlers: OperationHandlers<Stranger>): Router {
  return contractRouter<Stranger>({
    authenticate: async (request) => ({ address: request.ip ?? '' }),
    handlers,
    bodies: {
      budget: unauthenticatedBodies(),
      count: async () => undefined,
      sharesOf: (_request, { address }) => unauthenticatedShares(address),
    },
  });
}
