import { contractRouter } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { Router } from 'express';
import type { LargeBodies } from './large-bodies.js';
import type { UserDoor } from './user-door.js';

export interface ClientApiOptions {
  door: UserDoor;
  largeBodies: LargeBodies;
  handlers: OperationHandlers<SessionUser>;
}

/** `/api/client/*`. */
export function clientApi({ door, largeBodies, handlers }: ClientApiOptions): Router {
  return contractRouter<SessionUser>({
    async authenticate(request, response) {
      const user = await door(request, request.ip ?? '');
      largeBodies.admit(request, response, user.userId);
      return user;
    },
    handlers,
  });
}
