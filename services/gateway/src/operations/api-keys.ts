import { API_KEY_SCOPES, newApiKey, ServiceError, storableTextNotBlank } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { apiKeyView } from '../views/key-view.js';

/** Operations of a user on the keys of their programs. No key opens them: see `x-api-key-scope` of the document. */
export function apiKeys({
  store,
  hints,
}: {
  store: Pick<Store, 'apiKeys'>;
  hints: Pick<Hints, 'sessionsEnded'>;
}) {
  return {
    async listApiKeys({ auth: { userId } }) {
      return { status: 200, body: (await store.apiKeys.listOf(userId)).map(apiKeyView) };
    },

    /** The only answer that carries the key. */
    async createApiKey({ auth: { userId, call }, body }) {
      const { keyId, text } = newApiKey();
      const created = await store.apiKeys.create({
        ...{ keyId, text, userId, call },
        name: storableTextNotBlank(body.name, 'body.name'),
        scopes: API_KEY_SCOPES.filter((scope) => body.scopes.includes(scope)),
        expiresInSeconds: body.expires_in_seconds,
      });
      return { status: 201, body: { ...apiKeyView(created), secret: text } };
    },

    async revokeApiKey({ auth: { userId, call }, params: { key_id: keyId } }) {
      if (!(await store.apiKeys.revoke({ keyId, userId, call }))) throw new ServiceError('not_found');
      // Hubs look which sockets of the user may stay.
      hints.sessionsEnded(userId);
      return { status: 204 };
    },
  } satisfies OperationHandlers<ClientCaller>;
}
