import { ServiceError } from '@svc/domain';
import type { ContractCall, OperationId } from '@svc/http-contract';
import { wholeNumber } from './whole-number.js';

/** Makes a call of the agent API for the agent that calls a tool. */
export type ToolCall = (
  operationId: OperationId,
  call: Omit<ContractCall<never>, 'auth'>,
) => Promise<unknown>;

/** The longest wait for a decision, in seconds. Clients give up a call after a minute. */
export const WAIT_SECONDS_MAX = 45;

/** The credentials have ended, or the person has removed the request. */
const HAS_ENDED = [401, 404];

/**
 * Asks for a decision and waits for it. If the wait fails, the request is open all the same: it is answered as it was, `pending`, so that its id is not lost.
 *
 * @throws ServiceError as the two calls do; `invalid_request` for a wrong `wait`, before anything is asked.
 */
export async function askAndWait(
  { wait: given = WAIT_SECONDS_MAX, ...body }: Record<string, unknown>,
  call: ToolCall,
): Promise<unknown> {
  const wait = wholeNumber('wait', given, { minimum: 0, maximum: WAIT_SECONDS_MAX });
  const asked = (await call('requestDecision', { body })) as { status: string; decision_id: string };
  if (asked.status !== 'pending' || wait === 0) return asked;
  try {
    return await call('getOwnDecision', { params: { decision_id: asked.decision_id }, query: { wait } });
  } catch (error) {
    if (error instanceof ServiceError && HAS_ENDED.includes(error.status)) throw error;
    return asked;
  }
}
