import { newSigningSecret, ServiceError, SIGNING_GRACE_SECONDS } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { found } from './found.js';

export interface SigningSecretsDependencies {
  store: Pick<Store, 'agents'>;
  hints: Pick<Hints, 'agentChanged'>;
}

/** Operations of a user on what signs an agent's deliveries. An agent of someone else is not found. */
export function signingSecrets({ store, hints }: SigningSecretsDependencies) {
  return {
    /** The only answer that carries the signing secret. */
    async rotateSigningSecret({ auth: { userId, call }, params: { agent_id: agentId }, body }) {
      const signingSecret = newSigningSecret();
      const graceSeconds = body?.grace_period_seconds ?? SIGNING_GRACE_SECONDS.default;
      const rotation = { agentId, ownerId: userId, signingSecret, graceSeconds, call };
      const { previousSignatureUntil } = found(await store.agents.rotateSigningSecret(rotation));
      hints.agentChanged(agentId, userId);
      return {
        status: 200,
        body: {
          agent_id: agentId,
          signing_secret: signingSecret,
          previous_signature_until: previousSignatureUntil?.toISOString() ?? null,
        },
      };
    },

    async removeSigningSecret({ auth: user, params: { agent_id: agentId } }) {
      const isRemoved = await store.agents.removeSigningSecret(agentId, user.userId, user.call);
      if (!isRemoved) throw new ServiceError('not_found');
      hints.agentChanged(agentId, user.userId);
      return { status: 204 };
    },
  } satisfies OperationHandlers<ClientCaller>;
}
