import { apiKeyScopeOf, contractRouter } from '@svc/http-contract';
import type { AnswerOnce, BodyBudget, OperationChecks, OperationHandlers } from '@svc/http-contract';
import type { Router } from 'express';
import type { ClientCaller } from './client-caller.js';
import { accountShares } from './caller-bodies.js';
import type { RateLimits } from './rate-limits.js';
import type { UserDoor } from './user-door.js';

export interface ClientApiOptions {
  door: UserDoor;
  bodies: BodyBudget;
  rateLimits: Pick<RateLimits, 'countUserBytes'>;
  answerOnce: AnswerOnce<ClientCaller>;
  handlers: OperationHandlers<ClientCaller>;
  checks: OperationChecks<ClientCaller>;
}

/** `/api/client/*`. */
export function clientApi({
  door,
  bodies,
  rateLimits,
  answerOnce,
  handlers,
  checks,
}: ClientApiOptions): Router {
  return contractRouter<ClientCaller>({
    authenticate: (request, _response, operationId) =>
      door(request, request.ip ?? '', apiKeyScopeOf(operationId)),
    handlers,
    checks,
    answerOnce,
    bodies: {
      budget: bodies,
      count: ({ userId }, bytes) => rateLimits.countUserBytes(userId, bytes),
      sharesOf: (request, { userId }) => accountShares({ userId, address: request.ip ?? '' }),
    },
  });
}
