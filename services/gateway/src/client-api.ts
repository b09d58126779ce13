import { apiKeyScopeOf, contractRouter } from '@svc/http-contract';
import type { HeldBodies, OperationHandlers } from '@svc/http-contract';
import type { Router } from 'express';
import type { ClientCaller } from './client-caller.js';
import { accountHolders } from './caller-bodies.js';
import type { RateLimits } from './rate-limits.js';
import type { UserDoor } from './user-door.js';

export interface ClientApiOptions {
  door: UserDoor;
  bodies: HeldBodies;
  rateLimits: Pick<RateLimits, 'countUserBytes'>;
  handlers: OperationHandlers<ClientCaller>;
}

/** `/api/client/*`. */
export function clientApi({ door, bodies, rateLimits, handlers }: ClientApiOptions): Router {
  return contractRouter<ClientCaller>({
    authenticate: (request, _response, operationId) =>
      door(request, request.ip ?? '', apiKeyScopeOf(operationId)),
    handlers,
    bodies: {
      held: bodies,
      count: ({ userId }, bytes) => rateLimits.countUserBytes(userId, bytes),
      holdersOf: (request, { userId }) => accountHolders({ userId, address: request.ip ?? '' }),
    },
  });
}
