import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ServiceError } from '@svc/domain';
import type { AgentIdentity } from '@svc/store';
import type { AgentDoor, LetInAgent } from './agent-door.js';
import type { Look, WaitingCalls } from './waiting-calls.js';

/** The agent that calls, and what its call may do. */
export interface AgentCaller extends AgentIdentity {
  /** The key that it has called with; `null` for its secret. */
  keyId: string | null;
  /**
   * Waits until `look` finds something: see {@link WaitingCalls.until}. Whoever it finds something for must still be let in.
   *
   * @param waitMs at most this long, in milliseconds.
   * @param decisionId the decision that `look` asks for, if it asks for one. At the end it is looked at a last time, since its hint may be lost.
   * @throws ServiceError `unauthorized` if it finds something, and the caller's credentials ended while it waited.
   */
  until(waitMs: number, look: Look, decisionId?: string): Promise<boolean>;
}

export interface AgentCallers {
  door: Pick<AgentDoor, 'assertStillLetIn'>;
  waitingCalls: Pick<WaitingCalls, 'until'>;
}

/** @param call the headers by which the agent was let in, and the answer whose end ends its waits. */
export function agentCaller(
  { door, waitingCalls }: AgentCallers,
  { agent, credential }: LetInAgent,
  { headers, response }: { headers: IncomingHttpHeaders; response: ServerResponse },
): AgentCaller {
  const { agentId, ownerId } = agent;
  return {
    ...agent,
    keyId: credential.kind === 'key' ? credential.keyId : null,
    async until(waitMs, look, decisionId) {
      const credentials: { haveEnded?: boolean } = {};
      const wait = { agentId, ownerId, waitMs, response, decisionId };
      const isFoundInTime = await waitingCalls.until(wait, async () => {
        // They may have ended before the wait began, when the hint that ends a wait found none.
        credentials.haveEnded ??= !(await isStillLetIn(door, headers));
        return credentials.haveEnded || look();
      });
      const isFound = isFoundInTime || (decisionId !== undefined && !response.destroyed && (await look()));
      if (!isFound || credentials.haveEnded) return false;
      // The hint may also be lost.
      await door.assertStillLetIn(headers);
      return true;
    },
  };
}

/** Rejects if nobody can say, since the database does not answer. */
async function isStillLetIn(
  door: Pick<AgentDoor, 'assertStillLetIn'>,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  try {
    await door.assertStillLetIn(headers);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return false;
    throw error;
  }
}
