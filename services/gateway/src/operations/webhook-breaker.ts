import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { found } from './found.js';

/** Operations of a user on the breaker of an agent's webhook. A dispatcher looks after it. */
export function webhookBreaker({
  store,
  hints,
}: {
  store: Pick<Store, 'breakers'>;
  hints: Pick<Hints, 'agentChanged'>;
}) {
  return {
    async probeAgentWebhook({ auth: { userId }, params: { agent_id: agentId } }) {
      const isDue = found(await store.breakers.probeNow(agentId, userId));
      if (isDue) hints.agentChanged(agentId, userId);
      return { status: 202, body: { agent_id: agentId, is_due: isDue } };
    },
  } satisfies OperationHandlers<ClientCaller>;
}
