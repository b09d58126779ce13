import { contractRouter } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { Router } from 'express';
import type { RateLimits } from './rate-limits.js';

/** Calls of the client API that need no sign-in. They have no body. Each address may make as many as there may be wrong credentials. */
export function openApi({
  rateLimits,
  handlers,
}: {
  rateLimits: Pick<RateLimits, 'countFailedCredentials'>;
  handlers: OperationHandlers<null>;
}): Router {
  return contractRouter<null>({
    async authenticate(request, _response, operationId) {
      await rateLimits.countFailedCredentials({ address: request.ip ?? '', name: operationId });
      return null;
    },
    handlers,
  });
}
