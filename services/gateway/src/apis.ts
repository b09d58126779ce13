import { idempotencyKeyOf } from '@svc/domain';
import { apiKeyScopeOf, contractRouter } from '@svc/http-contract';
import type { AnswerOnce, BodyBudget, OperationChecks, OperationHandlers } from '@svc/http-contract';
import type { IdempotentCaller, Store } from '@svc/store';
import type { Router } from 'express';
import { agentCaller } from './agent-guard.js';
import type { AgentCaller, AgentGuard } from './agent-guard.js';
import { accountShares, unauthenticatedBodies, unauthenticatedShares } from './caller-bodies.js';
import type { UnauthenticatedCaller } from './operations/device-logins.js';
import type { RateLimits } from './rate-limits.js';
import type { ClientCaller, UserGuard } from './user-guard.js';
import type { WaitingCalls } from './waiting-calls.js';

export interface ApiParts {
  agentGuard: AgentGuard;
  userGuard: UserGuard;
  /** The bodies of callers who have authenticated. */
  bodies: BodyBudget;
  rateLimits: RateLimits;
  waitingCalls: Pick<WaitingCalls, 'until'>;
  store: Pick<Store, 'idempotentCalls'>;
}

export interface Operations<Auth> {
  handlers: OperationHandlers<Auth>;
  checks: OperationChecks<Auth>;
}

/** `/api/agent/*`. */
export function agentApi(
  { agentGuard: guard, bodies, rateLimits, waitingCalls, store }: ApiParts,
  operations: Operations<AgentCaller>,
): Router {
  return contractRouter<AgentCaller>({
    ...operations,
    async authenticate({ headers, ip: address = '' }, response, operationId) {
      const authenticated = await guard.authenticate({ headers, address, operationId });
      return agentCaller({ guard, waitingCalls }, authenticated, { headers, response });
    },
    answerOnce: answerOnceBy(store, ({ agentId, ownerId }) => ({ agentId, userId: ownerId })),
    bodies: {
      budget: bodies,
      count: ({ agentId }, bytes) => rateLimits.countAgentBytes(agentId, bytes),
      sharesOf: (request, { ownerId }) => accountShares({ userId: ownerId, address: request.ip ?? '' }),
    },
  });
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

/** `/api/auth/device/*`: programs that have no key yet. The handlers count what an address may do; bodies are small, and share the budget of unauthenticated callers. */
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

/** Calls of the client API that need no sign-in. They have no body. Each address may make as many as there may be wrong credentials. */
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

/**
 * Answers a call with the header `Idempotency-Key` once: the same call with the same key gets the first answer again for 24 hours. Without the header nothing
 * is kept.
 *
 * @param callerOf whose keys are told apart from those of others.
 */
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
