import { idempotencyKeyOf } from '@svc/domain';
import type { AnswerOnce } from '@svc/http-contract';
import type { AgentIdentity, IdempotentCaller, Store } from '@svc/store';

/**
 * Answers a call with the header `Idempotency-Key` once: the same call with the same key gets the first answer again for 24 hours. Without the header nothing
 * is kept.
 *
 * @param callerOf whose keys are told apart from those of others: an agent, or a person, whatever they sign in with.
 */
export function answerOnceBy<Auth>(
  store: Pick<Store, 'idempotentCalls'>,
  callerOf: (auth: Auth) => IdempotentCaller,
): AnswerOnce<Auth> {
  return async ({ headers, auth, fingerprint, waitsForOthers, check }, work) => {
    const key = idempotencyKeyOf(headers);
    if (key === undefined) {
      await check?.();
      return { ...(await work()), isReplayed: false };
    }
    const call = { caller: callerOf(auth), key, fingerprint: fingerprint() };
    const { idempotentCalls } = store;
    return waitsForOthers ? idempotentCalls.afterwards(call, work) : idempotentCalls.once(call, work, check);
  };
}

/** An agent's keys are its own. */
export function callerOfAgent({ agentId, ownerId }: AgentIdentity): IdempotentCaller {
  return { agentId, userId: ownerId };
}
