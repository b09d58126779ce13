import { contractRouter } from '@svc/http-contract';
import type { HeldBodies, OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { Router } from 'express';
import { accountHolders } from './caller-bodies.js';
import type { UserDoor } from './user-door.js';

export interface ClientApiOptions {
  door: UserDoor;
  bodies: HeldBodies;
  handlers: OperationHandlers<SessionUser>;
}

/** `/api/client/*`. */
export function clientApi({ door, bodies, handlers }: ClientApiOptions): Router {
  return contractRouter<SessionUser>({
    authenticate: (request) => door(request, request.ip ?? ''),
    handlers,
    bodies: {
      held: bodies,
      holdersOf: (request, { userId }) => accountHolders({ userId, address: request.ip ?? '' }),
    },
  });
}
