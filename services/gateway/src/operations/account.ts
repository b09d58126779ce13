import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { found } from './found.js';

/** Who calls, and by which key: `/api/client/account`. */
export function account({ store }: { store: Pick<Store, 'apiKeys' | 'exports'> }) {
  return {
    async getAccount({ auth: { userId, call } }) {
      const keyId = call.apiKey?.keyId ?? null;
      const [profile, key] = await Promise.all([
        store.exports.profile(userId),
        keyId === null ? null : store.apiKeys.identify(keyId),
      ]);
      const { name, email } = found(profile);
      const apiKey = key && {
        ...{ key_id: key.keyId, name: key.name, scopes: key.scopes, expires_at: key.expiresAt.toISOString() },
      };
      return { status: 200, body: { user_id: userId, name, email, api_key: apiKey } };
    },
  } satisfies OperationHandlers<ClientCaller>;
}
