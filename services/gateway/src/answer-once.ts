import { invalidField } from '@svc/domain';
import type { AnswerOnce } from '@svc/http-contract';
import type { AgentIdentity, IdempotentCaller, Store } from '@svc/store';
import type { IncomingHttpHeaders } from 'node:http';

const HEADER = 'idempotency-key';
/** Visible characters of ASCII, which every program can send in a header. */
const KEY = /^[\x21-\x7e]{1,255}$/;

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

/**
 * The key that a call names; undefined without one.
 *
 * @throws ServiceError `invalid_request` for what is no key.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[HEADER];
  // Node joins repeated headers, and a comma with a space is no visible character.
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key;
  throw invalidField(`headers.${HEADER}`, 'must be 1 to 255 visible ASCII characters');
}

/** An agent's keys are its own. */
export function callerOfAgent({ agentId, ownerId }: AgentIdentity): IdempotentCaller {
  return { agentId, userId: ownerId };
}
