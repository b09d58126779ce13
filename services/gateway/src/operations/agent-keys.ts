import { AGENT_SCOPES, newAgentKey, ServiceError, storableTextNotBlank } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { agentKeyView } from '../views/key-view.js';
import { found } from './found.js';

export interface AgentKeysDependencies {
  store: Pick<Store, 'agents' | 'agentKeys'>;
  hints: Pick<Hints, 'agentChanged' | 'credentialsChanged'>;
}

/** Operations of a user on the keys of an agent. Those of someone else's agent are not found. */
export function agentKeys({ store, hints }: AgentKeysDependencies) {
  return {
    async listAgentKeys({ auth: { userId }, params: { agent_id: agentId } }) {
      found(await store.agents.findOwned(agentId, userId));
      const keys = await store.agentKeys.listOf(agentId, userId);
      return { status: 200, body: keys.map(agentKeyView) };
    },

    /** The only answer that carries the key. */
    async createAgentKey({ auth: { userId, call }, params: { agent_id: agentId }, body }) {
      const { keyId, text } = newAgentKey();
      const created = found(
        await store.agentKeys.create({
          ...{ keyId, text, agentId, ownerId: userId, call },
          name: storableTextNotBlank(body.name, 'body.name'),
          scopes: AGENT_SCOPES.filter((scope) => body.scopes.includes(scope)),
          expiresInSeconds: body.expires_in_seconds ?? null,
        }),
      );
      hints.agentChanged(agentId, userId);
      return { status: 201, body: { ...agentKeyView(created), secret: text } };
    },

    async revokeAgentKey({ auth: { userId, call }, params: { agent_id: agentId, key_id: keyId } }) {
      const isRevoked = await store.agentKeys.revoke({ keyId, agentId, ownerId: userId, call });
      if (!isRevoked) throw new ServiceError('not_found');
      hints.credentialsChanged(agentId);
      hints.agentChanged(agentId, userId);
      return { status: 204 };
    },
  } satisfies OperationHandlers<ClientCaller>;
}
